"""Changes: which changes of what stands explain the difference between two rests.

Tried are, for one hypothesis of what stood before,

1. no change, and every single change that the game's ``model`` thinks possible;
2. every pair of them, and of those that one of them makes possible;
3. every state that the model expects (``targets``: ends of legal turns, earlier positions,
   an empty board), if at most ``CHANGES_MOST`` changes lead there.

Most of them are dropped by their weight, list by list (``Alike``), or by a gate on both moments:
two comparisons each.  The gate lets pass whatever may cost less than the best by ``KEEP``.

A ``model`` of a game answers, for a ``state`` that only it understands (its ``pause_ms``: how long
the board rested before hands came back):

``firsts(state)``   the changes ``(sign, place, kind)`` that are possible now, in lists of the same
                    sign and kind; so for ``seconds``
``seconds(state, changes)``  the changes that one of these makes possible
``again(state)``    changes to be tried before pairs: who has just put a piece may lift it again
``after(state, changes)``  the state then, None if it cannot stand
``between(state, target)`` the changes that lead to a target, None if they are too many
``targets(state, difference, masses, gate)``  the states that the game expects, one after the
                    other; ``state`` itself between long steps
``prior(state, changes, after, expected, moved)``  their cost before anything is measured, nats
``keeps``  whether what is put was lifted before, a piece of its kind: there is no reserve
``misfit_most``  chi^2 of an explanation at most; from there on something else lies there
"""

from boardcore.sensing.scale.likelihood import FAR
from boardcore.sensing.scale.masses import Alike

