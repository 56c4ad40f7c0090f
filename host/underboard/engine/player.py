"""Player: what sits on an engine's seat, whatever the game."""

import random
from collections.abc import Callable
from typing import Any, Protocol

from boardcore.errors import Unreadable
from boardcore.pylos import NAME
from underboard.engine import pylos


class Player(Protocol):
    """Chooses turns; a level of strength under a name."""

    name: str

    def choose(self, game: Any, pause: Callable[[], None] = lambda: None) -> int:
        """Return the turn to play; the game stays as it is.

        ``pause`` is called many times a second while the player thinks, so that the
        caller can look after the board.  Raises ValueError when the game is over.
        """
        ...


def player_of(name: str, level: str, seed: int | None = None) -> Player:
    """Return a player of the game ``name``; the same seed plays the same turns.

    Raises Unreadable for a game without an engine or a level that it does not have.
    """
    if name != NAME:
        raise Unreadable(f"there is no engine for {name}: expected {NAME}")
    if level not in pylos.LEVELS:
        raise Unreadable(f"{level!r} is no level: expected {' or '.join(pylos.LEVELS)}")
    return pylos.Engine(level, random.Random(seed))
