"""Targets of every playable ring of Gygès, computed in slices.

It begins as soon as a position stands, so that most is known before a player lifts a ring; a
lifted ring is computed first.
"""

from boardcore.gyges.cells import CELLS, PLACES
from boardcore.gyges.reach import Reach

SLICE = 30
"""Number of series between two looks at the switches; chosen after timing them."""
SERIES = 110
"""Largest cost of one series, in empty loop iterations."""


class MoveTable:
    """Playable rings of one position, and where each can get as far as that is known.

    ``marks``: by origin, as ``Reach.marks``; None while it is not all known.
    """

    def __init__(self, game) -> None:
        self.key = game.key()
        self.origins = game.origins()
        self.marks: list = [None] * PLACES
        self.left = len(self.origins)
        # A boxed ring goes no farther than the row that the opponent can play.
        row = game.playable_row(1 - game.side) if self.left else 6
        self._first = row * 6 if game.side else 0
        self._end = CELLS if game.side else min(row * 6 + 6, CELLS)

    def can_drop(self, cell: int) -> bool:
        """Return whether a boxed ring may be put on this cell, if it is empty."""
        return self._first <= cell < self._end


class MoveGen:
    """Surveys the position of ``game``, and keeps the one before for second thoughts."""

    def __init__(self, game) -> None:
        self._game = game
        self.known = MoveTable(game)
        """Knowledge of the position that ``select`` found last."""
        self._before = self.known
        self._reach: Reach | None = None  # at work for ``_reach_of``
        self._reach_of = self.known

    def consider(self, game) -> None:
        """Turn to the position of another game, or of the game on the table again."""
        self._game = game
        self.select()

    def select(self) -> None:
        """Turn to the position that the game is in now."""
        key = self._game.key()
        if key == self.known.key:
            return
        known = self._before if key == self._before.key else MoveTable(self._game)
        self._before = self.known
        self.known = known

    def is_incomplete(self, cells: int) -> bool:
        """Return whether it is not all known where a ring of these cells, a set, can get."""
        known = self.known
        if known.left:
            for origin in known.origins:
                if known.marks[origin] is None and cells >> origin & 1:
                    return True
        return False

    def work(self, lifted, series: int = SLICE) -> bool:
        """Look at ``series`` series; return True if all is known of one ring more.

        ``lifted``: cells of rings that are wanted first.  Allocates nothing when
        all is known.
        """
        known = self.known
        if not known.left:
            return False
        reach = self._reach
        origin = self._wanted(lifted)
        if reach is None or self._reach_of is not known or reach.origin != origin:
            reach = self._reach = Reach(self._game, origin)
            self._reach_of = known
        if not reach.step(series):
            return False
        known.marks[origin] = bytes(reach.marks)
        known.left -= 1
        self._reach = None
        return True

    def _wanted(self, lifted) -> int:
        """Return the origin to work on: lifted, else begun, else any."""
        known = self.known
        for cell in lifted:
            if cell in known.origins and known.marks[cell] is None:
                return cell
        reach = self._reach
        if reach is not None and self._reach_of is known:
            return reach.origin
        for cell in known.origins:
            if known.marks[cell] is None:
                return cell
        return -1

    def marks_of(self, origin: int):
        """Return where a ring can get as far as is known, None if nothing is."""
        marks = self.known.marks[origin]
        reach = self._reach
        if marks is None and reach is not None and self._reach_of is self.known:
            if reach.origin == origin:
                return reach.marks
        return marks
