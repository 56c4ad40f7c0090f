"""Bounds and costs of changes that explain a difference of W, Mx and My.

Weight alone drops whole groups of changes, for those of one kind weigh about the same
(``masses.Alike``); then both moments drop single ones; ``likelihood`` has the exact cost.
"""

from boardcore.sensing.explain.contract import Observation
from boardcore.sensing.explain.cost import IMPOSSIBLE, NU
from boardcore.sensing.observe.weight.likelihood import Likelihood
from boardcore.sensing.observe.weight.masses import Alike, Masses
from boardcore.sensing.observe.weight.presses import Presses

MAX_CHI2_W1, MAX_CHI2_W = 36.0, 25.0
"""Largest chi^2 of the weight alone, of a single change, and of several: 6 and 5 sigma.  Among so
many sets one would always fit in spite of its weight."""
BACK = 9
"""Number of changes whose misfit is allowed to a piece that was put back, if W fits; chosen."""
LEFT, LEFT_SHARE = 4.0, 0.8
"""Cost of a hand that lay still beside what changed last and has gone, nats, and its largest force,
as a share of the lightest piece; chosen."""
MEASURE, SINGLE, ROW = 15, 20, 7
"""Step costs: of the moments of one change, of a bound, and of each change that it looks at."""
MANY = 4
"""Number of changes of the longest turn, by the rules, for the pieces that came."""
SIGMAS = 5.0
"""Largest distance of their weight from what was weighed, in standard deviations."""


