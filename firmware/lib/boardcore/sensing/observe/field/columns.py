"""Observation of Hall sensors where every place has one of its own, for the explainer.

The directions of magnets are known: glued upright in a ring, either way up, or turned upright by a
bias.  So the difference of two rests says by how much the strength on each place has changed
(``solution``).  Each place then has a cost for every kind, and they add up:

    C  =  sum over changed places of off^2 / 2        off = ln(strength / of the kind) / LOG_SIGMA

What all these changes leave at the other sensors tells whether pieces of this game made them.
"""

from array import array
from math import log

from boardcore.sensing.explain.cost import IMPOSSIBLE
from boardcore.sensing.observe.field.rest import MAX_HEAD
from boardcore.sensing.observe.field.rests import Rests
from boardcore.sensing.observe.field.solution import MAX_RESIDUAL, SAME, Solution

SLOT = 2
"""Scans that make a rest: pieces are strong, so no mean is needed."""
BLIND_SCANS = 10
"""Scans of a rest if a sensor has failed, since the others measure its place weakly."""
EMPTY_SIGMA = 0.12
"""Deviation of the strength of an empty place: zero, neighbours; chosen."""
LOG_SIGMA = 0.11
"""Deviation of the logarithm of a strength: gain, magnet, a ring 2 mm off its place; Monte Carlo,
tests/bench/sensing_holes.py."""
MIN_STRENGTH = 0.01
"""Least strength whose logarithm is taken."""
MAX_CHI2 = 250.0
"""Chi^2 of what pieces leave from which something else lies there; chosen."""
MAX_NATS = 50.0
"""Cost of one place from which something else lies there: ten deviations."""
MARGIN_NATS = 5.0
"""Lead of the likeliest kind on a place below which players are asked; at the margin 1 in 150 is
wrong."""
EXCHANGED = 10.0
"""Cost of another piece where one of unknown strength lay, nats: it is usually taken away; chosen.
"""
HELD_MS = 1200
"""Time for which a poor explanation is not believed: a hand may hold the piece."""
TRACE = 0.3
"""Strength that is kept of a place where nothing seems to lie: a piece may still be coming to rest
there, and the next rest shows what is missing; above EMPTY_SIGMA, chosen."""
JUMP = 0.5
"""Change between two scans, relative to the weakest kind, that only a piece on its place makes."""
LIFTED = 0.6
"""Share of a piece's field that must be missing if it is lifted."""
PLACE = 200
"""Step cost of all kinds on one place."""


