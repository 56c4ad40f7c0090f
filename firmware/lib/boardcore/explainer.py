"""Explainer: finds the likeliest explanations of one difference after the other.

Single changes are screened and the best weighed; where they explain badly, sets of balls
that went with one that came; where that is not enough, more parts are added, greedily, to
the best few.  Everything is worked out in small slices: ``think`` is a generator, and each
slice yields how many passes over the sensors it is worth.
"""

from boardcore.evidence import PARTS_MOST
from boardcore.explanations import ADD, FORGET, REMOVE, RESPIN, TURN, VISIT, Explanation, is_same
from boardcore.floats import zeros
from boardcore.magnets import UNKNOWN
from boardcore.pylos_cells import CELLS, LEVEL, SUPPORTS, can_hold, is_free
from boardcore.pylos_judge import BAD, FAINT_LEVEL, FINE, ODDEST, Judge, can_grow, is_possible
from boardcore.screening import REST, TERMS_MOST, Screen
from boardcore.weighing import (
    BUMPED,
    COMMON_UT,
    SHAKEN,
    SHUFFLED,
    Weigher,
    open_cells,
)

SINGLES = 6
"""So many single changes are weighed."""
TURNS = 5
"""Of balls that were turned or put back, so many."""
VISITS = 3
"""Of places where hands came and went again, so many."""
QUICK = 5
"""Of larger changes that were only screened, so many."""
WIDTH = 2
"""So many explanations are tried with one more part."""
TOO_FREE = 25.0
"""So much a turned ball counts against an explanation that is to be grown; chosen."""
BEHIND = 80.0
"""What was screened is that far from what weighing finds, at most."""
VISIBLE = 400.0
"""Squares of deviations: a difference as large as this is more than touched supporters."""
GONE = 3
"""So many balls that may have gone are tried with one that came or was turned: those that leave
least.  In simulated games none was farther behind in 200 explanations that were best."""
REMOVED = 2
"""Of each so many with a ball gone besides."""
CHILDREN = (0, 5, 3, 2)
"""Of an explanation with no part, one, two, three: so many larger ones are weighed."""
OTHER_KINDS = {
    ADD: (VISIT,),
    REMOVE: (RESPIN, TURN, FORGET),
    FORGET: (REMOVE,),
    RESPIN: (REMOVE, TURN),
    TURN: (REMOVE, RESPIN),
}
"""What a ball may have done instead."""
SHAKES = 4
"""So many explanations are tried with all balls touched."""


