"""Apagos on Hall sensors (colours of balls by free spheres, lifted squares by their discs)."""

from array import array
from random import Random

import numpy as np
import pytest

from boardcore.apagos import rules as apagos
from boardcore.apagos.cells import HOLES
from boardcore.apagos.field import Recognizer
from boardcore.apagos.squares import STILL
from boardcore.sensing.explain.explainer import LEAN_MS
from boardcore.sensing.observe.field.columns import HELD_MS
from boardcore.sensing.observe.field.rests import COMMON_UT
from boardcore.sensing.observe.field.solution import FREE_UT
from support.campaign import campaign
from support.rows import each_row, for_each
from support.sensing.halls import PiecesBench, hall_layout
from support.sensing.inner import value_of
from underboard.games.apagos.hands.ramp import Ramp
from underboard.hardware.magnet_field import tensor
from underboard.sim.harness import Harness
from underboard.sim.world import World

LAYOUT = hall_layout("apagos-hall36")
PLACES = LAYOUT.sensors
SCAN_MS = LAYOUT.scanner["interval_ms"]
LONG_REST = 45
HELD_SCANS = HELD_MS // SCAN_MS
OTHER = [(10, 10)] * 4
"""A position that never lies there."""


@for_each("seed", range(4))
def test_earlier_positions_are_found_by_the_colours_of_their_balls(seed):
    random, game = Random(seed), apagos.Game()
    recognizer, shown = Recognizer(game, LAYOUT), []
    for _ in range(14):
        shown.append(recognizer.expected())
        game.play(random.choice(game.legal_moves()))
        recognizer.position_changed()
    for picture in {*shown} - {recognizer.expected()}:
        last = max(ply for ply, other in enumerate(shown) if other == picture)
        assert recognizer.earlier(picture) == last


class Bench(PiecesBench):
    """Squares, balls, sensors and the decoder; four squares lie there from the beginning."""

    def __init__(self, seed=1, contents=None, **changes):
        super().__init__(LAYOUT, seed, None, contents or [(0, 0)] * 4, **changes)
        for slot in range(4):
            self.magnets.lay(slot, "+-+-"[slot], {}, self.now_ms)
        self.magnets.lie()
        self.truth = bytearray(PLACES)

    def fill(self, random, share=0.5):
        """Put balls of both colours into holes at random, ten of each at most."""
        left = {1: 10, 2: 10}
        for place in random.sample(range(PLACES), int(share * PLACES)):
            kind = random.choice((1, 2))
            if left[kind]:
                left[kind] -= 1
                self.truth[place] = kind
                self.magnets.put(place, kind)

    @property
    def stirred(self):
        return [state != STILL for state in self.decoder.squares.stirred]


# Balls


def wrong_holes(seeds, **changes):
    """Return the wrong holes on boards with balls at random, and those in doubt."""
    wrong = doubted = 0
    for seed in seeds:
        bench = Bench(seed, **changes)
        bench.rest(24)
        bench.fill(Random(seed))
        seen = bench.rest(HELD_SCANS + 24)
        wrong += sum(one != true for one, true in zip(seen, bench.truth, strict=True))
        doubted += sum(cost < 5 for _, cost in bench.decoder.posterior[1:])
    return wrong, doubted


@pytest.mark.slow
@pytest.mark.parametrize("first", campaign([0], range(0, 1000, 100)))
def test_no_hole_is_told_wrong(first):
    """36,000 holes in a campaign; friction 0.14 to 0.26, no calibration."""
    wrong, doubted = wrong_holes(range(first, first + campaign(4, 100)))
    assert wrong == 0
    assert doubted < 3


