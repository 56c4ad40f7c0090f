"""Gram matrix: products of the measured field and of the fields of balls in each hole.

Fields are *whitened*: multiplied by L^-1, with L L' (Cholesky) the covariance of noise and of balls
that turn.  A hole has three fields, one per component of a magnet's moment: nine products with
another hole, six with itself, three with the measured field.  Chi-squared of any hypothesis about
balls is a sum of such products.

Whitened fields and products are integers, which cost a third of floats; only the Cholesky factor
is computed in floats.
"""

from array import array

from boardcore.apagos.hall.contents import PARTS
from boardcore.apagos.hall.effects import FIELD
from boardcore.apagos.places import HOLES
from boardcore.sensing.observe.field.chi2 import zeros

COMMON_UT = 30.0
"""Drift common to all sensors since the last rest, microteslas, 1 sigma; chosen."""
SPREAD = 2 / 3
"""Variance per component of a moment, per squared angle: two of three axes turn it."""
TURN = 2048
"""Fixed-point scale of angles."""
TURN_CUT = 11
"""log2 of TURN."""
HALF = 1024
"""Half of TURN, for rounding."""
WHITE = 32
"""Fixed-point scale of whitened fields, per standard deviation."""
WHITE_MOST = 8000
"""Largest whitened field; a ball reaches a quarter of it (0.5 mT at 4 uT of noise)."""
UP = WHITE_MOST + 0.5
COMMON = 256
"""Fixed-point scale of the whitened drift."""
OWN, CROSS = 6, 9
"""Products of the fields within one hole, and between two holes."""
PAIRS = HOLES * (HOLES - 1) // 2
PRODUCT = 1.0 / (WHITE * WHITE)
LIKE = 1.0 / (WHITE * COMMON)
ROWS = (9, 12, 14, 15, 16)
ROWS_COST = (2050, 2150, 2150, 1400, 1500)
"""Rows of the Cholesky factor per slice, and the cost of each, in empty turns of a loop."""
HALVES, THIRDS = (11, 16), (9, 13, 16)
"""Last sensor of each slice that whitens: the difference, and the fields of a hole."""
CLEAR_COST, TURN_COST, WHITEN_COST, COUNT_COST = 800, 2050, 1550, 1050
PREPARE_COST, SCALE_COST, QUICK_COST, CROSS_COST = 1650, 2050, 800, 1000
"""Cost of slices, in empty turns of a loop."""


