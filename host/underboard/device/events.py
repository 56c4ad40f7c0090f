"""A board's reports and link events, for the rest of the host."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from boardcore.errors import ParseError
from boardcore.lights.cues import LETTERS, TINTS
from boardcore.link.wire import unpack
from underboard.game_state import rules_of
from underboard.records.mirror import Entry, Mirror
from underboard.registry import game_of


@dataclass(frozen=True)
class Hello:
    """Identity of the board."""

    version: str
    software: str
    board_id: str
    layout: str
    game: str
    boots: str
    reset: str
    calibration: str = "-"
    """Calibration of linear Hall sensors: valid, none, mismatch, damaged or calibrating."""
    heap: str = "0"
    """Memory of its firmware in bytes, used or free; 0 if it does not tell."""


@dataclass(frozen=True)
class State:
    """The board's explanation of the pieces; fields as in PROTOCOL.md."""

    verdict: str
    side: str
    ply: int
    rule: str
    cells: tuple[str, ...]
    outcome: str

    @classmethod
    def of(cls, fields: Sequence[str], game: str) -> "State":
        """Read the fields of a ``state``; raises ValueError for nonsense."""
        verdict, side, ply, rule, text, outcome = fields[:6]
        cells = tuple(text.split(",")) if text != "-" else ()
        for cell in cells:
            if cell[:1] not in SIGNS or not _is_cell(cell[1:], game):
                raise ValueError(f"cell {cell}")
        return cls(verdict, side, int(ply), unpack(rule), cells, unpack(outcome))


MAX_MISFIT_MM = 100.0
"""Largest misfit of a calibration that a board may report, mm; chosen above any plate's."""


@dataclass(frozen=True)
class Health:
    """A board's report on its Hall sensors or load cells: the ``health`` message of PROTOCOL.md."""

    calibration: str
    starts: int
    day: int
    misfit_mm: float
    """Residual of the calibration of load cells, 0 for Hall sensors."""
    failed: dict[int, str]
    """Fault of each failed sensor."""
    more: int = 0
    """Number of further failed sensors."""
    plate: tuple[tuple[str, str], ...] = ()
    """Figures of a plate on load cells: names and values."""

    def figure(self, name: str) -> float | None:
        """Return a figure of the plate, None if it was not told."""
        return next((float(value) for other, value in self.plate if other == name), None)

    @classmethod
    def of(cls, fields: Sequence[str]) -> "Health":
        """Read the fields of a ``health``; raises ValueError for nonsense."""
        calibration, starts, day, misfit, text = fields[:5]
        failed: dict[int, str] = {}
        more = 0
        for word in text.split(",") if text != "-" else ():
            number, colon, how = word.partition(":")
            if colon:
                failed[int(number)] = how
            else:
                more = int(word)
        misfit_mm = 0.0 if misfit == "-" else float(misfit)
        if not 0 <= misfit_mm <= MAX_MISFIT_MM:  # nor "nan"
            raise ValueError(f"misfit {misfit}")
        return cls(
            calibration, int(starts), int(day), misfit_mm, failed, more, plate_of(fields[5:6])
        )


PLATE = ("twist", "jumps", "loose", "on", "off", "restless", "cell", "gain", "stored")
"""Figures of a plate; ``plate`` besides is a text."""


def plate_of(fields: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Read the last field of a ``health``; raises ValueError for nonsense."""
    pairs = []
    for word in fields[0].split(",") if fields and fields[0] != "-" else ():
        name, _, value = word.partition(":")
        if name in PLATE and not isfinite(float(value)):
            raise ValueError(f"{name} {value}")
        pairs.append((name, value))
    return tuple(pairs)


@dataclass(frozen=True)
class Cues:
    """Cues of the lights: a letter (``boardcore.lights.cues``) and a tint digit per pixel."""

    letters: str
    tints: str

    @classmethod
    def of(cls, fields: Sequence[str]) -> "Cues":
        """Read the fields of a ``cues``; raises ValueError for nonsense."""
        letters, tints = fields[:2]
        if letters.strip(LETTERS) or tints.strip("01234567"[: len(TINTS)]):
            raise ValueError(f"lights {letters} {tints}")
        return cls(letters, tints)


SIGNS = ("+", "-")
"""A piece too many, and one that is missing."""


def _is_cell(name: str, game: str) -> bool:
    """Return True if a board of this game may name a place so."""
    try:
        if places := game_of(game).places:
            return name in places
        rules_of(game).parse_cell(name)
    except (ParseError, AttributeError):
        return False
    return True


@dataclass(frozen=True)
class LinkUp:
    """The board is there and talks our version."""

    hello: Hello


@dataclass(frozen=True)
class LinkDown:
    """The board is not there any more, or does not talk; ``reason`` is a sentence."""

    reason: str


@dataclass(frozen=True)
class EntryAdded:
    """A turn or undo was played; it is in the records already."""

    entry: Entry


@dataclass(frozen=True)
class GameChanged:
    """Another game is on the table."""

    mirror: Mirror


@dataclass(frozen=True)
class StateChanged:
    """The board's verdict changed."""

    state: State


@dataclass(frozen=True)
class CuesChanged:
    """The lights changed."""

    cues: Cues


@dataclass(frozen=True)
class HealthChanged:
    """The board has told how its sensors are; ``before``: what was known until now."""

    health: Health
    before: Health | None


@dataclass(frozen=True)
class CommandRefused:
    """The board, or its version, refuses; ``text`` is a sentence."""

    code: str
    text: str


@dataclass(frozen=True)
class Notice:
    """Something about the records that people are told; ``text`` is a sentence.

    ``code``: paused, resumed or set-aside.
    """

    code: str
    text: str


PAUSED, RESUMED, SET_ASIDE = "paused", "resumed", "set-aside"

Event = (
    LinkUp
    | LinkDown
    | EntryAdded
    | GameChanged
    | StateChanged
    | CuesChanged
    | HealthChanged
    | CommandRefused
    | Notice
)
