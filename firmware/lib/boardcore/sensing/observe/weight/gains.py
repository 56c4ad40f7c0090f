"""Check of the gains of four load cells in play, from single pieces.

A piece of weight w that comes to a known place (x, y) loads cell i of a stiff plate with

    f_i = w (1/4 + x x_i / sum x_j^2 + y y_i / sum y_j^2)

If cell i reads e_i too much, as a fraction, the measured moments are off by

    dMx - dW x = sum_i f_i (x_i - x) e_i + noise        and the same in y

The piece's own weight is the unit, so an error that all four share is not seen, and does not
matter.  A Kalman filter with these four states takes one equation per axis and change.
"""

from boardcore.sensing.observe.filter import Filter

CELLS = 4
PRIOR = 0.05
"""Standard deviation of an e_i before the first piece, as a fraction; chosen, that of the
calibration."""
WANDERS = 1e-8
"""Variance by which each e_i may wander from one equation to the next: 0.1 % in 100; chosen."""
ODD = 25.0
"""Squared residual, in sigmas, from which an equation is dropped: a hand was still there."""
SURE_SIGMAS = 4.0
WORTH = 0.015
"""Smallest e_i that is reported, 2 % of the other three, if it is that many sigmas off; chosen."""


class Gains(Filter):
    """Gain errors of the load cells.

    ``means``: e_i of each load cell, whose sum is 0; ``worst``: that whose gain surely differs most
    from the others', -1 if none does.
    """

    def __init__(self, sensor_mm) -> None:
        Filter.__init__(self, [0.0] * CELLS, [PRIOR * PRIOR] * CELLS)
        self._sensor_mm = sensor_mm
        self._squares = [sum([spot[axis] * spot[axis] for spot in sensor_mm]) for axis in (0, 1)]
        for row in self.covariance:
            for cell in range(CELLS):
                row[cell] -= PRIOR * PRIOR / CELLS  # without what all four share
        self.worst = -1

    def learn(self, place, w: float, mx: float, my: float, variance: float) -> None:
        """Take a single change at a place; ``variance``: of each equation, (g mm)^2."""
        for axis in (0, 1):
            shares = []
            for spot in self._sensor_mm:
                load = w / CELLS
                for other in (0, 1):
                    load += w * place[other] * spot[other] / self._squares[other]
                shares.append(load * (spot[axis] - place[axis]))
            if self.take(shares, (my if axis else mx) - w * place[axis], variance, ODD) <= ODD:
                self.worst, most = -1, WORTH
                for cell in range(CELLS):
                    self.covariance[cell][cell] += WANDERS
                    far, sigma = abs(self.means[cell]), self.covariance[cell][cell] ** 0.5
                    if far > most and far > SURE_SIGMAS * sigma:
                        self.worst, most = cell, far

    def apart(self, cell: int) -> float:
        """Return by how much a load cell reads more than the other three, as a fraction."""
        return self.means[cell] * CELLS / (CELLS - 1)
