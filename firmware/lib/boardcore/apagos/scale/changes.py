"""Changes: which moves of squares and balls explain the difference between two rests.

Tried are, for one hypothesis of what lay there before: that nothing has changed, every single
move, every pair of moves, a ball that comes from a rack onto a square that climbs at once, two
balls that come from racks, and what the game expects anyway.  ``boardcore.sensing.explain.search``
does the same for pieces that move one by one.

Of a hundred such sets of moves hardly one explains anything.  So bounds come first, which drop none
that does: a set whose weight does not fit, whose presses or prior cost more than the best
explanation leaves room for, or whose moments are further off than the largest misfit.
"""

from boardcore.apagos.positions import LEVELS
from boardcore.apagos.scale.moves import CAME, CLIMB, EVEN, MISFIT_MOST, PUT, WENT
from boardcore.apagos.scale.presses import CLIMBS, STEPS, UPS
from boardcore.apagos.scale.ramp import NOTHING, TURNED, UNEXPECTED
from boardcore.sensing.explain.cost import IMPOSSIBLE
from boardcore.sensing.observe.weight.presses import IDLE_COST

CLEARED_G, CLEARED_GMM = 5.0, 1000.0
"""Standard deviations of W and of each moment of squares that are cleared and perhaps were misread;
chosen."""
CLEARED_CHI2 = 6.0
"""Largest chi^2 of a cleared board: so wide a guess fits nearly anything; chosen."""
CLEARED = 10.0
"""Largest cost of clearing the squares where weight has gone, nats; chosen."""
POOR = 8.0
"""Chi^2 from which the tails are those of a normal distribution; chosen."""
KEEP = 9.0
"""Cost above the best from which an explanation is dropped, nats; chosen."""
LATE = 5.0
"""Cost of a climb that was believed too early, nats: it was believed by that margin."""
TOUCHES = 8
"""Most touches of a set of moves, for lower bounds: those of two climbs."""
BEGIN, FIRSTS, HANDFULS, FOLLOW = 80, 260, 200, 130
"""Computing time of steps, in empty turns of a loop."""
LIST, PRIOR, EACH = 110, 130, 60
"""The same of what may follow, of the prior of one move, and more for each move before."""
BALL, SQUARE = 25, 90
"""The same of the bounds of one move of a ball, of squares."""
NONE, TRY, CLIMBED, PRESS = 180, 260, 420, 30
"""The same of the cost of no change, of moves, of moves with a climb, and more for each press."""
APART, BETWEEN, PIECE = 85, 180, 110
"""The same of a target: whether it is one, what has come and gone, each piece of that."""


