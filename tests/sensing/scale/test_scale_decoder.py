"""The decoder on load cells (Pylos, told by weight and moments)."""

import pytest

from boardcore.pylos.model import BALL, NOT_THEIRS, UNEXPECTED
from boardcore.pylos.rules import parse_cell
from boardcore.sensing.explain.contract import Model
from boardcore.sensing.explain.explainer import ANEW_MS
from boardcore.sensing.explain.hypotheses import DROPPED, Hypotheses
from boardcore.sensing.explain.search import SHORT_MS, Search
from boardcore.sensing.observe.weight.presses import FAR_COST
from boardcore.sensing.observe.weight.rest import HALF, WINDOW
from boardcore.sensing.observe.weight.weight import GENTLE, HEAVY, HEAVY_G, MAX_AGE, OLD
from support.rows import each_row, for_each
from support.sensing.inner import is_searching, set_fresh, set_hands, suppose
from support.sensing.plates import Told, press

A1, A2, B1, B2, C3, D4, E1 = (
    parse_cell(name) for name in (["a1", "a2", "b1", "b2", "c3", "d4", "e1"])
)


def mask(*cells):
    return sum(1 << cell for cell in cells)


def standing(*cells):
    """A board on which balls came one after the other."""
    told = Told()
    for cell in cells:
        told.change(1, cell)
        told.look()
        told.decoder.confirm(told.decoder.state)
    assert told.decoder.state == mask(*cells)
    return told


RESTS = [
    # what happens, what stands, acts, what is likely then
    ("balls are seen on every level", "a1 a2 b1 b2 e1", "-e1 .", "a1 a2 b1 b2"),
    ("a ball between two cells", "", "+a1~15,0 .", "a1 | a2"),
    ("a hand", "a1 a2", "180 .", "something, a1 a2"),
    ("a cup", "a1 a2", "1500 .", "something, a1 a2"),
    ("a cup goes as a ball comes", "a1 a2", "350 . -350 +b2 .", "a1 a2 b2"),
    ("a hand that lay still has gone", "a1", "+b2 . -7@b2 .", "a1 b2"),
    ("a ball has gone", "a1", "+b2 . -9.9@b2 .", "a1"),
    ("two that carried one another", "a1 a2 b1 b2 e1", "-e1 -a1 .900", "a2 b1 b2"),
]


@each_row(RESTS, "stands", "acts", "likely")
def test_what_a_rest_shows(stands, acts, likely):
    told = standing(*map(parse_cell, stands.split()))
    told.act(acts)
    foreign = "something, " if told.decoder.foreign else ""
    assert foreign + " | ".join(told.likely) == likely


@for_each(("goal", "cost"), [(E1, 0.0), (D4, UNEXPECTED)])
def test_only_a_higher_level_can_be_raised_to(goal, cost):
    told = standing(A1, A2, B1, B2, C3)
    place = told.scale.cells.index
    changes = ((-1, place(C3), BALL), (1, place(goal), BALL))
    after = mask(A1, A2, B1, B2, goal)
    told.stack.expect(told.decoder.state, 0)
    assert told.stack.prior(told.decoder.state, changes, after, False, True) == cost


@for_each(("others", "cost"), [((), 0.0), ((B2,), NOT_THEIRS)])
def test_a_ball_of_the_player_who_is_not_to_move_is_seldom_lifted(others, cost):
    told = standing(A1, B2)
    told.stack.expect(told.decoder.state, mask(*others))
    change = (-1, told.scale.cells.index(B2), BALL)
    assert told.stack.prior(told.decoder.state, (change,), mask(A1), False, False) == cost


def test_another_answer_teaches_no_more():
    told = Told()
    told.act("+a1~15,0 .")
    told.decoder.confirm(mask(A2))
    learnt = told.decoder.observation.likelihood.known
    told.decoder.confirm(mask(A1))
    assert told.decoder.observation.likelihood.known == learnt


def test_who_pushes_a_ball_on_lifts_no_ball_of_the_other_player():
    told = standing(A1, D4)
    told.stack.expect(mask(A1, D4), mask(A1), mask(D4), mask(D4))
    changes = tuple((-1, told.scale.cells.index(cell), BALL) for cell in (A1, D4))
    assert told.stack.prior(mask(A1, D4), changes, 0, False, False) == NOT_THEIRS
    assert told.stack.prior(mask(A1, D4), changes[:1], mask(D4), False, False) == 0


