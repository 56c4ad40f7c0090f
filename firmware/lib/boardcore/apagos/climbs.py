"""Moves of squares and balls that explain a difference of W, Mx and My.

What a move weighs depends on what lies there when it is made (``Ramp.term``), so the terms of moves
are added up one after the other.
"""

from boardcore.apagos.masses import MAX_MISFIT, NOTHING, TURNED
from boardcore.apagos.model import CLIMB, FIRST_BALLS, FIRST_RACK, LAY, LIFT, SQUARE
from boardcore.apagos.presses import UPS, RampPresses
from boardcore.sensing.explain.contract import MAX_CHANGES, Observation
from boardcore.sensing.explain.cost import IMPOSSIBLE
from boardcore.sensing.observe.weight.likelihood import Likelihood
from boardcore.sensing.observe.weight.weight import Weight

CLEARED_G, CLEARED_GMM = 5.0, 1000.0
"""Standard deviations of W and of each moment of squares that are cleared and perhaps were misread;
chosen."""
CLEARED_CHI2 = 6.0
"""Largest chi^2 of a cleared board: so wide a guess fits nearly anything; chosen."""
NORMAL_CHI2 = 8.0
"""Chi^2 from which the tails are those of a normal distribution; chosen."""
LATE = 5.0
"""Cost of a climb that was believed too early, nats: it was believed by that margin."""
UP_MS = 400
"""Longest pause of hands with a square up, ms; chosen."""
TOUCHES = 8
"""Most touches of a set of moves, for bounds: those of two climbs."""
BOUND_MOVE, TERM, PRESS = 30, 90, 30
"""Step costs: of the bound of a move, of a term, and of each press in a cost."""


