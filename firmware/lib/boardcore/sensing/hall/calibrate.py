"""Calibrate: the lights lead hands over a board of Hall sensors until its sensors are known.

First the empty board: what each sensor tells, and how much that wavers.  Then one piece,
the same on each cell of the lowest level: its pixel asks for it and goes on by itself once
the piece has been felt at rest.  At last the board is cleared, and gains are reckoned.

Pure, as everything here: scans, buttons and the time in; colours and a calibration out.
Whoever leaves off in the middle, or walks away, changes nothing.
"""

from array import array

from boardcore.lights import cues
from boardcore.lights.render import lights_of
from boardcore.sensing.hall.gains import Gains
from boardcore.sensing.hall.scans import Block
from boardcore.store.calibration import Calibration, layout_check
from boardcore.store.kept import NO_DAY
from boardcore.ticks import ticks_diff

PHASES = EMPTY, PIECE, CLEAR, RECKON, DONE, LEFT = range(6)
PHASE_NAMES = ("empty", "piece", "clear", "reckon", "done", "left")
"""Phases: what the player is asked for, then the result."""

BLOCK = 8
"""Scans per block; blocks are compared."""
EMPTY_BLOCKS = 8
"""Blocks of the empty board: four seconds; the noise is known within 9 %."""
PIECE_BLOCKS = 3
"""Blocks of the piece on one cell: 1.5 s."""
APART = 6
"""Difference of two blocks at rest at most, in standard deviations."""
MOVES = 50
"""Divisor of a field: the part that may still change while a hand draws back."""
DRIFT_UT = 4.0
FELT_UT = 60.0
"""Field from which a piece is there; the weakest ring gives five times as much."""
UT_PER_MT = 1000
IDLE_MS = 300000
"""Time without a piece after which the calibration ends: 5 min."""
LONG_MS = 1200
"""Press of "next" that leaves the calibration."""
LEAVING_MS = 300
SHOWN_MS = 2000
"""Time for which the lights show that it is done."""
TOLD_MOST = 12
"""Left-out sensors named on the wire; more are counted only."""
ROUNDS, RING_ROUNDS = 2, 1
"""A ball lies turned otherwise the second time, which tells more: gains within 2.0 % instead of
2.4 %.  A ring does not, and there are more than twice as many cells."""
QUIET, LOUD = 0.35, 6
"""Range of a sensor's noise, as a share of the others'; outside it is left out."""
RAIL_MT = 18.0
"""Field on the empty board from which a sensor is left out; sensors end at 22 mT."""
KINDS_APART = 1.6
"""Ratio between two sizes of rings: a size is 2.6 times the next smaller one, halfway is 1.6."""
MISFIT_MOST = 0.05
"""Misfit above which gains are refused; 0.01 is usual."""
NOWHERE = -1
GREEN = 1
YES, NEXT = 0, 1


