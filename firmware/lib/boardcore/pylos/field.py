"""Pylos over linear Hall sensors: the decoder of balls with free magnets, and the recognizer.

Every level is seen, so a turn is plain as soon as its balls lie there; in doubt the board asks.
"""

from array import array

from boardcore.pylos.levels import Recognizer as RecognizerOfLevels
from boardcore.pylos.model import PylosModel
from boardcore.sensing.explain.cost import IMPOSSIBLE, MAX_MARGIN
from boardcore.sensing.explain.explainer import Explainer
from boardcore.sensing.explain.hypotheses import by_cost
from boardcore.sensing.observe.field.field import Field
from boardcore.store.calibration import Calibration
from boardcore.ticks import ticks_add

SETTLE_MS = 1000
"""Time for a player to push the ball on to another cell."""


class Decoder(Explainer):
    """What stands on a board of Pylos over Hall sensors.

    ``counts``: raw, per sensor, written by the caller before ``scan``; ``sticks``: place of a ball
    whose magnet does not turn, -1 for none.
    """

    thinking = False
    """Scans go on while it computes, because their mean is needed; see ``Bank.thinking``."""
    SCAN = 1300
    """Cost of a scan, in empty turns of a loop."""

    def __init__(self, layout, calibration=None) -> None:
        given = layout.field
        if calibration is None:
            calibration = Calibration(len(given.spots), given.noise_counts)
        self._calibration = calibration
        self._interval_ms = layout.scanner["interval_ms"]
        self._time_ms = 0
        self.sticks = -1
        self.counts = array("H", [0] * len(given.spots))
        self._cells = given.cells
        Explainer.__init__(self, Field(layout, calibration), PylosModel(given.cells), 0)

    def scan(self) -> None:
        """Take the scan in ``counts``.  Allocates nothing."""
        self._time_ms = ticks_add(self._time_ms, self._interval_ms)
        self.observation.scan(self.counts)

    def work(self, left: int, now_ms: int = -1) -> bool:
        """Compute for one slice; return True if the hypotheses have changed."""
        return Explainer.work(self, left, self._time_ms)

    def bring_along(self, now_ms: int) -> None:
        """Keep stored times within a day of the decoder's own clock, which counts scans."""
        Explainer.bring_along(self, self._time_ms)

    def _explain_steps(self, ms: int):
        """Explain the difference; if nothing does, by one ball whose magnet sticks."""
        yield from Explainer._explain_steps(self, ms)
        if not self.foreign or len(self.posterior) > 1:
            return
        state, found = self.state, []
        for changes in self.model.changes(state):
            for change in changes:
                cost = yield from self.observation.sticks_steps(state, change)
                if cost < IMPOSSIBLE:
                    after = self.model.after(state, (change,))
                    found.append((cost, self.observation.chi2, (change,), after))
        found.sort(key=by_cost)
        if found and (len(found) < 2 or found[1][0] - found[0][0] > MAX_MARGIN):
            sign, place, _ = found[0][2][0]
            self.sticks = place if sign > 0 else -1
            self._conclude(found[:1])

    def told(self) -> str:
        """Return what is wrong with a piece, for the ``health`` message; "-" for nothing."""
        return "-" if self.sticks < 0 else "sticks:%d" % self._cells[self.sticks]

    def leave_out(self, sensor: int) -> None:
        """Ignore a failed sensor from now on."""
        self.use_again(sensor, 0)

    def use_again(self, sensor: int, noise: float) -> None:
        """Use a sensor again; ``noise``: standard deviation of one scan, raw counts."""
        self._calibration.noises[sensor] = noise
        self.observation.set_noises()


class Recognizer(RecognizerOfLevels):
    """Recognizes the turns of one game of Pylos from free magnets."""

    settle_ms = SETTLE_MS
    slide_ms = 15000
    sees_slides = False

    def _is_lost(self) -> bool:
        """Return whether nothing explains what the sensors show: players can name any turn."""
        return self.decoder.foreign