class RampWeight(Weight):
    """The observation of a plate with the squares and balls of Apagos; ``ramp``: the model."""

    presses: RampPresses
    MAX_CHI2 = MAX_MISFIT
    BOUND, CHECK, TRY = 800, 450, 230

    def __init__(self, scale, rest, moments, ramp) -> None:
        self.ramp = ramp
        self._noise_w = self._noise_m = 0.0  # largest variances besides those of the moves
        Weight.__init__(self, scale, rest, moments)

    def _make_parts(self, scale) -> None:
        self.masses = self.ramp
        self.likelihood = Likelihood(scale, self.ramp)
        self.presses = RampPresses(scale.places, scale.pitch_mm)

    def _are_small(self, base, still: bool) -> bool:
        # Two squares that weigh the same can change places: hands were seen, at least.
        due = self.ramp.due(self.ramp.state) >= 0 and self.presses.fresh()
        return Weight._are_small(self, base, still) and not due

    def waits(self, ms: int, misfit: float) -> bool:
        """Return True also while a square may be up: a climb is explained as a whole."""
        if ms < UP_MS and not self._is_searching:
            if not self.started or self.difference()[0] < -CLEARED_G:
                return True
        return Weight.waits(self, ms, misfit)

    # Search

    def begin_steps(self):
        """Find out where hands pressed, and the noise of what may have happened."""
        yield from self.presses.locating(self.ramp)
        yield TERM
        back = self.presses.put_back(0)
        self._noise_w, self._noise_m = self.likelihood.noise(TOUCHES + 2 * back)
        self._noise_m += back * self.ramp.put_back_loose()

    # Whatever a set of moves weighs is bounded move by move.
    groups, near, partners = Observation.groups, Observation.near, Observation.partners
    may_fit, widen, distance = Observation.may_fit, Observation.widen, Observation.distance

    def residual(self, state, changes) -> tuple:
        """Return what moves leave of W, Mx, My, variances of all that may be, the state then."""
        seen, sums = self.likelihood, NOTHING
        for move in changes:
            sums, state = self._sum(sums, state, move)
        xx, yy = self._noise_m + sums[6] + sums[10], self._noise_m + sums[8] + sums[10]
        left = (seen.dw - sums[0], seen.dx - sums[1], seen.dy - sums[2])
        return left + (self._noise_w + sums[3], xx, yy, state)

    def _sum(self, sums, state, move) -> tuple:
        """Return sums of terms with that of a move that is made next, and the state then."""
        return added(sums, self.ramp.term(state, move)), self.ramp.made(state, move)

    def _sum_steps(self, state, moves):
        """Return the sum of the terms of moves that are made one after the other."""
        sums = NOTHING
        for move in moves:
            yield TERM
            sums, state = self._sum(sums, state, move)
        return list(sums)

    def bound_steps(self, residual, group, first: int, most: float):
        """Return which moves fit the weight and the moments."""
        yield self.TRY // 2 + BOUND_MOVE * len(group.changes)
        w, x, y, ww, xx, yy, state = residual
        found = []
        for at in range(len(group.changes)):
            term = self.ramp.term(state, group.changes[at])
            off_w, off_x, off_y = w - term[0], x - term[1], y - term[2]
            if off_w * off_w <= most * (ww + term[3]):
                if off_x * off_x <= most * (xx + term[6] + term[10]):
                    if off_y * off_y <= most * (yy + term[8] + term[10]):
                        found.append(at)
        return found

    def reach(self, nats: float, count: int) -> float:
        """Return the largest chi^2 that may cost at most so much."""
        return Weight.reach(self, nats, 1)

    def came(self) -> tuple:
        """Return by how many balls there may be more."""
        dw, ball = self.likelihood.dw, self.ramp.ball_g
        reach = (MAX_MISFIT * (self._noise_w + 3 * self.ramp.ball_variance)) ** 0.5
        return (dw - reach) / ball, (dw + reach) / ball

    def cost_steps(self, state, changes, after, moved: bool):
        """Compute the cost of moves, also of squares that were turned as they climbed."""
        sums = yield from self._sum_steps(state, changes)
        yield self.TRY + PRESS * len(self.presses.seen)
        back = self.presses.put_back(sum([UPS[what] for what, _, _ in changes]))
        loose = back * self.ramp.put_back_loose()
        sums[6] += loose
        sums[8] += loose
        sums[9] += 2 * back
        cost, chi2 = self._cost(sums)
        if sums[10]:
            sums[6] += sums[10]
            sums[8] += sums[10]
            turned, turned_chi2 = self._cost(sums)
            if turned + TURNED < cost:
                cost, chi2 = turned + TURNED, turned_chi2
        self.chi2 = chi2
        return cost

    def _cost(self, sums, most: float = MAX_MISFIT) -> tuple:
        """Return cost and chi^2 of what a term leaves."""
        seen = self.likelihood
        noise_w, noise_m = seen.noise(sums[9] or 2)
        cost = seen.cost_of(
            seen.dw - sums[0], seen.dx - sums[1], seen.dy - sums[2],
            sums[3] + noise_w, sums[4], sums[5], sums[6] + noise_m, sums[7], sums[8] + noise_m,
        )  # fmt: skip
        if seen.chi2 > most:
            return IMPOSSIBLE, seen.chi2
        return cost + max(0.0, seen.chi2 - NORMAL_CHI2) / 2, seen.chi2

    def act_cost(self, changes) -> float:
        """Return what moves cost where hands pressed elsewhere, or no square was up."""
        return self.presses.cost_of_moves(changes) if len(changes) <= MAX_CHANGES else 0.0

    def others_steps(self, state, ms: int, is_poor: bool, found):
        """Find a climb that was believed too early; where nothing else fits, a cleared board."""
        ramp = self.ramp
        if ramp.climbed >= 0 and state == ramp.position:
            yield self.TRY
            climb = (CLIMB, ramp.climbed, state[ramp.climbed + 1])
            cost, chi2 = self._cost(ramp.term(ramp.made(state, climb), climb))
            found.append((cost + LATE + self.presses.cost_of_moves((climb,)), chi2, state))
        if not is_poor or self.likelihood.dw >= -CLEARED_G:
            return
        # Whatever lay there, and was perhaps misread.
        for target in ramp.ends(state)[1:]:
            yield self.BOUND
            changes = ramp.between(state, target) if target != state else ()
            if changes:
                sums = yield from self._sum_steps(state, changes)
                yield self.TRY
                sums[3] += CLEARED_G * CLEARED_G
                sums[6] += CLEARED_GMM * CLEARED_GMM
                sums[8] += CLEARED_GMM * CLEARED_GMM
                cost, chi2 = self._cost(sums, CLEARED_CHI2)
                found.append((cost + ramp.prior(state, changes, target, True), chi2, target))

    # Learning

    def learn_answer(self, best) -> None:
        """Learn how loose the build is, from where its pieces lie for any weight of theirs."""
        _, chi2, moves, _ = best
        ww, wx, wy, xx, _, yy = self.ramp.term(self.ramp.state, moves[0])[3:9]
        if ww and not self._learnt_loose:
            self.likelihood.learn(chi2, (xx + yy - (wx * wx + wy * wy) / ww) / 2)

    def learn(self, best, certain: bool, ms: int, keeps: bool) -> None:
        """Learn what squares weigh, and how loose the build is, from what is certain."""
        moves = best[2]
        if certain and len(moves) == 1:
            what, place, _ = moves[0]
            self.presses.learn((place, place + 1) if what == CLIMB else (place,))
        squares, state = self.ramp.squares, self.ramp.state
        if self.ramp.is_open and not sum(state[FIRST_BALLS:FIRST_RACK]):
            # It may come back, or any other in its place.
            for what, _, square in moves:
                if what == LIFT:
                    squares.forget(square - 1)
            if moves and moves[-1][0] == LIFT:
                return
        if not certain or len(moves) != 1:
            return
        self.learn_answer(best)
        seen = self.likelihood
        what, place, square = moves[0]
        noise_w, noise_m = seen.noise(4)
        balls = state[FIRST_BALLS + square - 1] if square and what in (LAY, LIFT, CLIMB) else 0
        if what in (LAY, LIFT):
            mass = abs(seen.dw) - balls * self.ramp.ball_g
            squares.weigh(square - 1, mass, noise_w)
            if what == LAY and not balls:
                at, variance = self._scale.places[place], seen.moment_variance()
                self.gains.learn(at, seen.dw, seen.dx, seen.dy, variance)
        elif what == CLIMB:
            other = state[place + 1]
            more = balls - state[FIRST_BALLS + other - 1]
            step = self.ramp.slot_mm
            noise = noise_m + self.ramp.looseness(place, SQUARE * square + balls)[1]
            apart = seen.dx / step - more * self.ramp.ball_g
            squares.weigh(square - 1, apart, noise / (step * step), other - 1)


def added(sums, term):
    """Return the sum of two terms."""
    if sums is NOTHING:
        return term
    return [sums[at] + term[at] for at in range(len(term))]
