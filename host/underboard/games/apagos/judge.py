"""Judge of Apagos turns by the complete solution, always proven."""

from boardcore.apagos.rules import Game
from underboard.engine import evaluation
from underboard.engine.evaluation import (
    SOLUTION,
    Evaluation,
    Pause,
    ScoredTurn,
    Source,
    Won,
    no_pause,
)
from underboard.games.apagos.engine.solution import SolvedTurn as Solved
from underboard.games.apagos.engine.solution import solution_of


class Judge(evaluation.GameEvaluator[Game]):
    """Judges turns on a ramp whose squares are laid out."""

    def __init__(self, turns: int, fast: bool = True) -> None:
        """Get ready; a table costs the same for one turn as for a hundred."""

    def best(self, game: Game, pause: Pause = no_pause) -> ScoredTurn:
        """Return the quickest win, or the slowest loss."""
        solution = solution_of(game, progress=lambda share: pause())
        move, judged = solution.moves(game)[0]
        return ScoredTurn(move, _worth(judged))

    def turn(self, game: Game, turn: int, pause: Pause = no_pause) -> Evaluation:
        """Return what a turn is worth."""
        solution = solution_of(game, progress=lambda share: pause())
        return next(_worth(judged) for move, judged in solution.moves(game) if move == turn)

    def source(self, game: Game) -> Source:
        """Return that every position is solved."""
        return Source(SOLUTION)


def _worth(judged: Solved) -> Evaluation:
    return Evaluation((judged.value + 1) / 2, True, judged.distance or 0)


IS_FAST = True
"""Reviews need no compiled search."""


def winning(game: Game, within: int) -> Won | None:
    """Return the winning turns by the solution."""
    moves = solution_of(game).moves(game)
    return [(move, judged.distance or 0) for move, judged in moves if judged.value > 0]
