"""Turns of Gygès as small ints and as text.

In a set-up a turn is ``3a1``: a triple on a1.  Later it is ``d1-b3`` or, with
the cells bounced on, ``d1-b3-c4``; ``d1-b3xc4>e5`` boxes the ring on c4 to e5.
Goals are N and S.  Source: host/docs/rules/gyges.md, section 2.7.

A *snapshot* is one int of 38 bits: the cells and goals with a ring.  Where sensors tell sizes too,
three more sets of 38 bits follow: the singles, the doubles and the triples.  A snapshot is made
only when something has changed, because on a board such an int takes memory.
"""

from boardcore.errors import ParseError
from boardcore.gyges.cells import CELLS, PLACES, cell_text, parse_cell

NONE = 63
"""Code of no drop, six bits: nobody is boxed; chosen."""

# move    origin | landing << 6 | drop << 12
# set-up  PLACE | cell | size << 6

PLACE = 1 << 18
"""Bit of a turn that places a ring of the set-up; chosen above those of all moves."""


def place(size: int, cell: int) -> int:
    """Return the turn that sets up a ring of ``size`` on ``cell``."""
    return PLACE | cell | size << 6


def make_turn(origin: int, landing: int, drop: int = NONE) -> int:
    """Return the turn from ``origin`` to ``landing``, boxing to ``drop``."""
    return origin | landing << 6 | drop << 12


def turn_origin(turn: int) -> int:
    """Return the cell that the ring leaves; in the set-up the cell where it is put."""
    return turn & 63


def turn_landing(turn: int) -> int:
    """Return the cell or goal where the ring stops."""
    return turn >> 6 & 63


def turn_drop(turn: int) -> int:
    """Return the cell to which a ring is boxed, NONE if none is."""
    return turn >> 12 & 63


def boxes(turn: int) -> bool:
    """Return whether a turn boxes a ring."""
    return turn >> 12 & 63 != NONE


def turn_text(turn: int) -> str:
    """Return ``d1-b3``, ``d1xc4>e5`` or ``3a1``: where from, where to, without the bounces."""
    if turn & PLACE:
        return "%d%s" % (turn >> 6 & 3, cell_text(turn & 63))
    return path_text([turn & 63, turn >> 6 & 63], turn >> 12)


def path_text(points: list[int], drop: int = NONE) -> str:
    """Return ``d1-b3-c4`` or ``d1-b3xc4>e5``: origin, bounces, landing, and the drop."""
    names = [cell_text(point) for point in points]
    if drop == NONE:
        return "-".join(names)
    return "-".join(names[:-1]) + "x" + names[-1] + ">" + cell_text(drop)


def parse_path(text: str) -> tuple[list[int], int]:
    """Read ``d1-b3-c4`` or ``d1-b3xc4>e5``; return origin, bounces, landing, and the drop.

    Raises ParseError.
    """
    way, cross, boxed = text.strip().partition("x")
    names = way.split("-")
    drop = ""
    if cross:
        landing, arrow, drop = boxed.partition(">")
        names.append(landing)
        if not arrow:
            raise ParseError(
                "%r boxes a ring but does not say where to: expected x, its cell, > and a "
                "cell, like a1xb1>c3",
                text,
            )
    if len(names) < 2 or not names[0]:
        told = "%r is not a move: examples are d1-b3 (move), d1-b3-c4 (bounce), d1-b3xc4>e5 (box)"
        raise ParseError(told, text)
    points = [parse_cell(name) for name in names]
    for point in points[:-1]:
        if point >= CELLS:
            told = "%r goes on from the goal %s: a goal ends the move"
            raise ParseError(told, text, cell_text(point))
    return points, parse_cell(drop) if cross else NONE


def parse_turn(text: str) -> int:
    """Read a turn; bounces named in it are not checked.

    Raises ParseError.
    """
    text = text.strip()
    if text[:1] in ("1", "2", "3"):
        cell = parse_cell(text[1:])
        if cell >= CELLS:
            raise ParseError("%r sets a ring into a goal: expected a cell a1 to f6", text)
        return place(int(text[0]), cell)
    points, drop = parse_path(text)
    return make_turn(points[0], points[-1], drop)


def move_ring(cells, turn: int) -> None:
    """Do on ``cells`` (38 sizes) what a turn does."""
    if turn & PLACE:
        cells[turn & 63] = turn >> 6 & 3
        return
    origin, landing, drop = turn & 63, turn >> 6 & 63, turn >> 12
    size = cells[origin]
    cells[origin] = 0  # before the drop, which may be the same cell
    if drop != NONE:
        cells[drop] = cells[landing]
    cells[landing] = size


def move_back(cells, turn: int) -> None:
    """Undo the same."""
    if turn & PLACE:
        cells[turn & 63] = 0
        return
    origin, landing, drop = turn & 63, turn >> 6 & 63, turn >> 12
    size = cells[landing]
    cells[landing] = 0
    if drop != NONE:
        cells[landing] = cells[drop]
        cells[drop] = 0
    cells[origin] = size


# Snapshots

SIZES = (1, 2, 3)
"""The order in which the set-up asks for rings."""
ALL = (1 << PLACES) - 1
"""Bits of all places, as in ``cells.PLACES``."""


def sizes_of(snapshot: int) -> bytearray:
    """Return the sizes in a snapshot that tells them."""
    sizes = bytearray(PLACES)
    for size in SIZES:
        for cell in cells_of(snapshot >> PLACES * size & ALL):
            sizes[cell] = size
    return sizes


def cells_of(snapshot: int) -> list[int]:
    """Return the cells of a snapshot, whatever it tells of them."""
    while snapshot > ALL:
        snapshot = snapshot & ALL | snapshot >> PLACES
    cells = []
    cell = 0
    while snapshot:
        # Four at a time: few cells change at once.
        if snapshot & 15:
            cells += [cell + bit for bit in range(4) if snapshot >> bit & 1]
        snapshot >>= 4
        cell += 4
    return cells


def asked_size(game) -> int:
    """Return the size of the ring that the set-up asks for next."""
    left = game.reserve(game.side)
    for size in SIZES:
        if left[size]:
            return size
    return 0


def cells_of_turn(turn: int) -> int:
    """Return the cells that a turn empties or fills on its way, as a set."""
    if turn & PLACE:
        return 1 << turn_origin(turn)
    cells = 1 << turn_origin(turn) | 1 << turn_landing(turn)
    return cells | 1 << turn_drop(turn) if boxes(turn) else cells


def changes(turn: int) -> int:
    """Return the cells that show something else after a turn."""
    if turn & PLACE:
        return 1 << turn_origin(turn)
    goal = turn_drop(turn) if boxes(turn) else turn_landing(turn)
    return 1 << turn_origin(turn) ^ 1 << goal
