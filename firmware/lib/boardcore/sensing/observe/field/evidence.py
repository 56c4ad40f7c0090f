"""Marginal likelihood (evidence) of a field difference, with unknown moments integrated out.

Model: difference = known fields (subtracted by the caller) + *parts* + drift + noise.  A part is a
magnet at a known place with an unknown moment; its prior is normal with mean 0 and one standard
deviation per component.  Drift is one normal field common to all sensors; noise is independent.
Moments are integrated out, not estimated, so a hypothesis with more parts does not win by fitting
noise.  Equations: firmware/docs/hall-decoder.md, section 3.

Sums over sensors use small integers, in 1/16 of a standard deviation, at a third of the cost of
floats on a board.  The resulting equations are solved in floats
(``tests/sensing/hall/test_evidence.py`` tries 22 bits of mantissa).
"""

from array import array
from math import log

from boardcore.sensing.observe.field.chi2 import zeros

PARTS_MOST = 4
SIZE = 3 * PARTS_MOST
FIELD = 2
"""Fixed-point scale of ``rows``: units per microtesla."""
FIELD_MOST = 16000
"""Largest value of a row; products stay within 30 bits."""
DEVIATION = 16
"""Fixed-point scale of a field divided by the sensor's standard deviation."""
DEVIATION_MOST = 32000
"""Largest scaled field: 2000 standard deviations."""
UP = DEVIATION_MOST + 0.5
"""Added before truncating, then ``DEVIATION_MOST`` is subtracted: rounds either sign."""
ROOT = 8192
"""Fixed-point scale of ``roots``."""
CUT = 10
"""log2(ROOT * FIELD / DEVIATION): bits dropped from root * row."""

# Cost of steps, in empty turns of a loop; 95th percentile.
FILL, CROSS = 1100, 870
ROWS = (750, 0, 0, 1400, 0, 0, 750, 850, 1050, 1150, 1400, 1600)
"""Cost per row of the Cholesky factor; 0: done together with the row before."""
BACK = (0, 150, 300, 600, 1000)
"""Cost of the moments, per number of parts."""
COLUMNS = (0, 0, 0, 350, 0, 0, 750, 400, 500, 650, 800, 900, 1100)
"""Cost of a column of the inverse, per length; 0 as in ``ROWS``."""


def whole_rows(rows):
    """Return the rows of ``dipole.responses`` as ``array("h")``, in 1/FIELD microteslas."""
    whole = []
    for row in rows:
        values = [int(FIELD * value + (0.5 if value > 0 else -0.5)) for value in row]
        whole.append(array("h", [max(-FIELD_MOST, min(FIELD_MOST, value)) for value in values]))
    return whole


