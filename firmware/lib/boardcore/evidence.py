"""Evidence: how well unknown moments explain a difference of fields.

The difference is a sum: what is known (taken off by the caller), a few *parts*, each a
moment in a known place with an unknown size and direction, one field common to all
sensors (drift), and noise of its own at each sensor.  A moment is not sought but
integrated out: its prior is a normal distribution around nothing, with a standard
deviation per part.  So more parts do not win by fitting noise.

Sums over sensors are of small whole numbers, in 1/16 of a standard deviation: on a board they
cost a third of floats.  The equations that they make are solved in plain floats
(``tests/test_evidence.py`` tries 22 bits of mantissa).
"""

from array import array
from math import log

from boardcore.floats import zeros

PARTS_MOST = 4
SIZE = 3 * PARTS_MOST
FIELD = 2
"""Rows are counted in halves of a microtesla."""
FIELD_MOST = 16000
DEVIATION = 16
"""Fields at a sensor are counted in such parts of its standard deviation."""
DEVIATION_MOST = 32000
UP = DEVIATION_MOST + 0.5
ROOT = 8192
"""Roots of weights are counted in such parts."""
CUT = 10
"""ROOT * FIELD / DEVIATION, as a power of two."""


def whole_rows(rows):
    """Return rows as from ``dipole.responses`` in whole numbers, for ``Evidence``."""
    whole = []
    for row in rows:
        values = [int(FIELD * value + (0.5 if value > 0 else -0.5)) for value in row]
        whole.append(array("h", [max(-FIELD_MOST, min(FIELD_MOST, value)) for value in values]))
    return whole


