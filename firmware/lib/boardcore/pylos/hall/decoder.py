"""Pylos decoder: finds which balls stand on a board with linear Hall sensors.

At every new rest it computes which change of the pyramid explains the difference to the rest
before (model and equations: firmware/docs/hall-decoder.md).  If one hypothesis clearly beats the
others, the readings follow it.  If not, more scans may decide; if they do not, all likely sets of
balls are kept as *suppositions* and the recognizer asks the players.

Inputs are scans (raw counts), the layout, the calibration and the position of the game.
"""

import gc
from array import array

from boardcore.pylos.cells import CELLS
from boardcore.pylos.hall.explainer import Explainer
from boardcore.pylos.hall.explanations import Found
from boardcore.pylos.hall.learning import Learner
from boardcore.pylos.hall.magnets import Magnets
from boardcore.pylos.hall.recognizer import Recognizer as Recognizer
from boardcore.sensing.explain.stepper import MAX_STEP, Stepper
from boardcore.sensing.observe.field.chi2 import MEAN, chi_squared, zeros
from boardcore.sensing.observe.field.rest import RestDetector
from boardcore.sensing.observe.field.rests import STILL_SCANS, Rest, Rests
from boardcore.store.calibration import Calibration

DROPPED = 12.0
"""Log-likelihood below the best hypothesis at which one is dropped; chosen."""
SWEPT = 80.0
"""Chi-squared (25 expected) up to which the board counts as empty; chosen."""
SWEPT_COUNTS = 2.0
"""Drift of a single sensor within a game, in counts; chosen."""
SUPPOSED = 5
"""Hypotheses kept at most."""
DOUBT_SCANS = 25
"""Scans averaged before a doubt is reported."""
SLICE = 4500
"""Computing time per turn of the loop, in empty turns, if nothing else is due."""
NOISE, MASKS, CONCLUDE = 900, 1200, 1600
"""Cost of steps, in empty turns of a loop; 95th percentile."""


