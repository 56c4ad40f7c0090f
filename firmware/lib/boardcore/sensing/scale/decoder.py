"""Decoder: what stands on a board on four load cells, from rest to rest.

At each rest the difference to the rest before is explained (``changes``) for every hypothesis of
what stood then, and the likeliest is believed (``beliefs``).  A difference that nothing explains is
no piece: a hand that leans on the board, or a cup.  Then the rest before stays the reference until
that has gone.

When the board is switched on, the position of the game is assumed to stand.  Only then is the
zero of the load cells needed, if a calibration knows it, to check whether W fits the position.
From then on only differences count.
"""

from boardcore.sensing.scale.beliefs import DROPPED, LEAN_MS, Beliefs
from boardcore.sensing.scale.likelihood import FAR
from boardcore.sensing.scale.moments import W, X, Y
from boardcore.sensing.scale.presses import PRESS_G
from boardcore.sensing.scale.rest import HALF, WINDOW
from boardcore.sensing.slices import Steps
from boardcore.ticks import ticks_diff

FOLLOW_SHARE = 8
"""Windows in which the reference follows drift, while nothing changes."""
LOOK, CONCLUDE = 600, 1300
"""Computing time of a look at a rest, and of what follows from explanations, in empty turns of a
loop."""
WORD_MS = 400
"""Rest without hands after which a position that players named becomes the reference."""
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


