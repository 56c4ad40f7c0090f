"""Gygès cells: the board, the intervals between its cells, and what one ring can jump.

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

A *series* is one, two or three jumps: what a ring does before it lands.  It is
written ``(end, across, along)``.
"""

CELLS = 36
GOAL_N = 36
"""The goal that South attacks; GOAL_N + side is the goal that ``side`` attacks."""
GOAL_S = 37
PLACES = 38
"""Cells and goals."""
CELL_NAMES = tuple(["%s%d" % ("abcdef"[cell % 6], cell // 6 + 1) for cell in range(CELLS)]) + (
    "N",
    "S",
)

SIZE_NAMES = ("", "single", "double", "triple")
JUMPS = ("", "one jump", "two jumps", "three jumps")


def _neighbours(cell: int) -> tuple[tuple[int, int, int], ...]:
    row, column = cell // 6, cell % 6
    steps = []
    if row < 5:
        steps.append((cell + 6, 0, 1 << cell))
    if row:
        steps.append((cell - 6, 0, 1 << cell - 6))
    if column:
        steps.append((cell - 1, 1 << row * 5 + column - 1, 0))
    if column < 5:
        steps.append((cell + 1, 1 << row * 5 + column, 0))
    return tuple(steps)


NEXT = tuple([_neighbours(cell) for cell in range(CELLS)])
"""NEXT[cell]: the series of one jump from it, goals left out."""


def intervals_text(across: int, along: int) -> str:
    """Return the names of a set of intervals, like ``a3/b3, a3/a4``."""
    names = []
    for bit in range(30):
        if across >> bit & 1:
            cell = bit // 5 * 6 + bit % 5
            names.append(CELL_NAMES[cell] + "/" + CELL_NAMES[cell + 1])
    for bit in range(30):
        if along >> bit & 1:
            names.append(CELL_NAMES[bit] + "/" + CELL_NAMES[bit + 6])
    return ", ".join(names)


def can_move(cells, start: int) -> bool:
    """Tell whether the ring on ``start`` has any legal move, for whichever side.

    It has one as soon as a first series can be completed: the ring then stops
    on an empty cell or boxes, and its own origin can always take the boxed
    ring.  The last jump of a series always finds a cell that is no step back,
    so only the cells before it must be empty.
    """
    size = cells[start]
    if size == 1:
        return True
    for middle, _, _ in NEXT[start]:
        if not cells[middle]:
            if size == 2:
                return True
            for last, _, _ in NEXT[middle]:
                if last != start and not cells[last]:
                    return True
    return False


def series_from(cells, start: int, size: int, goal: int):
    """Return every series of ``size`` jumps from ``start``, as ``(end, across, along)``.

    The ring that moves must have been lifted off ``cells`` (38 entries).  ``goal`` is the
    one goal that may be entered, with the last jump only (leaflet, "Accès au but").
    Inside one series no cell can come twice without an interval that does.
    """
    first = 30 if goal == GOAL_N else 0  # the edge row next to the goal
    last = first + 5
    if size == 1:
        steps = NEXT[start]
        return steps + ((goal, 0, 0),) if first <= start <= last else steps
    found = []
    for one, across, along in NEXT[start]:
        if cells[one]:
            continue
        if size == 2:
            for end, a, b in NEXT[one]:
                if end != start:
                    found.append((end, across | a, along | b))
            if first <= one <= last:
                found.append((goal, across, along))
            continue
        for two, a, b in NEXT[one]:
            if two == start or cells[two]:
                continue
            a |= across
            b |= along
            for end, c, d in NEXT[two]:
                if end != one:
                    found.append((end, a | c, b | d))
            if first <= two <= last:
                found.append((goal, a, b))
    return found
