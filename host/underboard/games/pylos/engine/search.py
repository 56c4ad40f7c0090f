"""Alpha-beta search of Pylos in Python, iteratively deepened.

Thinking is counted in boards looked at, never in seconds: a level plays as well on a
slow computer as on a fast one, and the same seed always plays the same game.  Where numba
is installed, ``underboard.games.pylos.engine.fast`` searches deeper in the same time.
"""

import random
from collections.abc import Callable

from boardcore.pylos.rules import APEX, SHAPES, Game
from underboard.engine.levels import SearchStopped
from underboard.engine.limits import Report, Tell, quiet
from underboard.games.pylos.engine.boards import boards_after, free_cells, open_cells, reserve

WIN = 10000
"""Value of a won game, less one for every turn until it is won; chosen."""
PAUSE_EVERY = 64
"""Nodes between two calls of ``pause``; chosen, about a millisecond."""

# What a board is worth beside a win: chosen, and no better tried.
BALL = 100  # one ball more in the reserve than the other side
THREE = 12
"""Value of a shape that lacks only one ball of its own colour; chosen."""
CLIMBER = 6
"""Value of a free ball on the lowest levels, which may be raised later; chosen."""


EXACT, AT_LEAST, AT_MOST = range(3)
"""Kinds of stored values: exact, or a bound where the search was cut short."""


class Search:
    """One search from one position."""

    def __init__(
        self,
        game: Game,
        depth: int,
        limit: int,
        chance: random.Random,
        pause: Callable[[], None] = lambda: None,
        report: Tell = quiet,
    ) -> None:
        """Prepare a search at most ``depth`` turns deep, of ``limit`` boards at most."""
        self._variant, self._end = game.variant, game.end
        self._shapes = sorted({shape for shapes in SHAPES[game.variant] for shape in shapes})
        self._deepest, self._limit = depth, limit
        self._chance = chance
        self._pause, self._report = pause, report
        self._mine, self._theirs = game.balls(game.side), game.balls(1 - game.side)
        self._seen: dict[tuple[int, int], int] = {}
        if game.repetition:
            for ply, (light, dark) in enumerate(game.boards):
                side = (game.side + game.ply - ply) % 2
                board = (dark, light) if side else (light, dark)
                self._seen[board] = self._seen.get(board, 0) + 1
        # Per board: depth, value, bound, and the board that the best turn makes.
        self._known: dict[tuple[int, int], tuple[int, int, int, int]] = {}
        self._path: set[tuple[int, int, int]] = set()
        self.boards = 0
        self.depth = 0
        """Turns that the last complete look ahead took in."""
        self.value = 0

    def best(self) -> int:
        """Return the best turn that the level's thinking finds."""
        turns = list(boards_after(self._mine, self._theirs, self._variant, self._end).items())
        self._chance.shuffle(turns)
        for depth in range(1, self._deepest + 1):
            self._path = {(self._mine, self._theirs, 0)}
            try:
                turns = self._look(turns, depth)
            except SearchStopped:
                break
            self.depth = depth
            line = self._line(*turns[0], depth)
            self._report(Report(depth, self.boards, self.value, wins_in(self.value), line))
            if abs(self.value) > WIN - 100 or len(turns) == 1:
                break
        return turns[0][1]

    def _line(self, after: int, turn: int, depth: int) -> tuple[int, ...]:
        """Return the turn and the best ones that follow, as far as they are remembered."""
        line, mine, theirs = [turn], self._theirs, after
        while len(line) < depth and (mine, theirs) in self._known:
            first = self._known[mine, theirs][3]
            boards = boards_after(mine, theirs, self._variant, self._end)
            if first not in boards:
                break
            line.append(boards[first])
            mine, theirs = theirs, first
        return tuple(line)

    def _look(self, turns: list[tuple[int, int]], depth: int) -> list[tuple[int, int]]:
        """Return the turns with the best one first, after looking ``depth`` turns ahead."""
        best, chosen = -2 * WIN, turns[0]
        try:
            for after, turn in turns:
                value = -self._search(self._theirs, after, depth - 1, -2 * WIN, -best, 1)
                if value > best:
                    best, chosen = value, (after, turn)
        except SearchStopped:
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
            if self.boards > self._limit:
                raise SearchStopped
        ended = self._outcome(mine, theirs)
        if ended:
            return ended * (WIN - ply)
        if self._seen.get((mine, theirs), 0) >= 2 or (mine, theirs, ply & 1) in self._path:
            return 0
        if not depth:
            return self.worth(mine, theirs)
        key = (mine, theirs)
        deep, value, bound, first = self._known.get(key, (-1, 0, EXACT, -1))
        if deep >= depth:
            value = moved_win(value, -ply)
            if (
                bound == EXACT
                or (bound == AT_LEAST and value >= high)
                or (bound == AT_MOST and value <= low)
            ):
                return value
        boards = boards_after(mine, theirs, self._variant, self._end)
        if not boards:
            return ply - WIN
        order = list(boards)
        if first in boards:
            order.remove(first)
            order.insert(0, first)
        here = (mine, theirs, ply & 1)
        self._path.add(here)
        best, chosen = -2 * WIN, -1
        for after in order:
            value = -self._search(theirs, after, depth - 1, -high, -max(low, best), ply + 1)
            if value > best:
                best, chosen = value, after
                if best >= high:
                    break
        self._path.remove(here)
        bound = AT_MOST if best <= low else AT_LEAST if best >= high else EXACT
        self._known[key] = (depth, moved_win(best, ply), bound, chosen)
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


def wins_in(value: int) -> int:
    """Return the turns until a win that a value proves, below 0 until a loss, 0 for neither."""
    if value > WIN - 500:
        return WIN - value
    return -WIN - value if value < 500 - WIN else 0


def moved_win(value: int, plies: int) -> int:
    """Return a value with a win or loss put ``plies`` later, as the table counts from its board."""
    if value > WIN - 500:
        return value + plies
    return value - plies if value < 500 - WIN else value
