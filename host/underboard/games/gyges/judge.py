"""Judge of Gygès turns, with forced wins proven and the rest estimated."""

from typing import Any

from boardcore.gyges.cells import CELLS
from boardcore.gyges.rules import Game
from boardcore.gyges.turns import turn_landing
from underboard.engine import evaluation
from underboard.engine.compiled import FAST
from underboard.engine.evaluation import (
    AGAIN,
    PROOF_NODES,
    Evaluation,
    Pause,
    ScoredTurn,
    Won,
    ended,
    estimate,
    no_pause,
    sure,
)
from underboard.engine.levels import SearchStopped
from underboard.games.gyges.engine import analysis
from underboard.games.gyges.engine.analysis import Thinker
from underboard.games.gyges.engine.search import SURE, WIN

KERNELS = analysis.__name__
"""Module of the compiled search."""
NODES, PLAIN_NODES = 2_500_000, 100_000
"""Nodes for a whole review, compiled and in plain Python: some 10 s."""
SHARE = 10
"""Divisor of the nodes for one position, or for one proof that a turn holds out; chosen."""
DEPTH = 20
"""Turns that a review looks ahead at most; chosen."""
UNIT = 100.0
"""Value of a log-odds of 1; chosen, the weights of the engine are fitted so."""


class Judge(evaluation.GameEvaluator[Game]):
    """Judges turns with rings set up."""

    def __init__(self, turns: int, fast: bool = True) -> None:
        """Divide the nodes of a review among ``turns`` positions; ``fast``: compiled ones."""
        all_nodes = NODES if fast and FAST else PLAIN_NODES
        self._proof = all_nodes // SHARE
        self._nodes = min(self._proof, all_nodes // max(2 * turns, 1))
        self._thinker: Thinker | None = None
        self._moment: tuple[Any, ...] = ()

    def best(self, game: Game, pause: Pause = no_pause) -> ScoredTurn:
        """Return the best turn that the nodes suffice to find."""
        self._thinker = Thinker(game, pause)
        self._moment = game.key(), game.ply
        found = self._thinker.think(DEPTH, self._nodes)[0]
        return ScoredTurn(found.turn, worth_of(found.value))

    def turn(self, game: Game, turn: int, pause: Pause = no_pause) -> Evaluation:
        """Return what a turn is worth, looked at as deep as the best one was."""
        if self._thinker is None or self._moment != (game.key(), game.ply):
            self.best(game, pause)
        assert self._thinker
        return worth_of(self._thinker.exact(turn, self._nodes))

    doubt = 0.2
    """Chosen."""

    def deeper(self, game: Game, pause: Pause = no_pause) -> ScoredTurn:
        """Return the best turn by a search of more nodes."""
        found = Thinker(game, pause).think(DEPTH, AGAIN * self._nodes)[0]
        self._moment = ()
        return ScoredTurn(found.turn, worth_of(found.value))

    def again(self, game: Game, turn: int, pause: Pause = no_pause) -> Evaluation:
        """Return what a turn is worth by a second search, which looks at more nodes."""
        side = game.side
        game.play_turn(turn)
        try:
            over = ended(game, side)
            if over:
                return over
            found = Thinker(game, pause).think(DEPTH, AGAIN * self._nodes)[0]
            return worth_of(found.value).before()
        finally:
            game.undo()

    def tells_apart(self, game: Game, turn: ScoredTurn, better: ScoredTurn) -> bool:
        """Return True if ``better`` wins and no win of ``turn`` is seen, or holds out for longer.

        Few positions of Gygès are proven to be drawn or held for ever, so the longest defence
        that is proven is the measure: all answers of the winner are looked at.
        """
        if better.worth.proven:
            return better.worth.score == 1
        plies = turn.worth.distance + turn.worth.distance % 2
        game.play_turn(better.turn)
        try:
            return not game.outcome() and not Thinker(game).winning(plies, self._proof)
        except SearchStopped:
            return False
        finally:
            game.undo()


def worth_of(value: int) -> Evaluation:
    """Return the worth of a value of the engine."""
    return sure(value, WIN) if abs(value) > SURE else estimate(value, UNIT)


def winning(game: Game, within: int) -> Won | None:
    """Return the turns that win in at most ``within`` turns of both sides."""
    try:
        found = Thinker(game).winning(within - 1, PROOF_NODES)
    except SearchStopped:
        return None
    positions: dict[tuple[Any, ...], tuple[int, int]] = {}
    for one in found:
        game.step(one.turn)
        positions.setdefault(game.key(), (one.turn, one.wins_in))
        game.undo()
    return list(positions.values())


def reason_of(turn: int, best: int, reply: int) -> str:
    """Return why a turn was bad, as far as the turns show it."""
    if turn_landing(best) >= CELLS > turn_landing(turn):
        return "goal-missed"
    return "goal-left" if reply >= 0 and turn_landing(reply) >= CELLS else ""
