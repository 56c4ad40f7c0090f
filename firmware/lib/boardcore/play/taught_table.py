"""Taught table: a table with a calibration, led by both buttons or by a computer.

Boards with switches never load this module.
"""

try:
    from typing import Any
except ImportError:  # the board ignores annotations and has no such module
    pass

import gc

from boardcore.errors import IllegalMove, Unreadable
from boardcore.games import places_of
from boardcore.play.commands import Commands
from boardcore.play.table import BOTH, Table
from boardcore.sensing.debounce import Debouncer
from boardcore.ticks import ticks_diff

CHORD_MS = 3000
"""Press of both buttons that begins a calibration; longer than any press within a game."""
DAYS_MOST = 65535
LESSON = "lesson"
"""Calibration state in ``hello`` while one is being made."""


class TaughtCommands(Commands):
    """Carries out ``teach`` besides; while a calibration goes on, nothing else."""

    def obey(self, kind: str, fields):
        """Carry out a command; return None, or ``(code, text)`` if it cannot be done."""
        table = self._table
        if kind != "teach" and table.talk.lesson is None:
            return Commands.obey(self, kind, fields)
        try:
            if kind != "teach":
                raise IllegalMove("lesson", "This board is being calibrated.")
            return table.teach(fields[0], fields[1])
        except IllegalMove as refused:
            return (refused.rule, str(refused))
        except Unreadable as error:
            return ("unreadable", str(error))


class TaughtTable(Table):
    """A table with a ``bank`` of sensors, and with a ``taker`` of their readings.

    A table of one kind of sensors fills ``_feel``, which makes all of these with the calibration
    that the ``store`` keeps, and ``_lesson``.  ``decoder``: what reads pieces out of sensors.
    """

    bank: "Any"
    taker: "Any"
    decoder: "Any"

    def _feel(self) -> None:
        """Begin to feel, with the calibration that is kept, or without one."""

    def _lesson(self) -> "Any":
        """Return a calibration that begins."""

    def __init__(self, layout, store, identity, now_ms: int, **settings) -> None:
        self._store = store
        self._brightness = settings.get("brightness", 100)
        self._both_ms = now_ms
        self._layout = layout
        self._feel()
        Table.__init__(self, layout, store, identity, now_ms, **settings)
        self._assume()

    def _assume(self) -> None:
        """Take the position as standing: nobody has looked before."""
        self.readings = self.decoder.readings
        # A decoder may tell more than what lies on each place.
        self._debouncer = Debouncer(len(self.readings))
        recognizer = self.tracker.recognizer
        recognizer.assume()
        recognizer.moved()
        self.tracker.watch(recognizer, self._now_ms)
        self.tracker.guide(False)

    def _new_recognizer(self):
        recognizer = Table._new_recognizer(self)
        recognizer.see_by(self.decoder)
        return recognizer

    def hello_fields(self):
        """Return what any table tells, and whether the sensors are calibrated."""
        state = LESSON if self.bank is None else self.bank.state
        return self._identity.hello_fields(self._layout.name, self.rules.NAME, state)

    def health_fields(self) -> tuple:
        """Return what is known of the sensors; see ``Bank.fields``."""
        return self.bank.fields(self._identity.boots)

    # Two buttons at once

    def press_both(self) -> None:
        """Take both buttons as pressed at once; held for long they begin a calibration."""
        self._both_ms = self._now_ms
        Table.press_both(self)

    def _step_first(self) -> bool:
        """Let a calibration begin when both buttons are held; return whether there is one.

        Allocates nothing while the board rests.
        """
        if self.down == BOTH and ticks_diff(self._now_ms, self._both_ms) >= CHORD_MS:
            self.down = 0
            try:
                self.begin_lesson()
            except IllegalMove:
                pass  # the game goes on: that is the answer
        if self.talk.lesson is not None:
            self.talk.step(self._now_ms)
            return True
        return False

    # Calibration

    def begin_lesson(self, day: int = 0) -> None:
        """Let a calibration begin; ``day``: since 1 January 2000, 0 if nobody knows.

        Raises IllegalMove in the middle of a game.
        """
        if self.game.ply or max(self.readings):
            raise IllegalMove("game-on", "There is a game on this board: clear it first.")
        # The decoder learns anew afterwards; meanwhile its room is needed.
        self.tracker.recognizer.see_by(None)
        self.bank = self.taker = self.decoder = None
        gc.collect()
        lesson = self._lesson()
        lesson.day = day
        self.taker = lesson
        self.talk.lesson = lesson
        self._let_go()

    def end_lesson(self, result: "bytes | None") -> None:
        """Feel with other eyes from now on, or as before if hands have left off.

        ``result``: the calibration to be kept.
        """
        if result is not None:
            self._store.keep(result)
        self.taker = None
        gc.collect()
        self._feel()
        self.tracker.recognizer.see_by(self.decoder)
        self._assume()
        self._look()
        self.down = 0

    def lesson_fields(self, lesson) -> tuple:
        """Return how far a calibration is; see ``lesson`` in PROTOCOL.md."""
        return lesson.fields(places_of(self._layout.game).cell_text)

    def _commands(self):
        return TaughtCommands(self)

    def teach(self, what: str, day: str) -> None:
        """Lead a calibration on; raises IllegalMove or Unreadable for what cannot be done."""
        lesson = self.talk.lesson
        if what == "begin":
            if not day.isdigit() or int(day) > DAYS_MOST:
                raise Unreadable("day '%s': expected 0 to %d, days since 2000", day, DAYS_MOST)
            if lesson is None:
                self.begin_lesson(int(day))
        elif what not in ("skip", "enough", "leave"):
            raise Unreadable("'%s': expected begin, skip, enough or leave", what)
        elif lesson is None:
            raise IllegalMove("no-lesson", "Nothing is being calibrated.")
        elif what == "skip":
            lesson.skip(self._now_ms)
        elif what == "enough":
            lesson.enough()
        else:
            lesson.leave()
