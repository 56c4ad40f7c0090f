"""Readings of the Hall sensors of Apagos, also of balls whose spheres do not turn."""

from math import cos, log

from boardcore.apagos.cells import HOLES
from boardcore.sensing.observe.field.columns import LOG_SIGMA, MARGIN_NATS, MAX_NATS, Columns
from boardcore.sensing.observe.field.dipole import response
from boardcore.sensing.observe.field.rests import COMMON_UT
from boardcore.sensing.observe.field.solution import EMPTY, FREE_UT
from boardcore.sensing.observe.filter import Filter

FREE_TILT = 0.6
"""Largest angle between a sphere that turns and the upright bias, rad; chosen for friction 0.4."""
ODD_SIGMA, ODD_CHI2 = 0.16, 60.0
"""Deviation of the logarithm of a moment that is found from one slot; chi^2 of its nine sensors
from which something else lies there, and that a ball explains: those that are pushed make 55."""
DISCS = 0.3
"""Share of a square's discs from which it is lifted or laid, and no sphere sticks; chosen."""
LEAST_MOMENT = 0.65
"""Least moment of a ball, relative to the weakest kind: that less 2.7 deviations."""
STICKS, LOOSE = 7.0, 3.0
"""Cost of a sphere that sticks and points anywhere, nats, where none that turns fits; of one
that is known to stick, and is up; chosen."""
ASKEW = 4
"""Deviations of a strength from which a sphere does not turn, whatever else it may be; chosen."""
STAYS = 0.08
"""Deviation of the strength of a sphere that sticks and that nobody has touched; chosen."""
ODD = 350
"""Cost of one sensor, in empty loop iterations; chosen."""
TAIL, TAIL_SCANS = 0.5, 12
"""Part of a white ball's field that a change may leave to the next rest, and scans until then: two
scans agree while a hand still lifts the ball; chosen."""
MIN_LOSS = 0.5
"""A strength below nothing, relative to the weakest ball, by which a guess was wrong."""


