"""View of each game for other programs, with its position, levels and engines."""

from functools import cached_property
from typing import TYPE_CHECKING

from underboard.api.position import Position
from underboard.game_state import rules_of
from underboard.registry import HostGame, game_of

if TYPE_CHECKING:
    from underboard.engine.player import Player


class Engine:
    """A player of one level; the same seed plays the same turns.

    >>> import underboard
    >>> engine = underboard.pylos.engine("club", seed=1)
    >>> position = underboard.pylos.Position()
    >>> position.play(engine.choose(position))
    >>> position.ply
    1
    """

    def __init__(self, player: "Player", level: str) -> None:
        self._player = player
        self.level = level

    def choose(self, position: Position) -> str:
        """Return the turn to play; the position stays as it is.

        Raises ValueError when the game is over.
        """
        return position._text_of(self._player.choose(position._game))


class GameApi:
    """One game; ``underboard.NAME`` is the one of this name.

    >>> import underboard
    >>> underboard.gyges.title, underboard.gyges.levels[0]
    ('Gygès', 'beginner')
    """

    def __init__(self, game: HostGame) -> None:
        self.name = game.name
        self.title = game.title

    @cached_property
    def Position(self) -> type[Position]:  # noqa: N802  # a class
        """Class of this game's positions."""
        return type("Position", (Position,), {"game": self.name, "__doc__": Position.__doc__})

    @property
    def variants(self) -> tuple[str, ...]:
        """Variants of the rules, the usual one first."""
        return tuple(rules_of(self.name).VARIANTS)

    @property
    def levels(self) -> tuple[str, ...]:
        """Levels of its engine, the weakest first."""
        from underboard.engine.player import levels_of

        return levels_of(self.name)

    def engine(self, level: str, seed: int | None = None) -> Engine:
        """Return an engine.  Raises ParseError for a level that the game does not have."""
        # Not at the top: who only asks for rules does not wait for the engines.
        from underboard.engine.player import player_of

        return Engine(player_of(self.name, level, seed), level)

    def __repr__(self) -> str:
        return f"<game {self.name}>"


def api_of(name: str) -> GameApi:
    """Return a game by its name.  Raises ParseError for one that is not installed."""
    return GameApi(game_of(name))
