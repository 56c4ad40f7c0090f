"""Apagos balls: which ball came to a square or left it, out of what changed under its slot.

Sixteen linear Hall sensors lie under each slot of the ramp.  One ball that comes or goes
changes what they feel by the field of one magnet in one of nine holes, turned anyhow: so
many numbers tell the hole, the direction and the strength, and dark balls are almost three
times as strong as light ones.  The sign of a field tells nothing: a ball rolls.

All other balls turn a little meanwhile, which changes as much as a light ball does; but each
in a way of its own.  So differences are measured in units of what such turning and noise do
together (the root of their covariance): then plain sums of squares tell what is likely.
"""

from array import array

try:
    from collections.abc import Iterator
except ImportError:  # the board ignores annotations and has no such module
    pass

from boardcore.apagos_places import HOLES
from boardcore.dipole import responses

PARTS = 3
INPUTS = 16
"""Of one multiplexer."""
STRENGTH_SPREAD = 0.1
"""Magnets, gains and places together make a ball as strong as its kind to a tenth, 1 sigma."""
COMMON_UT = 30.0
"""What all sensors feel alike is drift, of about so much since the last rest."""
RADIANS_PER_DEGREE = 0.01745
COLUMNS_AT_ONCE = 4
UNKNOWN = 1.0
"""Nobody knows how a ball of this deviation is turned, in radians."""

SAME, ADDED_LIGHT, ADDED_DARK, GONE_LIGHT, GONE_DARK = range(5)
"""What a change means; a ball that is turned or changes its hole means SAME."""
MEANINGS = 5
COSTS = (0.0, 3.0, 3.0, 3.0, 3.0)
"""Each hypothesis has three numbers of its own to fit noise with."""
TURNED_COST, TURNED_BESIDES = 20.0, 8.0
"""Turned far where it lies: rare, but not so rare as a second ball in a hand."""
MOVED_COST = 8.0
"""Taken out of one hole and put into another of the same square: rare."""
NOBODY = -1
BUMPED = 0.5
"""A ball that a sleeve has turned far: by so many radians."""
BUMPED_COST = 16.0
BUMPED_MOST = 3
"""So many balls are tried."""
BAD = 34.0
"""If nothing explains better, perhaps another ball was bumped too."""
FINE = 26.0
"""If all balls that were in the square explain so well what is felt, nobody looks for others:
16 is usual."""
NEVER = 1e6


def added(kind: int) -> int:
    """Return the meaning of a ball that came."""
    return ADDED_LIGHT - 1 + kind


def gone(kind: int) -> int:
    """Return the meaning of a ball that went."""
    return GONE_LIGHT - 1 + kind