class Gram:
    """Products of the fields of balls in nine holes with each other and with the difference.

    After ``spread``: ``whole``, chi-squared of the difference; after ``prepare`` of a hole: its
    products.  Drift is integrated out of all of them.
    """

    def __init__(self, rows, count: int) -> None:
        """``rows``: of ``effects.Effects``; ``count``: sensors of a slot."""
        self._rows = rows
        self._count = count
        self._root = [zeros(i + 1) for i in range(count)]
        self._tangled = False  # whether the covariance is not diagonal
        self._exact = [zeros(count) for _ in range(PARTS)]  # fields being whitened
        self._white = [array("h", [0] * count) for _ in range(PARTS * HOLES)]
        self._rest = array("h", [0] * count)
        self._common = array("h", [0] * count)
        self._stiff = 1.0  # posterior variance of drift, relative to its prior
        self._felt_like = 0.0  # product of the difference with drift
        self._like = zeros(PARTS * HOLES)  # products of the holes' fields with drift
        self._own = zeros(OWN * HOLES)
        self._right = zeros(PARTS * HOLES)
        self._prepared = 0  # mask of holes
        self._crosses = zeros(CROSS * PAIRS)
        self._crossed = bytearray(PAIRS)
        self.whole = 0.0

    def spread(self, angles, variances, difference):
        """Set covariance and difference, in slices; yield the cost of the next one.

        ``angles``: per hole, turn of the ball times its strength relative to the weakest kind;
        ``variances``: per sensor, microteslas squared; ``difference``: microteslas.
        """
        self._prepared = 0
        self._crossed = bytearray(PAIRS)
        self._tangled = max(angles) > 0
        yield CLEAR_COST
        for i in range(self._count):
            row = self._root[i]
            for j in range(i if self._tangled else 0):
                row[j] = 0
            row[i] = FIELD * FIELD * variances[i]
            if not self._tangled:
                row[i] **= 0.5
        for hole in range(HOLES):
            if angles[hole]:
                yield TURN_COST
                self._turn(hole, angles[hole])
        first = 0
        for part in range(len(ROWS) if self._tangled else 0):
            yield ROWS_COST[part]
            self._factor(first, min(ROWS[part], self._count))
            first = ROWS[part]
        first = 0
        for end in HALVES if self._tangled else HALVES[1:]:
            yield WHITEN_COST
            self._whiten_felt(difference, first, min(end, self._count))
            first = end
        yield COUNT_COST
        self._count_felt()

    def loosen(self, hole: int, angle: float, variances) -> None:
        """Add the variance of a turning ball to each sensor, without covariances."""
        x_row, y_row, z_row = self._rows[PARTS * hole : PARTS * hole + PARTS]
        share = angle * angle * SPREAD / (FIELD * FIELD)
        for i in range(self._count):
            x, y, z = x_row[i], y_row[i], z_row[i]
            variances[i] += share * (x * x + y * y + z * z)

    def _turn(self, hole: int, angle: float) -> None:
        """Add the covariance of a ball that turns by ``angle``, 1 sigma."""
        share = int(TURN * angle * SPREAD**0.5 + 0.5)
        one, two, three = self._white[:PARTS]  # free until a hole is prepared
        x_row, y_row, z_row = self._rows[PARTS * hole : PARTS * hole + PARTS]
        for i in range(self._count):
            one[i] = x_row[i] * share + HALF >> TURN_CUT
            two[i] = y_row[i] * share + HALF >> TURN_CUT
            three[i] = z_row[i] * share + HALF >> TURN_CUT
        for i in range(self._count):
            x, y, z, row = one[i], two[i], three[i], self._root[i]
            for j in range(i + 1):
                row[j] += x * one[j] + y * two[j] + z * three[j]

    def _factor(self, first: int, end: int) -> None:
        """Compute some rows of the Cholesky factor, in place."""
        root = self._root
        for i in range(first, end):
            row = root[i]
            for j in range(i):
                other = root[j]
                total = row[j]
                for k in range(j):
                    total -= row[k] * other[k]
                row[j] = total / other[j]
            total = row[i]
            for k in range(i):
                total -= row[k] * row[k]
            # Positive in spite of rounding.
            row[i] = max(total, 1.0) ** 0.5

    def _whiten_felt(self, difference, first: int, end: int) -> None:
        """Whiten drift and difference for some sensors."""
        drifts, felts = self._exact[0], self._exact[1]
        for i in range(first, end):
            row = self._root[i]
            drift, felt = FIELD * COMMON_UT, FIELD * difference[i]
            for k in range(i if self._tangled else 0):
                share = row[k]
                drift -= share * drifts[k]
                felt -= share * felts[k]
            drifts[i] = drift / row[i]
            felts[i] = felt / row[i]

    def _count_felt(self) -> None:
        """Convert both to integers; compute their products and ``whole``."""
        drifts, felts, common, rest = self._exact[0], self._exact[1], self._common, self._rest
        whole, total, like = 0.0, 0, 0
        for i in range(self._count):
            felt = felts[i]
            whole += felt * felt
            felt = max(-WHITE_MOST, min(WHITE_MOST, felt * WHITE))
            rest[i] = one = int(felt + UP) - WHITE_MOST
            common[i] = drift = int(drifts[i] * COMMON + UP) - WHITE_MOST
            total += drift * drift
            like += one * drift
        self._stiff = 1 / (1 + total / (COMMON * COMMON))
        self._felt_like = like * LIKE
        self.whole = whole - self._felt_like * self._felt_like * self._stiff

    def prepare(self, hole: int):
        """Whiten the fields of a hole and compute its products, in slices; yield their costs."""
        if self._prepared >> hole & 1:
            return
        if self._tangled:
            first = 0
            for end in THIRDS:
                yield PREPARE_COST
                self._whiten(hole, first, min(end, self._count))
                first = end
            yield QUICK_COST
        else:
            yield SCALE_COST
            self._scale(hole)
        one, two, three = self._white[PARTS * hole : PARTS * hole + PARTS]
        rest, common = self._rest, self._common
        xx = xy = xz = yy = yz = zz = dx = dy = dz = cx = cy = cz = 0
        for i in range(self._count):
            x, y, z = one[i], two[i], three[i]
            value = rest[i]
            dx += value * x
            dy += value * y
            dz += value * z
            value = common[i]
            cx += value * x
            cy += value * y
            cz += value * z
            xx += x * x
            xy += x * y
            xz += x * z
            yy += y * y
            yz += y * z
            zz += z * z
        stiff, felt = self._stiff, self._felt_like * self._stiff
        a, b, c = cx * LIKE, cy * LIKE, cz * LIKE
        self._prepared |= 1 << hole
        put(self._like, PARTS * hole, (a, b, c))
        put(
            self._right,
            PARTS * hole,
            (dx * PRODUCT - a * felt, dy * PRODUCT - b * felt, dz * PRODUCT - c * felt),
        )
        put(
            self._own,
            OWN * hole,
            (
                xx * PRODUCT - a * a * stiff,
                xy * PRODUCT - a * b * stiff,
                xz * PRODUCT - a * c * stiff,
                yy * PRODUCT - b * b * stiff,
                yz * PRODUCT - b * c * stiff,
                zz * PRODUCT - c * c * stiff,
            ),
        )

    def own(self, hole: int):
        """Return the products of a prepared hole's fields: xx, xy, xz, yy, yz, zz."""
        return self._own[OWN * hole : OWN * hole + OWN]

    def right(self, hole: int):
        """Return the products of a prepared hole's fields with the difference: x, y, z."""
        return self._right[PARTS * hole : PARTS * hole + PARTS]

    def _whiten(self, hole: int, first: int, end: int) -> None:
        """Whiten the fields of a hole for some sensors."""
        one, two, three = self._exact
        x_row, y_row, z_row = self._rows[PARTS * hole : PARTS * hole + PARTS]
        x_white, y_white, z_white = self._white[PARTS * hole : PARTS * hole + PARTS]
        for i in range(first, end):
            row = self._root[i]
            x, y, z = WHITE * x_row[i], WHITE * y_row[i], WHITE * z_row[i]
            for k in range(i):
                share = row[k]
                x -= share * one[k]
                y -= share * two[k]
                z -= share * three[k]
            share = 1 / row[i]
            one[i] = x = x * share
            two[i] = y = y * share
            three[i] = z = z * share
            # Rounded for either sign, not truncated.
            x_white[i] = int(x + UP) - WHITE_MOST
            y_white[i] = int(y + UP) - WHITE_MOST
            z_white[i] = int(z + UP) - WHITE_MOST

    def _scale(self, hole: int) -> None:
        """Whiten the fields of a hole with a diagonal covariance."""
        for axis in range(PARTS):
            row, white = self._rows[PARTS * hole + axis], self._white[PARTS * hole + axis]
            for i in range(self._count):
                white[i] = int(WHITE * row[i] / self._root[i][i] + UP) - WHITE_MOST

    def crossing(self, hole: int, others):
        """Compute the products of a hole with these holes, in slices; yield their costs."""
        for other in others:
            if other != hole and not self._crossed[_pair(hole, other)]:
                yield CROSS_COST
                # Not by ``cross``: a board's call depth is limited.
                self._cross(min(hole, other), max(hole, other))

    def cross(self, hole: int, other: int):
        """Return the nine products of two prepared holes: first those of x of ``hole``."""
        low, high = (hole, other) if hole < other else (other, hole)
        pair = _pair(hole, other)
        if not self._crossed[pair]:
            self._cross(low, high)
        a, b, c, d, e, f, g, h, i = self._crosses[CROSS * pair : CROSS * pair + CROSS]
        if hole == low:
            return (a, b, c, d, e, f, g, h, i)
        return (a, d, g, b, e, h, c, f, i)

    def _cross(self, hole: int, other: int) -> None:
        pair = _pair(hole, other)
        self._crossed[pair] = 1
        one, two, three = self._white[PARTS * other : PARTS * other + PARTS]
        like = self._like[PARTS * other : PARTS * other + PARTS]
        at = CROSS * pair
        for axis in range(PARTS):
            row = self._white[PARTS * hole + axis]
            less = self._like[PARTS * hole + axis] * self._stiff
            x = y = z = 0
            for i in range(self._count):
                value = row[i]
                x += value * one[i]
                y += value * two[i]
                z += value * three[i]
            put(
                self._crosses,
                at,
                (
                    x * PRODUCT - less * like[0],
                    y * PRODUCT - less * like[1],
                    z * PRODUCT - less * like[2],
                ),
            )
            at += PARTS


