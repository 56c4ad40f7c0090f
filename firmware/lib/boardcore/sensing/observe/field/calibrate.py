"""Calibration of Hall sensors, guided by lights.

First the empty board gives the offset and the noise of each sensor.  Then the same piece is put on
each cell of the lowest level in turn: the pixel of the cell asks for it, and the next cell lights
once the piece was measured at rest.  Last, the board is cleared and the gains are computed.

Inputs are scans (raw counts), buttons and the time in ms; outputs are colours and a
``HallCalibration``.  An interrupted calibration changes nothing.
"""

from array import array

from boardcore.lights import cues
from boardcore.sensing.calibrator import (
    CLEAR,
    DONE,
    EMPTY,
    GREEN,
    NOWHERE,
    PIECE,
    RECKON,
    BaseCalibrator,
)
from boardcore.sensing.observe.field.gains import Gains
from boardcore.sensing.observe.scans import Block
from boardcore.store.hall_cal import MID_SCALE, HallCalibration, layout_crc

BLOCK = 8
"""Scans per block; the board is at rest while the means of blocks agree; chosen."""
EMPTY_BLOCKS = 8
"""Blocks of the empty board: four seconds; the noise is known within 9 %."""
PIECE_BLOCKS = 3
"""Blocks averaged with the piece on one cell: 1.5 s."""
APART = 6
"""Largest difference of two blocks at rest, in standard deviations; chosen."""
MOVES = 50
"""Divisor of a field: the share that may still change while the hand leaves; chosen."""
DRIFT_UT = 4.0
"""Drift between two blocks, microteslas; chosen."""
FELT_UT = 60.0
"""Smallest field of a piece, microteslas: a fifth of the weakest ring's."""
MAX_TOLD = 12
"""Left-out sensors named in one line of the wire; the others are only counted."""
ROUNDS, RING_ROUNDS = 2, 1
"""Number of measurements of each cell, with a ball and with a ring.  In the second round a ball's
magnet points elsewhere: gains within 2.0 % instead of 2.4 %.  A ring's magnets always point up."""
QUIET, LOUD = 0.35, 6
"""Range of a sensor's noise, as a share of the others'; outside it is left out."""
RAIL_MT = 18.0
"""Field on the empty board, mT, from which a sensor is left out; sensors saturate at 22 mT."""
KINDS_APART = 1.6
"""Ratio of strengths that separates two ring sizes: the square root of 2.6, their ratio."""
MAX_MISFIT = 0.05
"""Relative residual above which gains are refused; 0.01 is usual (simulated)."""


