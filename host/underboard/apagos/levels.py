"""Opponents for Apagos: one that is perfect, two that slip now and then.

Strengths as ``tests/bench/apagos.py`` measures them, 200 games a pair over random
layouts: perfect - club 153 - 47, club - beginner 164 - 36, perfect - beginner 191 - 9.
"""

import random
from typing import NamedTuple

from boardcore.apagos import LEVELS as RAMP
from boardcore.apagos import Game
from underboard.apagos.solution import Solution


class Level(NamedTuple):
    """How well an opponent plays; both numbers chosen, their effect measured."""

    slip: float
    """Chance to play any legal move instead of a best one."""
    sight: int
    """With at most this many free holes it never slips."""


LEVELS = {
    "perfect": Level(slip=0.0, sight=20),
    "club": Level(slip=0.2, sight=4),
    "beginner": Level(slip=0.5, sight=2),
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
