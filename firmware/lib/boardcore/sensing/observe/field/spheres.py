"""Directions of free magnets, and the answer of the sensors to a change of balls.

At rest each sphere points along its field, u = B / |B|, and B is that of the board and of all other
spheres.  The equilibrium is found by rounds of u <- unit(B + c u): a fixed number of them, so that
board and computer get the same result.  When a ball comes or goes the spheres beside it turn by a
few degrees, and that is most of what is felt of the upper levels.
"""

from math import sqrt

from boardcore.sensing.observe.field.linear import linear

FIELD = 1e5
"""Field of 1 A m2 at 1 mm, mT (mu0 / 4 pi)."""
INERTIA = 2.0
"""Weight of a sphere's own direction in a round, in units of b, the field of one ball at the next:
with less the rounds may swing, with more they are slow."""
COLD, WARM = 16, 6
"""Rounds from any direction, and after one change: both leave 1 µT in the median, 11 at most over
25 sensors (tests/sensing/observe/test_spheres.py)."""
ALPHA = 0.02
"""Half the play of a sphere in a field of USUAL_MT, rad: friction 0.2; where learning begins."""
MIN_ALPHA, MAX_ALPHA = 0.008, 0.12
"""Range of what is learnt: friction 0.1 to more than 0.5."""
USUAL_MT = 3.0
"""Field in the middle of a layout, mT."""
LEARN = 0.25
"""Share of a new change in what is learnt of friction; chosen."""
CASES = 3
"""Cases that are turned at once."""
ROUND = 650
"""Step cost of a round of one case: 8,100 products of 0.3 µs with ``ulab``, assumed (no Pico 2 has
run it), at 276,000 empty loop iterations a second."""


class Spheres:
    """The spheres of one layout.

    ``places``: of their middles; ``spots``: of the sensors, mm; ``bias``: x, y, z, A m2 of each
    magnet in the board; ``moment``: of a sphere.  A set of balls is a mask of places.
    """

    def __init__(self, spots, places, bias, moment: float) -> None:
        self.places = len(places)
        nearest = 1e9
        for i in range(len(places)):
            for j in range(i):
                far = sum([(places[i][k] - places[j][k]) ** 2 for k in range(3)])
                nearest = min(nearest, far)
        self._inertia = INERTIA * FIELD * moment / nearest**1.5
        n = len(places)
        self._matrix = linear.zeros(3 * n, 3 * n)
        """Field of each sphere on each, mT."""
        self._board = linear.zeros(3 * n, 1)
        """Field of the board at each place, mT."""
        for at in range(n):
            for other in range(n):
                if other != at:
                    self._couple(places[at], at, places[other], other, moment)
            total = [0.0, 0.0, 0.0]
            for magnet in bias:
                for axis in range(3):
                    total[axis] += magnet[3] * _field(places[at], magnet, axis)[2]
            for axis in range(3):
                linear.put(self._board, axis * n + at, 0, total[axis])
        self._sensors = tuple([linear.zeros(len(spots), n) for _ in range(3)])
        """What each sensor feels of each sphere along x, y and z, µT."""
        self.reach2 = [0.0] * len(spots)
        """Square of what all spheres change at a sensor that turn by 1 rad, µT squared."""
        for s in range(len(spots)):
            for at in range(n):
                row = _field(spots[s], places[at], 2)
                for axis in range(3):
                    felt = 1000 * moment * row[axis]
                    linear.put(self._sensors[axis], s, at, felt)
                    self.reach2[s] += felt * felt
        self.none = linear.zeros(3 * n, 1)
        """The directions where there is no sphere."""

    def _couple(self, place, at: int, source, other: int, moment: float) -> None:
        n = self.places
        for axis in range(3):
            row = _field(place, source, axis)
            for along in range(3):
                linear.put(self._matrix, axis * n + at, along * n + other, moment * row[along])

    def present(self, mask: int) -> list:
        """Return a column with 1 for each place of a mask."""
        return [[1.0 if mask >> at & 1 else 0.0] for at in range(self.places)]

    def settle_steps(self, ways: list, masks: list, rounds: int):
        """Turn spheres for so many rounds; return the directions then, one column per mask.

        ``ways``: where they point before, one column per mask.
        """
        found: list = []
        for first in range(0, len(masks), CASES):
            cases = linear.join(ways[first : first + CASES])
            columns = [linear.matrix(self.present(m)) for m in masks[first : first + CASES]]
            present = linear.join(columns)
            for _ in range(rounds):
                yield ROUND * len(columns)
                cases = linear.turn(self._matrix, self._board, self._inertia, cases, present)
            found += [linear.column(cases, at) for at in range(len(columns))]
        return found

    def effects(self, before, after) -> tuple:
        """Return what the turn of each sphere changes at each sensor, µT; see ``linear``."""
        return linear.effects(self._sensors, before, after)

    def felt(self, ways) -> list:
        """Return what the sensors feel of all spheres, µT."""
        _, total, _ = linear.effects(self._sensors, self.none, ways)
        found: list = total
        return found

    def any_way(self, place: int) -> list:
        """Return what each sensor feels of a sphere along x, y and z, µT: three columns."""
        columns = [linear.spread(part, place) for part in self._sensors]
        return [[column[i] for column in columns] for i in range(len(columns[0]))]

    def sole(self, ways) -> tuple:
        """Return what the sensors feel of a ball on each place, and the field there, mT.

        The first has one column a place (see ``column``).  One that is not there is taken to point
        along the field at its place.
        """
        field = linear.field(self._matrix, self._board, ways)
        n = self.places
        sizes = []
        for at in range(n):
            x, y, z = field[at], field[n + at], field[2 * n + at]
            size = sqrt(x * x + y * y + z * z)
            sizes.append(size)
            for row in (at, n + at, 2 * n + at):
                field[row] /= size
        along = linear.matrix([[value] for value in field])
        return linear.effects(self._sensors, self.none, along)[0], sizes

    def column(self, matrix, at: int) -> list:
        """Return one column of ``sole``, µT."""
        found: list = linear.spread(matrix, at)
        return found


