"""Explanations: hypotheses about what happened to the pyramid between two rests.

An explanation holds the set of balls that stand now and the *parts* of what happened: a ball came,
a ball went, a ball was turned.
"""

from math import exp, log

ADD, REMOVE, RESPIN, TURN = range(4)
"""Kinds of parts: a ball came; one went; one was lifted and put back, its magnet in any direction;
one was turned where it stood."""

TOUCHES = (1, 1, 2, 0)
"""Number of touches of the pyramid, per kind of part."""

FAR = 70.0
"""Log-likelihood below the best at which an explanation is ignored; chosen."""
KEPT = 32
"""Explanations kept at most."""
ALIKE = 5
"""Explanations kept per set of balls."""


class Explanation:
    """One hypothesis: ``mask`` of the balls that stand, ``kinds`` and ``places`` of its parts.

    ``before``: mask of the balls that stood; ``prior``: log-prior; ``score``: log-prior plus
    log-evidence; ``chi``: chi-squared; ``shaken``: all balls were touched; ``grown``: was
    extended by one part already; ``moments``: posterior moment, three numbers per part;
    ``deviations``: their standard deviation, one per part.
    """

    def __init__(self, mask: int, before: int, prior: float, kinds, places) -> None:
        self.mask = mask
        self.before = before
        self.prior = prior
        self.score = prior
        self.kinds = kinds
        self.places = places
        self.shaken = False
        self.grown = False
        self.chi = 0.0
        self.moments: list[float] = []
        self.deviations: list[float] = []


class Found:
    """The best explanations found, the likeliest first: ``all``."""

    def __init__(self) -> None:
        self.all: list[Explanation] = []

    def keep(self, one) -> None:
        """Keep an explanation if it is among the best KEPT and the best ALIKE of its balls."""
        found = self.all
        at = len(found)
        alike = 0
        for i in range(len(found) - 1, -1, -1):
            other = found[i]
            if other.score < one.score:
                at = i
            if other.mask == one.mask:
                if is_same(other, one):
                    return
                alike += 1
        worst = -1
        if alike >= ALIKE:
            for i in range(len(found)):
                if found[i].mask == one.mask:
                    worst = i
            if worst < at:
                return
        found.insert(at, one)
        if worst >= 0:
            found.pop(worst + 1)
        elif len(found) > KEPT:
            found.pop()

    def of_each_mask(self, most: int):
        """Return the best explanation of each of the ``most`` likeliest sets of balls."""
        best: list[Explanation] = []
        for one in self.all:
            if len(best) < most and not one.shaken and not _stands(best, one.mask):
                best.append(one)
        return best

    def of_mask(self, mask: int):
        """Return the best explanation that ends with these balls, None if there is none."""
        for one in self.all:
            if one.mask == mask:
                return one
        return None

    def has(self, one) -> bool:
        """Return whether an explanation with the same parts was found already."""
        for other in self.all:
            if is_same(other, one):
                return True
        return False

    def masks(self):
        """Return pairs ``(mask, score)``, the likeliest first, scores relative to the best.

        The likelihoods of explanations with the same balls are added.  Those more than ``FAR``
        below the best are left out.
        """
        pairs: list[tuple[int, float]] = []
        for one in self.all:
            score = one.score - self.all[0].score
            if score < -FAR:
                break
            at = 0
            while at < len(pairs) and pairs[at][0] != one.mask:
                at += 1
            if at < len(pairs):
                best = pairs[at][1]
                pairs[at] = (one.mask, best + log(1 + exp(score - best)))
            else:
                pairs.append((one.mask, score))
        pairs.sort(key=lambda pair: pair[1], reverse=True)
        return pairs


def is_same(one, other) -> bool:
    """Return whether two explanations have the same parts, in any order, and touched balls."""
    if one.mask != other.mask or one.shaken != other.shaken:
        return False
    if len(one.places) != len(other.places):
        return False
    for part in range(len(one.places)):
        at = 0
        while at < len(other.places) and (
            one.places[part] != other.places[at] or one.kinds[part] != other.kinds[at]
        ):
            at += 1
        if at == len(other.places):
            return False
    return True


def _stands(explanations, mask: int) -> bool:
    """Return whether one of the explanations ends with these balls."""
    for one in explanations:
        if one.mask == mask:
            return True
    return False
