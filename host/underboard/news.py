"""News: what a board has told, and what happened, as the host hands it on."""

from collections.abc import Sequence
from dataclasses import dataclass

from underboard.mirror import Entry, Mirror


@dataclass(frozen=True)
class Hello:
    """Who is there, as the board says."""

    version: str
    software: str
    board_id: str
    layout: str
    game: str
    boots: str
    reset: str
    calibration: str = "-"
    """Of linear Hall sensors: fit, none, unfit, damaged or lesson."""


@dataclass(frozen=True)
class State:
    """What the board makes of the pieces now; fields as in PROTOCOL.md."""

    verdict: str
    side: str
    ply: int
    rule: str
    cells: tuple[str, ...]
    outcome: str


@dataclass(frozen=True)
class Health:
    """How the Hall sensors of a board are; fields as in PROTOCOL.md."""

    calibration: str
    starts: int
    day: int
    strength: float
    failed: dict[int, str]
    """How each failed sensor fails."""
    more: int = 0
    """How many others have failed."""

    @classmethod
    def of(cls, fields: Sequence[str]) -> "Health":
        """Read the fields of a ``health``; raises ValueError for nonsense."""
        calibration, starts, day, strength, text = fields[:5]
        failed: dict[int, str] = {}
        more = 0
        for word in text.split(",") if text != "-" else ():
            number, colon, how = word.partition(":")
            if colon:
                failed[int(number)] = how
            else:
                more = int(word)
        share = 1.0 if strength == "-" else float(strength)
        return cls(calibration, int(starts), int(day), share, failed, more)


@dataclass(frozen=True)
class Cues:
    """What the lights say: a letter (boardcore.cues) and a tint digit per pixel."""

    letters: str
    tints: str


@dataclass(frozen=True)
class Up:
    """The board is there and talks our version."""

    hello: Hello


@dataclass(frozen=True)
class Down:
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
class Refused:
    """The board, or its version, refuses; ``text`` is a sentence."""

    code: str
    text: str


Event = Up | Down | EntryAdded | GameChanged | StateChanged | CuesChanged | HealthChanged | Refused
