"""Player on an engine's seat, for every game."""

import random
from collections.abc import Callable
from typing import Any, Protocol

from boardcore.errors import ParseError
from underboard.engine.compile_process import Notice
from underboard.engine.levels import RANDOM
from underboard.engine.limits import LEVELS_OWN, Limits, Tell, quiet
from underboard.errors import UnderboardError
from underboard.game_state import GameState
from underboard.registry import game_of, games
from underboard.texts.lazy import LazyText, PlayerChoices


class Player(Protocol):
    """Chooses turns; a level of strength under a name."""

    name: str

    def choose(self, game: GameState, pause: Callable[[], None] = lambda: None) -> int:
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

    def choose(self, game: GameState, pause: Callable[[], None] = lambda: None) -> int:
        """Return a turn.  Raises ValueError when the game is over."""
        turns = game.legal_turns()
        if not turns:
            raise ValueError("the game is over")
        return self._chance.choice(turns)


def with_engine() -> tuple[str, ...]:
    """Return the names of the games with an engine."""
    return tuple(name for name, game in games().items() if game.levels)


def levels_of(name: str) -> tuple[str, ...]:
    """Return the levels of a game's engine, the weakest first; none if it has no engine.

    Raises ParseError for a game that is not installed.
    """
    return game_of(name).levels


def check_level(name: str, level: str) -> None:
    """Raise ParseError for a game without an engine or a level that it does not have."""
    levels = levels_of(name)
    if not levels and level != RANDOM:
        raise ParseError("there is no engine for %s: expected %s", name, RANDOM)
    # The engine is loaded only to be asked for names of old records.
    if levels and level not in levels and level not in _old_levels(name):
        raise ParseError("%r is not a level: expected %s", level, PlayerChoices(" or ", levels))


def _old_levels(name: str) -> tuple[str, ...]:
    return getattr(game_of(name).required("engine"), "OLD_LEVELS", ())


def player_of(
    name: str, level: str, seed: int | None = None, notice: Notice | None = None
) -> Player:
    """Return a player of the game ``name``; the same seed plays the same turns.

    ``notice``: for callers that cannot wait: it gets a sentence where numba has to compile first,
    and a slower search plays meanwhile.  Raises ParseError as ``check_level``.
    """
    check_level(name, level)
    if not levels_of(name):
        return AnyTurn(seed)
    player: Player = game_of(name).required("engine").Engine(level, random.Random(seed), notice)
    return player


class HintSource:
    """The strongest player up to a level that can judge the position, the best by default.

    ``perfect`` plays by a complete table, which may be absent; then the level below it thinks.
    ``notice`` gets a sentence about that, and those of ``player_of``.
    """

    def __init__(
        self, name: str, seed: int | None = None, level: str = "", notice: Notice | None = None
    ) -> None:
        self.name = level
        self.nodes = 0
        """Nodes looked at for the last turn."""
        self._game, self._seed, self._notice = name, seed, notice
        self._players: dict[str, Player] = {}

    def choose(
        self,
        game: GameState,
        pause: Callable[[], None] = lambda: None,
        limits: Limits = LEVELS_OWN,
        report: Tell = quiet,
    ) -> int:
        """Return the turn to advise.

        Raises ValueError when the game is over, ParseError for a game without an engine.
        """
        levels = levels_of(self._game)
        if not levels:
            raise ParseError("there is no engine for %s: no move can be advised", self._game)
        level = self.name or levels[-1]
        try:
            return self._ask(level, game, pause, limits, report)
        except UnderboardError as trouble:  # no table to play by, or a damaged one
            weaker = levels[max(levels.index(level) - 1, 0)]
            if self._notice and weaker not in self._players:
                self._notice(LazyText("%s; until then the level %s answers", trouble, weaker))
            return self._ask(weaker, game, pause, limits, report)

    def _ask(self, level: str, game: GameState, *asked: Any) -> int:
        # Made when first asked: to compile an engine takes seconds that no other game owes.
        if level not in self._players:
            self._players[level] = player_of(self._game, level, self._seed, self._notice)
        player = self._players[level]
        turn: int = player.choose(game, *asked)
        self.nodes = getattr(player, "nodes", 0)
        return turn
