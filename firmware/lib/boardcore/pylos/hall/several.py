"""Several: screens changes of several balls that one turn can make.

The fields of balls that went are known, so sets of them are screened quickly, alone or with one
ball that came or was turned.
"""

from boardcore.pylos.cells import (
    CELLS,
    LEVEL,
    LEVEL_START,
    SHAPES,
    SUPPORTS,
    can_hold,
    free_cells,
    is_free,
    sets_off,
)
from boardcore.pylos.hall.explanations import ADD, REMOVE, RESPIN, TURN
from boardcore.pylos.hall.shortlist import (
    BEGIN_SCREEN,
    GAIN,
    GAIN_GONE,
    LOOK_AT,
    MISFIT,
    NOTE,
    PRODUCT,
    TERM,
)

EVALUATED, EVALUATED_TURNED = 5, 3
"""Screened changes that are evaluated, without and with turned balls."""
GONE = 3
"""Removed balls, those with the smallest residuals, tried with a ball that came or was turned.  In
200 best explanations of simulated games the removed ball was always one of these."""

RESERVE = -1
"""Start of a ball placed from the reserve."""

# Cost of steps, in empty turns of a loop; 95th percentile.
FREE, SHAPE, SETS = 350, 350, 1500


class Several:
    """Screens changes of several balls into a ``shortlist``; call ``beginning`` first."""

    def __init__(self, likelihood, shortlist) -> None:
        self._likelihood = likelihood
        self._shortlist = shortlist
        self._screen = shortlist.screen
        self._gone: list[int] = []  # the balls likeliest to have gone

    def beginning(self):
        """Set up the screen, step by step, for the likelihood's difference."""
        yield BEGIN_SCREEN
        self._shortlist.begin(self._likelihood.weights)
        yield LOOK_AT
        self._screen.look_at(self._likelihood.difference)

    # Long methods, because a board's call depth is limited.

    def going(self):
        """Screen one or two balls that went; keep the likeliest in ``_gone``."""
        yield FREE + MISFIT
        screen, shortlist = self._screen, self._shortlist
        mask = self._likelihood.priors.mask
        nothing = screen.misfit((0,))
        misfits: dict[int, float] = {}
        free = free_cells(mask)
        for one in free:
            yield TERM + MISFIT + NOTE
            misfits[one] = screen.misfit(shortlist.terms((one,)))
            shortlist.note(-misfits[one] / 2, (REMOVE,), (one,), EVALUATED)
        for one in free:
            yield FREE
            for other in free_cells(mask & ~(1 << one)):
                if other not in misfits:
                    # It lay under the first.
                    yield TERM + MISFIT + NOTE
                    misfit = screen.misfit(shortlist.terms((one, other)))
                elif other > one:
                    yield PRODUCT + NOTE
                    both = screen.product(shortlist.term(one), shortlist.term(other))
                    misfit = misfits[one] + misfits[other] - nothing + 2 * both
                else:
                    continue
                shortlist.note(-misfit / 2, (REMOVE, REMOVE), (one, other), EVALUATED)
        self._gone = sorted(free, key=misfits.__getitem__)[:GONE]

    def coming(self, turned: bool = False):
        """Screen each of ``_gone`` with a ball that came, or, if ``turned``, with a turned ball."""
        screen, note = self._screen, self._shortlist.note
        for gone in self._gone:
            yield MISFIT
            terms = self._shortlist.terms((gone,))
            alone = -screen.misfit(terms) / 2
            left = self._likelihood.priors.mask & ~(1 << gone)
            for cell in range(CELLS):
                if turned and left >> cell & 1 or not turned and can_hold(left, cell):
                    yield GAIN + screen.due(cell)
                    score = alone + screen.gain(terms, cell)
                    if turned:
                        note(score, (REMOVE, TURN), (gone, cell), EVALUATED_TURNED)
                    elif cell == gone:
                        # The same ball came back.
                        note(score, (RESPIN,), (cell,), EVALUATED)
                    else:
                        note(score, (REMOVE, ADD), (gone, cell), EVALUATED)

    def taking(self):
        """Screen a ball that made a square or a line, with the balls taken back for it.

        A raised ball with one taken back is covered by two balls taken back.  The variant of the
        game does not matter: forbidden changes are screened too and judged by their fit.
        """
        screen, shortlist, priors = self._screen, self._shortlist, self._likelihood.priors
        mask, own = priors.mask, priors.own & priors.mask
        for cell in range(CELLS):
            if not can_hold(mask, cell):
                continue
            yield SHAPE
            if not _makes_shape(own, cell):
                continue
            free = own & ~SUPPORTS[cell]
            for start in range(RESERVE, LEVEL_START[LEVEL[cell]]):
                climbed = 0
                if start != RESERVE:
                    if not (free >> start & 1 and is_free(mask, start)):
                        continue
                    climbed = 1 << start
                    free &= ~climbed  # as a raised ball it was tried with all others
                yield SETS
                for gone in sets_off(free, mask & ~climbed):
                    if climbed:
                        if len(gone) == 1:
                            continue
                        gone = (start,) + gone
                    yield TERM + MISFIT + GAIN_GONE + screen.due(cell)
                    terms = shortlist.terms(gone)
                    score = -screen.misfit(terms) / 2 + screen.gain(terms, cell)
                    kinds = (ADD,) + (REMOVE,) * len(gone)
                    shortlist.note(score, kinds, (cell,) + gone, EVALUATED)


def _makes_shape(own: int, cell: int) -> bool:
    """Return whether a ball in this cell completes a square or a line of ``own`` balls."""
    for shape in SHAPES["expert"][cell]:
        if shape & ~own == 1 << cell:
            return True
    return False
