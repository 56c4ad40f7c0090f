"""Linear algebra for spheres: by ``ulab`` where the board has it, by NumPy on a computer, else lists.

Vectors of all spheres are columns of a matrix, one column per case, so that several cases cost one
call.  Their rows are the x of all places, then y, then z.  Numbers agree within 1e-4 of a unit
vector, whatever computes them (tests/sensing/field/test_linear.py).
"""

try:
    from ulab import numpy
except ImportError:
    try:
        import numpy  # type: ignore[no-redef,unused-ignore]
    except ImportError:  # a board without ulab, or a browser
        numpy = None  # type: ignore[assignment,unused-ignore]

FAST = numpy is not None


class Arrays:
    """The arithmetic by ``ulab`` or NumPy."""

    def matrix(self, rows):
        """Return a matrix of these rows of floats."""
        return numpy.array(rows)

    def turn(self, matrix, bias, inertia: float, ways, present):
        """Return the directions of all spheres after they have turned towards their field.

        ``matrix``: the field of each on each, ``bias``: of the board, one column; ``inertia``: a
        field along its own direction, so that the energy falls; ``ways``: unit vectors, zero where
        there is no sphere; ``present``: 1 where there is one.
        """
        field = numpy.dot(matrix, ways) + bias + inertia * ways
        third = len(present)
        x, y, z = field[:third], field[third : 2 * third], field[2 * third :]
        share = present / numpy.sqrt(x * x + y * y + z * z)
        field[:third] = x * share
        field[third : 2 * third] = y * share
        field[2 * third :] = z * share
        return field

    def product(self, one, other):
        """Return the product of two matrices."""
        return numpy.dot(one, other)

    def columns(self, matrix) -> list:
        """Return the columns of a matrix as lists of floats."""
        return [[float(value) for value in matrix[:, at]] for at in range(matrix.shape[1])]

    def chi2_and_log_det(self, factors, variance: float, residual) -> tuple:
        """Return r' V^-1 r and ln det V, with V = variance + sum of f f' of these factors (lists).

        Small: it has as many rows as there are sensors.
        """
        return solve(factors, variance, residual)