def test_the_players_word_is_taken():
    told = standing(A1)
    told.values[1] += 4000
    told.look()
    assert told.decoder.foreign
    told.decoder.confirm(mask(A1, B2))
    # It is compared with what stands there now, hands off.
    set_fresh(told.decoder.observation)
    told.decoder.work(1 << 28, 2000)
    assert not told.decoder.foreign
    # Once: a ball on which a hand still lies is no part of the reference.
    told.change(1, C3, 13.1)
    set_hands(told.decoder, since_ms=2590)
    told.decoder.work(1 << 28, 3000)
    told.decoder.finish()
    assert told.decoder.busy
    told.change(-1, C3, 3.2)
    set_fresh(told.decoder.observation)
    told.decoder.work(1 << 28, 3460)
    told.decoder.finish()
    assert told.decoder.state == mask(A1, B2, C3)


@for_each("games", [1, 2])
def test_what_nothing_explains_before_the_first_ball_of_a_game_becomes_the_reference(games):
    told = Told()
    for _ in range(games - 1):
        told.change(1, A1)
        assert told.look() == mask(A1)
        told.change(-1, A1)
        told.decoder.reset_to(0)
        told.look()
    told.values[0] += 180.0
    told.look()
    assert told.decoder.foreign
    told.decoder.work(1 << 28, ANEW_MS + 2000)
    assert not told.decoder.foreign


def test_all_balls_swept_off_at_once():
    told = standing(A1, A2, B1, B2, E1, C3)
    told.stack.expect(mask(A1, A2, B1, B2, E1, C3), 0)
    for cell in (A1, A2, B1, B2, E1, C3):
        told.change(-1, cell)
    assert told.look(2000) == 0


def test_slow_drift_is_followed():
    told = standing(A1)
    for _ in range(400):
        told.values[0] += 0.05
        told.values[1] += 0.5
        set_fresh(told.decoder.observation)
        told.decoder.work(1 << 28, 0)
    assert told.decoder.state == mask(A1)
    assert not is_searching(told.decoder)
    told.change(1, B2)
    assert told.look() == mask(A1, B2)


def test_what_is_denied_is_believed_no_longer():
    told = Told()
    told.change(1, A1, aside=(15.0, 0.0))
    told.look()
    told.decoder.reject([mask(A1)], 0)
    assert told.decoder.state == mask(A2)
    told.decoder.reject([mask(A2)], 0)
    assert told.decoder.state == 0


@for_each("say", [lambda it: it.confirm(mask(A2)), lambda it: it.reject([mask(A1)], 0)])
def test_what_players_say_while_the_next_rest_is_explained_holds(say):
    told = Told()
    told.change(1, A1, aside=(15.0, 0.0))
    told.look()
    told.change(1, C3)
    set_hands(told.decoder, since_ms=600)
    told.decoder.work(3000, 1100)
    assert is_searching(told.decoder)
    say(told.decoder)
    told.decoder.finish()
    assert [state for state, _ in told.decoder.posterior] == [mask(A2, C3)]


def test_nothing_is_learnt_of_the_build_after_somebody_has_leant():
    told = Told()
    for ms, learns in ((20_000, False), (600, True)):
        told.change(1, B2 if learns else A1, aside=(3.0, 3.0))
        told.look(ms)
        assert (told.decoder.observation.likelihood.loose != 1.0) == learns


def test_presses_are_felt_while_the_last_rest_is_thought_about():
    told = standing(A1)
    decoder = told.decoder
    told.take = lambda cell, sample: None
    told.change(1, D4)
    set_hands(decoder)
    decoder.work(0, 1700)
    assert decoder.busy
    x, y = told.scale.places[told.scale.cells.index(B2)]
    still = list(told.values)
    for grams in (90.0, 90.0, 0.0, 0.0):
        told.values[:3] = [still[0] + grams, still[1] + grams * x, still[2] + grams * y]
        decoder.observation.sample(0, 0)
        decoder.work(0, 1720)
    decoder.finish()
    assert decoder.state == mask(A1, D4)
    decoder.observation.presses.gather()
    assert [press[:3] for press in decoder.observation.presses.seen] == [pytest.approx([x, y, 2])]


