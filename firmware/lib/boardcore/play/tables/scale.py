"""Table with four load cells under a plate.

A decoder computes the readings; from a rest to its lights it takes a few loop iterations.
Boards with switches or Hall sensors never load this module.
"""

from boardcore.errors import IllegalMove, ParseError
from boardcore.games import WEIGHT
from boardcore.lights import cues
from boardcore.play.tables.decoded import DecodedTable
from boardcore.sensing.observe.weight.bank import Bank
from boardcore.verdicts import AMBIGUOUS, WRONG

MIN_GRAMS, MAX_GRAMS = 100, 50000
"""Range of the mass of the piece of a calibration, 0.01 g."""


class ScaleTable(DecodedTable):
    """A table with a ``decoder``; the caller hands samples of load cells to ``sample_sink``."""

    CALIBRATE = "boardcore.sensing.observe.weight.calibrate"
    RECOGNIZER = WEIGHT
    PROBE = "boardcore.sensing.observe.weight.probe"

    def _make_bank(self) -> None:
        """Create the bank of load cells, with the stored calibration or without one."""
        self.bank = self.sample_sink = Bank(self._layout, self.store.load_cal())
        self.decoder = self.bank.decoder

    def begin(self, variant: str, options: str, start: str, origin: str, number="") -> None:
        """Start another game; first store the gains found during the last one."""
        with_corrections = self.bank.recheck()
        if with_corrections is not None:
            self.store.save_cal(with_corrections)
        DecodedTable.begin(self, variant, options, start, origin, number)

    def _fill_frame(self, now_ms: int, lost: bool) -> None:
        DecodedTable._fill_frame(self, now_ms, lost)
        bank = self.bank
        if self.tracker.verdict not in (AMBIGUOUS, WRONG) and bank.foreign_cell >= 0:
            self.frame.mark(bank.foreign_cell, cues.SURPLUS, cues.RED)
        elif bank.is_restless:
            self.frame.mark_all(bank.corners, cues.SURPLUS, cues.RED)

    # The caller's loop

    def _take_readings(self, now_ms: int) -> bool:
        # What was weighed does not flicker.  Where players name a turn, the decoder believes it at
        # once: what it believed before must not be taken for the next turn.
        settled = self._debouncer.readings
        if settled == self.readings:
            return False
        settled[:] = self.readings
        return True

    # Calibration

    def calibrate(self, what: str, day: str) -> None:
        """Set the mass of the piece too, in 0.01 g; see ``DecodedTable.calibrate``."""
        if what != "grams":
            DecodedTable.calibrate(self, what, day)
        elif self.link.calibrator is None:
            raise IllegalMove("not-calibrating", "Nothing is being calibrated.")
        elif not day.isdigit() or not MIN_GRAMS <= int(day) <= MAX_GRAMS:
            told = "mass '%s': expected %d to %d hundredths of a g"
            raise ParseError(told, day, MIN_GRAMS, MAX_GRAMS)
        else:
            self.sample_sink.grams = int(day) / 100
