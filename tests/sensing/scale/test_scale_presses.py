"""Presses (where hands press on a plate, from how its weight and moments change)."""

from math import log

import pytest

from boardcore.layout.layout import Layout
from boardcore.sensing.observe.weight.presses import FAR_COST, KNOWN, MAX_PRESSES, Presses
from boardcore.sensing.observe.weight.weight import GENTLE_MS, STEADY_MS, Weight
from support.sensing.plates import GYGES, LAYOUT, press

SCALE = Layout(GYGES).scale
NOTHING = (0.0, 0.0, 0.0)
A, B = SCALE.places[0], SCALE.places[8]


def presses():
    return Presses(SCALE.places, SCALE.pitch_mm)


def load(*forces):
    """Return W, Mx, My of forces ``(g, (x, y))``."""
    return tuple(
        sum(part)
        for part in zip(*[(g, g * x, g * y) for g, (x, y) in forces], NOTHING, strict=True)
    )


def felt(*moments):
    """Return presses of moments that last three samples each, and of a rest after them."""
    found = presses()
    found.rest(moments[0])
    for moment in moments:
        for _ in range(3):
            found.take(moment, moments[0])
    found.gather()
    return found.seen


def test_a_hand_that_comes_and_goes_is_one_press():
    (seen,) = felt(NOTHING, load((100.0, A)), NOTHING)
    assert seen == pytest.approx([*A, 2, 200.0])


def test_hands_at_once_are_told_apart():
    both = load((100.0, A), (150.0, B))
    first, second = felt(NOTHING, load((100.0, A)), both, load((150.0, B)), NOTHING)
    assert first == pytest.approx([*A, 2, 200.0])
    assert second == pytest.approx([*B, 2, 300.0])


def test_a_press_lies_at_the_mean_of_its_steps_by_their_force():
    beside = (A[0] + 6.0, A[1] - 3.0)
    (seen,) = felt(NOTHING, load((100.0, A)), load((100.0, A), (50.0, beside)))
    assert seen == pytest.approx([A[0] + 2.0, A[1] - 1.0, 2, 150.0])


def test_a_piece_that_is_up_shifts_no_press():
    up = load((-18.0, A))
    (seen,) = felt(NOTHING, up, load((-18.0, A), (60.0, B)), up)
    assert seen[:3] == pytest.approx([*B, 2])


def test_a_step_is_from_one_turn_of_the_weight_to_the_next():
    found = presses()
    found.rest(NOTHING)
    for grams in (10.0, 40.0, 90.0, 120.0, 70.0, 20.0, 0.0, 0.0):
        found.take(load((grams, A)), NOTHING)
    found.gather()
    assert found.seen == [pytest.approx([*A, 2, 240.0])]


def test_a_hand_that_goes_while_another_comes_is_no_press_beside_the_board():
    one, other = load((100.0, A)), load((130.0, B))
    # 30 g more, and the moments of both hands.
    assert len(felt(one, other)) == 0


def test_a_press_goes_on_after_a_rest_of_the_hand():
    found = presses()
    found.rest(NOTHING)
    for moment in (load((100.0, A)),) * 3:
        found.take(moment, NOTHING)
    found.gather()
    found.rest(load((100.0, A)))
    for moment in (NOTHING,) * 3:
        found.take(moment, NOTHING)
    found.gather()
    assert found.seen == [pytest.approx([*A, 2, 200.0])]


def test_no_more_presses_are_kept_than_there_is_room_for():
    found = presses()
    for place in SCALE.places:
        press(found, *place)
    found.gather()
    assert len(found.seen) == MAX_PRESSES


def test_a_change_far_from_every_press_costs_more():
    found = presses()
    press(found, *A)
    found.gather()
    near, beside, far = (found.cost([(1, at, 1)]) for at in (0, 1, 8))
    assert near == pytest.approx(0)
    assert far > FAR_COST
    assert beside == pytest.approx(far * (40 / (1.5 * 0.73 * 40)) ** 2)


def test_places_beside_a_press_come_in_the_order_of_their_distance():
    found = presses()
    found.seen = [[A[0] + 18.0, A[1] + 15.0, 2, 100.0]]
    assert [at for at, _ in found.near(())] == [0, 1, 6, 7]


def test_a_hand_that_was_seen_but_once_has_not_come_and_gone():
    found = presses()
    found.rest(NOTHING)
    for moment, handled in ((load((100.0, A)), []), (NOTHING, [0])):
        for _ in range(3):
            found.take(moment, NOTHING)
        found.gather()
        assert [at for at, _ in found.near(())] == [0]
        assert [at for at, steps in found.near(()) if steps >= 2] == handled


def test_a_missing_press_counts_by_how_hard_these_hands_have_pressed():
    presses = Presses(LAYOUT.scale.places, LAYOUT.scale.pitch_mm)
    x, y = LAYOUT.scale.places[0]
    assert presses.far_cost == FAR_COST
    for _ in range(20):
        presses.learn([5])  # nothing was felt
    gentle = presses.far_cost
    assert gentle < 1.0
    press(presses, x, y)
    presses.gather()
    assert presses.cost([(1, 5, 1)]) < FAR_COST
    for _ in range(60):
        presses.learn([0])
    assert gentle < presses.far_cost <= FAR_COST
    for _ in range(200):  # every second change was felt
        presses.learn([5])
        presses.learn([0])
    assert presses.far_cost == pytest.approx(log(2), abs=0.03)


def test_hands_that_are_not_known_yet_count_as_gentle():
    """Gentle ones lay a hand on the first ring: until twelve changes were felt it is waited."""
    plate = Weight(SCALE, None, None)
    assert plate.waits(GENTLE_MS - 1, 0.0)
    assert not plate.waits(GENTLE_MS, 0.0)
    for _ in range(KNOWN):
        plate.presses.seen = [[*SCALE.places[4], 2, 100.0]]
        plate.presses.learn([4])
    plate.presses.seen = []
    assert plate.waits(STEADY_MS - 1, 0.0)
    assert not plate.waits(STEADY_MS, 0.0)


def test_a_hand_that_was_felt_to_go_is_not_waited_for():
    plate = Weight(SCALE, None, None)
    plate.presses.seen = [[*A, 1, 100.0]]
    assert plate.waits(100, 0.0)
    plate.presses.seen = [[*A, 2, 100.0]]
    assert not plate.waits(100, 0.0)
