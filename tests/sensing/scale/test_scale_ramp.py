"""Apagos on load cells (moves, differences, masses of squares).

Moments of a state are added up piece by piece here, and masses estimated by NumPy at once.
"""

import copy
import json
import random
from types import SimpleNamespace

import numpy as np
import pytest

from boardcore.apagos import rules as apagos
from boardcore.apagos.cells import hole, side_light
from boardcore.apagos.climbs import UP_MS, RampWeight
from boardcore.apagos.masses import Ramp, Squares
from boardcore.apagos.model import (
    CLIMB,
    FETCH,
    FIRST_BALLS,
    FIRST_RACK,
    FUMBLED,
    IDLE,
    MORE,
    PUT,
    TAKE,
    UNLIKELY,
)
from boardcore.apagos.observed import swapped
from boardcore.apagos.plate import Recognizer, decoder_of
from boardcore.apagos.positions import BALLS, LEVELS
from boardcore.apagos.presses import RampPresses
from boardcore.layout.layout import Layout
from boardcore.sensing.explain.cost import IMPOSSIBLE, MIN_MARGIN
from boardcore.sensing.explain.explainer import ANEW_MS
from boardcore.sensing.explain.hypotheses import DROPPED
from boardcore.sensing.explain.search import Search
from boardcore.sensing.explain.stepper import Stepper
from boardcore.sensing.observe.weight.rest import HALF
from support.campaign import campaign
from support.rows import for_each
from support.sensing.inner import set_fresh, set_hands
from support.sensing.plates import LAYOUTS, press
from underboard.games.apagos.hands.ramp import Ramp as SquaresAndBalls
from underboard.sim.faults import Faults
from underboard.sim.harness import Harness
from underboard.sim.world import World

EMPTY = (0.0, 0.0, 0.0)
"""W, Mx, My of a rest with which others are compared."""
DATA = json.loads((LAYOUTS / "apagos-scale4.json").read_text(encoding="utf-8"))
LAYOUT = Layout(DATA)
SCALE = LAYOUT.scale
GRAMS = [48.0, 53.1, 55.2, 60.3]


def ramp_of(position, free=(9, 9, 9, 9), mine=(0, 0, 0, 0)):
    ramp = Ramp(SCALE)
    for square, grams in enumerate(GRAMS):
        ramp.squares.means[square] = grams
        ramp.squares.covariance[square][square] = 0.04
    ramp.expect(bytes(position), free, mine, not any(position[FIRST_BALLS:FIRST_RACK]), -1)
    return ramp


def moments(state):
    """Add up W, Mx, My of what lies on the plate, each ball in the middle of its place."""
    sums, ball = np.zeros(3), SCALE.masses[0]
    for slot in range(LEVELS):
        square = state[slot]
        if square:
            mass = GRAMS[square - 1] + ball * state[FIRST_BALLS + square - 1]
            sums += mass * np.array([1.0, *SCALE.places[slot]])
    for side in (0, 1):
        mass = ball * state[FIRST_RACK + side]
        sums += mass * np.array([1.0, *SCALE.places[LEVELS + side]])
    return sums


