"""Shortlist: keeps the best screened changes until their likelihood is computed.

The screen is mostly prepared in advance, while the board is at rest.
"""

from boardcore.pylos.cells import CELLS, free_cells
from boardcore.pylos.hall.magnets import UNKNOWN
from boardcore.pylos.hall.screening import FACTOR, TERMS_MOST, Screen
from boardcore.sensing.observe.field.chi2 import zeros
from boardcore.sensing.observe.field.evidence import PARTS_MOST

BEHIND = 80.0
"""Log-likelihood below the best at which a screened change is not evaluated; chosen."""

# Cost of steps, in empty turns of a loop; 95th percentile.
BEGIN_SCREEN, LOOK_AT, EXPLAIN, JUDGE = 650, 1400, 800, 600
TERM, MISFIT, PRODUCT, NOTE = 900, 450, 200, 400
GAIN_ALONE, GAIN, GAIN_GONE = 350, 700, 850
"""Cost of fitting a moment at a place: one term; and noted; and noted with a ball gone."""


class Shortlist:
    """Keeps the changes with the best scores of a ``screen``, for a ``likelihood``.

    ``ready_for``: mask of the balls for which the screen is prepared, -1: none.
    """

    def __init__(self, likelihood) -> None:
        self.likelihood = likelihood
        self.screen = Screen(likelihood.rows, likelihood.sensors)
        self.ready_for = -1
        self._term_of: dict[int, int] = {}
        self._weights = zeros(likelihood.sensors)  # for a small difference
        self._quick: list[tuple[float, tuple[int, ...], tuple[int, ...]]] = []

    def preparing(self, mask: int, noise):
        """Prepare the screen, step by step, for single changes from these balls.

        ``noise``: expected variance per sensor, as in ``Likelihood``.  The model error of a large
        difference is not included; it concerns only changes that fit badly.
        """
        self.forget()
        yield from self.likelihood.preparing(mask, noise, self._weights)
        yield BEGIN_SCREEN
        self.begin(self._weights)
        self.ready_for = mask
        for place in range(CELLS):
            yield FACTOR
            self.screen.prepare(place)
        for cell in free_cells(mask):
            yield TERM + MISFIT
            terms = (self.term(cell),)
            self.screen.misfit(terms)
            yield GAIN_GONE
            self.screen.gain(terms, cell)

    def forget(self) -> None:
        """Discard the preparation: other balls stand, or other sensors work."""
        self.ready_for = -1
        self.likelihood.forget()

    def begin(self, weights) -> None:
        """Use these weights (1 / variance, per sensor)."""
        self.ready_for = -1
        likelihood = self.likelihood
        self.screen.begin(weights, UNKNOWN * likelihood.strength, likelihood.evidence.precision)
        self._term_of = {}

    def note(self, score: float, kinds, places, most: int) -> None:
        """Keep a screened change if it is among the ``most`` best; ``score``: without log-prior."""
        quick = self._quick
        at = len(quick)
        if len(kinds) > PARTS_MOST or at == most and quick[at - 1][0] >= score:
            return
        score += self.likelihood.priors.mask_and_prior(kinds, places)[1]
        while at and quick[at - 1][0] < score:
            at -= 1
        if at < most:
            quick.insert(at, (score, kinds, places))
            if len(quick) > most:
                quick.pop()

    def evaluating(self):
        """Evaluate the noted changes, except those far below the best screened or evaluated one."""
        quick, self._quick = self._quick, []
        if not quick:
            return
        best = quick[0][0]
        # A large residual of the best means model errors: the scores are less reliable.
        least = max(best, self.likelihood.found.all[0].score) - max(BEHIND, -best / 3)
        for score, kinds, places in quick:
            if score > least:
                # As in ``Explainer._evaluate_new``; a call would exceed a board's call depth.
                yield EXPLAIN
                one = self.likelihood.priors.explanation(kinds, places)
                if not self.likelihood.found.has(one):
                    yield from self.likelihood.evaluating(one)

    def terms(self, gone) -> tuple[int, ...]:
        """Return the terms of the residual when these balls went."""
        terms: tuple[int, ...] = (0,)
        for cell in gone:  # no comprehension: on a board it is one more call
            terms += (self.term(cell),)
        return terms

    def term(self, place: int) -> int:
        """Return the term of a removed ball's field, 0 if there is no room for another."""
        if place not in self._term_of:
            if self.screen.terms == TERMS_MOST:
                return 0
            self._term_of[place] = self.screen.add_term(self.likelihood.magnets.fields[place])
        return self._term_of[place]
