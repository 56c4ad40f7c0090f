"""A board of linear Hall sensors or load cells learns its sensors, led from a computer.

The board does it all by itself (``boardcore.sensing.observe.empty``, ``weight.calibrate``); the
computer says what the lights mean, and passes on what people type.
"""

import datetime
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from boardcore.errors import IllegalMove
from boardcore.layout.layout import Layout
from boardcore.link.wire import Message
from boardcore.sensing.observe.weight.calibrate import ROUNDS
from underboard.deploy.layouts import layout_of
from underboard.device.connection import BoardConnection
from underboard.device.events import Event, Health, LinkDown, LinkUp
from underboard.device.health_text import VALID, place_of
from underboard.errors import UnderboardError
from underboard.texts import Texts

EPOCH = datetime.date(2000, 1, 1)
"""Days are counted from here."""
DONE, LEFT, REFUSED = "done", "left", "refused"
ENDED = (DONE, LEFT, REFUSED)
STORED_S = 10.0
"""Time for the board to report that it uses its calibration, s; chosen."""
ASK_AGAIN_S = 15.0
"""Silence after which the board is asked again: a line may have been lost."""
AWAY_S = 15.0
"""Time for a board to come back after its cable came out."""


@dataclass(frozen=True)
class CalibrationStatus:
    """Progress of the board; fields as in PROTOCOL.md."""

    phase: str
    cell: str
    misplaced: str
    share: int
    skipped: int
    left_out: tuple[int, ...]
    figures: tuple[float, ...] = ()
    """Figures of a plate on load cells: residuals and their limits in g and mm; while it asks for a
    piece, what lies there and what should."""

    @classmethod
    def of(cls, fields: list[str]) -> "CalibrationStatus":
        """Read the fields of a ``lesson``; raises ValueError for nonsense."""
        phase, cell, misplaced, share, skipped, left_out, found = fields[:7]
        figures = tuple(map(float, found.split(","))) if found != "-" else ()
        sensors = [word for word in left_out.split(",") if word.isdigit()]
        return cls(
            phase,
            cell if cell != "-" else "",
            misplaced if misplaced != "-" else "",
            int(share),
            int(skipped),
            tuple(map(int, sensors)),
            figures,
        )


class CalibrationClient(BoardConnection):
    """One board, as far as its sensors go.

    ``lesson``: how far it is, None before; ``health``: what it has told of its sensors.
    The steps on the way are kept until ``follow`` has passed them on.
    """

    def _prepare(self) -> None:
        self.lesson: CalibrationStatus | None = None
        self.health: Health | None = None
        self._steps: list[CalibrationStatus] = []
        self._boots = ""
        self._word_s = self._clock()
        self._hear_kind["calibration"] = self._hear_lesson
        self._hear_kind["health"] = self._hear_health

    def _on_connect(self) -> None:
        self.synced = True

    def _hear_beat(self, message: Message) -> None:
        super()._hear_beat(message)
        # Answered at once: the clock of a simulated board runs faster than ours.
        self._beaten = True

    def _hear_lesson(self, message: Message) -> None:
        try:
            self._note(CalibrationStatus.of(message.fields))
            self._word_s = self._clock()
        except ValueError:
            return

    def _note(self, lesson: CalibrationStatus) -> None:
        if lesson != self.lesson:
            self._steps.append(lesson)
        self.lesson = lesson

    def _hear_health(self, message: Message) -> None:
        try:
            self.health = Health.of(message.fields)
            self._word_s = self._clock()
        except ValueError:
            return
        if self.lesson is not None and self.lesson.phase not in ENDED:
            # Told only while nothing is calibrated: the last line was lost.
            phase = DONE if self.health.calibration == VALID and not self.health.starts else LEFT
            self._note(replace(self.lesson, phase=phase))

    # What people do

    def begin(self, today: datetime.date, grams: float = 0.0) -> Layout:
        """Meet the board and let it begin; return its layout.

        ``grams``: mass of the piece on a plate on load cells, 0: as the layout says.  Raises
        UnderboardError for a board with switches, IllegalMove while pieces stand on it.
        """
        hello = self.connect()
        layout = layout_of(hello.layout)
        if grams and layout.scale is None:
            raise UnderboardError(
                "the board %s has no load cells: leave off --grams", hello.board_id
            )
        if layout.field is None and layout.scale is None:
            raise UnderboardError(
                "the board %s has switches: there is nothing to calibrate", hello.board_id
            )
        self.command("calibrate", "begin", max(0, (today - EPOCH).days))
        if grams:
            self.command("calibrate", "grams", round(100 * grams))
        self._word_s = self._clock()
        return layout

    def follow(self, typed: Callable[[], str] = lambda: "") -> Iterator[CalibrationStatus]:
        """Yield each step until it is over; ``typed`` returns skip, enough, leave or nothing.

        Raises UnderboardError if the board goes away for good, or starts again.
        """
        last: CalibrationStatus | None = None
        away_s: float | None = None
        while last is None or last.phase not in ENDED:
            for event in self.step(0.1):
                away_s = self._notice(event, away_s)
            if away_s is not None and self._clock() > away_s:
                raise UnderboardError(
                    "the board is gone, and has not come back: its calibration stays"
                )
            if self._clock() - self._word_s > ASK_AGAIN_S and self.synced:
                self._word_s = self._clock()
                self._say_hello()
            wish = typed()
            if wish:
                # It may have ended just now.
                with suppress(IllegalMove):
                    self.command("calibrate", wish, 0)
            while self._steps:
                last = self._steps.pop(0)
                yield last

    def _notice(self, event: Event, away_s: float | None) -> float | None:
        """Return until when the board may stay away, None while it is there."""
        if isinstance(event, LinkDown):
            return self._clock() + AWAY_S
        if isinstance(event, LinkUp):
            if self._boots and self._boots != event.hello.boots:
                raise UnderboardError(
                    "the board has started again: its calibration stays; begin anew"
                )
            self._boots = event.hello.boots
            return None
        return away_s

    def wait_stored(self) -> Health:
        """Wait until the board uses what it has learnt; return what it tells then.

        Raises UnderboardError if it does not.
        """
        end = self._clock() + STORED_S
        while self.health is None or self.health.calibration != VALID or self.health.starts:
            self.step(0.1)
            if self._clock() > end:
                raise UnderboardError(
                    "the board does not tell that it uses its calibration: try again"
                )
        return self.health

    def leave(self) -> None:
        """Leave off, if anything is under way; never waits long."""
        if self.lesson is not None and self.lesson.phase not in ENDED:
            with suppress(IllegalMove):
                self.command("calibrate", "leave", 0)