class Changes:
    """Explains a difference: ``found`` holds ``(cost, chi2, moves, state)`` for a state."""

    def __init__(self, likelihood, presses, ramp) -> None:
        self._likelihood = likelihood
        self._presses = presses
        self._ramp = ramp
        self.found: list[tuple] = []
        self._most = IMPOSSIBLE  # that an explanation may cost
        self._room = IMPOSSIBLE  # the same of prior and presses alone
        self._noise_w = self._noise_m = 0.0  # largest variances besides those of the moves

    def search_steps(self, state: bytes, ms: int, limit: float = IMPOSSIBLE):
        """Fill ``found``, step by step; yields what the next step costs.

        ``ms``: how long the board did not rest; ``limit``: largest cost of interest.
        """
        ramp, presses, seen = self._ramp, self._presses, self._likelihood
        yield from presses.locating(ramp)
        yield BEGIN
        self.found, self._most, self._room = [], limit, limit - seen.least()
        back = presses.put_back(0)
        self._noise_w, self._noise_m = seen.noise(TOUCHES + 2 * back)
        self._noise_m += back * ramp.put_back_loose()
        if ramp.kinds(seen.dw, self._noise_w) & EVEN:
            yield NONE + PRESS * len(presses.seen)
            self._try(state, (), NOTHING, 0.0)
            if ramp.climbed >= 0 and state == ramp.position:
                yield NONE + PRESS * len(presses.seen)
                self._try_late(state)
        yield from self._trying(state, ())
        yield from self._trying_target(state, ramp.position, 0.0)
        yield FIRSTS
        for move in ramp.firsts(state, seen.dw, self._noise_w):
            yield from self._trying(state, (move,))
        yield HANDFULS
        for moves in ramp.handfuls(state, seen.dw, self._noise_w):
            yield from self._trying(state, moves)
        # Nobody clears a board of its balls without taking weight off it.
        cleared = seen.dw < -CLEARED_G
        for target in ramp.targets(state)[1:] if cleared else ():
            yield from self._trying_target(state, target, 0.0)
        if cleared and limit == IMPOSSIBLE and not self.found:
            # Cleared of balls or of all: whatever lay there, and was perhaps misread.
            for target in ramp.targets(state)[1:]:
                yield from self._trying_target(state, target, 1.0)

    def _trying(self, state: bytes, moves):
        """Try every move that may follow others, step by step."""
        ramp, seen = self._ramp, self._likelihood
        yield FOLLOW
        grams = variance = 0.0
        for move in moves:
            term = ramp.term(state, move)
            grams += term[0]
            variance += term[3]
        kinds = ramp.kinds(seen.dw - grams, self._noise_w + variance)
        kinds, costs = self._affordable(moves, kinds)
        if not kinds and moves:
            return
        yield LIST + EACH * len(moves)
        floors, sums, at = self._presses.floors, NOTHING, state
        for move in moves:
            sums = added(sums, ramp.term(at, move))
            at = ramp.after(at, move)
        others = ramp.further(at, moves, kinds)
        if not moves:
            others += ramp.pour(state, seen.dw)
        yield (BALL if kinds & (CAME | WENT) else SQUARE) * len(others)
        x, y = seen.dx - sums[1], seen.dy - sums[2]
        xx, yy = self._noise_m + sums[6] + sums[10], self._noise_m + sums[8] + sums[10]
        for move in others:
            what, place, _ = move
            cost = costs[UPS[what]] + floors[CLIMBS + place if what == CLIMB else place]
            if cost > self._room:
                continue
            term = ramp.term(at, move)
            off_x, off_y = x - term[1], y - term[2]
            if off_x * off_x > MISFIT_MOST * (
                xx + term[6] + term[10]
            ) or off_y * off_y > MISFIT_MOST * (yy + term[8] + term[10]):
                continue
            yield PRIOR + EACH * len(moves)
            after, every = ramp.after(at, move), moves + (move,)
            if after == state:
                continue
            prior = ramp.prior(state, every, after)
            if cost + prior > self._room:
                continue
            every_term = added(sums, term)
            yield (CLIMBED if every_term[10] else TRY) + PRESS * len(self._presses.seen)
            self._try(after, every, every_term, prior)

    def _affordable(self, moves, kinds: int) -> tuple:
        """Return which of some kinds of moves may follow others, and the least that all cost.

        Those are costs of presses and steps, by how many squares the next move has up.
        """
        presses, floors = self._presses, self._presses.floors
        cost, steps, ups = IDLE_COST * len(presses.seen), 0, 0
        for what, place, _ in moves:
            cost += floors[CLIMBS + place if what == CLIMB else place]
            steps += STEPS[what]
            ups += UPS[what]
        costs = [cost, cost, cost]
        for some, what in ((CAME | WENT, PUT), (EVEN, CLIMB)) if moves else ():
            if kinds & some:
                up = UPS[what]
                costs[up] += presses.habit(steps + STEPS[what], ups + up)
                if costs[up] + presses.lowest[up] > self._room:
                    kinds &= ~some
        return kinds, costs

    def _try(self, after: bytes, moves, sums, prior: float) -> None:
        """Take moves as an explanation if they are good enough; ``sums``: of their terms."""
        cost = prior + self._presses.cost_of_moves(moves)
        if cost > self._room:
            return
        ups = 0
        for what, _, _ in moves:
            ups += UPS[what]
        back, sums = self._presses.put_back(ups), list(sums)
        loose = back * self._ramp.put_back_loose()
        sums[6] += loose
        sums[8] += loose
        sums[9] += 2 * back
        self._take(sums, cost, moves, after)
        if sums[10]:
            sums[6] += sums[10]
            sums[8] += sums[10]
            self._take(sums, cost + TURNED, moves, after)

    def _try_late(self, state: bytes) -> None:
        """Think it possible that the last climb was believed too early, and is made now."""
        ramp = self._ramp
        climb = (CLIMB, ramp.climbed, state[ramp.climbed + 1])
        sums = ramp.term(ramp.after(state, climb), climb)
        self._take(sums, LATE + self._presses.cost_of_moves((climb,)), (), state)

    def _trying_target(self, state: bytes, target: bytes, misread: float):
        """Take what the game expects as an explanation, however many moves lead there.

        ``misread``: 1 if what lay there may have been taken for something else.
        """
        if target == state or len(target) != len(state):
            return
        yield APART
        apart = 0
        for at in range(len(state)):
            apart += abs(state[at] - target[at]) if at >= LEVELS else state[at] != target[at]
        cost = UNEXPECTED * apart
        if target != self._ramp.position:
            cost = min(cost, CLEARED)
        # Fewer moves than three are tried each by itself.
        if apart <= 2 or cost > self._room:
            return
        yield BETWEEN
        ramp = self._ramp
        before, after = ramp.between(b"", state), ramp.between(b"", target)
        gone = [piece for piece in before if piece not in after]
        come = [piece for piece in after if piece not in before]
        yield PIECE * (len(gone) + len(come) + 1)
        sums = list(NOTHING)
        for sign, pieces in ((-1, gone), (1, come)):
            for _, place, kind in pieces:
                sums = added(sums, ramp.mass_term(sign, place, kind))
        sums[3] += misread * CLEARED_G * CLEARED_G
        sums[6] += misread * CLEARED_GMM * CLEARED_GMM
        sums[8] += misread * CLEARED_GMM * CLEARED_GMM
        self._take(sums, cost, (), target, CLEARED_CHI2 if misread else MISFIT_MOST)

    def _take(self, sums, prior: float, moves, after: bytes, most: float = MISFIT_MOST) -> None:
        seen = self._likelihood
        touches = sums[9] or 2
        noise_w, noise_m = seen.noise(touches)
        cost = prior + seen.cost_of(
            seen.dw - sums[0], seen.dx - sums[1], seen.dy - sums[2],
            sums[3] + noise_w, sums[4], sums[5], sums[6] + noise_m, sums[7], sums[8] + noise_m,
        )  # fmt: skip
        chi2 = seen.chi2
        cost += max(0.0, chi2 - POOR) / 2
        if chi2 > most or cost > self._most:
            return
        if cost + KEEP < self._most:
            self._most = cost + KEEP
            self._room = self._most - seen.least()
        self.found.append((cost, chi2, moves, after))


def added(sums, term):
    """Return the sum of two terms."""
    if sums is NOTHING:
        return term
    return [sums[at] + term[at] for at in range(len(term))]
