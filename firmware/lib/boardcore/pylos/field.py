"""Decoder and recognizer of Pylos over linear Hall sensors and free magnets.

Every level is seen, so a turn is plain as soon as its balls lie there; in doubt the board asks.
"""

from boardcore.pylos.levels import Recognizer as RecognizerOfLevels
from boardcore.pylos.model import PylosModel
from boardcore.sensing.explain.explainer import Explainer
from boardcore.sensing.observe.field.field import Field

SETTLE_MS = 1000
"""Time for a player to push the ball on to another cell, ms; chosen."""


class Decoder(Explainer):
    """Explainer of the balls on a board of Pylos over Hall sensors."""

    SCAN = 1300
    """Cost of a scan, in empty loop iterations; chosen."""

    def __init__(self, layout, calibration) -> None:
        self._cells = layout.field.cells
        Explainer.__init__(self, Field(layout, calibration), PylosModel(self._cells), 0)

    def scan(self, counts) -> None:
        """Take a scan.  Allocates nothing."""
        self.observation.rest.scan(counts)

    def told(self) -> str:
        """Return what is wrong with a piece, for the ``health`` message; "" for nothing."""
        seen = self.observation
        if seen.sticks < 0:
            return ""
        return "sticks:%d,shows:%d" % (self._cells[seen.sticks], seen.left_ut)


class Recognizer(RecognizerOfLevels):
    """Recognizes the turns of one game of Pylos from free magnets."""

    settle_ms = SETTLE_MS
    slide_ms = 15000
    sees_slides = False
