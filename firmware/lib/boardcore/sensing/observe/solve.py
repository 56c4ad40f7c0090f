"""Solution of small systems of linear equations."""


def solve(matrix) -> list:
    """Return x of A x = b; ``matrix``: A with b as its last column, overwritten.

    A is symmetric and positive definite, so no pivoting is needed.
    """
    size = len(matrix)
    for k in range(size):
        row = matrix[k]
        for other in range(k + 1, size):
            line = matrix[other]
            share = line[k] / row[k]
            if share:
                for j in range(k, size + 1):
                    line[j] -= share * row[j]
    found = [0.0] * size
    for k in range(size - 1, -1, -1):
        value = matrix[k][size]
        for j in range(k + 1, size):
            value -= matrix[k][j] * found[j]
        found[k] = value / matrix[k][k]
    return found
