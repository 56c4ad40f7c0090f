"""Pylos on a pyramid of any base, slow and obvious: a second solver, to check the table against.

Written from the rules page alone.  A cell is ``(level, row, column)``, a position a pair of
frozen sets: the balls of the side to move, and those of the other side.  Nothing is
shared with the package, and symmetry is not used.
"""

from functools import cache
from itertools import combinations

Cell = tuple[int, int, int]
Balls = frozenset[Cell]
Position = tuple[Balls, Balls]


class SlowPyramid:
    """The rules on one pyramid."""

    def __init__(self, base: int, variant: str, end: str, back: str) -> None:
        self.cells = [
            (level, row, column)
            for level in range(base)
            for row in range(base - level)
            for column in range(base - level)
        ]
        self.each = len(self.cells) // 2
        self.apex = self.cells[-1]
        self.end, self.back = end, back
        self.below = {
            (level, row, column): [
                (level - 1, row + i, column + j) for i in (0, 1) for j in (0, 1) if level
            ]
            for level, row, column in self.cells
        }
        squares = [set(self.below[cell]) for cell in self.cells if cell[0]]
        lines = []
        for level in range(base):
            size = base - level
            # Lines are three or four balls long, on the two lowest levels of the real board.
            if size >= 3:
                for i in range(size):
                    lines.append({(level, i, j) for j in range(size)})
                    lines.append({(level, j, i) for j in range(size)})
        self.shapes = {"children": [], "standard": squares, "expert": squares + lines}[variant]

    def holds(self, occupied: Balls, cell: Cell) -> bool:
        return cell not in occupied and all(below in occupied for below in self.below[cell])

    # There are only 690 ways to fill cells of the small pyramid, so these are kept.
    @cache  # noqa: B019
    def open(self, occupied: Balls) -> list[Cell]:
        return [cell for cell in self.cells if self.holds(occupied, cell)]

    @cache  # noqa: B019
    def free(self, occupied: Balls) -> set[Cell]:
        carrying = {below for ball in occupied for below in self.below[ball]}
        return {ball for ball in occupied if ball not in carrying}

    def occupancies(self) -> set[Balls]:
        found = layer = {frozenset[Cell]()}
        while layer:
            layer = {occupied | {cell} for occupied in layer for cell in self.open(occupied)}
            found = found | layer
        return found

    def after_turn(self, mine: Balls, theirs: Balls) -> set[Balls]:
        """The balls of the side to move after each of its turns."""
        found = set()
        starts: list[Cell | None] = [ball for ball in self.free(mine | theirs) if ball in mine]
        if len(mine) < self.each:
            starts.append(None)
        for start in starts:
            lifted = mine - {start}
            for goal in self.open(lifted | theirs):
                if start and goal[0] <= start[0]:
                    continue
                found |= self.taken_back(lifted | {goal}, theirs, goal)
        return found

    def taken_back(self, mine: Balls, theirs: Balls, goal: Cell) -> set[Balls]:
        if not any(goal in shape and shape <= mine for shape in self.shapes):
            return {mine}
        found = {mine} if self.back == "none" else set()
        kept = {goal} if self.back == "others" else set()
        at_first = self.free(mine | theirs)
        for one in (at_first & mine) - kept:
            rest = mine - {one}
            found.add(rest)
            seconds = at_first if self.back == "free" else self.free(rest | theirs)
            found |= {rest - {two} for two in (seconds & rest) - kept}
        return found or {mine}

    def over(self, mine: Balls, theirs: Balls) -> tuple[int, int] | None:
        """Value and plies to the end if the game is over.

        An opponent without balls counts as beaten by the next turn.
        """
        if self.apex in mine | theirs:
            return (1, 1) if self.apex in mine else (-1, 0)
        if self.end == "strict" and len(theirs) == self.each:
            return 1, 1
        if self.end == "strict" and len(mine) == self.each:
            return -1, 0
        return None

    def positions(self) -> list[Position]:
        return [
            (frozenset(own), occupied - frozenset(own))
            for occupied in self.occupancies()
            for count in range(len(occupied) + 1)
            if count <= self.each and len(occupied) - count <= self.each
            for own in combinations(sorted(occupied), count)
        ]

    def solve(self) -> dict[Position, tuple[int, int] | None]:
        """Value and plies to the end of every position; None where nobody can force a win."""
        known: dict[Position, tuple[int, int]] = {}
        following: dict[Position, list[Position]] = {}
        for mine, theirs in self.positions():
            over = self.over(mine, theirs)
            after = [] if over else [(theirs, own) for own in self.after_turn(mine, theirs)]
            if over:
                known[mine, theirs] = over
            elif not after:
                known[mine, theirs] = (-1, 0)
            else:
                following[mine, theirs] = after
        plies = 0
        open_ = set(following)
        # The longest game here has 40 plies; an empty round before may only mean "not yet".
        while plies < 60:
            plies += 1
            found = {}
            for position in open_:
                values = [known.get(after) for after in following[position]]
                if (-1, plies - 1) in values:
                    found[position] = (1, plies)
                elif all(value and value[0] > 0 for value in values):
                    if max(value[1] for value in values if value) == plies - 1:
                        found[position] = (-1, plies)
            known.update(found)
            open_ -= set(found)
        return {**known, **dict.fromkeys(open_)}
