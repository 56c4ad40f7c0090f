"""Hall probe: what a computer may ask a board with Hall sensors about each of them.

Besides buttons and one pixel: the mean of each sensor, and its noise.
"""

from array import array

from boardcore.link.probe import Probe
from boardcore.sensing.hall.scans import Block

BLOCK = 16
"""Scans: about a second at Pylos, half of one at Gygès."""
LINE = 16
"""Sensors that fit into a line."""
NOISE_MOST = 0xFFF


class FeltProbe(Probe):
    """Takes each scan besides what feels; see ``Bank.listener``."""

    def __init__(self, readings, pixels: int, counts) -> None:
        """``counts``: of each scan."""
        Probe.__init__(self, readings, pixels)
        sensors = self._sensors = len(counts)
        self._scans = Block(counts, BLOCK)
        self._means = array("H", [0] * sensors)
        self._noises = array("H", [0] * sensors)
        self._block = 0
        self._told = sensors  # the first sensor that is still to be told of

    @property
    def more(self) -> bool:  # type: ignore[override]
        """Whether there is a line about sensors to be told."""
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
            self._noises[i] = min(NOISE_MOST, int(4 * noise + 0.5))
        self._block += 1
        self._told = 0

    def felt_fields(self) -> tuple:
        """Return block, first sensor, means and noises of as many as fit into a line."""
        first, end = self._told, min(self._sensors, self._told + LINE)
        self._told = end
        means = "".join(["%04x" % self._means[i] for i in range(first, end)])
        noises = "".join(["%03x" % self._noises[i] for i in range(first, end)])
        return (self._block, first, means, noises)
