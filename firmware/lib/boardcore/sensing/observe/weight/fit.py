"""Matrix from load cells to weight and moments, by least squares with a prior.

With c the difference of the four cells between two rests, in g by the layout's figure, each row r
of the matrix has four unknowns A_r = N_r + D_r, N the nominal row.  A placing of mass m at (x, y)
gives one equation per row, a sheet of paper under a foot one with target 0:

    A_r . c = t_r + e        t = m (1, x, y)        e ~ N(0, sigma_r^2)
    D_r ~ N(0, diag(s_ri^2))        s_W = GAIN        s_X = sqrt(GAIN^2 x_i^2 + SPOT_MM^2)

which a ``Filter`` a row takes one by one.  Placings
alone leave T = F1 - F2 + F3 - F4 free on a stiff plate: the prior and the paper fix it.
"""

from boardcore.sensing.observe.filter import Filter, dot

GAIN = 0.05
"""Prior standard deviation of a gain, as a fraction."""
SPOT_MM = 1.0
"""Prior standard deviation of a load cell's place, per axis."""


class Fit:
    """Collects equations; ``rows`` holds the placings as ``(forces, target)``."""

    def __init__(self, scale) -> None:
        self._rows = []
        for row in range(3):
            nominal = [1.0 if row == 0 else spot[row - 1] for spot in scale.sensor_mm]
            spot2 = SPOT_MM * SPOT_MM if row else 0.0
            self._rows.append(Filter(nominal, [(GAIN * at) ** 2 + spot2 for at in nominal]))
        self._sigmas = (scale.touch_g, scale.touch_gmm, scale.touch_gmm)
        self._place_mm = scale.place_mm
        self.rows: list[tuple] = []

    def add(self, forces, grams: float, x: float, y: float) -> None:
        """Take a placing of so many g; 0 for a sheet of paper.  ``forces``: of each cell, g."""
        target = (grams, grams * x, grams * y)
        if grams:
            self.rows.append((forces, target))
        for row in range(3):
            astray = self._place_mm * grams if row else 0.0
            variance = self._sigmas[row] ** 2 + astray * astray
            self._rows[row].take(forces, target[row], variance)

    def solve(self) -> list:
        """Return the three rows of the matrix, per g by the layout's figure."""
        return [row.means for row in self._rows]

    def misfit(self, found) -> tuple:
        """Return the rms residual of weight (g) and of place (mm) over all placings."""
        weight = place = 0.0
        for forces, target in self.rows:
            off = [dot(found[row], forces) - target[row] for row in range(3)]
            weight += off[0] * off[0]
            x, y = off[1] / target[0], off[2] / target[0]
            place += x * x + y * y
        count = len(self.rows) or 1
        return (weight / count) ** 0.5, (place / count) ** 0.5
