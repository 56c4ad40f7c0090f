"""Apagos arrange: in which holes the balls of a square lie, where only their number is sure.

What is felt of a square is compared with each way its balls may lie, the nearest first: one
lies turned anyhow, or in another hole, or two of different colours have changed places.  A
ball that nobody knows explains whatever is felt near its hole, and pays for that: what counts
is how likely it makes just that (the determinant of what it and noise may do together).
"""

from array import array
from math import log

try:
    from collections.abc import Iterator
except ImportError:  # the board ignores annotations and has no such module
    pass

from boardcore.apagos_balls import PARTS, UNKNOWN, size
from boardcore.apagos_places import HOLES

ANYHOW = 0.707
"""Radians that make a ball's moment as uncertain as if it lay anyhow: a third each way."""
STRANGE = 8.0
"""A ball that lies otherwise than it is known to must explain so much more."""
BETTER = 2.0
ROUNDS = 5
"""So many changes are tried, one after the other."""
TOLD = 0.5
"""Who is known less than so many radians has a direction at all."""


class Arranger:
    """Finds in which holes the balls of one square lie."""

    def __init__(self, balls) -> None:
        self._balls = balls
        self._angles = array("f", [0] * HOLES)
        self._rest = array("f", [0] * balls.count)
        self._row = array("f", [0] * balls.count)
        self.value = 0.0

    def think(self, contents, holes) -> "Iterator[None]":
        """Let the balls lie as what is felt tells best; yield after each slice of time.

        ``balls.difference``: all that they do; ``balls.variances`` as for ``Balls.think``.
        How many balls there are of each kind stays as it is.
        """
        known = bytes([1 if off < UNKNOWN else 0 for off in contents.deviations])
        best = bytes(contents.kinds), known
        for _ in self._weigh(contents, best[0], best[1]):
            yield
        least = self.value
        for _ in range(ROUNDS):
            found = None
            for kinds, known, cost in ways_from(best[0], best[1], holes):
                for _ in self._weigh(contents, kinds, known):
                    yield
                if self.value + cost < least - BETTER:
                    least = self.value + cost
                    found = kinds, known
            if found is None:
                break
            best = found
        for _ in self._weigh(contents, best[0], best[1]):
            yield
        self._learn(contents, best[0], best[1])

    def _weigh(self, contents, kinds, known) -> "Iterator[None]":
        """Work out how unlikely what is felt is if the balls lie so: ``value``."""
        balls = self._balls
        for hole in range(HOLES):
            self._angles[hole] = contents.deviations[hole] if known[hole] else ANYHOW
        for _ in balls.spread(kinds, self._angles):
            yield
        row, rest = self._row, self._rest
        for i in range(balls.count):
            row[i] = balls.difference[i]
        for hole in range(HOLES):
            if kinds[hole] and known[hole]:
                moment = contents.moment(hole)
                for i in range(balls.count):
                    row[i] -= balls.field(hole, moment, i)
        balls.whiten(row, rest)
        self.value = 0.0
        for i in range(balls.count):
            self.value += rest[i] * rest[i] + 2 * log(balls.deviation(i))

    def _learn(self, contents, kinds, known) -> None:
        """Note where the balls lie, and how: what is left over tells how they are turned."""
        balls, row, rest = self._balls, self._row, self._rest
        for hole in range(HOLES):
            kind = kinds[hole]
            if not kind:
                contents.lay(hole, 0, (0.0, 0.0, 0.0), UNKNOWN)
                continue
            strength = balls.strengths[kind - 1]
            angle = contents.deviations[hole] if known[hole] else ANYHOW
            share = 2 / 3 * (strength * angle) ** 2
            moment = [0.0] * PARTS
            told = 0.0
            for part in range(PARTS):
                balls.whiten(balls.rows[PARTS * hole + part], row)
                total = 0.0
                for i in range(balls.count):
                    total += row[i] * rest[i]
                    told += row[i] * row[i]
                before = contents.moments[PARTS * hole + part] if known[hole] else 0.0
                moment[part] = before + share * total
            angle *= max(0.01, 1 - share * told / PARTS) ** 0.5
            scale = strength / max(0.1, size(moment))
            if angle < TOLD:
                contents.lay(hole, kind, [part * scale for part in moment], angle)
            else:
                contents.lay(hole, kind, (0.0, 0.0, 0.0), UNKNOWN)


def ways_from(kinds, known, holes):
    """Return ``(kinds, known, cost)`` of each way that differs by one change."""
    ways = []
    for hole in holes:
        kind = kinds[hole]
        if kind and known[hole]:
            ways.append((kinds, changed(known, hole, 0), STRANGE))
        for goal in holes:
            cost = STRANGE * (known[hole] + (known[goal] if kinds[goal] else 0))
            free = not kinds[goal]
            if kind and (free or (kind == 1 and kinds[goal] == 2)):
                moved = changed(changed(kinds, hole, kinds[goal]), goal, kind)
                ways.append((moved, changed(changed(known, hole, 0), goal, 0), cost))
    return ways


def changed(numbers, at: int, value: int):
    """Return the same bytes but for one."""
    return numbers[:at] + bytes([value]) + numbers[at + 1 :]
