"""Value of a turn, proven or estimated.

One judge per game, all with the same methods.  Proven is what a complete table says, or a search
that has looked at every answer until the end of the game; all else is an estimate.
"""

import math
from collections.abc import Callable
from typing import Generic, NamedTuple

from underboard.engine import compile_process
from underboard.engine.compile_process import Notice
from underboard.errors import UnderboardError
from underboard.game_state import GameState, Played
from underboard.registry import game_of

Pause = Callable[[], None]


def no_pause() -> None:
    """Do nothing between two parts of a search."""


class Evaluation(NamedTuple):
    """Value of a position or a turn to one side."""

    score: float
    """Expected score: 1 wins, 0 loses, 0.5 is a draw or even."""
    proven: bool
    """Whether the score is certain: 0, 0.5 or 1, with best play of both."""
    distance: int = 0
    """Turns of both sides until a proven game is over, 0 where that is not known."""

    def turned(self) -> "Evaluation":
        """Return the same for the other side."""
        return Evaluation(1 - self.score, self.proven, self.distance)

    def before(self) -> "Evaluation":
        """Return what the turn that leads here is worth to who plays it."""
        return Evaluation(1 - self.score, self.proven, self.distance + 1 if self.distance else 0)

    @property
    def rank(self) -> tuple[float, int]:
        """Sort best last: quick wins before slow ones, slow losses before quick ones."""
        if not self.proven or not self.distance:
            return self.score, 0
        return self.score, -self.distance if self.score > 0.5 else self.distance


AGAIN = 4
"""Nodes of a second search by those of the first; chosen."""
WON = Evaluation(1.0, True)
LOST = Evaluation(0.0, True)
DRAWN = Evaluation(0.5, True)


class ScoredTurn(NamedTuple):
    """A turn and what it is worth to who plays it."""

    turn: int
    worth: Evaluation


PROOF_NODES = 3_000_000
"""Nodes to prove one position; chosen."""

Won = list[tuple[int, int]]
"""Winning turns with the turns of both sides until the win."""

TABLE, SOLUTION, SEARCH = "table", "solution", "search"


class Source(NamedTuple):
    """Source of the values of a position's turns."""

    kind: str
    """A complete table on the disk, a complete solution, or a search that may only estimate."""
    mb: int = 0
    """Size of the table, megabytes."""


class GameEvaluator(Generic[Played]):
    """Judges the positions of one game, of its own type; ``game`` is left as it was."""

    is_hasty = False
    """Whether a search that looks less far judges, because numba has not compiled yet."""
    doubt = 2.0
    """Expected score by which two searches must agree to name a mistake; above 1: they never do."""

    def best(self, game: Played, pause: Pause = no_pause) -> ScoredTurn:
        """Return the best turn that is found."""
        raise NotImplementedError

    def turn(self, game: Played, turn: int, pause: Pause = no_pause) -> Evaluation:
        """Return what a turn is worth, as exactly as ``best`` found the best one."""
        raise NotImplementedError

    def source(self, game: Played) -> Source:
        """Return what that comes from."""
        return Source(SEARCH)

    def deeper(self, game: Played, pause: Pause = no_pause) -> ScoredTurn:
        """Return the best turn by a second search of the position, if there is more to look at."""
        return self.best(game, pause)

    def again(self, game: Played, turn: int, pause: Pause = no_pause) -> Evaluation:
        """Return what a turn is worth by a second search, if there is more to look at."""
        return self.turn(game, turn, pause)

    def tells_apart(self, game: Played, turn: ScoredTurn, better: ScoredTurn) -> bool:
        """Return True if ``better`` is proven to do what ``turn`` does not.

        Asked where only one of the two worths is proven: a proven value and an estimate cannot
        be compared as they are.
        """
        return False


Evaluator = GameEvaluator[GameState]
"""The judge of any game."""


def ended(game: GameState, side: int) -> Evaluation | None:
    """Return what the turn of ``side`` was worth that has ended the game, None if it goes on."""
    outcome = game.outcome()
    if not outcome:
        return None
    return Evaluation(0.5 if outcome[0] > 1 else float(outcome[0] == side), True, 1)


def estimate(value: float, unit: float) -> Evaluation:
    """Return the expected score of a value of an engine; ``unit``: its value of a log-odds of 1."""
    return Evaluation(1 / (1 + math.exp(-value / unit)), False)


def sure(value: int, win: int) -> Evaluation:
    """Return the worth of a proven value of an engine: ``win`` less the turns until the win."""
    return Evaluation(1.0, True, win - value) if value > 0 else Evaluation(0.0, True, win + value)


def judge_of(name: str, turns: int, fast: bool = True, notice: Notice | None = None) -> Evaluator:
    """Return the judge of a game, which divides its effort among ``turns`` positions.

    ``fast``: it may compile its search, which once takes a minute, in which nobody is heard;
    ``notice``: as for ``player_of``, for callers that cannot wait for that.
    Raises UnderboardError for a game without a judge.
    """
    game = game_of(name)
    part = game.part("judge")
    if part is None:
        raise UnderboardError(
            "no game of %s can be judged: look at it with 'underboard games replay'", game.title
        )
    kernels = getattr(part, "KERNELS", "")
    if notice and kernels:
        compile_process.begin(kernels, notice)
        fast = fast and compile_process.is_ready(kernels)
    judge: Evaluator = part.Judge(turns, fast)
    judge.is_hasty = bool(kernels) and compile_process.is_compiling(kernels)
    return judge
