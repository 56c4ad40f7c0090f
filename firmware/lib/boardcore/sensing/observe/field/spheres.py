"""Directions of free magnets, and the answer of the sensors to a change of balls.

At rest each sphere points along its field, u = B / |B|, and B is that of the board and of all other
spheres.  The equilibrium is found by rounds of u <- unit(B + c u): a fixed number of them, so that
board and computer get the same result.  When a ball comes or goes the spheres beside it turn by a
few degrees, and that is most of what is felt of the upper levels.
"""

from math import sqrt

from boardcore.sensing.observe.field.dipole import UT_MM3_PER_AM2, bias_at, response
from boardcore.sensing.observe.field.linear import centred, join, numpy, scale, sizes

INERTIA = 2.0
"""Weight of a sphere's own direction in a round, in units of b, the field of one ball at the next:
with less the rounds may swing, with more they are slow."""
COLD, WARM = 16, 6
"""Rounds from any direction, and after one change: both leave 1 µT in the median, 11 at most over
25 sensors (tests/sensing/observe/test_spheres.py)."""
ALPHA = 0.02
"""Half the play of a sphere in a field of USUAL_UT, rad: friction 0.2; where learning begins."""
MIN_ALPHA, MAX_ALPHA = 0.008, 0.12
"""Range of what is learnt: friction 0.1 to more than 0.5."""
USUAL_UT = 3000.0
"""Field in the middle of a layout, µT."""
LEARN = 0.25
"""Share of a new change in what is learnt of friction; chosen."""
CASES = 3
"""Cases that are turned at once."""
ROUND = 650
"""Step cost of a round of one case: 8,100 products of 0.3 µs with ``ulab``, assumed (no Pico 2 has
run it), at 276,000 empty loop iterations a second."""


class Spheres:
    """The spheres of one layout.

    ``places``: of their middles; ``sensor_mm``: of the sensors, mm; ``bias``: x, y, z, A m2 of each
    magnet in the board; ``moment``: of a sphere.  A set of balls is a mask of places.
    """

    def __init__(self, sensor_mm, places, bias, moment: float) -> None:
        n = self.places = len(places)
        self._matrix = numpy.zeros((3 * n, 3 * n))
        """Field of each sphere on each, µT."""
        self._board = numpy.zeros((3 * n, 1))
        """Field of the board at each place, µT."""
        nearest = 1e9
        for at in range(n):
            for other in range(n):
                if other != at:
                    far = sum([(places[at][axis] - places[other][axis]) ** 2 for axis in range(3)])
                    nearest = min(nearest, far)
                    for axis in range(3):
                        row = response(places[at], places[other], moment, axis)
                        for along in range(3):
                            self._matrix[axis * n + at, along * n + other] = row[along]
            total = bias_at(places[at], bias)
            for axis in range(3):
                self._board[axis * n + at, 0] = total[axis]
        self._inertia = INERTIA * UT_MM3_PER_AM2 * moment / nearest**1.5
        self._sensors = tuple([numpy.zeros((len(sensor_mm), n)) for _ in range(3)])
        """Field of each sphere along x, y and z at each sensor, µT."""
        for spot in range(len(sensor_mm)):
            for at in range(n):
                row = response(sensor_mm[spot], places[at], moment)
                for axis in range(3):
                    self._sensors[axis][spot, at] = row[axis]
        self.reach2 = sum([numpy.sum(part * part, axis=1) for part in self._sensors])
        """Square of what all spheres change at a sensor that turn by 1 rad, µT squared."""
        self.none = numpy.zeros((3 * n, 1))
        """The directions where there is no sphere."""

    def present(self, mask: int):
        """Return a column with 1 for each place of a mask."""
        return numpy.array([[mask >> at & 1] for at in range(self.places)])

    def settle_steps(self, ways: list, masks: list, rounds: int):
        """Turn spheres for so many rounds; return the directions then, one column per mask.

        ``ways``: where they point before, one column per mask.  A round turns each into its field,
        with one along its own direction, so that the energy falls.
        """
        found: list = []
        for first in range(0, len(masks), CASES):
            cases = join(ways[first : first + CASES])
            present = join([self.present(mask) for mask in masks[first : first + CASES]])
            count = len(ways[first : first + CASES])
            for _ in range(rounds):
                yield ROUND * count
                cases = numpy.dot(self._matrix, cases) + self._board + self._inertia * cases
                scale(cases, present / sizes(cases))
            found += [cases[:, at : at + 1] for at in range(count)]
        return found

    def effects(self, before, after) -> tuple:
        """Return what the turn of each sphere changes at each sensor, µT, its sum, and the turns.

        ``before``, ``after``: their directions.
        """
        turned, n = after - before, self.places
        matrix = self._sensors[0] * turned[:n].transpose()
        for axis in (1, 2):
            part = turned[axis * n : axis * n + n].transpose()
            matrix = matrix + self._sensors[axis] * part
        return matrix, numpy.sum(matrix, axis=1), sizes(turned).flatten()

    def felt(self, ways):
        """Return what the sensors feel of all spheres, µT."""
        return self.effects(self.none, ways)[1]

    def any_way(self, place: int):
        """Return what each sensor feels of a sphere along x, y and z, µT: three columns."""
        return join([part[:, place : place + 1] for part in self._sensors])

    def sole(self, ways) -> tuple:
        """Return what the sensors feel of a ball on each place, and the field there, µT.

        The first has one column a place.  One that is not there is taken to point along the field
        at its place.
        """
        field = numpy.dot(self._matrix, ways) + self._board
        fields = sizes(field)
        scale(field, 1 / fields)
        return self.effects(self.none, field)[0], fields.flatten()


class Friction:
    """How far spheres follow a field that turns.

    A sphere lies anywhere in a play of twice the angle a: friction holds it there.  It is dragged
    along once the field has turned by what is left of the play.  So of a turn t it makes, in the
    mean, t / 4a up to 2a, and t - a above.

    ``alpha``: a in a field of USUAL_UT, as learnt.  Elsewhere it is that times (USUAL_UT / B)^2:
    the torque of a turn is as large as B, and in weak fields, far from the board, spheres lie
    heavier on what carries them.
    """

    def __init__(self) -> None:
        self.alpha = ALPHA

    def shares(self, fields: list, turns: list) -> tuple:
        """Return which share of its turn each sphere makes, and the deviation of that share.

        ``fields``: at each place, µT; ``turns``: rad.
        """
        means, shares = [], []
        usual = self.alpha * USUAL_UT * USUAL_UT
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


def share_of(left, held, noise: float) -> float:
    """Return which share of what friction should hold back was seen all the same, -1 to 1.

    ``left``: seen and not predicted; ``held``: held back; both without what is common to all.
    """
    held = centred(held)
    both = float(numpy.sum(centred(left) * held))
    return max(-1.0, min(1.0, both / (noise * noise + float(numpy.sum(held * held)))))
