"""Values of all turns of a position, the best line, and the tree of replies."""

from collections.abc import Iterator
from typing import NamedTuple

from underboard.engine.compile_process import Notice
from underboard.engine.evaluation import (
    Evaluation,
    Evaluator,
    Pause,
    ScoredTurn,
    Source,
    judge_of,
    no_pause,
)
from underboard.engine.match import is_setup
from underboard.game_state import GameState

NOTHING = "nothing"
"""Source where there is nothing to judge."""


class Explored(NamedTuple):
    """A position with its turns, best first; nothing where the game is over or rings are laid."""

    values: list[ScoredTurn]
    more: int
    """Legal turns that were not looked at."""
    line: list[int]
    """The best turns of both sides from here."""
    source: Source
    """Source of the values."""

    @property
    def proven(self) -> bool:
        """Return True if every worth is certain."""
        return all(worth.proven for _, worth in self.values)

    def groups(self) -> Iterator[tuple[Evaluation, list[int]]]:
        """Yield the turns that are worth the same together, the best first."""
        by_worth: dict[Evaluation, list[int]] = {}
        for turn, worth in self.values:
            # Estimates are no finer than the percentage that people see.
            shown = worth if worth.proven else worth._replace(score=round(worth.score, 2))
            by_worth.setdefault(shown, []).append(turn)
        yield from by_worth.items()


def explored(
    game: GameState, turns: int, line: int, pause: Pause = no_pause, notice: Notice | None = None
) -> Explored:
    """Judge up to ``turns`` turns of a position; follow the best for up to ``line`` turns.

    ``notice``: as for ``player_of``.
    """
    if game.outcome() or is_setup(game):
        return Explored([], 0, [], Source(NOTHING))
    legal = sorted(set(game.legal_turns()))
    judge = judge_of(game.name, min(len(legal), turns) + line, notice=notice)
    best = judge.best(game, pause)
    rest = [turn for turn in legal if turn != best.turn][: turns - 1]
    values = [best, *(ScoredTurn(turn, judge.turn(game, turn, pause)) for turn in rest)]
    # A worth that is proven comes before one that only looks the same.
    values.sort(key=lambda one: (one.worth.rank, one.worth.proven), reverse=True)
    followed = _line(game, judge, values[0].turn, line, pause)
    return Explored(values, len(legal) - len(values), followed, judge.source(game))


def _line(game: GameState, judge: Evaluator, turn: int, most: int, pause: Pause) -> list[int]:
    """Return a turn and the best ones that follow; the game is as before."""
    line: list[int] = []
    while len(line) < most:
        line.append(turn)
        game.play_turn(turn)
        if game.outcome():
            break
        turn = judge.best(game, pause).turn
    for _ in line:
        game.undo()
    return line


class Branch(NamedTuple):
    """Turns that are worth the same, and what follows the first of them."""

    turns: list[int]
    worth: Evaluation
    below: "list[Branch]"


def tree(
    game: GameState,
    depth: int,
    turns: int,
    width: int = 3,
    pause: Pause = no_pause,
    notice: Notice | None = None,
) -> list[Branch]:
    """Return the best ``width`` groups of turns; below each the best answers to its first turn."""
    branches: list[Branch] = []
    for worth, alike in list(explored(game, turns, 1, pause, notice).groups())[:width]:
        below: list[Branch] = []
        if depth > 1:
            game.play_turn(alike[0])
            below = tree(game, depth - 1, turns, 1, pause, notice)
            game.undo()
        branches.append(Branch(alike, worth, below))
    return branches