def test_a_hypothesis_that_was_less_likely_stays_as_likely_as_it_was():
    told = standing(A1)
    one, other = mask(A1), mask(B1)
    suppose(told.decoder, [(one, 0.0), (other, 4.0)])
    told.change(1, C3)
    told.look()
    (first, _), (second, more) = told.decoder.posterior
    assert (first, second) == (one | mask(C3), other | mask(C3))
    assert more == pytest.approx(4.0, abs=0.5)


def test_what_is_less_likely_is_searched_less_far(monkeypatch):
    told, limits = standing(A1), []
    costs = {mask(A1): 3.0, mask(B1): 1.0, mask(B2): 1.0}

    def search_steps(self, state, ms, limit):
        limits.append(limit)
        self.found = [(costs[state], 1.0, (), state)]
        yield 1

    monkeypatch.setattr(Search, "search_steps", search_steps)
    suppose(told.decoder, [(mask(A1), 0.0), (mask(B1), 6.0), (mask(B2), 7.0)])
    told.change(1, C3)
    told.look()
    assert limits[1:] == [3 + DROPPED - 6, 3 + DROPPED - 7]


def test_reference_and_rest_drift_on_by_the_rate_that_was_learnt_until_one_is_looked_at():
    told = standing(A1)
    seen = told.decoder.observation
    seen._rate[:], seen._age, seen._rated = [0.001, 0.01, -0.01], 3000, 150
    for row in range(3):
        told.values[row] += 3000 * seen._rate[row]
    seen.measure()
    assert seen.is_small()
    assert seen.is_same()
    seen._age = OLD
    seen.accept_now()
    told.take = lambda cell, sample: None
    seen.sample(0, 0)
    seen.measure()
    assert seen.difference()[0] == 0


def test_a_plate_that_was_lifted_and_set_down_stands_elsewhere():
    """Zeros and moments are others then; with less than a piece's weight between, all stays.

    What was learnt of its load cells holds again for the change after.
    """
    told = standing(A1, A2, B1)
    told.take = lambda cell, sample: None
    seen = told.decoder.observation
    learnt = seen.likelihood.loose, seen.likelihood.known = 9.0, 27.0

    def lift(off):
        before = list(told.values)
        told.values[:3] = [-900.0, 0.0, 0.0]
        set_hands(told.decoder)
        seen.sample(0, 0)
        seen.watch(False, False)
        told.values[:3] = [before[0] + off, before[1] + 160 * off, before[2] - 140 * off]

    lift(2.5)
    assert told.look(2000) == mask(A1, A2, B1)
    assert not told.decoder.foreign
    assert seen.is_small()
    lift(0.5)
    told.change(-1, B1)
    assert told.look(2000) == mask(A1, A2)
    assert seen.likelihood.loose > 90.0
    set_hands(told.decoder)
    told.change(1, C3)
    seen.measure()
    seen.look()
    assert (seen.likelihood.loose, seen.likelihood.known) == learnt


@for_each(("laying_out", "state"), [(False, mask(A1)), (True, mask(A1, B2))])
def test_a_poor_explanation_of_a_rest_that_is_over_is_dropped(laying_out, state):
    """The search took longer than the hand lay there: its weight would be part of the ball."""
    told = standing(A1)
    told.stack.is_open = laying_out
    told.change(1, B2, 14.0)
    set_hands(told.decoder, since_ms=600)
    told.decoder.work(0, 1200)
    assert is_searching(told.decoder)
    told.change(-1, B2, 4.1)
    told.decoder.finish()
    assert told.decoder.state == state
    assert told.decoder.busy == (not laying_out)
    assert told.look() == mask(A1, B2)


@for_each(("pressed", "grows"), [(False, True), (True, False)])
def test_noise_that_is_slower_than_a_window_is_learnt_where_nobody_was(pressed, grows):
    """Then less than half of what the smallest change does is none."""
    told = standing(A1)
    seen, large = told.decoder.observation, 1.5 * told.decoder.observation._min_m
    seen.likelihood.look_at(0.0, large, large)
    if pressed:
        press(seen.presses, 0.0, 0.0)
        seen.presses.gather()
    for _ in range(9):
        seen.learn((5.0, 6.0, (), mask(A1)), True, 600, True)
    seen.stir()
    told.values[1] += large
    assert seen.is_small() == grows
    told.values[1] += large
    assert not seen.is_small()


