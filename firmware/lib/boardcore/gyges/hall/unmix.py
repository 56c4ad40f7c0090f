"""Unmixing: the strength of the ring on each cell, from the readings of all sensors.

Every sensor measures the ring on its own cell and a small share of all others.  The linear
equations with the matrix of these shares are solved by Southwell's relaxation: one step at a time,
at the cell with the largest residual, which converges because the diagonal dominates.
"""

from array import array
from math import cos, pi, sin

from boardcore.sensing.observe.field.dipole import response

TURNS = 8
"""Rotations of a ring over which its field is averaged."""
CLOSE = 0.1
"""Residual, relative to the weakest ring, at which the solution is accurate enough: sizes differ by
more, and a smaller residual shows only how far off centre a ring lies."""
STEPS_MOST = 400
"""Steps at most; two rings take about five."""


class Unmixer:
    """Solves for the strengths of the rings.

    ``felt``: field per sensor, microteslas; ``found``: strength of the ring on each cell,
    relative to the weakest size, its sign being the direction of the magnets.
    ``noises``: of one scan per sensor, 0: failed; the caller may change them.
    """

    def __init__(self, shares, noises) -> None:
        self.shares = shares
        self._noises = noises
        self._count = len(noises)
        self.felt = array("f", [0] * self._count)
        self.found = array("f", [0] * self._count)
        # The residual of working sensors: a list, because its maximum is found faster.
        self._rest = [0.0] * self._count
        self._steps = 0

    def feel(self, counts, zeros, scales) -> None:
        """Set the fields: (counts - zeros) * scales; ``scales``: microteslas per count."""
        rest, felt = self._rest, self.felt
        for i in range(self._count):
            now = (counts[i] - zeros[i]) * scales[i]
            rest[i] += now - felt[i]
            felt[i] = now
        self._steps = 0
        self._expect_nothing()

    def own(self, cell: int) -> float:
        """Return the field of the weakest ring at its cell's own sensor, microteslas."""
        return self.shares[cell][cell]

    def known(self, sensor: int) -> float:
        """Return the field at a sensor of all rings found, microteslas."""
        known, shares = 0.0, self.shares[sensor]
        for cell in range(self._count):
            known += shares[cell] * self.found[cell]
        return known

    def use_again(self, sensor: int, felt: float) -> None:
        """Set the field of a sensor that works again."""
        self.felt[sensor] = felt
        self._rest[sensor] = felt - self.known(sensor)

    def take(self, cell: int, strength: float) -> None:
        """Set the strength of the ring on a cell and update the residual."""
        change = strength - self.found[cell]
        self.found[cell] = strength
        rest = self._rest
        # The matrix is symmetric: its rows are its columns.
        shares = self.shares[cell]
        for other in range(self._count):
            rest[other] -= shares[other] * change
        self._expect_nothing()

    def solve(self, steps: int) -> bool:
        """Do some steps of relaxation; return whether the solution is accurate enough."""
        rest = self._rest
        for _ in range(steps):
            # All diagonal elements are equal, so this is the largest relative residual.
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
        """Clear the residual of failed sensors."""
        if min(self._noises) > 0:
            return
        for sensor in range(self._count):
            if not self._noises[sensor]:
                self._rest[sensor] = 0.0


def shares_of(field, weakest: float):
    """Return ``shares[sensor][place]``: the field of the weakest ring there, microteslas.

    ``weakest``: its moment, A m2.  One array per sensor, because a fragmented heap has no room
    for all in one piece.
    """
    shares = []
    radius = field.circle_mm / 2
    known: dict[tuple, float] = {}  # by distance: most pairs have the same as another
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
    """Return the field of a ring at this distance (x, y, z in mm), averaged over its rotation."""
    share = 0.0
    for turn in range(TURNS):
        way = 2 * pi * (turn + 0.5) / TURNS
        share += response(apart, (radius * cos(way), radius * sin(way), 0.0), moment)[2]
    return share / TURNS
