"""A player at one level, which the engines of all games are."""

import random
from collections.abc import Callable
from typing import Generic

from underboard.engine import compile_process
from underboard.engine.limits import LEVELS_OWN, Limits, Tell, quiet
from underboard.game_state import Played


class LevelPlayer(Generic[Played]):
    """Player of one game at one level: what the engines of all games share."""

    def __init__(
        self,
        level: str,
        chance: random.Random | None = None,
        notice: compile_process.Notice | None = None,
    ) -> None:
        """Sit down; ``notice``: as for ``player_of``."""
        self.name = level
        self._chance = chance or random.Random()
        self.nodes = 0
        """Positions looked at for the last turn."""
        kernels = self.kernels_of(level)
        if kernels:
            compile_process.prepare(kernels, notice)
        self._prepare()

    def _prepare(self) -> None:
        """Set up what a game's player needs besides."""

    @staticmethod
    def kernels_of(level: str) -> str:
        """Return the module of the compiled search that a level plays by, empty for none."""
        return ""

    def choose(
        self,
        game: Played,
        pause: Callable[[], None] = lambda: None,
        limits: Limits = LEVELS_OWN,
        report: Tell = quiet,
    ) -> int:
        """Return the turn to play; ``limits``, where given, replace those of the level.

        Raises ValueError when the game is over, and UnderboardError for a level without its table.
        """
        if game.outcome():
            raise ValueError("the game is over: there is no turn to choose")
        self.nodes = 0
        return self._choose(game, pause, limits, report)

    def _choose(self, game: Played, pause: Callable[[], None], limits: Limits, report: Tell) -> int:
        """Return the turn to play in a game that goes on."""
        raise NotImplementedError
