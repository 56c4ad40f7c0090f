"""Disturbances of Hall sensors, of other forms than the decoders assume.

All are off by default; when on they use a random stream of their own, so that nothing else
changes.  None was measured; units as in ``parameters``.
"""

from math import exp, pi, sqrt
from typing import Any

import numpy as np

PINK_S = (0.1, 1.0, 10.0, 100.0)
"""Correlation times of noises whose sum is 1/f noise between a tenth of a second and minutes, s."""
MAX_TAILS = 30.0
"""Largest turn of a ball as a factor of the usual one; chosen."""
BALL_MM = 30.0
"""Diameter of a ball, mm, by the rules' set."""


class Disturbances:
    """The disturbances of one board: call ``touch`` after each move, ``levels_mt`` at each scan.

    ``magnets``: the board, for the places of its sensors and the field of a magnet there.
    """

    def __init__(self, magnets: Any, seed: int) -> None:
        self._magnets = magnets
        self._parameters = magnets.parameters
        self._random = np.random.RandomState(seed)
        sensors = magnets.sensors
        self._pink = np.zeros((len(PINK_S), sensors))
        self._pink_ms = 0.0
        self._shifts = np.zeros(sensors)
        self._reserve: list[tuple[Any, Any]] = []
        self._felt = np.zeros(sensors)
        for _ in range(self._parameters.reserve):
            self._reserve.append(self._ball())
        self._feel()

    def touch(self) -> None:
        """Change the offset of each sensor; move one ball of the reserve."""
        p = self._parameters
        if p.shift_ut:
            self._shifts = p.shift_ut / 1000 * self._random.standard_normal(len(self._shifts))
        if self._reserve:
            self._reserve[self._random.randint(len(self._reserve))] = self._ball()
            self._feel()

    def tail(self) -> float:
        """Return the turn of a ball relative to the usual one, from a heavy-tailed distribution."""
        p = self._parameters
        if not p.tails:
            return 1.0
        return float(min(abs(self._random.standard_t(p.tails)), MAX_TAILS))

    def levels_mt(self, now_ms: float) -> Any:
        """Return the error of each sensor, mT."""
        p = self._parameters
        if p.pink_ut:
            seconds = max(now_ms - self._pink_ms, 0.0) / 1000
            self._pink_ms = now_ms
            for row, tau_s in enumerate(PINK_S):
                kept = exp(-seconds / tau_s)
                fresh = self._random.standard_normal(self._pink.shape[1])
                fresh *= p.pink_ut / 1000 * sqrt(1 - kept * kept)
                self._pink[row] = kept * self._pink[row] + fresh
        return self._shifts + self._felt + self._pink.sum(axis=0)

    def _ball(self) -> tuple[Any, Any]:
        """Return place and moment of a ball beside the board, in a random direction."""
        m, p = self._magnets, self._parameters
        low, high = m._spots.min(axis=0), m._spots.max(axis=0)
        turn = self._random.uniform(0, 2 * pi)
        way = np.array([np.cos(turn), np.sin(turn)])
        # From the middle to the edge of the sensors in this direction, and so far beyond.
        half = (high[:2] - low[:2]) / 2
        edge = float(np.min(half / np.maximum(np.abs(way), 1e-9)))
        middle = (low[:2] + high[:2]) / 2
        spot = np.append(middle + (edge + p.reserve_mm) * way, high[2] + BALL_MM / 2)
        direction = self._random.standard_normal(3)
        direction /= sqrt(float(direction @ direction))
        return spot, m.given.moments[0] * p.moment_share * direction

    def _feel(self) -> None:
        if self._reserve:
            spots = np.array([spot for spot, _ in self._reserve])
            moments = np.array([moment for _, moment in self._reserve])
            self._felt = self._magnets.felt_of(spots, moments)