class Decoder:
    """Converts counts to readings: one byte per place of the layout, 1 where a ball stands.

    ``counts``: raw, per sensor, written by the caller before ``scan``.  ``suppositions``: pairs
    ``(mask of cells, score)``, the likeliest first; more than one only in doubt.
    ``version`` grows whenever readings or suppositions change.
    """

    thinking = False
    """Scans go on while it computes, because their mean is needed; see ``Bank.thinking``."""
    SCAN = 1300
    """Cost of a scan, in empty turns of a loop."""

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
        # Rows by cell, not by place of the layout: all other modules here use cells.
        places = [(0.0, 0.0, 0.0)] * CELLS
        for i in range(len(field.cells)):
            places[field.cells[i]] = field.places[i]
        self.magnets = Magnets(field.spots, places, moments[len(moments) - 1])
        gc.collect()  # or temporary floats would fragment the heap between the arrays
        self.explainer = Explainer(self.magnets, field.jiggle_rad)
        self.explainer.likelihood.strength = calibration.strength
        self._learner = Learner(self.explainer)
        self.rest = RestDetector(calibration.noises)
        self.counts = array("H", [0] * sensors)
        self.readings = bytearray(len(field.cells))
        self.suppositions: list[tuple[int, float]] = [(0, 0.0)]
        self.version = 0
        self._thought: Stepper | None = None
        self._noise = zeros(sensors)  # variance of the next difference
        self._preparing: Stepper | None = None  # the screen, before the next change
        self._explaining = False  # ``_thought`` is a search of the explainer
        self._noting = False  # ``_thought`` updates the magnets: it is never dropped
        self._pairs: list[tuple[int, float]] = []  # result of the last search: balls and scores
        self._rests = Rests(self.rest, sensors)
        self._anchor: list[tuple[int, float]] = [(0, 0.0)]  # the balls last known for certain
        self._certain: Rest | None = None  # the rest in which they stood
        self._open: Rest | None = None  # the rest being explained
        self._thought_of: Rest | None = None  # the rest explained last
        self._empty: Rest | None = None  # a rest without any ball
        self._asked: Rest | None = None  # the rest about which the players are asked
        self._supposed = Found()  # the hypotheses of the suppositions then
        self._used = 0  # scans of it when it was explained
        self._wanted = 0  # scans of it from which it is explained again
        self.lost = False
        """Whether perhaps none of the suppositions is true, while ``doubtful``."""
        self._told = False  # players are asked: only a new rest or an answer changes anything

    @property
    def busy(self) -> bool:
        """Whether a change is not explained yet and the search goes on."""
        return self._thought is not None or self._open is not None or bool(self._rests.waiting)

    @property
    def restless(self) -> bool:
        """Whether readings change, or have changed and are not explained yet."""
        return not self._rests.quiet or self.busy

    @property
    def doubtful(self) -> bool:
        """Whether several suppositions are likely."""
        return len(self.suppositions) > 1 or self.lost

    def leave_out(self, sensor: int) -> None:
        """Ignore a failed sensor from now on."""
        self.use_again(sensor, 0)

    def use_again(self, sensor: int, noise: float) -> None:
        """Use a sensor again; ``noise``: standard deviation of one scan, raw counts."""
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
        """Compute for one slice; return True if readings or suppositions have changed.

        ``left``: time available, in empty turns of a loop.  Allocates nothing while the
        board rests.
        """
        version = self.version
        if left < MAX_STEP:
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
            if self._thought.run(min(left, SLICE)):
                self._end_thought()
        elif self._rests.waiting:
            self._open = self._rests.waiting.pop(0)
            self._ponder()
        elif self._open is not None and self._open.scans >= self._wanted:
            self._ponder()
        elif self._preparing is not None:
            if self._preparing.run(min(left, SLICE)):
                self._preparing = None
        return self.version != version

    def _end_thought(self) -> None:
        if self._noting:
            self._prepare()
        # The conclusion has steps of its own, after the search.
        self._thought = Stepper(self._conclusion()) if self._explaining else None
        self._explaining = self._noting = False

    def _prepare(self) -> None:
        """Begin to prepare the screen again: the known magnets have changed."""
        self.explainer.shortlist.forget()
        self._preparing = Stepper(self._preparation())

    def _preparation(self):
        certain = self._certain
        assert certain is not None
        yield NOISE
        self._note_noise(self._noise, 1 / STILL_SCANS + 1 / certain.scans)
        yield from self.explainer.shortlist.preparing(self._anchor[0][0], self._noise)

    def _ponder(self) -> None:
        """Start the search for hypotheses about the open rest."""
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
        self._thought = Stepper(self.explainer.think(self._anchor[0][0], quick, again))

    def _is_swept(self, now) -> bool:
        """Return whether the readings are those of the empty board: chi-squared below SWEPT."""
        empty = self._empty
        if empty is None or not self._anchor[0][0]:
            return False
        noises, share = self._calibration.noises, 1 / now.scans + 1 / empty.scans
        off, variances = zeros(self._sensors), zeros(self._sensors)
        for i in range(self._sensors):
            if noises[i]:
                off[i] = (now.means16[i] - empty.means16[i]) / MEAN
                variances[i] = noises[i] * noises[i] * share + SWEPT_COUNTS * SWEPT_COUNTS
        return chi_squared(off, variances) < SWEPT

    def _see_nothing(self, now) -> None:
        """Accept that all balls are gone."""
        self._certain = now
        self._anchor = [(0, 0.0)]
        self._told = self.lost = False
        for place in range(CELLS):
            self.magnets.forget(place)
        self._prepare()
        self._close()
        self._suppose(self._anchor)

    def _compare(self, now) -> None:
        """Compute the difference, microteslas, between a rest and the last certain one."""
        likelihood, calibration = self.explainer.likelihood, self._calibration
        before = self._certain
        assert before is not None
        share = 1 / now.scans + 1 / before.scans
        for i in range(self._sensors):
            scale = calibration.gains[i] * self._ut_per_count
            likelihood.difference[i] = (now.means16[i] - before.means16[i]) / 16 * scale
        self._note_noise(likelihood.noise, share)
        self._thought_of = now

    def _note_noise(self, noise, share: float) -> None:
        """Write to ``noise`` the variance of a difference of means, per sensor, in uT squared.

        ``share``: its ratio to the variance of one scan.
        """
        calibration, loud16 = self._calibration, self.rest.loud16
        for i in range(self._sensors):
            scale = calibration.gains[i] * self._ut_per_count
            deviation = calibration.noises[i] * scale * loud16 / 16
            noise[i] = deviation * deviation * share

    def _conclusion(self):
        """Decide, step by step, from the hypotheses found."""
        yield MASKS
        self._pairs = self.explainer.likelihood.found.masks()
        yield CONCLUDE
        self._conclude()
        if self._noting:
            yield from self._learner.remembering(self._anchor[0][0])

    def _conclude(self) -> None:
        """Accept the best hypothesis, wait for more scans, or ask the players."""
        judge, pairs = self.explainer.judge, self._pairs
        sure = judge.is_sure(pairs)
        if self._used < STILL_SCANS:
            sure = sure and judge.is_plain()
        if sure:
            self._accept()
        elif self._open is not self._rests.last:
            # Something has moved since: it is explained together with that.
            self._close()
        elif self._used < DOUBT_SCANS:
            self._wanted = STILL_SCANS if self._used < STILL_SCANS else DOUBT_SCANS
        else:
            self._tell_doubt()

    def _close(self) -> None:
        self._open = None
        self._rests.hurry = False

    def _accept(self) -> None:
        """Accept the best hypothesis as certain."""
        self._rest_on(self._pairs[0][0])
        self._noting = True
        self._close()
        self._suppose(self._anchor)

    def _rest_on(self, mask: int) -> None:
        """Accept that these balls stood at the rest explained last."""
        self._certain = self._thought_of
        self._anchor = [(mask, 0.0)]
        self._told = self.lost = False

    def _tell_doubt(self) -> None:
        """Keep the likely suppositions, so that players are asked; the certain rest stays."""
        self._told = True
        self._asked = self._thought_of
        lost, self.lost = self.lost, self.explainer.judge.is_doubtful()
        if lost != self.lost:
            self.version += 1
        pairs = self.explainer.likelihood.found.masks()
        spun = self.explainer.judge.without_spun()
        likely = [pair for pair in pairs[:SUPPOSED] if pair[1] > -DROPPED or pair[0] in spun]
        self._supposed = Found()
        for pair in likely:
            self._supposed.all.append(self.explainer.likelihood.found.of_mask(pair[0]))
        self._suppose(likely)
        self._close()

    def _suppose(self, pairs) -> None:
        """Use these suppositions; readings show the best of them."""
        before, self.suppositions = self.suppositions, pairs
        if [pair[0] for pair in before] == [pair[0] for pair in pairs]:
            return
        mask = pairs[0][0]
        for place in range(len(self._cells)):
            self.readings[place] = mask >> self._cells[place] & 1
        self.version += 1

    # From the game

    def expect(self, position: int, own: int, before: int = -1, own_before: int = 0) -> None:
        """Set the balls of the position and those its player may move, for the priors.

        ``before``: the same before the last turn, -1 if there was none.
        """
        self.explainer.priors.expect(position, own, before, own_before)

    def confirm(self, mask: int) -> None:
        """Accept that these balls stand: a turn was found, or the players have named one."""
        if not (self._told or self.doubtful) and self._anchor[0][0] == mask:
            return
        self._finish()
        if self._told and self.holds(mask):
            # The answer: with the balls known, the moments of that rest can be computed.
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
        """Accept that these balls stand now, although no hypothesis says so.

        All changes since the last certain rest are taken to have led to them.
        """
        before = self._anchor[0][0]
        self._think_anew()
        self._rests.waiting = []
        self._compare(self._rests.last)
        self._rest_on(mask)
        self._note(self._learner.learning(before, mask, Found()))
        self._close()

    def _think_anew(self) -> None:
        """Drop the current search: its starting point was wrong."""
        self._thought = None
        self._explaining = False
        self._wanted = 0

    def _note(self, thought) -> None:
        """Update the magnets, step by step, before anything else is explained."""
        self._thought = Stepper(thought)
        self._noting = True

    def _finish(self) -> None:
        """Finish a pending update of the magnets."""
        if self._noting:
            assert self._thought is not None
            self._thought.finish()
            self._end_thought()

    def assume(self, readings) -> None:
        """Take these balls as standing at power-on: sensors show changes only."""
        mask = 0
        for place in range(len(self._cells)):
            if readings[place]:
                mask |= 1 << self._cells[place]
        self._anchor = [(mask, 0.0)]
        self._suppose(self._anchor)

    def holds(self, mask: int) -> bool:
        """Return whether this set of balls is one of the suppositions."""
        for pair in self.suppositions:
            if pair[0] == mask:
                return True
        return False

    def reject(self, masks, position: int) -> None:
        """Drop these sets of balls; fall back on the position if none is left.

        The position itself is never dropped: a turn may leave the same cells occupied.
        """
        left = [(position, 0.0)] if self.lost else []
        if not left:
            for pair in self.suppositions:
                if pair[0] == position or pair[0] not in masks:
                    left.append(pair)
        if len(left) > 1 and left[0][0] != position:
            self._suppose(left)
        else:
            self.confirm(left[0][0] if left else position)