class Contents:
    """The balls in one square: kind of each hole (0: none), moment, and how well it is known.

    Holes and moments as the square lies now; moments in units of the weakest kind, x, y, z
    of each hole; ``deviations`` in radians.
    """

    def __init__(self) -> None:
        self.kinds = bytearray(HOLES)
        self.moments = array("f", [0] * (PARTS * HOLES))
        self.deviations = array("f", [UNKNOWN] * HOLES)
        self.newest = -1
        """The hole of the ball that came last."""
        self.doubt = False
        """Whether that may also be of the other kind."""
        self.fresh = False
        """Whether a ball was seen to come since the game moved last."""
        self.astray = False
        """Whether balls may lie in other holes than these."""
        self.suspects: list = []
        """``(hole, kind, moment)`` of balls of which one may have come while the square was
        up, the likeliest first; two if their kinds are in doubt."""

    def clear(self) -> None:
        """Forget all balls."""
        self.newest = -1
        self.doubt = self.astray = False
        self.suspects = []
        for hole in range(HOLES):
            self.lay(hole, 0, (0.0, 0.0, 0.0), UNKNOWN)

    def lay(self, hole: int, kind: int, moment, deviation: float) -> None:
        """Note what lies in a hole."""
        self.kinds[hole] = kind
        self.deviations[hole] = deviation
        for part in range(PARTS):
            self.moments[PARTS * hole + part] = moment[part]

    def moment(self, hole: int):
        """Return x, y, z of the moment in a hole."""
        return self.moments[PARTS * hole : PARTS * hole + PARTS]

    def turn(self) -> None:
        """Turn the square by a quarter, anticlockwise from above, with all that is in it."""
        kinds, moments = bytes(self.kinds), array("f", self.moments)
        deviations = array("f", self.deviations)
        for hole in range(HOLES):
            goal = 3 * (hole % 3) + 2 - hole // 3
            x, y, z = moments[PARTS * hole : PARTS * hole + PARTS]
            self.lay(goal, kinds[hole], (-y, x, z), deviations[hole])
        if self.newest >= 0:
            self.newest = 3 * (self.newest % 3) + 2 - self.newest // 3

    def wear(self, radians: float) -> None:
        """Know less of each ball: it was turned by so much, 1 sigma."""
        for hole in range(HOLES):
            off = self.deviations[hole]
            self.deviations[hole] = min(UNKNOWN, (off * off + radians * radians) ** 0.5)

    def count(self, kind: int) -> int:
        """Return how many balls of a kind there are."""
        number = 0
        for hole in range(HOLES):
            number += self.kinds[hole] == kind
        return number


