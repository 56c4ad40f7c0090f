"""Disturbances: what sensors feel beside the pieces, in amount and form as asked for."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from support.sensing.plates import QUIET as QUIET_PLATE
from support.sensing.plates import plate_of
from underboard.deploy.layouts import layout_of
from underboard.sim.physics.field import Magnets
from underboard.sim.physics.parameters import parameters_of

LAYOUT = layout_of("pylos-hall25")
QUIET = {
    "noise_ut": 0.0, "drift_ut": 0.0, "walk_ut": 0.0, "jiggle_deg": 0.0, "bump": 0.0,
    "gain_spread": 0.0, "steps": False,
}  # fmt: skip


def board(seed=1, **changes):
    return Magnets(LAYOUT, parameters_of(LAYOUT, **{**QUIET, **changes}), Random(seed))


def felt_ut(magnets, now_ms):
    """What the sensors tell of each moment, in µT."""
    return magnets.levels(now_ms) / magnets._lsb_per_mt * 1000


def test_nothing_is_disturbed_unless_asked_for():
    assert not parameters_of(LAYOUT).disturbed
    assert board()._disturbances is None


def test_pink_noise_has_as_much_in_each_decade():
    magnets = board(pink_ut=10.0)
    slow = np.array([felt_ut(magnets, 1000.0 * second) for second in range(2000)])
    assert slow.std(axis=0).mean() == pytest.approx(20.0, rel=0.25)  # four decades of 10 µT
    quick = np.array([felt_ut(magnets, 3e6 + 10.0 * step) for step in range(3000)])
    steps = np.abs(np.diff(quick, axis=0)).mean()
    assert 0 < steps < 10, "from scan to scan only the fastest part changes"


def test_each_sensor_shifts_by_itself_with_each_touch_and_stays():
    magnets = board(shift_ut=30.0)
    magnets.put(0)
    first = felt_ut(magnets, 100.0)
    assert felt_ut(magnets, 200.0) == pytest.approx(first)
    shifts = []
    for _ in range(200):
        magnets.touch(0)
        shifts.append(felt_ut(magnets, 300.0) - first)
    assert np.std(shifts) == pytest.approx(30 * 2**0.5, rel=0.5)
    assert np.abs(np.corrcoef(np.array(shifts).T)[0, 1]) < 0.3


def test_tails_turn_balls_far_now_and_then():
    tails = board(tails=2.0)._disturbances
    times = sorted(tails.tail() for _ in range(4000))
    assert times[2000] == pytest.approx(0.82, rel=0.1), "the median of Student's t of 2"
    assert sum(one > 5 for one in times) > 60, "of a normal one none would be so far"
    assert times[-1] <= 30


def test_a_ball_of_the_reserve_is_felt_at_the_edge_and_moves_with_each_touch():
    magnets = board(reserve=4)
    alone = board()
    more = felt_ut(magnets, 0.0) - felt_ut(alone, 0.0)
    assert 1 < np.abs(more).max() < 1000
    magnets.touch(0)
    assert np.abs(felt_ut(magnets, 0.0) - felt_ut(alone, 0.0) - more).max() > 0.1


def test_a_load_cell_that_creeps_takes_up_a_load_late():
    plate = plate_of(replace(QUIET_PLATE, creep=0.01, creep_s=100.0))
    for second in range(1000):
        plate.sample(0, 1000.0 * second)
    rested = plate.sample(0, 1e6)
    plate.lay("cup", 1000.0, 0.0, 0.0)
    first = plate.sample(0, 1e6) - rested
    for second in range(1000):
        plate.sample(0, 1e6 + 1000.0 * second)
    last = plate.sample(0, 2e6) - rested
    assert first == pytest.approx(0.99 * last, rel=1e-3)
