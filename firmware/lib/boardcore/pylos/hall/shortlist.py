"""Shortlist: the changes with the best quick scores, until their likelihood is computed.

Most of what the scores need is prepared while the board is at rest.
"""

from boardcore.pylos.cells import CELLS, free_cells
from boardcore.pylos.hall.likelihood import COMMON_UT
from boardcore.pylos.hall.magnets import UNKNOWN
from boardcore.pylos.hall.screening import FACTOR, TERMS_MOST, Screen
from boardcore.sensing.hall.evidence import PARTS_MOST
from boardcore.sensing.hall.floats import zeros

BEHIND = 80.0
"""Largest difference between a screened and a weighed score."""

# What steps cost, in empty turns of a loop (19 of 20 cost no more).
BEGIN_SCREEN, LOOK_AT, EXPLAIN, JUDGE = 650, 1400, 800, 600
TERM, MISFIT, PRODUCT, NOTE = 900, 450, 200, 400
GAIN_ALONE, GAIN, GAIN_GONE = 350, 700, 850
"""Cost of fitting a moment in a place: one term; noted; noted with a ball gone."""


class Shortlist:
    """Keeps the changes that a ``screen`` likes best, for a ``weigher``.

    ``ready_for``: the screen is prepared for the next difference while these balls stand.
    """

    def __init__(self, weigher) -> None:
        self.weigher = weigher
        self.screen = Screen(weigher.rows, weigher.sensors, COMMON_UT)
        self.ready_for = -1
        self._term_of: dict[int, int] = {}
        self._weights = zeros(weigher.sensors)  # as they will be if hands change little
        self._quick: list[tuple[float, tuple[int, ...], tuple[int, ...]]] = []

    def preparing(self, mask: int, noise):
        """Prepare, step by step, to screen single changes while these balls stand.

        ``noise``: as that of ``weigher``, as it will be.  What gains may make of a strong
        difference is not counted in: too far off are only those that are far off anyway.
        """
        self.forget()
        yield from self.weigher.resting(mask, noise, self._weights)
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
        """Rely on nothing that was prepared: other balls stand, or other sensors tell."""
        self.ready_for = -1
        self.weigher.forget_rest()

    def begin(self, weights) -> None:
        """Score by these weights from now on."""
        self.ready_for = -1
        self.screen.begin(weights, UNKNOWN * self.weigher.strength)
        self._term_of = {}

    def note(self, score: float, kinds, places, most: int) -> None:
        """Keep what was screened if it is among the best; ``score``: without its prior."""
        quick = self._quick
        at = len(quick)
        if len(kinds) > PARTS_MOST or at == most and quick[at - 1][0] >= score:
            return
        score += self.weigher.habits.beforehand(kinds, places)[1]
        while at and quick[at - 1][0] < score:
            at -= 1
        if at < most:
            quick.insert(at, (score, kinds, places))
            if len(quick) > most:
                quick.pop()

    def weighing(self):
        """Weigh what was noted, but not what lies far behind, there or in what was weighed."""
        quick, self._quick = self._quick, []
        if not quick:
            return
        best = quick[0][0]
        # Where even the best leaves much, as gains do, the others are not that sure either.
        least = max(best, self.weigher.found.all[0].score) - max(BEHIND, -best / 3)
        for score, kinds, places in quick:
            if score > least:
                # As ``Explainer._weigh_new`` does, but calls may not go deeper.
                yield EXPLAIN
                one = self.weigher.habits.explanation(kinds, places)
                if not self.weigher.found.has(one):
                    yield from self.weigher.weighing(one)

    def terms(self, gone) -> tuple[int, ...]:
        """Return the terms of the difference and of these balls gone."""
        terms: tuple[int, ...] = (0,)
        for cell in gone:  # not within brackets: a board counts these as one more call
            terms += (self.term(cell),)
        return terms

    def term(self, place: int) -> int:
        """Return the term of the screen that stands for the ball of a place gone, 0 for none."""
        if place not in self._term_of:
            if self.screen.terms == TERMS_MOST:
                return 0
            self._term_of[place] = self.screen.add_term(self.weigher.magnets.fields[place])
        return self._term_of[place]
