"""Rest detection (when sensors rest, what they show on average, and what counts as a change)."""

import random
from array import array

import numpy as np
import pytest

from boardcore.sensing.observe.field.rest import (
    SLOT,
    RestDetector,
    chi_of_means,
    chi_squared,
    root_of,
)
from support.rows import for_each

SENSORS = 25
NOISE = 12.0
LEVEL = 32768


def scans(rest, count, levels, seed=1, noise=NOISE, hum=0.0):
    """Let it take scans; ``hum``: another shift of all sensors in each, 1 sigma."""
    chance, humming = random.Random(seed), random.Random(seed + 1)
    for _ in range(count):
        shift = humming.gauss(0, hum)
        rest.scan(array("H", [round(level + shift + chance.gauss(0, noise)) for level in levels]))


def means_of(rest):
    means = array("i", [0] * SENSORS)
    rest.means(means)
    return means


def rested(levels=(LEVEL,) * SENSORS, count=25):
    rest = RestDetector([NOISE] * SENSORS)
    scans(rest, count, levels)
    rest.rebase(means_of(rest), rest.scans)
    return rest


def test_a_hand_that_moves_a_magnet_begins_everything_anew():
    rest = rested()
    for step in range(20):
        rest.scan(array("H", [LEVEL + 200 * step] * 9 + [LEVEL] * (SENSORS - 9)))
    assert rest.scans == 0
    assert rest.restarts


def test_what_moves_all_sensors_at_once_is_no_hand():
    rest = rested()
    scans(rest, 20, [LEVEL] * SENSORS, hum=10 * NOISE)
    assert rest.scans == 20
    assert not rest.has_changed()
    assert rest.restarts == 0


def test_a_change_shows_through_what_moves_all_sensors_at_once():
    rest = rested()
    scans(rest, 20, [LEVEL + 40] * 6 + [LEVEL] * (SENSORS - 6), hum=10 * NOISE)
    assert rest.has_changed()


def test_a_sensor_that_is_left_out_may_do_what_it_likes():
    rest = RestDetector([0.0] + [NOISE] * (SENSORS - 1))
    for step in range(10):
        rest.scan(array("H", [1000 * step] + [LEVEL] * (SENSORS - 1)))
    assert rest.scans == 10


@for_each("seed", range(5))
def test_a_change_is_chi_squared_without_what_all_sensors_show_alike(seed):
    chance = np.random.default_rng(seed)
    noises = chance.uniform(8, 20, SENSORS)
    rest = RestDetector(noises.tolist())
    before = chance.integers(30_000, 35_000, SENSORS)
    # Within what a rest is: the head begins anew where scans differ more.
    after = before + 150 + chance.integers(-12, 13, SENSORS)
    means = [array("H", levels.tolist()) for levels in (before, after)]
    for _ in range(2 * SLOT):
        rest.scan(means[0])
    rest.rebase(means_of(rest), rest.scans)
    for _ in range(4 * SLOT):
        rest.scan(means[1])
    weights = 1 / (noises**2 * (1 / (2 * SLOT) + 1 / (4 * SLOT)))
    changes = after - before
    common = np.sum(weights * changes) / np.sum(weights)
    expected = np.sum(weights * (changes - common) ** 2)
    assert rest.changed() == pytest.approx(expected, rel=0.05)


def test_noise_is_no_change():
    changed = 0
    for seed in range(60):
        rest = rested()
        scans(rest, 10, [LEVEL] * SENSORS, seed=seed + 100)
        changed += rest.has_changed()
    assert changed <= 3


@for_each("size", [30, -30, 300, 20000])
def test_what_some_sensors_show_is_a_change(size):
    rest = rested()
    scans(rest, 10, [LEVEL + size] * 6 + [LEVEL] * (SENSORS - 6))
    assert rest.has_changed()


