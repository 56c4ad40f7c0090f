"""Table of the host's additions to the rules of each game.

What sides and turns are called, what people may type, where hands lay the pieces, who
can sit on an engine's seat.  Each game has a module ``table`` with a ``Table``.
"""

from functools import cache

from underboard.referee.game_ui.base import GameUi
from underboard.registry import game_of

__all__ = ["GameUi", "tabletop_of"]


@cache
def tabletop_of(name: str) -> GameUi:
    """Return the tabletop of a game.

    Raises ParseError for a game that is not installed.
    """
    found: GameUi = game_of(name).required("table").Table()
    return found