def _pair(hole: int, other: int) -> int:
    low, high = (hole, other) if hole < other else (other, hole)
    return high * (high - 1) // 2 + low


def put(numbers, at: int, values) -> None:
    """Write values to an array from an index on."""
    for value in values:
        numbers[at] = value
        at += 1


# Small matrices: symmetric ones as (xx, xy, xz, yy, yz, zz), others row by row


def inverse(m):
    """Return the inverse of a symmetric matrix."""
    a, b, c, d, e, f = m
    p, q, r = d * f - e * e, c * e - b * f, b * e - c * d
    whole = a * p + b * q + c * r
    return (
        p / whole, q / whole, r / whole,
        (a * f - c * c) / whole, (b * c - a * e) / whole, (a * d - b * b) / whole,
    )  # fmt: skip


def times(m, v):
    """Return a symmetric matrix times a vector."""
    a, b, c, d, e, f = m
    x, y, z = v
    return (a * x + b * y + c * z, b * x + d * y + e * z, c * x + e * y + f * z)


def along(m, v):
    """Return a matrix, as from ``Gram.cross``, times a vector."""
    x, y, z = v
    return (
        m[0] * x + m[1] * y + m[2] * z,
        m[3] * x + m[4] * y + m[5] * z,
        m[6] * x + m[7] * y + m[8] * z,
    )


def dot(v, w) -> float:
    """Return the scalar product of two vectors."""
    return v[0] * w[0] + v[1] * w[1] + v[2] * w[2]
