"""Arrangement: finds the holes of a square's balls when only their number is certain.

A greedy search over arrangements, starting from the known one: one ball turned, one ball moved to
another hole, or two balls of different colours exchanged.  A ball with an unknown magnet can fit
any field near its hole, so the likelihood of an arrangement includes the determinant of the
covariance of magnet and noise.  Generators here yield the cost of each slice before it.
"""

from math import log

from boardcore.apagos.hall.contents import ANYHOW, PARTS, UNKNOWN, size
from boardcore.apagos.hall.gram import SPREAD, along, dot
from boardcore.apagos.places import HOLES
from boardcore.apagos.positions import MOST_HOLES
from boardcore.sensing.observe.field.chi2 import zeros

ALL_ROUND = 0.707
"""Deviation of the angle of a ball of unknown direction, radians: 1 / sqrt(2)."""
STRANGE = 8.0
"""Chi-squared penalty for a ball in another direction than measured; chosen."""
BETTER = 2.0
"""Improvement, in chi-squared, from which another arrangement is taken; chosen."""
ROUNDS = 5
"""Steps of the search at most."""
LEFT_COST, ADD_COST, PRODUCT_COST, WAY_COST = 300, 37, 200, 1000
"""Cost of slices, in empty turns of a loop: per ball, per pair, per product of a pair, and per
arrangement."""
TOLD = 0.5
"""Deviation below which the direction of a ball counts as known, radians; chosen."""


