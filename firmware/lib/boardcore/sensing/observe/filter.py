"""Estimate of several unknowns, narrowed equation by equation (a Kalman filter at rest).

With means m and covariance P of the unknowns x, an equation a . x = v, of variance u, gives

    k = P a / (u + a . P a)        m += k (v - a . m)        P -= k (P a)'

and the chi^2 of all is the sum of (v - a . m)^2 / (u + a . P a).
"""


class Filter:
    """Means and covariance of the unknowns, a row for each; callers may change both."""

    def __init__(self, means, variances) -> None:
        """Begin with independent unknowns of these means and variances."""
        count = len(means)
        self.means = list(means)
        self.covariance = [[0.0] * count for _ in range(count)]
        for at in range(count):
            self.covariance[at][at] = variances[at]

    def take(self, row, value: float, variance: float, most: float = 1e9) -> float:
        """Use an equation unless its chi^2 is above ``most``; return its chi^2."""
        spread = [dot(line, row) for line in self.covariance]
        left, whole = value - dot(row, self.means), variance + dot(row, spread)
        chi2: float = left * left / whole
        for at in range(len(spread)) if chi2 <= most else ():
            gain = spread[at] / whole
            self.means[at] += gain * left
            line = self.covariance[at]
            for other in range(len(spread)):
                line[other] -= gain * spread[other]
        return chi2


def dot(one, other) -> float:
    """Return the product of two rows."""
    total = 0.0
    for at in range(len(one)):
        total += one[at] * other[at]
    return total
