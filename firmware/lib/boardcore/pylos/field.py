"""Decoder and recognizer of Pylos over linear Hall sensors and free magnets.

Every level is seen, so a turn is plain as soon as its balls lie there; in doubt the board asks.
"""

from boardcore.pylos.levels import Recognizer as RecognizerOfLevels
from boardcore.pylos.model import PylosModel
from boardcore.sensing.explain.cost import IMPOSSIBLE, MAX_MARGIN
from boardcore.sensing.explain.explainer import Explainer
from boardcore.sensing.explain.hypotheses import by_cost
from boardcore.sensing.observe.field.field import Field

SETTLE_MS = 1000
"""Time for a player to push the ball on to another cell, ms; chosen."""


class Decoder(Explainer):
    """Explainer of the balls on a board of Pylos over Hall sensors.

    ``sticks``: place of a ball whose magnet does not turn, -1 for none.
    """

    SCAN = 1300
    """Cost of a scan, in empty loop iterations; chosen."""

    def __init__(self, layout, calibration) -> None:
        self.sticks = -1
        self._cells = layout.field.cells
        Explainer.__init__(self, Field(layout, calibration), PylosModel(self._cells), 0)

    def scan(self, counts) -> None:
        """Take a scan.  Allocates nothing."""
        self.observation.scan(counts)

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
        """Return what is wrong with a piece, for the ``health`` message; "" for nothing."""
        return "" if self.sticks < 0 else "sticks:%d" % self._cells[self.sticks]


class Recognizer(RecognizerOfLevels):
    """Recognizes the turns of one game of Pylos from free magnets."""

    settle_ms = SETTLE_MS
    slide_ms = 15000
    sees_slides = False
