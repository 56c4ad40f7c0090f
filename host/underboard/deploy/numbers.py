"""Numbers: which ones constant expressions of the firmware stand for."""

import ast
from collections.abc import Mapping, Sequence

SMALL = 1 << 30
"""Bound of the whole numbers that a board's Python stores without heap (32-bit small ints)."""
OPERATIONS = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.LShift: lambda a, b: a << b,
    ast.RShift: lambda a, b: a >> b,
    ast.BitOr: lambda a, b: a | b,
    ast.BitAnd: lambda a, b: a & b,
    ast.BitXor: lambda a, b: a ^ b,
}
"""Operations on whole numbers that are folded; division by 0 cannot arise."""


def values_of(node: ast.expr, count: int, known: Mapping[str, int | float]) -> list[int | float]:
    """Return the ``count`` numbers that an expression stands for, none if others."""
    parts: Sequence[ast.expr | int | float] = [node]
    if isinstance(node, ast.Tuple):
        parts = node.elts
    elif isinstance(node, ast.Call) and ast.unparse(node.func) == "range" and not node.keywords:
        bounds = [_value(part, known) for part in node.args]
        if not all(isinstance(bound, int) for bound in bounds):
            return []
        parts = range(*[bound for bound in bounds if isinstance(bound, int)])
    elif count != 1:
        return []
    single = isinstance(node, (ast.Tuple, ast.Call)) and count == 1
    if len(parts) != count or single:
        return []
    found = [_value(part, known) if isinstance(part, ast.expr) else part for part in parts]
    small = [value for value in found if value is not None and abs(value) < SMALL]
    return small if len(small) == count else []


def _value(node: ast.expr, known: Mapping[str, int | float]) -> int | float | None:
    """Return the number that an expression stands for, None if it is another thing."""
    if isinstance(node, ast.Constant):
        value = node.value
        return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _value(node.operand, known)
        return None if value is None else -value
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
        left, right = _value(node.left, known), _value(node.right, known)
        # Only a board knows how its floats are rounded.
        if isinstance(left, int) and isinstance(right, int) and abs(right) < SMALL:
            shifts = isinstance(node.op, (ast.LShift, ast.RShift))
            if not shifts or 0 <= right < SMALL.bit_length():
                return OPERATIONS[type(node.op)](left, right)
    return None
