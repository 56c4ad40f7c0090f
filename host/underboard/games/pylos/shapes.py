"""A pyramid of balls, as builders see it."""

from boardcore.pylos import rules as pylos
from underboard.hardware.shapes.of_game import Shapes


class GameShapes(Shapes):
    """Levels of balls, each over the gaps of the one below."""

    is_stacked = True
    grey = "grey: cells of upper levels"

    def level(self, cell: str) -> int:
        """Return the level of a cell, 0 for the lowest."""
        return int(pylos.LEVEL[pylos.parse_cell(cell)])
