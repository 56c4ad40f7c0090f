"""Arrays in plain Python for what a board computes by ``ulab``, where there is no NumPy.

No more than ``boardcore.sensing.observe.field`` needs: one or two axes, of floats.
"""

import math
import operator
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any


class Array:
    """Rows of numbers; with one axis, ``flat``, there is one row."""

    def __init__(self, rows: Any, flat: bool = False) -> None:
        self.rows = rows
        self.flat = flat

    def __len__(self) -> int:
        return len(self.rows[0]) if self.flat else len(self.rows)

    def __iter__(self) -> Iterator[float]:
        return iter(self.rows[0])

    def __getitem__(self, at: Any) -> Any:
        if self.flat and isinstance(at, slice):
            return Array([self.rows[0][at]], True)
        if self.flat:
            return self.rows[0][at]
        if not isinstance(at, tuple):
            return Array(self.rows[at])
        row, column = at
        if isinstance(column, slice):
            return Array([one[column] for one in self.rows[row]])
        if isinstance(row, slice):
            return Array([[one[column] for one in self.rows[row]]], True)
        return self.rows[row][column]

    def __setitem__(self, at: Any, value: Any) -> None:
        if self.flat:
            self.rows[0][at] = value
        elif isinstance(at, tuple):
            self.rows[at[0]][at[1]] = value
        else:
            self.rows[at] = value.rows

    def transpose(self) -> "Array":
        """Return rows as columns."""
        return Array([list(column) for column in zip(*self.rows, strict=True)])

    def flatten(self) -> "Array":
        """Return all numbers in one row."""
        return Array([[value for row in self.rows for value in row]], True)

    def each(self, other: Any, join: Callable[[float, float], float]) -> "Array":
        """Join each number with that of another array, a single row or column, or a number."""
        if not isinstance(other, Array):
            return Array([[join(value, other) for value in row] for row in self.rows], self.flat)
        if len(other.rows) > len(self.rows):
            return other.each(self, lambda one, own: join(own, one))
        below = other.rows * len(self.rows) if len(other.rows) == 1 else other.rows
        found = []
        for row, more in zip(self.rows, below, strict=True):
            if len(more) == 1 < len(row):
                more = more * len(row)
            elif len(row) == 1 < len(more):
                row = row * len(more)
            found.append(list(map(join, row, more)))
        return Array(found, self.flat and other.flat)

    def __add__(self, other: Any) -> "Array":
        return self.each(other, operator.add)

    def __sub__(self, other: Any) -> "Array":
        return self.each(other, operator.sub)

    def __mul__(self, other: Any) -> "Array":
        return self.each(other, operator.mul)

    def __truediv__(self, other: Any) -> "Array":
        return self.each(other, operator.truediv)

    def __pow__(self, other: float) -> "Array":
        return self.each(other, operator.pow)

    def __rsub__(self, other: float) -> "Array":
        return self.each(other, lambda own, one: one - own)

    def __rtruediv__(self, other: float) -> "Array":
        return self.each(other, lambda own, one: one / own)

    __radd__, __rmul__ = __add__, __mul__


def array(rows: Any) -> Array:
    """Return an array of numbers, or of rows."""
    rows = list(rows)
    if isinstance(rows[0], int | float):
        return Array([rows], True)
    return Array([list(row) for row in rows])


def zeros(shape: Any) -> Array:
    """Return an array of zeros of this length, or of these rows and columns."""
    if isinstance(shape, int):
        return Array([[0.0] * shape], True)
    return Array([[0.0] * shape[1] for _ in range(shape[0])])


def dot(one: Array, other: Array) -> Array:
    """Return the product of two matrices."""
    columns = list(zip(*other.rows, strict=True))
    return Array([[_product(row, column) for column in columns] for row in one.rows])


def sum(values: Array, axis: int | None = None) -> Any:
    """Return the sum of all numbers, of each column (0), or of each row (1)."""
    if axis is None:
        return math.fsum(value for row in values.rows for value in row)
    lines = values.rows if axis else zip(*values.rows, strict=True)
    return Array([[math.fsum(line) for line in lines]], True)


def mean(values: Array, axis: int = 0) -> Any:
    """Return the mean of each column, or of all numbers in one row."""
    total = sum(values) if values.flat else sum(values, axis)
    return total / (len(values) if values.flat else len(values.rows))


def max(values: Array) -> float:
    """Return the largest number."""
    return float(sorted(values.flatten().rows[0])[-1])


def sqrt(values: Array) -> Array:
    """Return the roots."""
    return Array([list(map(math.sqrt, row)) for row in values.rows], values.flat)


def log(values: Array) -> Array:
    """Return the logarithms."""
    return Array([list(map(math.log, row)) for row in values.rows], values.flat)


def concatenate(parts: tuple[Array, Array], axis: int) -> Array:
    """Return matrices beside each other."""
    assert axis == 1
    return Array([one + other for one, other in zip(parts[0].rows, parts[1].rows, strict=True)])


def cholesky(matrix: Array) -> Array:
    """Return the lower root of a matrix that is symmetric and positive definite."""
    count = len(matrix.rows)
    root = [[0.0] * count for _ in range(count)]
    for i in range(count):
        for j in range(i + 1):
            left = matrix.rows[i][j] - _product(root[i][:j], root[j][:j])
            root[i][j] = math.sqrt(left) if i == j else left / root[j][j]
    return Array(root)


linalg = SimpleNamespace(cholesky=cholesky)


def _product(one: Any, other: Any) -> float:
    return math.fsum(map(operator.mul, one, other))


def install() -> None:
    """Let the firmware in this process compute by these arrays, unless there is NumPy."""
    try:
        import numpy  # noqa: F401
    except ModuleNotFoundError:
        sys.modules.setdefault("ulab", SimpleNamespace(numpy=sys.modules[__name__]))  # type: ignore[arg-type]