# What people are told


def cells_of(layout: Layout) -> int:
    """Return to how many cells the piece is led; Hall sensors need none."""
    return len(layout.scale.calibration_cells) * ROUNDS if layout.scale else 0


def sentence(lesson: CalibrationStatus, cells: int, texts: Texts, plate: bool = False) -> str:
    """Return what is to be done now; the piece goes to ``cells`` places one after the other.

    Empty where there is nothing to say: ``outcome`` or ``refusal`` tells the end.
    ``plate``: it is one on load cells.
    """
    if lesson.phase in (DONE, REFUSED):
        return ""
    if plate and lesson.figures and lesson.phase in ("paper", "piece", "clear"):
        seen, expected = lesson.figures[:2]
        return texts("calibrate.odd", seen=f"{seen:.1f}", expected=f"{expected:.1f}")
    if plate and lesson.phase in ("empty", "clear"):
        return texts(f"calibrate.plate-{lesson.phase}")
    if lesson.phase in ("paper", "plain", "lift"):
        return texts(f"calibrate.{lesson.phase}", cell=lesson.cell)
    if lesson.phase == "piece":
        if lesson.misplaced and lesson.misplaced != lesson.cell:
            return texts("calibrate.astray", astray=lesson.misplaced, cell=lesson.cell)
        # The share was rounded down.
        done = -(-lesson.share * cells // 100)
        return texts("calibrate.piece", cell=lesson.cell, number=done + 1, of=cells)
    return texts(f"calibrate.{lesson.phase}")


def outcome(lesson: CalibrationStatus, layout: Layout, texts: Texts) -> list[str]:
    """Return what was found, in sentences."""
    if layout.scale:
        grams, mm = (f"{figure:.2f}" for figure in lesson.figures[:2] or (0.0, 0.0))
        told = [texts("calibrate.found-plate", grams=grams, mm=mm)]
        if lesson.skipped:
            told.append(texts("calibrate.skipped", count=lesson.skipped))
        return told
    assert layout.field
    sensors = len(layout.field.sensor_mm) - len(lesson.left_out)
    told = [texts("calibrate.found-empty", sensors=sensors)]
    told += [
        texts("calibrate.left-out", sensor=sensor, cell=place_of(layout, sensor))
        for sensor in lesson.left_out
    ]
    return told


def refusal(lesson: CalibrationStatus) -> UnderboardError:
    """Return why the placings of a piece on a plate gave no calibration, with their figures."""
    grams, mm, max_grams, max_mm = (*lesson.figures, 0.0, 0.0, 0.0, 0.0)[:4]
    return UnderboardError(
        "the placings disagree by %s g and %s mm, expected at most %s g and %s mm: is it the "
        "same piece each time, and does nothing on the plate move? Nothing was changed",
        *(f"{figure:.2f}" for figure in (grams, mm, max_grams, max_mm)),
    )
