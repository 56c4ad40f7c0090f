"""Gains that drift in play are found from single pieces at known places."""

from random import Random

import pytest

from boardcore.layout.layout import Layout
from boardcore.sensing.observe.weight.gains import Gains
from support.rows import for_each
from support.sensing.plates import GYGES, LAYOUT

SCALE = LAYOUT.scale
TOUCH_GMM = 12.0


def after_pieces(drifts, count=60, seed=1, slid=(0.0, 0.0), scale=SCALE):
    """Let balls come and go on a plate whose load cells read these fractions too much."""
    random = Random(seed)
    found = Gains(scale.sensor_mm)
    squares = [sum(spot[axis] ** 2 for spot in scale.sensor_mm) for axis in (0, 1)]
    for _ in range(count):
        x, y = random.choice(scale.places)
        mass = random.choice((1, -1)) * random.gauss(9.9, 0.6)
        here = (x + random.gauss(slid[0], 0.4), y + random.gauss(slid[1], 0.4))
        w = mx = my = 0.0
        for (sx, sy), drift in zip(scale.sensor_mm, drifts):
            share = 1 / 4 + here[0] * sx / squares[0] + here[1] * sy / squares[1]
            load = mass * share * (1 + drift)
            w, mx, my = w + load, mx + load * sx, my + load * sy
        mx, my = mx + random.gauss(0, TOUCH_GMM), my + random.gauss(0, TOUCH_GMM)
        found.learn((x, y), w, mx, my, TOUCH_GMM**2 + (mass * 0.8) ** 2)
    return found


@for_each("cell", range(4))
@for_each("drift", [-0.1, 0.08])
def test_a_gain_that_has_drifted_is_named_with_its_figure(cell, drift):
    drifts = [drift if other == cell else 0.0 for other in range(4)]
    found = after_pieces(drifts)
    assert found.worst == cell
    assert found.apart(cell) == pytest.approx(drift, abs=0.025)


@for_each("cell", range(4))
def test_a_plate_that_is_longer_than_wide_has_two_lever_arms(cell):
    scale = Layout(GYGES).scale
    wide, high = (max(spot[axis] for spot in scale.sensor_mm) for axis in (0, 1))
    assert high > 1.2 * wide
    found = after_pieces([0.08 if other == cell else 0.0 for other in range(4)], 200, scale=scale)
    assert found.worst == cell
    assert found.apart(cell) == pytest.approx(0.08, abs=0.008)


def test_good_load_cells_are_not_blamed_in_a_hundred_games():
    drifts = [0.003, -0.002, 0.001, -0.002]
    assert [after_pieces(drifts, 50, seed).worst for seed in range(100)] == [-1] * 100


def test_no_load_cell_is_believed_for_ever():
    doubts = after_pieces([0.0] * 4, 1000).covariance
    doubts = [doubts[cell][cell] for cell in range(4)]
    assert max(doubts) < 1.5 * min(doubts)


def test_two_pieces_say_little_of_good_load_cells():
    found = [after_pieces([0.0] * 4, 2, seed).means for seed in range(60)]
    assert sum(off * off for one in found for off in one) / 240 < 0.025**2


def test_what_all_four_share_is_no_drift():
    assert after_pieces([0.06] * 4).worst == -1


def test_a_hand_that_was_still_there_is_no_evidence():
    found = after_pieces([0.0] * 4, 10)
    before = list(found.means)
    found.learn(SCALE.places[0], 10.0, 4000.0, -4000.0, TOUCH_GMM**2)
    assert list(found.means) == before
