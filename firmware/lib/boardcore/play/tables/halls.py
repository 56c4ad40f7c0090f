"""Table with linear Hall sensors.

A decoder computes the readings; failing sensors are noticed; a calibration starts by holding both
buttons or from the computer.  Boards with switches never load this module.
"""

from boardcore.games import hall_module
from boardcore.lights import cues
from boardcore.play.tables.calibrated import CalibratedTable
from boardcore.play.tables.table import REDRAW_MS, Table
from boardcore.sensing.observe.field.bank import Bank
from boardcore.store.hall_cal import decode, layout_crc
from boardcore.ticks import recent, ticks_diff
from boardcore.verdicts import AT_REST

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only
    from boardcore.sensing.observe.field.calibrate import Calibrator

TURN = 5700
"""Cost of one loop iteration at most, in empty iterations: the limit is 6,900, and choosing what is
due takes the difference (firmware/docs/memory.md)."""
LOOK, ACT, FOLLOW, DRAW, SAY = 700, 5000, 5000, 3100, 2000
"""Cost of each at most, in empty loop iterations (tests/bench/reaction.py)."""
THOUGHT = 5000
"""Largest cost of a slice of a computation; steps give their cost roughly."""
PATIENCE = 1
"""Loop iterations for which a computation waits for a whole slice; 0 while the goal cells of a
lifted piece are due."""
LIGHT, BYTE = 22, 55
"""Cost per colour of a pixel and per byte from the computer, in empty loop iterations."""

SLOW_MS = 200
"""Time between two frames of pulsing lights, ms, while a computation runs."""
THINK_MS = 1500
"""Computing time, ms, after which the lights show that the board is thinking."""


class HallTable(CalibratedTable):
    """A table with a ``bank`` of Hall sensors.

    ``sample_sink``: the caller fills its ``counts`` and calls its ``scan`` after each scan.
    The calibration is what the ``store`` keeps.
    """

    CALIBRATE = "boardcore.sensing.observe.field.calibrate"
    bank: Bank
    sample_sink: "Bank | Calibrator"

    def _make_bank(self) -> None:
        """Create the bank of sensors, with the stored calibration or without one."""
        layout = self._layout
        sensors = len(layout.field.spots)
        calibration, state = decode(self.store.load_cal(), sensors, layout_crc(layout))
        self.bank = self.sample_sink = Bank(layout, calibration, state)
        self.decoder = self.bank.decoder
        self._known_ms = self._both_ms  # when all changes were last explained
        self._followed = True  # since the sensors were last watched
        self._search_starved = 0  # turns without time for a whole slice
        # Whether the recognizer had the last slice.
        self._recognizer_first = False

    def _recognizers(self):
        fields = hall_module(self._layout.game)
        return fields if hasattr(fields, "Recognizer") else Table._recognizers(self)

    def _fill_frame(self, now_ms: int, lost: bool) -> None:
        Table._fill_frame(self, now_ms, lost)
        if self.tracker.verdict == AT_REST:
            for cell in self.bank.cells:
                self.frame.beat(cell, cues.BEAT_FAILED)

    # The caller's loop

    def bring_along(self, now_ms: int) -> None:
        """Keep stored times within a day."""
        self._known_ms = recent(self._known_ms, now_ms)
        if self.bank is not None:
            self.bank.bring_along(now_ms)
        CalibratedTable.bring_along(self, now_ms)

    def step(self, now_ms: int) -> None:
        """Do what is due, in order of urgency; what does not fit into this turn waits for the next.

        Allocates nothing while the board rests.
        """
        self._now_ms = now_ms
        left = TURN - BYTE * self.bytes_received
        self.bytes_received = 0
        if self._step_first():
            self.had_input = False
            return
        bank, tracker = self.bank, self.tracker
        if bank.scanned:
            bank.scanned = False
            left -= bank.decoder.SCAN
        if self.had_input:
            left = 0  # a press took the time of this turn
        watch, light = bank.watch_cost, LIGHT * len(self.colours)
        # With a scan in every other turn, watching and drawing must not take all the others.
        recognizer = tracker.recognizer
        hurried = recognizer.busy and not bank.decoder.busy
        starved = (
            self._search_starved > (0 if hurried else PATIENCE) and left >= recognizer.slice_cost
        )
        if left >= watch and self._followed and not starved and bank.watch():
            left -= watch
            self._followed = False
        if left >= LOOK and self._debouncer.take(self.readings, now_ms):
            self._take_snapshot()
            left -= LOOK
        if left >= ACT and not self.had_input:
            self._followed = True
            asked = tracker.question
            self._handle_event(tracker.update(self._observed, self.outcome is not None, now_ms))
            if tracker.did_work or tracker.question is not asked:
                left -= FOLLOW
        if self.had_input:
            self.had_input = False
            return
        self._redraw_ms = SLOW_MS if recognizer.busy or bank.decoder.busy else REDRAW_MS
        if left >= DRAW and not starved and self._draw():
            left -= DRAW
        if left >= light and self._light():
            left -= light
        if left >= SAY and self.link.step(now_ms):
            left -= SAY
        # Recognizer and decoder take turns.
        self._search_starved += 1
        if left >= recognizer.slice_cost:
            self._search_starved = 0
            waits = self._recognizer_first and bank.decoder.busy
            self._recognizer_first = recognizer.has_work and not waits
            if self._recognizer_first:
                if tracker.compute(left):
                    self._content_key = -1
                return
        if self.opponent is not None and not (recognizer.has_work or bank.decoder.busy):
            if self.opponent.step(now_ms, left):
                return
        if bank.work(min(left, THOUGHT)):
            self._content_key = -1

    def _step_first(self) -> bool:
        """Start a calibration when both buttons are held; return whether one is running.

        Allocates nothing while the board rests.
        """
        if CalibratedTable._step_first(self):
            return True
        self.bank.listener = self.link.probe  # type: ignore[assignment]
        self._notice_thought()
        return False

    def _notice_thought(self) -> None:
        """Show by the lights that the board is thinking, if that takes long."""
        if not self.tracker.recognizer.busy:
            self._known_ms = self._now_ms
        thinking = ticks_diff(self._now_ms, self._known_ms) >= THINK_MS
        if thinking != self.thinking:
            self.thinking = thinking
            self._content_key = -1
