"""Gygès engine: two levels that know little, and say so.

``random`` plays any move.  ``greedy`` looks one move ahead and no farther: it takes a goal
in reach; else it plays a move that leaves its opponent no goal in reach, if it finds one.

Strength as ``tests/bench/engine.py`` measures it, sides alternating: greedy - random 100 - 0.
"""

import random
from collections.abc import Callable

from boardcore.gyges import CELLS, PLACE, Game, turn_landing
from boardcore.gyges_reach import LAND, Reach
from boardcore.gyges_sight import asked_size

LEVELS = ("random", "greedy")
"""Weakest first."""


class Engine:
    """A player of Gygès."""

    def __init__(self, level: str, chance: random.Random | None = None) -> None:
        self.name = level
        self._chance = chance or random.Random()

    def choose(self, game: Game, pause: Callable[[], None] = lambda: None) -> int:
        """Return the turn to play.  Raises ValueError when the game is over."""
        if game.outcome():
            raise ValueError("the game is over: there is no turn to choose")
        turns = game.legal_turns()
        if game.setup:
            # The lights ask for the rings in a fixed order.
            size = asked_size(game)
            return self._chance.choice([t for t in turns if t & PLACE and t >> 6 & 3 == size])
        if self.name == "random":
            return self._chance.choice(turns)
        wins = [turn for turn in turns if turn_landing(turn) >= CELLS]
        if wins:
            return self._chance.choice(wins)
        self._chance.shuffle(turns)
        known: dict[tuple, bool] = {}
        for turn in turns:
            game.step(turn)
            key = game.key()
            if key not in known:
                pause()
                known[key] = goal_in_reach(game)
            game.undo()
            if not known[key]:
                return turn
        return turns[0]


def goal_in_reach(game: Game) -> bool:
    """Tell whether the side to move can enter the goal at once."""
    goal = game.goal(game.side)
    return any(Reach(game, origin).run().marks[goal] & LAND for origin in game.origins())
