"""Explainer: finds the likeliest explanations of a difference between two rests.

Single changes are screened and the best are weighed; where these explain badly, the changes of
several balls that a turn can make; where that is not enough, more parts are added greedily to the
best few.  More scans of the same rest decide between the likely explanations: no search is
repeated.  ``think`` is a generator that yields, before each step, its cost at most, in empty
turns of the loop.
"""

from boardcore.pylos.cells import CELLS, LEVEL, SUPPORTS
from boardcore.pylos.hall.explanations import (
    ADD,
    FAR,
    FORGET,
    REMOVE,
    RESPIN,
    TURN,
    VISIT,
    is_same,
)
from boardcore.pylos.hall.growth import Growth
from boardcore.pylos.hall.judge import (
    BAD,
    FAINT_LEVEL,
    FINE,
    ODDEST,
    Judge,
    can_grow,
    is_possible,
)
from boardcore.pylos.hall.likelihood import Weigher
from boardcore.pylos.hall.several import Several
from boardcore.pylos.hall.shortlist import (
    BEGIN_SCREEN,
    EXPLAIN,
    GAIN,
    GAIN_ALONE,
    GAIN_GONE,
    JUDGE,
    LOOK_AT,
    MISFIT,
    TERM,
    Shortlist,
)
from boardcore.sensing.hall.evidence import PARTS_MOST

SINGLES = 6
"""Single changes weighed at most."""
TURNS = 5
"""Turned balls, and balls put back, weighed at most."""
VISITS = 3
"""Places where a ball came and went again, weighed at most."""
WIDTH = 2
"""Explanations that are tried with one part more."""
VISIBLE = 400.0
"""Chi-squared above which touched supporters alone cannot be the cause."""
OTHER_KINDS = {
    ADD: (VISIT,),
    REMOVE: (RESPIN, TURN, FORGET),
    FORGET: (REMOVE,),
    RESPIN: (REMOVE, TURN),
    TURN: (REMOVE, RESPIN),
}
"""Kinds of parts that can be mistaken for each other."""
SHAKES = 4
"""Explanations that are tried with all balls touched."""

LIKELY = 1200
"""Cost of finding what is still likely, in empty turns of a loop; 95th percentile."""