@for_each(
    ("stirred", "grams", "still"),
    [("", 0.0, True), ("", 9.9, False), ("rest", 0.0, False), ("search", 0.0, False)],
)
def test_slow_noise_is_followed_and_learnt_while_nobody_stirs_the_board(stirred, grams, still):
    """Whoever moves a piece stirs it, perhaps while the rest before is explained."""
    told = standing(A1)
    seen = told.decoder.observation
    told.cells = 1
    told.is_calm = lambda cell: False
    told.take = lambda cell, sample: None
    if stirred == "rest":
        seen.stir()
    if stirred == "search":
        seen.watch(True, True)
    told.values[0] += grams
    told.values[1] += 250.0  # a ball that is moved to the next cell: 300
    assert seen.is_small() == still
    seen.refine()
    learnt = seen.likelihood.noisy
    assert (learnt > 1.0) == (not stirred)
    for _ in range(WINDOW + 1):  # a search took long: drift is no noise
        seen.sample(0, 0)
    seen.refine()
    assert seen.likelihood.noisy == learnt
    seen.look()
    told.values[1] += 250.0
    assert seen.is_same()
    seen.stir()
    assert not seen.is_same()


def test_a_poor_explanation_waits_until_hands_have_certainly_left():
    told = standing(A1)
    told.change(1, B2)
    told.values[0] += 3.2  # a hand lies on it
    set_hands(told.decoder, since_ms=590)
    told.decoder.work(1 << 28, 600)
    told.decoder.finish()
    assert told.decoder.state == mask(A1)
    assert told.decoder.busy
    told.values[0] -= 3.2
    set_hands(told.decoder, since_ms=800)
    set_fresh(told.decoder.observation)
    told.decoder.work(1 << 28, 1300)
    told.decoder.finish()
    assert told.decoder.state == mask(A1, B2)
    assert not told.decoder.busy


def test_nothing_is_learnt_from_a_change_that_ends_a_doubt():
    """Both hypotheses lead to one state; where the ball lay that has gone, nobody knows."""
    told = Told()
    told.change(1, A1, aside=(15.0, 0.0))
    told.look()
    assert told.decoder.ambiguous
    presses, likelihood = told.decoder.observation.presses, told.decoder.observation.likelihood
    before = presses._missed, presses._felt, likelihood.loose
    told.change(-1, A1, aside=(15.0, 0.0))
    assert told.look() == 0
    assert not told.decoder.ambiguous
    assert (presses._missed, presses._felt, likelihood.loose) == before


@for_each(
    ("sigmas", "chi2", "leads"),
    [(0.5, 1.0, True), (2.0, 1.0, False), (4.0, 1.0, False), (9.0, 1.0, True), (9.0, 13.0, False)],
)
def test_explanations_that_are_some_sigmas_apart_must_lead_by_more(sigmas, chi2, leads):
    """2 sigma ask for 6 nats, 4 for 8; what is much nearer or farther for 5; what misfits for 9."""
    found = [(0.0, chi2, ("one",), 1), (5.5, 1.0, ("other",), 2)]
    assert Hypotheses(0)._weigh(found, lambda one, other: sigmas, 12.0)[2] == leads


def test_a_time_too_short_for_two_changes_is_searched_for_one():
    told = standing(A1, B2, C3)
    told.change(1, D4)
    seen = told.decoder.observation
    seen.look()
    search = Search(seen, told.stack)
    short, long = (
        sum(search.search_steps(told.decoder.state, ms)) for ms in (SHORT_MS - 1, SHORT_MS + 400)
    )
    assert short < long
    assert min(search.found)[3] == mask(A1, B2, C3, D4)


@for_each(("grams", "leans"), [(HEAVY_G - 50, False), (HEAVY_G + 50, True)])
def test_who_presses_harder_than_hands_that_put_pieces_leans_before_three_seconds(grams, leans):
    told = standing(A1)
    told.take = lambda cell, sample: None
    told.values[0] += grams
    seen = told.decoder.observation
    for samples in range(HEAVY):
        assert not seen.leans(10 * samples)
        seen.sample(0, 0)
        seen.watch(False, False)
    assert seen.leans(10 * HEAVY) == leans


