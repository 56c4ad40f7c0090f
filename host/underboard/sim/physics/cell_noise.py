"""A kitchen's noise on four load cells, of other forms than the firmware assumes.

Mains hum, 1/f noise, warm-up, bad repeatability and wrong samples; all are off on a good board.
Sources of the ranges: firmware/docs/sensing.md, "Figures".  They have a random stream of their
own, so that nothing else changes when one is on.
"""

from math import exp, pi, sin, sqrt
from random import Random

from underboard.sim.faults import Faults

PINK_S = (0.1, 1.0, 10.0, 100.0)
"""Correlation times of noises whose sum is 1/f noise between a tenth of a second and minutes, s."""
WARM_S = 600.0
"""Time constant of the warm-up, s; assumed after public reports of half an hour in all."""
MAINS_SPREAD_HZ = 0.05
"""Deviation of the mains frequency, 1 sigma, Hz; assumed: grids are held within 0.2 Hz."""
WRONG_G = (4.0, 9.0)
"""Range of the error of a wrong sample, g; its sign is random."""


class CellNoise:
    """The disturbances of the samples of one plate, read live from ``underboard.sim.faults``."""

    def __init__(self, faults: Faults, cells: int, seed: float) -> None:
        self._faults = faults
        random = self._random = Random(seed)
        self._mains_off_hz = random.gauss(0, MAINS_SPREAD_HZ)
        self._phases = [random.uniform(0, 2 * pi) for _ in range(cells)]
        self._coupling = [random.uniform(0.5, 1.0) for _ in range(cells)]
        """Share of the hum that each load cell catches."""
        self._warming = [1 + random.gauss(0, 0.5) for _ in range(cells)]
        """Share of the warm-up of each load cell: one is nearer to the regulator."""
        self._pink = [[0.0] * len(PINK_S) for _ in range(cells)]
        self._pink_ms = [0.0] * cells
        self._misplaced = [0.0] * cells

    def touch(self) -> None:
        """Draw a new error of each load cell: each touch sets its mount anew."""
        if self._faults.repeat_g:
            self._misplaced = [
                self._random.gauss(0, self._faults.repeat_g) for _ in self._misplaced
            ]

    def error_g(self, cell: int, now_ms: float) -> float:
        """Return the error of the conversion of a load cell that ends now, g."""
        faults = self._faults
        error = self._misplaced[cell] if faults.repeat_g else 0.0
        if faults.hum_g:
            turns = (faults.mains_hz + self._mains_off_hz) * now_ms / 1000
            error += faults.hum_g * self._coupling[cell] * sin(2 * pi * turns + self._phases[cell])
        if faults.warm_up:
            risen = WARM_S / 60 * (1 - exp(-now_ms / 1000 / WARM_S))
            error += faults.warm_up * risen * self._warming[cell]
        if faults.pink_g:
            error += self._pink_g(cell, now_ms)
        if faults.wrong_samples and self._random.random() < faults.wrong_samples:
            error += self._random.choice((-1, 1)) * self._random.uniform(*WRONG_G)
        return error

    def _pink_g(self, cell: int, now_ms: float) -> float:
        seconds = max(now_ms - self._pink_ms[cell], 0.0) / 1000
        self._pink_ms[cell] = now_ms
        parts = self._pink[cell]
        for row, tau_s in enumerate(PINK_S):
            kept = exp(-seconds / tau_s)
            fresh = self._random.gauss(0, self._faults.pink_g * sqrt(1 - kept * kept))
            parts[row] = kept * parts[row] + fresh
        return sum(parts)
