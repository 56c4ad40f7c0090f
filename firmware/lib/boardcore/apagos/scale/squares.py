"""Squares: what the four squares of Apagos weigh, learnt as they are laid and as they climb.

A square that is laid alone is weighed.  Two that change places leave W as it was, but

    dMx = (x_b - x_a) (m_a + n_a m - m_b - n_b m)

with n balls of mass m on each: that weighs the difference of both.  A Kalman filter with the four
masses as states takes either, so the covariance is kept as well.
"""

from array import array

SQUARES = 4


class Squares:
    """Means and covariance of four masses, g and g^2; squares count from 0."""

    def __init__(self, grams: float, sigma: float) -> None:
        """``grams``, ``sigma``: of any square, before it was weighed."""
        self._prior = (grams, sigma * sigma)
        self.grams = array("f", [grams] * SQUARES)
        self._covariance = array("f", [0.0] * (SQUARES * SQUARES))
        self.forget()

    def forget(self) -> None:
        """Take all squares as unknown: they were taken off, and any may be laid again."""
        for square in range(SQUARES):
            self.forget_one(square)

    def forget_one(self, square: int) -> None:
        """Take one as unknown: it was taken off, and any other may be laid in its place."""
        self.grams[square] = self._prior[0]
        for other in range(SQUARES):
            self._covariance[SQUARES * square + other] = 0.0
            self._covariance[SQUARES * other + square] = 0.0
        self._covariance[(SQUARES + 1) * square] = self._prior[1]

    def variance(self, square: int) -> float:
        """Return the variance of a mass, g^2."""
        return self._covariance[(SQUARES + 1) * square]

    def variance_apart(self, one: int, other: int) -> float:
        """Return the variance of the difference of two masses, g^2."""
        mixed = self._covariance[SQUARES * one + other]
        return self.variance(one) + self.variance(other) - 2 * mixed

    def rename(self, order) -> None:
        """Call the square ``order[i]``, from 0, by the number i from now on."""
        grams, covariance = list(self.grams), list(self._covariance)
        for at in range(SQUARES):
            self.grams[at] = grams[order[at]]
            for to in range(SQUARES):
                self._covariance[SQUARES * at + to] = covariance[SQUARES * order[at] + order[to]]

    def weigh(self, square: int, grams: float, variance: float) -> None:
        """Learn what a square weighs, ``variance`` apart."""
        self._learn(square, -1, grams - self.grams[square], variance)

    def weigh_apart(self, one: int, other: int, grams: float, variance: float) -> None:
        """Learn by how much a square weighs more than another one."""
        self._learn(one, other, grams - self.grams[one] + self.grams[other], variance)

    def _learn(self, one: int, other: int, left: float, variance: float) -> None:
        """Take an equation about a mass, or about the difference of two."""
        covariance = self._covariance
        row = [covariance[SQUARES * one + at] for at in range(SQUARES)]
        if other >= 0:
            for at in range(SQUARES):
                row[at] -= covariance[SQUARES * other + at]
        whole = variance + row[one] - (row[other] if other >= 0 else 0.0)
        for at in range(SQUARES):
            gain = row[at] / whole
            self.grams[at] += gain * left
            for to in range(SQUARES):
                covariance[SQUARES * at + to] -= gain * row[to]
