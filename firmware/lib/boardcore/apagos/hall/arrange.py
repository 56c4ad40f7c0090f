"""Arrangement: which holes hold the balls of a square of which only the number of balls is certain.

The measured field of a square is compared with every arrangement of its balls, the nearest to the
known one first: one ball turned, one ball in another hole, or two balls of different colours
exchanged.  A ball with an unknown magnet can explain any field near its hole, so its evidence
includes the determinant of the covariance of magnet and noise.  The work is done in slices.
"""

from array import array
from math import log

try:
    from collections.abc import Iterator
except ImportError:  # the board ignores annotations and has no such module
    pass

from boardcore.apagos.hall.contents import ANYHOW, PARTS, UNKNOWN, size
from boardcore.apagos.hall.gram import SPREAD, along, dot
from boardcore.apagos.places import HOLES
from boardcore.apagos.positions import MOST_HOLES

ALL_ROUND = 0.707
"""Deviation of the angle, in radians, of a ball whose direction is unknown."""
STRANGE = 8.0
"""Chi-squared penalty for a ball in another direction than measured."""
BETTER = 2.0
ROUNDS = 5
"""Rounds of changes at most."""
LEFT_COST, ADD_COST, PRODUCT_COST, WAY_COST = 300, 37, 200, 1000
"""Cost of slices, in empty turns of a loop: per ball, per pair, per product of a pair, and per
arrangement."""
TOLD = 0.5
"""Deviation, in radians, below which a ball has a known direction."""


class Arranger:
    """Finds in which holes the balls of one square lie.

    Noise alone decides how like each other fields are (``gram``); how balls may be
    turned comes in as unknowns, three for each: a matrix of that size says how likely it is.
    """

    def __init__(self, balls) -> None:
        self._balls = balls
        self._gram = balls.gram
        self._root: list = []
        self._white = array("f", [0] * (PARTS * MOST_HOLES))
        self._change = 0.0
        self.value = 0.0
        """After ``weigh``: minus twice the logarithm of the likelihood, up to a constant."""

    def think(self, contents, holes) -> "Iterator[int]":
        """Let the balls lie as what is felt tells best.

        ``balls.difference``: all that they do; ``balls.variances`` as for ``Balls.think``.
        There are as many of each kind as before.
        """
        yield WAY_COST
        # Room that only this needs.
        unknowns = PARTS * (HOLES - contents.count(0))
        self._root = [array("f", [0] * (i + 1)) for i in range(unknowns)]
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

    def weigh(self, contents, kinds, known) -> "Iterator[int]":
        """Work out how unlikely what is felt is if the balls lie so: ``value``.

        ``known``: 1 for each hole whose ball is taken to lie as its moment says.
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
        """Return the products of a hole's fields with what known balls leave to be explained."""
        gram = self._gram
        x, y, z = gram.right(hole)
        for other in there:
            if known[other]:
                less = along(self._product(hole, other), contents.moment(other))
                x, y, z = x - less[0], y - less[1], z - less[2]
        return x, y, z

    def _product(self, hole: int, other: int):
        """Return the nine products of two holes, or of one with itself."""
        if hole != other:
            return self._gram.cross(hole, other)
        a, b, c, d, e, f = self._gram.own(hole)
        return (a, b, c, b, d, e, c, e, f)

    def _spreads(self, contents, kinds, known, there):
        """Return how far each part of each ball's moment may be off, 1 sigma."""
        spreads = []
        for hole in there:
            angle = contents.deviations[hole] if known[hole] else ALL_ROUND
            spreads.append(self._balls.strengths[kinds[hole] - 1] * angle * SPREAD**0.5)
        return spreads

    def _add(self, at: int, left, there, spreads) -> "Iterator[int]":
        """Take in one more ball as unknown: by how much ``value`` changes, is ``_change``."""
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
            # Never below 1 but for what whole numbers have lost.
            row[i] = max(1.0, total) ** 0.5
            white[i] = value / row[i]
            change += 2 * log(row[i]) - white[i] * white[i]
        self._change = change

    def _learn(self, contents, kinds, known) -> "Iterator[int]":
        """Note where the balls lie, and how: what is left over tells how they are turned.

        After ``weigh`` of the same balls.
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
        """Return the variance that is left to an unknown, as a share of what it was."""
        # A column of the inverse root; its square is the variance.
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
    """Yield ``(kinds, known, cost)`` of each way that differs by one change."""
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
    """Return the same bytes but for one."""
    return numbers[:at] + bytes([value]) + numbers[at + 1 :]
