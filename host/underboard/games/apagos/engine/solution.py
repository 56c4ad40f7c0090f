"""The solution of Apagos for one set of faces: ask it about any position and move."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from boardcore.apagos.hints import Numbering
from boardcore.apagos.rules import Game
from boardcore.errors import IllegalMove
from underboard.drivers.thread import HAS_THREADS, Beside
from underboard.games.apagos.engine import cache
from underboard.games.apagos.engine.values import WIN


class SolvedTurn(NamedTuple):
    """Value of a move, or a position, to the side to move."""

    value: int
    """1 it wins, 0 a tie, -1 it loses, with best play of both."""
    distance: int | None
    """Plies to the end of the game, the move itself counted; None for a tie."""

    @property
    def rank(self) -> tuple[int, int]:
        """Sorts best first: wins (the shortest first), ties, losses (the longest first)."""
        return -self.value, self.value * (self.distance or 0)


class JudgedMove(NamedTuple):
    """A legal move and what it is worth to the one who plays it."""

    move: int
    judged: SolvedTurn


class Solution:
    """Value and distance of every position of one set of faces."""

    def __init__(self, faces: bytes, table: Sequence[int]) -> None:
        self.numbering = Numbering(faces)
        self.table = table

    def judge(self, game: Game) -> SolvedTurn:
        """Return what the position is worth to the side to move."""
        entry = int(self.table[self.numbering.number(game)])
        return SolvedTurn((entry > 0) - (entry < 0), WIN - abs(entry) if entry else None)

    def moves(self, game: Game) -> list[JudgedMove]:
        """Return every legal move with its worth, best first; the game is as before."""
        found = []
        for move in game.legal_moves():
            game.step(move)
            value, distance = self.judge(game)
            game.undo()
            after = None if distance is None else distance + 1
            found.append(JudgedMove(move, SolvedTurn(-value, after)))
        return sorted(found, key=lambda judged_move: judged_move.judged.rank)


WAIT_S = 0.02
"""Seconds between two calls of ``pause`` while a thread solves; chosen."""

known: dict[tuple[bytes, Path | None], Solution] = {}
"""Solutions of this process, by faces and folder of the tables."""
_solving: dict[bytes, Beside] = {}


def awaited(game: Game, pause: Callable[[], None]) -> Solution:
    """Return the solution, which a thread makes where it is not known; ``pause`` is called then.

    What ``pause`` raises ends the wait, not the thread: who asks once more finds more done.
    A browser tab has no thread, but all solutions on its disk.
    """
    faces = bytes(sorted(game.holes))
    if HAS_THREADS and not game.beside and (faces, None) not in known:
        if faces not in _solving:
            _solving[faces] = Beside(partial(solution_of, game))
        while not _solving[faces].is_over(WAIT_S):
            pause()
    return solution_of(game)


def solution_of(
    game: Game, folder: Path | None = None, progress: Callable[[float], None] | None = None
) -> Solution:
    """Return the solution for the squares on this game's ramp, from memory, disk, or solved now.

    ``folder``: where tables are kept instead of the user's cache.
    ``progress`` is told the share that is done while solving.  Raises
    IllegalMove while squares are still beside the ramp.
    """
    if game.beside:
        raise IllegalMove(
            "set-up", "The squares are not laid out: %s to go, nothing to solve.", len(game.beside)
        )
    faces = bytes(sorted(game.holes))
    if (faces, folder) not in known:
        known[faces, folder] = Solution(faces, cache.table_of(faces, folder, progress))
    return known[faces, folder]
