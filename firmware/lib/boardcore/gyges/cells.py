"""Cells of Gygès, the intervals between them, and the jumps of one ring.

A cell is an int 0..35, row by row from South's edge, west to east as South
sees it; 36 is the goal N, 37 the goal S::

              N
    6   30 31 32 33 34 35
    5   24 25 26 27 28 29
    4   18 19 20 21 22 23
    3   12 13 14 15 16 17
    2    6  7  8  9 10 11
    1    0  1  2  3  4  5
         a  b  c  d  e  f
              S

An *interval* lies between two neighbouring cells and is crossed at most once
in a whole move.  There are 30 beside each other and 30 one above the other,
so a set of crossed intervals is two small ints, ``across`` and ``along``.

A *series* is one, two or three jumps: what a ring does before it lands.
"""

from array import array

from boardcore.errors import ParseError

CELLS = 36
"""Number of cells, by the rules of the game."""
GOAL_N = 36
"""Index of the goal that South attacks, after all cells; GOAL_N + side is the goal of ``side``."""
GOAL_S = 37
"""Index of the goal that North attacks, after GOAL_N."""
PLACES = 38
"""Number of cells and goals, by the rules of the game."""
SIZE_NAMES = ("", "single", "double", "triple")
JUMPS = ("", "one jump", "two jumps", "three jumps")


def cell_text(cell: int) -> str:
    """Return the name of a cell or goal: ``a1`` to ``f6``, ``N``, ``S``."""
    # Not out of a table: 38 names would take 2 kB of a board's memory.
    return "abcdef"[cell % 6] + "123456"[cell // 6] if cell < CELLS else "NS"[cell - CELLS]


def parse_cell(text: str) -> int:
    """Return the cell or goal with this name.

    Raises ParseError if there is none.
    """
    for cell in range(PLACES):
        if cell_text(cell) == text:
            return cell
    raise ParseError("%r is not a cell: expected a1 to f6, or the goal N or S", text)


# A jump is one small int, because tuples of three would take 5 kB of a board's memory:
# end | bit of the interval << 6, and ALONG if it leads to another row.
ALONG = 1 << 11
"""Bit of a step that leads to another row; chosen above the end and the interval."""


def _jumps(cell: int) -> tuple[int, ...]:
    row, column = cell // 6, cell % 6
    jumps = []
    if row < 5:
        jumps.append(cell + 6 | cell << 6 | ALONG)
    if row:
        jumps.append(cell - 6 | cell - 6 << 6 | ALONG)
    if column:
        jumps.append(cell - 1 | row * 5 + column - 1 << 6)
    if column < 5:
        jumps.append(cell + 1 | row * 5 + column << 6)
    return tuple(jumps)


JUMPS_FROM = tuple([_jumps(cell) for cell in range(CELLS)])
"""By cell: the jumps to its neighbours, goals left out."""
del _jumps  # a board needs the room


def can_move(cells, start: int) -> bool:
    """Return whether the ring on ``start`` has any legal move, for whichever side.

    It has one as soon as a first series can be completed: the ring then stops
    on an empty cell or boxes, and its own origin can always take the boxed
    ring.  The last jump of a series always finds a cell that is no step back,
    so only the cells before it must be empty.
    """
    size = cells[start]
    if size == 1:
        return True
    for jump in JUMPS_FROM[start]:
        middle = jump & 63
        if not cells[middle]:
            if size == 2:
                return True
            for further in JUMPS_FROM[middle]:
                last = further & 63
                if last != start and not cells[last]:
                    return True
    return False


def series_from(cells, start: int, size: int, goal: int):
    """Return every series of ``size`` jumps from ``start``, three numbers each in one array.

    The numbers are end, across and along.  The ring that moves must have been lifted off
    ``cells`` (38 entries).  ``goal`` is the one goal that may be entered, with the last jump
    only (leaflet, "Accès au but").  Inside one series no cell can come twice without an
    interval that does.
    """
    first = 30 if goal == GOAL_N else 0  # the edge row next to the goal
    # Series with one jump less, which end on empty cells: (before, at, across, along).
    begun = [(-1, start, 0, 0)]
    for _ in range(size - 1):
        longer = []
        for before, at, across, along in begun:
            for jump in JUMPS_FROM[at]:
                end = jump & 63
                if end != before and not cells[end]:
                    bit = 1 << (jump >> 6 & 31)
                    if jump & ALONG:
                        longer.append((at, end, across, along | bit))
                    else:
                        longer.append((at, end, across | bit, along))
        begun = longer
    found = array("I")
    for before, at, across, along in begun:
        for jump in JUMPS_FROM[at]:
            end = jump & 63
            if end != before:
                bit = 1 << (jump >> 6 & 31)
                found.append(end)
                found.append(across if jump & ALONG else across | bit)
                found.append(along | bit if jump & ALONG else along)
        if first <= at <= first + 5:
            found.append(goal)
            found.append(across)
            found.append(along)
    return found
