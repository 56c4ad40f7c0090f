"""One-line description of a turn for spectators."""

from underboard.game_state import GameState
from underboard.referee.game_ui import tabletop_of
from underboard.texts import Texts


def caption(game: GameState, turn: int, texts: Texts) -> str:
    """Return what a turn does that may be played now: ``Light makes a square and takes two back``.

    ``game`` stays as it is.
    """
    return tabletop_of(game.name).caption(game, turn, texts)
