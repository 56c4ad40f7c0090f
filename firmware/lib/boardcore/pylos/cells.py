"""Cells of the pyramid as bit sets (supports, squares and lines).

A cell is an int 0..29, counted level by level, row by row, from the near left
corner as the light player sees it::

    level 0          level 1       level 2    level 3

    12 13 14 15      d1 .. d4
     8  9 10 11      22 23 24      g1 .. g3
     4  5  6  7      19 20 21      27 28      i1 i2
     0  1  2  3      16 17 18      25 26      29  (j1, the apex)

A set of cells is one int: bit n stands for cell n.  Thirty bits are exactly
what a small int holds on a 32-bit board, so no set ever allocates.
"""

from boardcore.errors import ParseError

LIGHT, DARK, DRAW = range(3)
SIDE_LETTERS = "LD"
SIDE_NAMES = ("light", "dark")
CELLS = 30
"""Number of cells, by the rules: 16 + 9 + 4 + 1."""
BALLS = 15
"""Number of balls of each colour, by the rules of the game."""
APEX = 29
"""Index of the topmost cell, after all others."""
NONE = 31
"""Code of no cell, five bits: the reserve as a start, nothing taken back; chosen."""
SQUARE_LEVELS = 3
"""Number of levels whose balls form squares, by the rules."""

LEVEL_START = (0, 16, 25, 29, 30)
LEVEL_SIZE = (4, 3, 2, 1)
ROW_LETTERS = ("abcd", "efg", "hi", "j")
ALL_CELLS = (1 << CELLS) - 1
"""Bits of all cells, after CELLS."""


def _levels() -> bytes:
    return bytes([level for level in range(4) for _ in range(LEVEL_SIZE[level] ** 2)])


def cell_at(level: int, row: int, column: int) -> int:
    """Return the cell in this row and column of a level, all counted from 0."""
    return LEVEL_START[level] + row * LEVEL_SIZE[level] + column


def _names() -> tuple[str, ...]:
    names = []
    for letters in ROW_LETTERS:
        for letter in letters:
            names += ["%s%d" % (letter, column + 1) for column in range(len(letters))]
    return tuple(names)


def _squares() -> tuple[int, ...]:
    """Masks of the 14 squares of four cells, in the order of the cell each carries."""
    masks = []
    for level in range(SQUARE_LEVELS):
        size = LEVEL_SIZE[level]
        for row in range(size - 1):
            for column in range(size - 1):
                first = cell_at(level, row, column)
                masks.append((3 << first) | (3 << first + size))
    return tuple(masks)


def _lines() -> tuple[int, ...]:
    """Masks of the 14 lines of the expert rule: rows and columns of levels 0 and 1."""
    masks = []
    for level in range(2):
        size = LEVEL_SIZE[level]
        for i in range(size):
            row = column = 0
            for j in range(size):
                row |= 1 << cell_at(level, i, j)
                column |= 1 << cell_at(level, j, i)
            masks.append(row)
            masks.append(column)
    return tuple(masks)


LEVEL = _levels()
"""LEVEL[cell]: 0 on the board, 3 for the apex."""
CELL_NAMES = _names()
"""a1..d4, e1..g3, h1..i2, j1."""
SQUARES = _squares()
LINES = _lines()
SUPPORTS = (0,) * LEVEL_START[1] + SQUARES
"""SUPPORTS[cell]: the four cells below it; 0 on level 0.

Squares are counted like the cells that they carry, so the tables coincide.
"""


def _above() -> tuple[int, ...]:
    masks = [0] * CELLS
    for cell in range(LEVEL_START[1], CELLS):
        for below in range(CELLS):
            if SUPPORTS[cell] >> below & 1:
                masks[below] |= 1 << cell
    return tuple(masks)


ABOVE = _above()
"""ABOVE[cell]: the cells that rest on it (at most four)."""


def _of_remainders() -> bytes:
    cells = bytearray(PRIME)
    for cell in range(CELLS):
        cells[(1 << cell) % PRIME] = cell
    return bytes(cells)


PRIME = 37
"""Divisor by which sets of one cell leave different remainders; chosen, 2 is a primitive root of
it."""
_OF_REMAINDER = _of_remainders()


def _shapes_of(shapes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple([tuple([m for m in shapes if m >> cell & 1]) for cell in range(CELLS)])


SHAPES = {
    "children": ((),) * CELLS,
    "standard": _shapes_of(SQUARES),
    "expert": _shapes_of(SQUARES + LINES),
}
"""SHAPES[variant][cell]: the masks that earn a take-back when ``cell`` completes one."""
# What made the tables is not needed again: 2 kB of a board's memory.
del _levels, _names, _squares, _lines, _above, _shapes_of, _of_remainders


def count(mask: int) -> int:
    """Return the number of cells in a set."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


def cells_of(mask: int) -> list[int]:
    """Return the cells of a set, lowest first."""
    cells = []
    while mask:
        least = mask & -mask
        cells.append(_OF_REMAINDER[least % PRIME])
        mask ^= least
    return cells


def can_hold(occupied: int, cell: int) -> bool:
    """Return whether ``cell`` is empty and stands on the board or on four balls."""
    return not occupied >> cell & 1 and occupied & SUPPORTS[cell] == SUPPORTS[cell]


def is_free(occupied: int, cell: int) -> bool:
    """Return whether the ball on ``cell`` carries no other ball."""
    return not occupied & ABOVE[cell]


def free_of(mine: int, occupied: int) -> int:
    """Return those balls of ``mine`` that carry nothing."""
    cells = 0
    for cell in range(CELLS):
        if mine >> cell & 1 and not occupied & ABOVE[cell]:
            cells |= 1 << cell
    return cells


def sets_off(mine: int, occupied: int) -> list[tuple[int, ...]]:
    """Return the sets of one or two balls of ``mine`` that can be taken off one by one."""
    return take_sets(free_of(mine, occupied), mine, occupied)


def take_sets(free: int, own: int, occupied: int) -> list[tuple[int, ...]]:
    """Return the sets of one or two balls that can be taken off, one by one.

    ``free``: those that carry nothing; ``own``: those that may be taken once they do not.
    """
    cells = cells_of(free)
    sets: list[tuple[int, ...]] = [(cell,) for cell in cells]
    for i in range(len(cells)):
        first = cells[i]
        for j in range(i):
            sets.append((first, cells[j]))
        for below in cells_of(SUPPORTS[first] & own):
            if not occupied & ABOVE[below] & ~(1 << first):
                sets.append((first, below))
    return sets


def cell_text(cell: int) -> str:
    """Return the name of a cell, ``a1`` to ``j1``."""
    return CELL_NAMES[cell]


def parse_cell(text: str) -> int:
    """Return the cell with this name.

    Raises ParseError if there is none.
    """
    if text not in CELL_NAMES:
        raise ParseError("%r is not a cell: expected a1 to d4, e1 to g3, h1 to i2 or j1", text)
    return CELL_NAMES.index(text)


def higher(level: int) -> int:
    """Return the set of all cells above ``level``."""
    return ALL_CELLS & ~((1 << LEVEL_START[level + 1]) - 1)