class Explainer:
    """Explains differences: set those of ``weigher``, then run ``think``."""

    def __init__(self, magnets, jiggle_deg: float) -> None:
        self.weigher = Weigher(magnets, jiggle_deg)
        self.judge = Judge(self.weigher)
        self._magnets = magnets
        self._screen = Screen(self.weigher.rows, magnets.sensors, COMMON_UT)
        self._term_of: dict[int, int] = {}
        self._weights = zeros(magnets.sensors)  # as they will be if hands change little
        self._ready_for = -1  # the screen is prepared with them, for these balls standing
        self._quick: list[tuple[float, tuple[int, ...], tuple[int, ...]]] = []

    @property
    def found(self):
        """The best explanations, the likeliest first."""
        return self.weigher.found.all

    def think(self, mask: int, quick: bool = False):
        """Explain the difference, starting from the balls of ``mask``, in slices.

        ``quick``: try single changes only.
        """
        weigher = self.weigher
        yield from weigher.beginning(mask)
        if self._ready_for != mask:
            self._screen.begin(weigher.weights, UNKNOWN * weigher.strength)
            yield 2
        self._look_at_difference()
        yield 3
        yield from self._weigh((), ())
        yield from self._singles()
        if quick:
            return
        if self.judge.is_enough():
            return
        self.forget_prepared()
        self._screen.begin(weigher.weights, UNKNOWN * weigher.strength)
        yield 2
        self._look_at_difference()
        yield 3
        yield from self._sets()
        yield from self._weigh_quick()
        if self.found[0].chi > FINE or self.judge.has_turned():
            # Two changes may look like one and a ball turned besides.
            yield from self._further(1, 1)
        else:
            yield from self._try_turned()
        for parts in range(1, PARTS_MOST):
            if self.judge.is_poor() and self.found[0].chi > BAD:
                yield from self._further(parts, WIDTH)
        yield from self._closure()
        best = None
        while best is not self.found[0] and (self.judge.is_poor() or self.judge.oddness() > ODDEST):
            best = self.found[0]
            yield from self._change_one(best)
            yield from self._closure()
        best = self.found[0]
        if best.chi > FINE and can_grow(best) and not best.grown:
            # Nothing that leaves much is believed before one more change was tried.
            yield from self._grow(best)
            yield from self._closure()
        if self.judge.is_poor():
            yield from self._shake()

    def preparing(self, mask: int, noise):
        """Prepare, in slices, to screen single changes while these balls stand.

        ``noise``: as that of ``weigher``, as it will be.  What gains may make of a strong
        difference is not counted in: too far off are only those that are far off anyway.
        """
        self.forget_prepared()
        yield from self.weigher.resting(mask, noise, self._weights)
        self._screen.begin(self._weights, UNKNOWN * self.weigher.strength)
        self._ready_for = mask
        yield 2
        for place in range(CELLS):
            yield self._screen.prepare(place)

    def forget_prepared(self) -> None:
        """Rely on nothing that was prepared: other balls stand, or other sensors tell."""
        self._ready_for = -1

    def _look_at_difference(self) -> None:
        self._screen.look_at(self.weigher.difference)
        self._term_of = {}

    def _weigh(self, kinds, places):
        yield from self.weigher.weighing(self.weigher.explanation(kinds, places))

    # Quick scores

    def _note(self, score: float, kinds, places, most: int) -> None:
        """Keep what was screened if it is among the best; ``score``: without its prior."""
        quick = self._quick
        at = len(quick)
        if len(kinds) > PARTS_MOST or at == most and quick[at - 1][0] >= score:
            return
        score += self.weigher.explanation(kinds, places).prior
        while at and quick[at - 1][0] < score:
            at -= 1
        if at < most:
            quick.insert(at, (score, kinds, places))
            if len(quick) > most:
                quick.pop()

    def _weigh_quick(self):
        """Weigh what was noted, but not what lies far behind."""
        quick, self._quick = self._quick, []
        # Where even the best leaves much, as gains do, the others are not that sure either.
        least = quick[0][0] - max(BEHIND, -quick[0][0] / 3) if quick else 0.0
        for score, kinds, places in quick:
            if score > least:
                # As ``_weigh_new`` does, but calls may not go deeper.
                one = self.weigher.explanation(kinds, places)
                yield 3
                if not self.weigher.found.has(one):
                    yield from self.weigher.weighing(one)

    def _terms(self, gone) -> tuple[int, ...]:
        """Return the terms of the difference and of these balls gone."""
        return (0,) + tuple([self._term(cell) for cell in gone])

    def _term(self, place: int) -> int:
        """Return the term of the screen that stands for the ball of a place gone, 0 for none."""
        if place not in self._term_of:
            if self._screen.terms == TERMS_MOST:
                return 0
            self._term_of[place] = self._screen.add_term(self._magnets.fields[place])
        return self._term_of[place]

    # Single changes

    def _singles(self):
        """Weigh: one ball came, or went, or was put back, or was turned."""
        weigher, screen = self.weigher, self._screen
        mask = weigher.mask
        alone = -screen.misfit((0,)) / 2
        for cell in range(CELLS):
            if weigher.may_change >> cell & 1:
                if mask >> cell & 1:
                    # What was known of it may be a little wrong.
                    terms = (0, self._term(cell))
                    yield 4
                    score = -screen.misfit(terms) / 2
                    yield 2
                    yield screen.prepare(cell)
                    score += max(0.0, screen.gain(terms, cell))
                    self._note(score, (REMOVE,), (cell,), SINGLES)
                    yield 4
                else:
                    yield screen.prepare(cell)
                    self._note(alone + screen.gain((0,), cell), (ADD,), (cell,), SINGLES)
                    yield 3
        yield from self._weigh_quick()
        best = self.found[0]
        faint = not best.places or LEVEL[best.places[0]] >= FAINT_LEVEL
        if not mask or not (faint or best.chi > BAD):
            return
        if not best.places and best.chi < FINE:
            # Nothing has happened, and nothing is turned enough to matter.
            return
        for cell in range(CELLS):
            if weigher.may_change >> cell & 1:
                if mask >> cell & 1:
                    terms = (0, self._term(cell))
                    score = screen.gain(terms, cell) - screen.misfit(terms) / 2
                    self._note(score, (RESPIN,), (cell,), TURNS)
                    yield 1
            elif mask >> cell & 1:
                yield screen.prepare(cell)
                self._note(alone + screen.gain((0,), cell), (TURN,), (cell,), TURNS)
                yield 3
        yield from self._weigh_quick()
        if -2 * alone < VISIBLE:
            yield from self._visits()

    def _visits(self):
        """Weigh: a ball came and went again, or only its supporters were touched."""
        weigher, screen = self.weigher, self._screen
        likely: list[tuple[float, int]] = []
        for cell in range(CELLS):
            if weigher.may_change >> cell & 1 and LEVEL[cell]:
                turned = 0.0
                for place in range(CELLS):
                    if SUPPORTS[cell] & weigher.mask & 1 << place:
                        yield screen.prepare(place)
                        turned += screen.gain((0,), place)
                likely.append((turned, cell))
                yield 3
        likely.sort(key=_first, reverse=True)
        for _, cell in likely[:VISITS]:
            yield from self._weigh((VISIT,), (cell,))

    # Several at once

    def _sets(self):
        """Screen what balls that went explain together, or with one that came or was turned.

        Balls that go take fields with them that are known, so pairs are quickly tried.
        """
        free = self._free(self.weigher.mask)
        left: list[tuple[float, int]] = []
        for one in free:
            yield from self._try_gone((one,))
            left.append((self._screen.misfit(self._terms((one,))), one))
            for other in self._free(self.weigher.mask & ~(1 << one)):
                if other > one or other not in free:
                    yield from self._try_gone((one, other))
        left.sort(key=_first)
        for _, one in left[:GONE]:
            yield from self._try_came((one,))

    def _free(self, mask: int) -> list[int]:
        return [cell for cell in range(CELLS) if mask >> cell & 1 and is_free(mask, cell)]

    def _try_gone(self, gone):
        """Screen these balls that went."""
        terms = self._terms(gone)
        yield 3
        alone = -self._screen.misfit(terms) / 2
        self._note(alone, (REMOVE,) * len(gone), gone, QUICK)
        yield 1 + len(gone)

    def _try_came(self, gone):
        """Screen these balls that went, with every ball that may have come besides."""
        screen = self._screen
        terms = self._terms(gone)
        kinds = (REMOVE,) * len(gone)
        alone = -screen.misfit(terms) / 2
        left = self.weigher.mask
        for cell in gone:
            left &= ~(1 << cell)
        for cell in range(CELLS):
            stands = left >> cell & 1
            if stands or can_hold(left, cell):
                yield screen.prepare(cell)
                score = alone + screen.gain(terms, cell)
                if cell not in gone:
                    kind = TURN if stands else ADD
                    self._note(score, kinds + (kind,), gone + (cell,), QUICK)
                else:
                    # The same ball came back.
                    at = gone.index(cell)
                    now = kinds[:at] + (RESPIN,) + kinds[at + 1 :]
                    self._note(score, now, gone, QUICK)
                yield 2

    def _further(self, parts: int, width: int):
        """Try the best explanations that have so many parts with one more.

        But for a ball that went: ``_sets`` has tried these.
        """
        parents: list[tuple[float, Explanation]] = []
        for one in self.found:
            if len(one.kinds) == parts and can_grow(one) and one.kinds != (REMOVE,):
                # While much is unexplained, a turned ball takes more upon it than is its own.
                turned = one.kinds.count(RESPIN) + one.kinds.count(TURN)
                parents.append((one.score - TOO_FREE * turned, one))
        parents.sort(key=_first, reverse=True)
        for _, parent in parents[:width]:
            if not parent.grown:
                yield from self._grow(parent)

    def _try_turned(self):
        """Try the likeliest ball that came with one that was turned besides."""
        for one in self.found:
            if one.kinds == (ADD,):
                yield from self._grow(one, True)
                break

    def _grow(self, parent, turned: bool = False):
        """Screen an explanation with one more part; ``turned``: with a turned ball only."""
        weigher, screen = self.weigher, self._screen
        parent.grown = parent.grown or not turned
        children = CHILDREN[len(parent.kinds)]
        weigher.set_rest(parent.kinds, parent.places)
        yield 1 + len(parent.kinds)
        for part in range(len(parent.kinds)):
            weigher.take_off(parent, part)
            yield 2
        screen.set_rest(weigher.evidence.rest)
        yield 4
        gone: list[tuple[float, int]] = []
        taken = 0
        for place in parent.places:
            taken |= 1 << place
            yield screen.prepare(place)
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
            yield screen.prepare(place)
            gain = screen.gain((REST,), place)
            yield 2
            for kind in kinds:
                score = alone + gain
                if kind == REMOVE:
                    yield from self._with_gone(parent, place, gone)
                    continue
                if kind == RESPIN:
                    terms = (REST, self._term(place))
                    yield 2
                    score = alone + (screen.misfit((REST,)) - screen.misfit(terms)) / 2
                    score += screen.gain(terms, place)
                    yield 3
                self._note(score, parent.kinds + (kind,), parent.places + (place,), children)
        yield from self._weigh_quick()
        for score, place in gone:
            self._note(score, parent.kinds + (REMOVE,), parent.places + (place,), REMOVED)
            yield 1
        yield from self._weigh_quick()

    def _with_gone(self, parent, place: int, gone):
        """Note in ``gone`` how well an explanation does with a ball gone besides.

        What a part was taken to make may be what that ball leaves behind: where there is
        only one such part, it is sought anew.
        """
        screen = self._screen
        terms: tuple[int, ...] = (0, self._term(place))
        sought = -1
        several = 0
        for part in range(len(parent.kinds)):
            kind, at = parent.kinds[part], parent.places[part]
            if REMOVE <= kind <= RESPIN:
                terms += (self._term(at),)
            if kind != REMOVE:
                sought = at
                several += 1
        yield 2
        if several > 1:
            score = -screen.misfit((REST, self._term(place))) / 2
            yield 3
        else:
            score = -screen.misfit(terms) / 2
            yield 1 + len(terms)
            at = sought if several else place
            for term in terms:
                # Worked out one by one, and kept for their sum.
                screen.gain((term,), at)
                yield 1
            score += max(0.0, screen.gain(terms, at))
        gone.append((score, place))

    def _closure(self):
        """Weigh the siblings of the best explanation, until none of them is better."""
        best = None
        while best is not self.found[0]:
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
            less = self.weigher.explanation(kinds, places)
            for found in self.found:
                if is_same(found, less) and not found.shaken:
                    if can_grow(found) and not found.grown:
                        yield from self._grow(found)
                    break

    def _weigh_new(self, kinds, places):
        """Weigh an explanation unless it was found already, or no hand can do so."""
        one = self.weigher.explanation(kinds, places)
        yield 3
        if is_possible(one) and not self.weigher.found.has(one):
            yield from self.weigher.weighing(one)

    def _shake(self):
        """Weigh the best explanations once more with all balls touched."""
        weigher = self.weigher
        likely = weigher.found.of_each_mask(SHAKES)
        nothing = weigher.found.of_mask(weigher.mask)
        if nothing is None or nothing not in likely:
            likely.append(weigher.explanation((), ()))
        for one in likely:
            shaken = weigher.explanation(one.kinds, one.places)
            shaken.shaken = True
            shaken.prior += SHAKEN
            if shaken.mask == shaken.before and shaken.kinds and shaken.kinds[0] == TURN:
                # Whoever shook the balls has turned one: no wonder any more.
                shaken.prior += BUMPED - SHUFFLED
            yield from weigher.weighing(shaken)

    def explaining(self, before: int, mask: int):
        """Explain, in slices, the same difference by a change that is told, not sought."""
        if self.weigher.found.of_mask(mask) is None:
            yield from self.weigher.explaining(before, mask)

    def of_mask(self, mask: int):
        """Return the best explanation that leaves these balls, None if there is none."""
        return self.weigher.found.of_mask(mask)


def _first(pair):
    return pair[0]
