"""Observation of balls with free magnets by linear Hall sensors.

A difference has one row per sensor, in µT.  A set of changes predicts it: the spheres are turned to
their new equilibrium (``spheres``), and what they change is summed.  Its covariance is

    V = diag(noise^2 + shake^2 + gain^2 p^2 + place^2 own^2) + common 1 1'
        + sum_i (f_i e_i)(f_i e_i)'        p = sum_i g_i e_i

with e_i what a whole turn of sphere i changes; friction lets it make the share g_i of it, f_i of
which is uncertain (``Friction``).  What all sensors share (earth, supply) is in ``common``.
"""

from boardcore.sensing.explain.cost import IMPOSSIBLE, chi2_at, student
from boardcore.sensing.observe.field.known import Apart, Known, Prediction
from boardcore.sensing.observe.field.linear import centred, even_square, join, misfit, numpy
from boardcore.sensing.observe.field.rest import SLOT
from boardcore.sensing.observe.field.rests import COMMON_UT, Rests
from boardcore.sensing.observe.field.spheres import COLD, WARM, Friction, Spheres, share_of

SHAKE = 0.004
"""Angle by which a touch turns any sphere that has not lost its hold, rad; chosen."""
SHARE = 0.05
"""Deviation of a ball's moment, relative; magnets of one bag and grade."""
PLACE = 0.06
"""Deviation of a ball's field by its place, relative: 0.4 mm at 20 mm."""
GAIN = 0.05
"""Deviation of a gain, relative (firmware/docs/fields.md, section 4)."""
BLIND_UT = 1e5
"""Deviation of a failed sensor, µT."""
SMALL_UT = 40.0
"""Change over all sensors, without what is common, that no ball makes, µT: on the fourth level one
makes 55 even if no other sphere answers."""
STILL_SCANS = 10
"""Scans of a new rest: two slots, because a hand leaves slowly."""
STRONG = 1000.0
"""Chi^2 from which one slot is enough for a new rest: fast players do not wait; chosen."""
MAX_CHI2 = 250.0
"""Largest chi^2 of an explanation; chosen."""
PAIR_UT = 120.0
"""Largest error of the sum of two single changes over all sensors, µT (paper study: 114)."""
EVALUATE, COVER, COVER_EACH, COST = 1500, 1400, 200, 1900
"""Step costs: of a prediction's parts, of a covariance and of each change in it, and of its root
with the cost."""
VARIANCES = 500
"""Step cost of what is uncertain at each sensor by itself."""
BEGIN = 700
"""Step cost of what comes before the rounds."""
GATE, GATE_EACH, LEAVE, EXPLAINED = 250, 25, 250, 1800
"""Costs in empty loop iterations: a bound by lone fields, each change that the bound looks at, the
field that one change leaves, the field that one ball explains."""
SAME_CHI2 = 92.0
"""Chi^2 of two rests that show the same foreign thing; 25 expected, and it may creep; chosen."""
STATES = 2
"""States whose predictions are kept."""
EXCESS, EXCESS_SHARE = 1.5, 0.1
"""Chi^2 per sensor of the truth, to begin with (friction 0.2), and the share of a new one in it."""
TOUCHED, MAX_TOUCHED = 2.0, 3
"""Cost of a ball that was lifted and put back where it was, nats; how many are tried; chosen."""
IDLE = 5.0
"""Cost of hands that have changed nothing though fields differ, nats: one rest in 150; chosen."""
STICKS = 7.0
"""Cost of a ball whose sphere does not turn, nats: one act in 1,000; chosen."""
TRUE_CHI2 = 130.0
"""Largest chi^2 that the truth has (friction 0.4); balls that were put back are tried above it."""
TURNED = 0.06
"""Share of its field by which such a ball differs: 0.4 mm at 20 mm, and friction."""


