"""Changes of strength on each place, from the difference of two rests.

A difference is a matrix times these changes.  Its columns are the fields of the weakest kind; every
place has a sensor of its own, so the diagonal dominates and relaxation at the largest residual
(Southwell) takes about three steps a piece.  What is left at the other sensors tells of blind
places, and whether pieces made all that.
"""

from array import array
from math import cos, pi, sin

from boardcore.sensing.observe.field.dipole import bias_at, response
from boardcore.sensing.observe.field.rest import chi_squared

MAX_RESIDUAL = 0.1
"""Residual, relative to the weakest kind, at which the solution is accurate enough: kinds differ by
more, and a smaller residual shows only how far off centre a piece lies."""
MAX_STEPS = 400
"""Most steps of relaxation; two pieces take about five."""
EMPTY = 0.3
"""Change, relative to the weakest kind, up to which nothing came to an empty place."""
SAME = 0.15
"""Largest relative change of the strength of a piece that nobody has touched; chosen."""
ASIDE, TILT = 0.15, 0.2
"""Relative deviation of a neighbour's field: a ring 2 mm off centre; deviation of a sphere from the
bias, rad."""
FLOOR_UT, FREE_UT = 5.0, 12.0
"""Deviation by errors of zeros and gains, µT, and where all spheres answer a change; chosen."""
ROTATIONS = 8
"""Rotations of a ring over which its field is averaged."""
NOWHERE = (0.0, 0.0, 0.0)
AT_ONCE = 12
"""Sensors per step of what takes longer."""
STEP, SPREAD, LONG = 350, 700, 700
"""Step costs: of one step of relaxation; of what a change makes uncertain, ``AT_ONCE`` sensors; of
all else."""


class Solution:
    """The changes of one rest.

    ``changes``: of strength, by place, relative to the weakest kind; ``places``: those that have
    changed, or are blind; ``variance``: of changes that other sensors tell, by blind place;
    ``chi2``: of what all changes leave.
    """

    def __init__(self, field, others_ut) -> None:
        """``others_ut``: what else may change at each sensor, None for nothing."""
        self._field = field
        count = self._count = len(field.sensor_mm)
        self.columns = columns_of(field)
        floor = FREE_UT if field.free else FLOOR_UT
        self._floors = [max(floor, other) for other in others_ut or [0.0] * count]
        self._left = [0.0] * count  # of the difference, µT
        self.changes = [0.0] * count
        self.places: list[int] = []
        self.variance: dict[int, float] = {}
        self.chi2 = 0.0

    def own(self, place: int) -> float:
        """Return the field of the weakest kind at its place's own sensor, µT."""
        own: float = self.columns[place][place]
        return own

    def solve_steps(self, difference, noises_ut, standing):
        """Solve for a difference, µT.

        ``noises_ut``: deviation at each sensor, 0 where it has failed; ``standing``: strength of
        what stood on each place.
        """
        left, changes, count = self._left, self.changes, self._count
        yield LONG
        for i in range(count):
            left[i] = difference[i] if noises_ut[i] else 0.0
            changes[i] = 0.0
        for _ in range(MAX_STEPS):
            yield STEP
            # The diagonal elements are nearly equal, so this is the largest relative residual.
            most, least = max(left), min(left)
            worst = left.index(most if most > -least else least)
            off = left[worst] / self.own(worst)
            if -MAX_RESIDUAL < off < MAX_RESIDUAL:
                break
            self._take(worst, off, noises_ut)
        blind = not min(noises_ut)
        yield LONG
        self.places.clear()
        for place in range(count):
            change, stood = changes[place], standing[place]
            # Where a sensor has failed, small changes may be due to what came to its place.
            small = max(EMPTY, SAME * stood) if blind or not stood else 0.0
            if change and abs(change) < small:
                yield LONG
                self._take(place, -change, noises_ut)
                changes[place] = 0.0
            elif change or not noises_ut[place]:
                self.places.append(place)
        yield from self._rest_steps(noises_ut, standing)

    def _take(self, place: int, change: float, noises_ut) -> None:
        """Change the strength on a place, and what is left of the difference."""
        left, column = self._left, self.columns[place]
        self.changes[place] += change
        for i in range(self._count):
            if noises_ut[i]:
                left[i] -= column[i] * change

    def _rest_steps(self, noises_ut, standing):
        """Estimate what came to blind places, and whether sensors elsewhere show anything else."""
        variances = [0.0] * self._count
        yield LONG
        for i in range(self._count):
            if noises_ut[i] and not self.changes[i]:
                # A piece that stands there may have been pushed a little.
                pushed = SAME * standing[i] * self.own(i)
                variances[i] = noises_ut[i] ** 2 + self._floors[i] ** 2 + pushed * pushed
        for place in self.places:
            for first in range(0, self._count, AT_ONCE):
                yield SPREAD
                self._spread(place, variances, first)
        self.variance = {}
        for place in self.places:
            if not noises_ut[place]:
                yield LONG
                change, self.variance[place] = fitted(self.columns[place], self._left, variances)
                yield STEP
                self._take(place, change, noises_ut)
        yield LONG
        self.chi2 = chi_squared(self._left, variances)

    def _spread(self, place: int, variances, first: int) -> None:
        """Add what is uncertain of a change at the sensors beside it."""
        field, change = self._field, self.changes[place]
        for i in range(first, min(first + AT_ONCE, self._count)):
            if not variances[i] or not change:
                continue
            off = ASIDE * change * self.columns[place][i]
            variances[i] += off * off
            if field.free:
                x, y, _ = response(field.sensor_mm[i], field.places[place], TILT * field.moments[0])
                variances[i] += (x * x + y * y) * change * change


def columns_of(field) -> list:
    """Return ``columns[place][sensor]``: the field of the weakest kind, microteslas.

    One array per place, because a fragmented heap has no room for all in one piece.
    """
    columns, weakest = [], field.moments[0]
    circle = _circle_of(field.circle_mm / 2)
    known: dict[tuple, float] = {}  # of upright magnets by distance: most pairs have the same
    for place in field.places:
        way = _way_at(place, field.bias) if field.free else None
        column = array("f", [0] * len(field.sensor_mm))
        for sensor in range(len(column)):
            spot = field.sensor_mm[sensor]
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
    total = bias_at(place, bias)
    length = sum([value * value for value in total]) ** 0.5
    return [value / length for value in total]


def fitted(column, left, variances) -> tuple:
    """Return how much of a column is left, and its variance, besides a shift common to all."""
    w = ws = wss = wr = wsr = 0.0
    for i in range(len(variances)):
        if variances[i]:
            weight = 1 / variances[i]
            w += weight
            ws += weight * column[i]
            wss += weight * column[i] * column[i]
            wr += weight * left[i]
            wsr += weight * column[i] * left[i]
    lead = wss * w - ws * ws
    if lead <= 0:
        return 0.0, 1e6
    return (wsr * w - ws * wr) / lead, w / lead
