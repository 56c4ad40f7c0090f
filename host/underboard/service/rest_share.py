"""Share of time in which load cells are at rest, and the cause of unrest.

The board's own rest detector judges, so that the doctor calls a plate good if and only if the board
can play on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from boardcore.layout.layout import Layout
from boardcore.sensing.observe.weight.rest import HALF, RestDetector
from underboard.device.health_text import place_of
from underboard.service.diagnostic_link import SampleRun
from underboard.service.findings import Finding, bad

MAINS_HZ = (50.0, 60.0)
NEAR_HZ = 0.7
"""Distance of a line from the alias of the mains: the net and the converter's rate wander."""
MIN_HZ = 1.0
"""Slower changes are drift."""
LINE_SHARE = 0.3
"""Share of the variance from which a line in the spectrum is named."""
ALONE = 0.8
"""Share of all unrest in one load cell for it to be that cell's."""
SPIKE = 9.0
"""Median deviations from the median above which a sample has a wrong bit: 6 sigma."""


@dataclass
class Line:
    """A line in the spectrum of one load cell; ``mains_hz``: 0 if it is no hum."""

    amplitude_g: float
    hz: float
    mains_hz: float


def calm_share(streams: Sequence[SampleRun], noise_g: float, per_g: float) -> float:
    """Return the share of time in which all load cells are calm, once their noise is learnt."""
    rest = RestDetector(len(streams), round(noise_g * per_g), round(per_g))
    due = sorted(
        (at / len(stream.samples), cell, sample)
        for cell, stream in enumerate(streams)
        for at, sample in enumerate(stream.samples)
    )
    if not due:
        return 0.0
    looks = []
    # Twice: the first time it learns.
    for learnt in (False, True):
        for _, cell, sample in due:
            rest.take(cell, sample)
            if learnt and cell == 0:
                looks.append(all(rest.is_calm(other) for other in range(len(streams))))
    return sum(looks) / max(1, len(looks))


def line_of(stream: SampleRun, per_g: float) -> Line | None:
    """Return the line that makes most of the noise of a load cell, if one does."""
    values = np.array(stream.samples, float) / per_g
    at = np.array(stream.at or range(len(values)), float)
    if len(values) < 100 or not stream.ms:
        return None
    off = values - np.median(values)
    good = np.abs(off) <= SPIKE * np.median(np.abs(off)) + 1e-9
    values, at = values[good], at[good] - at[0]
    values = values - np.polyval(np.polyfit(at, values, 2), at)
    rate = 1000 * len(stream.samples) / stream.ms
    hertz = np.arange(MIN_HZ, rate / 2, 0.05)
    waves = np.exp(-2j * np.pi * np.outer(hertz / rate, at))
    power = np.abs(waves @ values) * 2 / len(values)
    best = int(power.argmax())
    amplitude, found = float(power[best]), float(hertz[best])
    if amplitude**2 / 2 < LINE_SHARE * values.var():
        return None
    for mains in MAINS_HZ:
        if abs(found - alias(mains, rate)) < NEAR_HZ:
            return Line(amplitude, found, mains)
    return Line(amplitude, found, 0.0)


def alias(hz: float, rate: float) -> float:
    """Return at which frequency a line is seen by samples at this rate."""
    return abs(hz - rate * round(hz / rate))


def named(layout: Layout, cell: int) -> dict[str, object]:
    """Return how a load cell is named: its number and the cell of the board nearest to it."""
    return {"sensor": cell, "cell": place_of(layout, cell)}


def restless(
    layout: Layout, streams: Sequence[SampleRun], lines: Sequence[Line | None], percent: int
) -> Finding:
    """Return why a plate never calms: hum, a wobble, the wire of one cell, or a cable."""
    assert layout.scale
    amplitudes = [line.amplitude_g if line else 0.0 for line in lines]
    strong = amplitudes.index(max(amplitudes))
    line = lines[strong]
    names = {"percent": percent, **named(layout, strong)}
    if line:
        key = "plate.restless-hum" if line.mains_hz else "plate.restless-sways"
        hz = round(line.mains_hz or line.hz, 1)
        return bad("plate", key, grams=round(line.amplitude_g, 2), hz=hz, **names)
    # From one half of a window to the next, as the board looks at it.
    moves = np.array([np.sqrt(np.mean(np.diff(halves(stream)) ** 2)) for stream in streams])
    moves = moves / layout.scale.counts_per_g
    worst = int(moves.argmax())
    alone = moves[worst] ** 2 > ALONE * (moves**2).sum()
    key = "plate.restless-wire" if alone else "plate.restless-cable"
    names = {"percent": percent, **named(layout, worst)}
    return bad("plate", key, grams=round(float(moves[worst]), 2), **names)


def halves(stream: SampleRun) -> np.ndarray:
    """Return the means of a load cell over the halves of the board's window, counts."""
    whole = len(stream.samples) // HALF * HALF
    found: np.ndarray = np.array(stream.samples[:whole], float).reshape(-1, HALF).mean(axis=1)
    return found
