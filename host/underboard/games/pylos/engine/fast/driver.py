"""One compiled search that leaves its caller free to look after the board."""

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from queue import SimpleQueue

import numpy as np

from boardcore.pylos.rules import Game
from underboard.drivers.thread import Beside
from underboard.engine.levels import SearchStopped
from underboard.engine.limits import Report, Tell, quiet
from underboard.games.pylos.engine.fast.search import (
    LIMIT,
    NODES,
    STOPPED,
    Memory,
    look,
    rules_of,
    slot_of,
)
from underboard.games.pylos.engine.fast.turns import MAX_TURNS, turns_of
from underboard.games.pylos.engine.search import WIN, wins_in

OUTERMOST = look
PAUSE_S = 0.01
"""Seconds between two calls of the caller's ``pause``; chosen."""


class FastSearch:
    """One search from one position, of ``limit`` nodes at most."""

    def __init__(self, game: Game, depth: int, limit: int, chance: random.Random) -> None:
        self._deepest = depth
        self._mine, self._theirs = game.balls(game.side), game.balls(1 - game.side)
        self._rules = rules_of(game.variant, game.end)
        self._past = past_of(game) if game.repetition else np.zeros(0, dtype=np.int64)
        self._memory = Memory(limit)
        self._order = self._turns()
        chance.shuffle(order := list(range(len(self._order))))
        self._order = self._order[order]
        self.depth = 0
        """Turns that the last complete look ahead took in."""
        self.value = 0
        self._reports: SimpleQueue[Report] = SimpleQueue()

    @property
    def nodes(self) -> int:
        """Return how many nodes were searched."""
        return int(self._memory.counters[NODES])

    def best(self, pause: Callable[[], None] = lambda: None, report: Tell = quiet) -> int:
        """Return the best turn found; ``pause`` is called while the search runs.

        ``pause`` may raise Enough, which ends the search.  ``report`` gets one of every depth.
        """
        # The compiled code releases the interpreter, so a thread keeps the caller free.
        work = Beside(self._deepen)
        try:
            pause()
            while not work.is_over(PAUSE_S):
                self._tell(report)
                pause()
        except SearchStopped:
            pass
        finally:
            self._memory.counters[LIMIT] = 0
            work.is_over(None)
            self._tell(report)
        return int(self._order[0, 0])

    def _tell(self, report: Tell) -> None:
        """Pass on what the searching thread has reported."""
        while not self._reports.empty():
            report(self._reports.get())

    def _turns(self) -> np.ndarray:
        """Return a row of turn and balls after it for every different board."""
        turns, afters = self._turns_from(self._mine, self._theirs)
        _, first = np.unique(afters, return_index=True)
        return np.stack([turns[first], afters[first]], axis=1)

    def _turns_from(self, mine: int, theirs: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the turns of a position, and the mover's balls after each."""
        shapes, _, strict = self._rules
        turns = np.empty(MAX_TURNS, dtype=np.int64)
        afters = np.empty(MAX_TURNS, dtype=np.int64)
        count = turns_of(mine, theirs, shapes, strict, False, turns, afters)
        return turns[:count], afters[:count]

    def _line(self, depth: int) -> tuple[int, ...]:
        """Return the best turns of both sides, as far as the transposition table has them."""
        line, mine, theirs = [int(self._order[0, 0])], self._theirs, int(self._order[0, 1])
        while len(line) < depth:
            slot = slot_of(mine, theirs, len(self._memory.keys))
            if self._memory.keys[slot] != mine | theirs << 30:
                break
            turns, afters = self._turns_from(mine, theirs)
            found = np.flatnonzero(turns == self._memory.entries[slot, 3])
            if not len(found):
                break
            line.append(int(turns[found[0]]))
            mine, theirs = theirs, int(afters[found[0]])
        return tuple(line)

    def _deepen(self) -> None:
        arrays = self._memory.arrays()
        for depth in range(1, self._deepest + 1):
            row, value = look(
                self._mine, self._theirs, self._order, depth, self._rules, self._past, arrays
            )
            if row > 0:
                # The best of the look before came first, so a better one is better even if
                # the look was cut short.
                self._order[: row + 1] = np.roll(self._order[: row + 1], 1, axis=0)
            if self._memory.counters[STOPPED]:
                break
            self.depth, self.value = depth, int(value)
            line = self._line(depth)
            self._reports.put(Report(depth, self.nodes, self.value, wins_in(self.value), line))
            if abs(self.value) > WIN - 500 or len(self._order) == 1:
                break


def past_of(game: Game) -> np.ndarray:
    """Return the positions that would be drawn if they came up once more, as search keys."""
    seen: Counter[int] = Counter()
    for ply, (light, dark) in enumerate(game.boards):
        mine, theirs = (dark, light) if (game.side + game.ply - ply) % 2 else (light, dark)
        seen[mine | theirs << 30] += 1
    return np.array([key for key, times in seen.items() if times >= 2], dtype=np.int64)


@cache
def warm_up() -> None:
    """Compile by numba, or read its cache, before a player waits for a turn."""
    FastSearch(Game(), 1, 100, random.Random(1)).best()
