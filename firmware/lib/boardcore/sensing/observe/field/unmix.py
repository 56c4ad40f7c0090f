"""Unmixing: the strength of the piece on each place, from the readings of all sensors.

Every sensor measures the piece on its own place and a small share of all others.  The linear
equations are solved by Southwell's relaxation: one step at a time, at the place with the largest
residual, which converges because the diagonal dominates.  A place whose own sensor has failed is
one more column, fitted to the sensors of empty places together with a shift common to all.
"""

from array import array
from math import cos, log, pi, sin

from boardcore.sensing.observe.field.dipole import response

ROTATIONS = 8
"""Rotations of a ring over which its field is averaged."""
MAX_RESIDUAL = 0.1
"""Residual, relative to the weakest kind, at which the solution is accurate enough: kinds differ by
more, and a smaller residual shows only how far off centre a piece lies."""
NOWHERE = (0.0, 0.0, 0.0)
MAX_STEPS = 400
"""Most steps of relaxation; two pieces take about five."""
ASIDE = 0.15
"""Relative deviation of a neighbour's field: a ring 2 mm off centre."""
FLOOR_UT = 5.0
"""Deviation by errors of zeros and gains, microteslas; chosen."""
MAX_CHI2 = 9.0
"""Chi-squared up to which a piece fits a blind place; above it a hand holds one near by."""
MIN_LEAD = 12.0
"""Lead in chi-squared from which another piece is accepted on a blind place: six nats."""
EMPTY_SIGMA = 0.12
"""Deviation of the strength of an empty place: zero, neighbours; chosen."""
LEAST = 0.01
"""Least strength whose logarithm is taken."""


class Unmixer:
    """Solves for the strengths of the pieces.

    ``columns``: of ``columns_of``; ``measured``: field per sensor, microteslas; ``found``: strength
    of the piece on each place, relative to the weakest kind, its sign being the direction of the
    magnets.  ``noises``: of one scan per sensor, counts, 0: failed; the caller may change them.
    """

    def __init__(self, columns, noises) -> None:
        self.columns = columns
        self._noises = noises
        self._count = len(noises)
        self.measured = array("f", [0] * self._count)
        self.found = array("f", [0] * self._count)
        # The residual of working sensors: a list, because its maximum is found faster.
        self._rest = [0.0] * self._count
        self._steps = 0

    def measure(self, counts, zeros, scales) -> None:
        """Set the fields: (counts - zeros) * scales; ``scales``: microteslas per count."""
        rest, measured = self._rest, self.measured
        for i in range(self._count):
            now = (counts[i] - zeros[i]) * scales[i]
            rest[i] += now - measured[i]
            measured[i] = now
        self._steps = 0
        self._expect_nothing()

    def own(self, place: int) -> float:
        """Return the field of the weakest kind at its place's own sensor, microteslas."""
        return self.columns[place][place]

    def known(self, sensor: int) -> float:
        """Return the field at a sensor of all pieces found, microteslas."""
        known = 0.0
        for place in range(self._count):
            known += self.columns[place][sensor] * self.found[place]
        return known

    def use_again(self, sensor: int, measured_ut: float) -> None:
        """Set the field of a sensor that works again."""
        self.measured[sensor] = measured_ut
        self._rest[sensor] = measured_ut - self.known(sensor)

    def take(self, place: int, strength: float) -> None:
        """Set the strength of the piece on a place and update the residual."""
        change = strength - self.found[place]
        self.found[place] = strength
        rest = self._rest
        column = self.columns[place]
        for sensor in range(self._count):
            rest[sensor] -= column[sensor] * change
        self._expect_nothing()

    def solve(self, steps: int) -> bool:
        """Do some steps of relaxation; return whether the solution is accurate enough."""
        rest = self._rest
        for _ in range(steps):
            # The diagonal elements are nearly equal, so this is the largest relative residual.
            most, least = max(rest), min(rest)
            if most < -least:
                most = least
            worst = rest.index(most)
            off = most / self.own(worst)
            if -MAX_RESIDUAL < off < MAX_RESIDUAL or self._steps >= MAX_STEPS:
                return True
            self._steps += 1
            self.take(worst, self.found[worst] + off)
        return False

    def around(self, blind: int, kinds, scales, share: float) -> tuple:
        """Return the strength of a piece on a blind place and its variance, from other sensors.

        Least squares for the piece and a common shift, over the sensors of empty places: ``kinds``
        are those of all places.  ``scales``: microteslas per count; ``share``: noise of the mean
        relative to that of a scan.
        """
        columns, found, noises = self.columns, self.found, self._noises
        column = columns[blind]
        w = ws = wss = wr = wsr = 0.0
        for i in range(self._count):
            if i == blind or kinds[i] or not noises[i]:
                continue
            rest = self.measured[i]
            noise = noises[i] * scales[i] * share
            variance = noise * noise + FLOOR_UT * FLOOR_UT
            for other in range(self._count):
                if kinds[other] and other != blind:
                    of_other = columns[other][i] * found[other]
                    rest -= of_other
                    variance += ASIDE * ASIDE * of_other * of_other
            field = column[i]
            w += 1 / variance
            ws += field / variance
            wss += field * field / variance
            wr += rest / variance
            wsr += field * rest / variance
        lead = wss * w - ws * ws
        if lead <= 0:
            return 0.0, 1e6
        return (wsr * w - ws * wr) / lead, w / lead

    def _expect_nothing(self) -> None:
        """Clear the residual of failed sensors."""
        if min(self._noises) > 0:
            return
        for sensor in range(self._count):
            if not self._noises[sensor]:
                self._rest[sensor] = 0.0


