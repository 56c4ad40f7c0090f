"""Table with a calibration, started by both buttons or by the computer.

Boards with switches never load this module.
"""

import gc

from boardcore.errors import IllegalMove, ParseError
from boardcore.games import cells_module, loaded
from boardcore.play.tables.buttons import BOTH
from boardcore.play.tables.table import Table
from boardcore.sensing.debounce import Debouncer
from boardcore.ticks import ticks_diff

CHORD_MS = 3000
"""Press of both buttons that starts a calibration, ms; chosen above any press within a game."""
MAX_DAYS = 65535
"""Largest day number that two bytes store, days; by the format of the store."""


class CalibratedTable(Table):
    """A table with a ``bank`` of sensors, and with a ``sample_sink`` of their readings.

    A subclass for one kind of sensors defines ``_make_bank``, which creates these with the stored
    calibration.  ``decoder``: finds the pieces from the readings.
    """

    CALIBRATE, PROBE = "", "boardcore.sensing.observe.field.probe"
    """Modules with ``Calibrator`` and ``SensorProbe``, loaded when first used."""
    TIMES = Table.TIMES + ("_both_ms",)

    def _make_bank(self) -> None:
        """Create the bank of sensors, with the stored calibration or without one."""

    def new_probe(self):
        """Return a new probe, by which the computer tests the parts of this board."""
        probe = loaded(self.PROBE).SensorProbe
        self.bank.listener = probe(self.readings, len(self.colours) // 3, self.bank.counts)
        return self.bank.listener

    def __init__(self, layout, store, identity, now_ms: int, **settings) -> None:
        self.store = store
        self._brightness = settings.get("brightness", 100)
        self._both_ms = now_ms
        self._layout = layout
        self._make_bank()
        Table.__init__(self, layout, store, identity, now_ms, **settings)
        self._assume()

    def _assume(self) -> None:
        """Tell the decoder that the position stands on the board: it has no readings yet."""
        self.readings = self.decoder.readings
        # A decoder may report more than one value per place.
        self._debouncer = Debouncer(len(self.readings))
        recognizer = self.tracker.recognizer
        recognizer.reset_to_position()
        recognizer.position_changed()
        self.tracker.watch(recognizer, self._now_ms)
        self.tracker.guide(False)

    def _new_recognizer(self):
        recognizer = Table._new_recognizer(self)
        recognizer.set_decoder(self.decoder)
        return recognizer

    def health_fields(self) -> tuple:
        """Return the fields of the ``health`` message; see ``Bank.fields``."""
        return self.bank.fields(self.identity.boots)

    # Two buttons at once

    def press_both(self) -> None:
        """Record that both buttons are pressed; held for CHORD_MS they start a calibration."""
        self._both_ms = self._now_ms
        Table.press_both(self)

    def _step_first(self) -> bool:
        """Start a calibration when both buttons are held; return whether one is running.

        Allocates nothing while the board rests.
        """
        if self.pressed == BOTH and ticks_diff(self._now_ms, self._both_ms) >= CHORD_MS:
            self.pressed = 0
            try:
                self.start_calibration()
            except IllegalMove:
                pass  # a game is in progress: nothing happens
        if self.link.calibrator is not None:
            self.link.step(self._now_ms)
            return True
        self.bank.listener = self.link.probe
        return False

    # Calibration

    def start_calibration(self, day: int = 0) -> None:
        """Start a calibration; ``day``: days since 1 January 2000, 0: unknown.

        Raises IllegalMove during a game, unless the calibration is of another board: then nobody
        can play on, nor clear what is assumed to stand.
        """
        if (self.game.ply or max(self.readings)) and not self.bank.boards:
            raise IllegalMove("game-on", "There is a game on this board: clear it first.")
        # Its memory is needed; a new one is created afterwards.
        self.tracker.recognizer.set_decoder(None)
        self.bank = self.sample_sink = self.decoder = None
        gc.collect()
        calibrator = loaded(self.CALIBRATE).Calibrator
        calibrator = calibrator(self._layout, self._now_ms, self.identity.boots, self._brightness)
        calibrator.day = day
        self.sample_sink = calibrator
        self.link.calibrator = calibrator
        self._release_buttons()

    def finish_calibration(self, result: "bytes | None") -> None:
        """End a calibration and create the bank of sensors again.

        ``result``: the calibration to be stored, None if it was aborted.
        """
        if result is not None:
            self.store.save_cal(result)
        self.sample_sink = None
        gc.collect()
        self._make_bank()
        self.tracker.recognizer.set_decoder(self.decoder)
        self._assume()
        self._take_snapshot()
        self.pressed = 0

    def calibration_fields(self, calibrator) -> tuple:
        """Return the fields of the ``lesson`` message in PROTOCOL.md."""
        return calibrator.fields(cells_module(self._layout.game).cell_text)

    def calibrate(self, what: str, day: str) -> None:
        """Control a calibration from the computer; raises IllegalMove or ParseError."""
        calibrator = self.link.calibrator
        if what == "begin":
            if not day.isdigit() or int(day) > MAX_DAYS:
                raise ParseError("day '%s': expected 0 to %d, days since 2000", day, MAX_DAYS)
            if calibrator is None:
                self.start_calibration(int(day))
        elif what not in ("skip", "enough", "leave"):
            raise ParseError("'%s': expected begin, skip, enough or leave", what)
        elif calibrator is None:
            raise IllegalMove("not-calibrating", "Nothing is being calibrated.")
        elif what == "skip":
            calibrator.skip(self._now_ms)
        elif what == "enough":
            calibrator.accept()
        else:
            calibrator.abort()
