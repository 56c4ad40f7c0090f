"""Chi-squared without what is common: against the equation, in floats and in integers."""

import numpy as np
import pytest

from boardcore.sensing.observe.field.chi2 import chi_of_means, chi_squared, root_of

SENSORS = 25


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


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("common", [0.0, 2000.0])
def test_what_is_common_to_all_sensors_does_not_count(seed, common):
    noises, off = drawn(seed, common)
    found = chi_squared(off.tolist(), (noises**2).tolist())
    assert found == pytest.approx(expected(off, noises**2), rel=1e-6)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("common", [0.0, 300.0])
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
    most = root_of(0.1)
    assert 500_000 * most < 1 << 30
    assert 2_000 * most * 64 < 1 << 30
    assert 2_000 * 2_000 * 64 < 1 << 30
