"""Changes: which changes of what stands explain the difference between two rests.

Tried are, for one hypothesis of what stood before,

1. no change, and every single change that the game's ``model`` thinks possible;
2. every pair of them, and of those that one of them makes possible;
3. every state that the model expects (``targets``: ends of legal turns, earlier positions,
   an empty board), if at most ``CHANGES_MOST`` changes lead there.

A gate of 6 sigma on W and on both moments comes before the cost: a subtraction and two
comparisons for most of them.

A ``model`` of a game answers, for a ``state`` that only it understands (its ``pause_ms``: how long
the board rested before hands came back):

``firsts(state)``   the changes ``(sign, place, kind)`` that are possible now
``seconds(state)``  the changes that one other change makes possible
``again(state)``    changes to be tried before pairs: who has just put a piece may lift it again
``after(state, changes)``  the state then, None if it cannot stand
``between(state, target)`` the changes that lead to a target, None if they are too many
``targets(state, difference)``  the states that the game expects, one after the other
``prior(state, changes, after, expected, moved)``  their cost before anything is measured, nats
``keeps``  whether what is put was lifted before, a piece of its kind: there is no reserve
``misfit_most``  chi^2 of an explanation at most; from there on something else lies there
"""

from array import array

from boardcore.sensing.scale.likelihood import FAR
from boardcore.sensing.slices import LEAST

SINGLES, PAIR, TARGET = 60, 7, 45
"""Computing time of a single change, the gate of a pair and a target, in empty turns of a loop."""
BACK = 9
"""Number of changes whose misfit is allowed to a piece that was put back, if W fits; chosen."""
CHANGES_MOST = 4
"""Between two rests, unless everything is swept or set up: hands seldom do more at once."""
KEEP = 9.0
"""Cost above the best from which an explanation is dropped, nats; chosen."""
POOR = 7.0
"""Chi^2 plus twice the cost of presses from which three changes at once are tried; chosen."""
WINDOW_MS = 125
"""Time from hands off to a recognized rest."""
WEIGHT_MOST = 25.0
"""The same of the weight alone, for several changes: 5 sigma.  Among so many sets one would
always fit in spite of its weight."""
SLOPE_GMM, SLOPED = 150.0, 6.0
"""Standard deviation of moments, g mm, when the plate is carried to another table (5 mrad, 1.2 kg,
15 mm high: 90 g mm), and the cost of thinking so, nats; chosen."""
SLOPE_MS = 1500
"""Shortest time in which a plate is carried elsewhere; chosen."""
QUICK_MS, USUAL_MS = 100, 300
"""Shortest and usual time of a hand for one change; chosen."""
EACH, HASTY, SLOW_MS = 1.5, 5.0, 400
"""Cost of each change but the first in less than the usual time, and of changes that were too
fast, nats; a single change costs a nat more for each SLOW_MS beyond twice its time; chosen."""


