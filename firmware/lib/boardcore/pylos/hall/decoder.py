"""Pylos decoder: which balls stand on a board of linear Hall sensors.

At every new rest it asks one question: which change of the pyramid explains the difference to the
rest before?  If one explanation clearly beats the others, the readings follow it.  If not, more
scans may decide; if they do not, all likely pictures stay as *suppositions* and the recognizer
asks the players.

It knows layout, calibration and game, never the simulator's truth.
"""

import gc
from array import array

from boardcore.pylos.cells import CELLS
from boardcore.pylos.hall.explainer import Explainer
from boardcore.pylos.hall.explanations import Found
from boardcore.pylos.hall.learning import Learner
from boardcore.pylos.hall.magnets import Magnets
from boardcore.pylos.hall.recognizer import Recognizer as Recognizer
from boardcore.sensing.hall.floats import zeros
from boardcore.sensing.hall.queue import STILL_SCANS, Rest, Rests
from boardcore.sensing.hall.rest import RestDetector
from boardcore.sensing.slices import LEAST, Steps
from boardcore.store.calibration import Calibration

DROPPED = 12.0
"""Log-likelihood below the best hypothesis at which one is dropped."""
SWEPT = 80.0
"""Chi-squared (25 expected) up to which the board counts as empty."""
SWEPT_COUNTS = 2.0
"""Drift of a single sensor within a game, in counts; chosen."""
SUPPOSED = 5
"""Hypotheses kept at most."""
DOUBT_SCANS = 25
"""Scans averaged before a doubt is reported."""
SLICE = 4500
"""Thought per turn of the loop, in empty turns, if nothing else is due."""
NOISE, MASKS, CONCLUDE = 900, 1200, 1600
"""Cost of the steps, in empty turns of a loop; 95th percentile."""


