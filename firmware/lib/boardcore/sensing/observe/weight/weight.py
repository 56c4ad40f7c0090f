"""Observation of pieces by four load cells under a plate.

A difference has three rows, W, Mx and My; ``likelihood`` has their covariance.  This is its life
from sample to reference, and what is learnt from rests; ``bounds`` is what a search asks.

Only when the board is switched on is the zero of the load cells needed, if a calibration knows it:
it tells whether W fits the position.
"""

from boardcore.sensing.observe.bank import nearest
from boardcore.sensing.observe.weight.bounds import WeightSearch
from boardcore.sensing.observe.weight.gains import Gains
from boardcore.sensing.observe.weight.likelihood import LEARN_REST
from boardcore.sensing.observe.weight.moments import T, W, X, Y
from boardcore.sensing.observe.weight.presses import PRESS_G
from boardcore.sensing.observe.weight.rest import HALF, WINDOW

FOLLOW_SHARE, RATE_SHARE = 8, 256
"""Windows in which the reference follows drift, while nothing changes, and in which the rate of
that is learnt (14 s), by which it goes on meanwhile; chosen."""
OLD, MAX_AGE = 280, 5500
"""Samples (3 s and a minute) from which on the reference goes on to drift unseen, and for which it
does so at most; chosen."""
AHEAD = 4 * HALF
"""Samples for which it does so at most for each window from which the rate is known: the first few
tell more of noise; chosen."""
START_G, START_MM, START_EACH_G = 6.0, 25.0, 0.3
"""Tolerance of W at power-on, the arm at which the same weight gives the tolerance of the moments,
and what each piece adds to the tolerance: zeros drift by 1 g in 10 degrees; chosen."""
START_LOOSE = 100.0
"""Factor of the variance of touches for changes while the power was off; chosen."""
TWIST_G = 5.0
"""Smallest jump of T between two rests that is counted; pieces change T by tenths of a gram."""
HEAVY_G, HEAVY = 450.0, 60
"""Force and samples (0.65 s) from which a hand leans: no hand that puts a piece presses so hard
for that long."""
SMALL = 2.0
"""Largest difference of moments that is noise, in its standard deviations; chosen."""
LEAN_MS = 3000
"""Time after which a hand that never rests leans; and who has leant leaves more, and creep."""
LIFTED_G, SET_DOWN_G = 400.0, 6.0
"""Weight that is missing while the plate is lifted with all that stands on it, more than all pieces
weigh; and what zeros may have changed by in all when it stands again: 1 g a load cell, 3 sigma."""
GENTLE, GENTLE_MS = 3.3, 400
"""Cost of a missing press below which hands are gentle, nats (one of 27 is not felt), and how
long a rest lasts then until it is explained: they may lie still for a third of a second."""
STEADY_MS = 40
"""Length of the shortest rest, ms; chosen: a table that swings stands still as it turns."""
SETTLE_MS = 450
"""How long a rest lasts until a bad explanation of it counts, whatever hands, ms; chosen."""


EXPLAINED, STILL, STIRRED = range(3)
"""Whether the board has been still since the latest rest, which is explained, or not yet."""