TRUTHS = [
    {"friction": 0.4}, {"bias_off": 0.1, "bias_spread": 0.05}, {"hum_ut": 100.0},
    {"noise_ut": 60.0}, {"gap_mm": 0.5}, {"shift_ut": 10.0, "pink_ut": 5.0}, {"drift_ut": 100.0},
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("truth", TRUTHS, ids=str)
def test_a_board_that_differs_from_its_layout_is_read_all_the_same(truth):
    assert wrong_holes(range(50, campaign(52, 53)), **truth)[0] == 0


def test_a_lifted_ball_is_told_at_the_next_scan_and_only_that_one():
    bench = Bench(2)
    bench.rest()
    bench.fill(Random(2), 0.3)
    assert bench.rest(24) == bench.truth
    for place in range(PLACES):
        if bench.truth[place]:
            bench.magnets.lift(place)
            bench.truth[place] = 0
            assert bench.rest(1) == bench.truth
            bench.rest()


def ball_between(bench, place):
    """Put a ball whose sphere is halfway between the two sizes."""
    bench.magnets.put(place, 1)
    piece = bench.magnets.pieces[place]
    piece.spots = bench.magnets.places[place][None, :].copy()
    own, wanted = np.linalg.norm(piece.moment), (0.0146 * 0.0347) ** 0.5
    piece.moment = piece.moment * wanted / own / bench.magnets._gain[place]
    bench.magnets.refresh()


def test_a_ball_between_the_sizes_is_not_guessed():
    bench = Bench(3, drift_ut=0)
    bench.rest()
    ball_between(bench, 4)
    assert bench.rest(12) == bytes(PLACES), "a hand may still hold it"
    assert bench.decoder.busy
    bench.rest(HELD_SCANS + 10)
    assert bench.decoder.ambiguous
    assert bench.decoder.told() == "", "its sphere turns"
    assert {state[4] for state, _ in bench.decoder.posterior} == {1, 2}
    other = bench.decoder.posterior[1][0]
    bench.decoder.confirm(other)
    assert bench.rest(60)[4] == other[4], "the players' word holds while it lies there"
    assert not bench.decoder.ambiguous
    bench.magnets.lift(4)
    assert bench.rest() == bytes(PLACES)


# Power-on without a calibration


def counts_of(readings):
    """Return the balls of each level, whichever hole they lie in."""
    levels = [readings[HOLES * level : HOLES * level + HOLES] for level in range(4)]
    return [sum(map(bool, level)) for level in levels]


@for_each("seed", range(3))
def test_balls_that_the_game_knows_are_followed_without_a_calibration(seed):
    balls = {1: 1, 5: 2, 12: 1, 20: 2, 30: 1}
    bench = Bench(seed, [(1, 1), (1, 0), (0, 1), (1, 0)])
    for place, kind in balls.items():
        bench.magnets.put(place, kind)
    assert counts_of(bench.rest()) == [2, 1, 1, 1]
    left = [2, 1, 1, 1]
    for place in balls:
        bench.magnets.lift(place)
        left[place // HOLES] -= 1
        assert counts_of(bench.rest(HELD_SCANS + 12)) == left
    bench.magnets.put(7, 2)
    assert bench.rest(24)[7] == 2


FILLED = {1: 1, 5: 2, 7: 2, 12: 1, 13: 2, 20: 2, 30: 1, 33: 1}


@for_each("seed", range(3))
@pytest.mark.parametrize("contents", [[(1, 2), (1, 1), (0, 1), (2, 0)], None])
def test_balls_that_lay_there_at_power_on_are_swept_off_at_once(seed, contents):
    """The game knows of them, in whatever holes they lie, or it has just begun."""
    bench = Bench(seed, contents)
    for place, kind in FILLED.items():
        bench.magnets.put(place, kind)
    bench.rest(LONG_REST)
    for place in FILLED:
        bench.magnets.lift(place)
    assert bytes(bench.rest(HELD_SCANS + 24)) == bytes(PLACES)
    assert bench.decoder.is_empty
    for place, kind in FILLED.items():
        bench.magnets.put(place, kind)
        assert bench.rest(HELD_SCANS + 24)[place] == kind


# Spheres that stick


def stick(bench, place, kind, aside, turn):
    """Put a ball whose sphere points so far aside from the bias, and stays there."""
    bench.magnets.put(place, kind)
    piece = bench.magnets.pieces[place]
    piece.friction = 1e6
    way = [np.sin(aside) * np.cos(turn), np.sin(aside) * np.sin(turn), np.cos(aside)]
    piece.moment = np.array(way) * np.linalg.norm(piece.moment)
    bench.magnets.refresh()


@for_each("over", [False, True])
@for_each("seed", campaign([1, 4, 7], range(12)))
def test_a_sphere_that_sticks_any_way_is_counted_and_named(seed, over):
    """Pointing aside it shows another kind's strength, nothing, or something in the next hole.

    Only one that lies flat may be too faint.
    """
    random, bench = Random(seed), Bench(seed)
    bench.rest(LONG_REST)
    holes = random.sample(range(PLACES), 4)
    for place in holes[1:]:
        bench.magnets.put(place, random.choice((1, 2)))
        before = bytes(bench.rest(24))
    kind, place = random.choice((1, 2)), holes[0]
    aside = random.choice((random.uniform(0.9, 1.3), random.uniform(1.8, 2.2)))
    stick(bench, place, kind, np.pi if over else aside, random.uniform(0, 2 * np.pi))
    after = bench.rest(HELD_SCANS + 12)
    assert after[place] == kind
    assert bench.decoder.told() == f"sticks:{LAYOUT.cell_of_sensor[place]}"
    bench.magnets.lift(place)
    assert bytes(bench.rest(HELD_SCANS + 12)) == before
    assert bench.decoder.told() == ""


ASTRAY = [
    # kind, and how far aside its sphere points where it came alone, and where it came with others
    (2, 1.3, 1.13), (1, 1.2, 1.55), (1, 2.6, 2.7), (2, 0.9, 1.8), (1, 1.0, 1.1),
]  # fmt: skip


@for_each(("kind", "aside", "then"), ASTRAY)
@for_each("seed", range(campaign(3, 18)))
def test_a_sphere_that_sticks_and_goes_up_with_its_square_is_doubted(seed, kind, aside, then):
    """There it shows another colour, or nothing at all."""
    random, bench = Random(seed), Bench(seed)
    bench.rest(LONG_REST)
    below, above = random.sample(range(9), 3), random.sample(range(9, 18), 3)
    bench.magnets.put(30, 1)
    bench.rest(24)
    stick(bench, below[0], kind, aside, random.uniform(0, 6))
    bench.rest(HELD_SCANS + 24)
    for place in below[1:]:
        bench.magnets.put(place, 1)
        bench.rest(HELD_SCANS + 24)
    assert kind in [state[below[0]] for state, _ in bench.decoder.posterior]
    for place in below:
        bench.magnets.lift(place)
    bench.rest(HELD_SCANS + 24)
    stick(bench, above[0], kind, then, random.uniform(0, 6))
    for place in above[1:]:
        bench.magnets.put(place, 1)
    bench.rest(HELD_SCANS + 24)
    found = [sorted(state[:18]) for state, _ in bench.decoder.posterior]
    assert [0] * 15 + sorted([1, 1, kind]) in found


def test_what_nothing_explains_ends_no_game():
    """Buttons count though a ball that went is not confirmed, and players say what lies there."""
    bench = Bench(3)
    bench.rest(LONG_REST)
    bench.magnets.put(1, 1)
    bench.rest(LONG_REST)
    bench.magnets.lift(1)
    for place in (10, 12):
        bench.magnets.put(place, 2)
        piece = bench.magnets.pieces[place]
        piece.friction = 1e6
        piece.moment = -4 * piece.moment
    bench.magnets.refresh()
    bench.rest(LONG_REST)
    assert bench.decoder.foreign
    assert bench.decoder.busy, "a hand, perhaps"
    bench.rest(LEAN_MS // SCAN_MS)
    assert not bench.decoder.busy
    bench.decoder.observation.is_told = True
    bench.decoder.reset_to([(0, 0), (0, 2), (0, 0), (0, 0)])
    assert counts_of(bench.rest(LONG_REST)) == [0, 2, 0, 0]
    bench.magnets.put(5, 1)
    assert counts_of(bench.rest(LONG_REST)) == [1, 2, 0, 0]


def test_a_turn_named_early_leaves_the_reference_to_the_sensors():
    bench = Bench(3)
    bench.rest(LONG_REST)
    for place in (10, 12):
        bench.magnets.put(place, 2)
    bench.rest(LONG_REST)
    game = apagos.Game()
    recognizer = Recognizer(game, LAYOUT)
    recognizer.set_decoder(bench.decoder)
    game.play(apagos.parse_turn("W1"))  # two balls of hands that are not ready lie elsewhere
    recognizer.set_named_turn()
    recognizer.position_changed()
    assert not bench.decoder.observation.is_told


def test_an_empty_board_is_empty_whatever_was_believed_before():
    bench = Bench(3)
    bench.rest(LONG_REST)
    bench.magnets.put(1, 2)
    bench.rest(LONG_REST)
    wrong = bytearray(PLACES)
    wrong[20] = 1
    bench.decoder.confirm(bytes(wrong))  # the players' word, which is wrong
    bench.rest(LONG_REST)
    bench.magnets.lift(1)
    assert not any(bench.rest(LONG_REST))
    assert not bench.decoder.foreign


def slowly(bench, place, kind, shares):
    """Let the field of a ball come in these shares, four scans each; return the readings."""
    without = np.array(bench.magnets.counts(bench.now_ms), float)
    bench.magnets.put(place, kind)
    bench.magnets.settle(bench.now_ms + 10_000)
    own = np.array(bench.magnets.counts(bench.now_ms + 10_000), float) - without
    for share in shares:
        for _ in range(4):
            bench.bank.counts[:] = array("H", (without + share * own).astype(int).tolist())
            bench.bank.scan()
            bench.think()
    return bench.decoder.readings


@pytest.mark.parametrize("place", range(9, 18))
def test_a_ball_that_comes_or_goes_slowly_is_one_ball(place):
    bench = Bench(2)
    bench.rest(LONG_REST)
    bench.magnets.put(30, 1)
    bench.rest(LONG_REST)
    assert sum(slowly(bench, place, 1, (0.45, *[1.0] * 40))) == 2
    bench.magnets.lift(place)
    tail = 0.12 * (np.arange(PLACES) == place)  # its sphere turns as it is lifted
    readings = slowly(bench, place, 2, (0.0, *[1.0] * 30, tail, *[0.0] * 30))
    assert sum(readings) == 1
    assert not bench.decoder.observation.stuck


def test_a_square_with_discs_askew_that_is_swept_off_is_no_ball():
    """What one left in a game took the form of a sphere that lies flat."""
    bench = Bench(2)
    bench.rest(LONG_REST)
    seen, left = bench.decoder.observation, [-105, -36, 14, -6, -10, -12, 67, 24, -16]
    seen._difference, seen._noises_ut = [0.0] * 18 + left + [0.0] * 9, [3.0] * PLACES
    assert value_of(seen._odd_steps()) == []


@for_each("seed", range(4))
def test_no_sphere_that_turns_is_said_to_stick(seed):
    bench = Bench(seed, friction=0.4)
    bench.rest(24)
    bench.fill(Random(seed))
    bench.rest(HELD_SCANS + 24)
    assert bench.decoder.told() == ""


def test_the_moment_of_a_change_is_least_squares():
    """Shift and discs besides, by plain NumPy."""
    bench = Bench(7)
    bench.rest(24)
    bench.magnets.put(13, 2)
    bench.rest(12)
    seen, slot = bench.decoder.observation, range(9, 18)
    rows = tensor(np.array(LAYOUT.field.sensor_mm)[list(slot)] - LAYOUT.field.places[13])[:, 2]
    rows = 1000 * LAYOUT.field.moments[0] * rows
    variance = np.array([seen._noises_ut[i] ** 2 + FREE_UT**2 for i in slot])
    columns = np.column_stack([rows, [COMMON_UT] * 9, [seen._discs_ut[i] for i in slot]])
    matrix = columns.T @ (columns / variance[:, None]) + np.eye(5)
    expected = np.linalg.solve(matrix, columns.T @ (np.array(seen._difference)[9:18] / variance))
    found, discs, chi2, explained = value_of(seen._moment_steps(13))
    assert discs == pytest.approx(expected[4], abs=1e-3)
    assert found == pytest.approx(expected[:3].tolist(), rel=1e-3, abs=1e-3)
    left = np.array(seen._difference)[9:18] - columns @ expected
    total = (np.array(seen._difference)[9:18] ** 2 / variance).sum()
    assert chi2 == pytest.approx(
        (left**2 / variance).sum() + (expected**2).sum(), rel=0.05, abs=0.3
    )
    assert chi2 + explained == pytest.approx(total, rel=1e-6)


# Squares


@for_each("slot", range(4))
def test_an_empty_square_that_is_lifted_is_noticed(slot):
    bench = Bench(4 + slot)
    bench.rest(LONG_REST)
    bench.decoder.squares.clear()
    bench.magnets.take_square(slot, bench.now_ms)
    bench.rest(6)
    assert bench.stirred == [other == slot for other in range(4)]
    assert bench.decoder.busy
    bench.magnets.lay(slot, "+", {}, bench.now_ms)
    bench.rest(10)
    assert not bench.decoder.busy
    assert bench.stirred[slot]
    bench.rest(2 * LONG_REST)
    assert bench.stirred == [False] * 4, "who has looked under it has put it back"


COMMON = [{}, {"hum_ut": 100.0}, {"drift_ut": 100.0}, {"noise_ut": 40.0}]
"""What all sensors feel alike, besides balls that come and go."""


@pytest.mark.parametrize("changes", COMMON, ids=str)
def test_balls_and_what_is_common_to_all_sensors_stir_no_square(changes):
    bench, random = Bench(5, **changes), Random(5)
    bench.rest(LONG_REST)
    bench.decoder.squares.clear()
    bench.decoder.position = OTHER
    for _ in range(8):
        place = random.randrange(PLACES)
        end = bench.magnets.bring(place, random.choice((1, 2)), bench.now_ms)
        bench.rest(int((end - bench.now_ms) / SCAN_MS) + 12)
        bench.magnets.take(place, bench.now_ms)
        bench.rest(16)
    assert bench.stirred == [False] * 4


# Turns


def board(seed=1):
    """Return a board on which four squares lie, a second after that."""
    harness = Harness(LAYOUT, World(LAYOUT, seed))
    run(harness, 500)
    ramp = Ramp(harness.world)
    ramp.arrange(apagos.Game("standard"))
    run(harness, 3000)
    return harness, ramp


def run(harness, ms):
    for _ in range(int(ms / 20)):
        harness.step()


def turns(harness):
    return [apagos.turn_text(turn) for turn in harness.table.game.turns]


def follow(harness, ramp, acts):
    """Let hands do this, word by word; levels count from 1, numbers are ms.

    ``^3``: square 3 is lifted; ``3<4``: the one from 4 is laid on 3; ``W3``: a white ball comes
    there, ``W^3``: into its square while that is up; ``off``: that ball goes again; ``strong``: its
    sphere is; ``busy``, ``still``: nothing is believed yet, no turn was played.
    """
    up, level, place = {}, 0, 0
    for word in acts.split():
        if word.isdigit():
            run(harness, int(word))
        elif word[0] == "^":
            up[word[1]] = ramp.lift(int(word[1]) - 1)
        elif word[1] == "<":
            ramp.lay(int(word[0]) - 1, up.pop(word[2]))
        elif word[1] == "^":
            up[word[2]].balls[up[word[2]].free()[0]] = "WB".index(word[0])
        elif word == "off":
            ramp.take_out(level, place)
        elif word == "strong":
            harness.world.magnets.pieces[HOLES * level + place].moment *= 1.6
        elif word in ("busy", "still"):
            assert harness.table.decoder.busy if word == "busy" else not turns(harness)
        else:
            level = int(word[1]) - 1
            place = ramp.put(level, "WB".index(word[0]))


ACTS = [
    # what happens, seed, acts, turn
    *[("both squares were empty: only their discs show that they were up",
       seed, "^3 300 W^3 ^4 300 3<4 300 4<3", "W3") for seed in range(3)],
    *[("a sphere that is too strong is believed late: the squares have long come to rest",
       n - 1, f"B{n} 2500 strong ^{n} ^{n + 1} 500 {n}<{n + 1} 200 {n + 1}<{n} 700 busy", f"B{n}")
      for n in (1, 2, 3)],
    *[("who looks under a square, puts a ball there, and then on the one above",
       n - 1, f"^{n} 400 {n}<{n} 350 W{n} 1500 off 400 W{n + 1} 3000 still "
       f"^{n + 1} ^{n + 2} 300 {n + 1}<{n + 2} 200 {n + 2}<{n + 1}", f"W{n + 1}") for n in (1, 2)],
    *[("the lower square was up for too short a time to be noticed: it may be asked",
       seed, "W3 400 ^3 60 ^4 20 3<4 340 4<3", "W3?") for seed in (2, 3)],
    ("a ball that is moved by hand to the square above", 2, "W3 1500 off 800 W4", "W4"),
]  # fmt: skip


@each_row(ACTS, "seed", "acts", "turn")
def test_what_has_climbed_is_told_by_squares_and_balls(seed, acts, turn):
    harness, ramp = board(seed)
    follow(harness, ramp, acts)
    run(harness, 6000)
    asked = harness.table.tracker.question is not None
    assert turns(harness) == [turn[:2]] * (not asked)
    assert not asked or turn[2:]
