"""Player: what sits on an engine's seat, whatever the game."""

import importlib
import random
from collections.abc import Callable
from typing import Any, Protocol

from boardcore.errors import Unreadable

ENGINES = ("pylos", "apagos", "gyges")
"""Games with an engine: a module of this package with ``LEVELS`` and ``Engine(level, chance)``."""


class Player(Protocol):
    """Chooses turns; a level of strength under a name."""

    name: str

    def choose(self, game: Any, pause: Callable[[], None] = lambda: None) -> int:
        """Return the turn to play; the game stays as it is.

        ``pause`` is called many times a second while the player thinks, so that the
        caller can look after the board.  Raises ValueError when the game is over.
        """
        ...


def levels_of(name: str) -> tuple[str, ...]:
    """Return the levels of a game's engine, the weakest first.

    Raises Unreadable for a game without an engine.
    """
    return tuple(_engine(name).LEVELS)


def player_of(name: str, level: str, seed: int | None = None) -> Player:
    """Return a player of the game ``name``; the same seed plays the same turns.

    Raises Unreadable for a game without an engine or a level that it does not have.
    """
    levels = levels_of(name)
    if level not in levels:
        raise Unreadable(f"{level!r} is no level: expected {' or '.join(levels)}")
    return _engine(name).Engine(level, random.Random(seed))


def _engine(name: str) -> Any:
    if name not in ENGINES:
        raise Unreadable(f"there is no engine for {name}: expected {' or '.join(ENGINES)}")
    return importlib.import_module(f"underboard.engine.{name}")
