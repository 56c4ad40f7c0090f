"""Judge of Pylos turns by the complete table, else by search.

A search proves what it follows to the end of the game: from about 22 balls on the board up, and
whatever is forced before.
"""

import random
from typing import Any

from boardcore.pylos.rules import Game
from boardcore.pylos.turns import turn_takes
from underboard.engine import evaluation
from underboard.engine.compiled import FAST
from underboard.engine.evaluation import (
    AGAIN,
    PROOF_NODES,
    SEARCH,
    TABLE,
    Evaluation,
    Pause,
    ScoredTurn,
    Source,
    Won,
    ended,
    estimate,
    no_pause,
    sure,
)
from underboard.games.pylos.engine.boards import boards_after
from underboard.games.pylos.engine.perfect import ProvenTurn as Looked
from underboard.games.pylos.engine.perfect import judged_turns, place_of, rules_of, table_of
from underboard.games.pylos.engine.search import WIN, Search

KERNELS = "underboard.games.pylos.engine.fast.driver"
"""Module of the compiled search."""
NODES = 600_000
"""Nodes that a whole review looks at in Python; chosen, some 5 s."""
FAST_NODES = 12_000_000
"""Nodes that a whole review looks at where numba is installed; chosen."""
DEEPER = 4_000_000
"""Nodes for a position whose turn is proven lost; chosen, some 4 s, for one or two turns of a
game."""
SHARE = 20
"""Divisor of the nodes for one position at most; chosen."""
DEPTH = 40
"""Plies that a review looks ahead at most; chosen."""
UNIT = 130.0
"""Value of a log-odds of 1, in hundredths of a ball; chosen."""
SURE = WIN - 500
BALLS = 22
"""On the board: from there Pylos is searched to its end in seconds, without its table."""
ONE_MORE = (0, 1)
"""Turns that a proof may count more than a rating.  The table counts one more than a search where
an empty reserve ends the game: the turn that the other side has no ball for.  A search may find a
win that is a turn slower than the quickest."""


class Judge(evaluation.GameEvaluator[Game]):
    """Judges turns of any variant."""

    def __init__(self, turns: int, fast: bool = True) -> None:
        """Divide the boards of a review among ``turns`` positions.

        ``fast``: by the compiled search, which once takes a minute to compile.
        """
        # Uncompiled it would be slower than the plain search, and needs NumPy.
        self._fast = fast and FAST
        all_nodes = FAST_NODES if self._fast else NODES
        self._nodes = min(all_nodes // SHARE, all_nodes // max(2 * turns, 1))
        self._depth = 1
        self._moment: tuple[object, ...] = ()
        self._looked: list[Looked] = []

    def best(self, game: Game, pause: Pause = no_pause) -> ScoredTurn:
        """Return the best turn that is found; by the table the quickest win."""
        self._moment = game.key(), game.ply
        table = table_of(rules_of(game))
        self._looked = judged_turns(game, table) if table else []
        if self._looked:
            return ScoredTurn(self._looked[0].turn, _worth(self._looked[0]))
        turn, value, self._depth = self._search(game, DEPTH, pause)
        return ScoredTurn(turn, worth_of(value))

    def turn(self, game: Game, turn: int, pause: Pause = no_pause) -> Evaluation:
        """Return what a turn is worth, looked at as deep as the best one was."""
        if self._moment != (game.key(), game.ply):
            self.best(game, pause)
        side = game.side
        game.play_turn(turn)
        try:
            if self._looked:
                board = game.balls(side)
                return next(_worth(one) for one in self._looked if self._leads(game, one, board))
            over = ended(game, side)
            if over:
                return over
            return worth_of(self._search(game, max(self._depth - 1, 1), pause)[1]).before()
        finally:
            game.undo()

    def source(self, game: Game) -> Source:
        """Return the table of these rules where it is built, else a search."""
        rules = rules_of(game)
        if table_of(rules) is None:
            return Source(SEARCH)
        return Source(TABLE, round(place_of(rules).stat().st_size / 1e6))

    # Estimates accuse nobody: of 14 mistakes that two agreeing searches named 11 were none.

    def deeper(self, game: Game, pause: Pause = no_pause) -> ScoredTurn:
        """Return the best turn by a search of DEEPER boards, a proof where they suffice."""
        few = self._nodes
        try:
            self._nodes = DEEPER if self._fast else AGAIN * few
            turn, value, _ = self._search(game, DEPTH, pause)
        finally:
            self._nodes = few
        return ScoredTurn(turn, worth_of(value))

    def again(self, game: Game, turn: int, pause: Pause = no_pause) -> Evaluation:
        """Return what a turn is worth by a second search, which looks at more boards."""
        side, few = game.side, self._nodes
        game.play_turn(turn)
        try:
            self._nodes = AGAIN * few
            return ended(game, side) or worth_of(self._search(game, DEPTH, pause)[1]).before()
        finally:
            self._nodes = few
            game.undo()

    def different_turns(self, game: Game) -> list[int]:
        """Return one turn for each board that the side to move can make."""
        mine, theirs = game.balls(game.side), game.balls(1 - game.side)
        return list(boards_after(mine, theirs, game.variant, game.end).values())

    def settle(self, game: Game, turn: int, nodes: int) -> Evaluation | None:
        """Return the proven worth of a turn, None if ``nodes`` do not prove it."""
        self._nodes = nodes
        if table_of(rules_of(game)):
            self._moment = ()
            return self.turn(game, turn)
        side = game.side
        game.play_turn(turn)
        try:
            over = ended(game, side)
            if over:
                return over
            worth = worth_of(self._search(game, DEPTH, no_pause)[1]).before()
            return worth if worth.proven else None
        finally:
            game.undo()

    def _leads(self, game: Game, one: Looked, board: int) -> bool:
        """Return True if a judged turn makes the board that was just made by another."""
        played = game.undo()
        game.play_turn(one.turn)
        same = game.balls(1 - game.side) == board
        game.undo()
        game.play_turn(played)
        return same

    def _search(self, game: Game, depth: int, pause: Pause) -> tuple[int, int, int]:
        """Return the best turn, its value, and how deep the search looked."""
        chance = random.Random(1)
        search: Any
        if self._fast:
            from underboard.games.pylos.engine.fast.driver import FastSearch

            search = FastSearch(game, depth, self._nodes, chance)
            turn = search.best(pause)
        else:
            search = Search(game, depth, self._nodes, chance, pause)
            turn = search.best()
        return turn, search.value, search.depth


def worth_of(value: int) -> Evaluation:
    """Return the worth of a value of the search."""
    return sure(value, WIN) if abs(value) > SURE else estimate(value, UNIT)


def _worth(one: Looked) -> Evaluation:
    return Evaluation((one.value + 1) / 2, True, one.plies or 0)


def is_settled(game: Game) -> bool:
    """Return True if it can be proven in a moment who wins."""
    return game.occupied.bit_count() >= BALLS or bool(table_of(rules_of(game)))


def winning(game: Game, within: int) -> Won | None:
    """Return the winning turns by the table, or by a search to the end of the game."""
    judge = Judge(1)
    found: Won = []
    for turn in judge.different_turns(game):
        worth = judge.settle(game, turn, PROOF_NODES)
        if worth is None:
            return None
        if worth.score == 1:
            found.append((turn, worth.distance))
    return found


def reason_of(turn: int, best: int, reply: int) -> str:
    """Return why a turn was bad, as far as the turns show it."""
    if reply >= 0 and turn_takes(reply):
        return "square-left"
    return "square-missed" if turn_takes(best) and not turn_takes(turn) else ""
