"""Player on an engine's seat, for every game."""

import random
from collections.abc import Callable
from typing import Any, Protocol

from boardcore.errors import Listed, Unreadable
from underboard.engine.levels import RANDOM
from underboard.games import game_of, games
from underboard.trouble import Trouble


class Player(Protocol):
    """Chooses turns; a level of strength under a name."""

    name: str

    def choose(self, game: Any, pause: Callable[[], None] = lambda: None) -> int:
        """Return the turn to play; the game stays as it is.

        ``pause`` is called many times a second while the player thinks, so that the
        caller can look after the board.  Raises ValueError when the game is over.
        """
        ...


class AnyTurn:
    """Plays any legal turn, at every game."""

    name = RANDOM

    def __init__(self, seed: int | None = None) -> None:
        self._chance = random.Random(seed)

    def choose(self, game: Any, pause: Callable[[], None] = lambda: None) -> int:
        """Return a turn.  Raises ValueError when the game is over."""
        turns = game.legal_turns()
        if not turns:
            raise ValueError("the game is over")
        turn: int = self._chance.choice(turns)
        return turn


def with_engine() -> tuple[str, ...]:
    """Return the names of the games with an engine."""
    return tuple(name for name, game in games().items() if game.levels)


def levels_of(name: str) -> tuple[str, ...]:
    """Return the levels of a game's engine, the weakest first; none if it has no engine.

    Raises Unreadable for a game that is not installed.
    """
    return game_of(name).levels


def player_of(name: str, level: str, seed: int | None = None) -> Player:
    """Return a player of the game ``name``; the same seed plays the same turns.

    Raises Unreadable for a game without an engine or a level that it does not have.
    """
    levels = levels_of(name)
    if not levels:
        if level != RANDOM:
            raise Unreadable("there is no engine for %s: expected %s", name, RANDOM)
        return AnyTurn(seed)
    engine = game_of(name).required("engine")
    if level not in (*levels, *getattr(engine, "OLD_LEVELS", ())):
        raise Unreadable("%r is no level: expected %s", level, Listed(" or ", levels))
    player: Player = engine.Engine(level, random.Random(seed))
    return player


class Adviser:
    """Whoever gives hints at a game: the strongest player that can judge the position.

    ``perfect`` plays by a complete table, which may be absent; the level below it thinks.
    """

    def __init__(self, name: str, seed: int | None = None) -> None:
        self._name, self._seed = name, seed
        self._players: dict[str, Player] = {}

    def choose(self, game: Any, pause: Callable[[], None] = lambda: None) -> int:
        """Return the turn to advise.

        Raises ValueError when the game is over, Unreadable for a game without an engine.
        """
        levels = levels_of(self._name)
        if not levels:
            raise Unreadable("there is no engine for %s: no turn can be advised", self._name)
        second, best = levels[-2:] if len(levels) > 1 else levels * 2
        try:
            return self._player(best).choose(game, pause)
        except Trouble:  # no table to play by, or a damaged one
            return self._player(second).choose(game, pause)

    def _player(self, level: str) -> Player:
        # Made when first asked: to compile an engine takes seconds that no other game owes.
        if level not in self._players:
            self._players[level] = player_of(self._name, level, self._seed)
        return self._players[level]