LIST, MEASURE, ROW, PAIR, TARGET, TRY = 350, 15, 20, 7, 100, 250
"""Computing time, in empty turns of a loop: of lists of changes, of the moments of one of them, of
a first change of pairs, of the gate of a pair, of the weight of a target, and of a cost."""
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
HEAVY_MOST, WEIGHT_MOST = 36.0, 25.0
"""Largest chi^2 of the weight alone, of a single change, and of several: 6 and 5 sigma.  Among so
many sets one would always fit in spite of its weight."""
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
        self._limit = FAR
        self._gates: dict[int, tuple] = {}
        """By number of changes: the largest chi^2 worth a look, and the variance of a moment."""
        self._best_poor = True  # nothing explains it well yet
        self._busy_ms = 0

    def explaining(self, state, ms: int, limit: float = FAR):
        """Fill ``found``, step by step; yields what the next step costs.

        ``ms``: how long the board did not rest; ``limit``: the cost from which nothing is worth
        finding.
        """
        model, seen = self._model, self._likelihood
        self.found, self._best, self._busy_ms, self._limit = [], FAR, ms, limit
        self._best_poor, self._gates = True, {}
        yield TRY
        self._try(state, (), state)
        yield LIST
        singles = self._alike(model.firsts(state))
        for one in singles:
            yield MEASURE * len(one.changes)
            for i in self._singles(one):
                yield TRY
                changes = (one.changes[i],)
                self._try(state, changes, model.after(state, changes))
        if self._is_plain(ms):
            return
        yield from self._pairs(state, singles, state, ())
        difference = (seen.dw, seen.dx, seen.dy)
        for target in model.targets(state, difference, self._masses, self._gate):
            yield TARGET
            changes = target != state and model.between(state, target)
            if changes and len(changes) > 1 and self._weigh(changes):
                yield TRY * min(CHANGES_MOST, len(changes)) // 2
                self._try(state, changes, target, True)
        if self._best_poor:
            for change in model.again(state):
                if self._presses.seen and not self._presses.is_near(change[1]):
                    continue
                # Pairs after the piece that came last was lifted again.
                yield LIST
                left = model.after(state, (change,))
                yield from self._pairs(left, self._alike(model.firsts(left)), state, (change,))
            yield TRY
            self._try_slope(state)

    def _try_slope(self, state) -> None:
        """Think it possible that no piece has moved, but the plate: it stands elsewhere now."""
        seen = self._likelihood
        if self._busy_ms < SLOPE_MS:
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
        active = max(0, self._busy_ms - WINDOW_MS)
        if count < 2:
            return min(2.0, max(0, active - 2 * USUAL_MS) / SLOW_MS)
        if active < QUICK_MS * count:
            return HASTY + EACH * (count - 1)
        return EACH * (count - 1) * max(0.0, 1 - active / (USUAL_MS * count))

    def _alike(self, groups) -> list:
        return [Alike(changes, self._masses) for changes in groups if changes]

    def _weigh(self, changes) -> bool:
        """Return whether changes may weigh what was weighed."""
        w = self._likelihood.dw
        variance, _ = self._likelihood.noise(len(changes))
        for sign, place, kind in changes:
            mass, own = self._masses.known(sign, place, kind)
            w -= sign * mass
            variance += own
        return w * w <= WEIGHT_MOST * variance

    def _gate(self, count: int, variance: float) -> float:
        """Return how far a moment may be off after so many changes, g mm.

        ``variance``: that of their own moments.
        """
        if count not in self._gates:
            # The same until something better is found.
            least = min(self._best + KEEP, self._limit) - self._hurry(count)
            most = min(self._model.misfit_most, self._likelihood.reach(least, count))
            self._gates[count] = max(0.0, most), self._likelihood.noise(count)[1]
        most, noise = self._gates[count]
        return (most * (noise + variance)) ** 0.5

    def _measure(self, alike) -> None:
        alike.measure(self._masses, self._places, self._likelihood.place_variance)

    def _singles(self, one) -> list:
        """Return which of these changes pass the gate."""
        seen = self._likelihood
        noise_w, _ = seen.noise(1)
        gate = (HEAVY_MOST * (noise_w + one.variance)) ** 0.5 + one.spread
        if abs(seen.dw - one.grams) >= gate:
            return []
        self._measure(one)
        gate_x, gate_y = self._gate(1, one.variance_x), self._gate(1, one.variance_y)
        return one.within(0, seen.dx, gate_x, seen.dy, gate_y)

    def _pairs(self, state, singles, start, before):
        """Try all pairs of changes, step by step; ``before``: what led from ``start`` to state."""
        count = 2 + len(before)
        w, x, y, noise, variance = self._without(before, count)
        for a in range(len(singles)):
            one = singles[a]
            left, gate = w - one.grams, (WEIGHT_MOST * (noise + one.variance)) ** 0.5 + one.spread
            if not self._masses.lightest - gate < abs(left) < self._masses.heaviest + gate:
                continue
            yield LIST
            near = []
            for other in singles[a:] + self._alike(self._model.seconds(state, one.changes)):
                gate = (WEIGHT_MOST * (noise + one.variance + other.variance)) ** 0.5
                if abs(left - other.grams) < gate + one.spread + other.spread:
                    near.append(other)
            for other in near:
                yield MEASURE * (len(one.changes) + len(other.changes))
                self._measure(one)
                self._measure(other)
                gate_x = self._gate(count, variance + one.variance_x + other.variance_x)
                gate_y = self._gate(count, variance + one.variance_y + other.variance_y)
                for i in range(len(one.changes)):
                    first = i + 1 if other is one else 0
                    yield ROW + PAIR * (len(other.changes) - first)
                    for j in other.within(
                        first, x - one.parts_x[i], gate_x, y - one.parts_y[i], gate_y
                    ):
                        yield TRY + TRY
                        pair = one.changes[i], other.changes[j]
                        self._try_pair(state, pair, start, before)

    def _without(self, changes, count: int) -> tuple:
        """Return what is left of W, Mx and My without changes: one of several, or none.

        And the variance of W that ``count`` changes and the mass of this one leave, and of a moment
        what it leaves.
        """
        seen = self._likelihood
        w, x, y = seen.dw, seen.dx, seen.dy
        noise, loose = seen.noise(count)[0], 0.0
        for sign, place, kind in changes:
            mass, variance = self._masses.known(sign, place, kind)
            at_x, at_y = self._places[place]
            w, x, y = w - sign * mass, x - sign * mass * at_x, y - sign * mass * at_y
            noise += variance
            loose += variance * max(at_x * at_x, at_y * at_y) + mass * mass * seen.place_variance
        return w, x, y, noise, loose

    def _try_pair(self, state, pair, start, before) -> None:
        after = self._model.after(state, pair)
        if after is None or after == state:
            return
        if before:
            self._try(start, before + pair, after)
            return
        one, other = pair
        same = one[0] != other[0] and one[2] == other[2]  # perhaps it is the same piece
        if same:
            self._try(state, pair if one[0] < 0 else (other, one), after, moved=True)
        if not same or not self._model.keeps:
            self._try(state, pair, after)

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
        if cost < self._best:
            self._best, self._gates = cost, {}
            self._best_poor = seen.chi2 + 2 * pressed > POOR
        if cost < min(self._best + KEEP, self._limit):
            self.found.append((cost, seen.chi2, changes, after))
