"""The cells, supports, shapes and symmetries of a Pylos board of any base.

The real board has a base of 4 (30 cells, 15 balls each); a base of 3 (14 cells, 7 balls
each) is small enough for a slow second solver, so the tests compare the two there.
Cells are counted as in ``boardcore.pylos.cells``: level by level, row by row.
"""

from functools import cached_property

import numpy as np


class Pyramid:
    """A pyramid with ``base`` by ``base`` cells on its lowest level."""

    def __init__(self, base: int = 4) -> None:
        self.base = base
        self.places = [
            (level, row, column)
            for level in range(base)
            for row in range(base - level)
            for column in range(base - level)
        ]
        self.cells = len(self.places)
        self.balls = self.cells // 2
        self._cell = {place: cell for cell, place in enumerate(self.places)}

    @cached_property
    def supports(self) -> list[int]:
        """Return per cell the set of the four cells below it, 0 on level 0."""
        return [
            sum(
                1 << self._cell[level - 1, row + down, column + across]
                for down in (0, 1)
                for across in (0, 1)
            )
            if level
            else 0
            for level, row, column in self.places
        ]

    @cached_property
    def above(self) -> list[int]:
        """Return per cell the set of cells that rest on it."""
        return [
            sum(1 << upper for upper in range(self.cells) if self.supports[upper] >> cell & 1)
            for cell in range(self.cells)
        ]

    @cached_property
    def lines(self) -> list[int]:
        """Return the expert rule's lines: full rows and columns of three or more cells."""
        masks = []
        for level in range(self.base - 2):
            size = self.base - level
            for fixed in range(size):
                row = [self._cell[level, fixed, moving] for moving in range(size)]
                column = [self._cell[level, moving, fixed] for moving in range(size)]
                # On a base of 3 the upper level has lines of two cells, which do not count.
                masks += [sum(1 << cell for cell in line) for line in (row, column)]
        return masks

    def shapes(self, variant: str) -> list[int]:
        """Return the sets of cells that earn a take-back in one colour."""
        squares = [mask for mask in self.supports if mask]
        return {"children": [], "standard": squares, "expert": squares + self.lines}[variant]

    @cached_property
    def symmetries(self) -> np.ndarray:
        """Return the 8 symmetries as rows: the cell to which each cell goes."""
        rows = []
        for kind in range(8):
            row = []
            for level, down, across in self.places:
                last = self.base - level - 1
                if kind & 1:
                    down = last - down
                if kind & 2:
                    across = last - across
                if kind & 4:
                    down, across = across, down
                row.append(self._cell[level, down, across])
            rows.append(row)
        return np.array(rows, dtype=np.int64)

    def occupancies(self) -> np.ndarray:
        """Return every set of cells in which no ball floats, in ascending order."""
        layers = [np.zeros(1, dtype=np.int64)]
        while len(layers[-1]):
            layer, following = layers[-1], []
            for cell, support in enumerate(self.supports):
                open_ = layer[(layer >> cell & 1 == 0) & (layer & support == support)]
                following.append(open_ | 1 << cell)
            layers.append(np.unique(np.concatenate(following)))
        return np.sort(np.concatenate(layers))
