"""Disturbances (what sensors feel beside the pieces, in amount and form as asked for)."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from boardcore.layout.layout import Layout
from support.boards.shipped import glued25
from support.sensing.plates import QUIET as QUIET_PLATE
from support.sensing.plates import plate_of
from underboard.sim.faults import Faults
from underboard.sim.physics.field import Magnets
from underboard.sim.physics.parameters import parameters_of
from underboard.sim.physics.scale import G_PER_N, Plate

LAYOUT = Layout(glued25())
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


COUNTS_PER_G = plate_of().scale.counts_per_g


def plate_with(**faults):
    plate = plate_of()
    told = Plate(plate.layout, QUIET_PLATE, Random(1), Faults(**faults))
    assert told.phases_ms == plate.phases_ms, "no other number is drawn"
    return told


def grams(plate, cell, until_ms=60_000.0, after_ms=0.0):
    """What a load cell tells of each of its conversions, g."""
    return np.array(
        [
            plate.sample(cell, ended_ms, ended_ms) / COUNTS_PER_G
            for ended_ms in plate.conversions(cell, after_ms, until_ms)
        ]
    )


@pytest.mark.parametrize("mains_hz", [50.0, 60.0])
def test_hum_is_a_line_where_the_converter_folds_the_mains(mains_hz):
    plate = plate_with(hum_g=0.2, mains_hz=mains_hz)
    felt = grams(plate, 0)
    felt -= felt.mean()
    rate_hz = 1000 / plate.periods_ms[0]
    power = np.abs(np.fft.rfft(felt)) ** 2
    line = np.fft.rfftfreq(len(felt), 1 / rate_hz)[power.argmax()]
    assert line == pytest.approx(abs(mains_hz - rate_hz * round(mains_hz / rate_hz)), abs=0.2)
    assert 0.1 <= np.abs(felt).max() <= 0.201
    near = slice(power.argmax() - 2, power.argmax() + 3)
    assert power[near].sum() > 0.9 * power.sum(), "and nothing else"


def test_pink_noise_of_a_load_cell_has_as_much_in_each_decade():
    plate = plate_with(pink_g=0.1)
    slow = [plate.sample(0, 1000.0 * second) for second in range(2000)]
    assert np.std(slow) / COUNTS_PER_G == pytest.approx(0.2, rel=0.25)  # four decades of 0.1 g
    quick = grams(plate, 0, 2.01e6, 2e6)
    assert np.diff(quick).std() < 0.1, "from sample to sample only the fastest part changes"


def test_a_plate_warms_up_for_half_an_hour():
    plate = plate_with(warm_up=0.2)
    drift = [[grams(plate, cell, m + 1000, m).mean() for m in (0, 60e3, 2.4e6, 2.46e6)]
             for cell in range(4)]  # fmt: skip
    for cold, minute, warm, later in drift:
        assert abs(later - warm) < 0.05 * abs(minute - cold)
    assert np.mean([one[1] - one[0] for one in drift]) == pytest.approx(0.2, rel=0.6)


def test_a_touch_sets_each_load_cell_anew_and_does_not_add_up():
    plate = plate_with(repeat_g=0.5)
    felt = []
    for _ in range(400):
        plate.stir()
        felt.append([plate.sample(cell, 0.0) / COUNTS_PER_G for cell in range(4)])
    spread = np.std(felt, axis=0)
    assert spread == pytest.approx(np.full(4, 0.5), rel=0.15)
    assert np.abs(np.corrcoef(np.array(felt).T)[0, 1]) < 0.2


def test_wrong_samples_are_far_off_as_often_as_asked_for():
    plate = plate_with(wrong_samples=0.03)
    felt = grams(plate, 0) - plate.forces(0.0)[0]
    wrong = np.abs(felt) > 0.01
    assert wrong.mean() == pytest.approx(0.03, abs=0.01)
    assert ((np.abs(felt[wrong]) >= 3.99) & (np.abs(felt[wrong]) <= 9.01)).all()


def test_a_plate_that_was_lifted_stands_elsewhere():
    plate = plate_with()
    plate.bring(0, 1, 0.0)
    before = plate.forces(5000.0)
    air_ms = plate.lift_plate(5000.0)
    assert max(plate.forces(5000.0 + air_ms / 2)) == 0
    after = plate.forces(5001.0 + air_ms)
    assert sum(after) == pytest.approx(sum(before)), "the same stands on it"
    arm = np.array(plate.spots).T @ (np.array(after) - np.array(before))
    weight = sum(before)
    assert ((np.abs(arm) >= 0.1 * weight) & (np.abs(arm) <= 0.5 * weight)).all()
    assert 0.2 < np.std(plate.zeros) < 3


def test_hands_press_as_asked_for():
    plate = plate_with(hand_n=(0.0, 0.1), hand_ms=(3000.0, 3000.0))
    still = sum(plate.forces(0.0))
    for _ in range(50):
        plate.stir()
        plate._touch(0, 0.0)
    felt = sum(plate.forces(1500.0)) - still
    assert 50 * 0.03 < felt / G_PER_N < 50 * 0.07
    assert sum(plate.forces(3001.0)) == pytest.approx(still)


def test_an_odd_piece_weighs_one_and_a_half_times_as_much():
    plate = plate_with(odd_pieces=0.125)
    masses = np.array([plate.new_mass(1) for _ in range(800)]) / plate.scale.masses[0]
    assert set(masses.round(6)) == {1.0, 1.5}
    assert (masses > 1.2).mean() == pytest.approx(0.125, abs=0.04)
