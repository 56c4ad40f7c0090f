"""Loop of a table whose readings a decoder computes, of plates and Hall boards.

Apart from ``calibrated``, which boards of thresholds load on a plain Pico.
"""

from boardcore.lights import cues
from boardcore.play.tables.calibrated import CalibratedTable
from boardcore.play.tables.table import Table
from boardcore.verdicts import AT_REST

ITERATION = 5700
"""Cost of a loop iteration at most, in empty iterations; the tracker takes the difference to 6,900
(firmware/docs/memory.md)."""
BYTE = 55
"""Cost of a byte from the computer, in empty iterations."""


class DecodedTable(CalibratedTable):
    """A table with a ``bank`` whose ``work`` runs the decoder."""

    SLICE = 3500
    """Cost of a slice of the decoder at most, empty loop iterations; chosen: samples take the
    rest."""

    def _fill_frame(self, now_ms: int, lost: bool) -> None:
        Table._fill_frame(self, now_ms, lost)
        if self.tracker.verdict == AT_REST:
            self.frame.beat(self.bank.cells, cues.BEAT_FAILED)

    # The caller's loop

    def bring_along(self, now_ms: int) -> None:
        """Keep stored times within a day."""
        if self.bank is not None:  # during a calibration there is none
            self.bank.bring_along(now_ms)
        CalibratedTable.bring_along(self, now_ms)

    def _take_readings(self, now_ms: int) -> bool:
        """Take the decoder's readings once they stand; return whether they have changed."""
        return self._debouncer.take(self.readings, now_ms)

    def step(self, now_ms: int) -> None:
        """Do what is due, in order of urgency; the rest waits for the next loop iteration.

        Allocates nothing while the board rests.
        """
        self._now_ms = now_ms
        left, self.bytes_received = ITERATION - BYTE * self.bytes_received, 0
        if self._step_first():
            self.had_input = False
            return
        bank, tracker = self.bank, self.tracker
        if self.had_input:
            left = 0  # a press took the time of this iteration
        if left > 0 and bank.work(min(left, self.SLICE), now_ms):
            self._content_key = -1
            left = 0
        if self._take_readings(now_ms):
            self._take_snapshot()
        asked = tracker.question
        self._handle_event(tracker.update(self._observed, self.outcome is not None, now_ms))
        if self.had_input or tracker.did_work or tracker.question is not asked:
            # Its lights and messages follow in the next iterations: this one was long.
            self.had_input = False
            return
        drawn = self._draw()
        self._light()
        if drawn:
            return
        if tracker.recognizer.has_work:
            if tracker.compute(left):
                self._content_key = -1
            return
        if self.opponent is not None and self.opponent.step(now_ms, left):
            return
        # A failed sensor shows after seconds: it is checked when nothing else is due.
        if bank.watch(now_ms):
            self._content_key = -1
        self.link.step(now_ms)
