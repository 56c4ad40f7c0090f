"""Balls: finds which ball was put into a square or taken from it, from the change of the field.

Each slot has sixteen linear Hall sensors.  A ball that comes or goes changes their readings by the
field of one magnet, of any direction, in one of nine holes.  A least-squares fit per hole gives
direction and strength; a dark ball is almost three times as strong as a light one.  The sign of a
field carries no information, because a ball rolls.

All other balls turn a little at the same time and change the field as much as a light ball does.
So differences are whitened by the covariance of that turning and of noise (``gram``); a sum of
squares is then chi-squared, with 16 degrees of freedom.
"""

from array import array

from boardcore.apagos.hall.contents import PARTS, UNKNOWN, size
from boardcore.apagos.hall.gram import Gram, along, dot, inverse, times
from boardcore.apagos.places import HOLES
from boardcore.sensing.observe.field.chi2 import zeros

STRENGTH_SPREAD = 0.1
"""Relative deviation of a ball's strength: magnet, gain and place together; chosen."""

SAME, ADDED_LIGHT, ADDED_DARK, GONE_LIGHT, GONE_DARK = range(5)
"""Meanings of a change.  SAME: the same balls; one may have turned or moved to another hole."""
MEANINGS = 5
COSTS = (0.0, 3.0, 3.0, 3.0, 3.0)
"""Chi-squared penalty per meaning, because those with a change fit three numbers more."""
TURNED_COST, TURNED_BESIDES = 20.0, 8.0
"""Chi-squared penalties of a ball turned far in its hole, usually and where another ball of the
same kind cannot have gone; chosen."""
MOVED_COST = 8.0
"""Chi-squared penalty of a ball moved to another hole of its square."""
ELSEWHERE_COST = 16.0
"""Chi-squared penalty of a ball that came to a hole where another was assumed;
chosen."""
NOBODY = -1
"""No hole, no ball."""
BUMPED = 0.5
"""Turn of a ball that was touched by accident, radians, 1 sigma; chosen."""
BUMPED_COST = 16.0
"""Chi-squared penalty of a bumped ball; chosen."""
BUMPED_MOST = 5
"""Bumped balls tried at most."""
BAD = 34.0
"""Chi-squared above which bumped balls are tried as well."""
FINE = 26.0
"""Chi-squared (16 expected) up to which no change is assumed."""
NEVER = 1e6
"""Chi-squared of a hypothesis that was not tried."""
GOOD, STANDS_OUT = 26.0, 15.0
"""Chi-squared and log-likelihood margin at which the best hypothesis is accepted at once."""
TRY_COST, BUMP_COST, LOOSEN_COST = 1100, 400, 800
"""Cost of slices: one hypothesis, one hypothesis with a bumped ball, one ball of ``_glance``."""


def added(kind: int) -> int:
    """Return the meaning of a ball of this kind that came."""
    return ADDED_LIGHT - 1 + kind


def gone(kind: int) -> int:
    """Return the meaning of a ball of this kind that went."""
    return GONE_LIGHT - 1 + kind