def random_state(chance):
    order = list(range(1, LEVELS + 1))
    chance.shuffle(order)
    balls = [chance.randrange(4) for _ in order]
    left = 2 * BALLS - sum(balls) - chance.randrange(3)
    white = min(BALLS, left - left // 2)
    return bytes([*order, *balls, white, min(BALLS, left - white)])


@for_each("seed", range(20))
def test_a_move_changes_what_its_pieces_weigh(seed):
    chance = random.Random(seed)
    state = random_state(chance)
    ramp = ramp_of(state)
    for _ in range(12):
        move = chance.choice([move for moves in ramp.changes(state) for move in moves])
        sums = ramp.term(state, move)
        after = ramp.made(state, move)
        assert np.allclose(sums[:3], moments(after) - moments(state), atol=0.02)
        covariance = np.array(
            [[sums[3], sums[4], sums[5]], [sums[4], sums[6], sums[7]], [sums[5], sums[7], sums[8]]]
        )
        assert np.linalg.eigvalsh(covariance).min() > -1e-6
        state = after


@for_each("seed", range(20))
def test_moves_between_two_states_lead_from_one_to_the_other(seed):
    chance = random.Random(seed)
    begin, target = random_state(chance), random_state(chance)
    state, ramp = begin, ramp_of(begin)
    target = chance.choice([target, ramp.ends(state)[-1]])
    moves = ramp.between(state, target)
    assert ramp.after(state, moves) == target
    sums = np.zeros(3)
    for move in moves:
        sums += ramp.term(state, move)[:3]
        state = ramp.made(state, move)
    assert np.allclose(sums, moments(target) - moments(begin), atol=0.1)


def explained(ramp, state, difference, pressed=(), dips=0):
    """Return the costs of what explains a difference, by the state that it leads to."""
    weight = RampWeight(SCALE, None, None, ramp)
    presses = weight.presses
    for place in pressed:
        press(presses, *SCALE.places[place])
    for _ in range(dips):
        presses.take((-55.0, 0.0, 0.0), EMPTY)
    presses.gather()
    weight.likelihood.look_at(*difference)
    changes = Search(weight, ramp)
    Stepper(changes.search_steps(state, 900, IMPOSSIBLE + DROPPED)).finish()
    costs: dict[bytes, float] = {}
    for cost, _, _, after in changes.found:
        costs[after] = min(cost, costs.get(after, cost))
    return costs


@for_each("level", range(LEVELS))
@for_each("side", [0, 1])
def test_a_ball_out_of_a_rack_is_known_by_its_colour_and_its_square(level, side):
    state = bytes([2, 1, 4, 3, 1, 2, 0, 1, 8, 8])
    ramp = ramp_of(state)
    after = ramp.made(ramp.made(state, (FETCH, LEVELS + side, 0)), (PUT, level, state[level]))
    difference = moments(after) - moments(state)
    costs = explained(ramp, state, difference, (LEVELS + side, level))
    others = [cost for other, cost in costs.items() if other != after]
    assert min(costs, key=costs.get) == after
    assert min(others, default=99.0) - costs[after] > MIN_MARGIN


@for_each("low", range(LEVELS - 1))
def test_the_square_that_is_due_climbs_even_where_both_weigh_the_same(low):
    state = bytearray([2, 1, 4, 3, 1, 2, 0, 1, 8, 8])
    ramp = ramp_of(state)
    state[FIRST_BALLS + state[low] - 1] += 1
    state[FIRST_RACK] -= 1
    state = bytes(state)
    after = ramp.made(state, (CLIMB, low, state[low]))
    assert ramp.due(state) == low
    one, other = state[low] - 1, state[low + 1] - 1
    more = SCALE.masses[0] * (state[FIRST_BALLS + one] - state[FIRST_BALLS + other])
    ramp.squares.means[one] = ramp.squares.means[other] - more
    costs = explained(ramp, state, (0.0, 0.0, 0.0), (low, low + 1), dips=4)
    assert min(costs, key=costs.get) == after
    # Where hands have hidden that a square was up, the board asks.
    hidden = explained(ramp, state, (0.0, 0.0, 0.0), (low, low + 1))
    assert abs(hidden[after] - hidden[state]) < MIN_MARGIN


def waiting(low):
    """Return a state whose square in slot ``low`` is to climb, and its ramp."""
    state = bytearray([2, 1, 4, 3, 1, 2, 0, 1, 8, 8])
    ramp = ramp_of(state)
    state[FIRST_BALLS + state[low] - 1] += 1
    state[FIRST_RACK] -= 1
    return bytes(state), ramp


@pytest.mark.parametrize("goal", [2, 3])
def test_a_ball_that_was_to_climb_may_go_up_to_another_square(goal):
    state, ramp = waiting(0)
    after = ramp.made(ramp.made(state, (TAKE, 0, state[0])), (PUT, goal, state[goal]))
    difference = moments(after) - moments(state)
    # Squares of such masses would leave the same if they changed places.
    more = SCALE.masses[0] * (state[FIRST_BALLS + 1] - state[FIRST_BALLS])
    ramp.squares.means[1] = ramp.squares.means[0] + difference[1] / ramp.slot_mm - more
    climb = ramp.made(state, (CLIMB, 0, state[0]))
    costs = explained(ramp, state, difference, (0, 1, goal))
    assert abs(costs[after] - costs[climb]) < MIN_MARGIN


@for_each(("slots", "sides"), [((0, 1), (0, 0)), ((1, 3), (0, 1)), ((2, 2), (1, 1))])
def test_two_balls_that_come_at_once_are_two_balls(slots, sides):
    after = state = bytes([2, 1, 4, 3, 1, 2, 0, 1, 8, 8])
    ramp = ramp_of(state)
    for side in sides:
        after = ramp.made(after, (FETCH, LEVELS + side, 0))
    for slot in slots:
        after = ramp.made(after, (PUT, slot, state[slot]))
    difference = moments(after) - moments(state)
    costs = explained(ramp, state, difference, (*slots, *[LEVELS + side for side in sides]))
    assert min(costs, key=costs.get) == after


def felt(ramp, *places):
    """Return presses at these points, ``(x, y)``, of two steps each; a ramp hears of them."""
    found = RampPresses(SCALE.places, SCALE.pitch_mm)
    for x, y in places:
        press(found, x, y)
    found.gather()
    for _ in found.locating(ramp):
        pass
    return found


def test_a_ball_lies_about_where_fingers_have_pressed():
    ramp = ramp_of([1, 2, 3, 4, 0, 0, 0, 0, 10, 10])
    x, y = SCALE.places[2]
    sums = []
    for points in ((), ((x + 25, y - 25),), ()):
        felt(ramp, *points)
        sums.append(ramp.term(bytes([1, 2, 3, 4, 0, 0, 0, 0, 10, 9]), (PUT, 2, 3)))
    (_, x_0, y_0, *_), (mass, x_1, y_1, *_), forgotten = sums
    # 18 mm of the hole against 14 mm of the fingers: 62 % of the way, and 62 % less variance.
    share = 18**2 / (18**2 + 14**2)
    assert (x_1 - x_0) / mass == pytest.approx(25 * share)
    assert (y_1 - y_0) / mass == pytest.approx(-25 * share)
    loose = [one[8] - one[3] * (one[2] / one[0]) ** 2 for one in sums[:2]]
    assert loose[1] == pytest.approx((1 - share) * loose[0])
    assert forgotten == sums[0]


def test_a_square_that_is_missed_is_where_it_lay():
    presses = RampPresses(SCALE.places, SCALE.pitch_mm)
    for _ in range(4):
        presses.take((-55.0, -55.0 * SCALE.places[3][0], 0.0), EMPTY)
    presses.gather()
    for _ in presses.locating(Ramp(SCALE)):
        pass
    climbs = [presses.cost_of_moves([(CLIMB, at, 1)]) for at in (0, 2)]
    assert climbs[0] - climbs[1] > 2
    presses.clear()
    assert not presses.dipped()


def test_hands_that_hold_a_square_up_for_a_moment_are_waited_for():
    told = SimpleNamespace(cells=0, values=[0.0] * 4, measure=lambda *rest: None)
    decoder = decoder_of(SCALE, told, told)
    decoder.reset_to(bytes([1, 2, 3, 4, 0, 0, 0, 0, 10, 10]))
    decoder.work(0, UP_MS - 10)
    assert not decoder.observation.started, "nor is a hand that lies still what lay there first"
    set_fresh(decoder, HALF)
    decoder.work(0, UP_MS)
    assert decoder.observation.started
    for grams, ms, rests in ((-55.0, UP_MS - 10, False), (-55.0, UP_MS, True)):
        told.values[0] = grams
        set_hands(decoder)
        set_fresh(decoder, HALF)
        decoder.work(0, ms)
        assert decoder._resting == rests


@pytest.mark.parametrize(("count", "nearer"), [(2, "ball"), (4, "climb")])
def test_a_climb_leaves_more_steps_than_a_ball_that_goes_elsewhere(count, nearer):
    state, ramp = waiting(0)
    (x_0, y), (x_1, _) = SCALE.places[:2]
    presses = felt(ramp, *[(x_0, y), (x_1, y), (x_0 + 13, y), (x_1 + 13, y)][:count])
    climb = presses.cost_of_moves([(CLIMB, 0, state[0])])
    ball = presses.cost_of_moves([(TAKE, 0, state[0]), (PUT, 1, state[1])])
    assert abs(climb - ball) > 2
    assert (climb < ball) == (nearer == "climb")


def test_balls_that_the_lights_ask_off_cost_nothing():
    position = [2, 1, 4, 3, 1, 2, 0, 1, 8, 8]
    ramp = ramp_of(position)
    state = bytearray(position)
    for square in (2, 4):
        state[FIRST_BALLS + square - 1] += 1
    state[FIRST_RACK] -= 2
    state = bytes(state)
    after = ramp.made(state, (TAKE, 0, 2))
    assert ramp.prior(state, ((TAKE, 0, 2),), after) == 0
    for slot, cost in ((2, MORE), (0, MORE + UNLIKELY)):
        both = ((TAKE, 0, 2), (TAKE, slot, state[slot]))
        assert ramp.prior(state, both, ramp.after(state, both)) == cost
    # One of those that were there before is not asked for.
    assert ramp.prior(state, ((TAKE, 1, 1),), ramp.made(state, (TAKE, 1, 1))) > 0


@pytest.mark.parametrize(("start", "cost"), [(1, FUMBLED), (2, 2 * UNLIKELY)])
def test_while_a_climb_is_due_another_ball_moves_at_the_price_of_two_odd_acts(start, cost):
    state, ramp = waiting(1)
    ramp.expect(ramp.position, (9, 9, 9, 9), (1, 1, 1, 1), False, -1)
    moves = ((TAKE, start, state[start]), (PUT, 0, state[0]))
    assert ramp.prior(state, moves, ramp.after(state, moves)) == cost


def test_only_squares_that_have_climbed_go_back():
    position = bytes([2, 1, 4, 3, 1, 2, 0, 1, 8, 8])
    ramp = ramp_of(position)
    # A ball has left its rack: that lets no square climb.
    fetched = ramp.made(position, (FETCH, LEVELS, 0))
    climb = (CLIMB, 1, 1)
    after = ramp.made(fetched, climb)
    assert ramp.prior(fetched, (climb,), after) >= IDLE
    back = (CLIMB, 1, 4)
    assert ramp.prior(after, (back,), ramp.made(after, back)) == UNLIKELY
    # Of those that the lights ask for, players may take the wrong ones.
    state, ramp = waiting(0)
    assert ramp.prior(state, (climb,), ramp.made(state, climb)) == UNLIKELY


def test_balls_of_a_square_that_was_turned_lie_elsewhere():
    state = bytearray([2, 1, 4, 3, 3, 4, 0, 1, 6, 5])
    ramp = ramp_of(state)
    state[FIRST_BALLS + 1] += 1
    state = bytes(state)
    after = ramp.made(state, (CLIMB, 0, 2))
    straight = moments(after) - moments(state)
    turned = straight + [0, 300, -250]
    costs = [explained(ramp, state, seen, (0, 1), dips=4) for seen in (straight, turned)]
    assert [min(found, key=found.get) for found in costs] == [after, after]
    assert costs[1][after] - costs[0][after] > 1.5


def test_where_hands_pressed_before_a_set_up_begins_anew_says_nothing_of_what_is_laid_next():
    told = SimpleNamespace(cells=0, values=[0.0] * 4, measure=lambda *rest: None)
    decoder = decoder_of(SCALE, told, told)
    decoder.reset_to(bytes([1, 2, 3, 4, 0, 0, 0, 0, 10, 10]))
    decoder.observation.presses.rest((0.0, 0.0, 0.0))
    for grams in (100.0, 0.0):
        for _ in range(3):
            decoder.observation.presses.take((grams, 0.0, 0.0), (0.0, 0.0, 0.0))
    decoder.observation.presses.gather()
    assert decoder.observation.presses.seen
    decoder._set_foreign(True)
    decoder.work(0, ANEW_MS)
    assert not decoder.observation.presses.seen


def test_a_square_that_is_held_for_a_moment_is_no_board_that_was_cleared():
    state = bytes([4, 2, 3, 1, 6, 4, 2, 1, 3, 4])
    for grams in (-9.8, -7.0, -20.0):
        found = explained(ramp_of(state), state, (grams, -5666.0, -475.0), (2, 3), dips=4)
        assert not [after for after in found if not any(after[FIRST_BALLS:FIRST_RACK])]


def test_a_board_that_was_cleared_may_have_been_misread():
    state = bytes([4, 2, 3, 1, 6, 4, 2, 1, 3, 4])
    seen = [3.0, 1500.0, -1200.0] - moments(state)
    assert bytes(len(state)) in explained(ramp_of(state), state, seen, (0, 1, 2, 3), dips=4)


@pytest.mark.parametrize("seen", [(300.0, 2000.0, 9000.0), (-1870.0, -3630.0, 3038.0)])
def test_a_cup_and_a_plate_in_the_air_are_explained_by_nothing(seen):
    state = bytes([2, 1, 4, 3, 1, 2, 0, 1, 8, 8])
    assert explained(ramp_of(state), state, seen) == {}


@for_each("seed", range(5))
def test_masses_of_squares_are_those_of_one_estimate_of_all(seed):
    chance = np.random.default_rng(seed)
    true = chance.normal(54, 3, LEVELS)
    squares = Squares(54.0, 3.0)
    rows, seen, noise = [np.eye(LEVELS)], [np.full(LEVELS, 54.0)], [np.full(LEVELS, 9.0)]
    for _ in range(12):
        one, other = chance.choice(LEVELS, 2, replace=False)
        row, variance = np.zeros(LEVELS), 0.1
        row[one] = 1
        if chance.random() < 0.5:
            row[other] = -1
        value = row @ true + chance.normal(0, variance**0.5)
        squares.weigh(int(one), value, variance, -1 if row.sum() else int(other))
        rows.append(row[None])
        seen.append([value])
        noise.append([variance])
    a, y, v = np.vstack(rows), np.concatenate(seen), np.concatenate(noise)
    information = a.T @ (a / v[:, None])
    assert np.allclose(squares.means, np.linalg.solve(information, a.T @ (y / v)), atol=1e-3)
    covariance = np.linalg.inv(information)
    for one in range(LEVELS):
        assert squares.variance(one) == pytest.approx(covariance[one, one], rel=1e-3)
        other = (one + 1) % LEVELS
        apart = covariance[one, one] + covariance[other, other] - 2 * covariance[one, other]
        assert squares.variance_apart(one, other) == pytest.approx(apart, rel=1e-3)
    order = [2, 0, 3, 1]
    before, variance = list(squares.means), squares.variance_apart(2, 0)
    squares.rename(order)
    assert list(squares.means) == [before[at] for at in order]
    assert squares.variance_apart(0, 1) == pytest.approx(variance)


class Told:
    """A decoder that is told what lies there."""

    def __init__(self, beliefs=()):
        self.model = Ramp(SCALE)
        self.posterior = list(beliefs)
        self.busy = False
        self.settled = None
        self.is_laid = True

    @property
    def state(self):
        return self.posterior[0][0]

    @property
    def ambiguous(self):
        return len(self.posterior) > 1

    def holds(self, state):
        return state in [other for other, _ in self.posterior]

    def confirm(self, state):
        self.settled = state
        self.posterior = [(state, 0.0)]


def table(*turns):
    game = apagos.Game()
    for text in turns:
        game.play_turn(apagos.parse_turn(text))
    recognizer = Recognizer(game, LAYOUT)
    recognizer.set_decoder(Told([(bytes([1, 2, 3, 4, 0, 0, 0, 0, 10, 10]), 0.0)]))
    recognizer.position_changed()
    return game, recognizer


def see(recognizer, *states):
    recognizer.decoder.posterior = [(bytes(state), float(at)) for at, state in enumerate(states)]
    recognizer.explain(recognizer.read(states[0]))
    return [apagos.turn_text(turn) for turn in recognizer.visible_turns]


def test_a_put_waits_for_its_climb_and_its_colour_is_that_of_the_rack():
    _, recognizer = table()
    assert see(recognizer, [1, 2, 3, 4, 0, 1, 0, 0, 10, 9]) == []
    assert (recognizer.pending, recognizer.colour) == (1, apagos.BLACK)
    assert see(recognizer, [1, 0, 3, 4, 0, 1, 0, 0, 10, 9]) == []
    assert recognizer.is_partial
    assert see(recognizer, [1, 3, 2, 4, 0, 1, 0, 0, 10, 9]) == ["B2"]
    assert see(recognizer, [1, 3, 2, 4, 0, 1, 0, 0, 9, 10]) == ["W2"]
    assert see(recognizer, [1, 2, 3, 4, 0, 0, 0, 1, 9, 10]) == ["W4"]


def test_a_ball_goes_down_and_the_wrong_climb_is_refused():
    _, recognizer = table("W4", "B3")
    lies = [1, 2, 4, 3, 0, 0, 1, 1, 9, 9]
    shown = recognizer.read(lies)
    assert shown == recognizer.expected()
    assert see(recognizer, [1, 2, 4, 3, 0, 1, 1, 0, 9, 9]) == ["3>2"]
    assert not recognizer.is_partial, "its square lies there: nothing is to be waited for"
    wrong = [2, 1, 4, 3, 0, 0, 1, 1, 9, 9]
    assert see(recognizer, wrong) == []
    assert not recognizer.is_explained()
    assert recognizer.refusal(recognizer.read(wrong)) == "swapped"
    assert recognizer.distance(recognizer.read(wrong), shown) == 2
    assert swapped(recognizer.read(wrong), 0) == shown


def test_in_doubt_nothing_is_plain_and_all_is_asked_for():
    _, recognizer = table()
    one, other = [1, 3, 2, 4, 0, 1, 0, 0, 9, 10], [2, 1, 3, 4, 1, 0, 0, 0, 9, 10]
    assert see(recognizer, one, other) == []
    assert sorted(map(apagos.turn_text, recognizer.hidden_turns)) == ["W1", "W2"]
    # Two ways to the same turn are no doubt.
    assert see(recognizer, one, one) == ["W2"]


def test_who_says_that_the_square_has_climbed_is_believed():
    game, recognizer = table()
    see(recognizer, [1, 2, 3, 4, 0, 1, 0, 0, 9, 10])
    game.play_turn(apagos.parse_turn("W2"))
    recognizer.position_changed()
    assert recognizer.decoder.settled == bytes([1, 3, 2, 4, 0, 1, 0, 0, 9, 10])


def test_what_is_believed_is_seen_with_the_next_turn_of_the_loop():
    # Otherwise what was believed before the players named a turn is taken for the next one.
    board = Harness(LAYOUT, World(LAYOUT, 1, Faults()))
    for _ in range(100):
        board.step()
    table, state = board.table, bytes([1, 3, 2, 4, 0, 1, 0, 0, 9, 10])
    table.decoder.confirm(state)
    board.step()
    assert table._observed == table.tracker.recognizer.read(state)


def test_without_racks_next_tells_the_colour():
    data = copy.deepcopy(DATA)
    data["places"] = data["places"][:LEVELS]
    data["plate"]["calibration_cells"] = ["1e", "4e", "2e"]
    layout = Layout(data)
    assert list(layout.cell_of_sensor) == [hole(level, 4) for level in range(LEVELS)]
    assert side_light(0) in LAYOUT.cell_of_sensor
    ramp = Ramp(layout.scale)
    assert not ramp.racks
    groups = ramp.changes(bytes([1, 2, 3, 4, 0, 0, 0, 0, 0, 0]))
    assert FETCH not in {move[0] for moves in groups for move in moves}


def test_squares_are_laid_out_before_the_first_ball_and_no_hole_holds_two():
    position = bytes([1, 2, 3, 4, 0, 0, 0, 0, 10, 10])
    ramp = ramp_of(position, free=(7, 1, 3, 1))
    fetched = bytes([1, 2, 3, 4, 0, 0, 0, 0, 9, 9])
    one, two = (PUT, 1, 2), bytes([1, 2, 3, 4, 0, 1, 0, 0, 9, 9])
    assert ramp.prior(fetched, (one,), ramp.made(fetched, one)) == 0
    assert ramp.prior(two, (one,), ramp.made(two, one)) >= IDLE
    missing = bytes([1, 2, 0, 4, 0, 0, 0, 0, 9, 9])
    assert ramp.prior(missing, (one,), ramp.made(missing, one)) >= UNLIKELY


def lay_out(board, ramp, levels):
    squares = ramp.squares_of(apagos.Game())
    for level in levels:
        ramp.lay(level, squares[level])
        for _ in range(200 if board else 0):
            board.step()


@pytest.mark.parametrize(
    ("racks", "lies"),
    campaign(
        [(True, 0), (True, 2), (False, 0)],
        [*((True, count) for count in range(LEVELS + 1)), (False, 0), (False, LEVELS)],
    ),
)
def test_a_board_may_be_switched_on_while_it_is_laid_out(racks, lies):
    world = World(LAYOUT, 1, Faults())
    ramp = SquaresAndBalls(world)
    world.plate.pieces.clear()
    balls = [side for side in (0, 1) for _ in range(BALLS)]
    for side in balls if racks else ():
        world.plate.give_back(side, world.now_ms)
    lay_out(None, ramp, range(lies))
    board = Harness(LAYOUT, world)
    for _ in range(400):
        board.step()
    lay_out(board, ramp, range(lies, LEVELS))
    for side in () if racks else balls:
        world.plate.give_back(side, world.now_ms)
        for _ in range(20):
            board.step()
    for _ in range(2000):
        board.step()
    decoder = board.table.decoder
    assert decoder.posterior[0] == (decoder.model.position, 0.0)
    assert not decoder.ambiguous
