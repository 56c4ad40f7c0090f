"""Changes: which moves of squares and balls explain the difference between two rests.

Tried are, for one hypothesis of what lay there before: that nothing has changed, every single
move, every pair of moves whose weight fits, a ball that comes from a rack onto a square that climbs
at once, and what the game expects anyway.  ``boardcore.sensing.scale.changes`` does the same for
pieces that move one by one.
"""

from boardcore.apagos.positions import LEVELS
from boardcore.apagos.scale.ramp import (
    CLIMB,
    FETCH,
    LAY,
    LIFT,
    PUT,
    RACK_MM,
    SUMS,
    TAKE,
    TURNED,
    UNEXPECTED,
)
from boardcore.sensing.scale.likelihood import FAR, MARGIN, Likelihood
from boardcore.sensing.scale.moments import W, X
from boardcore.sensing.scale.presses import Presses

NEAR_MM = 40.0
"""Distance, per axis, up to which a press belongs to a slot: half its width, less the distance of
fingers from a ball."""
TOUCHED = 8.0
"""Largest cost of presses where nothing has changed, nats; chosen."""
DIP_G, DIPS = 30.0, 2
"""Weight that is missing, and for how many samples, while a square is up and nobody presses;
chosen."""
DIPPED, FIDGETED, UNDIPPED = 6.0, 4.5, 1.0
"""Cost of moves without a square though one was up, of having put it back, and of squares that
moved without being missed, which hands hide in one of three climbs; nats, chosen."""
STEPS = bytes((2, 2, 2, 2, 2, 2, 8, 8))
"""Usual number of steps of each kind of move: a hand comes and goes, four times for a climb."""
MISCOUNTED = 6.0
"""Largest cost of another number of steps, nats; its variance is a quarter of the usual number, as
some steps are at once; chosen: 223 climbs left 3 to 14, 81 balls put elsewhere 2 to 8
(tests/bench/RESULTS.md)."""
ASTRAY = 2.5
"""Largest cost of a dip at other squares, nats: knocks look alike; chosen."""
PUT_BACK_MOST = 8
"""Most squares that are counted as lifted and laid again; chosen."""
MISFIT_MOST = 16.0
"""Largest chi^2 of an explanation; beyond it an object is no piece; chosen."""
CLEARED_G, CLEARED_GMM = 5.0, 1000.0
"""Standard deviations of W and of each moment of squares that are cleared and perhaps were misread;
chosen."""
CLEARED_CHI2 = 6.0
"""Largest chi^2 of a cleared board: so wide a guess fits nearly anything; chosen."""
CLEARED = 10.0
"""Largest cost of clearing the squares where weight has gone, nats; chosen."""
POOR = 8.0
"""Chi^2 from which the tails are those of a normal distribution; chosen."""
GATE = 5.0
"""Residual of W, in standard deviations, from which a pair of moves is dropped."""
KEEP = 9.0
"""Cost above the best from which an explanation is dropped, nats; chosen."""
LATE = 5.0
"""Cost of a climb that was believed too early, nats: it was believed by that margin."""
MOVE, PAIR = 60, 25
"""Computing time of a single move and of the gate of a pair, in empty turns of a loop."""


