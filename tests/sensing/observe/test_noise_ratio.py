"""The measured noise: what thresholds of rest follow."""

from boardcore.sensing.observe.field.noise import WINDOW, WINDOWS, NoiseRatio

USUAL = 4 * 113
"""Sum of the steps of four sensors with a noise of 100 counts."""


def ratios(steps):
    ratio = NoiseRatio([100] * 4)
    for one in steps:
        ratio.add(one)
        yield ratio.ratio16


def test_the_first_scan_after_power_on_is_no_noise():
    assert set(ratios([4 * 32768] + [USUAL] * 20 * WINDOW)) == {16}


def test_hands_that_come_in_the_first_window_are_no_noise():
    assert set(ratios([50 * USUAL] * WINDOW + [USUAL] * 20 * WINDOW)) == {16}


def test_noise_counts_once_all_windows_have_it():
    found = list(ratios([3 * USUAL] * WINDOW * WINDOWS))
    assert set(found[:-1]) == {16}
    assert 46 <= found[-1] <= 50