def _field(at, source, axis: int) -> tuple:
    """Return the field along an axis of 1 A m2 along x, y and z at a source, mT; places in mm."""
    way = at[0] - source[0], at[1] - source[1], at[2] - source[2]
    square = way[0] * way[0] + way[1] * way[1] + way[2] * way[2]
    share = FIELD / (square * sqrt(square))
    along = 3 * share * way[axis] / square
    return (
        along * way[0] - (share if axis == 0 else 0.0),
        along * way[1] - (share if axis == 1 else 0.0),
        along * way[2] - (share if axis == 2 else 0.0),
    )


class Friction:
    """How far spheres follow a field that turns.

    A sphere lies anywhere in a play of twice the angle a: friction holds it there.  It is dragged
    along once the field has turned by what is left of the play.  So of a turn t it makes, in the
    mean, t / 4a up to 2a, and t - a above.

    ``alpha``: a in a field of USUAL_MT, as learnt.  Elsewhere it is that times (USUAL_MT / B)^2:
    the torque of a turn is as large as B, and in weak fields, far from the board, spheres lie
    heavier on what carries them.
    """

    def __init__(self) -> None:
        self.alpha = ALPHA

    def shares(self, fields: list, turns: list) -> tuple:
        """Return which share of its turn each sphere makes, and the deviation of that share.

        ``fields``: at each place, mT; ``turns``: rad.
        """
        means, shares = [], []
        usual = self.alpha * USUAL_MT * USUAL_MT
        for i in range(len(turns)):
            turn = turns[i] * fields[i] * fields[i] / usual
            if turn < 2:
                means.append(turn / 4)
                shares.append(sqrt(turn / 6 - turn * turn / 16))
            else:
                means.append(1 - 1 / turn)
                shares.append(1 / (turn * sqrt(3)))
        return means, shares

    def learn(self, freed: float) -> None:
        """Learn from one change; ``freed``: see ``share_of``, 0 if spheres turn as believed."""
        self.alpha = min(MAX_ALPHA, max(MIN_ALPHA, self.alpha * (1 - LEARN * freed)))


def share_of(left: list, held: list, noise: float) -> float:
    """Return which share of what friction should hold back was seen all the same, -1 to 1.

    ``left``: seen and not predicted; ``held``: held back; both without what is common to all.

    >>> share_of([1.0, 0.0, 0.0], [2.0, 0.0, 0.0], 0.0)
    0.5
    """
    count = len(left)
    first, second = sum(left) / count, sum(held) / count
    both, square = 0.0, noise * noise
    for i in range(count):
        off = held[i] - second
        both += (left[i] - first) * off
        square += off * off
    return max(-1.0, min(1.0, both / square))
