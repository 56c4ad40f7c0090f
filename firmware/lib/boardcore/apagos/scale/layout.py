"""Apagos layout with load cells: the middles of the slots, and both racks if they are weighed."""

from boardcore.apagos.places import FIRST_SIDE, HOLES, cell_text, hole
from boardcore.apagos.positions import LEVELS
from boardcore.errors import Listed, Unreadable


def check_places(layout) -> None:
    """Check that places are the middles of the slots; a side's light stands for its rack.

    Raises Unreadable.
    """
    cells = list(layout.cell_of_sensor)
    middles = [hole(level, HOLES // 2) for level in range(LEVELS)]
    if cells not in (middles, middles + [FIRST_SIDE, FIRST_SIDE + 1]):
        raise Unreadable(
            "layout: places: %s, expected %s, and white, black if their racks are on the plate",
            Listed(", ", [cell_text(cell) for cell in cells]),
            Listed(", ", [cell_text(cell) for cell in middles]),
        )
