"""Board: the board seen from the host: greet, mirror, record, command, come back."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from underboard.mirror import Entry, Mirror
from underboard.records import Records


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
class Refused:
    """The board, or its version, refuses; ``text`` is a sentence."""

    code: str
    text: str


Event = Up | Down | EntryAdded | GameChanged | StateChanged | CuesChanged | Refused


class Board:
    """One board.  ``open_link()`` returns a Link or raises LinkClosed."""

    def __init__(
        self,
        open_link: Callable[[], Any],
        records: Records,
        clock: Callable[[], float] = time.monotonic,
        *,
        give_back: bool = True,
        run_id: str = "",
    ) -> None:
        self.mirror: Mirror | None = None
        self.row = 0
        """Number of the mirror's game in the records, 0 if not written yet."""
        self.state: State | None = None
        self.cues: Cues | None = None
        self.hello: Hello | None = None
        self.linkstate = 0
        self.in_step = False
        """The board has said that it stands where the mirror stands."""

    def meet(self, timeout_s: float = 6.0) -> Hello:
        """Wait until board and mirror are in step; raises Trouble for port, silence, version."""
        raise NotImplementedError

    def step(self, timeout_s: float = 0.0) -> list[Event]:
        """Do what is due, wait at most so long for lines; return what happened."""
        raise NotImplementedError

    def command(self, kind: str, *fields: object) -> None:
        """Send new, back, press or hint and wait for the answer; what happens meanwhile is
        returned by the next step.

        Raises IllegalMove or Unreadable if the board refuses, Trouble if it does not answer.
        """
        raise NotImplementedError

    def new_game(self, name: str, variant: str = "", options: str = "", start: str = "") -> Mirror:
        """Begin a game and wait until it is mirrored."""
        raise NotImplementedError

    def take_back(self, ply: int) -> None:
        """Undo to this ply and wait until it is mirrored."""
        raise NotImplementedError

    def close(self) -> None:
        """Say bye and close the port."""
        raise NotImplementedError