class Calibrator:
    """One calibration.

    ``counts``: one raw count per sensor, written by the caller before ``scan``;
    ``colours``: R, G, B per pixel; ``phase``; ``at``: which of ``places`` (numbers as in the
    layout's list) is asked for; ``astray``: where the piece stands instead, else NOWHERE;
    ``result``: the calibration, once the phase is DONE; ``version`` grows with each change.
    """

    thinking = False
    """It waits for scans, they need not wait for it."""

    def __init__(self, layout, now_ms: int, boots: int = 0, brightness: int = 100) -> None:
        given = layout.field
        self._layout = layout
        self._sensors = sensors = len(given.spots)
        self._ut_per_count = given.mt_per_count * UT_PER_MT
        self.boots = boots
        self.day = NO_DAY
        low = min([place[2] for place in given.places])
        lowest = [at for at in range(len(given.places)) if given.places[at][2] < low + 1]
        self._lowest = lowest
        self._round = len(lowest)
        self.places = lowest * (RING_ROUNDS if given.circle_mm else ROUNDS)
        pixels = [layout.pixel_of_cell[layout.cell_of_sensor[at]] for at in lowest]
        if len(set(pixels)) < len(lowest):
            # Where cells share lights, as at Apagos, none of them can be asked for.
            self.places = []
        zeros = [0] * sensors
        self.counts = array("H", zeros)
        self._block = Block(self.counts, BLOCK)
        self._ready = False
        # Of a row of blocks at rest: means of the first one, sums of all means and squares.
        self._first, self._total = array("f", zeros), array("f", zeros)
        self._wavered = array("f", zeros)
        self._blocks = 0
        self._noises = array("f", zeros)  # of one scan, counts
        self._offsets, self._felt = array("f", zeros), array("f", zeros)
        self.phase = EMPTY
        self.at = self.skipped = 0
        self.astray = NOWHERE
        self.share = 0.0  # of the phase: how much is done
        self.result: Calibration | None = None
        self.misfit = 0.0
        self.left_out: list[int] = []
        self.version = 1
        self._busy_ms = self._now_ms = now_ms  # since hands did something, or a phase began
        self._pressed_ms = -1
        self._frame = cues.Frame(layout.pixel_of_cell, layout.lights)
        self._lights = lights_of(layout, brightness)
        self.colours = self._lights.colours
        self._drawn = 0

    @property
    def cell(self) -> int:
        """The cell that is asked for, NOWHERE in other phases."""
        return self._layout.cell_of_sensor[self.places[self.at]] if self.phase == PIECE else NOWHERE

    @property
    def astray_cell(self) -> int:
        """The cell where the piece stands instead, or still stands; else NOWHERE."""
        at = self.astray
        return at if at == NOWHERE else self._layout.cell_of_sensor[self.places[at]]

    @property
    def over(self) -> bool:
        """Whether it has ended, one way or the other."""
        return self.phase in (DONE, LEFT)

    # The caller's loop

    def scan(self) -> None:
        """Take the scan in ``counts``.  Allocates nothing."""
        if not self._ready:
            self._ready = self._block.add()

    def button(self, number: int, down: bool, now_ms: int) -> None:
        """Take a button: "next" skips a cell, held for long leaves all as it was; "yes": enough."""
        if number == NEXT:
            if not down and self._pressed_ms >= 0:
                self.skip(now_ms)
            self._pressed_ms = now_ms if down else -1
        elif number == YES and down:
            self.enough()

    def skip(self, now_ms: int) -> None:
        """Leave out the cell that is asked for."""
        if self.phase == PIECE:
            self.skipped += 1
            self._now_ms = now_ms
            self._next_cell()

    def enough(self) -> None:
        """Go on with what was measured so far."""
        if self.phase == PIECE and self.at:
            self._enter(CLEAR)

    def leave(self) -> None:
        """Leave off: nothing is changed."""
        if not self.over:
            self._enter(LEFT)

    def step(self, now_ms: int) -> None:
        """Do what is due, one slice of it, and bring the colours up to date."""
        self._now_ms = now_ms
        if self._pressed_ms >= 0 and ticks_diff(now_ms, self._pressed_ms) >= LONG_MS:
            self._pressed_ms = -1
            self.leave()
        if self.phase == RECKON:
            self._reckon()
        elif self._ready:
            self._ready = False
            self._take_block()
        if ticks_diff(now_ms, self._busy_ms) >= IDLE_MS:
            self.leave()
        news = self._drawn != self.version
        if news:
            self._drawn = self.version
            self._draw()
        self._lights.render(self._frame, now_ms, news)

    def is_over(self, now_ms: int) -> bool:
        """Tell whether it has ended, and people and computer have seen that by now."""
        # Leaving takes a moment, too: the computer has to hear of it.
        least_ms = SHOWN_MS if self.phase == DONE else LEAVING_MS
        return self.over and ticks_diff(now_ms, self._busy_ms) >= least_ms

    # Blocks

    def _enter(self, phase: int) -> None:
        self._busy_ms = self._now_ms
        self.phase = phase
        self.share = 0.0
        self.astray = NOWHERE
        self._blocks = 0
        self.version += 1

    def _take_block(self) -> None:
        self._compare()
        if self.phase == EMPTY:
            self._take_empty()
        elif self.phase == PIECE:
            self._take_piece()
        elif self.phase == CLEAR:
            self._take_clear()

    def _compare(self) -> None:
        """Add the block to its row if it is as the first of it; else it is the first itself."""
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
                # One that wavers by itself keeps nobody waiting: it is left out later.
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
        self.share = self._blocks / EMPTY_BLOCKS
        self.version += 1
        if self._blocks < EMPTY_BLOCKS:
            return
        for i in range(self._sensors):
            self._offsets[i] = self._total[i] / EMPTY_BLOCKS
            # Differences of scans: what drifts slowly is no noise.
            self._noises[i] = self._block.noise(self._wavered[i] / EMPTY_BLOCKS)
        usual = median(self._noises)
        rail = RAIL_MT * UT_PER_MT / self._ut_per_count
        for i in range(self._sensors):
            noise = self._noises[i]
            off = abs(self._offsets[i] - (1 << 15))
            if noise < QUIET * usual or noise > LOUD * usual or not noise or off > rail:
                self._noises[i] = 0
                self.left_out.append(i)
        given = self._layout.field
        share = self._ut_per_count / (PIECE_BLOCKS * BLOCK) ** 0.5
        mean = [noise * share for noise in self._noises]
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
                # Once more with the next blocks: the hand may not have come to rest yet.
                self._blocks = 0
                return
            self._stray(NOWHERE)
            self._busy_ms = self._now_ms
        if self._blocks == PIECE_BLOCKS:
            self._gains.add(self.at, self._felt)
            self._next_cell()

    def _feels(self) -> bool:
        """Reckon what is felt, on average over the row; tell whether that is a piece."""
        most = 0.0
        for i in range(self._sensors):
            off = self._total[i] / self._blocks - self._offsets[i]
            self._felt[i] = off * self._ut_per_count if self._noises[i] else 0.0
            most = max(most, abs(self._felt[i]))
        return most >= FELT_UT

    def _stray(self, place: int) -> None:
        if self.astray != place:
            self.astray = place
            self._busy_ms = self._now_ms
            self.version += 1

    def _next_cell(self) -> None:
        at = self.at + 1
        self._enter(PIECE if at < len(self.places) else CLEAR)
        self.at = min(at, len(self.places) - 1)
        self.share = at / len(self.places)

    def _take_clear(self) -> None:
        if self._feels():
            self._stray(self._gains.nearest(self._felt))
        elif self._blocks >= 2:
            self._enter(RECKON)

    # Gains

    def _reckon(self) -> None:
        try:
            share = next(self._thought)
            if int(share * self._round) != int(self.share * self._round):
                self.version += 1
            self.share = share
        except StopIteration:
            self._finish()

    def _finish(self) -> None:
        gains = self._gains
        found = Calibration(self._sensors, 0)
        found.known, found.layout = True, layout_check(self._layout)
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
        if gains.taken and sure and gains.misfit < MISFIT_MOST:
            for i in range(self._sensors):
                found.gains[i] = gains.gains[i]
        self.misfit = gains.misfit
        self.result = found
        # The decoder will need their room; what is deleted a board's Python would keep.
        self._gains = self._thought = None  # type: ignore[assignment]
        self._enter(DONE)

    def _of_kind(self, strength: float) -> tuple:
        """Return the strength relative to the piece's own kind; and whether gains are sure.

        A small ring beside the middle of its cell tells less of gains than is known without.
        """
        moments = self._layout.field.moments
        last = len(moments) - 1
        for kind in range(last, -1, -1):
            share = strength * moments[last] / moments[kind]
            if share > 1 / KINDS_APART or not kind:
                return share, kind == last
        return strength, True

    # Lights and lines

    def _draw(self) -> None:
        frame = self._frame
        frame.clear()
        cell_of = self._layout.cell_of_sensor
        if self.phase in (EMPTY, RECKON, DONE):
            share = 1 if self.phase == DONE else min(self.share, 1)
            for at in range(int(share * self._round)):
                frame.mark(cell_of[self._lowest[at]], cues.COUNT, GREEN)
        if self.phase == PIECE:
            for at in range(self.at // self._round * self._round, self.at):
                frame.mark(cell_of[self.places[at]], cues.LAST, GREEN)
            frame.mark(self.cell, cues.MISSING, cues.AMBER)
        if self.astray != NOWHERE:
            frame.mark(self.astray_cell, cues.SURPLUS, cues.RED)

    def fields(self, cell_text) -> tuple:
        """Return what the wire tells; see ``lesson`` in PROTOCOL.md."""
        found = "-"
        if self.result is not None:
            found = "%.3f,%.3f" % (self.result.strength, self.misfit)
        words = [str(sensor) for sensor in self.left_out[:TOLD_MOST]]
        if len(self.left_out) > TOLD_MOST:
            words.append("+%d" % (len(self.left_out) - TOLD_MOST))
        return (
            PHASE_NAMES[self.phase],
            cell_text(self.cell) if self.cell != NOWHERE else "-",
            cell_text(self.astray_cell) if self.astray != NOWHERE else "-",
            int(100 * self.share),
            self.skipped,
            ",".join(words) or "-",
            found,
        )


def median(values) -> float:
    """Return the middle one of some numbers."""
    return sorted(values)[len(values) // 2]
