"""The conversion of an RP2040, with its known differential non-linearity.

Units: LSB of 12 bits.  Figures from firmware/docs/fields.md, sections 3 and 4; none was measured
here.
"""

from typing import Any

import numpy as np

from underboard.sim.physics.parameters import CODES

STEPS_AT = (512, 1536, 2560, 3584)
STEP_LSB = 8
"""Extra width of four codes, number of LSB at most (firmware/docs/fields.md, 4)."""
MISSING = 2047
"""Code that never comes (firmware/docs/fields.md, 4)."""
FINE = 8
"""Number of points of the table per LSB; chosen."""
LAST = CODES * FINE
"""Points of the whole table."""

Numbers = Any
"""A numpy array of floats or ints."""


def transfer(steps: bool = True) -> Numbers:
    """Return the code for every ``1 / FINE`` of an LSB; without ``steps`` of an ideal ADC."""
    widths = np.ones(CODES)
    if steps:
        widths[MISSING] = 0
        widths[list(STEPS_AT)] = 1 + STEP_LSB
        # Between the steps the error is made up for, so the ends stay where they are.
        plain = np.ones(CODES, bool)
        plain[[MISSING, *STEPS_AT]] = False
        widths[plain] = (CODES - widths[~plain].sum()) / plain.sum()
    ends = np.cumsum(widths)
    middles = (np.arange(CODES * FINE) + 0.5) / FINE
    return np.minimum(np.searchsorted(ends, middles, side="right"), CODES - 1).astype(np.int32)


class Adc:
    """Converts; ``single_lsb``: rms noise of one conversion."""

    def __init__(self, single_lsb: float, random: np.random.RandomState, steps: bool = True):
        table = transfer(steps)
        self._table = table << 4 | table >> 8  # as ``analogio`` stretches them to 16 bits
        self._single = single_lsb
        self._random = random
        # One conversion at a time is asked for often: plain Python is faster there.
        self._codes: list[int] = self._table.tolist()
        self._noise = (random.standard_normal(8191) * single_lsb * FINE).tolist()
        self._at = 0

    def convert(self, level: float) -> int:
        """Return one conversion of a level, scaled to 16 bits as by ``analogio``."""
        self._at = at = self._at + 1 if self._at < 8190 else 0
        fine = int(level * FINE + self._noise[at])
        return self._codes[0 if fine < 0 else fine if fine < LAST else -1]

    def means(self, levels: Numbers, samples: int) -> Numbers:
        """Return the mean of ``samples`` conversions of each level, in 16 bits, rounded down."""
        fine = self._random.standard_normal((len(levels), samples))
        fine *= self._single
        fine += levels[:, None]
        fine *= FINE
        codes = self._table.take(fine.astype(np.int64), mode="clip")
        return np.add.reduce(codes, axis=1) // samples
