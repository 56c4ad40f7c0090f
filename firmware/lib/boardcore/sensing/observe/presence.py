"""Linear Hall sensors read as switches, one per cell, by a threshold.

An upright bias holds the spheres in the balls upright, so a ball adds at least 1.06 mT to its own
sensor and its neighbours change it by at most 0.21 mT (hardware/checks.md): a plain threshold
against the empty board tells full from empty.  North up or down follows from the bias itself.
"""

from array import array

from boardcore.sensing.observe.bank import SensorBank
from boardcore.store.hall_cal import MID_SCALE, decode, layout_crc

BLOCK = 16
"""Scans averaged for an empty board that nobody has measured: a third of a second."""
HEALED = 0.75
"""Share of the threshold below which a sensor was full as its empty board was measured."""
ODD = 0.5
"""Share of the threshold beyond which a reading is of a ball, whose sphere sticks if it is not
full; neighbours add 0.35."""
ODD_SCANS = 250
"""Scans until it is reported, 5 s, as a hand may hover; chosen."""
RAIL = 400
"""Counts from either end of the converter: a wire is off, or a sensor saturates."""


class Presence(SensorBank):
    """The Hall sensors of a board with ``sensing`` ``threshold``.

    It is ``bank`` and ``sample_sink`` of a table.

    ``counts``: one raw count per sensor, written by the caller before ``scan``; ``readings``: a
    byte per sensor, 1 where a ball stands.
    """

    def __init__(self, layout, stored: bytes) -> None:
        given = layout.field
        self._cells = given.cells
        self._sensors = sensors = len(given.sensor_mm)
        self.counts = array("H", [MID_SCALE] * sensors)
        self.readings = bytearray(sensors)
        self._is_failed = bytearray(sensors)
        self._on = int(given.full_mt / given.mt_per_count)
        self._off = int((given.full_mt - given.apart_mt) / given.mt_per_count)
        self._healed = int(HEALED * given.full_mt / given.mt_per_count)
        self._odd = int(ODD * self._on)
        self._odd_scans = bytearray(sensors)
        self._was_full = bytearray(sensors)
        self._sticks = -1  # sensor below a ball whose sphere does not turn, -1: none
        SensorBank.__init__(self, layout, *decode(stored, sensors, layout_crc(layout)))
        self._waited = 0
        self._empty = array("i", [0] * sensors)
        if self._stored is not None:
            self._empty[:] = array("i", list(self._stored.offsets))
            self._waited = BLOCK
        self._sign = self._north()

    def _north(self) -> int:
        """Return 1 if the bias makes readings larger, else -1."""
        return 1 if sum(self._empty) >= MID_SCALE * self._sensors else -1

    def scan(self) -> None:
        """Take the scan in ``counts``.  Allocates nothing while the board rests."""
        if self.listener is not None:
            self.listener.scan()
        if self._waited < BLOCK:
            self._measure()
            return
        counts, empty = self.counts, self._empty
        readings, sign = self.readings, self._sign
        for i in range(self._sensors):
            count = counts[i]
            if (count < RAIL or count > 65535 - RAIL) != self._is_failed[i]:
                self._fail(i)
            if self._is_failed[i]:
                continue  # what stood there last counts
            off = sign * (count - empty[i])
            if off > self._on:
                readings[i] = self._was_full[i] = 1
            elif off < self._off:
                readings[i] = 0
                if off < -self._healed and not self._was_full[i]:
                    # No ball makes less than none: one stood there as this was measured.
                    empty[i] = count
                    off = 0
            if -self._odd < off < self._odd or readings[i]:
                self._odd_scans[i] = 0
            elif self._odd_scans[i] < ODD_SCANS:
                self._odd_scans[i] += 1
                if self._odd_scans[i] == ODD_SCANS:
                    self._sticks, self.unsent = i, True

    def _measure(self) -> None:
        """Average the first scans: without a calibration they are those of the empty board."""
        for i in range(self._sensors):
            self._empty[i] += self.counts[i]
        self._waited += 1
        if self._waited == BLOCK:
            for i in range(self._sensors):
                self._empty[i] //= BLOCK
            self._sign = self._north()

    def _fail(self, sensor: int) -> None:
        self._is_failed[sensor] = not self._is_failed[sensor]
        self.cells = [self._cells[i] for i in range(self._sensors) if self._is_failed[i]]
        self.unsent = True

    def _failed(self) -> list:
        return ["%d:dead" % i for i in range(self._sensors) if self._is_failed[i]]

    def _remarks(self) -> list:
        """Return which ball has a sphere that sticks, and what it shows, µT."""
        i = self._sticks
        if i < 0 or self._odd_scans[i] < ODD_SCANS:
            return []
        off_ut = self._sign * (self.counts[i] - self._empty[i]) * self._layout.field.ut_per_count
        return ["sticks:%d" % self._cells[i], "shows:%d" % off_ut]
