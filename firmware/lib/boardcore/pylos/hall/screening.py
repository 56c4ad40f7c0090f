"""Screening: quick approximate scores of many changes, in integers, with fixed weights.

A change here is a set of balls that went, whose fields are known, and at most one unknown moment:
of a ball that came or was turned.  The residual of such a change is a sum of known fields
(*terms*), so the weighted products of terms with each other and with the fields of places are
computed once and reused for every set.

Sums over sensors use small integers, at a third of the cost of floats on a board.  Their rounding
error, some thousandths, does not matter: the best changes get their exact likelihood afterwards.
"""

from array import array
from math import log

from boardcore.sensing.observe.field.chi2 import zeros
from boardcore.sensing.observe.field.evidence import FIELD

TERMS_MOST = 18
"""Terms at most: the difference, a residual, and balls that may be gone."""
RESIDUAL = 1
"""Term of the residual of an explanation."""
FACTOR = 850
"""Cost of a factor, in empty turns of a loop; 95th percentile."""
WEIGHT = 65536
"""Fixed-point scale of weights; a sum over 25 sensors stays within 30 bits."""
FIELD_MOST = 8000
"""Largest field, in 1/FIELD microteslas."""
VALUE = 64
"""Fixed-point scale of weighted fields (microteslas over variance)."""
VALUE_MOST = 16000
CUT = 10
"""Bits dropped from a weighted row before the next product."""