class RampPresses(Presses):
    """Presses on slots and on racks, which are long."""

    def __init__(self, places, pitch_mm: float) -> None:
        Presses.__init__(self, places, pitch_mm)
        self._near_mm = NEAR_MM
        self._dips = self._new_dips = 0  # samples while a square was up, as for ``_new``
        self._lifts = self._new_lifts = 0  # how often one went up
        self._is_up = False
        self._dip_w = self._dip_x = 0.0  # their sums: where squares were up
        self._new_dip_w = self._new_dip_x = 0.0

    def take(self, values, base) -> None:
        """Take W, Mx, My of one moment; a square that is up is missed."""
        Presses.take(self, values, base)
        dw = values[W] - base[W]
        if dw < -DIP_G:
            self._new_dips += 1
            self._new_lifts += not self._is_up
            self._new_dip_w += dw
            self._new_dip_x += values[X] - base[X]
        self._is_up = dw < -DIP_G

    def gather(self) -> None:
        """Take what was seen until now as seen before the rest that has come."""
        Presses.gather(self)
        self._dips += self._new_dips
        self._lifts += self._new_lifts
        self._dip_w += self._new_dip_w
        self._dip_x += self._new_dip_x
        self._new_dips = self._new_lifts = 0
        self._new_dip_w = self._new_dip_x = 0.0

    def clear(self) -> None:
        """Forget all of it."""
        Presses.clear(self)
        self._dips = self._lifts = 0
        self._dip_w = self._dip_x = 0.0

    def dipped(self) -> bool:
        """Return whether a square was up."""
        return self._dips >= DIPS

    def put_back(self, moves) -> int:
        """Return how many squares were lifted and laid again besides these moves, at most."""
        known = 0
        for what, _, _ in moves:
            known += {LIFT: 1, LAY: 1, CLIMB: 2}.get(what, 0)
        return min(PUT_BACK_MOST, max(0, self._lifts - known))

    def cost_of_moves(self, moves, up) -> float:
        """Return what moves cost where hands pressed elsewhere, or where no square was up.

        ``up``: the squares that must have been up, ``(slot, g)``.
        """
        places: list = []
        squares = False
        for what, place, _ in moves:
            places.append((0, place, 0))
            if what == CLIMB:
                places.append((0, place + 1, 0))
            squares = squares or what in (LIFT, LAY, CLIMB)
        cost = self.cost(places)
        if not self.dipped():  # a knock leaves both, and counts once
            cost += self._miscount(moves)
        if not moves:
            cost = min(cost, TOUCHED)  # however often hands have touched what they left
        if squares:
            cost += self._off_dip(up) if self.dipped() else UNDIPPED
        elif self.dipped():
            cost += DIPPED if moves else FIDGETED
        return cost

    def _miscount(self, moves) -> float:
        """Return the cost of moves that leave another number of steps, nats."""
        usual = 4 * self.put_back(moves)
        for what, _, _ in moves:
            usual += STEPS[what]
        off = -usual
        for press in self.seen:
            off += press[2]
        return min(MISCOUNTED, 2 * off * off / max(usual, 2))

    def _off_dip(self, up) -> float:
        """Return the cost of squares that were up where these are not, nats."""
        if not up:
            return 0.0
        x = self._dip_x / self._dip_w
        slots = [self._places[slot][0] for slot, _ in up]
        far = max(min(slots) - x, x - max(slots), 0.0) / NEAR_MM
        return min(ASTRAY, far * far)

    def _along(self, press, place: int) -> tuple:
        x, y = self._places[place]
        off = abs(press[0] - x)
        if place >= LEVELS:
            off = max(0.0, off - RACK_MM)
        return off, abs(press[1] - y)

    def _is_at(self, press, place: int) -> bool:
        return max(self._along(press, place)) < self._near_mm

    def _off(self, press, place: int) -> float:
        far = max(self._along(press, place)) / (1.5 * self._near_mm)
        return far * far

    def locate(self, pressed) -> None:
        """Fill in, by place, where hands have pressed within it, None where they have not."""
        for place in range(len(pressed)):
            x = y = count = 0.0
            for press in self.seen:
                if self._is_at(press, place):
                    x += press[2] * press[0]
                    y += press[2] * press[1]
                    count += press[2]
            pressed[place] = (x / count, y / count) if count else None

    def fresh(self) -> bool:
        """Return whether hands have pressed since the rest before."""
        return bool(self._new)


class RampLikelihood(Likelihood):
    """Costs of what is left of a difference, whatever moves were taken off it."""

    def margin(self, best, rival) -> float:
        """Return by how much one explanation must beat another, nats: slots lie far apart."""
        return MARGIN


