"""Lights round a board that is not drilled show one cell at a time.

A cell is lit by both ends of its column and of its row; where it stands straight above
another cell, the corners glow with it.  Several cells take turns, a whole rhythm each, the most
urgent first.  What the whole board says is shown at once, each cell by the nearer ends.

::

         .  .  #  .  .         c3 asks: its column and its row blink, and nothing else
       .                .
       #       c3       #
       .                .
         .  .  #  .  .
"""

from boardcore.lights import cues
from boardcore.lights.render import Lights
from boardcore.lights.rhythms import SLOT_MS, SLOTS

ROUND_MS = SLOTS * SLOT_MS
"""Time for which one cell is shown, ms; the next one follows."""
TOGETHER = (cues.WON, cues.DRAWN, cues.PYRAMID, cues.SQUARE, cues.COUNTDOWN, cues.NEW_GAME)
"""Cues that mean many cells at once."""
SILENT = cues.RAISE
"""Cues up to this one take no turn, but for the last turn at rest: where balls may be placed and
which may be raised is seen without lights, and would take half a minute to show."""


class RimLights(Lights):
    """Renders a frame of cues, one per cell, into the colours of pixels round the board.

    ``rim``: the layout's.
    """

    def __init__(self, rim, pixels: int, strip: dict, brightness: int = 100) -> None:
        Lights.__init__(self, pixels, strip, brightness)
        self._rim = rim
        self.cues = bytearray(pixels)
        self.tints = bytearray(pixels)
        self.beats = bytearray(pixels)
        self._turns = bytearray(len(rim.of_cell))  # the cells to show one after the other
        self.targets = 0
        """Number of cells that take turns."""
        self._first = 0  # the round in which the first cell is shown whole
        self._round = -1

    def render(self, frame, now_ms: int, changed: bool) -> bool:
        """Bring ``colours`` up to date; return whether they may have changed.

        Allocates nothing.
        """
        now = now_ms // ROUND_MS
        if changed:
            self._line_up(frame)
            self._first = now + (1 if now_ms % ROUND_MS else 0)
        elif now != self._round and self.targets > 1:
            changed = True
        if changed:
            self._show(frame, max(now - self._first, 0))
        self._round = now
        return Lights.render(self, self, now_ms, changed)

    def _line_up(self, frame) -> None:
        """Put the cells in the order in which they are shown."""
        said = frame.cues
        strongest = max(said)
        self.targets = 0
        if strongest in TOGETHER:
            return
        turns = self._turns
        for cell in range(len(said)):
            cue = said[cell]
            if cue in TOGETHER or cue <= SILENT and (cue != cues.LAST or strongest > SILENT):
                continue
            at = self.targets
            while at and said[turns[at - 1]] < cue:
                turns[at] = turns[at - 1]
                at -= 1
            turns[at] = cell
            self.targets += 1

    def _show(self, frame, turn: int) -> None:
        """Light the cell whose turn it is, or all that speak together, and the beats."""
        for pixel in range(len(self.cues)):
            self.cues[pixel] = cues.OFF
            self.beats[pixel] = 0
        rim = self._rim
        if self.targets:
            cell = self._turns[turn % self.targets]
            self._light(rim.of_cell[cell], frame.cues[cell], frame.tints[cell])
        for cell in range(len(frame.cues)):
            if not self.targets and frame.cues[cell] in TOGETHER:
                self._light(rim.near_of_cell[cell], frame.cues[cell], frame.tints[cell])
            if frame.beats[cell]:
                self.beats[rim.beat_of_cell[cell]] |= frame.beats[cell]

    def _light(self, pixels, cue: int, tint: int) -> None:
        for pixel in pixels:
            if cue >= self.cues[pixel]:
                self.cues[pixel] = cue
                self.tints[pixel] = tint
