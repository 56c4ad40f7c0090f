"""Explainer: searches the likeliest hypotheses about a difference between two rests.

Order of the search (firmware/docs/hall-decoder.md, section 5): single changes are screened and the
best get their likelihood computed (*evaluated*); if these fit badly, the changes of several balls
that one turn can make; if that is not enough, more parts are added greedily to the best few.  When
more scans of the same rest arrive, only the likely hypotheses are evaluated again.  ``think`` is a
generator that yields the cost of each step before it, in empty turns of a loop.
"""

from boardcore.pylos.cells import CELLS, LEVEL
from boardcore.pylos.hall.explanations import ADD, FAR, REMOVE, RESPIN, TURN
from boardcore.pylos.hall.growth import Growth
from boardcore.pylos.hall.judge import BAD, FAINT_LEVEL, FINE, Judge, can_grow, is_possible
from boardcore.pylos.hall.likelihood import Likelihood
from boardcore.pylos.hall.several import Several
from boardcore.pylos.hall.shortlist import (
    BEGIN_SCREEN,
    EXPLAIN,
    GAIN,
    GAIN_GONE,
    JUDGE,
    LOOK_AT,
    MISFIT,
    TERM,
    Shortlist,
)
from boardcore.sensing.observe.field.evidence import PARTS_MOST

SINGLES = 6
"""Single changes evaluated at most; chosen, tests/bench/sensing.py, as all such limits here."""
TURNS = 5
"""Turned balls, and balls put back, evaluated at most."""
WIDTH = 2
"""Hypotheses extended by one part, per number of parts."""
OTHER_KINDS = {
    REMOVE: (RESPIN, TURN),
    RESPIN: (REMOVE, TURN),
    TURN: (REMOVE, RESPIN),
}
"""Kinds of parts that can be confused with each other."""
SHAKES = 4
"""Hypotheses tried with all balls touched."""

LIKELY = 1200
"""Cost of collecting the likely hypotheses, in empty turns of a loop; 95th percentile."""


