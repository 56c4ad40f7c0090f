"""Calibration of a board with one Hall sensor a cell: the empty board, and nothing else.

A threshold needs no gains.  Inputs are scans, buttons and the time in ms; outputs are colours and a
``HallCalibration``.  An interrupted calibration changes nothing.
"""

from array import array

from boardcore.lights import cues
from boardcore.sensing.calibrator import DONE, GREEN, BaseCalibrator
from boardcore.sensing.observe.presence import RAIL
from boardcore.sensing.observe.scans import Block
from boardcore.store.hall_cal import HallCalibration, layout_crc

BLOCK = 32
"""Scans per block: 0.7 s."""
BLOCKS = 3
"""Blocks in a row that agree: two seconds in which nothing moves."""
APART_MT = 0.05
"""Largest difference of two blocks; a hand with a ball moves sensors by more."""


class Calibrator(BaseCalibrator):
    """One calibration; ``counts``: one raw count per sensor, written before ``scan``."""

    def __init__(self, layout, now_ms: int, boots: int = 0, brightness: int = 100) -> None:
        super().__init__(layout, [], now_ms, boots, brightness)
        given = layout.field
        self._sensors = len(given.spots)
        self.counts = array("H", [0] * self._sensors)
        self._block = Block(self.counts, BLOCK)
        self._apart = BLOCK * APART_MT / given.mt_per_count
        self._first = array("i", [0] * self._sensors)
        self._blocks = 0
        self._ready = False
        self.left_out: list[int] = []
        """Sensors whose wire is off, or that saturate."""
        self.result: HallCalibration | None = None

    def scan(self) -> None:
        """Take the scan in ``counts``.  Allocates nothing."""
        if not self._ready:
            self._ready = self._block.add()

    def _look(self) -> None:
        if not self._ready:
            return
        self._ready = False
        sums, first = self._block.sums, self._first
        for i in range(self._sensors):
            if abs(sums[i] - first[i]) > self._apart:
                self._blocks = 0
        if not self._blocks:
            for i in range(self._sensors):
                first[i] = sums[i]
        self._blocks += 1
        self.progress = self._blocks / BLOCKS
        self.version += 1
        if self._blocks == BLOCKS:
            self._finish()

    def _finish(self) -> None:
        block = self._block
        found = HallCalibration(self._sensors, 0)
        found.known, found.layout = True, layout_crc(self._layout)
        found.boots, found.day = self.boots, self.day
        for i in range(self._sensors):
            found.offsets[i] = block.sums[i] // BLOCK
            if RAIL <= found.offsets[i] <= 65535 - RAIL:
                found.noises[i] = block.noise(block.squares[i])
            else:
                self.left_out.append(i)
        self.result = found
        self._enter(DONE)

    def _measured(self) -> bool:
        return False

    def encoded(self) -> "bytes | None":
        """Return the result as bytes, to be stored; None without one."""
        return None if self.result is None else self.result.encode()

    def _draw(self, frame) -> None:
        cells = self._layout.cell_of_sensor
        progress = 1 if self.over else self.progress
        for at in range(int(progress * len(cells))):
            frame.mark(cells[at], cues.COUNTDOWN, GREEN)

    def _left_out(self) -> str:
        return ",".join([str(sensor) for sensor in self.left_out]) or "-"

    def _found(self) -> str:
        return "-" if self.result is None else "1.000,0.000"
