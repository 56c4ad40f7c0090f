"""Linear algebra by ``ulab`` on a board, by NumPy on a computer.

A vector of all spheres is a column; its rows are the x of all places, then y, then z.  Several
columns are several cases, computed at once.  Layouts with spheres ``need`` ``ulab``.
"""

from math import log

try:
    from ulab import numpy  # type: ignore[import-not-found,unused-ignore]
except ImportError:
    import numpy  # type: ignore[no-redef,unused-ignore]


def join(columns):
    """Return a matrix of these columns."""
    return numpy.array([column.flatten() for column in columns]).transpose()


def sizes(vectors):
    """Return the length of the vector of each sphere, in each case."""
    third = len(vectors) // 3
    x, y, z = vectors[:third], vectors[third : 2 * third], vectors[2 * third :]
    return numpy.sqrt(x * x + y * y + z * z)


def scale(vectors, shares) -> None:
    """Multiply the vector of each sphere by a share."""
    third = len(shares)
    for at in (0, third, 2 * third):
        vectors[at : at + third] = vectors[at : at + third] * shares


def centred(matrix):
    """Return each column without its mean."""
    return matrix - numpy.mean(matrix, axis=0)


def even_square(values, used):
    """Return the sum of squares of what is not common to all; ``used``: 1 for those that count."""
    total = numpy.sum(values * used)
    return numpy.sum(values * values * used) - total * total / numpy.sum(used)


def misfit(factors, variances, common: float, residual) -> tuple:
    """Return r' V^-1 r and ln det V, with V = F F' + diag(variances) + common.

    By the Cholesky root of V and forward substitution.
    """
    matrix = numpy.dot(factors, factors.transpose()) + common
    count = len(variances)
    for i in range(count):
        matrix[i, i] = matrix[i, i] + variances[i]
    root = numpy.linalg.cholesky(matrix)
    solved = numpy.zeros((count, 1))
    chi2 = log_det = 0.0
    for i in range(count):
        pivot = float(root[i, i])
        # What is not solved yet is 0.
        before = float(numpy.dot(root[i : i + 1], solved)[0, 0])
        value = (float(residual[i]) - before) / pivot
        solved[i, 0] = value
        chi2 += value * value
        log_det += 2 * log(pivot)
    return chi2, log_det