class Changes:
    """Explains a difference: ``found`` holds ``(cost, chi2, moves, state)`` for a state."""

    def __init__(self, likelihood, presses, ramp) -> None:
        self._likelihood = likelihood
        self._presses = presses
        self._ramp = ramp
        self.found: list[tuple] = []
        self._best = FAR
        self._best_chi2 = FAR

    def explaining(self, state: bytes, ms: int, limit: float = FAR):
        """Fill ``found``, step by step; yields what the next step costs.

        ``ms``: how long the board did not rest.
        """
        ramp = self._ramp
        self._presses.locate(ramp.pressed)
        self.found, self._best, self._best_chi2 = [], FAR, FAR
        self._try(state, (), state)
        firsts = ramp.moves(state)
        yield MOVE * len(firsts)
        for move in firsts + ramp.pour(state, self._likelihood.dw):
            self._try(state, (move,), ramp.after(state, move))
        for move in firsts:
            after = ramp.after(state, move)
            seconds = ramp.moves(after)
            yield PAIR * len(seconds)
            sums = [0.0] * SUMS
            ramp.add(sums, state, move)
            for other in seconds:
                # A ball in a hand weighs nothing, be its square up or not.
                alike = move[0] == TAKE and other[0] == LIFT and move[1] == other[1]
                if not alike and ramp.after(after, other) != state:
                    self._try_pair(state, after, sums, move, other)
        for moves in ramp.handfuls(state) if self._weight_fits([0.0] * SUMS) else ():
            yield MOVE
            after = state
            for move in moves:
                after = ramp.after(after, move)
            self._try(state, moves, after)
        self._try_target(state, ramp.position, 0.0)
        self._try_late(state)
        # Nobody clears a board of its balls without taking weight off it.
        cleared = self._likelihood.dw < -CLEARED_G
        for target in ramp.targets(state)[1:] if cleared else ():
            yield MOVE
            self._try_target(state, target, 0.0)
        if cleared and not self.found:
            # Cleared of balls or of all: whatever lay there, and was perhaps misread.
            for target in ramp.targets(state)[1:]:
                yield MOVE
                self._try_target(state, target, 1.0)

    def _try_late(self, state: bytes) -> None:
        """Think it possible that the last climb was believed too early, and is made now."""
        ramp = self._ramp
        low = ramp.climbed
        if low >= 0 and state == ramp.position:
            climb = (CLIMB, low, state[low + 1])
            before = ramp.after(state, climb)
            sums = [0.0] * SUMS
            ramp.add(sums, before, climb)
            cost = LATE + self._presses.cost_of_moves((climb,), ramp.up(before, (climb,)))
            self._take(sums, cost, (), state)

    def _try_pair(self, state, after, sums, move, other) -> None:
        ramp = self._ramp
        both = list(sums)
        ramp.add(both, after, other)
        if self._weight_fits(both):
            self._try(state, (move, other), ramp.after(after, other))
        if move[0] == FETCH and other[0] == PUT:
            # And its square has climbed at once, or it was not the only ball.
            end = ramp.after(after, other)
            for third in ramp.moves(end):
                if third[0] == PUT or third[0] == CLIMB and third[1] == other[1]:
                    self._try(state, (move, other, third), ramp.after(end, third))

    def _weight_fits(self, sums) -> bool:
        left = self._likelihood.dw - sums[0]
        noise, _ = self._likelihood.noise(2)
        return left * left <= GATE * GATE * (noise + sums[3])

    def _try(self, state: bytes, moves, after: bytes) -> None:
        """Take moves as an explanation if they are good enough."""
        sums = [0.0] * SUMS
        at = state
        for _ in range(self._presses.put_back(moves)):
            self._ramp.add_put_back(sums, state)
        for move in moves:
            self._ramp.add(sums, at, move)
            at = self._ramp.after(at, move)
        prior = self._ramp.prior(state, moves, after)
        prior += self._presses.cost_of_moves(moves, self._ramp.up(state, moves))
        self._take(sums, prior, moves, after)
        turned = self._ramp.turned(state, moves)
        if turned:
            sums[6] += turned
            sums[8] += turned
            self._take(sums, prior + TURNED, moves, after)

    def _try_target(self, state: bytes, target: bytes, misread: float) -> None:
        """Take what the game expects as an explanation, however many moves lead there.

        ``misread``: 1 if what lay there may have been taken for something else.
        """
        if target == state or len(target) != len(state):
            return
        ramp, sums = self._ramp, [0.0] * SUMS
        before, after = ramp.between(b"", state), ramp.between(b"", target)
        for sign, pieces, others in ((-1, before, after), (1, after, before)):
            for piece in pieces:
                if piece not in others:
                    ramp.add_mass(sums, sign, piece[1], piece[2])
        apart = 0
        for at in range(len(state)):
            apart += abs(state[at] - target[at]) if at >= LEVELS else state[at] != target[at]
        sums[3] += misread * CLEARED_G * CLEARED_G
        sums[6] += misread * CLEARED_GMM * CLEARED_GMM
        sums[8] += misread * CLEARED_GMM * CLEARED_GMM
        # Fewer moves than three were tried before, each by itself.
        if apart > 2:
            cost = UNEXPECTED * apart
            if target != ramp.position:
                cost = min(cost, CLEARED)
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
        if chi2 > most or cost > self._best + KEEP:
            return
        self._best = min(self._best, cost)
        self.found.append((cost, chi2, moves, after))