def test_a_change_amid_a_slot_is_not_averaged_away():
    rest = rested()
    scans(rest, 3, [LEVEL] * SENSORS)
    after = [LEVEL + 25] * 8 + [LEVEL - 25] * 8 + [LEVEL] * 9
    scans(rest, 12, after)
    for i in range(16):
        assert abs(means_of(rest)[i] / 16 - after[i]) < 12


def test_the_base_follows_the_drift_but_slowly():
    rest = rested()
    scans(rest, 25, [LEVEL + 16] * SENSORS)
    rest.follow()
    assert all(16 * LEVEL < mean < 16 * (LEVEL + 16) for mean in rest.base16)


@for_each("factor", [1.5, 2, 3])
def test_sensors_that_are_louder_than_assumed_are_heard_out(factor):
    rest = RestDetector([NOISE] * SENSORS)
    scans(rest, 60, [LEVEL] * SENSORS, noise=factor * NOISE)
    assert rest.scans >= 2 * SLOT
    assert abs(rest.loud16 - 16 * factor) < 2 + factor


def test_what_moves_all_sensors_at_once_is_no_noise():
    rest = RestDetector([NOISE] * SENSORS)
    scans(rest, 60, [LEVEL] * SENSORS, hum=3 * NOISE)
    assert rest.loud16 == 16


def test_a_hand_is_no_noise():
    rest = rested()
    for step in range(40):
        rest.scan(array("H", [LEVEL + 30 * i * step for i in range(SENSORS)]))
    assert rest.loud16 == 16


def test_a_sensor_that_works_again_has_changed_nothing():
    rest = RestDetector([0.0] + [NOISE] * (SENSORS - 1))
    scans(rest, 20, [60000] + [LEVEL] * (SENSORS - 1))
    rest.rebase(means_of(rest), rest.scans)
    scans(rest, 2, [LEVEL] * SENSORS)
    rest.set_noises([NOISE] * SENSORS, 0)
    scans(rest, 20, [LEVEL] * SENSORS)
    assert not rest.has_changed()


# Chi-squared without what is common, in floats and in integers


def expected(differences, variances):
    used = variances > 0
    weights = 1 / variances[used]
    off = differences[used]
    common = np.sum(weights * off) / np.sum(weights)
    return np.sum(weights * (off - common) ** 2)


def drawn(seed, common=0.0):
    chance = np.random.default_rng(seed)
    noises = chance.uniform(8, 20, SENSORS)
    noises[seed % SENSORS] = 0.0
    return noises, common + chance.normal(0, 30, SENSORS)


@for_each("seed", range(5))
@for_each("common", [0.0, 2000.0])
def test_what_is_common_to_all_sensors_does_not_count(seed, common):
    noises, off = drawn(seed, common)
    found = chi_squared(off.tolist(), (noises**2).tolist())
    assert found == pytest.approx(expected(off, noises**2), rel=1e-6)


@for_each("seed", range(5))
@for_each("common", [0.0, 300.0])
def test_means_are_compared_in_integers_nearly_as_well(seed, common):
    noises, off = drawn(seed, common)
    share = 1 / 10 + 1 / 40
    before = np.full(SENSORS, 32_000)
    after = before + np.round(off).astype(int)
    roots = [root_of(noise) for noise in noises]
    found = chi_of_means((10 * after).tolist(), 10, (40 * before).tolist(), 40, roots, share)
    assert found == pytest.approx(expected(after - before, noises**2 * share), rel=0.03)


def test_without_any_sensor_nothing_has_changed():
    assert chi_squared([1.0, 2.0], [0.0, 0.0]) == 0
    assert chi_of_means([1, 2], 1, [3, 4], 1, [0, 0], 1.0) == 0


def test_no_sum_leaves_the_small_ints_of_a_board():
    assert 65535 * 16 * 256 < 1 << 30
    assert 40 * 65535 * 16 < 1 << 30
    most = root_of(0.1)
    assert 500_000 * most < 1 << 30
    assert 2_000 * most * 64 < 1 << 30
    assert 2_000 * 2_000 * 64 < 1 << 30