class Weight(WeightSearch):
    """The observation of one plate.

    ``twist``: T of the last rest, g; ``jumps``: how often it has jumped; ``off_g``: misfit of W
    when the board was switched on, 0 if it fitted; ``foreign_g``, ``foreign_place``: see
    ``locate``.
    """

    is_relative = True

    def __init__(self, scale, rest, moments) -> None:
        """Take the figures of a plate: the layout's, and rest and moments of its load cells."""
        WeightSearch.__init__(self, scale)
        self._rest = rest
        self._moments = moments
        self.gains = Gains(scale.sensor_mm)
        self.foreign_g, self.foreign_place = 0.0, 0
        self.twist = 0.0
        self.jumps = 0
        self.off_g = 0.0
        self.tare: list | None = None
        """W, Mx, My of the empty board, from a calibration."""
        self._base: list = [0.0, 0.0, 0.0]  # W, Mx, My of the rest to compare with
        self._at: list = [0.0, 0.0, 0.0]  # of the rest that is explained
        self._rate = [0.0, 0.0, 0.0]  # drift of these from sample to sample
        self._age = 0  # samples since the reference was looked at
        self._rated = 0  # windows from which that rate is known, at most RATE_SHARE
        self._was_lifted = False  # the plate, since the last rest
        self._starts = False  # what changed while the power was off is to be explained
        self._learnt_loose = 0.0  # L as it was learnt, while another one is used for that
        self._excess_g = 0.0  # of the latest samples while the board does not rest
        self._heavy = 0  # for how many of them it was much
        self._twisted = False  # T is known
        self._fresh = 0  # samples of the first cell since the window was looked at
        self._heard = 0  # since hands were
        self._is_searching = False  # then the latest values are no means of a rest
        self._stirs = STIRRED  # since the rest that was looked at last
        # A step about the smallest change that means anything, and half of that for drift.
        self._min_w = min(scale.masses) / 4
        self._min_m = min(scale.masses) * scale.pitch_mm / 4

    # Samples and rests

    def sample(self, channel: int, raw: int) -> None:
        """Take one raw sample of one load cell.  Allocates nothing."""
        self._rest.take(channel, raw)
        if channel == 0:
            self._fresh += 1
            self._heard += 1
            self._age = min(MAX_AGE, self._age + 1)

    def watch(self, is_searching: bool, resting: bool) -> None:
        """Measure where hands press now; they may go on while their last rest is explained."""
        self._is_searching = is_searching
        if is_searching and not self.is_calm(0):
            self._stirs = STIRRED
        if not self._heard:
            return
        heard, self._heard = self._heard, 0
        if self.started and (is_searching or not resting):
            self._moments.measure(self._rest, 0)
            values, base = self._moments.values, self._base
            if is_searching and self._at[W] < base[W]:
                base = self._at  # (else it may have been a hand's that lay still for a moment)
            self._excess_g = values[W] - base[W]
            if self._excess_g < -LIFTED_G:
                self._was_lifted = True
            self._heavy = min(HEAVY, self._heavy + heard) if self._excess_g >= HEAVY_G else 0
            self.presses.take(values, base)

    def is_calm(self, now_ms: int) -> bool:
        """Return whether all load cells are calm.  Allocates nothing."""
        rest = self._rest
        for cell in range(rest.cells):
            if not rest.is_calm(cell):
                return False
        return True

    def has_news(self) -> bool:
        """Return whether half a window has come since the last look."""
        return self._fresh >= HALF

    def stir(self) -> None:
        """Record that the board does not rest."""
        self._fresh = 0
        self._stirs = STIRRED

    def restart(self) -> None:
        """Forget samples, reference and zero."""
        self._rest.restart()
        self.started = False
        self.tare = None

    def measure(self) -> None:
        """Take the means of this rest; let the reference drift as before; count jumps of T."""
        self._fresh = 0
        if self._age > OLD:
            self._drift_on()
        self._moments.measure(self._rest, WINDOW)
        twist = self._moments.values[T]
        if self._twisted and abs(twist - self.twist) >= TWIST_G:
            self.jumps += 1
        self._twisted = True
        self.twist = twist
        if self._was_lifted:
            self._set_down()

    def _drift_on(self) -> None:
        """Let the reference, and the rest that is explained, drift on to now."""
        age = min(self._age, AHEAD * self._rated)
        for i in range(3):
            drift = self._rate[i] * age
            self._base[i] += drift
            self._at[i] += drift
        self._age = 0

    def _set_down(self) -> None:
        """Take a plate that was lifted as standing elsewhere, with all its pieces."""
        self._was_lifted = False
        self.presses.gather()
        self.presses.clear()
        if abs(self.difference()[0]) < SET_DOWN_G:
            self.accept_now()
        else:
            self._allow_much()

    def _allow_much(self) -> None:
        """Expect much more of touches until the next rest is explained."""
        self._starts = True
        if not self._learnt_loose:
            self._learnt_loose = self.likelihood.loose
        self.likelihood.loose = max(START_LOOSE, self._learnt_loose)

    def difference(self) -> tuple:
        """Return the difference of the latest rest to the reference."""
        values, base = self._moments.values, self._base
        return values[W] - base[W], values[X] - base[X], values[Y] - base[Y]

    def begin(self, pieces) -> bool:
        """Take the first rest as the reference, unless the zero tells that it is something else."""
        values = self._moments.values
        self.started = True
        # What hands did before says nothing of what comes.
        self.presses.gather()
        self.presses.clear()
        self._base = now = [values[W], values[X], values[Y]]
        self._at = list(now)
        self.off_g = 0.0
        if self.tare is None:
            return True
        here, min_g = list(self.tare), START_G
        for sign, place, kind in pieces:
            mass = self.masses.mean(sign, place, kind)
            x, y = self._scale.places[place]
            here[W] += mass
            here[X] += mass * x
            here[Y] += mass * y
            min_g += START_EACH_G
        off = [abs(now[i] - here[i]) for i in range(3)]
        if off[W] < min_g and max(off[X], off[Y]) < min_g * START_MM:
            return True
        self.off_g = now[W] - here[W]
        self._base = here
        self._allow_much()
        return False

    def refine(self) -> None:
        """Learn the noise if nothing has moved between two windows, nor drifted for long."""
        if self._stirs == STIRRED or self._age > WINDOW:
            return
        values, at = self._moments.values, self._at
        self.likelihood.learn_noise(values[W] - at[W], values[X] - at[X], values[Y] - at[Y])

    def is_small(self) -> bool:
        """Return whether the difference is too small for any piece that came, went or moved."""
        return self._are_small(self._base, self._stirs == EXPLAINED)

    def is_same(self) -> bool:
        """Return whether the difference is that of the last rest that was looked at."""
        return self._are_small(self._at, self._stirs != STIRRED)

    def _are_small(self, base, still: bool) -> bool:
        values = self._moments.values
        if not -self._min_w < values[W] - base[W] < self._min_w:
            return False
        # Half of what the smallest change does is still none.
        min_m = min(2 * self._min_m, max(self._min_m, SMALL * self.likelihood.noise_gmm))
        # Slow noise may be larger: whoever moves a piece stirs the board.
        return still or max(abs(values[X] - base[X]), abs(values[Y] - base[Y])) < min_m

    def follow(self) -> None:
        """Let the reference follow drift: 0.02 g/min is thousands of times slower."""
        values, at = self._moments.values, self._at
        base = self._base
        self.presses.gather()
        self.presses.rest(values)
        age, self._age, self._stirs = self._age, 0, EXPLAINED
        # A touch between two windows leaves more than drift does.
        learns = 0 < age <= WINDOW
        self._rated = min(RATE_SHARE, self._rated + learns)
        for i in range(3):
            if learns:
                self._rate[i] += ((values[i] - at[i]) / age - self._rate[i]) / self._rated
            at[i] = values[i]
            base[i] += (values[i] - base[i]) / FOLLOW_SHARE

    def look(self) -> None:
        """Take this rest as the one that is explained."""
        values = self._moments.values
        self.presses.gather()
        self.presses.rest(values)
        if self._learnt_loose and not self._starts:
            self.likelihood.loose, self._learnt_loose = self._learnt_loose, 0.0
        self.likelihood.look_at(*self.difference())
        self._drift_on()
        self._stirs = STILL
        for i in range(3):
            self._at[i] = values[i]

    def accept(self) -> None:
        """Make the rest that was explained the reference."""
        self._starts = False
        if self._stirs == STILL:
            self._stirs = EXPLAINED
        self._base = list(self._at)

    def accept_now(self) -> None:
        """Make the latest rest the reference."""
        self._starts = False
        self._age, self._stirs = 0, EXPLAINED
        for i in range(3):
            self._base[i] = self._at[i] = self._moments.values[i]

    def locate(self) -> None:
        """Find weight and place of what is no piece: ``foreign_g``, ``foreign_place``."""
        values, base = self._moments.values, self._base
        if not self.started:
            return
        self.foreign_g = grams = values[W] - base[W]
        if grams > self._min_w:
            x, y = (values[X] - base[X]) / grams, (values[Y] - base[Y]) / grams
            self.foreign_place = nearest((x, y), self._scale.places)

    def waits(self, ms: int, misfit: float) -> bool:
        """Return whether hands may still press: gentle ones, or where nothing explains the rest.

        Hands that are not known yet count as gentle until they were felt to go.
        """
        gentle = self.presses.far_cost < GENTLE or self.presses.may_last()
        if misfit > (self.POOR if gentle else self.FITS):
            return ms < SETTLE_MS
        return ms < (GENTLE_MS if gentle else STEADY_MS)

    def leans(self, ms: int) -> bool:
        """Return whether a hand or an elbow presses for long, or harder than hands do."""
        if self._excess_g < PRESS_G:
            return False
        return self._heavy >= HEAVY or ms >= LEAN_MS

    # Learning

    def pressed(self, changed) -> "list | tuple":
        """Return the places that hands pressed near, with steps, and forget them."""
        if not self.presses.seen:
            return ()
        near = self.presses.near([change[1] for change in changed])
        self.presses.clear()
        return near

    def forget_presses(self) -> None:
        """Forget where hands pressed since the last rest."""
        self.presses.clear()

    def learn(self, best, certain: bool, ms: int, keeps: bool) -> None:
        """Learn masses, gains, and how loose the build is."""
        _, chi2, changes, _ = best
        masses, seen = self.masses, self.likelihood
        lifted = [change for change in changes if change[0] < 0]
        put = [change for change in changes if change[0] > 0]
        alone = certain and len(changes) == 1 and not self._learnt_loose
        if not changes:
            if certain and not self.presses.seen:
                # Noise that is slower than a window: nobody was there.
                seen.learn_noise(seen.dw, seen.dx, seen.dy, 1, LEARN_REST)
            # A hand that has left was weighed with what it put.
            for place in self._changed:
                masses.forget(place)
        self._changed = [change[1] for change in changes]
        if alone:
            # Not from boards that are swept, nor from hands that overlap.
            self.presses.learn(self._changed)
        if alone and ms < LEAN_MS:
            seen.learn(chi2, masses.mean(*changes[0]) ** 2 * seen.place_variance)
            place = self._scale.places[changes[0][1]]
            self.gains.learn(place, seen.dw, seen.dx, seen.dy, seen.moment_variance())
        if certain and len(lifted) == 1 and len(put) == 1 and lifted[0][2] == put[0][2]:
            masses.move(lifted[0][1], put[0][1])
            return
        variance = seen.noise(1)[0]
        weight = abs(seen.dw) if alone else 0.0
        for sign, place, kind in changes:
            if sign < 0 and keeps:
                masses.hold(place, kind, weight, variance)
            elif sign > 0:
                masses.put_down(kind, weight)
            masses.forget(place)
        if weight and put:
            masses.weigh(put[0][1], put[0][2], weight, variance)

    def learn_answer(self, best) -> None:
        """Learn how loose the build is, and what the piece weighs that has come."""
        weight = abs(self.likelihood.dw)
        if not self._learnt_loose:
            spread = weight * weight * self.likelihood.place_variance
            self.likelihood.learn(best[1], spread)
        sign, place, kind = best[2][0]
        if sign > 0:
            self.masses.weigh(place, kind, weight, self.likelihood.noise(1)[0])

    def forget(self, changes) -> None:
        """Forget the masses of pieces that may have gone or come."""
        for _, place, _ in changes:
            self.masses.forget(place)

    def forget_all(self) -> None:
        """Forget the masses of pieces in hands."""
        self.masses.forget_held()
