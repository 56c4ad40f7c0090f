"""Pylos, slow and obvious: a second implementation, to check the first against.

Written from the leaflet and host/docs/rules/pylos.md alone.  A cell is ``(level, row,
column)``, the board a dict from cell to ``"L"`` or ``"D"``; nothing is
remembered that can be looked up again.  A turn is ``(start, goal, takes)``:
``start`` None for a ball of the reserve, ``takes`` a frozenset of cells.
"""

from __future__ import annotations

from collections.abc import Iterator

Cell = tuple[int, int, int]
Turn = tuple["Cell | None", Cell, "frozenset[Cell]"]

BALLS_OF_A_PLAYER = 15
BOARD = [(l, r, c) for l in range(4) for r in range(4 - l) for c in range(4 - l)]  # noqa: E741
APEX = (3, 0, 0)
ROWS = ["abcd", "efg", "hi", "j"]


def name(cell: Cell) -> str:
    level, row, column = cell
    return ROWS[level][row] + str(column + 1)


NAMED = {name(cell): cell for cell in BOARD}


def _below(cell: Cell) -> list[Cell]:
    level, row, column = cell
    if level == 0:
        return []
    return [(level - 1, row + r, column + c) for r in (0, 1) for c in (0, 1)]


BELOW = {cell: _below(cell) for cell in BOARD}


SQUARES = [set(BELOW[cell]) for cell in BOARD if cell[0] > 0]


def _lines() -> Iterator[set[Cell]]:
    for level, length in ((0, 4), (1, 3)):
        for fixed in range(length):
            yield {(level, fixed, moving) for moving in range(length)}
            yield {(level, moving, fixed) for moving in range(length)}


LINES = list(_lines())

EARNS = {"children": [], "standard": SQUARES, "expert": SQUARES + LINES}


class Position:
    """Balls on the board and the side to move."""

    def __init__(self, balls: dict[Cell, str], side: str) -> None:
        self.balls = balls
        self.side = side

    @staticmethod
    def read(text: str) -> Position:
        *levels, side = text.split()
        balls = {}
        for level, rows in enumerate(levels):
            for row, letters in enumerate(rows.split("/")):
                for column, letter in enumerate(letters):
                    if letter != ".":
                        balls[level, row, column] = letter
        return Position(balls, side)

    def text(self) -> str:
        levels = []
        for level in range(4):
            size = 4 - level
            rows = [
                "".join(self.balls.get((level, row, column), ".") for column in range(size))
                for row in range(size)
            ]
            levels.append("/".join(rows))
        return " ".join(levels) + " " + self.side

    def other(self) -> str:
        return "D" if self.side == "L" else "L"

    def reserve(self, side: str) -> int:
        return BALLS_OF_A_PLAYER - list(self.balls.values()).count(side)

    def can_hold(self, cell: Cell) -> bool:
        return cell not in self.balls and all(support in self.balls for support in BELOW[cell])

    def carries_nothing(self, cell: Cell) -> bool:
        return not any(cell in BELOW[ball] for ball in self.balls)

    def free(self, side: str) -> list[Cell]:
        return [
            cell for cell in BOARD if self.balls.get(cell) == side and self.carries_nothing(cell)
        ]

    def without(self, cell: Cell) -> Position:
        balls = dict(self.balls)
        del balls[cell]
        return Position(balls, self.side)

    def with_ball(self, cell: Cell) -> Position:
        return Position({**self.balls, cell: self.side}, self.side)

    def first_parts(self) -> Iterator[tuple[Cell | None, Cell, Position]]:
        """Every place and raise, with the board after it."""
        if self.reserve(self.side) > 0:
            for goal in BOARD:
                if self.can_hold(goal):
                    yield None, goal, self.with_ball(goal)
        for start in self.free(self.side):
            lifted = self.without(start)
            for goal in BOARD:
                if goal[0] > start[0] and lifted.can_hold(goal):
                    yield start, goal, lifted.with_ball(goal)

    def earned(self, goal: Cell, variant: str) -> bool:
        """The ball just put on ``goal`` completes a square (or line) of its colour."""
        return any(
            goal in shape and all(self.balls.get(cell) == self.side for cell in shape)
            for shape in EARNS[variant]
        )

    def turns(self, variant: str, end: str) -> dict[Turn, Position]:
        """Every turn of the side to move, with the position after it.

        As host/docs/rules/pylos.md counts: only a side to move that has lost by its own
        empty reserve has no turn.
        """
        if end == "strict" and self.reserve(self.side) == 0:
            return {}
        found = {}
        for start, goal, put in self.first_parts():
            if not put.earned(goal, variant):
                found[start, goal, frozenset[Cell]()] = Position(put.balls, self.other())
                continue
            for first in put.free(self.side):
                one = put.without(first)
                found[start, goal, frozenset([first])] = Position(one.balls, self.other())
                for second in one.free(self.side):
                    both = one.without(second)
                    takes = frozenset([first, second])
                    found[start, goal, takes] = Position(both.balls, self.other())
        return found

    def outcome(self, end: str) -> tuple[str, str] | None:
        """Return None, or the winner's letter and why.

        The position stands between two turns; repetition is not looked at.
        """
        if APEX in self.balls:
            return self.balls[APEX], "apex"
        if end == "strict":
            # The one who has just played is tested first, at the end of his turn.
            for side, opponent in ((self.other(), self.side), (self.side, self.other())):
                if self.reserve(side) == 0:
                    return opponent, "empty-reserve"
        elif next(self.first_parts(), None) is None:
            return self.other(), "no-move"
        return None