class Arranger:
    """Finds the holes in which the balls of one square lie.

    The products of ``gram`` are whitened by noise only; the moment of each ball adds three
    unknowns, which are integrated out with a matrix of three rows per ball.
    """

    def __init__(self, balls) -> None:
        self._balls = balls
        self._gram = balls.gram
        self._root: list = []
        self._white = zeros(PARTS * MOST_HOLES)
        self._change = 0.0
        self.value = 0.0
        """After ``weigh``: minus twice the log-likelihood, up to a constant."""

    def think(self, contents, holes):
        """Find the likeliest arrangement and write it to ``contents``, in slices.

        ``holes``: those of the face; ``balls.difference``: the field of all balls, microteslas;
        ``balls.variances``: as for ``Balls.think``.  The number of balls per kind stays.
        """
        yield WAY_COST
        # Memory needed by this search only.
        unknowns = PARTS * (HOLES - contents.count(0))
        self._root = [zeros(i + 1) for i in range(unknowns)]
        known = bytes([1 if off < UNKNOWN else 0 for off in contents.deviations])
        best = bytes(contents.kinds), known
        yield from self._balls.spread(bytes(HOLES), contents.deviations)
        for hole in holes:
            yield from self._gram.prepare(hole)
        yield from self.weigh(contents, best[0], best[1])
        least = self.value
        for _ in range(ROUNDS):
            found = None
            yield WAY_COST
            for kinds, known, price in ways_from(best[0], best[1], holes):
                yield from self.weigh(contents, kinds, known)
                if self.value + price < least - BETTER:
                    least = self.value + price
                    found = kinds, known
                yield WAY_COST
            if found is None:
                break
            best = found
        yield from self.weigh(contents, best[0], best[1])
        yield from self._learn(contents, best[0], best[1])
        self._root = []

    def weigh(self, contents, kinds, known):
        """Compute ``value`` of one arrangement.

        ``kinds``: per hole, 0: none; ``known``: 1 where the ball has its stored moment.
        """
        gram = self._gram
        there = [hole for hole in range(HOLES) if kinds[hole]]
        spreads = self._spreads(contents, kinds, known, there)
        value = gram.whole
        for at in range(len(there)):
            hole = there[at]
            yield from gram.crossing(hole, there)
            yield LEFT_COST * (len(there) + 1)
            left = self._left_of(hole, contents, there, known)
            if known[hole]:
                moment, right = contents.moment(hole), gram.right(hole)
                value -= dot(moment, right) + dot(moment, left)
            yield from self._add(at, left, there, spreads)
            value += self._change
        self.value = value

    def _left_of(self, hole: int, contents, there, known):
        """Return the products of a hole's fields with the residual of the known balls."""
        gram = self._gram
        x, y, z = gram.right(hole)
        for other in there:
            if known[other]:
                less = along(self._product(hole, other), contents.moment(other))
                x, y, z = x - less[0], y - less[1], z - less[2]
        return x, y, z

    def _product(self, hole: int, other: int):
        """Return the nine products of the fields of two holes, or of one with itself."""
        if hole != other:
            return self._gram.cross(hole, other)
        a, b, c, d, e, f = self._gram.own(hole)
        return (a, b, c, b, d, e, c, e, f)

    def _spreads(self, contents, kinds, known, there):
        """Return the standard deviation of the moment's components, per ball."""
        spreads = []
        for hole in there:
            angle = contents.deviations[hole] if known[hole] else ALL_ROUND
            spreads.append(self._balls.strengths[kinds[hole] - 1] * angle * SPREAD**0.5)
        return spreads

    def _add(self, at: int, left, there, spreads):
        """Add one ball's unknowns to the Cholesky factor; ``_change``: the change of ``value``."""
        root, white = self._root, self._white
        first = PARTS * at
        own = spreads[at]
        cost = cost_of(at + 2)
        yield PRODUCT_COST * (at + 2)
        for other in range(at + 1):
            product = self._product(there[at], there[other])
            share = own * spreads[other]
            start = PARTS * other
            for axis in range(PARTS):
                row = root[first + axis]
                for part in range(PARTS if other < at else axis + 1):
                    row[start + part] = share * product[PARTS * axis + part]
        change = 0.0
        for i in range(first, first + PARTS):
            yield cost
            row = root[i]
            for j in range(i):
                above = root[j]
                total = row[j]
                for k in range(j):
                    total -= row[k] * above[k]
                row[j] = total / above[j]
            total = row[i] + 1.0
            value = own * left[i - first]
            for k in range(i):
                entry = row[k]
                total -= entry * entry
                value -= entry * white[k]
            # At least 1 in theory; rounding to integers may lose a little.
            row[i] = max(1.0, total) ** 0.5
            white[i] = value / row[i]
            change += 2 * log(row[i]) - white[i] * white[i]
        self._change = change

    def _learn(self, contents, kinds, known):
        """Write holes and posterior moments of the balls to ``contents``.

        After ``weigh`` of the same arrangement.
        """
        there = [hole for hole in range(HOLES) if kinds[hole]]
        yield cost_of(len(there) + 1)
        spreads = self._spreads(contents, kinds, known, there)
        root, found = self._root, self._white
        end = PARTS * len(there)
        for i in range(end - 1, -1, -1):
            value = found[i]
            for k in range(i + 1, end):
                value -= root[k][i] * found[k]
            found[i] = value / root[i][i]
        for hole in range(HOLES):
            if not kinds[hole]:
                contents.lay(hole, 0, ANYHOW, UNKNOWN)
        for at in range(len(there)):
            told, first = 0.0, PARTS * at
            for i in range(first, first + PARTS):
                yield cost_of(len(there) - at + 1)
                told += 1 - self._doubt(i, end)
            hole, spread = there[at], spreads[at]
            moment = [spread * value for value in found[first : first + PARTS]]
            kind = kinds[hole]
            angle = ALL_ROUND
            if known[hole]:
                angle = contents.deviations[hole]
                before = contents.moment(hole)
                moment = [before[part] + moment[part] for part in range(PARTS)]
            angle *= max(0.01, 1 - told / PARTS) ** 0.5
            scale = self._balls.strengths[kind - 1] / max(0.1, size(moment))
            if angle < TOLD:
                contents.lay(hole, kind, [part * scale for part in moment], angle)
            else:
                contents.lay(hole, kind, ANYHOW, UNKNOWN)

    def _doubt(self, i: int, end: int) -> float:
        """Return the posterior variance of an unknown, relative to its prior."""
        # A column of the inverse of the factor; its square is the variance.
        root, square = self._root, 0.0
        column = [0.0] * end
        for j in range(i, end):
            row = root[j]
            value = 1.0 if j == i else 0.0
            for k in range(i, j):
                value -= row[k] * column[k]
            column[j] = value / row[j]
            square += column[j] * column[j]
        return square


def cost_of(balls: int) -> int:
    """Return the cost of a slice that combines this number of balls."""
    return 350 + ADD_COST * balls * balls


def ways_from(kinds, known, holes):
    """Yield ``(kinds, known, penalty)`` of each arrangement that differs by one change."""
    for hole in holes:
        kind = kinds[hole]
        if kind and known[hole]:
            yield kinds, changed(known, hole, 0), STRANGE
        for goal in holes:
            cost = STRANGE * (known[hole] + (known[goal] if kinds[goal] else 0))
            free = not kinds[goal]
            if kind and (free or (kind == 1 and kinds[goal] == 2)):
                moved = changed(changed(kinds, hole, kinds[goal]), goal, kind)
                yield moved, changed(changed(known, hole, 0), goal, 0), cost


def changed(numbers, at: int, value: int):
    """Return a copy of bytes with one value replaced."""
    return numbers[:at] + bytes([value]) + numbers[at + 1 :]
