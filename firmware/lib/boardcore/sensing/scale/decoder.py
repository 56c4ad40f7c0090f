"""Decoder: what stands on a board on four load cells, from rest to rest.

At each rest the difference to the rest before is explained (``changes``) for every hypothesis of
what stood then; the costs of several rests add up.  The best hypothesis is accepted if it beats
every rival by a margin; else the hypotheses go to the game, which knows more or asks.  A difference
that nothing explains is no piece: a hand that leans on the board, or a cup.  Then the rest before
stays the reference until that has gone.

When the board is switched on, the position of the game is assumed to stand.  Only then is the
zero of the load cells needed, if a calibration knows it, to check whether W fits the position.
From then on only differences count.
"""

try:
    from collections.abc import Iterator
    from typing import Any
except ImportError:  # the board ignores annotations and has no such module
    pass

from boardcore.sensing.scale.gains import Gains
from boardcore.sensing.scale.likelihood import MARGIN, Likelihood
from boardcore.sensing.scale.moments import W, X, Y
from boardcore.sensing.scale.presses import PRESS_G, Presses
from boardcore.sensing.scale.rest import HALF, WINDOW
from boardcore.sensing.scale.start import expected
from boardcore.ticks import ticks_diff

KEPT = 8
"""Most hypotheses that are kept."""
DROPPED = 9.0
"""Cost above the best from which a hypothesis is dropped, nats."""
FITS, MISFITS = 12.0, 80.0
"""Chi^2 of a good and of a bad explanation.  Where there is a good one, bad ones are dropped: no
build is so loose that both are possible; chosen, tests/bench/RESULTS.md."""
FOLLOW_SHARE = 8
"""Windows in which the reference follows drift, while nothing changes."""
STEP = 2000
"""Largest cost of a step of a thought, in empty turns of a loop."""
WORD_MS = 400
"""Rest without hands after which a position that players named becomes the reference."""
START_LOOSE = 100.0
"""Factor of the variance of touches for changes while the power was off; chosen."""
TWIST_G = 5.0
"""Smallest jump of T between two rests that is counted; pieces change T by tenths of a gram."""
LEAN_MS = 3000
"""Time after which an object that is no piece is reported."""
HEAVY_G, HEAVY = 450.0, 60
"""Force and samples (0.65 s) from which a hand leans: no hand that puts a piece presses so hard
for that long."""


