"""Player on an engine's seat, for every game."""

import random
from collections.abc import Callable
from typing import Any, Protocol

from boardcore.errors import Listed, Unreadable
from underboard.engine.levels import OF
from underboard.games import game_of
from underboard.trouble import Trouble

ENGINES = ("pylos", "apagos", "gyges")
"""Games with an engine: its module has ``LEVELS`` and ``Engine(level, chance)``."""


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
    return OF[name] if name in OF else tuple(_engine(name).LEVELS)


def player_of(name: str, level: str, seed: int | None = None) -> Player:
    """Return a player of the game ``name``; the same seed plays the same turns.

    Raises Unreadable for a game without an engine or a level that it does not have.
    """
    levels = levels_of(name)
    if level not in (*levels, *getattr(_engine(name), "OLD_LEVELS", ())):
        raise Unreadable("%r is no level: expected %s", level, Listed(" or ", levels))
    return _engine(name).Engine(level, random.Random(seed))


class Adviser:
    """Whoever gives hints at a game: the strongest player that can judge the position.

    ``perfect`` plays by a complete table, which may be absent; the level below it thinks.
    """

    def __init__(self, name: str, seed: int | None = None) -> None:
        self._name, self._seed = name, seed
        self._players: dict[str, Player] = {}

    def choose(self, game: Any, pause: Callable[[], None] = lambda: None) -> int:
        """Return the turn to advise.  Raises ValueError when the game is over."""
        second, best = levels_of(self._name)[-2:]
        try:
            return self._player(best).choose(game, pause)
        except Trouble:  # no table to play by, or a damaged one
            return self._player(second).choose(game, pause)

    def _player(self, level: str) -> Player:
        # Made when first asked: to compile an engine takes seconds that no other game owes.
        if level not in self._players:
            self._players[level] = player_of(self._name, level, self._seed)
        return self._players[level]


def _engine(name: str) -> Any:
    if name not in ENGINES:
        raise Unreadable("there is no engine for %s: expected %s", name, Listed(" or ", ENGINES))
    return game_of(name).part("engine.player")