class Evidence:
    """Weighs explanations of one difference of fields.

    Set ``weights`` (1 / variance per sensor, 0: sensor left out) and ``rest`` (the
    difference less what is known, microteslas), call ``begin``, then ``weigh`` as often
    as needed.  ``rows``: as from ``whole_rows``.  Makes no arrays after its own.
    """

    def __init__(self, rows, sensors: int, common_ut: float) -> None:
        self._rows = rows
        self._sensors = sensors
        self._matrix = zeros(SIZE * SIZE)  # first, while there is room in one piece
        self._stiff = 1 / (common_ut * common_ut)
        self.weights = zeros(sensors)
        self.rest = zeros(sensors)
        self.chi = 0.0
        """After ``weigh``: the squared misfit, in standard deviations, of what it weighed."""
        self.evidence = 0.0
        """After ``weigh``: what it returned."""
        self._alone = 0.0  # the same with no part at all
        self._roots = array("h", [0] * sensors)
        self._whole_rest = array("h", [0] * sensors)
        self._whole = [array("h", [0] * sensors) for _ in range(SIZE)]
        self._common = 0.0  # weighted mean of the rest, and the weight of all sensors
        self._weight = 0.0
        self._right = zeros(SIZE)
        self._sums = zeros(SIZE)
        self._size = 0
        self._deviations = [0.0] * PARTS_MOST
        self.moments = zeros(SIZE)
        """After ``solve``: the likeliest moment of each part, and its variances."""
        self.variances = zeros(SIZE)

    def begin(self) -> None:
        """Take notice of new ``weights`` and ``rest``.  Allocates nothing."""
        weights, rest, roots, whole = self.weights, self.rest, self._roots, self._whole_rest
        total = first = second = 0
        for i in range(self._sensors):
            root = int(ROOT * weights[i] ** 0.5 + 0.5)
            # Rounded, not cut: whatever its sign.
            value = int(rest[i] * root * (DEVIATION / ROOT) + UP) - DEVIATION_MOST
            value = max(-DEVIATION_MOST, min(DEVIATION_MOST, value))
            roots[i], whole[i] = root, value
            total += root * root >> 4
            first += root * value
            second += value * value
        self._weight = self._stiff + total / (ROOT * ROOT // 16)
        self._common = first / (ROOT * DEVIATION) / self._weight
        alone = second / (DEVIATION * DEVIATION)
        self._alone = self.chi = alone - self._common * self._common * self._weight

    def weigh(self, places, deviations) -> float:
        """Return the logarithm of the evidence for parts in these places, up to a constant.

        The constant depends on the weights alone: where they differ, the caller adds
        half the sum of their logarithms.
        """
        for _ in self.weighing(places, deviations):
            pass
        return self.evidence

    def weighing(self, places, deviations):
        """Do the same in slices; the result is ``evidence``.

        Each slice yields how many passes over the sensors it is worth.
        """
        size = 3 * len(places)
        self._size = size
        for part in range(len(places)):
            self._deviations[part] = deviations[part]
            self._fill(part, places[part])
            yield 3
            for other in range(part):
                self._cross(part, other)
                yield 3
        matrix, right, sums = self._matrix, self._right, self._sums
        share = 1 / self._weight
        explained = 0.0
        volume = 1.0
        for i in range(size):
            # The equations as they are, then their Cholesky factor in the same place.
            row, scale = i * SIZE, deviations[i // 3]
            right[i] = scale * (right[i] - self._common * sums[i])
            for j in range(i + 1):
                value = matrix[row + j] - sums[i] * sums[j] * share
                matrix[row + j] = scale * deviations[j // 3] * value
            matrix[row + i] += 1
            value = self._factor(i)
            volume *= value
            explained += right[i] * right[i]
            if i > 5:
                yield 2
            elif i % 3 == 2:
                yield 1 + i // 3
        self.chi = self._alone - explained
        self.evidence = -self.chi / 2 - (log(volume) if size else 0)

    def _fill(self, part: int, place: int) -> None:
        rows, roots, rest = self._rows, self._roots, self._whole_rest
        one, two, three = rows[3 * place], rows[3 * place + 1], rows[3 * place + 2]
        at = 3 * part
        own, own2, own3 = self._whole[at], self._whole[at + 1], self._whole[at + 2]
        xx = xy = xz = yy = yz = zz = sx = sy = sz = gx = gy = gz = 0
        for i in range(self._sensors):
            root, value = roots[i], rest[i]
            x, y, z = root * one[i] >> CUT, root * two[i] >> CUT, root * three[i] >> CUT
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
        start = at * SIZE + at
        matrix[start] = xx * scale
        matrix[start + SIZE] = xy * scale
        matrix[start + SIZE + 1] = yy * scale
        matrix[start + 2 * SIZE] = xz * scale
        matrix[start + 2 * SIZE + 1] = yz * scale
        matrix[start + 2 * SIZE + 2] = zz * scale
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
            at = (3 * part + axis) * SIZE + 3 * other
            matrix[at] = x * scale
            matrix[at + 1] = y * scale
            matrix[at + 2] = z * scale

    def _factor(self, i: int) -> float:
        """Put a row of the Cholesky factor in the place of the matrix; return its last number."""
        matrix, right = self._matrix, self._right
        row = i * SIZE
        for j in range(i):
            value = matrix[row + j]
            for k in range(j):
                value -= matrix[row + k] * matrix[j * SIZE + k]
            matrix[row + j] = value / matrix[j * SIZE + j]
        square = matrix[row + i]
        value = right[i]
        for k in range(i):
            known = matrix[row + k]
            square -= known * known
            value -= known * right[k]
        # Never below 1 but for what whole numbers have lost.
        last = max(1.0, square) ** 0.5
        matrix[row + i] = last
        right[i] = value / last
        return last

    def solve(self) -> None:
        """After ``weigh``: find ``moments`` and ``variances`` of its parts.  Allocates nothing."""
        for _ in self.solving():
            pass

    def solving(self):
        """Do the same in slices, as ``weighing`` does."""
        matrix, right, size = self._matrix, self._right, self._size
        moments, variances = self.moments, self.variances
        for i in range(size - 1, -1, -1):
            value = right[i]
            for k in range(i + 1, size):
                value -= matrix[k * SIZE + i] * moments[k]
            moments[i] = value / matrix[i * SIZE + i]
        work = self._sums
        for i in range(size):
            # A column of the inverse factor; its square is one variance.
            square = 0.0
            for j in range(i, size):
                value = 1.0 if j == i else 0.0
                for k in range(i, j):
                    value -= matrix[j * SIZE + k] * work[k]
                value /= matrix[j * SIZE + j]
                work[j] = value
                square += value * value
            variances[i] = square
            yield 1 + (size - i) // 7
        for i in range(size):
            scale = self._deviations[i // 3]
            moments[i] *= scale
            variances[i] *= scale * scale