class Field(Rests):
    """The observation of one board; a state is a mask of cells.

    ``excess``: by how much chi^2 exceeds what V promises.
    """

    FITS, MISFITS = 60.0, 200.0
    POOR = 60.0
    BOUND, FIT, TRY = 400, 400, EVALUATE

    def __init__(self, layout, calibration) -> None:
        Rests.__init__(self, layout, calibration, SLOT)
        given = self._field
        self._cells = given.cells
        self.spheres = Spheres(given.sensor_mm, given.places, given.bias, given.moments[-1])
        self.friction = Friction()
        self.excess = EXCESS
        self._known: dict = {}
        self._of = 0  # state of the last residual
        self._singles: list | None = None  # changes of single balls
        self._stuck: dict = {}  # by state: a place, or -1, and what its sphere leaves, if it sticks
        self.sticks = -1
        """Place of the last ball whose sphere did not turn, -1: none."""
        self.left_ut = 0.0
        """What that leaves unexplained over all sensors, without what is common, µT."""
        self._least = IMPOSSIBLE  # chi^2 of this search
        self._freed: tuple = ((), 0.0)  # its changes; what ``Friction`` learns from them
        self._floor = 0.0
        self._shake = SHAKE * SHAKE * float(numpy.max(self.spheres.reach2))
        self._noise = self._used = numpy.zeros(self._sensors)
        """Variance of the difference at each sensor, µT squared; 1 for sensors that work."""
        self._column = self._noise
        """The difference, µT."""
        sole, low = self.spheres.sole(self.spheres.none)[0], min([at[2] for at in given.places])
        squares = [
            float(numpy.max(sole[:, at] * sole[:, at]))
            for at in range(len(given.places))
            if given.places[at][2] == low
        ]
        self._set_bare([min(squares) ** 0.5] * self._sensors)

    # Samples and rests

    def _agree(self) -> bool:
        rest = self.rest
        return rest.scans >= STILL_SCANS or (rest.scans >= SLOT and rest.changed() > STRONG)

    def begin(self, pieces) -> bool:
        """Take the first rest as the reference: what stands is assumed."""
        self.started = True
        if self._calibration.known:
            self._note_empty([16 * offset for offset in self._calibration.offsets])
        elif not pieces:
            self._note_empty(self._now)
        self.rest.rebase(self._now, self._now_scans)
        return True

    def take_empty(self) -> None:
        """Forget a sphere that sticks, too."""
        Rests.take_empty(self)
        self.sticks = -1

    def is_small(self) -> bool:
        """Return whether nothing has changed, or less than any ball changes."""
        rest = self.rest
        if not rest.has_changed():
            return True
        used = numpy.array([1.0 if noise else 0.0 for noise in self._calibration.noises])
        off = numpy.array([self.off_ut(i) for i in range(self._sensors)])
        return bool(even_square(off, used) < SMALL_UT * SMALL_UT)

    def is_same(self) -> bool:
        """Return whether the latest rest is the one that was looked at."""
        off = 0.0
        for i in range(self._sensors):
            noise = 16 * self._calibration.noises[i]
            if noise:
                off += ((self._now[i] - self._at[i]) / noise) ** 2
        return off / (1 / self._now_scans + 1 / max(1, self._at_scans)) <= SAME_CHI2

    def look(self) -> None:
        """Take this rest as the one that is explained."""
        Rests.look(self)
        self._floor = 0.0
        self.look_at(self._difference, [(noise or BLIND_UT) ** 2 for noise in self._noises_ut])

    def look_at(self, difference, noise) -> None:
        """Explain a difference, µT, with these variances; forget what was compared with another."""
        self._column, self._noise = numpy.array(difference), numpy.array(noise)
        self._used = numpy.array([1.0 if part < BLIND_UT else 0.0 for part in noise])
        for known in self._known.values():
            known.felt = None

    # Predictions

    def prepare_state_steps(self, state: int):
        """Find where the spheres of a state point, unless that is known."""
        if state in self._known:
            return
        yield BEGIN
        while len(self._known) >= STATES:
            del self._known[next(iter(self._known))]
        spheres, mask = self.spheres, self._mask(state)
        found = yield from spheres.settle_steps([spheres.none], [mask], COLD)
        yield EVALUATE
        ways = found[0]
        self._known[state] = Known(self._field.places, ways, *spheres.sole(ways))

    def _mask(self, state: int) -> int:
        mask, cells = 0, self._cells
        for place in range(len(cells)):
            if state >> cells[place] & 1:
                mask |= 1 << place
        return mask

    def _predict_steps(self, state: int, sets: list):
        """Predict several sets of changes of a state."""
        yield from self.prepare_state_steps(state)
        yield BEGIN
        known, mask = self._known[state], self._mask(state)
        masks = []
        for changes in sets:
            then = mask
            for _, place, _ in changes:
                then ^= 1 << place
            masks.append(then)
        found = yield from self.spheres.settle_steps([known.ways] * len(sets), masks, WARM)
        for changes, ways in zip(sets, found):
            yield EVALUATE
            effects, _, turns = self.spheres.effects(known.ways, ways)
            means, shares = self._shares(known, changes, turns)
            shown, loose = numpy.sum(effects * means, axis=1), effects * shares
            known.found[changes] = Prediction(ways, shown, float(numpy.sum(loose * loose)))

    def _shares(self, known, changes, turns) -> tuple:
        """Return which share of its turn each sphere makes, and the deviation of that: rows."""
        means, shares = self.friction.shares(known.fields, turns)
        for _, place, _ in changes:
            means[place], shares[place] = 1.0, SHARE
        return numpy.array([means]), numpy.array([shares])

    # Search

    def begin_steps(self):
        """Begin another search."""
        self._singles, self._stuck = None, {}
        self._least = IMPOSSIBLE
        return ()

    def groups(self, state, groups) -> list:
        """Return changes as groups."""
        if self._singles is None:
            self._singles = [change for changes in groups for change in changes]
        return Rests.groups(self, state, groups)

    def residual(self, state, changes) -> tuple:
        """Return state and changes: what they leave is computed where it is needed."""
        self._of = state
        return state, changes

    def bound_steps(self, residual, group, first: int, most: float):
        """Return which changes may leave a chi^2 of at most ``most``.

        First by the fields of lone balls, then by the sum of what single changes show.
        """
        state, changes = residual
        yield from self.prepare_state_steps(state)
        yield GATE + GATE_EACH * len(group.changes)
        known = self._known[state]
        apart = Apart(known, self._felt(known), changes)
        near = [at for at in range(first, len(group.changes)) if apart.may_end(group.changes[at])]
        if not near:
            return near
        singles = [(change,) for change in changes]
        singles += [(group.changes[at],) for at in near]
        unknown = [one for one in singles if one not in known.found]
        if unknown:
            yield from self._predict_steps(state, unknown)
        yield LEAVE * (1 + len(changes))
        left, loose = self._column, 0.0
        for change in changes:
            one = known.found[(change,)]
            loose += one.loose + PAIR_UT * PAIR_UT
            left = left - one.shown
        found = []
        for at in near:
            yield LEAVE
            if self._may_leave(left, loose, known.found[(group.changes[at],)], most):
                found.append(at)
        return found

    def _may_leave(self, left, loose: float, one: Prediction, most: float) -> bool:
        """Return whether a change may leave a chi^2 of at most ``most``.

        It is at least what is not common to all sensors, over the largest variance.
        """
        # Place and gain both follow what is predicted.
        share = GAIN * GAIN + PLACE * PLACE
        loud = numpy.max((self._noise + share * one.shown * one.shown) * self._used)
        square = even_square(left - one.shown, self._used)
        return bool(square <= most * (loud + self._shake + loose + one.loose))

    def _felt(self, known: Known) -> list:
        """Return the product of the difference with each lone field, and with itself last."""
        if known.felt is None:
            column = centred(join([self._column]))
            known.felt = known.products(column) + [float(numpy.sum(column * column))]
        return known.felt

    def reach(self, nats: float, count: int) -> float:
        """Return the largest chi^2 of a number of changes within a limit of their cost."""
        return min(MAX_CHI2, self.excess * chi2_at(nats, self._sensors, self._floor))

    def may_fit(self, changes) -> bool:
        """Return whether changes may explain the difference, without the spheres' answer."""
        known = self._known.get(self._of)
        return known is None or Apart(known, self._felt(known), changes).may_fit()

    def cost_steps(self, state, changes, after, moved: bool):
        """Compute the cost of changes; see ``Observation``."""
        yield from self.prepare_state_steps(state)
        known = self._known[state]
        if changes and changes not in known.found:
            yield from self._predict_steps(state, [changes])
        return (yield from self._cost_steps(known, changes))

    def sticks_steps(self, state, change):
        """Compute the cost of a change of a ball whose sphere may point anywhere: it sticks."""
        changes = (change,)
        if changes not in self._known[state].found:
            yield from self._predict_steps(state, [changes])
        return (yield from self._cost_steps(self._known[state], changes, place=change[1]))

    def others_steps(self, state, ms: int, is_poor: bool, found):
        """Add balls put back, and such whose sphere sticks, if nothing else explains it well."""
        if self._least < TRUE_CHI2:
            return
        yield from self.prepare_state_steps(state)
        rows = []
        singles = self._singles or ()
        for sign, place, _ in singles:
            if sign < 0:
                yield EXPLAINED
                rows.append((self._explained(place), place))
        rows.sort()
        for _, place in rows[-MAX_TOUCHED:]:
            cost = yield from self._cost_steps(self._known[state], (), place, TURNED)
            if cost < IMPOSSIBLE:
                found.append((cost + TOUCHED, self.chi2, state))
        stuck: list[tuple] = []
        for change in singles:
            sign, place, _ = change
            if sign < 0 and place != self.sticks:
                continue  # like one that was put back
            cost = yield from self.sticks_steps(state, change)
            if cost < IMPOSSIBLE:
                left = self._column - self._known[state].found[(change,)].shown
                after = state ^ 1 << self._cells[place]
                odd = float(even_square(left, self._used)) ** 0.5
                self._stuck[after] = (place if sign > 0 else -1, odd)
                stuck.append((cost + STICKS, self.chi2, after))
        if stuck:
            # Three free numbers explain too much to be believed without a question.
            best = min(stuck)
            found += stuck + [(best[0], best[1], state)]

    def _explained(self, place: int) -> float:
        """Return how much of the difference a ball on a place explains, whatever its direction."""
        ways = self.spheres.any_way(place)
        felt = numpy.dot(ways.transpose(), join([self._column])).flatten()
        return float(numpy.sum(felt * felt / numpy.sum(ways * ways, axis=0)))

    def _cost_steps(self, known: Known, changes, place: int = -1, share: float = 1.0):
        """Compute a cost; ``place``: of a ball whose field may differ by a share any way."""
        yield min(COST, COVER + COVER_EACH * len(changes))
        ways = known.found[changes].ways if changes else known.ways
        effects, _, turns = self.spheres.effects(known.ways, ways)
        means, shares = self._shares(known, changes, turns)
        shown, factors = numpy.sum(effects * means, axis=1), effects * shares
        if place >= 0:
            factors = numpy.concatenate((factors, share * self.spheres.any_way(place)), axis=1)
        yield VARIANCES
        quiet = self._noise + SHAKE * SHAKE * self.spheres.reach2
        self._floor = float(numpy.sum(numpy.log(quiet)))
        variances = quiet + GAIN * GAIN * shown * shown
        for _, at, _ in changes:
            own = known.sole[:, at : at + 1].flatten()
            variances = variances + PLACE * PLACE * own * own
        yield COST
        left = self._column - shown
        self.chi2, log_det = misfit(factors, variances, COMMON_UT * COMMON_UT, left)
        if place < 0 and self.chi2 < self._least:
            self._least = self.chi2
            held = numpy.sum(effects * (1 - means), axis=1)
            self._freed = changes, share_of(left, held, SMALL_UT)
        if self.chi2 > MAX_CHI2:
            return IMPOSSIBLE
        cost = student(self.chi2 / self.excess, self._sensors, log_det)
        return cost if changes or place >= 0 else cost + IDLE

    def distance(self, one, other) -> float:
        """Return how far apart two predictions are, in sigmas."""
        known = self._known.get(self._of)
        if known is None:
            return 0.0
        apart, loose, sign = numpy.zeros(self._sensors), 0.0, 1
        for changes in (one, other):
            found = known.found.get(changes)
            if found:
                apart = apart + sign * found.shown
                loose += found.loose
            sign = -1
        each = self._noise + self._shake + loose / self._sensors
        return float(numpy.sum(apart * apart / each)) ** 0.5

    # Learning

    def learn(self, best, certain: bool, ms: int, keeps: bool) -> None:
        """Learn friction from the misfit of a single change that is certain, or what sticks."""
        _, chi2, changes, after = best
        if not changes and after in self._stuck:
            self.sticks, self.left_ut = self._stuck[after]
        if certain and len(changes) == 1:
            if self._freed[0] == changes:
                self.friction.learn(self._freed[1])
            off = chi2 / self._sensors - self.excess
            self.excess = max(1.0, self.excess + EXCESS_SHARE * off)