class WeightSearch(Observation):
    """The part of ``Weight`` that a search asks."""

    MAX_CHI2 = 200.0
    """Largest chi^2 of an explanation on a build that is not known, 14 sigma; chosen."""
    CHECK = 400
    """Cost of prior and acts, in empty loop iterations; measured as 1,334 bytecodes in the mean,
    held to bytecodes by tests/play/test_turns.py: presses are looked up."""

    def __init__(self, scale) -> None:
        self._scale = scale
        self._changed: list[int] = []  # places that changed at the last rest
        self._far_x = max([x * x for x, _ in scale.places])  # squares of the largest, mm^2
        self._far_y = max([y * y for _, y in scale.places])
        self._make_parts(scale)

    def _make_parts(self, scale) -> None:
        """Make what knows masses and presses; a game may have its own."""
        self.masses = Masses(scale)
        self.likelihood = Likelihood(scale, self.masses)
        self.presses = Presses(scale.places, scale.pitch_mm)

    def misfits(self) -> float:
        """Return the largest chi^2 of an explanation; less once it is known how loose the build is.

        Beyond it something else lies there, and most of the search would be about such.
        """
        return min(self.MISFITS, self.MAX_CHI2) if self.likelihood.known >= NU else self.MAX_CHI2

    def groups(self, state, groups) -> list:
        """Return changes of the same sign and kind as groups."""
        return [Alike(changes, self.masses) for changes in groups if changes]

    def residual(self, state, changes) -> tuple:
        """Return what changes leave of W, Mx and My, their number, and their variances at most.

        The variances are those that masses and places add to W and to each moment.
        """
        seen = self.likelihood
        w, x, y, loose_w, loose_x, loose_y = seen.dw, seen.dx, seen.dy, 0.0, 0.0, 0.0
        for change in changes:
            sign, place, kind = change
            mass, variance = self.masses.known(sign, place, kind)
            # What comes may be the one that goes, and goes anywhere.
            usual, own = self.masses.prior(kind)
            variance = max(variance, own)
            odd = (mass - usual) * (mass - usual) if sign < 0 else 0.0
            at_x, at_y = self._scale.places[place]
            w, x, y = w - sign * mass, x - sign * mass * at_x, y - sign * mass * at_y
            spread = mass * mass * seen.place_variance
            loose_w += variance + odd
            loose_x += variance * at_x * at_x + odd * self._far_x + spread
            loose_y += variance * at_y * at_y + odd * self._far_y + spread
        return w, x, y, len(changes), loose_w, loose_x, loose_y

    def near(self, residual, groups) -> list:
        """Return the groups of which one may weigh what is left."""
        w, count, loose = residual[0], residual[3], residual[4]
        noise = self.likelihood.noise(count + 1)[0] + loose
        most = MAX_CHI2_W if count else MAX_CHI2_W1
        return [one for one in groups if _weighs(w, noise, most, one, 0.0)]

    def partners(self, residual, one, groups) -> list:
        """Return the groups of which one may weigh what is left by ``one``."""
        w, count, loose = residual[0], residual[3], residual[4]
        noise = self.likelihood.noise(count + 2)[0] + loose + one.variance
        left, gate = w - one.grams, (MAX_CHI2_W * noise) ** 0.5 + one.spread
        if not self.masses.lightest - gate < abs(left) < self.masses.heaviest + gate:
            return []
        return [other for other in groups if _weighs(left, noise, MAX_CHI2_W, other, one.spread)]

    def bound_steps(self, residual, group, first: int, most: float):
        """Return which changes fit the moments."""
        yield SINGLE + (ROW if group.is_measured else ROW + MEASURE) * len(group.changes)
        _, x, y, count, _, loose_x, loose_y = residual
        if not group.is_measured:
            group.measure(self.masses, self._scale.places, self.likelihood.place_variance)
        noise = self.likelihood.noise(count + 1)[1]
        gate_x = (most * (noise + loose_x + group.variance_x)) ** 0.5
        gate_y = (most * (noise + loose_y + group.variance_y)) ** 0.5
        return group.within(first, x, gate_x, y, gate_y)

    def reach(self, nats: float, count: int) -> float:
        """Return the largest chi^2 of a number of changes within a limit of their cost."""
        return min(self.misfits(), self.likelihood.reach(nats, count))

    def may_fit(self, changes) -> bool:
        """Return whether changes may weigh what was weighed."""
        w = self.likelihood.dw
        variance, _ = self.likelihood.noise(len(changes))
        for sign, place, kind in changes:
            mass, own = self.masses.known(sign, place, kind)
            w -= sign * mass
            odd = mass - self.masses.prior(kind)[0] if sign < 0 else 0.0
            variance += own + odd * odd
        return w * w <= MAX_CHI2_W * variance

    def came(self) -> tuple:
        """Return by how many pieces of the first kind there may be more, if all are alike."""
        mass, variance = self.masses.prior(1)
        reach = mass / 4 + SIGMAS * (MANY * variance) ** 0.5
        return (self.likelihood.dw - reach) / mass, (self.likelihood.dw + reach) / mass

    def cost_steps(self, state, changes, after, moved: bool):
        """Compute the cost of changes; see ``Observation``."""
        yield self.TRY * max(1, (len(changes) + 1) // 2)
        seen, count = self.likelihood, len(changes)
        cost = seen.cost(changes, moved)
        most = self.misfits()
        if count > 3 or not count and seen.chi2_w < MAX_CHI2_W:
            most *= (count or BACK) / 3
        self.chi2 = seen.chi2
        if seen.chi2 > most or count > 1 and seen.chi2_w > MAX_CHI2_W:
            return IMPOSSIBLE
        return cost

    def act_cost(self, changes) -> float:
        """Return what changes cost where hands pressed elsewhere."""
        return self.presses.cost(changes)

    def acted_near(self, change) -> bool:
        """Return whether hands pressed near a change, or nowhere."""
        return not self.presses.seen or self.presses.is_near(change[1])

    def others_steps(self, state, ms: int, is_poor: bool, found):
        """Find out whether a hand that lay still beside the last change has left."""
        seen = self.likelihood
        if not is_poor:
            return
        yield self.TRY
        if -LEFT_SHARE * min(self._scale.masses) < seen.dw < 0:
            x, y = seen.dx / seen.dw, seen.dy / seen.dw
            for place in self._changed:
                if self.presses.is_beside(place, x, y):
                    found.append((seen.least() + LEFT, 0.0, state))
                    break

    def widen(self, on: bool) -> bool:
        """Believe in pieces that weigh something between two kinds."""
        self.masses.is_wide = on
        return True

    def distance(self, one, other) -> float:
        """Return how far apart two sets of changes are, in sigmas."""
        return self.likelihood.distance(one, other)

    def least(self) -> float:
        """Return the least cost of any explanation."""
        return self.likelihood.least()


def _weighs(w: float, noise: float, most: float, group, spread: float) -> bool:
    """Return whether one of a group may weigh ``w``, ``noise`` and ``spread`` apart."""
    return abs(w - group.grams) < (most * (noise + group.variance)) ** 0.5 + group.spread + spread