class Changes:
    """Explains a difference: ``found`` holds ``(cost, chi2, changes, state)`` for a state."""

    def __init__(self, likelihood, masses, presses, places, model) -> None:
        self._likelihood = likelihood
        self._masses = masses
        self._presses = presses
        self._places = places
        self._model = model
        self.found: list[tuple] = []
        self._best = FAR
        self._best_poor = True  # nothing explains it well yet
        self._ms = 0

    def explaining(self, state, ms: int):
        """Fill ``found``, step by step; yields what the next step costs.

        ``ms``: how long the board did not rest.
        """
        model, seen = self._model, self._likelihood
        self.found, self._best, self._ms = [], FAR, ms
        self._best_poor = True
        self._try(state, (), state)
        firsts = model.firsts(state)
        yield min(LEAST, SINGLES * len(firsts))
        terms = self._terms(firsts)
        gate_w, gate_m = self._likelihood.gate(1)
        for i in range(len(firsts)):
            if self._passes(terms, i, gate_w, gate_m):
                self._try(state, (firsts[i],), model.after(state, (firsts[i],)))
        if self._is_plain(ms):
            return
        others = firsts + model.seconds(state)
        terms = self._terms(others)
        gate_w, gate_m = self._likelihood.gate(2)
        for i in range(len(firsts)):
            yield PAIR * (len(others) - i)
            self._pair(state, i, others, terms, gate_w, gate_m)
        for target in model.targets(state, (seen.dw, seen.dx, seen.dy)):
            yield TARGET
            changes = model.between(state, target)
            if changes and len(changes) > 1:
                self._try(state, changes, target, True)
        if self._best_poor:
            for change in model.again(state):
                if self._presses.seen and not self._presses.is_near(change[1]):
                    continue
                # Pairs after the piece that came last was lifted again.
                yield from self._pairs_after(state, change, gate_w, gate_m)
            self._try_slope(state)

    def _try_slope(self, state) -> None:
        """Think it possible that no piece has moved, but the plate: it stands elsewhere now."""
        seen = self._likelihood
        if self._ms < SLOPE_MS:
            return
        cost = seen.cost((), False, SLOPE_GMM * SLOPE_GMM) + SLOPED
        if seen.chi2_w < WEIGHT_MOST and seen.chi2 < 2 * POOR and cost < self._best + KEEP:
            self._best = min(self._best, cost)
            self.found.append((cost, seen.chi2, (), state))

    def _is_plain(self, ms: int) -> bool:
        """Return whether the time was too short for more than the single change that was found."""
        return not self._best_poor and ms < WINDOW_MS + 2 * QUICK_MS

    def _hurry(self, count: int) -> float:
        """Return the cost of so many changes in the time that the board did not rest."""
        count = min(count, CHANGES_MOST)
        active = max(0, self._ms - WINDOW_MS)
        if count < 2:
            return min(2.0, max(0, active - 2 * USUAL_MS) / SLOW_MS)
        if active < QUICK_MS * count:
            return HASTY + EACH * (count - 1)
        return EACH * (count - 1) * max(0.0, 1 - active / (USUAL_MS * count))

    def _term(self, change) -> tuple:
        sign, place, kind = change
        mass = sign * self._masses.mean(sign, place, kind)
        x, y = self._places[place]
        return mass, mass * x, mass * y

    def _terms(self, changes) -> "array[float]":
        """Return the terms of changes one after the other: tuples take several times the room."""
        terms = array("f", bytes(12 * len(changes)))
        for i in range(len(changes)):
            terms[3 * i], terms[3 * i + 1], terms[3 * i + 2] = self._term(changes[i])
        return terms

    def _passes(self, terms, i: int, gate_w: float, gate_m: float) -> bool:
        seen = self._likelihood
        return (
            -gate_w < seen.dw - terms[3 * i] < gate_w
            and -gate_m < seen.dx - terms[3 * i + 1] < gate_m
            and -gate_m < seen.dy - terms[3 * i + 2] < gate_m
        )

    def _pairs_after(self, state, change, gate_w: float, gate_m: float):
        """Try pairs of changes after another one, step by step."""
        model = self._model
        left = model.after(state, (change,))
        firsts = model.firsts(left)
        others = firsts + model.seconds(left)
        terms = self._terms(others)
        for i in range(len(firsts)):
            yield PAIR * (len(others) - i)
            self._pair(left, i, others, terms, gate_w, gate_m, state, change)

    def _pair(
        self, state, i: int, others, terms, gate_w: float, gate_m: float, start=None, change=None
    ) -> None:
        """Try all pairs with change ``i``; ``change``: one that led from ``start`` to ``state``."""
        seen, at = self._likelihood, 3 * i
        w, x, y = seen.dw - terms[at], seen.dx - terms[at + 1], seen.dy - terms[at + 2]
        if change is not None:
            term = self._term(change)
            w, x, y = w - term[0], x - term[1], y - term[2]
        for j in range(i + 1, len(others)):
            at += 3
            if -gate_w < w - terms[at] < gate_w and -gate_m < x - terms[at + 1] < gate_m:
                if -gate_m < y - terms[at + 2] < gate_m:
                    if change is None:
                        self._try_pair(state, others[i], others[j])
                    else:
                        after = self._model.after(state, (others[i], others[j]))
                        self._try(start, (change, others[i], others[j]), after)

    def _try_pair(self, state, one, other) -> None:
        after = self._model.after(state, (one, other))
        if after is None or after == state:
            return
        self._try(state, (one, other), after)
        if one[0] != other[0] and one[2] == other[2]:
            # Perhaps it is the same piece.
            pair = (one, other) if one[0] < 0 else (other, one)
            self._try(state, pair, after, moved=True)

    def _try(self, state, changes, after, expected: bool = False, moved: bool = False) -> None:
        """Take changes as an explanation if they are good enough."""
        if after is None:
            return
        seen = self._likelihood
        count = len(changes)
        cost = seen.cost(changes, moved or self._model.keeps)
        most = self._model.misfit_most
        if count > 3 or not count and seen.chi2_w < WEIGHT_MOST:
            most *= (count or BACK) / 3
        if seen.chi2 > most:
            return
        if count > 1 and seen.chi2_w > WEIGHT_MOST:
            return
        cost += self._model.prior(state, changes, after, expected, moved)
        pressed = self._presses.cost(changes)
        cost += self._hurry(count) + pressed
        if cost > self._best + KEEP:
            return
        if cost < self._best:
            self._best = cost
            self._best_poor = seen.chi2 + 2 * pressed > POOR
        self.found.append((cost, seen.chi2, changes, after))
