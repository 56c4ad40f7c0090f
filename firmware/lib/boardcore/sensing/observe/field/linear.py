"""Linear algebra by ``ulab`` on a board, by NumPy on a computer, else by lists.

A vector of all spheres is a column; its rows are the x of all places, then y, then z.  Several
columns are several cases, computed at once.  What computes them may differ in the last digits:
``tests/sensing/observe/test_linear.py`` holds lists and arrays to 1e-4 of a unit vector.
"""

from math import log, sqrt

try:
    from ulab import numpy  # type: ignore[import-not-found,unused-ignore]
except ImportError:
    try:
        import numpy  # type: ignore[no-redef,unused-ignore]
    except ImportError:  # a browser, or a board that is too slow for spheres
        numpy = None  # type: ignore[assignment,unused-ignore]


class Arrays:
    """The arithmetic by arrays."""

    def matrix(self, rows):
        """Return a matrix of these rows."""
        return numpy.array(rows)

    def zeros(self, rows: int, columns: int):
        """Return a matrix of zeros."""
        return numpy.zeros((rows, columns))

    def put(self, matrix, row: int, column: int, value: float) -> None:
        """Set one number of a matrix."""
        matrix[row, column] = value

    def join(self, columns):
        """Return a matrix of these columns."""
        return numpy.array([column.flatten() for column in columns]).transpose()

    def column(self, matrix, at: int):
        """Return one column of a matrix."""
        return matrix[:, at : at + 1]

    def turn(self, matrix, bias, inertia: float, ways, present):
        """Return the directions of spheres after one round of turning into their field.

        ``matrix``: the field of each on each; ``bias``: of the board; ``inertia``: a field along
        each sphere's own direction, so that the energy falls; ``present``: 1 where there is a
        sphere, else 0: there the direction is 0, too.
        """
        field = numpy.dot(matrix, ways) + bias + inertia * ways
        third = len(present)
        x, y, z = field[:third], field[third : 2 * third], field[2 * third :]
        share = present / numpy.sqrt(x * x + y * y + z * z)
        field[:third] = x * share
        field[third : 2 * third] = y * share
        field[2 * third :] = z * share
        return field

    def field(self, matrix, bias, ways) -> list:
        """Return the field at each place, of one case."""
        return _listed(numpy.dot(matrix, ways) + bias)

    def effects(self, sensors, before, after) -> tuple:
        """Return what the turn of each sphere changes at each sensor, its sum, and the turns.

        ``sensors``: three matrices, sensors by places; ``before``, ``after``: one case each.
        """
        turned = after - before
        third = len(turned) // 3
        x, y, z = (turned[i * third : i * third + third].transpose() for i in range(3))
        matrix = sensors[0] * x + sensors[1] * y + sensors[2] * z
        turns = numpy.sqrt(x * x + y * y + z * z)
        return matrix, _listed(numpy.sum(matrix, axis=1)), _listed(turns)

    def scaled(self, effects, shares: list) -> tuple:
        """Return effects times a share for each sphere, and the sum of their squares."""
        found = effects * numpy.array([shares])
        return found, float(numpy.sum(found * found))

    def weighed(self, effects, shares: list) -> list:
        """Return the sum of effects times a share for each sphere."""
        return _listed(numpy.dot(effects, numpy.array([shares]).transpose()))

    def spread(self, effects, at: int) -> list:
        """Return the effect of one sphere at each sensor."""
        return _listed(effects[:, at : at + 1])

    def beside(self, factors, rows: list):
        """Return factors with further columns; ``rows``: of those."""
        return numpy.concatenate((factors, numpy.array(rows)), axis=1)

    def misfit(self, factors, variances: list, common: float, residual: list) -> tuple:
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
            value = (residual[i] - before) / pivot
            solved[i, 0] = value
            chi2 += value * value
            log_det += 2 * log(pivot)
        return chi2, log_det

    def columns(self, rows: list):
        """Return a matrix with these lists as columns."""
        return numpy.array(rows).transpose()

    def sizes(self, matrix) -> list:
        """Return the length of each column."""
        return _listed(numpy.sqrt(numpy.sum(matrix * matrix, axis=0)))

    def centred(self, matrix):
        """Return each column without its mean."""
        return matrix - numpy.mean(matrix, axis=0)

    def products(self, matrix, column) -> list:
        """Return the product of each column with one."""
        return _listed(numpy.dot(matrix.transpose(), column))


def _listed(array) -> list:
    return [float(value) for value in array.flatten()]