class Decoder:
    """Finds out what stands.  ``rest``, ``moments``: of the load cells; ``model``: of the game.

    ``beliefs``: ``(state, cost)``, the likeliest first; ``version`` grows with each change of
    them.  ``foreign``: whether something lies on the board that is no piece.
    """

    def __init__(self, scale, rest, moments, model, state) -> None:
        self._scale = scale
        self._rest = rest
        self._moments = moments
        self._model = model
        self.gains = Gains(scale.spots)
        self._make_parts(scale, model)
        self.beliefs: list[tuple] = [(state, 0.0)]
        self.version = 0
        self.pressed: list[int] = []
        """Places near which hands have pressed since ``forget_presses``, first press first."""
        self.foreign = False
        self.foreign_ms = 0
        """Since when."""
        self.foreign_g, self.foreign_place = 0.0, 0
        """What it weighs, and the place that lies nearest to it."""
        self._excess_g = 0.0  # of the latest samples while the board does not rest
        self._heavy = 0  # for how many of them it was much
        self.twist = 0.0
        """T of the last rest, g."""
        self.jumps = 0
        """How often T has jumped between two rests."""
        self.off_g = 0.0
        """When switched on: by how much W did not fit what should stand, 0 if it did."""
        self._twisted = self._blind = False  # T is known; a load cell has failed
        self._empty = state
        self._tare: list | None = None  # W, Mx, My of the empty board
        self._starts = False  # what changed while the power was off is thought about
        self._base: list | None = None  # W, Mx, My of the rest to compare with
        self._at: list = [0.0, 0.0, 0.0]  # of the rest that is thought about
        self._restless_ms = 0  # since when the board did not rest
        self._word = False  # the players have said what stands
        self._rested_ms = 0  # since when it rested before that
        self._resting = False
        self._hands_ms = 0  # for how long it did not rest before the rest that is thought about
        self._asked: list[tuple] = []  # single changes among those that players are asked about
        self._margin = MARGIN
        self._fresh = 0  # samples of the first cell since the window was looked at
        self._thought: Iterator[int] | None = None
        self._left = 0
        self._now_ms = 0
        # A step about the smallest change that means anything, and half of that for drift.
        self._least_w = min(scale.masses) / 4
        self._least_m = min(scale.masses) * scale.pitch_mm / 4

    presses: "Any"
    masses: "Any"
    _changes: "Any"

    def _make_parts(self, scale, model) -> None:
        """Make what knows masses, presses and changes."""
        # Not at the top: a game may have its own.
        from boardcore.sensing.scale.changes import Changes
        from boardcore.sensing.scale.masses import Masses

        self.masses = Masses(scale)
        self.likelihood = Likelihood(scale, self.masses)
        self.presses = Presses(scale.places, scale.pitch_mm)
        self._changes = Changes(self.likelihood, self.masses, self.presses, scale.places, model)

    @property
    def state(self):
        """What is likeliest to stand."""
        return self.beliefs[0][0]

    @property
    def doubtful(self) -> bool:
        """Whether several hypotheses are likely."""
        return len(self.beliefs) > 1 and self.beliefs[1][1] - self.beliefs[0][1] < self._margin

    @property
    def is_empty(self) -> bool:
        """Whether the board rests, and certainly nothing stands on it."""
        return self._resting and len(self.beliefs) == 1 and self.state == self._empty

    @property
    def busy(self) -> bool:
        """Whether the board has not rested since something changed, or that is thought about."""
        return not self._blind and (not self._resting or self._thought is not None)

    # Samples

    def take(self, cell: int, sample: int) -> None:
        """Take one raw sample of one load cell.  Allocates nothing while the board rests."""
        self._rest.take(cell, sample)
        if cell == 0:
            self._fresh += 1
            if not self._resting and self._base is not None:
                self._moments.measure_latest(self._rest)
                values, base = self._moments.values, self._base
                self._excess_g = values[W] - base[W]
                self._heavy = min(HEAVY, self._heavy + 1) if self._excess_g >= HEAVY_G else 0
                self.presses.take(self._excess_g, values[X] - base[X], values[Y] - base[Y])

    def work(self, left: int, now_ms: int) -> bool:
        """Go on for one slice; return True if the beliefs have changed.

        ``left``: what it may cost, in empty turns of a loop.  Allocates nothing while the board
        rests and nothing changes.
        """
        self._now_ms = now_ms
        version = self.version
        if self._thought is not None:
            self._think(left)
        elif not self._blind:
            self._look(now_ms)
        return self.version != version

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
            self._note_presses()
            for i in range(3):
                at[i] = values[i]
                base[i] += (values[i] - base[i]) / FOLLOW_SHARE
            return
        if self.foreign and self._resting:
            if self._is_small(values[W] - at[W], values[X] - at[X], values[Y] - at[Y]):
                return  # it still lies there
        self._resting = True
        for i in range(3):
            at[i] = values[i]
        self.presses.gather()
        self.likelihood.look_at(dw, dx, dy)
        self._thought = self._explaining(ticks_diff(now_ms, self._restless_ms))
        self._left = 0

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
        changes = self._model.between(self._empty, self.state) or ()
        here = expected(self._tare, self._scale.places, self.masses, changes, now)
        if here is None:
            return None
        self.off_g = now[W] - here[W]
        self._base = here
        self.likelihood.loose = START_LOOSE
        self._starts = True
        return here

    # Thoughts

    def _think(self, left: int) -> None:
        thought = self._thought
        assert thought is not None
        try:
            while self._left <= left:
                left -= self._left
                # However much it says: what waits for more time than there ever is, waits for ever.
                self._left = min(STEP, next(thought))
        except StopIteration:
            self._thought = None

    def finish(self) -> None:
        """Think to the end, however long that takes."""
        while self._thought is not None:
            self._think(1 << 28)

    def _explaining(self, ms: int):
        found: list[tuple] = []
        self._hands_ms = ms
        for state, before in self.beliefs:
            yield from self._changes.explaining(state, ms)
            for cost, chi2, changes, after in self._changes.found:
                found.append((before + cost, chi2, changes, after))
        yield STEP
        self._conclude(found)

    def _conclude(self, found) -> None:
        """Believe the likeliest of what explains the difference."""
        if not found:
            self._asked = []
            self._see_foreign(True)
            return
        self._see_foreign(False)
        if self._starts:
            self._starts = False
            self.likelihood.loose = 1.0
        if [1 for row in found if row[1] <= FITS]:
            found = [row for row in found if row[1] <= MISFITS]
        found.sort(key=_cost)
        beliefs: list[tuple] = []
        least, _, best, _ = found[0]
        self._margin, sure = MARGIN, True
        near: list[tuple] = []  # whatever else may have happened
        for cost, _, changes, after in found:
            if cost > least + DROPPED or len(beliefs) == KEPT:
                break
            margin = self.likelihood.margin(best, changes)
            if beliefs and cost < least + margin:
                near += changes
            if not [1 for state, _ in beliefs if state == after]:
                if beliefs and cost < least + margin:
                    sure, self._margin = False, max(self._margin, margin)
                beliefs.append((after, cost - least))
        # Whatever was learnt of a piece that may have gone is not known any more.
        for _, place, _ in near:
            self.masses.forget(place)
        was_sure = len(self.beliefs) == 1
        self._note_masses(found[0], was_sure and sure)
        if sure and beliefs[0][0] == self._empty:
            # One that was taken for another in the last game would be expected with confidence.
            self.masses.forget_held()
        self._base = list(self._at)
        # What the players say of it tells how loose the build is, too.
        self._asked = [] if sure or not was_sure else [row for row in found if len(row[2]) == 1]
        self._note_presses()
        self._believe(beliefs[:1] if sure else beliefs)

    def _note_presses(self) -> None:
        """Note the places that hands pressed near."""
        if self.presses.seen:
            for at in self.presses.near():
                if at not in self.pressed:
                    self.pressed.append(at)
            self.presses.clear()

    def _note_masses(self, best, sure: bool) -> None:
        """Learn masses, and how loose the build is, from what is certain."""
        _, chi2, changes, _ = best
        masses = self.masses
        lifted = [change for change in changes if change[0] < 0]
        put = [change for change in changes if change[0] > 0]
        if sure and len(changes) == 1 and self._hands_ms < LEAN_MS:
            # (Who has leant leaves more, and creep.)
            seen = self.likelihood
            seen.learn(chi2, masses.mean(*changes[0]))
            place = self._scale.places[changes[0][1]]
            self.gains.take(place, seen.dw, seen.dx, seen.dy, seen.moment_variance())
        if sure and len(lifted) == 1 and len(put) == 1 and lifted[0][2] == put[0][2]:
            masses.move(lifted[0][1], put[0][1])
            return
        variance = 2 * (self._scale.touch_g**2 + 4 * self._scale.rest_g**2)
        weight = abs(self.likelihood.dw) if sure and len(changes) == 1 else 0.0
        for sign, place, kind in changes:
            if sign < 0 and self._model.keeps:
                masses.hold(place, kind, weight, variance)
            elif sign > 0:
                masses.put_down(kind, weight)
            masses.forget(place)
        if weight and put:
            masses.weigh(put[0][1], put[0][2], weight, variance)

    def _believe(self, beliefs) -> None:
        before, self.beliefs = self.beliefs, beliefs
        if [state for state, _ in before] != [state for state, _ in beliefs]:
            self.version += 1

    def _see_foreign(self, there: bool) -> None:
        if there != self.foreign:
            self.foreign = there
            self.foreign_ms = self._now_ms
            self.version += 1

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

    def supposes(self, state) -> bool:
        """Return whether this state is one of the hypotheses."""
        return bool([1 for other, _ in self.beliefs if other == state])

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

    def deny(self, states, position) -> None:
        """Hear that none of these stands; fall back on the position if nothing is left."""
        left = [pair for pair in self.beliefs if pair[0] == position or pair[0] not in states]
        self._believe(left or [(position, 0.0)])


def _cost(row) -> float:
    return row[0]