class Columns(Rests):
    """The observation of one board; a state is a byte per place, 0 or the kind, from 1.

    ``changes``: of strength, by place; ``places``: whose strength has changed, or that only other
    sensors see; ``held``: strengths, their sign is the direction; ``moved``:
    per place, the number of the scan in which a
    piece came or went last; ``kinds``: of pieces that have lain there since before their strength
    could be measured; ``up``: 1 for each place whose piece was lifted since ``look``.
    """

    FITS = POOR = 16.0
    MISFITS = IMPOSSIBLE
    BOUND, CHECK = 400, 400
    _is_assumed = False
    """Whether nobody knows that nothing lay there at first: none makes less than what did."""
    is_told = False
    """Whether players have named what lies there: the next rest is the reference, as it is."""

    def __init__(self, layout, calibration, signed: bool, others_ut=None) -> None:
        """Take layout and calibration.

        ``signed``: True if all magnets point up, as spheres do, else either way; ``others_ut``:
        other changes at each sensor.
        """
        Rests.__init__(self, layout, calibration, SLOT)
        field, count = self._field, self._sensors
        self._signed = signed
        self._strengths = [moment / field.moments[0] for moment in field.moments]
        self._solution = Solution(field, others_ut)
        self.changes, self.places = self._solution.changes, self._solution.places
        self._jump = int(JUMP * self._solution.own(0) / field.ut_per_count)
        weakest = min(self._strengths)
        self._set_bare([weakest * self._solution.own(i) for i in range(count)])
        self._limits = array("i", [0] * count)  # change of a count: lifted
        self._last = array("i", [0] * count)
        self._scans = 0
        self.moved = array("i", [0] * count)
        self.held = array("f", [0] * count)  # strengths, the sign is the direction
        self.kinds = bytearray(count)
        self.up = bytearray(count)
        self.nats: dict[int, list] = {}
        """Costs of each kind, by changed place, nats."""
        self._solved = False

    # Samples and rests

    def scan(self, counts, readings) -> bool:
        """Take a scan; clear the readings of pieces that were lifted.  Allocates nothing.

        Return True if one was.
        """
        last, limits = self._last, self._limits
        base = self.rest.base16
        jump, lifted = self._jump, False
        self._scans += 1
        for i in range(self._sensors):
            count = counts[i]
            off = count - last[i]
            if off > jump or -off > jump:
                self.moved[i] = self._scans
            last[i] = count
            limit = limits[i]
            if limit and readings[i]:
                off = count - (base[i] >> 4)
                if off > limit or -off > limit:
                    readings[i] = 0
                    self.up[i] = 1
                    lifted = True
        self.rest.scan(counts)
        if lifted:
            self.rest.stir()
        return lifted

    def note(self, readings) -> None:
        """Compute by how much a sensor's count changes when its own piece is lifted."""
        for i in range(self._sensors):
            kind = readings[i]
            if kind and self.started and self._calibration.noises[i]:
                own = self._solution.own(i) * self._strengths[kind - 1] / self._scale
                self._limits[i] = int(LIFTED * own)
            else:
                self._limits[i] = 0

    def _agree(self) -> bool:
        # The least noise last: reading it makes floats, and a board at rest may make none.
        scans = self.rest.scans
        return scans >= BLIND_SCANS or (scans >= SLOT and min(self._calibration.noises) > 0)

    def begin(self, pieces) -> bool:
        """Take the first rest as the reference, or what a calibration says of an empty board."""
        rest, count = self.rest, self._sensors
        self.started = True
        kinds = bytearray(count)
        for _, place, kind in pieces:
            kinds[place] = kind
        if self.is_told or not self._calibration.known:
            self.is_told = False
            if not pieces:
                self._note_empty(self._now)
            self._is_assumed = self._signed and not pieces
            self.reset_to(kinds)
            rest.rebase(self._now, self._now_scans)
            self.note(kinds)
            return True
        base = array("i", [16 * offset for offset in self._calibration.offsets])
        self._note_empty(base)
        self.reset_to(bytes(count))
        for place in range(count):
            kind = kinds[place]
            if kind:
                # As it lies there, if it may be that one.
                own = (self._now[place] - base[place]) / 16 * self._scale
                strength = own / self._solution.own(place)
                expected = self._strengths[kind - 1]
                if not self._signed and strength < 0:
                    expected = -expected
                share = strength / expected
                self.held[place] = strength if 1 - SAME < share < 1 + SAME else expected
        columns = self._solution.columns
        for i in range(count):
            felt = sum([columns[at][i] * self.held[at] for at in range(count) if kinds[at]])
            base[i] += int(16 * felt / self._scale)
        rest.rebase(base, MAX_HEAD)
        self.note(kinds)
        return False

    def take_empty(self) -> None:
        """Take the latest rest as the reference, and no piece as lying there."""
        Rests.take_empty(self)
        self.reset_to(bytes(self._sensors))

    def reset_to(self, kinds) -> None:
        """Take these kinds as lying there, whatever their strengths."""
        for place in range(self._sensors):
            self.kinds[place] = kinds[place]
            self.held[place] = 0.0

    def is_small(self) -> bool:
        """Return whether nothing has changed, or less than any piece changes."""
        rest, noises = self.rest, self._calibration.noises
        if not rest.has_changed():
            return True
        for i in range(self._sensors):
            own = MAX_RESIDUAL * self._solution.own(i)
            off = self.off_ut(i)
            if not noises[i] or off > own or -off > own:
                return False
        return True

    def is_same(self) -> bool:
        """Return whether the latest rest is the one that was looked at."""
        for i in range(self._sensors):
            most = MAX_RESIDUAL * self._solution.own(i)
            off = (self._now[i] - self._at[i]) / 16 * self._scale
            if self._calibration.noises[i] and (off > most or -off > most):
                return False
        return True

    def look(self) -> None:
        """Take this rest as the one that is explained."""
        Rests.look(self)
        self._solved = False
        self.up = bytearray(self._sensors)

    def waits(self, ms: int, misfit: float) -> bool:
        """Return whether a hand may still hold what is explained badly."""
        return misfit > self.FITS and ms < HELD_MS

    # Search

    def begin_steps(self):
        """Find by how much the strength on each place has changed, and what each kind costs."""
        if not self._solved:
            self._solved = True
            standing = [self._standing(place) for place in range(self._sensors)]
            yield from self._solution.solve_steps(self._difference, self._noises_ut, standing)
        self.nats = {}
        for place in self.places:
            yield PLACE
            self.nats[place] = self._kinds_on(place)

    def _standing(self, place: int) -> float:
        """Return the strength of what stood on a place, whatever its direction."""
        kind = self.kinds[place]
        return self._strengths[kind - 1] if kind else abs(self.held[place])

    def _kinds_on(self, place: int) -> list:
        """Return the cost of each kind on a place, nats."""
        change, before = self.changes[place], self.kinds[place]
        unsure = self._solution.variance.get(place, 0.0)
        strengths = self._strengths
        found = []
        for kind in range(len(strengths) + 1):
            own = strengths[kind - 1] if kind else 0.0
            if before:
                off = self._off_before(change, before, kind)
            else:
                now = self.held[place] + change
                if self._is_assumed or not self._signed:
                    now = max(now, 0.0) if self._signed else abs(now)
                if not kind or unsure:
                    noise = EMPTY_SIGMA if not kind else LOG_SIGMA * own
                    off = (now - own) / (noise * noise + unsure) ** 0.5
                else:
                    off = log(max(now, MIN_STRENGTH) / own) / LOG_SIGMA
            cost = off * off / 2
            if before and kind not in (0, before):
                cost += EXCHANGED
            found.append(cost)
        return found

    def _off_before(self, change: float, before: int, kind: int) -> float:
        """Return by how many deviations a change is off if one of kind ``before`` lay there."""
        old = self._strengths[before - 1]
        if kind == before:
            return change / (SAME * old)
        new = self._strengths[kind - 1] if kind else 0.0
        ways = [new - old]
        if not self._signed:
            ways += [new + old, old - new, -new - old]
        off = min([abs(change - way) for way in ways])
        return off / (LOG_SIGMA * (new * new + old * old) ** 0.5)

    def likeliest(self, strength: float) -> int:
        """Return the kind whose strength is nearest to one that is more than nothing."""
        apart = [abs(log(strength / own)) for own in self._strengths]
        return 1 + apart.index(min(apart))

    def is_blind(self, place: int) -> bool:
        """Return whether only other sensors tell what lies on a place."""
        return not self._calibration.noises[place]

    def residual(self, state, changes) -> tuple:
        """Return the cost of each place as these changes leave it, and the sum, nats."""
        now = {place: self.nats[place][state[place]] for place in self.places}
        for sign, place, kind in changes:
            now[place] = self.nats[place][kind if sign > 0 else 0]
        return now, sum(now.values())

    def partners(self, residual, one, groups) -> list:
        """Return no groups if more than two places are unexplained."""
        return groups if len([1 for cost in residual[0].values() if cost > self.FITS]) <= 2 else []

    def bound_steps(self, residual, group, first: int, most: float):
        """Return which changes leave a chi^2 of at most ``most``: exact here."""
        yield self.BOUND
        now, total = residual
        found = []
        for at in range(first, len(group.changes)):
            sign, place, kind = group.changes[at]
            cost = self.nats[place][kind if sign > 0 else 0]
            if 2 * (total - now[place] + cost) <= most:
                found.append(at)
        return found

    def reach(self, nats: float, count: int) -> float:
        """Return the largest chi^2 of a number of changes within a limit of their cost."""
        return 2 * nats

    def least(self) -> float:
        """Return the least cost of any explanation."""
        return sum([min(costs) for costs in self.nats.values()])

    def cost_steps(self, state, changes, after, moved: bool):
        """Compute the cost of changes; see ``Observation``."""
        yield self.CHECK
        total = most = 0.0
        for place in self.places:
            costs = self.nats[place]
            cost = costs[after[place]]
            total += cost
            others = [other - cost for other in costs if other != cost]
            # A hand may hold what is between two kinds.
            poor = self.FITS if min(others) < MARGIN_NATS else 0.0
            if place not in self._solution.variance:
                most = max(most, cost, poor)
        self.chi2 = 2 * most
        return IMPOSSIBLE if self._solution.chi2 > MAX_CHI2 or most > MAX_NATS else total

    # Learning

    def learn(self, best, certain: bool, ms: int, keeps: bool) -> None:
        """Learn the strengths of what lies on changed places."""
        state = best[3]
        for place in self.places:
            before = self.kinds[place]
            if before and state[place] == before:
                continue
            # Where one was known roughly, so is what has come.
            self.kinds[place] = state[place] if before else 0
            self.held[place] += self.changes[place]
            if self._is_assumed and self.held[place] < -TRACE:
                self.held[place], self._knows_empty = 0.0, False
            if before or not state[place] and abs(self.held[place]) < TRACE:
                self.held[place] = 0.0
        self._is_assumed = self._is_assumed and not max(state)