class Calibrator(BaseCalibrator):
    """One calibration of a board with Hall sensors.

    ``counts``: one raw count per sensor, written by the caller before ``scan``.
    """

    def __init__(self, layout, now_ms: int, boots: int = 0, brightness: int = 100) -> None:
        given = layout.field
        self._cells = layout.cell_of_sensor
        low = min([place[2] for place in given.places])
        lowest = [at for at in range(len(given.places)) if given.places[at][2] < low + 1]
        self._lowest = lowest
        self._round = len(lowest)
        places = lowest * (RING_ROUNDS if given.circle_mm else ROUNDS)
        pixels = [layout.pixel_of_cell[self._cells[at]] for at in lowest]
        if len(set(pixels)) < len(lowest):
            # Where cells share pixels, as at Apagos, a light cannot name one of them.
            places = []
        super().__init__(layout, places, now_ms, boots, brightness)
        self._sensors = sensors = len(given.spots)
        self._mt_per_count = given.mt_per_count
        self._ut_per_count = given.ut_per_count
        zeros = [0] * sensors
        self.counts = array("H", zeros)
        self._block = Block(self.counts, BLOCK)
        self._ready = False
        # Over consecutive blocks at rest: means of the first, sums of all means and squares.
        self._first, self._total = array("f", zeros), array("f", zeros)
        self._wavered = array("f", zeros)
        self._blocks = 0
        self._noises = array("f", zeros)  # of one scan, counts
        self._offsets, self._felt = array("f", zeros), array("f", zeros)
        self.result: HallCalibration | None = None
        self.misfit = 0.0
        self.left_out: list[int] = []

    def _cell(self, place: int) -> int:
        return self._cells[place]

    # The caller's loop

    def scan(self) -> None:
        """Take the scan in ``counts``.  Allocates nothing."""
        if not self._ready:
            self._ready = self._block.add()

    # Blocks

    def _look(self) -> None:
        if self.phase == RECKON:
            self._reckon()
        elif self._ready:
            self._ready = False
            self._take_block()

    def _measured(self) -> bool:
        return self.at > 0

    def _enter(self, phase: int) -> None:
        super()._enter(phase)
        self._blocks = 0

    def _take_block(self) -> None:
        self._compare()
        if self.phase == EMPTY:
            self._take_empty()
        elif self.phase == PIECE:
            self._take_piece()
        elif self.phase == CLEAR:
            self._take_clear()

    def _compare(self) -> None:
        """Add the block to those before it if it agrees with the first; else start again."""
        block = self._block
        usual = median(block.squares)
        slack = DRIFT_UT / self._ut_per_count
        rests = self._blocks > 0
        for i in range(self._sensors):
            mean = block.sums[i] / BLOCK
            off = abs(mean - self._first[i])
            if self._noises[i]:
                noise = self._noises[i]
            elif self.phase == EMPTY:
                # A noisy sensor must not block the calibration: ``_take_empty`` leaves it out.
                noise = block.noise(max(usual, block.squares[i]))
            else:
                continue
            moved = abs(mean - self._offsets[i]) / MOVES if self.phase == PIECE else 0
            if off > APART * noise * (2 / BLOCK) ** 0.5 + slack + moved:
                rests = False
                break
        if not rests:
            self._blocks = 0
        for i in range(self._sensors):
            mean = block.sums[i] / BLOCK
            if not rests:
                self._first[i] = mean
                self._total[i] = self._wavered[i] = 0
            self._total[i] += mean
            self._wavered[i] += block.squares[i]
        self._blocks += 1

    # The empty board

    def _take_empty(self) -> None:
        self.progress = self._blocks / EMPTY_BLOCKS
        self.version += 1
        if self._blocks < EMPTY_BLOCKS:
            return
        for i in range(self._sensors):
            self._offsets[i] = self._total[i] / EMPTY_BLOCKS
            # From differences of successive scans, so that slow drift does not count as noise.
            self._noises[i] = self._block.noise(self._wavered[i] / EMPTY_BLOCKS)
        usual = median(self._noises)
        rail = RAIL_MT / self._mt_per_count
        for i in range(self._sensors):
            noise = self._noises[i]
            off = abs(self._offsets[i] - MID_SCALE)
            if noise < QUIET * usual or noise > LOUD * usual or not noise or off > rail:
                self._noises[i] = 0
                self.left_out.append(i)
        given = self._layout.field
        progress = self._ut_per_count / (PIECE_BLOCKS * BLOCK) ** 0.5
        mean = [noise * progress for noise in self._noises]
        self._gains = Gains(given, self.places, mean, given.moments[len(given.moments) - 1])
        self._thought = self._gains.work()
        self._enter(PIECE if self.places else RECKON)

    # One piece

    def _take_piece(self) -> None:
        if not self._feels():
            self._stray(NOWHERE)
            return
        if self._blocks < 2:
            return
        if self._blocks == 2:
            at = self._gains.nearest(self._felt)
            if at == NOWHERE or self.places[at] != self.places[self.at]:
                self._stray(at)
                # Measure again: the hand may still be moving.
                self._blocks = 0
                return
            self._stray(NOWHERE)
            self._busy_ms = self._now_ms
        if self._blocks == PIECE_BLOCKS:
            self._gains.add(self.at, self._felt)
            self._next_cell()

    def _feels(self) -> bool:
        """Average the field of each sensor over the blocks; return whether it is a piece's."""
        most = 0.0
        for i in range(self._sensors):
            off = self._total[i] / self._blocks - self._offsets[i]
            self._felt[i] = off * self._ut_per_count if self._noises[i] else 0.0
            most = max(most, abs(self._felt[i]))
        return most >= FELT_UT

    def _take_clear(self) -> None:
        if self._feels():
            self._stray(self._gains.nearest(self._felt))
        elif self._blocks >= 2:
            self._enter(RECKON)

    # Gains

    def _reckon(self) -> None:
        try:
            progress = next(self._thought)
            if int(progress * self._round) != int(self.progress * self._round):
                self.version += 1
            self.progress = progress
        except StopIteration:
            self._finish()

    def _finish(self) -> None:
        gains = self._gains
        found = HallCalibration(self._sensors, 0)
        found.known, found.layout = True, layout_crc(self._layout)
        found.boots, found.day = self.boots, self.day
        for i in range(self._sensors):
            found.offsets[i] = max(0, min(65535, int(self._offsets[i] + 0.5)))
            found.noises[i] = self._noises[i]
        for sensor in gains.dead:
            if found.noises[sensor]:
                found.noises[sensor] = 0
                self.left_out.append(sensor)
        strength, sure = self._of_kind(gains.strength)
        if gains.taken:
            found.strength = strength
        if gains.taken and sure and gains.misfit < MAX_MISFIT:
            for i in range(self._sensors):
                found.gains[i] = gains.gains[i]
        self.misfit = gains.misfit
        self.result = found
        # The decoder needs this memory; after ``del`` a board's Python would keep it.
        self._gains = self._thought = None  # type: ignore[assignment]
        self._enter(DONE)

    def _of_kind(self, strength: float) -> tuple:
        """Return the strength relative to the piece's own kind, and whether gains are reliable.

        A small ring that stands off centre determines gains worse than their prior does.
        """
        moments = self._layout.field.moments
        last = len(moments) - 1
        for kind in range(last, -1, -1):
            progress = strength * moments[last] / moments[kind]
            if progress > 1 / KINDS_APART or not kind:
                return progress, kind == last
        return strength, True

    # Lights and lines

    def encoded(self) -> "bytes | None":
        """Return the result as bytes, to be stored; None without one."""
        return None if self.result is None else self.result.encode()

    def _draw(self, frame) -> None:
        if self.phase in (EMPTY, RECKON, DONE):
            progress = 1 if self.phase == DONE else min(self.progress, 1)
            for at in range(int(progress * self._round)):
                frame.mark(self._cell(self._lowest[at]), cues.COUNTDOWN, GREEN)
        elif self.phase == PIECE:
            self._draw_asked(frame, self._round)

    def _left_out(self) -> str:
        words = [str(sensor) for sensor in self.left_out[:MAX_TOLD]]
        if len(self.left_out) > MAX_TOLD:
            words.append("+%d" % (len(self.left_out) - MAX_TOLD))
        return ",".join(words) or "-"

    def _found(self) -> str:
        if self.result is None:
            return "-"
        return "%.3f,%.3f" % (self.result.strength, self.misfit)


def median(values) -> float:
    """Return the median; of an even count, the upper of the two in the middle."""
    return sorted(values)[len(values) // 2]
