"""Players of Pylos, from beginner to perfect.

A level plays as well on a slow computer as on a fast one, because thinking is counted in
nodes, and the same seed always plays the same game.  ``expert`` thinks far more where numba
is installed; ``perfect`` needs the complete table (``underboard solve pylos``).
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from boardcore.pylos.rules import Game
from underboard.engine import compile_process
from underboard.engine.level_player import LevelPlayer
from underboard.engine.limits import Limits, Tell
from underboard.games.pylos.engine.search import Search

if TYPE_CHECKING:
    from underboard.games.pylos.engine.perfect import Perfect


class Level(NamedTuple):
    """Strength of an engine."""

    depth: int
    """Turns that it looks ahead at most; 0: it plays anything."""
    nodes: int
    """Boards that it looks at before it decides."""
    slip: float
    """Probability of a random turn instead."""
    fast_nodes: int = 0
    """Boards that compiled code looks at instead, where numba is installed."""


LEVELS = {
    "beginner": Level(depth=1, nodes=2000, slip=0.32),
    "easy": Level(depth=2, nodes=6000, slip=0.22),
    "casual": Level(depth=30, nodes=150, slip=0.13),
    "club": Level(depth=30, nodes=600, slip=0.06),
    "strong": Level(depth=30, nodes=3000, slip=0.05),
    "expert": Level(depth=30, nodes=60_000, slip=0.0, fast_nodes=400_000),
    "perfect": Level(depth=0, nodes=0, slip=0.0),
}
"""Weakest first; strengths as ``underboard match pylos`` measures them: host/docs/engines.md."""
OLD_LEVELS = ("random",)
"""A player for tests and demos: any turn."""


KERNELS = f"{__package__}.fast.driver"
"""Module of the compiled search."""
MEANWHILE = 10_000
"""Nodes for a turn while numba compiles; chosen, some 2 s."""
ENDLESS = 1 << 40
"""Nodes where a depth alone ends the search; chosen."""


class Engine(LevelPlayer[Game]):
    """A player of Pylos."""

    def _prepare(self) -> None:
        self._level = LEVELS.get(self.name, Level(depth=0, nodes=0, slip=1.0))
        self._perfect: Perfect | None = None
        if self.name == "perfect":
            # Not at the top: the table needs NumPy, which other levels do not wait for.
            from underboard.games.pylos.engine import perfect

            self._perfect = perfect.Perfect(self._chance)

    @staticmethod
    def kernels_of(level: str) -> str:
        """Return the module of the compiled search, which only some levels play by."""
        return KERNELS if level in LEVELS and LEVELS[level].fast_nodes else ""

    def _choose(self, game: Game, pause: Callable[[], None], limits: Limits, report: Tell) -> int:
        if self._perfect:
            return self._perfect.choose(game, report)
        level = self._level
        if limits.nodes or limits.depth:
            nodes = limits.nodes or ENDLESS
            level = level._replace(
                nodes=nodes,
                fast_nodes=nodes if level.fast_nodes else 0,
                depth=limits.depth or level.depth,
            )
        if self._chance.random() < level.slip:
            return self._chance.choice(game.legal_turns())
        if level.fast_nodes and compile_process.is_ready(KERNELS):
            from underboard.games.pylos.engine.fast.driver import FastSearch

            fast = FastSearch(game, level.depth, level.fast_nodes, self._chance)
            turn, self.nodes = fast.best(pause, report), fast.nodes
            return turn
        most = level.nodes
        if compile_process.is_compiling(KERNELS) and not limits.nodes:
            most = min(most, MEANWHILE)
        search = Search(game, level.depth, most, self._chance, pause, report)
        turn, self.nodes = search.best(), search.boards
        return turn
