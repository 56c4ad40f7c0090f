"""Calm plates (the doctor judges as the board does, and names what disturbs it)."""

from random import Random

import numpy as np
import pytest

from support.sensing.plates import LAYOUT
from underboard.service import doctor
from underboard.service.diagnostic_link import SampleRun
from underboard.service.load_cell_checks import check_calm
from underboard.service.rest_share import calm_share, line_of
from underboard.texts import Texts

PER_G, NOISE_G = LAYOUT.scale.counts_per_g, LAYOUT.scale.noise_g


def streams(make, seconds=8.0, seed=1):
    """What four load cells tell in this time; ``make(second)``: g, besides their noise."""
    chance, found = Random(seed), []
    for _ in range(4):
        rate = 92 * (1 + chance.uniform(-0.05, 0.05))
        times = np.arange(int(seconds * rate)) / rate
        values = make(times) + np.array([chance.gauss(0, NOISE_G) for _ in times])
        samples = [round(PER_G * value) for value in values]
        found.append(SampleRun(samples, ms=1000 * seconds, at=list(range(len(samples)))))
    return found


def keys(make):
    return {finding.key for finding in check_calm(LAYOUT, streams(make))}


@pytest.mark.parametrize("mains", [50, 60])
@pytest.mark.parametrize("grams", [0.1, 0.3])
def test_hum_is_named_with_its_frequency_and_the_board_plays_on(mains, grams):
    told = streams(lambda second: grams * np.sin(2 * np.pi * mains * second))
    for stream in told:
        line = line_of(stream, PER_G)
        assert line.mains_hz == mains
        assert line.amplitude_g == pytest.approx(grams, rel=0.1)
    assert calm_share(told, NOISE_G, PER_G) > 0.95


def test_a_still_plate_is_calm_and_has_no_line():
    told = streams(lambda second: 0 * second)
    assert [line_of(stream, PER_G) for stream in told] == [None] * 4
    assert keys(lambda second: 0 * second) == {"plate.calm"}


def test_a_table_that_sways_is_named():
    assert "plate.sways" in keys(lambda second: 0.4 * np.sin(2 * np.pi * 7 * second))


def hum(second):
    return 4 * np.sin(2 * np.pi * 50 * second)


def sway(second):
    return 4 * np.sin(2 * np.pi * 7.3 * second)


def walk(second):
    """Wander like what a draught or a cable does."""
    return np.cumsum(np.random.RandomState(3).standard_normal(len(second))) * 0.9


RESTLESS = [
    # what all load cells feel, g; finding; words of its sentence
    (hum, "plate.restless-hum", ["mains hum of ", " Hz in load cell "]),
    (sway, "plate.restless-sways", ["swings by 4.", "7.3 times a second", "wobbles"]),
    (walk, "plate.restless-cable", ["waver by up to ", "a cable that pulls"]),
]


@pytest.mark.parametrize(("make", "key", "words"), RESTLESS)
def test_a_plate_that_never_rests_is_refused_with_its_cause(make, key, words):
    (finding,) = check_calm(LAYOUT, streams(make))  # and no note that says the board allows for it
    assert finding.key == key
    line = doctor.as_line(finding, Texts("en"))
    for word in words:
        assert word in line
    assert "%" in doctor.as_line(finding, Texts("fr"))


def test_one_load_cell_that_never_rests_is_named():
    told = streams(lambda second: 0 * second)
    told[2] = streams(walk)[2]
    (finding,) = [one for one in check_calm(LAYOUT, told) if one.level == "bad"]
    assert (finding.key, finding.names["sensor"]) == ("plate.restless-wire", 2)


def test_a_wrong_bit_is_no_line():
    told = streams(lambda second: 0 * second)
    told[0].samples[100] ^= 1 << 20
    assert line_of(told[0], PER_G) is None