class Screen:
    """Scores changes with one set of weights; ``rows``: of ``evidence.whole_rows``.

    Term 0 is the difference, term ``RESIDUAL`` the residual of an explanation; ``add_term`` adds
    the others, which stay until the weights change.
    """

    def __init__(self, rows, sensors: int) -> None:
        self._rows = rows
        self._sensors = sensors
        self._places = len(rows) // 3
        self._factors = zeros(10 * self._places)  # allocated first: the largest array
        self._weights = zeros(sensors)
        self._whole_weights = array("i", [0] * sensors)
        self._total = 1.0
        self._square = 0.0  # variance of each component of an unknown moment
        self.terms = 0
        self._fields = [array("h", [0] * sensors) for _ in range(TERMS_MOST)]
        self._values = [array("h", [0] * sensors) for _ in range(TERMS_MOST)]
        self._sums = zeros(TERMS_MOST)
        self._products = zeros(TERMS_MOST * TERMS_MOST)
        self._known = [0] * TERMS_MOST  # mask per term: terms whose product with it is known
        self._seen = [0] * TERMS_MOST  # mask per term: places whose products with it are known
        self._along = [zeros(3 * self._places) for _ in range(TERMS_MOST)]
        self._factored = 0  # mask of places whose factor is known

    def begin(self, weights, deviation: float, precision: float) -> None:
        """Use these weights (1 / variance, per sensor).

        ``deviation``: prior standard deviation of each component of an unknown moment;
        ``precision``: 1 / variance of what is common to all sensors.
        """
        own, whole, scale = self._weights, self._whole_weights, WEIGHT
        total = precision
        for i in range(self._sensors):
            weight = weights[i]
            own[i] = weight
            whole[i] = int(scale * weight)
            total += weight
        self._total = total
        self._square = deviation * deviation
        self._factored = 0
        self.terms = RESIDUAL + 1

    def look_at(self, difference) -> None:
        """Set the difference, microteslas per sensor: term 0."""
        self._set_term(0, difference)

    def due(self, place: int) -> int:
        """Return the extra cost of the first ``gain`` at a place."""
        return 0 if self._factored >> place & 1 else FACTOR

    def prepare(self, place: int) -> None:
        """Compute for a place what depends on the weights only, unless it is known."""
        if not self._factored >> place & 1:
            self._factor(place)

    def set_residual(self, residual) -> None:
        """Set term ``RESIDUAL``: a residual, microteslas per sensor."""
        self._set_term(RESIDUAL, residual)

    def add_term(self, values) -> int:
        """Add a field, microteslas per sensor; return the number of its term."""
        self.terms += 1
        self._set_term(self.terms - 1, values)
        return self.terms - 1

    def _set_term(self, at: int, values) -> None:
        field, own, weights = self._fields[at], self._values[at], self._weights
        scale, most, own_scale, own_most = FIELD, FIELD_MOST, VALUE, VALUE_MOST
        total = 0
        for i in range(self._sensors):
            value = values[i]
            whole = int(scale * value)
            if whole > most:
                whole = most
            elif whole < -most:
                whole = -most
            field[i] = whole
            whole = int(own_scale * weights[i] * value)
            if whole > own_most:
                whole = own_most
            elif whole < -own_most:
                whole = -own_most
            own[i] = whole
            total += whole
        self._sums[at] = total / VALUE
        self._seen[at] = self._known[at] = 0
        bit = 1 << at
        for other in range(self.terms):
            self._known[other] &= ~bit

    def product(self, one: int, other: int) -> float:
        """Return the weighted product of two terms, without their common part."""
        at = one * TERMS_MOST + other
        if not self._known[one] >> other & 1:
            values, field = self._values[one], self._fields[other]
            total = 0
            for i in range(self._sensors):
                total += values[i] * field[i]
            product = total / (VALUE * FIELD) - self._sums[one] * self._sums[other] / self._total
            self._products[at] = self._products[other * TERMS_MOST + one] = product
            self._known[one] |= 1 << other
            self._known[other] |= 1 << one
        return self._products[at]

    def misfit(self, terms) -> float:
        """Return chi-squared of the sum of these terms."""
        square = 0.0
        for i in range(len(terms)):
            square += self.product(terms[i], terms[i])
            for j in range(i):
                square += 2 * self.product(terms[i], terms[j])
        return square

    def gain(self, terms, place: int) -> float:
        """Return by how much an unknown moment at a place raises the log-evidence.

        ``terms``: their sum is the field to be explained.
        """
        if not self._factored >> place & 1:
            self._factor(place)
        at = 3 * place
        bit = 1 << place
        x = y = z = 0.0
        for term in terms:
            if not self._seen[term] & bit:
                self._look_along(term, place)
            along = self._along[term]
            x += along[at]
            y += along[at + 1]
            z += along[at + 2]
        factors = self._factors
        at = 10 * place
        x /= factors[at]
        y = (y - factors[at + 1] * x) / factors[at + 3]
        z = (z - factors[at + 2] * x - factors[at + 4] * y) / factors[at + 5]
        return self._square * (x * x + y * y + z * z) / 2 - factors[at + 6]

    def _look_along(self, term: int, place: int) -> None:
        """Compute the products of a term with the fields of the unit moments at a place."""
        rows, values = self._rows, self._values[term]
        one, two, three = rows[3 * place], rows[3 * place + 1], rows[3 * place + 2]
        x = y = z = 0
        for i in range(self._sensors):
            value = values[i]
            x += value * one[i]
            y += value * two[i]
            z += value * three[i]
        common = self._sums[term] / self._total
        along, factors = self._along[term], self._factors
        scale = 1 / (VALUE * FIELD)
        along[3 * place] = x * scale - common * factors[10 * place + 7]
        along[3 * place + 1] = y * scale - common * factors[10 * place + 8]
        along[3 * place + 2] = z * scale - common * factors[10 * place + 9]
        self._seen[term] |= 1 << place

    def _factor(self, place: int) -> None:
        """Compute for a place what depends on the weights only.

        The Cholesky factor of I + square * A' W A (six numbers), the logarithm of its
        determinant, and the weighted sums of the three rows of A.
        """
        rows, weights, cut = self._rows, self._whole_weights, CUT
        one, two, three = rows[3 * place], rows[3 * place + 1], rows[3 * place + 2]
        xx = xy = xz = yy = yz = zz = sx = sy = sz = 0
        for i in range(self._sensors):
            weight = weights[i]
            x, y, z = one[i], two[i], three[i]
            wx, wy, wz = weight * x >> cut, weight * y >> cut, weight * z >> cut
            sx += wx
            sy += wy
            sz += wz
            xx += wx * x
            xy += wx * y
            xz += wx * z
            yy += wy * y
            yz += wy * z
            zz += wz * z
        share, square = 1 / self._total, self._square
        scale = (1 << CUT) / (WEIGHT * FIELD)
        px, py, pz = sx * scale, sy * scale, sz * scale
        scale /= FIELD
        a = (1 + square * (xx * scale - px * px * share)) ** 0.5
        b = square * (xy * scale - px * py * share) / a
        c = square * (xz * scale - px * pz * share) / a
        d = (1 + square * (yy * scale - py * py * share) - b * b) ** 0.5
        e = (square * (yz * scale - py * pz * share) - b * c) / d
        f = (1 + square * (zz * scale - pz * pz * share) - c * c - e * e) ** 0.5
        factors, at = self._factors, 10 * place
        factors[at], factors[at + 1], factors[at + 2] = a, b, c
        factors[at + 3], factors[at + 4], factors[at + 5] = d, e, f
        factors[at + 6] = log(a * d * f)
        factors[at + 7], factors[at + 8], factors[at + 9] = px, py, pz
        self._factored |= 1 << place
