"""Table with linear Hall sensors.

A decoder computes the readings; failing sensors are noticed; a calibration starts by holding both
buttons or from the computer.  Boards with switches never load this module.
"""

from boardcore.games import FIELD
from boardcore.play.tables.decoded import DecodedTable
from boardcore.sensing.observe.field.bank import Bank
from boardcore.store.hall_cal import decode, layout_crc
from boardcore.ticks import ticks_diff

THINK_MS = 1500
"""Computing time, ms, after which the lights show that the board is thinking."""


class HallTable(DecodedTable):
    """A table with a ``bank`` of Hall sensors.

    ``sample_sink``: the caller fills its ``counts`` and calls its ``scan`` after each scan.
    The calibration is what the ``store`` keeps.
    """

    CALIBRATE = "boardcore.sensing.observe.empty"
    RECOGNIZER = FIELD
    TIMES = DecodedTable.TIMES + ("_known_ms",)
    SLICE = 5000
    """Cost of a slice of the decoder at most, empty loop iterations; chosen: scans take the
    rest."""

    def _make_bank(self) -> None:
        """Create the bank of sensors, with the stored calibration or without one."""
        layout = self._layout
        of = self.store.load_cal(), len(layout.field.sensor_mm), layout_crc(layout)
        self.bank = self.sample_sink = Bank(layout, *decode(*of))
        self.decoder = self.bank.decoder
        self._known_ms = self._both_ms  # when all changes were last explained

    # The caller's loop

    def _step_first(self) -> bool:
        """Start a calibration when both buttons are held; return whether one is running.

        Allocates nothing while the board rests.
        """
        if DecodedTable._step_first(self):
            return True
        # Lights show that the board is thinking, if that takes long.
        if not self.tracker.recognizer.busy:
            self._known_ms = self._now_ms
        thinking = ticks_diff(self._now_ms, self._known_ms) >= THINK_MS
        if thinking != self.thinking:
            self.thinking = thinking
            self._content_key = -1
        return False