class Balls:
    """Finds what explains a change under one slot best.

    After ``think`` has ended: ``best[meaning]`` is how well the best explanation of this
    meaning does (a sum of squares; the smaller the better), and ``found[meaning]`` what it
    is: ``(hole, kind, moment, hole it came from or NOBODY)``; ``bumped[meaning]``: the hole
    of a ball that must have been turned far besides, or NOBODY.
    """

    def __init__(self, field) -> None:
        """All slots are alike, so what is true of the first is true of each."""
        spots = [field.spots[at] for at in sensors_of(field, 0)]
        places = field.places[:HOLES]
        count = self.count = len(spots)
        self.rows = responses(spots, places, field.moments[0])
        self.strengths = [moment / field.moments[0] for moment in field.moments]
        self.jiggle = field.jiggle_deg * RADIANS_PER_DEGREE
        self._root = array("f", [0] * (count * (count + 1) // 2))
        self._angles = array("f", [0] * HOLES)
        self._likely: list[tuple] = []
        self._white = [array("f", [0] * count) for _ in range(PARTS * HOLES)]
        self._inverse: list = [None] * HOLES
        self.variances = array("f", [0] * count)
        """Of each sensor by itself, in square microteslas; written before ``think``."""
        self.difference = array("f", [0] * count)
        """What is to be explained, in microteslas; written before ``think``."""
        self._rest = array("f", [0] * count)
        self._kept = array("f", [0] * count)  # the same, while a ball is taken out of it
        self.best = array("f", [NEVER] * MEANINGS)
        self.found: list = [None] * MEANINGS
        self.bumped = [NOBODY] * MEANINGS
        self._bumped = NOBODY
        self.turned_cost = TURNED_COST
        """TURNED_BESIDES once another ball has come or gone in this turn."""
        self.plain = 0.0
        """How well it explains what is felt that nothing has happened at all."""

    # What turning and noise do together

    def spread(self, kinds, angles) -> "Iterator[None]":
        """Prepare the root of the covariance, slice by slice, if balls turn by these angles."""
        count, root = self.count, self._root
        at = 0
        for i in range(count):
            for _ in range(i):
                root[at] = COMMON_UT * COMMON_UT
                at += 1
            root[at] = COMMON_UT * COMMON_UT + self.variances[i]
            at += 1
        for hole in range(HOLES):
            if not kinds[hole]:
                continue
            sigma = self.strengths[kinds[hole] - 1] * angles[hole]
            for part in range(PARTS):
                self._add(self.rows[PARTS * hole + part], sigma * sigma * 2 / 3)
            yield
        for column in range(0, count, COLUMNS_AT_ONCE):
            self._factor(column, min(count, column + COLUMNS_AT_ONCE))
            yield

    def _add(self, row, share: float) -> None:
        root = self._root
        at = 0
        for i in range(self.count):
            value = row[i] * share
            for j in range(i + 1):
                root[at] += value * row[j]
                at += 1

    def _factor(self, first: int, end: int) -> None:
        """Go on with rows of the Cholesky factor, in place."""
        root = self._root
        for i in range(first, end):
            at = i * (i + 1) // 2
            for j in range(i + 1):
                other = j * (j + 1) // 2
                total = root[at + j]
                for k in range(j):
                    total -= root[at + k] * root[other + k]
                if i == j:
                    # Never quite nothing, whatever short floats make of it.
                    root[at + j] = max(total, 1.0) ** 0.5
                else:
                    root[at + j] = total / root[other + j]

    def whiten(self, row, into) -> None:
        """Measure a row in units of what turning and noise do."""
        root = self._root
        at = 0
        for i in range(self.count):
            total = row[i]
            for k in range(i):
                total -= root[at] * into[k]
                at += 1
            into[i] = total / root[at]
            at += 1

    def deviation(self, i: int) -> float:
        """Return what ``whiten`` divides the last part of the first ``i`` + 1 numbers by."""
        return self._root[i * (i + 1) // 2 + i]

    def _prepare(self, hole: int) -> None:
        white = self._white[PARTS * hole : PARTS * hole + PARTS]
        for part in range(PARTS):
            self.whiten(self.rows[PARTS * hole + part], white[part])
        one, two, three = white
        a = b = c = d = e = f = 0.0
        for i in range(self.count):
            x, y, z = one[i], two[i], three[i]
            a += x * x
            b += x * y
            c += x * z
            d += y * y
            e += y * z
            f += z * z
        self._inverse[hole] = inverse3(((a, b, c), (b, d, e), (c, e, f)))

    # Explaining

    def think(self, contents, holes, jiggle: float, worn: bool = False) -> "Iterator[None]":
        """Explain ``difference``; yield after each slice of time.

        ``holes``: those that the square has, as it lies.  ``jiggle``: of its balls, in
        radians; ``worn``: the balls may have turned as far as their deviations say, and what
        is explained is not a change but all that they do.
        """
        for meaning in range(MEANINGS):
            self.best[meaning] = NEVER
            self.found[meaning] = None
            self.bumped[meaning] = NOBODY
        self._bumped = NOBODY
        likely = self._likely = []
        for _ in self._try_all(contents, holes, jiggle, worn):
            yield
        if worn or min(self.best) <= BAD:
            return
        # Those first whose own turning would explain most.
        likely.sort(key=lambda pair: pair[0])
        for pair in likely[:BUMPED_MOST]:
            self._bumped = pair[1]
            for _ in self._try_all(contents, holes, jiggle, worn):
                yield

    def _try_all(self, contents, holes, jiggle: float, worn: bool) -> Iterator[None]:
        """Try all that may have happened, if nobody but ``_bumped`` was turned far."""
        for hole in range(HOLES):
            self._angles[hole] = contents.deviations[hole] if worn else jiggle
        if self._bumped != NOBODY:
            self._angles[self._bumped] = BUMPED
        for _ in self.spread(contents.kinds, self._angles):
            yield
        rest = self._rest
        self.whiten(self.difference, rest)
        whole = 0.0
        for i in range(self.count):
            whole += rest[i] * rest[i]
        if self._bumped == NOBODY:
            self.plain = whole
        self._take(SAME, whole, None)
        for hole in holes:
            if contents.kinds[hole] or not worn or whole > FINE:
                self._prepare(hole)
                yield
        if worn and whole <= FINE:
            return
        for hole in holes:
            kind = contents.kinds[hole]
            if hole == self._bumped:
                continue
            chi, moment, variance = self._fit(hole, rest, whole)
            if not kind:
                self._try_added(hole, chi, moment, variance, NOBODY, 0)
            elif worn:
                self._try_lost(hole, kind, contents, rest)
            else:
                self._try_gone(hole, kind, contents, chi, moment, variance)
                if self._bumped == NOBODY:
                    self._likely.append((chi, hole))
            yield
        if not worn and min(self.best) <= BAD:
            # What is simpler explains it.
            return
        # Out of one hole and into another.
        for hole in holes:
            kind = contents.kinds[hole]
            if kind and hole != self._bumped and contents.deviations[hole] < UNKNOWN:
                whole = self._without(hole, contents, rest)
                for goal in holes:
                    if not contents.kinds[goal]:
                        chi, moment, variance = self._fit(goal, rest, whole)
                        self._try_added(goal, chi, moment, variance, hole, kind)
                self._put_back(rest)
                yield

    def _take(self, meaning: int, score: float, found) -> None:
        score += COSTS[meaning]
        if self._bumped != NOBODY:
            score += BUMPED_COST
        if score < self.best[meaning]:
            self.best[meaning] = score
            self.found[meaning] = found
            self.bumped[meaning] = self._bumped

    def _fit(self, hole: int, rest, whole: float):
        """Return the misfit of a ball in this hole, its moment and the variance of its size."""
        inverse = self._inverse[hole]
        right = [0.0] * PARTS
        for part in range(PARTS):
            row = self._white[PARTS * hole + part]
            total = 0.0
            for i in range(self.count):
                total += row[i] * rest[i]
            right[part] = total
        moment = [
            inverse[a][0] * right[0] + inverse[a][1] * right[1] + inverse[a][2] * right[2]
            for a in range(PARTS)
        ]
        chi = whole - moment[0] * right[0] - moment[1] * right[1] - moment[2] * right[2]
        return chi, moment, (inverse[0][0] + inverse[1][1] + inverse[2][2]) / PARTS

    def _try_added(self, hole, chi, moment, variance, origin, only) -> None:
        """``origin``: the hole that a ball of kind ``only`` came from, NOBODY: the reserve."""
        strength = size(moment)
        for kind in range(1, len(self.strengths) + 1):
            if only and kind != only:
                continue
            wanted = self.strengths[kind - 1]
            off = strength - wanted
            score = chi + off * off / (STRENGTH_SPREAD**2 * wanted * wanted + variance)
            if origin == NOBODY:
                self._take(added(kind), score, (hole, kind, moment, NOBODY))
            else:
                self._take(SAME, score + MOVED_COST, (hole, kind, moment, origin))

    def _try_gone(self, hole, kind, contents, chi, moment, variance) -> None:
        """Explain a change in a hole that had a ball: it went, or it was turned."""
        wanted = self.strengths[kind - 1]
        spread = STRENGTH_SPREAD**2 * wanted * wanted + variance
        deviation = contents.deviations[hole]
        if deviation >= UNKNOWN:
            off = size(moment) - wanted
            self._take(gone(kind), chi + off * off / spread, (hole, kind, moment, NOBODY))
            off = max(0.0, size(moment) - 2 * wanted)
            turned = chi + off * off / spread + 1.5 * self.turned_cost
            self._take(SAME, turned, (hole, kind, None, hole))
            return
        spread += deviation * deviation * wanted * wanted * 2 / 3
        before = contents.moment(hole)
        after = [moment[part] + before[part] for part in range(PARTS)]
        left = size(after)
        self._take(gone(kind), chi + left * left / spread, (hole, kind, moment, NOBODY))
        off = left - wanted
        turned = chi + off * off / spread + self.turned_cost
        self._take(SAME, turned, (hole, kind, after, hole))

    def _try_lost(self, hole, kind, contents, rest) -> None:
        """Explain all that the balls do without this one: it rolled out meanwhile."""
        if contents.deviations[hole] < UNKNOWN:
            whole = self._without(hole, contents, rest)
            self._take(gone(kind), whole, (hole, kind, None, NOBODY))
            self._put_back(rest)

    def _without(self, hole: int, contents, rest) -> float:
        """Take a ball's field out of what is explained; return the sum of squares."""
        moment = contents.moment(hole)
        whole = 0.0
        one, two, three = self._white[PARTS * hole : PARTS * hole + PARTS]
        for i in range(self.count):
            self._kept[i] = rest[i]
            rest[i] += one[i] * moment[0] + two[i] * moment[1] + three[i] * moment[2]
            whole += rest[i] * rest[i]
        return whole

    def _put_back(self, rest) -> None:
        for i in range(self.count):
            rest[i] = self._kept[i]

    def learn(self, contents, new=None) -> None:
        """Take notice of how the balls of a square that was laid lie now.

        After ``think`` with ``worn``: what is left over is by how much they were turned.
        ``new``: hole, kind and moment of a ball that has come besides.
        """
        self.whiten(self.difference, self._rest)
        rest = self._rest
        left = 0.0
        for i in range(self.count):
            if new is not None:
                for part in range(PARTS):
                    rest[i] -= self._white[PARTS * new[0] + part][i] * new[2][part]
            left += rest[i] * rest[i]
        if left > BAD:
            # Something else has happened besides.
            return
        for hole in range(HOLES):
            kind = contents.kinds[hole]
            if not kind or contents.deviations[hole] >= UNKNOWN:
                continue
            strength = self.strengths[kind - 1]
            share = 2 / 3 * (strength * contents.deviations[hole]) ** 2
            moment = [0.0] * PARTS
            known = 0.0
            before = contents.moment(hole)
            for part in range(PARTS):
                row = self._white[PARTS * hole + part]
                total = 0.0
                for i in range(self.count):
                    total += row[i] * rest[i]
                    known += row[i] * row[i]
                moment[part] = before[part] + share * total
            # A ball is as strong as it was.
            scale = size(before) / max(0.1, size(moment))
            known = max(0.1, 1 - share * known / PARTS) ** 0.5
            moment = [value * scale for value in moment]
            contents.lay(hole, kind, moment, known * contents.deviations[hole])

    def likeliest(self) -> int:
        """Return the meaning that explains best."""
        best = SAME
        for meaning in range(MEANINGS):
            if self.best[meaning] < self.best[best]:
                best = meaning
        return best

    def margin(self, meaning: int) -> float:
        """Return how much likelier this meaning is than any other, in natural logarithms."""
        second = NEVER
        for other in range(MEANINGS):
            if other != meaning:
                second = min(second, self.best[other])
        return (second - self.best[meaning]) / 2

    def field(self, hole: int, moment, sensor: int) -> float:
        """Return what a ball does at one of the slot's sensors, in microteslas."""
        rows = self.rows
        return (
            rows[PARTS * hole][sensor] * moment[0]
            + rows[PARTS * hole + 1][sensor] * moment[1]
            + rows[PARTS * hole + 2][sensor] * moment[2]
        )


def sensors_of(field, slot: int):
    """Return the sensors under a slot, from 0: those of the multiplexer of this number."""
    return [at for at in range(len(field.channels)) if field.channels[at] // INPUTS == slot]


def size(moment) -> float:
    """Return the length of three numbers."""
    return (moment[0] * moment[0] + moment[1] * moment[1] + moment[2] * moment[2]) ** 0.5


def inverse3(m):
    """Return the inverse of a symmetric matrix of three rows."""
    a, b, c = m[0][0], m[0][1], m[0][2]
    d, e, f = m[1][1], m[1][2], m[2][2]
    p, q, r = d * f - e * e, c * e - b * f, b * e - c * d
    whole = a * p + b * q + c * r
    return (
        (p / whole, q / whole, r / whole),
        (q / whole, (a * f - c * c) / whole, (b * c - a * e) / whole),
        (r / whole, (b * c - a * e) / whole, (a * d - b * b) / whole),
    )
