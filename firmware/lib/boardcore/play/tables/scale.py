"""Table with four load cells under a plate.

A decoder computes the readings; from a rest to its lights it takes a few loop iterations.
Boards with switches or Hall sensors never load this module.
"""

from boardcore.errors import IllegalMove, ParseError
from boardcore.games import scale_module
from boardcore.lights import cues
from boardcore.play.tables.calibrated import CalibratedTable
from boardcore.play.tables.table import Table
from boardcore.sensing.observe.weight.bank import Bank
from boardcore.verdicts import AMBIGUOUS, AT_REST, WRONG

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only
    from boardcore.sensing.explain.explainer import Explainer as Decoder
    from boardcore.sensing.observe.weight.calibrate import Calibrator

MIN_GRAMS, MAX_GRAMS = 100, 50000
"""Range of the mass of the piece of a calibration, 0.01 g."""

TURN = 5700
"""Cost of one loop iteration at most, in empty iterations; see ``halls``."""
THOUGHT = 3500
"""Cost of a slice of the decoder at most: samples and tracker take the difference."""


class ScaleTable(CalibratedTable):
    """A table with a ``decoder``; the caller hands samples of load cells to ``sample_sink``."""

    CALIBRATE = "boardcore.sensing.observe.weight.calibrate"
    PROBE = "boardcore.sensing.observe.weight.probe"
    bank: Bank
    decoder: "Decoder"
    sample_sink: "Bank | Calibrator"

    def _make_bank(self) -> None:
        """Create the bank of load cells, with the stored calibration or without one."""
        self.bank = self.sample_sink = Bank(self._layout, self.store.load_cal())
        self.decoder = self.bank.decoder

    def begin(self, variant: str, options: str, start: str, origin: str, number="") -> None:
        """Start another game; first store the gains found during the last one."""
        with_corrections = self.bank.recheck()
        if with_corrections is not None:
            self.store.save_cal(with_corrections)
        CalibratedTable.begin(self, variant, options, start, origin, number)

    def _recognizers(self):
        return scale_module(self._layout.game)

    def _fill_frame(self, now_ms: int, lost: bool) -> None:
        Table._fill_frame(self, now_ms, lost)
        bank = self.bank
        if self.tracker.verdict == AT_REST:
            for cell in bank.cells:
                self.frame.beat(cell, cues.BEAT_FAILED)
        if self.tracker.verdict not in (AMBIGUOUS, WRONG) and bank.foreign_cell >= 0:
            self.frame.mark(bank.foreign_cell, cues.SURPLUS, cues.RED)

    # The caller's loop

    def bring_along(self, now_ms: int) -> None:
        """Keep stored times within a day."""
        self.decoder.bring_along(now_ms)
        CalibratedTable.bring_along(self, now_ms)

    def step(self, now_ms: int) -> None:
        """Do what is due, in order of urgency; what does not fit into this turn waits for the next.

        Allocates nothing while the board rests.
        """
        self._now_ms = now_ms
        left, self.bytes_received = TURN - 55 * self.bytes_received, 0
        if self._step_first():
            self.had_input = False
            return
        bank = self.bank
        bank.listener = self.link.probe
        if self.had_input:
            left = 0  # a press took the time of this turn
        decoder, tracker = self.decoder, self.tracker
        if left and decoder.work(min(left, THOUGHT), now_ms):
            self._content_key = -1
            left = 0
        seen = self._debouncer.readings
        if seen != self.readings:
            # What was weighed does not flicker.  Where players name a turn, the decoder believes it
            # at once: what it believed before must not be taken for the next turn.
            seen[:] = self.readings
            self._take_snapshot()
        asked = tracker.question
        self._handle_event(tracker.update(self._observed, self.outcome is not None, now_ms))
        if self.had_input or tracker.did_work or tracker.question is not asked:
            # Its lights and messages follow in the next loop iteration: this one was long.
            self.had_input = False
            return
        if tracker.recognizer.has_work:
            if tracker.compute(left):
                self._content_key = -1
            return
        if self.opponent is not None and self.opponent.step(now_ms, left):
            return
        drawn = self._draw()
        self._light()
        if drawn:
            return
        # A failed load cell shows after seconds: it is checked when nothing else is due.
        if bank.watch(now_ms):
            self._content_key = -1
        self.link.step(now_ms)

    # Calibration

    def calibrate(self, what: str, day: str) -> None:
        """Set the mass of the piece too, in 0.01 g; see ``CalibratedTable.calibrate``."""
        if what != "grams":
            CalibratedTable.calibrate(self, what, day)
        elif self.link.calibrator is None:
            raise IllegalMove("not-calibrating", "Nothing is being calibrated.")
        elif not day.isdigit() or not MIN_GRAMS <= int(day) <= MAX_GRAMS:
            raise ParseError(
                "mass '%s': expected %d to %d hundredths of a g", day, MIN_GRAMS, MAX_GRAMS
            )
        else:
            self.sample_sink.grams = int(day) / 100  # type: ignore[union-attr]
