"""Answers to a computer's questions about each load cell.

Besides buttons and a pixel: raw samples, as they come; the computer does the statistics.
"""

from array import array

from boardcore.link.probe import Probe
from boardcore.ticks import ticks_diff

LINE = 20
"""Samples that fit into a line, six hexadecimal digits each, as in firmware/PROTOCOL.md."""
MASK = (1 << 24) - 1
"""Bits of one sample, 24, by the datasheet of the HX711."""
MAX_SPAN = 99999
"""Largest time between samples on the wire, ms; chosen: five digits."""


class SensorProbe(Probe):
    """Takes each sample besides what weighs; see ``Bank.listener``."""

    KIND = "samples"

    def __init__(self, readings, pixels: int, counts) -> None:
        """``counts``: one raw count per load cell."""
        Probe.__init__(self, readings, pixels)
        cells = len(counts)
        self._cells = cells
        self._samples = array("i", [0] * (2 * LINE * cells))
        self._count = bytearray(cells)  # of samples in the half that is being filled
        self._half = bytearray(cells)
        self._since_ms = array("i", [0] * cells)
        self._span_ms = array("i", [0] * cells)
        self._full = bytearray(cells)  # the other half waits to be told
        self._lost = array("i", [0] * cells)
        self._lines = 0

    @property
    def more(self) -> bool:  # type: ignore[override]
        """Whether there is a line of samples to be told."""
        return 1 in self._full

    def take(self, cell: int, sample: int, now_ms: int) -> None:
        """Take one sample.  Allocates nothing."""
        count = self._count[cell]
        if not count and not self._half[cell] & 2:
            self._half[cell] |= 2
            self._since_ms[cell] = now_ms
        at = LINE * (2 * cell + (self._half[cell] & 1)) + count
        self._samples[at] = sample
        self._count[cell] = count + 1
        if count + 1 < LINE:
            return
        self._count[cell] = 0
        self._span_ms[cell] = ticks_diff(now_ms, self._since_ms[cell])
        self._since_ms[cell] = now_ms
        if self._full[cell]:
            self._lost[cell] += LINE
        self._full[cell] = 1
        self._half[cell] ^= 1

    def hall_fields(self) -> tuple:
        """Return line, cell, time since the cell's line before, samples lost, samples."""
        cell = list(self._full).index(1)
        self._full[cell] = 0
        first = LINE * (2 * cell + 1 - (self._half[cell] & 1))
        words = ["%06x" % (self._samples[at] & MASK) for at in range(first, first + LINE)]
        self._lines += 1
        span_ms = min(MAX_SPAN, self._span_ms[cell])
        return (self._lines, cell, span_ms, self._lost[cell], "".join(words))