def columns_of(field, weakest: float):
    """Return ``columns[place][sensor]``: the field of the weakest kind, microteslas.

    ``weakest``: its moment, A m2.  One array per place, because a fragmented heap has no room for
    all in one piece.
    """
    columns = []
    circle = _circle_of(field.circle_mm / 2)
    known: dict[tuple, float] = {}  # of upright magnets by distance: most pairs have the same
    for place in field.places:
        way = _way_at(place, field.bias) if field.free else None
        column = array("f", [0] * len(field.spots))
        for sensor in range(len(column)):
            spot = field.spots[sensor]
            apart = (spot[0] - place[0], spot[1] - place[1], spot[2] - place[2])
            if way:
                fields = response(apart, NOWHERE, weakest)
                column[sensor] = sum([way[axis] * fields[axis] for axis in range(3)])
                continue
            apart = (abs(apart[0]), abs(apart[1]), apart[2])
            if apart not in known:
                values = [response(apart, part, weakest)[2] for part in circle]
                known[apart] = sum(values) / len(circle)
            column[sensor] = known[apart]
        columns.append(column)
    return columns


def _circle_of(radius: float) -> list:
    """Return where the magnets of a ring are in all its rotations."""
    ways = [2 * pi * (rotation + 0.5) / ROTATIONS for rotation in range(ROTATIONS)]
    return [(radius * cos(way), radius * sin(way), 0.0) for way in ways] if radius else [NOWHERE]


def _way_at(place, bias) -> list:
    """Return the direction of a lone sphere: that of the bias field at its place."""
    total = [0.0, 0.0, 0.0]
    for x, y, z, moment in bias:
        fields = response(place, (x, y, z), moment)
        for axis in range(3):
            # The field of an upright magnet is what an upright sensor feels of each direction.
            total[axis] += fields[axis]
    length = sum([value * value for value in total]) ** 0.5
    return [value / length for value in total]


def blind_kind(strengths, left, reported: int, strength: float, variance: float) -> int:
    """Return the kind on a blind place: the reported one, unless another fits much better.

    ``strengths``: by kind, relative to the weakest; ``left``: kinds that can stand there;
    ``strength``, ``variance``: of ``around``.
    """
    best, least, before = 0, -1.0, -1.0
    for kind in left:
        own = strengths[kind - 1] if kind else 0.0
        off = strength - own
        chi2 = off * off / (variance + ASIDE * ASIDE * own * own)
        if least < 0 or chi2 < least:
            best, least = kind, chi2
        if kind == reported:
            before = chi2
    if least < MAX_CHI2 and (before < 0 or before - least > MIN_LEAD):
        return best
    return reported


def nearest_kinds(strengths, strength: float, log_sigma: float) -> tuple:
    """Return the likeliest kind of a strength, the next one, the lead and the misfit in nats.

    >>> [nearest_kinds((1.0, 2.6), strength, 0.11)[:2] for strength in (1.1, 0.02)]
    [(1, 2), (0, 1)]
    """
    best = other = 0
    least = second = 1e9
    for kind in range(len(strengths) + 1):
        if not kind:
            off = strength / EMPTY_SIGMA
        else:
            off = log(max(strength, LEAST) / strengths[kind - 1]) / log_sigma
        cost = off * off / 2
        if cost < least:
            other, second = best, least
            best, least = kind, cost
        elif cost < second:
            other, second = kind, cost
    return best, other, second - least, least
