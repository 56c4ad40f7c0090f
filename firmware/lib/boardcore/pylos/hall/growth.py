"""Growth: extends explanations by one part where one or two parts do not fit."""

from boardcore.pylos.cells import CELLS, is_free
from boardcore.pylos.hall.explanations import ADD, REMOVE, RESPIN, TURN, Explanation
from boardcore.pylos.hall.judge import can_grow
from boardcore.pylos.hall.priors import open_cells
from boardcore.pylos.hall.screening import RESIDUAL
from boardcore.pylos.hall.shortlist import (
    GAIN,
    GAIN_ALONE,
    GAIN_GONE,
    JUDGE,
    MISFIT,
    NOTE,
    PRODUCT,
    TERM,
)

TOO_FREE = 25.0
"""Log-likelihood penalty per turned ball when explanations to extend are selected; chosen."""
REMOVED = 2
"""Extensions evaluated per explanation with a further ball removed."""
CHILDREN = (0, 5, 3, 2)
"""Other extensions evaluated per explanation with 0, 1, 2 and 3 parts; chosen."""

# Cost of steps, in empty turns of a loop; 95th percentile.
GROW, SET_RESIDUAL, TAKE_OFF = 200, 1000, 1000


class Growth:
    """Extends the explanations that a ``likelihood`` has found by one part."""

    def __init__(self, likelihood, shortlist) -> None:
        self._likelihood = likelihood
        self._shortlist = shortlist
        self._screen = shortlist.screen

    def further(self, parts: int, width: int):
        """Extend the ``width`` best explanations that have this number of parts by one.

        Except a single removed ball: sets of removed balls, also with one that came, are tried
        by ``Several``.
        """
        yield JUDGE
        parents: list[tuple[float, Explanation]] = []
        for one in self._likelihood.found.all:
            if len(one.kinds) == parts and can_grow(one) and one.kinds != (REMOVE,):
                # While the residual is large, a turned ball fits fields that are not its own.
                turned = one.kinds.count(RESPIN) + one.kinds.count(TURN)
                parents.append((one.score - TOO_FREE * turned, one))
        parents.sort(key=lambda pair: pair[0], reverse=True)
        for _, parent in parents[:width]:
            if not parent.grown:
                yield from self.grow(parent)

    def turned(self):
        """Extend the likeliest ball that came by a ball that was turned."""
        for one in self._likelihood.found.all:
            if one.kinds == (ADD,):
                yield from self.grow(one, True)
                break

    def grow(self, parent, turned: bool = False):
        """Screen all extensions of an explanation by one part; ``turned``: a turned ball only."""
        likelihood, screen = self._likelihood, self._screen
        yield GROW * (1 + len(parent.kinds))
        parent.grown = parent.grown or not turned
        children = CHILDREN[len(parent.kinds)]
        likelihood.set_residual(parent.kinds, parent.places)
        for part in range(len(parent.kinds)):
            yield TAKE_OFF
            likelihood.take_off(parent, part)
        yield SET_RESIDUAL
        screen.set_residual(likelihood.evidence.residual)
        gone: list[tuple[float, int]] = []
        taken = 0
        for place in parent.places:
            taken |= 1 << place
        yield MISFIT
        alone = parent.score - parent.prior
        open_now = open_cells(parent.mask)
        for place in range(CELLS):
            if taken >> place & 1:
                continue
            if open_now >> place & 1 and not turned:
                kinds: tuple[int, ...] = (ADD,)
            elif not parent.mask >> place & 1:
                continue
            elif turned:
                kinds = (TURN,)
            else:
                kinds = (TURN, RESPIN, REMOVE) if is_free(parent.mask, place) else (TURN,)
            yield GAIN + screen.due(place)
            gain = screen.gain((RESIDUAL,), place)
            for kind in kinds:
                score = alone + gain
                if kind == REMOVE:
                    yield from self._with_gone(parent, place, gone)
                    continue
                if kind == RESPIN:
                    yield TERM
                    terms = (RESIDUAL, self._shortlist.term(place))
                    score = alone + (screen.misfit((RESIDUAL,)) - screen.misfit(terms)) / 2
                    yield GAIN_GONE
                    score += screen.gain(terms, place)
                larger = parent.kinds + (kind,), parent.places + (place,)
                self._shortlist.note(score, larger[0], larger[1], children)
        yield from self._shortlist.evaluating()
        for score, place in gone:
            yield NOTE
            self._shortlist.note(score, parent.kinds + (REMOVE,), parent.places + (place,), REMOVED)
        yield from self._shortlist.evaluating()

    def _with_gone(self, parent, place: int, gone):
        """Append to ``gone`` the score of an explanation extended by a removed ball.

        The fitted moment of another part may have absorbed the field of that ball; if there is
        only one such part, its moment is fitted again.
        """
        screen = self._screen
        yield NOTE
        terms: tuple[int, ...] = (0, self._shortlist.term(place))
        sought = -1
        several = 0
        for part in range(len(parent.kinds)):
            kind, at = parent.kinds[part], parent.places[part]
            if REMOVE <= kind <= RESPIN:
                terms += (self._shortlist.term(at),)
            if kind != REMOVE:
                sought = at
                several += 1
        if several > 1:
            yield MISFIT
            score = -screen.misfit((RESIDUAL, self._shortlist.term(place))) / 2
        else:
            yield PRODUCT * len(terms)
            score = -screen.misfit(terms) / 2
            at = sought if several else place
            for term in terms:
                # The products of each term are computed and kept, for the sum below.
                yield GAIN_ALONE + screen.due(at)
                screen.gain((term,), at)
            yield GAIN
            score += max(0.0, screen.gain(terms, at))
        gone.append((score, place))
