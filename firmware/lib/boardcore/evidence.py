"""Evidence: how well unknown moments explain a difference of fields.

The difference is a sum: what is known (taken off by the caller), a few *parts*, each a
moment in a known place with an unknown size and direction, one field common to all
sensors (drift), and noise of its own at each sensor.  A moment is not sought but
integrated out: its prior is a normal distribution around nothing, with a standard
deviation per part.  So more parts do not win by fitting noise.

Plain floats in prepared arrays; sums of at most some dozen products, so that floats of
30 bits do (``tests/test_evidence.py`` tries 22 bits of mantissa).
"""

from array import array
from math import log

PARTS_MOST = 4
SIZE = 3 * PARTS_MOST


class Evidence:
    """Weighs explanations of one difference of fields.

    Set ``weights`` (1 / variance per sensor, 0: sensor left out) and ``rest`` (the
    difference less what is known, microteslas), call ``begin``, then ``weigh`` as often
    as needed.  ``rows``: as from ``dipole.responses``.  Makes no arrays after its own.
    """

    def __init__(self, rows, sensors: int, common_ut: float) -> None:
        self._rows = rows
        self._sensors = sensors
        self._stiff = 1 / (common_ut * common_ut)
        self.weights = array("f", [0] * sensors)
        self.rest = array("f", [0] * sensors)
        self.chi = 0.0
        """After ``weigh``: the squared misfit, in standard deviations, of what it weighed."""
        self._alone = 0.0  # the same with no part at all
        self._common = 0.0  # weighted mean of the rest, and the weight of all sensors
        self._weight = 0.0
        self._matrix = array("f", [0] * (SIZE * SIZE))
        self._right = array("f", [0] * SIZE)
        self._sums = array("f", [0] * SIZE)
        self._size = 0
        self._deviations = [0.0] * PARTS_MOST
        self.moments = array("f", [0] * SIZE)
        """After ``solve``: the likeliest moment of each part, and its variances."""
        self.variances = array("f", [0] * SIZE)

    def begin(self) -> None:
        """Take notice of new ``weights`` and ``rest``.  Allocates nothing."""
        weights, rest = self.weights, self.rest
        total, first, second = self._stiff, 0.0, 0.0
        for i in range(self._sensors):
            weight, value = weights[i], rest[i]
            total += weight
            product = weight * value
            first += product
            second += product * value
        self._weight = total
        self._common = first / total
        self._alone = self.chi = second - first * self._common

    def normal(self, place: int, out, at: int) -> None:
        """Write the nine numbers to ``out`` that only weights and place decide.

        Six of the symmetric matrix, three sums.  Allocates nothing.
        """
        rows, weights = self._rows, self.weights
        one, two, three = rows[3 * place], rows[3 * place + 1], rows[3 * place + 2]
        xx = xy = xz = yy = yz = zz = sx = sy = sz = 0.0
        for i in range(self._sensors):
            weight = weights[i]
            x, y, z = one[i], two[i], three[i]
            wx, wy, wz = weight * x, weight * y, weight * z
            sx += wx
            sy += wy
            sz += wz
            xx += wx * x
            xy += wx * y
            xz += wx * z
            yy += wy * y
            yz += wy * z
            zz += wz * z
        share = 1 / self._weight
        out[at] = xx - sx * sx * share
        out[at + 1] = xy - sx * sy * share
        out[at + 2] = xz - sx * sz * share
        out[at + 3] = yy - sy * sy * share
        out[at + 4] = yz - sy * sz * share
        out[at + 5] = zz - sz * sz * share
        out[at + 6] = sx
        out[at + 7] = sy
        out[at + 8] = sz

    def gain(self, place: int, normal, at: int, deviation: float) -> float:
        """Return by how much one part in ``place`` raises the logarithm of the evidence.

        ``normal[at:]``: as from ``normal`` with these weights.  75 multiplications and
        the solution of three equations.  Allocates nothing.
        """
        rows, weights, rest = self._rows, self.weights, self.rest
        one, two, three = rows[3 * place], rows[3 * place + 1], rows[3 * place + 2]
        gx = gy = gz = 0.0
        for i in range(self._sensors):
            value = weights[i] * rest[i]
            gx += value * one[i]
            gy += value * two[i]
            gz += value * three[i]
        common = self._common
        gx -= common * normal[at + 6]
        gy -= common * normal[at + 7]
        gz -= common * normal[at + 8]
        square = deviation * deviation
        # The Cholesky factor of 1 + square * matrix, and the right side through it.
        a = (1 + square * normal[at]) ** 0.5
        b = square * normal[at + 1] / a
        c = square * normal[at + 2] / a
        d = (1 + square * normal[at + 3] - b * b) ** 0.5
        e = (square * normal[at + 4] - b * c) / d
        f = (1 + square * normal[at + 5] - c * c - e * e) ** 0.5
        x = gx / a
        y = (gy - b * x) / d
        z = (gz - c * x - e * y) / f
        return square * (x * x + y * y + z * z) / 2 - log(a * d * f)

    def weigh(self, places, deviations) -> float:
        """Return the logarithm of the evidence for parts in these places, up to a constant.

        The constant depends on the weights alone: where they differ, the caller adds
        half the sum of their logarithms.
        """
        size = 3 * len(places)
        self._size = size
        for part in range(len(places)):
            self._deviations[part] = deviations[part]
            self._fill(part, places[part])
            for other in range(part):
                self._cross(part, places[part], other, places[other])
        matrix, right, sums = self._matrix, self._right, self._sums
        share = 1 / self._weight
        for i in range(size):
            scale = deviations[i // 3]
            right[i] = scale * (right[i] - self._common * sums[i])
            for j in range(i + 1):
                value = matrix[i * SIZE + j] - sums[i] * sums[j] * share
                matrix[i * SIZE + j] = scale * deviations[j // 3] * value
            matrix[i * SIZE + i] += 1
        return self._factor(size)

    def _fill(self, part: int, place: int) -> None:
        rows, weights, rest = self._rows, self.weights, self.rest
        one, two, three = rows[3 * place], rows[3 * place + 1], rows[3 * place + 2]
        xx = xy = xz = yy = yz = zz = sx = sy = sz = gx = gy = gz = 0.0
        for i in range(self._sensors):
            weight, value = weights[i], rest[i]
            x, y, z = one[i], two[i], three[i]
            wx, wy, wz = weight * x, weight * y, weight * z
            sx += wx
            sy += wy
            sz += wz
            gx += wx * value
            gy += wy * value
            gz += wz * value
            xx += wx * x
            xy += wx * y
            xz += wx * z
            yy += wy * y
            yz += wy * z
            zz += wz * z
        at = 3 * part
        matrix, right, sums = self._matrix, self._right, self._sums
        right[at], right[at + 1], right[at + 2] = gx, gy, gz
        sums[at], sums[at + 1], sums[at + 2] = sx, sy, sz
        start = at * SIZE + at
        matrix[start] = xx
        matrix[start + SIZE] = xy
        matrix[start + SIZE + 1] = yy
        matrix[start + 2 * SIZE] = xz
        matrix[start + 2 * SIZE + 1] = yz
        matrix[start + 2 * SIZE + 2] = zz

    def _cross(self, part: int, place: int, other: int, place2: int) -> None:
        rows, weights, matrix = self._rows, self.weights, self._matrix
        one, two, three = rows[3 * place2], rows[3 * place2 + 1], rows[3 * place2 + 2]
        for axis in range(3):
            row = rows[3 * place + axis]
            x = y = z = 0.0
            for i in range(self._sensors):
                value = weights[i] * row[i]
                x += value * one[i]
                y += value * two[i]
                z += value * three[i]
            at = (3 * part + axis) * SIZE + 3 * other
            matrix[at] = x
            matrix[at + 1] = y
            matrix[at + 2] = z

    def _factor(self, size: int) -> float:
        """Put the Cholesky factor in the place of the matrix; return the evidence."""
        matrix, right = self._matrix, self._right
        explained = 0.0
        volume = 1.0
        for i in range(size):
            row = i * SIZE
            for j in range(i + 1):
                value = matrix[row + j]
                for k in range(j):
                    value -= matrix[row + k] * matrix[j * SIZE + k]
                if j < i:
                    value /= matrix[j * SIZE + j]
                else:
                    value = value**0.5
                matrix[row + j] = value
            volume *= value
            value = right[i]
            for k in range(i):
                value -= matrix[row + k] * right[k]
            value /= matrix[row + i]
            right[i] = value
            explained += value * value
        self.chi = self._alone - explained
        return -self.chi / 2 - (log(volume) if size else 0)

    def solve(self) -> None:
        """After ``weigh``: find ``moments`` and ``variances`` of its parts.  Allocates nothing."""
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
        for i in range(size):
            scale = self._deviations[i // 3]
            moments[i] *= scale
            variances[i] *= scale * scale
