"""Opponents for Gygès, from beginner to expert.

Their strengths, as ``underboard match gyges`` measures them, are in ``host/docs/engines.md``.
"""

from collections.abc import Callable
from typing import NamedTuple

from boardcore.gyges.recognizer import asked_size
from boardcore.gyges.rules import CELLS, NORTH, PLACE, SOUTH, Game, turn_landing
from underboard.engine import compile_process
from underboard.engine.level_player import LevelPlayer
from underboard.engine.limits import Limits, Report, Tell
from underboard.games.gyges.engine import analysis
from underboard.games.gyges.engine.analysis import (
    SURE,
    WIN,
    Thinker,
    different_turns,
    goal_in_reach,
)
from underboard.games.gyges.engine.openings import fitting


class Level(NamedTuple):
    """Strength of an engine; the numbers are chosen, their effect is measured."""

    depth: int
    """Turns that it looks ahead at most."""
    nodes: int
    """Nodes that it looks at before it decides."""
    slip: float = 0.0
    """Chance to play any turn without thinking, but into a goal that is in reach."""
    blind: float = 0.0
    """Chance not to see even that."""
    width: int = 0
    """Worth below the best turn's that may be played too."""
    layouts: int = 0
    """Set-ups that it compares before it sets up the last rings."""


LEVELS = {
    "beginner": Level(depth=1, nodes=4000, slip=0.6, blind=0.35),
    "easy": Level(depth=1, nodes=4000, slip=0.35),
    "casual": Level(depth=1, nodes=4000, slip=0.08, width=30, layouts=8),
    "club": Level(depth=2, nodes=30_000, slip=0.06, width=15, layouts=12),
    "strong": Level(depth=3, nodes=150_000, slip=0.04, layouts=12),
    "expert": Level(depth=20, nodes=600_000, layouts=12),
}
"""Weakest first."""
PLAIN_NODES = 20_000
"""Nodes of a turn at most where numba is missing; chosen, about 2 s."""
OLD_LEVELS = ("random", "greedy")
"""Names in old records, still played: any turn; a goal in reach, else a turn that leaves none."""
KERNELS = analysis.__name__
"""Module of the compiled search."""
DEEPEST = 20
"""Turns that a search looks ahead at most; chosen."""
ENDLESS = 1 << 40
"""Nodes where a depth alone ends the search; chosen."""
MAX_CHOICES = 3
"""Set-ups of one row that North chooses from, the best that were searched; chosen."""
LAYOUT_NODES = 1500
"""Nodes to judge one set-up of North, before South's first turn."""


class Engine(LevelPlayer[Game]):
    """A player of Gygès."""

    def _prepare(self) -> None:
        self._plan: dict[str, int] = {}

    @staticmethod
    def kernels_of(level: str) -> str:
        """Return the module of the compiled search, which every level plays by."""
        return "" if level in OLD_LEVELS else KERNELS

    def _choose(self, game: Game, pause: Callable[[], None], limits: Limits, report: Tell) -> int:
        if self.name == "random":
            return self._chance.choice(_asked(game) if game.setup else game.legal_turns())
        level = LEVELS.get(self.name, Level(depth=1, nodes=0))
        if limits.nodes or limits.depth:
            depth = min(limits.depth or DEEPEST, DEEPEST)
            level = Level(depth, limits.nodes or ENDLESS, layouts=level.layouts)
        elif not compile_process.is_ready(KERNELS):
            level = level._replace(nodes=min(level.nodes, PLAIN_NODES))
        if game.setup:
            return self._set_up(game, level.layouts, pause)
        if self.name == "greedy":
            return self._greedy(game)
        return self._think(game, level, pause, report)

    def _think(self, game: Game, level: Level, pause: Callable[[], None], report: Tell) -> int:
        """Return the turn of a level that thinks."""
        turns = different_turns(game)
        goals = [turn for turn in turns if turn_landing(turn) >= CELLS]
        if goals and self._chance.random() >= level.blind:
            report(Report(1, len(turns), WIN, 1, (goals[0],)))
            return goals[0]
        if self._chance.random() < level.slip:
            return self._chance.choice(turns)
        search = Thinker(game, pause, self._chance, report)
        found = search.think(level.depth, level.nodes, level.width)
        self.nodes = search.nodes
        best = found[0].value
        if abs(best) > SURE:
            return found[0].turn
        # What is no better than the limit of the search may be worse than it says.
        as_good = [one.turn for one in found[1:] if one.value > best - level.width]
        return self._chance.choice([found[0].turn, *as_good])

    def _greedy(self, game: Game) -> int:
        """Return a turn into the goal, else one that leaves no goal in reach."""
        turns = different_turns(game)
        self._chance.shuffle(turns)
        for turn in turns:
            if turn_landing(turn) >= CELLS:
                return turn
        for turn in turns:
            game.step(turn)
            threat = goal_in_reach(game, game.side)
            game.undo()
            if not threat:
                return turn
        return turns[0]

    def _set_up(self, game: Game, layouts: int, pause: Callable[[], None]) -> int:
        """Return the next ring of a set-up; who sees South's rings compares some of its own."""
        text = game.position_text()
        if game.side == SOUTH or not layouts:
            return self._chance.choice(_asked(game))
        if text not in self._plan:
            known = fitting(game)[:MAX_CHOICES]
            if known:
                self._plan = self._laying(game, self._chance.choice(known))
            else:
                layouts_of = (self._layout(game, pause) for _ in range(layouts))
                self._plan = min(layouts_of, key=lambda pair: pair[0])[1]
        return self._plan[text]

    def _laying(self, game: Game, north: str) -> dict[str, int]:
        """Return how to set up a row of North that fits what stands there."""
        plan = {}
        first, row = game.ply, CELLS - len(north)
        while game.setup and game.side == NORTH:
            turns = (turn for turn in _asked(game) if north[(turn & 63) - row] == _size(turn))
            plan[game.position_text()] = turn = next(turns)
            game.step(turn)
        while game.ply > first:
            game.undo()
        return plan

    def _layout(self, game: Game, pause: Callable[[], None]) -> tuple[int, dict[str, int]]:
        """Return a random way to set up the rest and what it is worth to South, who begins."""
        plan = {}
        first = game.ply
        while game.setup and game.side == NORTH:
            turn = self._chance.choice(_asked(game))
            plan[game.position_text()] = turn
            game.step(turn)
        try:
            search = Thinker(game, pause)
            return search.think(1, LAYOUT_NODES)[0].value, plan
        finally:
            while game.ply > first:
                game.undo()


def _asked(game: Game) -> list[int]:
    """Return the ways to set up the ring that the lights ask for: their order is fixed."""
    size = asked_size(game)
    return [turn for turn in game.legal_turns() if turn & PLACE and turn >> 6 & 3 == size]


def _size(turn: int) -> str:
    """Return the size of the ring that a turn of the set-up places."""
    return str(turn >> 6 & 3)
