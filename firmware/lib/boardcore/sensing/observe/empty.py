"""Calibration of Hall sensors by the empty board alone.

Thresholds need no gains, and fields of known magnets tell pieces apart in spite of unknown ones
(firmware/docs/sensing.md).  Inputs are scans, buttons and the time in ms; outputs are colours and a
``HallCalibration``.  An interrupted calibration changes nothing.
"""

from array import array

from boardcore.sensing.calibrator import DONE, BaseCalibrator
from boardcore.sensing.observe.bank import listed
from boardcore.sensing.observe.scans import Block
from boardcore.store.hall_cal import MID_SCALE, HallCalibration, layout_crc

BLOCK = 32
"""Scans per block; chosen, 0.7 s, at Pylos 2 s."""
BLOCKS = 3
"""Number of blocks in a row that agree; chosen: the noise is known within 8 %."""
APART_MT = 0.05
"""Largest difference of two blocks; a hand with a piece moves sensors by more."""
LOUD = 6
"""Noise of a sensor, as a multiple of the others', from which it is left out."""
RAIL_MT = 20.0
"""Field on the empty board, mT, from which a sensor is left out; sensors saturate at 22 mT."""


class Calibrator(BaseCalibrator):
    """One calibration; ``counts``: one raw count per sensor, written before ``scan``."""

    def __init__(self, layout, now_ms: int, boots: int = 0, brightness: int = 100) -> None:
        super().__init__(layout, [], now_ms, boots, brightness)
        given = layout.field
        self._sensors = len(given.sensor_mm)
        self.counts = array("H", [0] * self._sensors)
        self._block = Block(self.counts, BLOCK)
        self._apart = BLOCK * APART_MT / given.mt_per_count
        self._rail = RAIL_MT / given.mt_per_count
        self._first = array("i", [0] * self._sensors)
        self._wavered = array("f", [0] * self._sensors)  # sums of ``squares`` of all blocks
        self._blocks = 0
        self._ready = False
        self.left_out: list[int] = []
        """Sensors whose wire is off, that saturate, or with another noise than all others."""

    def scan(self) -> None:
        """Take the scan in ``counts``.  Allocates nothing."""
        if not self._ready:
            self._ready = self._block.add()

    def _look(self) -> None:
        if not self._ready:
            return
        self._ready = False
        block, first, wavered = self._block, self._first, self._wavered
        for i in range(self._sensors):
            if abs(block.sums[i] - first[i]) > self._apart:
                self._blocks = 0
        for i in range(self._sensors):
            if not self._blocks:
                first[i], wavered[i] = block.sums[i], 0
            wavered[i] += block.squares[i]
        self._blocks += 1
        self.progress = self._blocks / BLOCKS
        self.version += 1
        if self._blocks == BLOCKS:
            self._finish()

    def _finish(self) -> None:
        found = HallCalibration(self._sensors, 0, layout_crc(self._layout))
        found.known = True
        found.boots, found.day = self.boots, self.day
        noises = [self._block.noise(square / BLOCKS) for square in self._wavered]
        usual = sorted(noises)[self._sensors // 2]
        for i in range(self._sensors):
            found.offsets[i] = self._block.sums[i] // BLOCK
            off = abs(found.offsets[i] - MID_SCALE)
            if 0 < noises[i] < LOUD * usual and off < self._rail:
                # At least as loud as the others: less is a stuck one's, which play will tell.
                found.noises[i] = max(usual, noises[i])
            else:
                self.left_out.append(i)
        self.result = found
        self._enter(DONE)

    def _draw(self, frame) -> None:
        self._draw_progress(frame, self._layout.cell_of_sensor)

    def _left_out(self) -> str:
        return listed([str(sensor) for sensor in self.left_out])
