"""Table with switches, which lights a lifted piece in the same loop iteration.

The computation from readings to lights is short enough (firmware/docs/memory.md).
"""

from boardcore.play.tables.table import Table

THINK = 4700
"""Cost of a slice of computation at most, in empty loop iterations (firmware/docs/memory.md)."""
MAX_SILENT = 3
"""Loop iterations in a row that may draw lights and send nothing to the computer."""


class SwitchTable(Table):
    """A table with a ``step``.  ``readings``: written by the caller."""

    _silent = 0
    """Turns in a row in which nothing was sent to the computer."""

    def _step_first(self) -> bool:
        """Return whether something takes the place of the game: nothing does here."""
        return False

    def step(self, now_ms: int) -> None:
        """Do everything that is due.  Allocates nothing while the board rests."""
        self._now_ms = now_ms
        if self._step_first():
            self.had_input = False
            return
        if self._debouncer.take(self.readings, now_ms):
            self._take_snapshot()
        asked = self.tracker.question
        self._handle_event(self.tracker.update(self._observed, self.outcome is not None, now_ms))
        heard, self.bytes_received = self.bytes_received, 0
        both = heard and self.tracker.did_work
        if self.had_input or both or self.tracker.question is not asked:
            # Its lights and messages follow in the next loop iteration: this one was long.
            self.had_input = False
            return
        if self.opponent is not None and not self.tracker.recognizer.has_work:
            self.opponent.step(now_ms, THINK)
        elif self.tracker.compute(THINK):
            self._content_key = -1
        # Players wait for the lights; the computer's message comes in another turn.
        drawn = self._draw()
        self._light()
        if drawn and self._silent < MAX_SILENT:
            self._silent += 1
            return
        self._silent = 0
        self.link.step(now_ms)
