"""Gygès pictures: which cells and goals show a ring, as one int of 38 bits.

Where sensors tell sizes too, three more sets of 38 bits follow: the singles, the doubles
and the triples.  A picture is made only when something has changed, because on a board
such an int takes memory.
"""

from boardcore.gyges.cells import PLACES
from boardcore.gyges.turns import NONE, PLACE, turn_drop, turn_landing, turn_origin

SIZES = (1, 2, 3)
"""The order in which the set-up asks for rings."""


ALL = (1 << PLACES) - 1


def sized(cells) -> int:
    """Return the picture of a board on which sizes are seen: one byte per cell or goal."""
    picture = 0
    for cell in range(PLACES):
        if cells[cell]:
            picture |= (1 | 1 << PLACES * cells[cell]) << cell
    return picture


def sizes_of(picture: int) -> bytearray:
    """Return the sizes in a picture that tells them."""
    sizes = bytearray(PLACES)
    for size in SIZES:
        for cell in cells_of(picture >> PLACES * size & ALL):
            sizes[cell] = size
    return sizes


def cells_of(picture: int) -> list[int]:
    """Return the cells of a picture, whatever it tells of them."""
    while picture > ALL:
        picture = picture & ALL | picture >> PLACES
    cells = []
    cell = 0
    while picture:
        # Four at a time: few cells change at once.
        if picture & 15:
            if picture & 1:
                cells.append(cell)
            if picture & 2:
                cells.append(cell + 1)
            if picture & 4:
                cells.append(cell + 2)
            if picture & 8:
                cells.append(cell + 3)
        picture >>= 4
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
    return cells if turn_drop(turn) == NONE else cells | 1 << turn_drop(turn)


def changes(turn: int) -> int:
    """Return the cells that show something else after a turn."""
    if turn & PLACE:
        return 1 << turn_origin(turn)
    goal = turn_landing(turn) if turn_drop(turn) == NONE else turn_drop(turn)
    return 1 << turn_origin(turn) ^ 1 << goal
