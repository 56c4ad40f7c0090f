"""Search for the turns of a position that provably win."""

from underboard.engine.evaluation import Won
from underboard.game_state import GameState
from underboard.registry import game_of


def winning_turns(game: GameState, within: int) -> Won | None:
    """Return all winning turns, one for each position that they lead to; None: not settled.

    ``within``: where a game has no end to search to, only wins in at most that many turns of both
    sides.
    """
    judge = game_of(game.name).part("judge")
    return judge.winning(game, within) if hasattr(judge, "winning") else None
