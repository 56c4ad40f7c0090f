"""Levels of the Apagos engine (one perfect, six that make mistakes).

Strengths as ``underboard match`` measures them are in ``host/docs/engines.md``.
"""

import random
from typing import NamedTuple

from boardcore.apagos.rules import LEVELS as RAMP
from boardcore.apagos.rules import Game
from underboard.games.apagos.engine.solution import Solution


class Level(NamedTuple):
    """Strength of an opponent; both numbers chosen, their effect measured."""

    slip: float
    """Chance to play any legal move instead of a best one."""
    sight: int
    """With at most this many free holes it never slips."""


LEVELS = {
    "perfect": Level(slip=0.0, sight=20),
    "expert": Level(slip=0.13, sight=4),
    "strong": Level(slip=0.28, sight=4),
    "club": Level(slip=0.45, sight=3),
    "casual": Level(slip=0.6, sight=3),
    "easy": Level(slip=0.75, sight=2),
    "beginner": Level(slip=0.95, sight=1),
}
"""Strongest first."""


def choose(game: Game, solution: Solution, level: Level, chance: random.Random) -> int:
    """Return the move this opponent plays.

    A best move wins as fast or loses as late as possible; among equals chance
    decides.  Raises ValueError when the game is over.
    """
    moves = solution.moves(game)
    if not moves:
        raise ValueError("the game is over: there is no move to choose")
    free = sum(game.free(square) for square in range(RAMP))
    if free > level.sight and chance.random() < level.slip:
        return chance.choice(moves).move
    return chance.choice([move for move, judged in moves if judged == moves[0].judged])
