"""Weight and moments measured by four load cells.

For forces straight up at fixed points, rest means

    W = F1 + F2 + F3 + F4        Mx = sum F x        My = sum F y

whatever the stiffness of cells, plate or table.  The fourth combination
``T = F1 - F2 + F3 - F4`` (cells counted round the plate) is what an uneven table, a twisted plate
or a rocking foot changes: a check of the plate, never evidence.

Units: g, g mm, mm from the middle of the load cells.
"""

from array import array

W, X, Y, T = range(4)
"""Rows of the matrix, and components of a vector of moments."""


class Moments:
    """Turns raw counts into weight and moments.

    ``matrix``: rows of one factor per cell, g or g mm per count; from the layout, or from a
    calibration.  ``values``: W, Mx, My, T after ``measure``.
    """

    def __init__(self, sensor_mm, counts_per_g: float, matrix=None) -> None:
        """``sensor_mm``: x, y of each cell, mm; ``matrix``: three rows."""
        cells = self.cells = len(sensor_mm)
        rows = nominal(sensor_mm, counts_per_g) if matrix is None else list(matrix)
        turns = [rows[cell] * (1 - 2 * (cell % 2)) for cell in range(cells)]
        self.matrix = array("f", rows + turns)
        self.values = array("f", (0.0, 0.0, 0.0, 0.0))

    def measure(self, rest, samples: int) -> None:
        """Work out ``values`` from the sums of ``samples`` samples, 0: the latest of each cell."""
        cells, matrix, values = self.cells, self.matrix, self.values
        for row in range(len(values)):
            total = 0.0
            for cell in range(cells):
                count = rest.sum(cell) / samples if samples else rest.latest[cell]
                total += matrix[cells * row + cell] * count
            values[row] = total

    def of_counts(self, counts) -> list:
        """Return W, Mx, My of one count per cell."""
        cells, matrix = self.cells, self.matrix
        return [
            sum([matrix[cells * row + cell] * counts[cell] for cell in range(cells)])
            for row in range(3)
        ]


def nominal(sensor_mm, counts_per_g: float) -> list:
    """Return the matrix of cells that are where the layout says, all alike."""
    rows = [1 / counts_per_g] * len(sensor_mm)
    rows += [spot[0] / counts_per_g for spot in sensor_mm]
    return rows + [spot[1] / counts_per_g for spot in sensor_mm]