class Explainer:
    """Explains differences: set those of ``weigher``, then run ``think``."""

    def __init__(self, magnets, jiggle_deg: float) -> None:
        self.weigher = Weigher(magnets, jiggle_deg)
        self.habits = self.weigher.habits
        self.judge = Judge(self.weigher)
        self.shortlist = Shortlist(self.weigher)
        self._several = Several(self.weigher, self.shortlist)
        self._growth = Growth(self.weigher, self.shortlist)
        self._screen = self.shortlist.screen
        self._quick = False  # what was explained last was tried with single changes only

    @property
    def found(self):
        """The best explanations, the likeliest first."""
        return self.weigher.found.all

    def think(self, mask: int, quick: bool = False, again: bool = False):
        """Explain the difference, starting from the balls of ``mask``, step by step.

        ``quick``: try single changes only.  ``again``: it is the difference of the rest that was
        explained last, as more scans tell it.
        """
        if not (yield from self._begin(mask, quick, again)):
            return
        # Changes of several balls, the usual ones first, until one stands out.
        yield from self._several.beginning()
        yield from self._several.going()
        yield from self._several.coming()
        yield from self.shortlist.weighing()
        yield from self._several.taking()
        yield from self.shortlist.weighing()
        # What a turned ball explains, too, does not stand out.
        yield from self._growth.turned()
        yield from self._several.coming(turned=True)
        yield from self.shortlist.weighing()
        yield JUDGE
        if self.judge.stands_out():
            return
        if self.found[0].chi > FINE or self.judge.has_turned():
            # Two changes may look like one and a ball turned besides.
            yield from self._growth.further(1, 1)
        for parts in range(1, PARTS_MOST):
            if self.judge.is_poor() and self.found[0].chi > BAD:
                yield from self._growth.further(parts, WIDTH)
        yield from self._closure()
        best = None
        while best is not self.found[0] and (self.judge.is_poor() or self.judge.oddness() > ODDEST):
            best = self.found[0]
            yield from self._change_one(best)
            yield from self._closure()
        best = self.found[0]
        if best.chi > FINE and can_grow(best) and not best.grown:
            # Nothing that leaves much is believed before one more change was tried.
            yield from self._growth.grow(best)
            yield from self._closure()
        if self.judge.is_poor():
            yield from self._shake()

    def _begin(self, mask: int, quick: bool, again: bool):
        """Weigh what is tried first, step by step; return whether more has to be tried."""
        yield LIKELY
        before = self._likely(mask) if again else []
        sought_all = before and not self._quick
        poor = before and self.judge.is_poor()
        self._quick = quick
        yield from self.weigher.beginning(mask)
        yield from self._weigh((), ())
        if before:
            yield from self._weigh_again(before)
        else:
            yield from self._singles()
        yield JUDGE
        if quick or self.judge.is_enough():
            return False
        return not sought_all or self.judge.is_poor() and not poor

    def _likely(self, mask: int):
        """Return what may explain a difference from these balls, as it was explained last."""
        found = self.found
        if not found or found[0].before != mask:
            return []
        return [one for one in found if one.kinds and one.score > found[0].score - FAR]

    def _weigh_again(self, likely):
        """Weigh these explanations anew; none are left in the list, for memory is short."""
        while likely:
            one = likely.pop(0)
            yield from self._weigh(one.kinds, one.places, one.shaken)

    def _weigh(self, kinds, places, shaken: bool = False):
        yield EXPLAIN
        yield from self.weigher.weighing(self.habits.explanation(kinds, places, shaken))

    # Single changes

    def _singles(self):
        """Weigh: one ball came, or went, or was put back, or was turned."""
        habits, screen = self.habits, self._screen
        mask = habits.mask
        if self.shortlist.ready_for != mask:
            yield BEGIN_SCREEN
            self.shortlist.begin(self.weigher.weights)
        yield LOOK_AT
        screen.look_at(self.weigher.difference)
        yield MISFIT
        alone = -screen.misfit((0,)) / 2
        for cell in range(CELLS):
            if habits.may_change >> cell & 1:
                if mask >> cell & 1:
                    # What was known of it may be a little wrong.
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
        yield from self.shortlist.weighing()
        best = self.found[0]
        faint = not best.places or LEVEL[best.places[0]] >= FAINT_LEVEL
        if not mask or not (faint or best.chi > BAD):
            return
        if not best.places and best.chi < FINE:
            # Nothing has happened, and nothing is turned enough to matter.
            return
        for cell in range(CELLS):
            if habits.may_change >> cell & 1:
                if mask >> cell & 1:
                    yield GAIN_GONE
                    terms = (0, self.shortlist.term(cell))
                    score = screen.gain(terms, cell) - screen.misfit(terms) / 2
                    self.shortlist.note(score, (RESPIN,), (cell,), TURNS)
            elif mask >> cell & 1:
                yield GAIN + screen.due(cell)
                self.shortlist.note(alone + screen.gain((0,), cell), (TURN,), (cell,), TURNS)
        yield from self.shortlist.weighing()
        if -2 * alone < VISIBLE:
            yield from self._visits()

    def _visits(self):
        """Weigh: a ball came and went again, or only its supporters were touched."""
        habits, screen = self.habits, self._screen
        likely: list[tuple[float, int]] = []
        for cell in range(CELLS):
            if habits.may_change >> cell & 1 and LEVEL[cell]:
                turned = 0.0
                for place in range(CELLS):
                    if SUPPORTS[cell] & habits.mask & 1 << place:
                        yield GAIN_ALONE + screen.due(place)
                        turned += screen.gain((0,), place)
                likely.append((turned, cell))
        likely.sort(key=_first, reverse=True)
        for _, cell in likely[:VISITS]:
            yield from self._weigh((VISIT,), (cell,))

    # What differs little from what was found

    def _closure(self):
        """Weigh the siblings of the best explanation, until none of them is better."""
        best = None
        while best is not self.found[0]:
            yield JUDGE
            best = self.found[0]
            yield from self._siblings(best)

    def _siblings(self, one):
        """Weigh what differs from an explanation in one part, which is another or none.

        What was added part by part may have begun with the wrong one.
        """
        for part in range(len(one.kinds)):
            kind, place = one.kinds[part], one.places[part]
            kinds = one.kinds[:part] + one.kinds[part + 1 :]
            places = one.places[:part] + one.places[part + 1 :]
            if kinds:
                yield from self._weigh_new(kinds, places)
            for other in OTHER_KINDS.get(kind, ()):
                yield from self._weigh_new(kinds + (other,), places + (place,))

    def _change_one(self, one):
        """Leave each part of an explanation out, and try what else explains the rest."""
        for part in range(len(one.kinds)):
            kinds = one.kinds[:part] + one.kinds[part + 1 :]
            places = one.places[:part] + one.places[part + 1 :]
            yield EXPLAIN + JUDGE
            less = self.habits.explanation(kinds, places)
            for found in self.found:
                if is_same(found, less) and not found.shaken:
                    if can_grow(found) and not found.grown:
                        yield from self._growth.grow(found)
                    break

    def _weigh_new(self, kinds, places):
        """Weigh an explanation unless it was found already, or no hand can do so."""
        yield EXPLAIN
        one = self.habits.explanation(kinds, places)
        if is_possible(one) and not self.weigher.found.has(one):
            yield from self.weigher.weighing(one)

    def _shake(self):
        """Weigh the best explanations once more with all balls touched."""
        yield JUDGE + EXPLAIN
        weigher, habits = self.weigher, self.habits
        likely = weigher.found.of_each_mask(SHAKES)
        nothing = weigher.found.of_mask(habits.mask)
        if nothing is None or nothing not in likely:
            likely.append(habits.explanation((), ()))
        for one in likely:
            yield from self._weigh(one.kinds, one.places, True)

    def explaining(self, before: int, mask: int):
        """Explain, step by step, the same difference by a change that is told, not sought."""
        if self.weigher.found.of_mask(mask) is None:
            yield from self.weigher.explaining(before, mask)

    def of_mask(self, mask: int):
        """Return the best explanation that leaves these balls, None if there is none."""
        return self.weigher.found.of_mask(mask)


def _first(pair):
    return pair[0]