class Evidence:
    """Computes the evidence of hypotheses about one difference of fields.

    Set ``roots`` (``ROOT`` / standard deviation in microteslas, per sensor; 0: left out) and
    ``residual`` (difference minus known fields, microteslas, per sensor), call
    ``begin``, then ``evaluating`` once per set of parts.  ``rows``: of ``whole_rows``;
    ``precision``: 1 / variance of the drift.  Allocates arrays only when constructed.
    """

    def __init__(self, rows, sensors: int, precision: float) -> None:
        self._rows = rows
        self._sensors = sensors
        self._matrix = [zeros(SIZE) for _ in range(SIZE)]
        self.precision = precision
        self.roots = array("h", [0] * sensors)
        self.residual = zeros(sensors)
        self.chi = 0.0
        """Chi-squared of the last hypothesis."""
        self.evidence = 0.0
        """Log-evidence of the last hypothesis."""
        self._alone = 0.0  # chi-squared without any part
        self._residual = array("h", [0] * sensors)
        self._whole = [array("h", [0] * sensors) for _ in range(SIZE)]
        self._common = 0.0  # weighted mean of the residual; below: the sum of all weights
        self._weight = 0.0
        self._right = zeros(SIZE)
        self._sums = zeros(SIZE)
        self._size = 0
        self._deviations = [0.0] * PARTS_MOST
        self.moments = zeros(SIZE)
        """Posterior mean of each part's moment (x, y, z) and its variances, after ``solving``."""
        self.variances = zeros(SIZE)

    def begin(self) -> None:
        """Read the inputs; compute chi-squared without parts.  Allocates nothing."""
        # Locals, here and in other loops: a global costs a look-up in a dictionary each time.
        residual, roots, whole = self.residual, self.roots, self._residual
        scale, most, up = DEVIATION / ROOT, DEVIATION_MOST, UP
        total = first = second = 0
        for i in range(self._sensors):
            root = roots[i]
            # Rounded for either sign, not truncated.
            value = int(residual[i] * root * scale + up) - most
            if value > most:
                value = most
            elif value < -most:
                value = -most
            whole[i] = value
            total += root * root >> 4
            first += root * value
            second += value * value
        self._weight = self.precision + total / (ROOT * ROOT // 16)
        self._common = first / (ROOT * DEVIATION) / self._weight
        alone = second / (DEVIATION * DEVIATION)
        self._alone = self.chi = alone - self._common * self._common * self._weight

    def evaluating(self, places, deviations):
        """Compute ``evidence`` and ``chi`` of parts at these places, step by step.

        ``deviations``: prior standard deviation of the moment of each part.  ``evidence`` lacks
        a constant that depends on ``roots`` only: where these differ, the caller adds half the
        sum of the logarithms of weights.  Yields the cost of each step, in empty turns of a loop.
        """
        size = 3 * len(places)
        self._size = size
        for part in range(len(places)):
            self._deviations[part] = deviations[part]
            yield FILL
            self._fill(part, places[part])
            for other in range(part):
                yield CROSS
                self._cross(part, other)
        matrix, right, sums = self._matrix, self._right, self._sums
        share = 1 / self._weight
        explained = 0.0
        volume = 1.0
        for i in range(size):
            if ROWS[i]:
                yield ROWS[i]
            # First a row of I + S A' W A S, then the Cholesky factor in the same place.
            row, scale = matrix[i], deviations[i // 3]
            right[i] = scale * (right[i] - self._common * sums[i])
            for j in range(i + 1):
                value = row[j] - sums[i] * sums[j] * share
                row[j] = scale * deviations[j // 3] * value
            row[i] += 1
            value = self._factor(i)
            volume *= value
            explained += right[i] * right[i]
        self.chi = self._alone - explained
        self.evidence = -self.chi / 2 - (log(volume) if size else 0)

    def _fill(self, part: int, place: int) -> None:
        rows, roots, residual, cut = self._rows, self.roots, self._residual, CUT
        one, two, three = rows[3 * place], rows[3 * place + 1], rows[3 * place + 2]
        at = 3 * part
        own, own2, own3 = self._whole[at], self._whole[at + 1], self._whole[at + 2]
        xx = xy = xz = yy = yz = zz = sx = sy = sz = gx = gy = gz = 0
        for i in range(self._sensors):
            root, value = roots[i], residual[i]
            x, y, z = root * one[i] >> cut, root * two[i] >> cut, root * three[i] >> cut
            own[i], own2[i], own3[i] = x, y, z
            sx += root * x
            sy += root * y
            sz += root * z
            gx += value * x
            gy += value * y
            gz += value * z
            xx += x * x
            xy += x * y
            xz += x * z
            yy += y * y
            yz += y * z
            zz += z * z
        matrix, right, sums = self._matrix, self._right, self._sums
        scale = 1 / (DEVIATION * DEVIATION)
        right[at], right[at + 1], right[at + 2] = gx * scale, gy * scale, gz * scale
        row, row2, row3 = matrix[at], matrix[at + 1], matrix[at + 2]
        row[at] = xx * scale
        row2[at], row2[at + 1] = xy * scale, yy * scale
        row3[at], row3[at + 1], row3[at + 2] = xz * scale, yz * scale, zz * scale
        scale = 1 / (DEVIATION * ROOT)
        sums[at], sums[at + 1], sums[at + 2] = sx * scale, sy * scale, sz * scale

    def _cross(self, part: int, other: int) -> None:
        whole, matrix = self._whole, self._matrix
        one, two, three = whole[3 * other], whole[3 * other + 1], whole[3 * other + 2]
        scale = 1 / (DEVIATION * DEVIATION)
        for axis in range(3):
            row = whole[3 * part + axis]
            x = y = z = 0
            for i in range(self._sensors):
                value = row[i]
                x += value * one[i]
                y += value * two[i]
                z += value * three[i]
            into, at = matrix[3 * part + axis], 3 * other
            into[at], into[at + 1], into[at + 2] = x * scale, y * scale, z * scale

    def _factor(self, i: int) -> float:
        """Replace a row of the matrix by its Cholesky factor; return the diagonal element."""
        matrix, right = self._matrix, self._right
        row = matrix[i]
        for j in range(i):
            other, value = matrix[j], row[j]
            for k in range(j):
                value -= row[k] * other[k]
            row[j] = value / other[j]
        square = row[i]
        value = right[i]
        for k in range(i):
            known = row[k]
            square -= known * known
            value -= known * right[k]
        # At least 1 in theory; rounding to integers may lose a little.
        last = max(1.0, square) ** 0.5
        row[i] = last
        right[i] = value / last
        return last

    def solving(self):
        """Compute ``moments`` and ``variances`` after ``evaluating``, step by step."""
        matrix, right, size = self._matrix, self._right, self._size
        yield BACK[size // 3]
        moments, variances = self.moments, self.variances
        for i in range(size - 1, -1, -1):
            value = right[i]
            for k in range(i + 1, size):
                value -= matrix[k][i] * moments[k]
            moments[i] = value / matrix[i][i]
        work = self._sums
        for i in range(size):
            if COLUMNS[size - i]:
                yield COLUMNS[size - i]
            # A column of the inverse factor; its square is one variance.
            square = 0.0
            for j in range(i, size):
                row, value = matrix[j], 1.0 if j == i else 0.0
                for k in range(i, j):
                    value -= row[k] * work[k]
                value /= row[j]
                work[j] = value
                square += value * value
            variances[i] = square
        for i in range(size):
            scale = self._deviations[i // 3]
            moments[i] *= scale
            variances[i] *= scale * scale
