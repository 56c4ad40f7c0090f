"""Boards of Pylos after one turn, as pairs of bit sets for the search.

The same rules as ``boardcore.pylos`` (a test holds the two together), without a game's
history and without refusals, so that a search sees ten times as many boards.
"""

from collections.abc import Iterator
from functools import cache

from boardcore.pylos.rules import (
    ABOVE,
    ALL_CELLS,
    BALLS,
    CELLS,
    LEVEL,
    LEVEL_START,
    SHAPES,
    SUPPORTS,
    make_turn,
    place,
    raise_,
)

_HIGHER = tuple(ALL_CELLS & ~((1 << LEVEL_START[level + 1]) - 1) for level in range(4))


# There are only 141,120 sets of cells in which no ball floats (host/docs/rules/pylos.md), so these
# stay small.
@cache
def open_cells(occupied: int) -> int:
    """Return the set of cells that can hold a ball."""
    return sum(
        1 << cell
        for cell in range(CELLS)
        if not occupied >> cell & 1 and occupied & SUPPORTS[cell] == SUPPORTS[cell]
    )


@cache
def free_cells(occupied: int) -> int:
    """Return the set of balls that carry nothing."""
    return sum(
        1 << cell for cell in range(CELLS) if occupied >> cell & 1 and not occupied & ABOVE[cell]
    )


def cells(mask: int) -> Iterator[int]:
    """Yield the cells of a set, the highest first."""
    while mask:
        cell = mask.bit_length() - 1
        mask ^= 1 << cell
        yield cell


def reserve(balls: int) -> int:
    """Return how many balls a side with these on the board has beside it."""
    return BALLS - balls.bit_count()


def boards_after(
    mine: int, theirs: int, variant: str, end: str, back: str = "one"
) -> dict[int, int]:
    """Return every board that the side with ``mine`` can make, with a turn that makes it.

    A turn only moves one's own balls, so the key is the new ``mine`` alone.  Turns with
    take-backs come first, then raises, then what is placed: the likely best ones first.
    """
    occupied = mine | theirs
    left = reserve(mine)
    if not left and end == "strict":
        return {}
    shapes = SHAPES[variant]
    free = open_cells(occupied)
    earning: dict[int, int] = {}
    plain: dict[int, int] = {}

    def add(goal: int, move: int, after: int) -> None:
        if any(after & shape == shape for shape in shapes[goal]):
            _take_back(after, theirs, move, back, earning)
        else:
            plain.setdefault(after, move)

    for start in cells(free_cells(occupied) & mine):
        rest = mine & ~(1 << start)
        for goal in cells(free & _HIGHER[LEVEL[start]] & ~ABOVE[start]):
            add(goal, raise_(start, goal), rest | 1 << goal)
    plain = {after: make_turn(move) for after, move in plain.items()}
    raised, plain = plain, {}
    if left:
        for goal in cells(free):
            add(goal, place(goal), mine | 1 << goal)
    for after, move in plain.items():
        raised.setdefault(after, make_turn(move))
    for after, turn in raised.items():
        earning.setdefault(after, turn)
    return earning


def _take_back(mine: int, theirs: int, move: int, back: str, boards: dict[int, int]) -> None:
    """Add every board with one or two balls of ``mine`` taken off, two first."""
    occupied = mine | theirs
    takeable = mine & ~(1 << (move & 31)) if back == "others" else mine
    at_first = free_cells(occupied)
    firsts = at_first & takeable
    for first in cells(firsts):
        rest = takeable & ~(1 << first)
        # Of two that are free now the higher one comes first; one that was freed comes second.
        below = free_cells(occupied & ~(1 << first)) & rest & ((1 << first) - 1)
        if back == "free":
            below &= at_first
        for second in cells(below):
            boards.setdefault(mine & ~(1 << first | 1 << second), make_turn(move, first, second))
    for first in cells(firsts):
        boards.setdefault(mine & ~(1 << first), make_turn(move, first))
    if back == "none" or not firsts:
        boards.setdefault(mine, make_turn(move))