class Balls:
    """Finds the best hypothesis about a change at one slot, for each meaning.

    After ``think``: ``best[meaning]`` is the smallest chi-squared, penalties included;
    ``found[meaning]`` its hypothesis, ``(hole, kind, moment, hole it came from or NOBODY)``;
    ``bumped[meaning]``: the hole of a ball that it takes as bumped, or NOBODY.
    """

    def __init__(self, field, effects) -> None:
        """``effects``: the fields of magnets, the same at all slots."""
        count = self.count = effects.count
        self.gram = Gram(effects.rows, count)
        self.strengths = [moment / field.moments[0] for moment in field.moments]
        self.jiggle = field.jiggle_rad
        self._angles = zeros(HOLES)
        self._likely: list[tuple] = []
        self.variances = zeros(count)
        """Variance per sensor without balls that turn, microteslas squared; input of ``think``."""
        self.difference = zeros(count)
        """The difference to be explained, per sensor, microteslas; input of ``think``."""
        self.best = array("f", [NEVER] * MEANINGS)
        self.found: list = [None] * MEANINGS
        self.bumped = [NOBODY] * MEANINGS
        self.turned_costs = [TURNED_COST] * len(self.strengths)
        """Chi-squared penalty of a turned ball, per kind; see TURNED_BESIDES."""
        self.plain = 0.0
        """Chi-squared of the hypothesis that nothing has changed."""
        # The state of a pass, with one ball taken as bumped or none:
        self._bumped = NOBODY
        self._fits: list = []  # per hole: products with the difference, inverse of the hole's own
        self._free = (0.0,) * 6  # the inverse matrix of the bumped ball
        self._whole = 0.0

    def spread(self, kinds, angles):
        """Prepare the products, in slices; ``angles``: turns of the balls, radians, 1 sigma."""
        for hole in range(HOLES):
            kind = kinds[hole]
            self._angles[hole] = self.strengths[kind - 1] * angles[hole] if kind else 0.0
        return self.gram.spread(self._angles, self.variances, self.difference)

    # Explaining

    def think(self, contents, holes, jiggle: float, worn: bool = False):
        """Explain ``difference`` in slices; yield the cost of the next one.

        ``holes``: those of the face.  ``jiggle``: turn of each ball, radians, 1 sigma;
        ``worn``: ``difference`` is the residual of a square that was laid, whose balls may have
        turned by their deviations, and not a change.
        """
        if not worn and max(contents.kinds):
            yield from self._glance(contents, holes, jiggle)
            best = self.likeliest()
            if best != SAME and self.best[best] <= GOOD and self.margin(best) >= STANDS_OUT:
                return
        self._begin()
        angles = contents.deviations if worn else [jiggle] * HOLES
        yield from self.spread(contents.kinds, angles)
        whole = self._set_plain()
        for hole in holes:
            if contents.kinds[hole] or not worn or whole > FINE:
                yield from self.gram.prepare(hole)
        if worn and whole <= FINE:
            return
        yield from self._try_all(contents, holes, worn)
        if not worn and min(self.best) > BAD:
            yield from self._try_here_and_there(contents, holes)
            yield from self._try_bumped(contents, holes, jiggle)
        elif worn:
            yield from self._try_here_and_there(contents, holes)

    def _begin(self) -> None:
        """Discard all hypotheses."""
        for meaning in range(MEANINGS):
            self.best[meaning] = NEVER
            self.found[meaning] = None
            self.bumped[meaning] = NOBODY
        self._bumped = NOBODY
        self._likely = []

    def _set_plain(self) -> float:
        self._whole = self.plain = self.gram.whole
        self._take(SAME, self.plain, None)
        return self.plain

    def _glance(self, contents, holes, jiggle: float):
        """Explain with independent variances of the sensors instead of their covariance.

        Faster and less accurate: enough where one hypothesis stands out.
        """
        self._begin()
        loose = array("f", self.variances)
        for hole in range(HOLES):
            kind = contents.kinds[hole]
            if kind:
                yield LOOSEN_COST
                self.gram.loosen(hole, self.strengths[kind - 1] * jiggle, loose)
        yield from self.gram.spread(bytes(HOLES), loose, self.difference)
        self._set_plain()
        for hole in holes:
            yield from self.gram.prepare(hole)
        yield from self._try_all(contents, holes, False)

    def _try_bumped(self, contents, holes, jiggle: float):
        """Try all again with one ball bumped: first those that reduce chi-squared most."""
        likely = sorted(self._likely, key=lambda pair: pair[0])
        for pair in likely[:BUMPED_MOST]:
            yield BUMP_COST
            self._bump(pair[1], contents.kinds[pair[1]], jiggle)
            for cost in self._try_all(contents, holes, False):
                yield BUMP_COST + cost
            if min(self.best) > BAD:
                for cost in self._try_here_and_there(contents, holes):
                    yield BUMP_COST + cost

    def _bump(self, hole: int, kind: int, jiggle: float) -> None:
        """Take the ball in this hole as bumped: its moment is fitted to the difference first."""
        gram = self.gram
        self._bumped = hole
        strength = self.strengths[kind - 1]
        stiff = 1.5 / (strength * strength * (BUMPED * BUMPED - jiggle * jiggle))
        a, b, c, d, e, f = gram.own(hole)
        self._free = inverse((a + stiff, b, c, d + stiff, e, f + stiff))
        right = gram.right(hole)
        self._whole = gram.whole - dot(right, times(self._free, right))
        self._take(SAME, self._whole, None)

    def _right(self, hole: int):
        """Return the products of a hole's fields with the residual of the bumped ball."""
        right = self.gram.right(hole)
        if self._bumped != NOBODY:
            less = times(self._free, self.gram.right(self._bumped))
            x, y, z = along(self.gram.cross(hole, self._bumped), less)
            right = (right[0] - x, right[1] - y, right[2] - z)
        return right

    def _own(self, hole: int):
        """Return the products of a hole's own fields, without the bumped ball's part."""
        own = self.gram.own(hole)
        if self._bumped != NOBODY:
            m = self.gram.cross(hole, self._bumped)
            one, two, three = m[:3], m[3:6], m[6:]
            x, y, z = times(self._free, one), times(self._free, two), times(self._free, three)
            own = (
                own[0] - dot(one, x), own[1] - dot(one, y), own[2] - dot(one, z),
                own[3] - dot(two, y), own[4] - dot(two, z), own[5] - dot(three, z),
            )  # fmt: skip
        return own

    def _crossed(self, goal: int, hole: int, moment):
        """Return the products of a hole's fields with the field of a moment in another hole."""
        x, y, z = along(self.gram.cross(goal, hole), moment)
        if self._bumped != NOBODY:
            less = along(self.gram.cross(self._bumped, hole), moment)
            less = along(self.gram.cross(goal, self._bumped), times(self._free, less))
            x, y, z = x - less[0], y - less[1], z - less[2]
        return x, y, z

    def _try_all(self, contents, holes, worn: bool):
        """Try all changes in one hole, with ``_bumped`` as the only bumped ball."""
        whole = self._whole
        self._fits = [None] * HOLES
        roomy = HOLES - contents.count(0) < len(holes)
        for hole in holes:
            if hole == self._bumped:
                continue
            if self._bumped != NOBODY:
                yield from self.gram.crossing(hole, (self._bumped,))
            yield TRY_COST
            kind = contents.kinds[hole]
            right, own = self._right(hole), self._own(hole)
            # An array takes half the memory of a tuple of six floats.
            fit = self._fits[hole] = (right, array("f", inverse(own)))
            if not kind:
                chi, moment, variance = fitted(fit, whole)
                self._try_added(hole, chi, moment, variance, NOBODY, 0)
            elif not worn:
                chi, moment, variance = fitted(fit, whole)
                self._try_gone(hole, kind, contents, chi, moment, variance)
                if roomy:
                    self._try_added(hole, chi + ELSEWHERE_COST, moment, variance, NOBODY, 0)
                if self._bumped == NOBODY:
                    self._likely.append((chi, hole))
            elif contents.deviations[hole] < UNKNOWN:
                # Its possible turn is part of the covariance already.
                chi, moment, variance = fitted(fit, whole)
                self._try_known(hole, kind, contents, chi, moment, variance, TURNED_COST)

    def _try_here_and_there(self, contents, holes):
        """Try balls moved from one hole to another; after ``_try_all``."""
        for hole in holes:
            kind = contents.kinds[hole]
            if kind and hole != self._bumped and contents.deviations[hole] < UNKNOWN:
                yield TRY_COST
                moment = contents.moment(hole)
                without = self._without(self._own(hole), self._fits[hole][0], moment)
                for goal in holes:
                    if not contents.kinds[goal]:
                        yield from self.gram.crossing(goal, (hole,))
                        yield TRY_COST
                        x, y, z = self._crossed(goal, hole, moment)
                        right, free = self._fits[goal]
                        right = (right[0] + x, right[1] + y, right[2] + z)
                        chi, found, variance = fitted((right, free), without)
                        self._try_added(goal, chi, found, variance, hole, kind)

    def _take(self, meaning: int, score: float, found) -> None:
        score += COSTS[meaning]
        if self._bumped != NOBODY:
            score += BUMPED_COST
        if score < self.best[meaning]:
            self.best[meaning] = score
            self.found[meaning] = found
            self.bumped[meaning] = self._bumped

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
        """Try that the ball in a hole went, or was turned."""
        wanted = self.strengths[kind - 1]
        spread = STRENGTH_SPREAD**2 * wanted * wanted + variance
        deviation = contents.deviations[hole]
        if deviation >= UNKNOWN:
            off = size(moment) - wanted
            self._take(gone(kind), chi + off * off / spread, (hole, kind, moment, NOBODY))
            off = max(0.0, size(moment) - 2 * wanted)
            turned = chi + off * off / spread + 1.5 * self.turned_costs[kind - 1]
            self._take(SAME, turned, (hole, kind, None, hole))
            return
        variance += deviation * deviation * wanted * wanted * 2 / 3
        cost = self.turned_costs[kind - 1]
        self._try_known(hole, kind, contents, chi, moment, variance, cost)

    def _try_known(self, hole, kind, contents, chi, moment, variance, cost) -> None:
        """Try that a ball of known moment went, or was turned, which has the penalty ``cost``."""
        wanted = self.strengths[kind - 1]
        spread = STRENGTH_SPREAD**2 * wanted * wanted + variance
        before = contents.moment(hole)
        after = [moment[part] + before[part] for part in range(PARTS)]
        left = size(after)
        self._take(gone(kind), chi + left * left / spread, (hole, kind, moment, NOBODY))
        off = left - wanted
        self._take(SAME, chi + off * off / spread + cost, (hole, kind, after, hole))

    def _without(self, own, right, moment) -> float:
        """Return chi-squared of the difference plus the field of a ball that left its hole."""
        return self._whole + 2 * dot(moment, right) + dot(moment, times(own, moment))

    def learn(self, contents, new=None):
        """Update the moments of the balls of a square that was laid, in slices.

        After ``think`` with ``worn``: the residual shows how far each has turned.
        ``new``: hole, kind and moment of a ball that came as well.
        """
        gram = self.gram
        left = gram.whole
        if new is not None:
            moment = new[2]
            left += dot(moment, times(gram.own(new[0]), moment)) - 2 * dot(
                moment, gram.right(new[0])
            )
        if left > BAD:
            # Something else has changed too.
            return
        for hole in range(HOLES):
            if contents.kinds[hole] and contents.deviations[hole] < UNKNOWN:
                if new is not None:
                    yield from gram.crossing(hole, new[:1])
                yield TRY_COST
                self._learn_one(contents, hole, new)

    def _learn_one(self, contents, hole: int, new) -> None:
        gram, kind = self.gram, contents.kinds[hole]
        deviation = contents.deviations[hole]
        strength = self.strengths[kind - 1]
        share = 2 / 3 * (strength * deviation) ** 2
        x, y, z = gram.right(hole)
        if new is not None:
            less = along(gram.cross(hole, new[0]), new[2])
            x, y, z = x - less[0], y - less[1], z - less[2]
        own = gram.own(hole)
        known = max(0.1, 1 - share * (own[0] + own[3] + own[5]) / PARTS) ** 0.5
        before = contents.moment(hole)
        moment = (before[0] + share * x, before[1] + share * y, before[2] + share * z)
        # The strength of a ball is constant.
        scale = size(before) / max(0.1, size(moment))
        contents.lay(hole, kind, [value * scale for value in moment], known * deviation)

    def likeliest(self) -> int:
        """Return the meaning with the smallest chi-squared."""
        best = SAME
        for meaning in range(MEANINGS):
            if self.best[meaning] < self.best[best]:
                best = meaning
        return best

    def margin(self, meaning: int) -> float:
        """Return the log-likelihood margin of a meaning over all others."""
        second = NEVER
        for other in range(MEANINGS):
            if other != meaning:
                second = min(second, self.best[other])
        return (second - self.best[meaning]) / 2


def fitted(fit, whole: float):
    """Return chi-squared of the best moment in a hole, the moment, and the variance of its size.

    ``fit``: products of the hole's fields with the difference, and the inverse of its own;
    ``whole``: chi-squared without it.
    """
    right, free = fit
    moment = times(free, right)
    return whole - dot(moment, right), moment, (free[0] + free[3] + free[5]) / PARTS
