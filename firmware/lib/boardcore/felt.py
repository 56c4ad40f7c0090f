"""Felt: a table whose pieces are felt by linear Hall sensors, not by switches.

The decoder writes the readings; sensors may fail, and are calibrated, by hands alone (both
buttons held) or led by a computer.  Boards with switches never load this.
"""

import gc

from boardcore import cues
from boardcore.calibration import decode, layout_check
from boardcore.dialogue import AT_REST
from boardcore.errors import IllegalMove, Unreadable
from boardcore.games import field_of, places_of
from boardcore.health import Health
from boardcore.steady import Steady
from boardcore.table import REDRAW_MS, Table
from boardcore.ticks import ticks_diff

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only
    from boardcore.calibrate import Calibrator
    from boardcore.felt_probe import FeltProbe

TURN = 5700
"""What a turn of the loop may cost, in empty ones, of 6,900 (design page, section 13): to see what
is due takes the rest."""
LOOK, ACT, FOLLOW, DRAW, SAY = 700, 5000, 5000, 3100, 2000
"""What each of these costs at most (tests/bench/reaction.py)."""
THOUGHT = 5000
"""No slice of thought costs more: what steps cost is told roughly."""
PATIENCE = 1
"""So many turns a thought waits for one with time for it; none if a hand holds a piece and it is
about where that may go."""
LIGHT, BYTE = 22, 55
"""For each colour of a pixel and each byte from the computer."""

SLOW_MS = 200
"""Lights that only breathe are drawn that rarely while the board thinks: that takes as long."""
CHORD_MS = 3000
"""Both buttons down for so long begin a calibration: longer than any press that means a turn."""
THINK_MS = 1500
"""Whoever sees nothing happen for longer wants to know why."""
BOTH = 3
DAYS_MOST = 65535
LESSON = "lesson"
"""What ``hello`` tells of a calibration that is being made."""


