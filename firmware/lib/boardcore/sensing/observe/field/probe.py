"""Mean and noise of each Hall sensor, for the doctor.

Buttons and one pixel are tested as on any board (``boardcore.link.probe``).
"""

from array import array

from boardcore.link.probe import Probe
from boardcore.sensing.observe.scans import Block

BLOCK = 16
"""Scans averaged: 1 s at Pylos, 0.5 s at Gygès."""
LINE = 16
"""Sensors per line of the wire."""
MAX_NOISE = 0xFFF
"""Largest noise on the wire, in quarters of a count."""


class SensorProbe(Probe):
    """Averages the scans that the decoder takes; see ``Bank.listener``."""

    def __init__(self, readings, pixels: int, counts) -> None:
        """``counts``: one raw count per sensor, new at each ``scan``."""
        Probe.__init__(self, readings, pixels)
        sensors = self._sensors = len(counts)
        self._scans = Block(counts, BLOCK)
        self._means = array("H", [0] * sensors)
        self._noises = array("H", [0] * sensors)
        self._block = 0
        self._told = sensors  # the first sensor of the next line

    @property
    def more(self) -> bool:  # type: ignore[override]
        """Whether a line about sensors is still to be sent."""
        return self._told < self._sensors

    def scan(self) -> None:
        """Take a scan.  Allocates nothing but at the end of a block."""
        if self._scans.add():
            self._close()

    def _close(self) -> None:
        for i in range(self._sensors):
            self._means[i] = self._scans.sums[i] // BLOCK
            # In quarters of a count.
            noise = self._scans.noise(self._scans.squares[i])
            self._noises[i] = min(MAX_NOISE, int(4 * noise + 0.5))
        self._block += 1
        self._told = 0

    def hall_fields(self) -> tuple:
        """Return block number, first sensor, and hex means and noises of the next LINE sensors."""
        first, end = self._told, min(self._sensors, self._told + LINE)
        self._told = end
        means = "".join(["%04x" % self._means[i] for i in range(first, end)])
        noises = "".join(["%03x" % self._noises[i] for i in range(first, end)])
        return (self._block, first, means, noises)
