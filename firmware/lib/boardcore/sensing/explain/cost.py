"""Costs of misfits, and the margin by which an explanation must lead; nats.

A residual r of n rows with covariance V has chi^2 = r' V^-1 r.  Its cost is heavy-tailed (Student's
t with NU degrees of freedom), because nobody knows the disturbances of a build better than by a
factor:

    cost = (NU + n)/2 ln(1 + chi^2/NU) + 1/2 ln det V
"""

from math import exp, log

NU = 8.0
"""Degrees of freedom of the misfit; chosen: tests/bench/sensing_scale.py, sweep of touches."""
IMPOSSIBLE = 1.0e9
"""Cost of what is impossible."""
MAX_NATS = 30.0
"""Cost that no chi^2 of interest reaches, nats; chosen."""
MIN_MARGIN = 5.0
"""Smallest margin of the accepted hypothesis over every rival, nats; tests/bench/notes."""
MARGIN_SIGMAS = 4.0
"""Disturbance that the margin withstands where two explanations are close, sigmas; chosen: one
wrong in 30,000 such changes, if the figures are right."""
MAX_MARGIN = MARGIN_SIGMAS * MARGIN_SIGMAS / 2
"""Largest margin, nats; from MARGIN_SIGMAS."""
MAX_FACTOR = 400.0
"""Upper bound of a learnt variance: 20 times the layout's standard deviation."""


def student(chi2: float, rows: int, log_det: float, nu: float = NU) -> float:
    """Return the cost of a misfit; ``log_det``: of the covariance."""
    return (nu + rows) / 2 * log(1 + chi2 / nu) + log_det / 2


def chi2_at(cost: float, rows: int, log_det: float, nu: float = NU) -> float:
    """Return the chi^2 from which a misfit costs more; the inverse of ``student``."""
    nats = cost - log_det / 2
    return nu * (exp(min(nats, MAX_NATS) * 2 / (nu + rows)) - 1)


def margin(sigmas: float) -> float:
    """Return by how much one of two explanations must lead that are so far apart.

    The wrong one wins by z (MARGIN_SIGMAS - z/2) only where disturbances reach MARGIN_SIGMAS.
    """
    return max(MIN_MARGIN, sigmas * (MARGIN_SIGMAS - sigmas / 2))


def followed(known: float, ratio: float, share: float) -> float:
    """Return a variance, seen to be ``ratio`` times what was known; 1 is what the layout says."""
    return min(MAX_FACTOR, max(1.0, known * (1 + share * (ratio - 1))))
