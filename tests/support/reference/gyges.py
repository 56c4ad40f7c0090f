"""Gygès, slow and obvious: a second implementation that walks every path.

Written from the leaflet and host/docs/rules/gyges.md alone.  A cell is its name, ``a1``
to ``f6``; the goals are ``N`` and ``S``; the board is a dict from cell to the
size of its ring.  A turn is ``(origin, landing, drop)``, ``drop`` None where no
ring is boxed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

COLUMNS = "abcdef"
ROWS = "123456"
BOARD = [column + row for row in ROWS for column in COLUMNS]

Turn = tuple[str, str, "str | None"]


def beside(cell: str) -> list[str]:
    """The cells one jump away, never diagonally."""
    column, row = COLUMNS.index(cell[0]), ROWS.index(cell[1])
    around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [COLUMNS[c] + ROWS[r] for c, r in around if 0 <= c < 6 and 0 <= r < 6]


BESIDE = {cell: beside(cell) for cell in BOARD}


class Position:
    """Rings on the board and the side to move."""

    def __init__(self, rings: dict[str, int], side: str) -> None:
        self.rings = rings
        self.side = side

    @staticmethod
    def read(text: str) -> Position:
        board, side, *in_goal = text.split()
        rings = {}
        for row, digits in zip(ROWS, board.split("/")):
            for column, digit in zip(COLUMNS, digits):
                if digit != "0":
                    rings[column + row] = int(digit)
        for ring in in_goal:
            rings[ring[0]] = int(ring[1])
        return Position(rings, side)

    def text(self) -> str:
        rows = ["".join(str(self.rings.get(c + row, 0)) for c in COLUMNS) for row in ROWS]
        goals = [f" {goal}{self.rings[goal]}" for goal in "NS" if goal in self.rings]
        return "/".join(rows) + " " + self.side + "".join(goals)

    def other(self) -> str:
        return "N" if self.side == "S" else "S"

    def won(self) -> bool:
        return "N" in self.rings or "S" in self.rings

    def paths(self, origin: str, side: str) -> Iterator[tuple[str, ...]]:
        """Every way from ``origin`` to a place where the ring may end, cell by cell."""
        rings = dict(self.rings)
        size = rings.pop(origin)
        goal = "N" if side == "S" else "S"
        edge = "6" if goal == "N" else "1"

        def jump(way: tuple[str, ...], left: int) -> Iterator[tuple[str, ...]]:
            here = way[-1]
            crossed = {frozenset(pair) for pair in pairwise(way)}
            if left == 1 and here[1] == edge:
                yield (*way, goal)
            for there in BESIDE[here]:
                if frozenset((here, there)) in crossed:
                    continue
                if left > 1:
                    if there not in rings:
                        yield from jump((*way, there), left - 1)
                else:
                    yield (*way, there)
                    if there in rings:
                        yield from jump((*way, there), rings[there])

        return jump((origin,), size)

    def turns_of(self, origin: str, null: bool, limit: str) -> set[Turn]:
        """Every turn of one ring; boxed rings stay within ``limit``, a set of rows."""
        turns: set[Turn] = set()
        free = [cell for cell in BOARD if cell not in self.rings or cell == origin]
        for landing in {path[-1] for path in self.paths(origin, self.side)}:
            if landing == origin:
                if null:
                    turns.add((origin, origin, None))
            elif landing in self.rings:
                turns |= {(origin, landing, drop) for drop in free if drop[1] in limit}
            else:
                turns.add((origin, landing, None))
        return turns

    def playable_row(self, side: str) -> str:
        """The nearest row with a ring that can move, "" if there is none.

        A ring that gets anywhere but back to its origin can move.
        """
        for row in ROWS if side == "S" else reversed(ROWS):
            for column in COLUMNS:
                origin = column + row
                if origin in self.rings:
                    for path in self.paths(origin, side):
                        if path[-1] != origin:
                            return row
        return ""

    def limit(self) -> str:
        """The rows to which a ring may be boxed."""
        theirs = self.playable_row(self.other())
        if self.side == "S":
            return ROWS[: ROWS.index(theirs) + 1]
        return ROWS[ROWS.index(theirs) :]

    def turns(self, null: bool = True) -> set[Turn]:
        """Every turn of the side to move."""
        row = self.playable_row(self.side)
        if self.won() or not row:
            return set()
        limit = self.limit()
        turns: set[Turn] = set()
        for column in COLUMNS:
            if column + row in self.rings:
                turns |= self.turns_of(column + row, null, limit)
        return turns

    def count_paths(self) -> int:
        """How many complete ways there are from the playable row."""
        row = self.playable_row(self.side)
        return sum(
            1
            for column in COLUMNS
            if column + row in self.rings
            for _ in self.paths(column + row, self.side)
        )

    def after(self, turn: Turn) -> Position:
        origin, landing, drop = turn
        rings = dict(self.rings)
        ring = rings.pop(origin)
        if drop is not None:
            rings[drop] = rings.pop(landing)
        rings[landing] = ring
        return Position(rings, self.other())
