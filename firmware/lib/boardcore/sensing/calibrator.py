"""Base of the calibrations that lead hands over a board, with phases, buttons and lights.

The sensing families' ``calibrate`` modules say what is measured in each phase, and what for.
Pure, as everything here; whoever leaves off in the middle, or walks away, changes nothing.
"""

from boardcore.lights import cues
from boardcore.lights.scene import lights_of
from boardcore.store.blob import NO_DAY
from boardcore.ticks import ticks_diff

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only
    from typing import Any

PHASES = EMPTY, PAPER, PLAIN, PIECE, LIFT, CLEAR, DONE, LEFT, REFUSED = range(9)
PHASE_NAMES = (
    "empty", "paper", "plain", "piece", "lift", "clear", "done", "left", "refused",
)  # fmt: skip
"""Phases: what the player is asked for, then the result; each family uses some of them."""

IDLE_MS = 300000
"""Time without a piece after which the calibration ends: 5 min."""
LONG_MS = 1200
"""Press of "next" that leaves the calibration."""
LEAVING_MS = 300
"""Time for which the board still reports that a calibration was left, ms; chosen: a line may be
lost."""
SHOWN_MS = 2000
"""Time for which the lights show the result, ms; chosen."""
NOWHERE = -1
"""Index of no cell; chosen."""
GREEN = 1
"""Index of the tint of a good result, as in ``lights.cues``."""
YES, NEXT = 0, 1


class BaseCalibrator:
    """One calibration.

    ``colours``: R, G, B per pixel; ``phase``; ``places``: numbers of the places in the order in
    which the piece is asked for; ``at``: which of them it is asked for now; ``misplaced``: the
    place where the piece stands instead, else NOWHERE; ``progress``: of the phase, how much is
    done; ``version`` grows with each change.
    """

    result: "Any" = None
    """The calibration, once the phase is DONE."""

    def __init__(self, layout, places, now_ms: int, boots: int, brightness: int) -> None:
        self._layout = layout
        self.places = places
        self.boots = boots
        self.day = NO_DAY
        self.phase = EMPTY
        self.at = self.skipped = 0
        self.misplaced = NOWHERE
        self.progress = 0.0
        self.version = 1
        self._busy_ms = self._now_ms = now_ms  # since hands did something, or a phase began
        self._pressed_ms = -1
        self._frame = cues.Frame(layout.pixel_of_cell, layout.lights)
        self._lights = lights_of(layout, brightness)
        self.colours = self._lights.colours
        self._drawn = 0

    def encoded(self) -> "bytes | None":
        """Return the result as bytes, to be stored; None without one."""
        return None if self.result is None else self.result.encode()

    def _cell(self, place: int) -> int:
        """Return the cell of a place."""
        raise NotImplementedError

    def asked_cell(self) -> int:
        """Return the cell that is asked for, NOWHERE in phases without one."""
        return self._cell(self.places[self.at]) if self.phase in (PIECE, LIFT) else NOWHERE

    @property
    def misplaced_cell(self) -> int:
        """The cell where the piece stands instead, or still stands; else NOWHERE."""
        return self.misplaced if self.misplaced == NOWHERE else self._cell(self.misplaced)

    @property
    def over(self) -> bool:
        """Whether it has ended, one way or the other."""
        return self.phase >= DONE

    def is_over(self, now_ms: int) -> bool:
        """Return whether it has ended, and people and computer have seen that by now."""
        min_ms = LEAVING_MS if self.phase == LEFT else SHOWN_MS
        return self.over and ticks_diff(now_ms, self._busy_ms) >= min_ms

    # Buttons

    def button(self, number: int, down: bool, now_ms: int) -> None:
        """Take a button: "next" skips a step, held for long leaves all as it was; "yes": enough."""
        if number == NEXT:
            if not down and self._pressed_ms >= 0:
                self.skip(now_ms)
            self._pressed_ms = now_ms if down else -1
        elif number == YES and down:
            self.accept()

    def skip(self, now_ms: int) -> None:
        """Leave out the cell that is asked for."""
        self._now_ms = now_ms
        if self.phase == PIECE:
            self.skipped += 1
            self._next_cell()

    def accept(self) -> None:
        """Go on with what was measured so far."""
        if self.phase == PIECE and self._measured():
            self._enter(CLEAR)

    def abort(self) -> None:
        """Leave off: nothing is changed."""
        if not self.over:
            self._enter(LEFT)

    # The caller's loop

    def step(self, now_ms: int) -> None:
        """Do what is due, one slice of it, and bring the colours up to date."""
        self._now_ms = now_ms
        if self._pressed_ms >= 0 and ticks_diff(now_ms, self._pressed_ms) >= LONG_MS:
            self._pressed_ms = -1
            self.abort()
        if not self.over:
            self._look()
        if ticks_diff(now_ms, self._busy_ms) >= IDLE_MS:
            self.abort()
        redraw = self._drawn != self.version
        if redraw:
            self._drawn = self.version
            self._frame.clear()
            self._draw(self._frame)
            if self.misplaced != NOWHERE:
                self._frame.mark(self.misplaced_cell, cues.SURPLUS, cues.RED)
        self._lights.render(self._frame, now_ms, redraw)

    def _look(self) -> None:
        """Take what was measured since the last step."""
        raise NotImplementedError

    def _measured(self) -> bool:
        """Return whether there is something to go on with."""
        return False

    def _draw(self, frame) -> None:
        """Draw the phase into an empty frame."""
        raise NotImplementedError

    def _draw_progress(self, frame, cells) -> None:
        """Light as large a part of these cells as is done of the phase."""
        progress = 1 if self.over else self.progress
        frame.mark_all(cells[: int(progress * len(cells))], cues.COUNTDOWN, GREEN)

    def _draw_asked(self, frame, round_of: int) -> None:
        """Draw which cell is asked for, and those of this round that are done."""
        for at in range(self.at // round_of * round_of, self.at):
            frame.mark(self._cell(self.places[at]), cues.LAST, GREEN)
        frame.mark(self.asked_cell(), cues.MISSING, cues.AMBER)

    # Phases

    def _enter(self, phase: int) -> None:
        self._busy_ms = self._now_ms
        self.phase = phase
        self.progress = 0.0
        self.misplaced = NOWHERE
        self.version += 1

    def _next_cell(self) -> None:
        at = self.at + 1
        self._enter(PIECE if at < len(self.places) else CLEAR)
        self.at = min(at, len(self.places) - 1)
        self.progress = at / len(self.places)

    def _stray(self, place: int) -> None:
        if self.misplaced != place:
            self.misplaced = place
            self._busy_ms = self._now_ms
            self.version += 1

    # The wire

    def _left_out(self) -> str:
        """Return the numbers of sensors that are left out, for the wire; "-" for none."""
        return "-"

    def _found(self) -> str:
        """Return the figures of the result, or of what lies there instead; "-" for none."""
        return "-"

    def fields(self, cell_text) -> tuple:
        """Return what the wire tells; see ``lesson`` in PROTOCOL.md."""
        cell = self.asked_cell()
        asked = cell_text(cell) if cell != NOWHERE else "-"
        misplaced = cell_text(self.misplaced_cell) if self.misplaced != NOWHERE else "-"
        found = (int(100 * self.progress), self.skipped, self._left_out(), self._found())
        return (PHASE_NAMES[self.phase], asked, misplaced) + found