class Decoder:
    """Turns counts into readings: one byte per place of the layout, 1 where a ball stands.

    ``counts``: written by the caller before ``scan``.  ``suppositions``: pairs
    ``(mask of cells, score)``, the likeliest first; more than one only in doubt.
    ``version`` grows whenever readings or suppositions change.
    """

    thinking = False
    """Scans come as ever while it thinks: more of them tell more."""
    SCAN = 1300
    """What a scan costs, in empty turns of a loop."""

    def __init__(self, layout, calibration=None) -> None:
        field = layout.field
        sensors = len(field.spots)
        moments = field.moments
        self._ut_per_count = field.ut_per_count
        if calibration is None:
            calibration = Calibration(sensors, field.noise_counts)
        self._calibration = calibration
        self._sensors = sensors
        self._cells = field.cells
        # Rows by cell, not by place of the layout: everything else speaks of cells.
        places = [(0.0, 0.0, 0.0)] * CELLS
        for i in range(len(field.cells)):
            places[field.cells[i]] = field.places[i]
        self.magnets = Magnets(field.spots, places, moments[len(moments) - 1])
        gc.collect()  # what numbers left there would lie between all that follows
        self.explainer = Explainer(self.magnets, field.jiggle_deg)
        self.explainer.weigher.strength = calibration.strength
        self._learner = Learner(self.explainer)
        self.rest = RestDetector(calibration.noises)
        self.counts = array("H", [0] * sensors)
        self.readings = bytearray(len(field.cells))
        self.suppositions: list[tuple[int, float]] = [(0, 0.0)]
        self.version = 0
        self._thought: Steps | None = None
        self._noise = zeros(sensors)  # variance of the next difference
        self._preparing: Steps | None = None  # for the next thought, at leisure
        self._explaining = False  # the thought is the explainer's
        self._noting = False  # the thought only notes what was understood: it is never left
        self._pairs: list[tuple[int, float]] = []  # what the last thought found
        self._rests = Rests(self.rest, sensors)
        self._anchor: list[tuple[int, float]] = [(0, 0.0)]  # what was last certain to stand
        self._certain: Rest | None = None  # and the rest that showed it
        self._open: Rest | None = None  # the rest that is thought about
        self._thought_of: Rest | None = None  # the same, until there is another one
        self._empty: Rest | None = None  # a rest without any ball
        self._asked: Rest | None = None  # the rest of which a doubt was told
        self._supposed = Found()  # the explanations of the suppositions then
        self._used = 0  # scans of it then
        self._wanted = 0  # scans of it that may tell more than those before
        self.lost = False
        """In doubt: whether perhaps none of the suppositions is true."""
        self._told = False  # a doubt was told: only hands or answers bring anything new

    @property
    def busy(self) -> bool:
        """Whether something has changed that is not understood yet, and may soon be."""
        return self._thought is not None or self._open is not None or bool(self._rests.waiting)

    @property
    def restless(self) -> bool:
        """Whether sensors move, or have moved and nobody knows yet what that means."""
        return not self._rests.quiet or self.busy

    @property
    def doubtful(self) -> bool:
        """Whether several suppositions are likely."""
        return len(self.suppositions) > 1 or self.lost

    def leave_out(self, sensor: int) -> None:
        """Do without a sensor from now on: it has failed."""
        self.hear_again(sensor, 0)

    def hear_again(self, sensor: int, noise: float) -> None:
        """Use a sensor again that has come back, with this noise of one scan."""
        self._calibration.noises[sensor] = noise
        self.rest.set_noises(self._calibration.noises)
        self.explainer.shortlist.forget()
        if self._certain is not None:
            self._prepare()

    # Scans

    def scan(self) -> None:
        """Take the scan in ``counts``.  Allocates nothing."""
        self.rest.scan(self.counts)

    def work(self, left: int = SLICE) -> bool:
        """Think for one slice; return True if readings or suppositions have changed.

        ``left``: what it may cost, in empty turns of a loop.  Allocates nothing while the
        board rests.
        """
        version = self.version
        if left < LEAST:
            return False
        if self.rest.fresh:
            self.rest.fresh = False
            self._rests.look()
            if self._certain is None:
                self._certain = self._rests.last
                self._prepare()
            if not self._anchor[0][0] and self._certain is self._rests.last:
                self._empty = self._certain
        elif self._thought is not None:
            if self._thought.go_on(min(left, SLICE)):
                self._end_thought()
        elif self._rests.waiting:
            self._open = self._rests.waiting.pop(0)
            self._ponder()
        elif self._open is not None and self._open.scans >= self._wanted:
            self._ponder()
        elif self._preparing is not None:
            if self._preparing.go_on(min(left, SLICE)):
                self._preparing = None
        return self.version != version

    def _end_thought(self) -> None:
        if self._noting:
            self._prepare()
        # What was explained is concluded from in turns of its own.
        self._thought = Steps(self._conclusion()) if self._explaining else None
        self._explaining = self._noting = False

    def _prepare(self) -> None:
        """Begin to prepare for the next difference: magnets are not what they were."""
        self.explainer.shortlist.forget()
        self._preparing = Steps(self._preparation())

    def _preparation(self):
        certain = self._certain
        assert certain is not None
        yield NOISE
        self._note_noise(self._noise, 1 / STILL_SCANS + 1 / certain.scans)
        yield from self.explainer.shortlist.preparing(self._anchor[0][0], self._noise)

    def _ponder(self) -> None:
        """Begin to explain the open rest."""
        now = self._open
        assert now is not None
        if self._is_swept(now):
            self._see_nothing(now)
            return
        again = now is self._thought_of
        self._compare(now)
        self._preparing = None
        self._used = now.scans
        self._rests.hurry = True
        self._explaining = True
        quick = now.scans < STILL_SCANS
        self._thought = Steps(self.explainer.think(self._anchor[0][0], quick, again))

    def _is_swept(self, now) -> bool:
        """Tell whether sensors show what they showed when nothing stood."""
        empty = self._empty
        if empty is None or not self._anchor[0][0]:
            return False
        first = second = used = 0.0
        noises = self._calibration.noises
        share = 1 / now.scans + 1 / empty.scans
        for i in range(self._sensors):
            if noises[i]:
                off = (now.means16[i] - empty.means16[i]) / 16
                variance = noises[i] * noises[i] * share + SWEPT_COUNTS * SWEPT_COUNTS
                first += off / variance
                second += off * off / variance
                used += 1 / variance
        return second - first * first / used < SWEPT

    def _see_nothing(self, now) -> None:
        """Take it as certain that all balls are gone."""
        self._certain = now
        self._anchor = [(0, 0.0)]
        self._told = self.lost = False
        for place in range(CELLS):
            self.magnets.forget(place)
        self._prepare()
        self._close()
        self._suppose(self._anchor)

    def _compare(self, now) -> None:
        """Work out the difference between a rest and the last certain one."""
        weigher, calibration = self.explainer.weigher, self._calibration
        before = self._certain
        assert before is not None
        share = 1 / now.scans + 1 / before.scans
        for i in range(self._sensors):
            scale = calibration.gains[i] * self._ut_per_count
            weigher.difference[i] = (now.means16[i] - before.means16[i]) / 16 * scale
        self._note_noise(weigher.noise, share)
        self._thought_of = now

    def _note_noise(self, noise, share: float) -> None:
        """Note the variance of a difference of means; ``share``: of that of one scan."""
        calibration, loud16 = self._calibration, self.rest.loud16
        for i in range(self._sensors):
            scale = calibration.gains[i] * self._ut_per_count
            deviation = calibration.noises[i] * scale * loud16 / 16
            noise[i] = deviation * deviation * share

    def _conclusion(self):
        """Conclude, step by step, from what was explained."""
        yield MASKS
        self._pairs = self.explainer.weigher.found.masks()
        yield CONCLUDE
        self._conclude()
        if self._noting:
            yield from self._learner.remembering(self._anchor[0][0])

    def _conclude(self) -> None:
        """Accept what stands out; wait for more scans if nothing does."""
        judge, pairs = self.explainer.judge, self._pairs
        sure = judge.is_sure(pairs)
        if self._used < STILL_SCANS:
            sure = sure and judge.is_plain()
        if sure:
            self._accept()
        elif self._open is not self._rests.last:
            # Hands were at work again: it is explained together with what they did.
            self._close()
        elif self._used < DOUBT_SCANS:
            self._wanted = STILL_SCANS if self._used < STILL_SCANS else DOUBT_SCANS
        else:
            self._tell_doubt()

    def _close(self) -> None:
        self._open = None
        self._rests.hurry = False

    def _accept(self) -> None:
        """Believe the best explanation, and begin anew from there."""
        self._rest_on(self._pairs[0][0])
        self._noting = True
        self._close()
        self._suppose(self._anchor)

    def _rest_on(self, mask: int) -> None:
        """Take it as certain that these balls stood when it was thought about last."""
        self._certain = self._thought_of
        self._anchor = [(mask, 0.0)]
        self._told = self.lost = False

    def _tell_doubt(self) -> None:
        """Let the players be asked; until they answer, what was certain before stays so."""
        self._told = True
        self._asked = self._thought_of
        lost, self.lost = self.lost, self.explainer.judge.is_doubtful()
        if lost != self.lost:
            self.version += 1
        pairs = self.explainer.weigher.found.masks()
        spun = self.explainer.judge.without_spun()
        likely = [pair for pair in pairs[:SUPPOSED] if pair[1] > -DROPPED or pair[0] in spun]
        self._supposed = Found()
        for pair in likely:
            self._supposed.all.append(self.explainer.of_mask(pair[0]))
        self._suppose(likely)
        self._close()

    def _suppose(self, pairs) -> None:
        """Take these suppositions, and show the best."""
        before, self.suppositions = self.suppositions, pairs
        if [pair[0] for pair in before] == [pair[0] for pair in pairs]:
            return
        mask = pairs[0][0]
        for place in range(len(self._cells)):
            self.readings[place] = mask >> self._cells[place] & 1
        self.version += 1

    # From the game

    def expect(self, position: int, own: int, before: int = -1, own_before: int = 0) -> None:
        """Take notice of the balls of the position and those that its player may move.

        ``before``: the same before the last turn, -1 if there was none.
        """
        self.explainer.habits.expect(position, own, before, own_before)

    def settle(self, mask: int) -> None:
        """Hear that these balls stand: a turn was understood, or the players have said so."""
        if not (self._told or self.doubtful) and self._anchor[0][0] == mask:
            return
        self._finish()
        if self._told and self.supposes(mask):
            # It was asked; now that it is known what stood, the rest can be worked out.
            before, found = self._anchor[0][0], None
            if self._thought is not None or self._thought_of is not self._asked:
                self._think_anew()
                self._compare(self._asked)
                found = self._supposed
            self._rest_on(mask)
            self._note(self._learner.learning(before, mask, found))
        elif self._told or self._anchor[0][0] != mask:
            if self._told or self._open is not None or self._rests.waiting:
                self._take_word(mask)
            elif self.explainer.found:
                self._note(self._learner.correcting(mask))
            self._anchor = [(mask, 0.0)]
        self._suppose(self._anchor)

    def _take_word(self, mask: int) -> None:
        """Take it as certain that these balls stand now, though nothing spoke for it.

        Whatever has changed since it was last certain what stands, led to them.
        """
        before = self._anchor[0][0]
        self._think_anew()
        self._rests.waiting = []
        self._compare(self._rests.last)
        self._rest_on(mask)
        self._note(self._learner.learning(before, mask, Found()))
        self._close()

    def _think_anew(self) -> None:
        """Leave the thought that is under way: what it began with is not true."""
        self._thought = None
        self._explaining = False
        self._wanted = 0

    def _note(self, thought) -> None:
        """Note what was understood, step by step; nothing else is thought about meanwhile."""
        self._thought = Steps(thought)
        self._noting = True

    def _finish(self) -> None:
        """Note to its end what was understood."""
        if self._noting:
            assert self._thought is not None
            self._thought.finish()
            self._end_thought()

    def assume(self, readings) -> None:
        """Take these balls as standing at power-on: what changes is seen, what stands is not."""
        mask = 0
        for place in range(len(self._cells)):
            if readings[place]:
                mask |= 1 << self._cells[place]
        self._anchor = [(mask, 0.0)]
        self._suppose(self._anchor)

    def supposes(self, mask: int) -> bool:
        """Tell whether these balls are one of the suppositions."""
        for pair in self.suppositions:
            if pair[0] == mask:
                return True
        return False

    def deny(self, masks, position: int) -> None:
        """Hear that these balls do not stand so; fall back on the position if nothing is left.

        The position itself is never denied: a turn may leave it as it was, too.
        """
        left = [(position, 0.0)] if self.lost else []
        if not left:
            for pair in self.suppositions:
                if pair[0] == position or pair[0] not in masks:
                    left.append(pair)
        if len(left) > 1 and left[0][0] != position:
            self._suppose(left)
        else:
            self.settle(left[0][0] if left else position)
