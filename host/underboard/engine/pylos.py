"""Pylos engine: levels from random to strong, by alpha-beta with iterative deepening.

Thinking is counted in boards looked at, never in seconds: a level plays as well on a
slow computer as on a fast one, and the same seed always plays the same game.

Strengths as ``tests/bench/engine.py`` measures them, standard game, colours alternating:
easy - random 95 - 5, club - easy 99 - 1, strong - club 20 - 0.
"""

import random
from collections.abc import Callable
from typing import NamedTuple

from boardcore.pylos import APEX, SHAPES, Game
from underboard.engine.pylos_boards import boards_after, free_cells, open_cells, reserve

WIN = 10000
"""A won game is worth this, less one for every turn until it is won."""
PAUSE_EVERY = 64  # boards between two calls of ``pause``: about a millisecond

# What a board is worth beside a win: chosen, and no better tried.
BALL = 100  # one ball more in the reserve than the other side
THREE = 12  # a shape that lacks only one ball of its own colour
CLIMBER = 6  # a free ball on the lowest levels, which may be raised later


class Level(NamedTuple):
    """How well an engine plays."""

    depth: int
    """Turns that it looks ahead at most; 0: it plays anything."""
    boards: int
    """Boards that it looks at before it decides."""
    slip: float
    """Chance to play anything all the same."""


LEVELS = {
    "random": Level(depth=0, boards=0, slip=1.0),
    "easy": Level(depth=1, boards=2000, slip=0.4),
    "club": Level(depth=2, boards=6000, slip=0.0),
    "strong": Level(depth=30, boards=30000, slip=0.0),
}
"""Weakest first."""


class Enough(Exception):
    """The search has looked at as many boards as it may."""


class Engine:
    """A player of Pylos."""

    def __init__(self, level: str, chance: random.Random | None = None) -> None:
        self.name = level
        self._level = LEVELS[level]
        self._chance = chance or random.Random()

    def choose(self, game: Game, pause: Callable[[], None] = lambda: None) -> int:
        """Return the turn to play.  Raises ValueError when the game is over."""
        if game.outcome():
            raise ValueError("the game is over: there is no turn to choose")
        if self._chance.random() < self._level.slip:
            return self._chance.choice(game.legal_turns())
        return Search(game, self._level, self._chance, pause).best()


class Search:
    """One search from one position."""

    def __init__(
        self, game: Game, level: Level, chance: random.Random, pause: Callable[[], None]
    ) -> None:
        self._variant, self._end = game.variant, game.end
        self._shapes = sorted({shape for shapes in SHAPES[game.variant] for shape in shapes})
        self._level = level
        self._chance = chance
        self._pause = pause
        self._mine, self._theirs = game.balls(game.side), game.balls(1 - game.side)
        self._seen: dict[tuple[int, int], int] = {}
        if game.repetition:
            for ply, (light, dark) in enumerate(game.boards):
                side = (game.side + game.ply - ply) % 2
                board = (dark, light) if side else (light, dark)
                self._seen[board] = self._seen.get(board, 0) + 1
        self._known: dict[tuple[int, int], tuple[int, int, int]] = {}
        self.boards = 0
        self.depth = 0
        """Turns that the last complete look ahead took in."""
        self.value = 0

    def best(self) -> int:
        """Return the best turn that the level's thinking finds."""
        turns = list(boards_after(self._mine, self._theirs, self._variant, self._end).items())
        self._chance.shuffle(turns)
        for depth in range(1, self._level.depth + 1):
            try:
                turns = self._look(turns, depth)
            except Enough:
                break
            self.depth = depth
            if abs(self.value) > WIN - 100 or len(turns) == 1:
                break
        return turns[0][1]

    def _look(self, turns: list[tuple[int, int]], depth: int) -> list[tuple[int, int]]:
        """Return the turns with the best one first, after looking ``depth`` turns ahead."""
        best, chosen = -2 * WIN, turns[0]
        try:
            for after, turn in turns:
                value = -self._search(self._theirs, after, depth - 1, -2 * WIN, -best, 1)
                if value > best:
                    best, chosen = value, (after, turn)
        except Enough:
            if best == -2 * WIN:
                raise
            # What was best in the shallower look came first, so a better one is better.
            turns[:] = [chosen] + [pair for pair in turns if pair != chosen]
            raise
        self.value = best
        return [chosen] + [pair for pair in turns if pair != chosen]

    def _search(self, mine: int, theirs: int, depth: int, low: int, high: int, ply: int) -> int:
        """Return what the board is worth for the side to move, which has ``mine``."""
        self.boards += 1
        if not self.boards % PAUSE_EVERY:
            self._pause()
            if self.boards > self._level.boards:
                raise Enough
        ended = self._outcome(mine, theirs)
        if ended:
            return ended * (WIN - ply)
        if self._seen.get((mine, theirs), 0) >= 2:
            return 0
        if not depth:
            return self.worth(mine, theirs)
        key = (mine, theirs)
        deep, value, first = self._known.get(key, (-1, 0, -1))
        boards = boards_after(mine, theirs, self._variant, self._end)
        if not boards:
            return ply - WIN
        order = list(boards)
        if first in boards:
            order.insert(0, first)
        best, chosen = -2 * WIN, -1
        for after in order:
            value = -self._search(theirs, after, depth - 1, -high, -max(low, best), ply + 1)
            if value > best:
                best, chosen = value, after
                if best >= high:
                    break
        if depth >= deep:
            self._known[key] = (depth, best, chosen)
        return best

    def _outcome(self, mine: int, theirs: int) -> int:
        """Return 1 if the side to move has won, -1 if the other one has, 0 if neither."""
        if theirs >> APEX & 1:
            return -1
        if mine >> APEX & 1:
            return 1
        if self._end == "strict":
            if not reserve(theirs):
                return 1
            if not reserve(mine):
                return -1
        return 0

    def worth(self, mine: int, theirs: int) -> int:
        """Return what the board looks worth to the side to move, without looking ahead."""
        value = BALL * (theirs.bit_count() - mine.bit_count())
        occupied = mine | theirs
        free = free_cells(occupied)
        low = free & 0x1FFFFFF
        value += CLIMBER * ((low & mine).bit_count() - (low & theirs).bit_count())
        holds = open_cells(occupied)
        for shape in self._shapes:
            if shape & holds:
                rest = shape & ~holds
                if rest & mine == rest and (shape & holds).bit_count() == 1:
                    value += 3 * THREE  # the side to move may complete it
                elif rest & theirs == rest and (shape & holds).bit_count() == 1:
                    value -= THREE
        return value