class Holes(Columns):
    """The observation of all holes.

    When the board is switched on without a calibration, or players have named what nothing explains
    (``is_told``), nobody knows in which holes of a slot its balls lie: they are guessed.  Where
    holes lose other balls than was guessed, the rest is guessed once more.
    """

    def __init__(self, layout, calibration, discs_ut: list) -> None:
        """``discs_ut``: what a square's discs change at each sensor."""
        Columns.__init__(self, layout, calibration, True, [abs(part) for part in discs_ut])
        self._is_guessed = False
        self._guesses: dict[int, int] = {}  # balls of holes that are guessed once more
        self._discs_ut = discs_ut
        self._odd = -1
        """Hole with a ball that has come or gone in this rest and whose sphere does not turn, -1
        for none; ``_odd_costs``: of each kind there, nats."""
        self._odd_costs: list = []
        self._latest: list[int] = []  # holes that the last explanation changed
        self._latest_scan = 0
        self.stuck: dict[int, int] = {}
        """Kind of each ball whose sphere does not turn, by hole."""
        self.loose: list[int] = []
        """Kinds of such balls that are up."""
        self._unseen: dict[int, list] = {}
        """Kinds of balls that perhaps came or went with others, but lie too flat to show."""
        self._free: dict[int, list] = {}
        """Cost of each kind on changed holes if all spheres turn, nats."""
        self.arranged = b""
        """Balls as guessed at the last ``begin``."""

    def begin(self, pieces) -> bool:
        """Take the first rest as the reference; see ``Observation``."""
        self._is_guessed = bool(pieces) and (self.is_told or not self._calibration.known)
        if self._is_guessed:
            # The sensors with the most balls read the most.
            kinds, offsets = bytearray(self._sensors), self._calibration.offsets
            for first in range(0, self._sensors, HOLES):
                holes = range(first, first + HOLES)
                rows = sorted([(self._now[at] - 16 * offsets[at], at) for at in holes])
                balls = sorted([kind for _, at, kind in pieces if 0 <= at - first < HOLES])
                for i in range(len(balls)):
                    kinds[rows[HOLES - len(balls) + i][1]] = balls[i]
            self.arranged = bytes(kinds)
            pieces = [(1, at, kinds[at]) for at in range(self._sensors) if kinds[at]]
        return Columns.begin(self, pieces)

    def take_empty(self) -> None:
        """Forget guesses and spheres that stick, too."""
        Columns.take_empty(self)
        self._is_guessed = False
        self.stuck, self.loose = {}, []

    def begin_steps(self):
        """Find what has changed, see to spheres that stick, and exchange guesses."""
        is_new = not self._solved
        yield from Columns.begin_steps(self)
        if is_new:
            self._odd = -1
            if not self._is_guessed:
                self._odd_costs = yield from self._odd_steps()
            self._unseen = self._find_unseen()
        if self._odd >= 0:
            self.places[:] = [self._odd]
            self.nats = {self._odd: self._odd_costs}
            self._solution.chi2 = 0.0
        self._guesses = {}
        if self._is_guessed:
            for first in range(0, self._sensors, HOLES):
                self._guess_anew(first)
        for place in list(self._guesses) + list(self._unseen):
            self._free[place] = self._only(self._guesses.get(place, 0))
            self.nats[place] = list(self._free[place])
            for kind in self._unseen.get(place, ()):
                self.nats[place][kind] = LOOSE
            if place not in self.places:
                self.places.append(place)

    def _find_unseen(self) -> dict:
        found = {}
        seeks = (self.stuck or self.loose) and not self._is_guessed
        for first in range(0, self._sensors, HOLES) if seeks else ():
            changes = self.changes[first : first + HOLES]
            unseen = [at for at in range(first, first + HOLES) if at not in self.places]
            if min(changes) < -MIN_LOSS:
                found.update({at: [self.stuck[at]] for at in unseen if at in self.stuck})
            empty = [at for at in unseen if not (self._lies(at) or at in self.stuck)]
            if max(changes) > MIN_LOSS and empty:
                found[empty[0]] = self.loose + [self.stuck[at] for at in self._off(found)]
        return found

    def _guess_anew(self, first: int) -> None:
        """Guess once more where the balls of a slot lie: some holes have lost other ones."""
        holes = range(first, first + HOLES)
        left = [self.kinds[at] for at in holes if self.kinds[at]]
        lost = [at for at in self.places if at in holes and self.changes[at] <= -MIN_LOSS]
        lost = [at for at in lost if not self.held[at]]
        for at in lost[: len(left)]:
            kind = self.likeliest(-self.changes[at])
            left.remove(kind if kind in left else left[0])
            self._guesses[at] = 0
        for at in holes if lost else ():
            if self.kinds[at] in left and at not in lost:
                left.remove(self.kinds[at])
            elif self.kinds[at] and at not in lost:
                self._guesses[at] = -1
        for at in list(self._guesses):
            if self._guesses[at] < 0:
                self._guesses[at] = left.pop() if left else 0

    def _odd_steps(self):
        """Find a ball whose sphere sticks, if one has come or gone; return what each kind costs.

        It may point anywhere, so it shows another kind's strength, or one in a hole beside it.  But
        nine sensors tell a moment, of which only those of spheres that turn stand upright.
        """
        places, sizes = self.places, [abs(off) for off in self._difference]
        largest = sizes.index(max(sizes))  # sensor at which most has changed
        tail = TAIL * self._solution.own(largest)
        soon = self._scans - self._latest_scan <= TAIL_SCANS
        if soon and largest in self._latest and abs(self._difference[largest]) < tail:
            return []  # the ball of the last change had not come to rest
        first = largest // HOLES * HOLES
        if [at for at in places if at // HOLES * HOLES != first or self.kinds[at]]:
            return []
        if places and not [at for at in places if self._is_new(at)]:
            return []  # balls were pushed a little
        if not places and (yield from self._moment_steps(first, False))[2] < ODD_CHI2:
            return []  # no more than a square that was lifted or laid
        if len(places) == 1:
            place = places[0]
            moment, discs, chi2, _ = yield from self._moment_steps(place)
            if abs(discs) > DISCS:
                return []
            size = size_of(moment)
            up = -moment[2] if self._lies(place) and moment[2] < 0 else moment[2]
            if chi2 < ODD_CHI2 and (size < LEAST_MOMENT or up > cos(FREE_TILT) * size):
                return []
        best, least = -1, ODD_CHI2
        for place in range(first, first + HOLES):
            if place in self.stuck or not self._lies(place):
                moment, discs, chi2, seen = yield from self._moment_steps(place)
                is_ball = seen > ODD_CHI2 and size_of(moment) > LEAST_MOMENT
                if chi2 < least and is_ball and abs(discs) < DISCS:
                    best, least, up, size = place, chi2, moment[2], size_of(moment)
        if best < 0 or up > cos(FREE_TILT) * size:
            return []
        self._odd = best
        if best in self.stuck:
            return self._only(0)
        return [MAX_NATS] + [(log(size / own) / ODD_SIGMA) ** 2 / 2 for own in self._strengths]

    def _is_new(self, place: int) -> bool:
        return not self._lies(place) or min(self._free[place]) > self.FITS / 2

    def _lies(self, place: int) -> bool:
        """Return whether a ball whose sphere turns lies on a place."""
        return bool(self.held[place] or self.kinds[place])

    def _moment_steps(self, place: int, is_there: bool = True):
        """Return moment, discs, chi^2 that is left, and chi^2 that is explained of what has come.

        By least squares over its slot, besides a common shift; moment: along x, y and z, 0 unless
        ``is_there``; discs: the share of those of its square.
        """
        field, first, free = self._field, place // HOLES * HOLES, float(is_there)
        found, total, left = Filter([0.0] * 5, [free, free, free, 1.0, 1.0]), 0.0, 0.0
        for i in range(first, first + HOLES):
            yield ODD
            if self._noises_ut[i]:
                row = response(field.sensor_mm[i], field.places[place], field.moments[0])
                row += (COMMON_UT, self._discs_ut[i])
                variance = self._noises_ut[i] ** 2 + FREE_UT * FREE_UT
                total += self._difference[i] ** 2 / variance
                left += found.take(row, self._difference[i], variance)
        return found.means[:3], found.means[4], left, total - left

    def cost_steps(self, state, changes, after, moved: bool):
        """Compute the cost of changes; what is odd is looked at again: hands may hold a ball."""
        cost = yield from Columns.cost_steps(self, state, changes, after, moved)
        if [at for at in self.places if self._sticks(at, after[at])]:
            self.chi2 = max(self.chi2, 2 * self.FITS)
        return cost

    def learn(self, best, certain: bool, ms: int, keeps: bool) -> None:
        """Learn strengths, and which sphere sticks."""
        Columns.learn(self, best, certain, ms, keeps)
        state = best[3]
        for place in self._guesses:
            self.kinds[place], self.held[place] = state[place], 0.0
        self._is_guessed = self._is_guessed and max(self.kinds) > 0
        self._latest, self._latest_scan = [at for _, at, _ in best[2]], self._scans
        for at in self._off([at for at in self.stuck if not state[at]]):
            self.loose.append(self.stuck.pop(at))
        for at in self.places:
            if state[at] and self._sticks(at, state[at]):
                self.stuck[at] = state[at]
                if state[at] in self.loose:
                    self.loose.remove(state[at])

    def _kinds_on(self, place: int) -> list:
        """Return the cost of each kind on a place, also of those that do not turn, nats."""
        costs, change = Columns._kinds_on(self, place), self.changes[place]
        known = self.stuck.get(place, 0)
        if known:
            costs[known] = min(costs[known], (change / STAYS) ** 2 / 2)
        self._free[place] = list(costs)
        size = abs(self.held[place] + change)
        hidden = self._is_guessed or self._is_assumed or self.kinds[place] or self.is_blind(place)
        loose = self.loose + [self.stuck[at] for at in self._off()] + [known]
        for kind in range(1, len(costs) if size > EMPTY and not hidden else 0):
            off = max(0.0, size / self._strengths[kind - 1] - 1) / LOG_SIGMA
            cost = (LOOSE if kind in loose else STICKS) + off * off / 2
            if kind in loose or min(self._free[place]) > MARGIN_NATS:
                costs[kind] = min(costs[kind], cost)
        return costs

    def _sticks(self, place: int, kind: int) -> bool:
        """Return whether a kind on a changed place is likely only if its sphere does not turn."""
        return place == self._odd or self.nats[place][kind] < self._free[place][kind]

    def _off(self, unseen=()) -> list:
        """Return the holes of balls that do not turn and have gone in this rest."""
        return [at for at in self.stuck if abs(self.changes[at]) > 3 * STAYS or at in unseen]

    def settle(self, state) -> None:
        """Record that this lies there, so no ball is up; what does not show it does not turn."""
        stuck = {}
        for at in range(self._sensors):
            kind = state[at]
            if kind and self.started and not self.kinds[at]:
                off = log(max(self.held[at], EMPTY) / self._strengths[kind - 1])
                if self.stuck.get(at) == kind or abs(off) > ASKEW * LOG_SIGMA:
                    stuck[at] = kind
        self.stuck, self.loose = stuck, []

    def _only(self, kind: int) -> list:
        """Return costs by which this kind lies on a place for certain."""
        return [0.0 if other == kind else MAX_NATS for other in range(len(self._strengths) + 1)]


def size_of(vector) -> float:
    """Return the length of a vector."""
    total: float = sum([part * part for part in vector]) ** 0.5
    return total