class Decoder(Beliefs):
    """Finds out what stands.  ``rest``, ``moments``: of the load cells; ``model``: of the game."""

    def __init__(self, scale, rest, moments, model, state) -> None:
        Beliefs.__init__(self, scale, model, state)
        self._rest = rest
        self._moments = moments
        self.foreign_g, self.foreign_place = 0.0, 0
        """Weight of what is no piece, g, and the place that is nearest to it."""
        self._excess_g = 0.0  # of the latest samples while the board does not rest
        self._heavy = 0  # for how many of them it was much
        self.twist = 0.0
        """T of the last rest, g."""
        self.jumps = 0
        """Number of jumps of T between two rests."""
        self.off_g = 0.0
        """Misfit of W, g, when the board was switched on; 0 if it fitted."""
        self._twisted = self._blind = False  # T is known; a load cell has failed
        self._tare: list | None = None  # W, Mx, My of the empty board
        self._stirred_ms = 0  # when it was restless last
        self._restless_ms = 0  # since when the board did not rest
        self._word = False  # the players have said what stands
        self._rested_ms = 0  # since when it rested before that
        self._resting = False
        self._fresh = 0  # samples of the first cell since the window was looked at
        self._heard = 0  # since hands were
        self._thought: Steps | None = None
        # A step about the smallest change that means anything, and half of that for drift.
        self._least_w = min(scale.masses) / 4
        self._least_m = min(scale.masses) * scale.pitch_mm / 4

    @property
    def is_empty(self) -> bool:
        """Whether the board rests, and certainly nothing stands on it."""
        return self._resting and len(self.beliefs) == 1 and self.state == self._empty

    @property
    def busy(self) -> bool:
        """Whether the board has not rested since something changed, or that is thought about.

        A hand that lies still on it does not rest either, until it counts as leaning.
        """
        if self._blind:
            return False
        presses = self.foreign and not self.leans()
        return presses or not self._resting or self._thought is not None

    # Samples

    def take(self, cell: int, sample: int) -> None:
        """Take one raw sample of one load cell.  Allocates nothing while the board rests."""
        self._rest.take(cell, sample)
        if cell == 0:
            self._fresh += 1
            self._heard += 1

    def work(self, left: int, now_ms: int) -> bool:
        """Go on for one slice; return True if the beliefs have changed.

        ``left``: what it may cost, in empty turns of a loop.  Allocates nothing while the board
        rests and nothing changes.
        """
        self._now_ms = now_ms
        version = self.version
        if self._heard:
            self._feel()
        if self._thought is None and not self._blind:
            self._look(now_ms)
            left -= LOOK
        if self._thought is not None and self._thought.go_on(left):
            self._thought = None
        return self.version != version

    def _feel(self) -> None:
        """Measure where hands press now; they may go on while their last rest is thought about."""
        heard, self._heard = self._heard, 0
        thinks = self._thought is not None
        if self._base is not None and (thinks or not self._resting):
            self._moments.measure_latest(self._rest)
            values, base = self._moments.values, self._base
            if thinks and self._at[W] < base[W]:
                base = self._at  # (else it may have been a hand's that lay still for a moment)
            self._excess_g = values[W] - base[W]
            self._heavy = min(HEAVY, self._heavy + heard) if self._excess_g >= HEAVY_G else 0
            self.presses.take(values, base)

    def _look(self, now_ms: int) -> None:
        """Look whether the board rests, and whether it shows anything new."""
        rest = self._rest
        for cell in range(rest.cells):
            if not rest.is_calm(cell):
                if self._resting:
                    self._resting = False
                    if not self.foreign:  # a hand that lies still for a moment is still at work
                        self._restless_ms = now_ms
                        self._model.pause_ms = ticks_diff(now_ms, self._rested_ms)
                self._fresh = 0
                self._stirred_ms = now_ms
                return
        rested = self._resting
        if rested and self._fresh < HALF:
            return
        if not self._resting and not self.foreign:
            self._rested_ms = now_ms
        self._fresh = 0
        self._moments.measure(rest, WINDOW)
        self._watch_twist()
        values, base = self._moments.values, self._base
        if base is None:
            if self._waits(-FAR, ticks_diff(now_ms, self._stirred_ms)):
                return
            self._resting = True
            base = self._begin()
            if base is None:
                return
        if self._word and ticks_diff(now_ms, self._rested_ms) >= WORD_MS:
            self._word = False
            for i in range(3):
                base[i] = values[i]
        dw, dx, dy = values[W] - base[W], values[X] - base[X], values[Y] - base[Y]
        at = self._at
        if rested and not self.foreign:
            self.likelihood.learn_noise(values[W] - at[W], values[X] - at[X], values[Y] - at[Y])
        if self._is_small(dw, dx, dy):
            self._resting = True
            self._see_foreign(False)
            self.presses.gather()
            self.presses.rest(values)
            self._note_presses(())
            for i in range(3):
                at[i] = values[i]
                base[i] += (values[i] - base[i]) / FOLLOW_SHARE
            return
        if self._waits(dw, ticks_diff(now_ms, self._stirred_ms)):
            return
        if self.foreign and self._resting:
            if self._is_small(values[W] - at[W], values[X] - at[X], values[Y] - at[Y]):
                return  # it still lies there
        self._resting = True
        for i in range(3):
            at[i] = values[i]
        self.presses.gather()
        self.presses.rest(values)
        self.likelihood.look_at(dw, dx, dy)
        self._thought = Steps(self._explaining(ticks_diff(now_ms, self._restless_ms)))

    def _waits(self, dw: float, ms: int) -> bool:
        """Return whether hands that have lain still for so long are still at work.

        ``dw``: what W is more than before, -FAR where nothing was weighed before.
        """
        return False

    def _is_small(self, dw: float, dx: float, dy: float) -> bool:
        """Return whether a difference is too small for any piece that came, went or moved."""
        return (
            -self._least_w < dw < self._least_w
            and -self._least_m < dx < self._least_m
            and -self._least_m < dy < self._least_m
        )

    def _watch_twist(self) -> None:
        twist = self._moments.twist
        if self._twisted and abs(twist - self.twist) >= TWIST_G:
            self.jumps += 1
        self._twisted = True
        self.twist = twist

    def _begin(self):
        """Take the first rest as the one to compare with.

        If a calibration knows the empty board and W or a moment does not fit what should stand,
        return what should be there, to be compared with.
        """
        values = self._moments.values
        self._base = now = [values[W], values[X], values[Y]]
        self._at = list(now)
        self.off_g = 0.0
        if self._tare is None:
            return None
        here, least_g = list(self._tare), START_G
        for sign, place, kind in self._model.between(self._empty, self.state) or ():
            mass = self.masses.mean(sign, place, kind)
            x, y = self._scale.places[place]
            here[W] += mass
            here[X] += mass * x
            here[Y] += mass * y
            least_g += START_EACH_G
        off = [abs(now[i] - here[i]) for i in range(3)]
        if off[W] < least_g and max(off[X], off[Y]) < least_g * START_MM:
            return None
        self.off_g = now[W] - here[W]
        self._base = here
        self.likelihood.loose = START_LOOSE
        self._starts = True
        return here

    # Thoughts

    def finish(self) -> None:
        """Think to the end, however long that takes."""
        if self._thought is not None:
            self._thought.finish()
            self._thought = None

    def _explaining(self, ms: int):
        found: list[tuple] = []
        self._hands_ms = ms
        least = FAR
        for state, before in self.beliefs:
            yield from self._changes.explaining(state, ms, least + DROPPED - before)
            for cost, chi2, changes, after in self._changes.found:
                found.append((before + cost, chi2, changes, after))
                least = min(least, before + cost)
        yield CONCLUDE
        self._conclude(found)

    def locate(self) -> None:
        """Find weight and place of what is no piece: ``foreign_g``, ``foreign_place``."""
        values, base = self._moments.values, self._base
        if base is None:
            return
        self.foreign_g = grams = values[W] - base[W]
        if grams > self._least_w:
            x, y = (values[X] - base[X]) / grams, (values[Y] - base[Y]) / grams
            far = [abs(place[0] - x) + abs(place[1] - y) for place in self._scale.places]
            self.foreign_place = far.index(min(far))

    def leans(self) -> bool:
        """Return whether something that is no piece has been on the board for long.

        Allocates nothing.
        """
        if self.foreign:
            return ticks_diff(self._now_ms, self.foreign_ms) >= LEAN_MS
        if self._blind or self._resting or self._excess_g < PRESS_G:
            return False
        # Nor does an elbow ever rest.
        return self._heavy >= HEAVY or ticks_diff(self._now_ms, self._restless_ms) >= LEAN_MS

    # From the game

    def forget_presses(self) -> None:
        """Look for presses anew."""
        self.pressed = []

    def settle(self, state) -> None:
        """Hear that this stands: a turn was understood, or the players have said so."""
        if len(self.beliefs) == 1 and self.beliefs[0][0] == state:
            return
        for _, chi2, _, after in self._asked:
            if after == state and self._hands_ms < LEAN_MS:
                self.likelihood.learn(chi2, abs(self.likelihood.dw))
                break
        self._asked = []
        if not self.supposes(state):
            # The players' word: whatever has changed since led to this.
            self._thought = None
            self._word = True
        self._believe([(state, 0.0)])

    def know_tare(self, tare) -> None:
        """Take W, Mx, My of the empty board from a calibration."""
        self._tare = tare

    def see(self, able: bool) -> None:
        """Hear whether all load cells work; what stands meanwhile is what the game says."""
        self._blind = not able
        self._thought = None
        self._resting = not able
        if able:
            self._rest.restart()
            self._base = None
            self._tare = None
        self.version += 1

    def assume(self, state) -> None:
        """Take this as standing at power-on: what changes is seen, what stands is not."""
        self._thought = None
        self._base = None
        self._believe([(state, 0.0)])