def test_the_position_is_never_rejected():
    likely = Hypotheses(0)
    suppose(likely, [(2, 0.0), (1, 1.0), (3, 2.0)])
    likely.reject([1, 2], 1)
    assert likely.posterior == [(1, 1.0), (3, 2.0)]
    likely.reject([1, 3], 4)
    assert likely.posterior == [(4, 0.0)]


def test_masses_of_pieces_that_may_have_come_are_forgotten():
    told, forgotten = Told(), []
    told.decoder.observation.forget = forgotten.extend
    told.change(1, A1, aside=(15.0, 0.0))
    told.look()
    assert told.decoder.ambiguous
    likely = {told.stack._cells[place] for _, place, _ in forgotten}
    assert likely <= {A1, A2}
    assert likely


def test_a_swept_board_says_nothing_of_how_hard_hands_press():
    """Arms that sweep and hands that overlap hide presses, however hard they press."""
    told = Told()
    presses = told.decoder.observation.presses
    cells = [cell for cell in range(16) if cell not in (A1, C3)]
    for _ in range(3):
        for sign in (1, -1):
            for cell in cells:
                told.change(sign, cell)
            told.stack.expect(0 if sign < 0 else mask(*cells), 0)
            assert told.look(4000) == (mask(*cells) if sign > 0 else 0)
            assert not told.decoder.ambiguous
    assert presses.far_cost == FAR_COST
    for _ in range(30):
        told.change(1, A1)
        told.look()
        told.change(-1, A1)
        told.look()
    assert presses.far_cost < GENTLE


def test_nothing_is_learnt_of_masses_while_the_board_is_in_doubt():
    told = Told()
    told.change(1, A1, aside=(15.0, 0.0))
    told.look()
    assert told.decoder.ambiguous
    told.change(1, D4, mass=10.4)
    told.look()
    place = told.scale.cells.index(D4)
    assert told.decoder.observation.masses.known(-1, place, BALL)[0] == pytest.approx(9.9)


def test_the_noise_of_the_first_windows_is_no_drift():
    told = standing(A1)
    told.take = lambda cell, sample: None
    for off in (0.0, 0.3):
        told.values[0] += off
        for _ in range(HALF):
            told.decoder.observation.sample(0, 0)
        told.decoder.work(1 << 28, 1000)
    for _ in range(MAX_AGE):
        told.decoder.observation.sample(0, 0)
    assert told.look() == mask(A1)
    assert not told.decoder.foreign


@for_each(
    ("count", "ms", "cost"),
    [(1, 300, 0.0), (1, 1125, 1.0), (2, 300, 6.5), (2, 425, 0.75), (3, 425, 2.0), (2, 800, 0.0)],
)
def test_hands_need_time_for_each_change(count, ms, cost):
    """At least 100 ms each, usually 300, besides the 125 ms until a rest is seen."""
    assert Model().hurry(count, ms) == pytest.approx(cost)


@for_each(
    ("windows", "left_g", "leant_s", "ball"),
    [
        (800, 0, 1, None),
        (800, 0, 30, None),
        (110, 0, 10, None),
        (800, 0, 4, B2),
        (160, 0.5, 30, None),
    ],
)
def test_a_reference_goes_on_to_drift_while_nobody_looks(windows, left_g, leant_s, ball):
    """Load cells that warm up by 8 g a minute in all: else four grams would be missing then.

    That is known after some seconds, and what a touch leaves is no drift.  Somebody leans then, or
    what came is being explained.
    """
    told = standing(A1)
    told.take = lambda cell, sample: None
    seen = told.decoder.observation

    def pass_by(samples):
        for _ in range(samples):
            seen.sample(0, 0)
        told.values[0] += samples * 8 / 60 / 92

    set_hands(told.decoder)
    for window in range(windows):
        if left_g and window == windows // 2:
            pass_by(92)
            told.values[0] += left_g
        pass_by(HALF)
        told.decoder.work(1 << 28, 54 * window)
    expected = mask(A1)
    if ball is not None:
        told.change(1, ball)
        expected |= mask(ball)
        set_hands(told.decoder)
        told.decoder.work(0, 54 * windows + 1700)
        assert is_searching(told.decoder)
    pass_by(92 * leant_s)
    told.decoder.finish()
    assert told.look() == expected
    assert not told.decoder.foreign
    assert abs(seen.difference()[0]) < 0.3
