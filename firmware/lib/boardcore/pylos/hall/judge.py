"""Judge: decides whether to accept the best explanation, to search further or to ask players."""

from boardcore.pylos.cells import LEVEL, is_free
from boardcore.pylos.hall.explanations import ADD, REMOVE, RESPIN, TURN
from boardcore.sensing.observe.field.evidence import PARTS_MOST

MARGIN = 7.0
"""Log-likelihood margin over the next set of balls from which an explanation is accepted."""
ODD, ODD_PART = -5.5, -7.0
"""Log-priors, of one part and of each further one, below which the search goes on; chosen."""
ODDEST = 4.0
"""Shortfall of the log-prior (``oddness``) above which the best explanation is doubtful."""
LIKELY = -10.0
"""Log-prior from which ``oddness`` is counted."""
LAME = 100.0
"""Chi-squared (25 expected) above which no explanation is accepted."""
PLAIN = 40.0
"""Log-likelihood margin at which the search ends."""
FINE = 30.0
"""Chi-squared (25 expected) up to which one strong change is enough."""
BAD = 40.0
"""Chi-squared (25 expected) above which a part is missing."""
NOTHING_BAD = 60.0
"""Chi-squared above which one is missing from no parts at all, which fit no moment."""
POOR, POOR_PART = -36.0, -16.0
"""Scores, of one part and of each further one, below which a fit is poor (good: -15 to -35)."""
SPUN, SPUN_ALONE = 40.0, 65.0
"""Log-evidence margin of *turned* over *removed*, with other parts and alone."""
FAINT_LEVEL = 2
"""Lowest level where a turned ball can be confused with one that came."""


class Judge:
    """Judges the explanations of a ``likelihood``, of which there is always at least one."""

    def __init__(self, likelihood) -> None:
        self._likelihood = likelihood

    @property
    def found(self):
        """The best explanations, the likeliest first."""
        return self._likelihood.found.all

    def is_sure(self, pairs) -> bool:
        """Return whether the best explanation is accepted.

        ``pairs``: masks of balls and their scores, the likeliest first (``Found.masks``).
        """
        if len(pairs) > 1 and pairs[1][1] >= pairs[0][1] - MARGIN - self.oddness():
            return False
        if self.is_lame():
            # No hypothesis fits: a hand may hold a ball just above the board.
            return False
        return not (self.without_spun() or self.is_strange())

    def is_lame(self) -> bool:
        """Return whether even the best explanation does not fit."""
        return self.found[0].chi > LAME

    def is_doubtful(self) -> bool:
        """Return whether perhaps none of the explanations is true."""
        best = self.found[0]
        return best.chi > BAD or best.shaken or self.oddness() > ODDEST or self.is_strange()

    def is_strange(self) -> bool:
        """Return whether the best explanation has a magnet of impossible strength."""
        best = self.found[0]
        for part in range(len(best.kinds)):
            kind, place = best.kinds[part], best.places[part]
            if kind == REMOVE:
                continue
            square = 0.0
            for axis in range(3):
                value = best.moments[3 * part + axis]
                if kind == TURN:
                    value += self._likelihood.magnets.moments[3 * place + axis]
                square += value * value
            if kind == TURN and not self._likelihood.magnets.size(place):
                continue
            if not self._likelihood.is_magnet(square**0.5):
                return True
        return False

    def oddness(self) -> float:
        """Return by how much the log-prior of the best explanation is below LIKELY."""
        return max(0.0, LIKELY - self.found[0].prior)

    def without_spun(self):
        """Return the masks without a ball that the best explanation has only turned.

        Only those that fit nearly as well.  A ball that went, with others turned below it,
        looks like the same ball turned; the reverse is rare.
        """
        best = self.found[0]
        least = best.score - (SPUN if len(best.kinds) > 1 else SPUN_ALONE)
        masks = []
        for part in range(len(best.kinds)):
            lacking = best.mask & ~(1 << best.places[part])
            if best.kinds[part] in (RESPIN, TURN):
                other = self._likelihood.found.of_mask(lacking)
                if other is not None and other.score > least:
                    masks.append(lacking)
        return masks

    def is_plain(self) -> bool:
        """Return whether one ball that came or went fits well, and nothing else does."""
        found = self.found
        best = found[0]
        if len(best.kinds) != 1 or best.kinds[0] > REMOVE or self.is_poor():
            return False
        return len(found) < 2 or found[1].score < best.score - PLAIN

    def stands_out(self) -> bool:
        """Return whether balls that came and went fit well, and no other set of balls does."""
        best = self.found[0]
        if best.chi > FINE or self.is_poor() or max(best.kinds, default=TURN) > REMOVE:
            return False
        for one in self.found:
            if one.mask != best.mask and one.score > best.score - PLAIN:
                return False
        return True

    def is_poor(self) -> bool:
        """Return whether the best explanation has a large residual or an unlikely prior."""
        best = self.found[0]
        more = max(0, len(best.kinds) - 1)
        odd = best.prior < ODD + ODD_PART * more
        if not more and best.mask != best.before:
            # One ball that came or went is clear even where the rules forbid it.
            odd = False
        if not best.kinds:
            return best.chi > NOTHING_BAD
        return best.chi > BAD or odd or best.score < POOR + POOR_PART * more

    def is_enough(self) -> bool:
        """Return whether single changes are enough and the search may end."""
        best = self.found[0]
        if best.chi < FINE and self._is_open():
            # Players are asked in any case.
            return True
        if self.is_poor():
            return False
        single = len(best.kinds) == 1 and best.kinds[0] in (ADD, REMOVE)
        if single and best.chi < FINE and LEVEL[best.places[0]] >= FAINT_LEVEL:
            return True
        return not can_grow(best) or best.chi < FINE and self.is_plain()

    def has_turned(self) -> bool:
        """Return whether the best explanation has a turned ball, which can fit too much."""
        kinds = self.found[0].kinds
        return TURN in kinds or RESPIN in kinds

    def _is_open(self) -> bool:
        """Return whether another set of balls is nearly as likely."""
        best = self.found[0]
        for one in self.found:
            if one.mask != best.mask and one.score > best.score - MARGIN:
                return True
        return False


def is_possible(one) -> bool:
    """Return whether no ball that stays lies on one that went."""
    left = one.before & one.mask
    for part in range(len(one.kinds)):
        if REMOVE <= one.kinds[part] <= RESPIN and not is_free(left, one.places[part]):
            return False
    return True


def can_grow(one) -> bool:
    """Return whether an explanation may be extended."""
    return 0 < len(one.kinds) < PARTS_MOST and not one.shaken