class FeltTable(Table):
    """A table with a ``health``.

    ``taker``: the caller fills its ``counts`` and calls its ``scan`` after each scan.
    The calibration is what the ``store`` keeps.
    """

    health: Health  # type: ignore[assignment]
    taker: "Health | Calibrator"

    def __init__(self, layout, store, identity, now_ms: int, **settings) -> None:
        self._store = store
        self._brightness = settings.get("brightness", 100)
        self._down = 0
        self._both_ms = now_ms
        self._known_ms = now_ms  # when everything was understood last
        self._layout = layout
        self._followed = True  # since sensors were watched
        self._starved = 0  # turns since there was time for a whole slice of thought
        self._sight_first = False  # in the last turn with time for it the sight has thought
        self._feel()
        Table.__init__(self, layout, store, identity, now_ms, **settings)
        self._obey_at_play = self.obey
        self.obey = self._obey
        self._assume()

    def _feel(self) -> None:
        """Begin to feel, with the calibration that is kept, or without one."""
        layout = self._layout
        sensors = len(layout.field.spots)
        calibration, state = decode(self._store.kept(), sensors, layout_check(layout))
        self.health = self.taker = Health(layout, calibration, state)

    def _assume(self) -> None:
        """Take the position as standing: nobody has looked before."""
        self.readings = self.health.decoder.readings
        # A decoder may tell more than what lies on each place.
        self._steady = Steady(len(self.readings))
        sight = self.tracker.sight
        sight.assume()
        sight.moved()
        self.tracker.watch(sight, self._now_ms)
        self.tracker.guide(False)

    def _new_sight(self):
        sight = Table._new_sight(self)
        sight.see_by(self.health.decoder)
        return sight

    def _sights(self):
        fields = field_of(self._layout.game)
        return fields if hasattr(fields, "Sight") else Table._sights(self)

    def _fill_frame(self, now_ms: int, lost: bool) -> None:
        Table._fill_frame(self, now_ms, lost)
        if self.tracker.verdict == AT_REST:
            for cell in self.health.cells:
                self._frame.beat(cell, cues.BEAT_FAILED)

    def hello_fields(self):
        """Return what any table tells, and whether the sensors are calibrated."""
        state = LESSON if self.health is None else self.health.state
        return self._identity.hello_fields(self._layout.name, self.rules.NAME, state)

    def health_fields(self) -> tuple:
        """Return what is known of the sensors; see ``Health.fields``."""
        return self.health.fields(self._identity.boots)

    # The caller's loop

    def step(self, now_ms: int) -> None:
        """Do what is due, the first first; what this turn has no time for waits for the next.

        Allocates nothing while the board rests.
        """
        self._now_ms = now_ms
        left = TURN - BYTE * self.heard
        self.heard = 0
        if self._step_first():
            self.acted = False
            return
        health, tracker = self.health, self.tracker
        if health.scanned:
            health.scanned = False
            left -= health.decoder.SCAN
        if self.acted:
            left = 0  # a button: that was long
        watch, light = health.watch_cost, LIGHT * len(self.colours)
        # Where each other turn has a scan, the others must not all go to watching and drawing.
        sight = tracker.sight
        hurried = sight.busy and not health.decoder.busy
        starved = self._starved > (0 if hurried else PATIENCE) and left >= sight.slice_cost
        if left >= watch and self._followed and not starved and health.watch():
            left -= watch
            self._followed = False
        if left >= LOOK and self._steady.take(self.readings, now_ms):
            self._look()
            left -= LOOK
        if left >= ACT and not self.acted:
            self._followed = True
            asked = tracker.question
            self._heed(tracker.update(self._shown, self.outcome is not None, now_ms))
            if tracker.worked or tracker.question is not asked:
                left -= FOLLOW
        if self.acted:
            self.acted = False
            return
        self._redraw_ms = SLOW_MS if sight.busy or health.decoder.busy else REDRAW_MS
        if left >= DRAW and not starved and self._draw():
            left -= DRAW
        if left >= light and self._light():
            left -= light
        if left >= SAY and self.talk.step(now_ms):
            left -= SAY
        # Sight and decoder take turns.
        self._starved += 1
        if left >= sight.slice_cost:
            self._starved = 0
            waits = self._sight_first and health.decoder.busy
            self._sight_first = sight.at_work and not waits
            if self._sight_first:
                if tracker.think(left):
                    self._signature = -1
                return
        if health.work(min(left, THOUGHT)):
            self._signature = -1

    # Two buttons at once

    def _button_first(self, number: int, down: bool) -> bool:
        """Take two buttons at once, which mean neither of the two; return whether there are."""
        before = self._down
        self._down = before | 1 << number if down else before & ~(1 << number)
        if BOTH in (before, self._down):
            self._both_ms = self._now_ms
            self._let_go()
            self._early = -1
            self.tracker.unsay()
            return True
        return False

    def _let_go(self) -> None:
        for number in range(len(self._pressed_ms)):
            self._pressed_ms[number] = -1

    def _step_first(self) -> bool:
        """Let a calibration begin when both buttons are held; return whether there is one.

        Allocates nothing while the board rests.
        """
        if self._down == BOTH and ticks_diff(self._now_ms, self._both_ms) >= CHORD_MS:
            self._down = 0
            try:
                self.begin_lesson()
            except IllegalMove:
                pass  # the game goes on: that is the answer
        if self.talk.lesson is not None:
            self.talk.step(self._now_ms)
            return True
        self.health.listener = self.talk.probe  # type: ignore[assignment]
        self._notice_thought()
        return False

    def _notice_thought(self) -> None:
        """Let the lights tell those who wait that the board thinks, if it takes long."""
        tracker = self.tracker
        if not tracker.sight.busy:
            self._known_ms = self._now_ms
        thinking = ticks_diff(self._now_ms, self._known_ms) >= THINK_MS
        if thinking != tracker.thinking:
            tracker.thinking = thinking
            self._signature = -1

    def new_probe(self) -> "FeltProbe":
        """Return what a computer asks with about the parts of this board."""
        # Not at the top: a board that plays has no memory to spare for it.
        from boardcore.felt_probe import FeltProbe

        probe = FeltProbe(self.readings, len(self.colours) // 3, self.health.counts)
        self.health.listener = probe
        return probe

    # Calibration

    def begin_lesson(self, day: int = 0) -> None:
        """Let a calibration begin; ``day``: since 1 January 2000, 0 if nobody knows.

        Raises IllegalMove in the middle of a game.
        """
        if self.game.ply or max(self.readings):
            raise IllegalMove("game-on", "There is a game on this board: clear it first.")
        # The decoder learns anew afterwards; meanwhile its room is needed.
        self.tracker.sight.see_by(None)
        self.health = self.taker = None  # type: ignore[assignment]
        gc.collect()
        # Not at the top: see above.
        from boardcore.calibrate import Calibrator

        lesson = Calibrator(self._layout, self._now_ms, self._identity.boots, self._brightness)
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
        self.taker = None  # type: ignore[assignment]
        gc.collect()
        self._feel()
        self.tracker.sight.see_by(self.health.decoder)
        self._assume()
        self._look()
        self._down = 0

    def lesson_fields(self, lesson: "Calibrator") -> tuple:
        """Return how far a calibration is; see ``lesson`` in PROTOCOL.md."""
        return lesson.fields(places_of(self._layout.game).cell_text)

    def _obey(self, kind: str, fields):
        """Carry out a command; return None, or ``(code, text)`` if it cannot be done."""
        if kind != "teach" and self.talk.lesson is None:
            return self._obey_at_play(kind, fields)
        try:
            if kind != "teach":
                raise IllegalMove("lesson", "This board is being calibrated.")
            return self._teach(fields[0], fields[1])
        except IllegalMove as refused:
            return (refused.rule, str(refused))
        except Unreadable as error:
            return ("unreadable", str(error))

    def _teach(self, what: str, day: str) -> None:
        lesson = self.talk.lesson
        if what == "begin":
            if not day.isdigit() or int(day) > DAYS_MOST:
                raise Unreadable("day '%s': expected 0 to %d, days since 2000" % (day, DAYS_MOST))
            if lesson is None:
                self.begin_lesson(int(day))
        elif what not in ("skip", "enough", "leave"):
            raise Unreadable("'%s': expected begin, skip, enough or leave" % what)
        elif lesson is None:
            raise IllegalMove("no-lesson", "Nothing is being calibrated.")
        elif what == "skip":
            lesson.skip(self._now_ms)
        elif what == "enough":
            lesson.enough()
        else:
            lesson.leave()