class Lists:
    """The same by lists of floats: a matrix is a list of rows."""

    def matrix(self, rows):
        """Return a matrix of these rows."""
        return [list(row) for row in rows]

    def join(self, columns):
        """Return a matrix of these columns."""
        return [[column[i][0] for column in columns] for i in range(len(columns[0]))]

    def column(self, matrix, at: int):
        """Return one column of a matrix."""
        return [[row[at]] for row in matrix]

    def turn(self, matrix, bias, inertia: float, ways, present):
        """Return the directions after one round; see ``Arrays``."""
        rows, third = len(ways), len(present)
        found = [[0.0] * len(ways[0]) for _ in range(rows)]
        for case in range(len(ways[0])):
            there = [i for i in range(rows) if ways[i][case]]
            for at in range(third):
                if not present[at][case]:
                    continue
                vector = []
                for i in (at, third + at, 2 * third + at):
                    row = matrix[i]
                    total = bias[i][0] + inertia * ways[i][case]
                    for j in there:
                        total += row[j] * ways[j][case]
                    vector.append(total)
                x, y, z = vector
                share = present[at][case] / sqrt(x * x + y * y + z * z)
                found[at][case] = x * share
                found[third + at][case] = y * share
                found[2 * third + at][case] = z * share
        return found

    def field(self, matrix, bias, ways) -> list:
        """Return the field at each place, of one case."""
        flat = [row[0] for row in ways]
        return [_dot(matrix[i], flat) + bias[i][0] for i in range(len(flat))]

    def effects(self, sensors, before, after) -> tuple:
        """Return what each turn changes, its sum, and the turns; see ``Arrays``."""
        third = len(before) // 3
        turned = [after[i][0] - before[i][0] for i in range(3 * third)]
        matrix = []
        for s in range(len(sensors[0])):
            row_x, row_y, row_z = sensors[0][s], sensors[1][s], sensors[2][s]
            matrix.append(
                [
                    row_x[i] * turned[i]
                    + row_y[i] * turned[third + i]
                    + row_z[i] * turned[2 * third + i]
                    for i in range(third)
                ]
            )
        turns = [
            sqrt(turned[i] ** 2 + turned[third + i] ** 2 + turned[2 * third + i] ** 2)
            for i in range(third)
        ]
        return matrix, [sum(row) for row in matrix], turns

    def scaled(self, effects, shares: list) -> tuple:
        """Return effects times a share for each sphere, and the sum of their squares."""
        found = [[row[i] * shares[i] for i in range(len(shares))] for row in effects]
        return found, sum([_dot(row, row) for row in found])

    def weighed(self, effects, shares: list) -> list:
        """Return the sum of effects times a share for each sphere."""
        return [_dot(row, shares) for row in effects]

    def spread(self, effects, at: int) -> list:
        """Return the effect of one sphere at each sensor."""
        return [row[at] for row in effects]

    def beside(self, factors, rows: list):
        """Return factors with further columns; ``rows``: of those."""
        return [list(one) + list(other) for one, other in zip(factors, rows)]

    def zeros(self, rows: int, columns: int):
        """Return a matrix of zeros."""
        return [[0.0] * columns for _ in range(rows)]

    def put(self, matrix, row: int, column: int, value: float) -> None:
        """Set one number of a matrix."""
        matrix[row][column] = value

    def misfit(self, factors, variances: list, common: float, residual: list) -> tuple:
        """Return r' V^-1 r and ln det V; see ``Arrays``."""
        root: list = []
        solved: list = []
        chi2 = log_det = 0.0
        for i in range(len(variances)):
            row: list = []
            for j in range(i + 1):
                value = _dot(factors[i], factors[j]) + common
                if i == j:
                    value += variances[i]
                other = row if i == j else root[j]
                for k in range(j):
                    value -= row[k] * other[k]
                row.append(sqrt(max(value, 1e-12)) if i == j else value / root[j][j])
            root.append(row)
            value = residual[i]
            for j in range(i):
                value -= row[j] * solved[j]
            value /= row[i]
            solved.append(value)
            chi2 += value * value
            log_det += 2 * log(row[i])
        return chi2, log_det

    def columns(self, rows: list):
        """Return a matrix with these lists as columns."""
        return [[row[i] for row in rows] for i in range(len(rows[0]))]

    def sizes(self, matrix) -> list:
        """Return the length of each column."""
        found = []
        for at in range(len(matrix[0])):
            found.append(sqrt(sum([row[at] * row[at] for row in matrix])))
        return found

    def centred(self, matrix):
        """Return each column without its mean."""
        means = [sum([row[at] for row in matrix]) / len(matrix) for at in range(len(matrix[0]))]
        return [[row[at] - means[at] for at in range(len(means))] for row in matrix]

    def products(self, matrix, column) -> list:
        """Return the product of each column with one."""
        found = [0.0] * len(matrix[0])
        for row, (factor,) in zip(matrix, column):
            for at in range(len(found)):
                found[at] += row[at] * factor
        return found


def _dot(one, other) -> float:
    total = 0.0
    for i in range(len(one)):
        total += one[i] * other[i]
    return total


linear = Lists() if numpy is None else Arrays()
"""What this board computes by."""
