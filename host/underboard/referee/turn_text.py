"""The last turn of a game in words of one language."""

from underboard.game_state import GameState
from underboard.referee.game_ui import tabletop_of
from underboard.referee.game_ui.base import before_last
from underboard.texts import Texts


def describe_turn(game: GameState, texts: Texts) -> str:
    """Return the last turn as a sentence, empty before the first one."""
    if not game.turns:
        return ""
    with before_last(game) as turn:
        return tabletop_of(game.name).told(game, turn, texts)