class Explainer:
    """Explains a difference: set that of ``likelihood``, then run ``think``; results in ``found``.

    ``magnets``: known moments; ``jiggle_rad``: turn of a touched ball, radians, 1 sigma.
    """

    def __init__(self, magnets, jiggle_rad: float) -> None:
        self.likelihood = Likelihood(magnets, jiggle_rad)
        self.priors = self.likelihood.priors
        self.judge = Judge(self.likelihood)
        self.shortlist = Shortlist(self.likelihood)
        self._several = Several(self.likelihood, self.shortlist)
        self._growth = Growth(self.likelihood, self.shortlist)
        self._screen = self.shortlist.screen
        self._quick = False  # the last search tried single changes only

    @property
    def found(self):
        """The best hypotheses, the likeliest first."""
        return self.likelihood.found.all

    def think(self, mask: int, quick: bool = False, again: bool = False):
        """Search, step by step; ``mask``: the balls that stood before the difference.

        ``quick``: try single changes only.  ``again``: the same rest as in the last search, with
        more scans.
        """
        if not (yield from self._begin(mask, quick, again)):
            return
        # Changes of several balls, the usual ones first, until one stands out.
        yield from self._several.beginning()
        yield from self._several.going()
        yield from self._several.coming()
        yield from self.shortlist.evaluating()
        yield from self._several.taking()
        yield from self.shortlist.evaluating()
        # A turned ball may explain the difference as well: try that before judging.
        yield from self._growth.turned()
        yield from self._several.coming(turned=True)
        yield from self.shortlist.evaluating()
        yield JUDGE
        if self.judge.stands_out():
            return
        if self.found[0].chi > FINE or self.judge.has_turned():
            # Two changes may look like one change and a turned ball.
            yield from self._growth.further(1, 1)
        for parts in range(1, PARTS_MOST):
            if self.judge.is_poor() and self.found[0].chi > BAD:
                yield from self._growth.further(parts, WIDTH)
        yield from self._closure()
        best = self.found[0]
        if best.chi > FINE and can_grow(best) and not best.grown:
            # A hypothesis with a large residual is not accepted before one more part was tried.
            yield from self._growth.grow(best)
            yield from self._closure()
        if self.judge.is_poor():
            yield from self._shake()

    def _begin(self, mask: int, quick: bool, again: bool):
        """Evaluate the first hypotheses, step by step; return whether the search must go on."""
        yield LIKELY
        before = self._likely(mask) if again else []
        sought_all = before and not self._quick
        poor = before and self.judge.is_poor()
        self._quick = quick
        yield from self.likelihood.beginning(mask)
        yield from self._evaluate((), ())
        if before:
            yield from self._evaluate_again(before)
        else:
            yield from self._singles()
        yield JUDGE
        if quick or self.judge.is_enough():
            return False
        return not sought_all or self.judge.is_poor() and not poor

    def _likely(self, mask: int):
        """Return the likely hypotheses of the last search if it started from the same balls."""
        found = self.found
        if not found or found[0].before != mask:
            return []
        return [one for one in found if one.kinds and one.score > found[0].score - FAR]

    def _evaluate_again(self, likely):
        """Evaluate these hypotheses again; empties the list, because memory is short."""
        while likely:
            one = likely.pop(0)
            yield from self._evaluate(one.kinds, one.places, one.shaken)

    def _evaluate(self, kinds, places, shaken: bool = False):
        yield EXPLAIN
        yield from self.likelihood.evaluating(self.priors.explanation(kinds, places, shaken))

    # Single changes

    def _singles(self):
        """Screen single changes: a ball came, went, was put back turned, or was turned."""
        priors, screen = self.priors, self._screen
        mask = priors.mask
        if self.shortlist.ready_for != mask:
            yield BEGIN_SCREEN
            self.shortlist.begin(self.likelihood.weights)
        yield LOOK_AT
        screen.look_at(self.likelihood.difference)
        yield MISFIT
        alone = -screen.misfit((0,)) / 2
        for cell in range(CELLS):
            if priors.may_change >> cell & 1:
                if mask >> cell & 1:
                    # The known field of the ball may be slightly wrong.
                    yield TERM
                    terms = (0, self.shortlist.term(cell))
                    yield MISFIT
                    score = -screen.misfit(terms) / 2
                    yield GAIN_GONE + screen.due(cell)
                    score += max(0.0, screen.gain(terms, cell))
                    self.shortlist.note(score, (REMOVE,), (cell,), SINGLES)
                else:
                    yield GAIN + screen.due(cell)
                    self.shortlist.note(alone + screen.gain((0,), cell), (ADD,), (cell,), SINGLES)
        yield from self.shortlist.evaluating()
        best = self.found[0]
        faint = not best.places or LEVEL[best.places[0]] >= FAINT_LEVEL
        if not mask or not (faint or best.chi > BAD):
            return
        if not best.places and best.chi < FINE:
            # Nothing has happened, and nothing is turned enough to matter.
            return
        for cell in range(CELLS):
            if priors.may_change >> cell & 1:
                if mask >> cell & 1:
                    yield GAIN_GONE
                    terms = (0, self.shortlist.term(cell))
                    score = screen.gain(terms, cell) - screen.misfit(terms) / 2
                    self.shortlist.note(score, (RESPIN,), (cell,), TURNS)
            elif mask >> cell & 1:
                yield GAIN + screen.due(cell)
                self.shortlist.note(alone + screen.gain((0,), cell), (TURN,), (cell,), TURNS)
        yield from self.shortlist.evaluating()

    # Neighbours of the hypotheses found

    def _closure(self):
        """Evaluate the neighbours of the best hypothesis until none is better."""
        best = None
        while best is not self.found[0]:
            yield JUDGE
            best = self.found[0]
            yield from self._siblings(best)

    def _siblings(self, one):
        """Evaluate the hypotheses with one part removed or of another kind.

        A greedy search may have started with a wrong part.
        """
        for part in range(len(one.kinds)):
            kind, place = one.kinds[part], one.places[part]
            kinds = one.kinds[:part] + one.kinds[part + 1 :]
            places = one.places[:part] + one.places[part + 1 :]
            if kinds:
                yield from self._evaluate_new(kinds, places)
            for other in OTHER_KINDS.get(kind, ()):
                yield from self._evaluate_new(kinds + (other,), places + (place,))

    def _evaluate_new(self, kinds, places):
        """Evaluate a hypothesis unless it was found already or is physically impossible."""
        yield EXPLAIN
        one = self.priors.explanation(kinds, places)
        if is_possible(one) and not self.likelihood.found.has(one):
            yield from self.likelihood.evaluating(one)

    def _shake(self):
        """Evaluate the best hypotheses again with all balls touched."""
        yield JUDGE + EXPLAIN
        likelihood, priors = self.likelihood, self.priors
        likely = likelihood.found.of_each_mask(SHAKES)
        nothing = likelihood.found.of_mask(priors.mask)
        if nothing is None or nothing not in likely:
            likely.append(priors.explanation((), ()))
        for one in likely:
            yield from self._evaluate(one.kinds, one.places, True)

    def explaining(self, before: int, mask: int):
        """Evaluate, step by step, the change from ``before`` to ``mask`` that the players named."""
        if self.likelihood.found.of_mask(mask) is None:
            yield from self.likelihood.explaining(before, mask)
