"""Rest detection on four load cells (what stands still, what creeps, rings or spikes)."""

from math import sin
from random import Random

import pytest

from boardcore.sensing.observe.weight.rest import HALF, RING, WINDOW, RestDetector
from support.campaign import one_in
from support.rows import for_each

NOISE = 64
"""Counts: 0.03 g."""


def fed(samples, noise=NOISE):
    rest = RestDetector(1, noise)
    for sample in samples:
        rest.take(0, sample)
    return rest


def white(count, chance=None, sigma=NOISE, mean=1000):
    chance = chance or Random(1)
    return [mean + round(chance.gauss(0, sigma)) for _ in range(count)]


def test_a_cell_with_nothing_but_noise_is_calm():
    rest = fed(white(200))
    assert rest.is_calm(0)
    assert abs(rest.sum(0) / WINDOW - 1000) < 3 * NOISE / WINDOW**0.5


def test_noise_seldom_disturbs_a_rest():
    chance, rest, calm = Random(2), RestDetector(1, NOISE), 0
    for _ in range(RING):
        rest.take(0, white(1, chance)[0])
    for _ in range(2000):
        rest.take(0, white(1, chance)[0])
        calm += rest.is_calm(0)
    assert calm > 1980


def test_a_window_must_be_full():
    assert not fed(white(WINDOW)).is_calm(0)
    assert fed(white(RING)).is_calm(0)


def test_a_step_is_no_rest_until_the_window_has_passed():
    step = [1000 + 2147 * 10]
    # The median of three lags by one sample.
    assert fed(white(100) + step).is_calm(0)
    calm = [fed(white(100) + step * count).is_calm(0) for count in range(2, RING + 3)]
    assert not any(calm[:HALF])
    assert calm[-1]


def test_what_creeps_is_no_rest():
    assert not fed([10 * at for at in range(0, 4000, 8)]).is_calm(0)


def test_what_rings_is_no_rest():
    # 8 Hz, 2 g, at 92 samples/s; its mean over the window hardly moves.
    assert not fed([round(4294 * sin(0.546 * at)) for at in range(200)]).is_calm(0)


@for_each("bit", [8, 14, 21])
def test_a_single_wrong_bit_changes_nothing(bit):
    samples = white(200)
    good = fed(samples).sum(0)
    samples[-5] ^= 1 << bit
    rest = fed(samples)
    assert rest.is_calm(0)
    assert abs(rest.sum(0) - good) <= 4 * NOISE


def test_sums_stay_right_for_ever():
    chance, rest, last = Random(3), RestDetector(2, NOISE), []
    for at in range(5000):
        last.append(at % 997 * 1000)
        rest.take(1, last[-1])
        if chance.random() < 0.3:
            rest.take(0, 5)
    # The median of three lags by one sample.
    medians = [sorted(last[at - 2 : at + 1])[1] for at in range(2, len(last))]
    assert rest.sum(1) == sum(medians[-WINDOW:])


PER_G = 2147


def calm_share(make, seconds=40, first=8):
    """Return the share of time in which four cells are calm, and how much noise was learnt.

    ``make(chance, cell, second)``: what a cell reads, g; each has its own rate.
    """
    chance, rest, calm, looks = Random(5), RestDetector(4, NOISE, PER_G), 0, 0
    periods = [1 / (92 * (1 + chance.uniform(-0.05, 0.05))) for _ in range(4)]
    due = list(periods)
    while min(due) < seconds:
        cell = due.index(min(due))
        rest.take(cell, round(PER_G * make(chance, cell, due[cell])))
        due[cell] += periods[cell]
        if cell == 0 and due[0] > first:
            looks += 1
            calm += all(rest.is_calm(other) for other in range(4))
    return calm / looks, rest.noise_times(0)


def noise(sigma):
    return lambda chance, cell, second: chance.gauss(0, sigma)


def hum(grams, hz):
    return lambda chance, cell, second: chance.gauss(0, 0.03) + grams * sin(6.2832 * hz * second)


@pytest.mark.slow
@pytest.mark.parametrize(
    "make",
    one_in(
        2,
        [
            noise(0.03),
            noise(0.09),
            noise(0.3),
            hum(0.1, 50),
            hum(0.2, 91),
            hum(0.3, 60),
            hum(0.1, 4),
        ],
    ),
    ids=one_in(2, ["usual", "0.09", "0.3", "50 Hz", "alias 1 Hz", "60 Hz", "sways at 4 Hz"]),
)
def test_thresholds_follow_noise_hum_and_sway(make):
    share, times = calm_share(make)
    assert share > 0.98
    assert times >= 1


@pytest.mark.slow
def test_hands_teach_no_noise():
    """A press of 0.3 N for a third of every second, a piece that comes, a hand that trembles."""

    def hands(chance, cell, second):
        pressed = 30.0 * (second % 1.0 < 0.33) + 3.0 * (int(second) % 2)
        return chance.gauss(0, 0.03) + pressed + (second > 30) * 5 * sin(40 * second)

    _, times = calm_share(hands)
    assert times < 1.5


def test_noise_is_not_learnt_while_a_hand_may_just_have_left():
    chance, rest = Random(4), RestDetector(1, NOISE, PER_G)
    for halves, sigma, learns in (
        (40, 0.03, False),
        (2, 30, False),
        (7, 0.2, False),
        (9, 0.2, True),
    ):
        for _ in range(HALF * halves):
            rest.take(0, round(PER_G * chance.gauss(0, sigma)))
        assert (rest.noise_times(0) > 1) == learns


def test_noise_that_has_gone_is_forgotten():
    _, times = calm_share(lambda chance, cell, second: chance.gauss(0, 0.03 + 0.2 * (second < 20)))
    assert times == 1


def test_no_sum_leaves_the_small_ints():
    assert WINDOW << 24 < 2**30
