"""Table with one Hall sensor per cell, read as switches.

Boards with switches never load this module.
"""

# The table first, and not from within ``calibrated``: that takes 6 kB more of a Pico's heap.
from boardcore.play.tables.switches import SwitchTable  # isort: skip
from boardcore.play.tables.calibrated import CalibratedTable  # isort: skip
from boardcore.sensing.observe.presence import Presence


# In this order: a board's Python looks for a name in the first base and in all of its own first.
class ThresholdTable(CalibratedTable, SwitchTable):
    """A table whose ``sample_sink`` gets a scan of its Hall sensors and writes ``readings``."""

    CALIBRATE = "boardcore.sensing.observe.empty"

    def _make_bank(self) -> None:
        """Create the thresholds, with the stored calibration or without one."""
        self.bank = self.sample_sink = self.decoder = Presence(self._layout, self.store.load_cal())

    def _assume(self) -> None:
        self.readings = self.bank.readings
