"""Search for the turns of a position that provably win."""

from typing import Any

from underboard.engine.levels import Enough

NODES = 3_000_000
"""Nodes for one position."""

Won = list[tuple[int, int]]
"""Winning turns with the turns of both sides until the win."""


def winning_turns(game: Any, within: int) -> Won | None:
    """Return all winning turns, one for each position that they lead to; None: not settled.

    ``within``: at Gygès, only wins in at most that many turns of both sides.
    """
    return {"apagos": _apagos, "gyges": _gyges, "pylos": _pylos}[game.name](game, within)


def _apagos(game: Any, within: int) -> Won | None:
    from underboard.games.apagos.engine.solution import solution_of

    moves = solution_of(game).moves(game)
    return [(move, judged.distance or 0) for move, judged in moves if judged.value > 0]


def _gyges(game: Any, within: int) -> Won | None:
    from underboard.games.gyges.engine.thinker import Thinker

    try:
        found = Thinker(game).winning(within - 1, NODES)
    except Enough:
        return None
    positions: dict[tuple, tuple[int, int]] = {}
    for one in found:
        game.step(one.turn)
        positions.setdefault(game.key(), (one.turn, one.wins_in))
        game.undo()
    return list(positions.values())


def _pylos(game: Any, within: int) -> Won | None:
    from underboard.games.pylos.judge import PylosJudge

    judge = PylosJudge(1)
    found: Won = []
    for turn in judge.different_turns(game):
        worth = judge.settle(game, turn, NODES)
        if worth is None:
            return None
        if worth.score == 1:
            found.append((turn, worth.distance))
    return found
