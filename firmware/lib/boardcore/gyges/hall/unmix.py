"""Unmixing: the strength of the ring on each cell, from the readings of all sensors.

Every sensor feels its own cell, and a small share of all others.  The linear equations with the
prepared matrix of these shares are solved by Southwell's method: one step at a time, at the cell
with the largest residual, which converges because the diagonal dominates.
"""

from array import array
from math import cos, pi, sin

from boardcore.sensing.hall.dipole import response

TURNS = 8
"""Directions of a ring over which shares are averaged."""
CLOSE = 0.1
"""Residual, as a share of the weakest ring, that is small enough: sizes lie farther apart, and
less only shows how far beside the middle a ring lies."""
STEPS_MOST = 400
"""Steps at most; two rings take about five."""


class Unmixer:
    """``felt``: by each sensor, microteslas; ``found``: how strong the ring on each cell is, in
    strengths of the weakest, with a sign that says which way up it lies.

    ``noises``: of one scan by sensor, 0: it has failed; the caller may change them.
    """

    def __init__(self, shares, noises) -> None:
        self.shares = shares
        self._noises = noises
        self._count = len(noises)
        self.felt = array("f", [0] * self._count)
        self.found = array("f", [0] * self._count)
        # What is felt and not explained, by sensors that work: a list is searched faster.
        self._rest = [0.0] * self._count
        self._steps = 0

    def feel(self, counts, zeros, scales) -> None:
        """Take what sensors tell; ``scales``: microteslas of a count by sensor."""
        rest, felt = self._rest, self.felt
        for i in range(self._count):
            now = (counts[i] - zeros[i]) * scales[i]
            rest[i] += now - felt[i]
            felt[i] = now
        self._steps = 0
        self._expect_nothing()

    def own(self, cell: int) -> float:
        """Return what a cell's own sensor feels of the weakest ring there."""
        return self.shares[cell][cell]

    def known(self, sensor: int) -> float:
        """Return what a sensor should feel of all that was found."""
        known, shares = 0.0, self.shares[sensor]
        for cell in range(self._count):
            known += shares[cell] * self.found[cell]
        return known

    def hear_again(self, sensor: int, felt: float) -> None:
        """Take what a sensor feels that was not heard for a while."""
        self.felt[sensor] = felt
        self._rest[sensor] = felt - self.known(sensor)

    def take(self, cell: int, strength: float) -> None:
        """Take a ring of this strength as lying on a cell, and as what explains the rest."""
        change = strength - self.found[cell]
        self.found[cell] = strength
        rest = self._rest
        # What a sensor feels of a cell, that cell's sensor feels of it: rows are columns.
        shares = self.shares[cell]
        for other in range(self._count):
            rest[other] -= shares[other] * change
        self._expect_nothing()

    def solve(self, steps: int) -> bool:
        """Correct the cells with the largest residual, some steps; tell whether all is well."""
        rest = self._rest
        for _ in range(steps):
            # All sensors lie alike under their cells, so these are the farthest off.
            most, least = max(rest), min(rest)
            if most < -least:
                most = least
            worst = rest.index(most)
            off = most / self.own(worst)
            if -CLOSE < off < CLOSE or self._steps >= STEPS_MOST:
                return True
            self._steps += 1
            self.take(worst, self.found[worst] + off)
        return False

    def _expect_nothing(self) -> None:
        """Leave nothing to be explained of what failed sensors tell."""
        if min(self._noises) > 0:
            return
        for sensor in range(self._count):
            if not self._noises[sensor]:
                self._rest[sensor] = 0.0


def shares_of(field, weakest: float):
    """Return what the sensors feel of a ring of this moment on each place, in microteslas.

    ``shares[sensor][place]``.  One array for each sensor: a heap that is full of small things has
    no room for all in one piece.
    """
    shares = []
    radius = field.circle_mm / 2
    known: dict[tuple, float] = {}  # cells lie in rows: most pairs are like another
    for spot in field.spots:
        row = array("f", [0] * len(field.places))
        for at in range(len(row)):
            place = field.places[at]
            apart = (abs(spot[0] - place[0]), abs(spot[1] - place[1]), spot[2] - place[2])
            if apart not in known:
                known[apart] = _share(apart, radius, weakest)
            row[at] = known[apart]
        shares.append(row)
    return shares


def _share(apart, radius: float, moment: float) -> float:
    """Return what a sensor feels of a ring so far away, turned anyhow."""
    share = 0.0
    for turn in range(TURNS):
        way = 2 * pi * (turn + 0.5) / TURNS
        share += response(apart, (radius * cos(way), radius * sin(way), 0.0), moment)[2]
    return share / TURNS
