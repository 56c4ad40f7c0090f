"""Lean: the firmware's modules without what only people read, as they go onto a drive.

Docstrings and comments are a third of a module.  A board drops them anyway, but reads them
first: loading takes a third longer, and more memory while a module is compiled.  Functions' own
names become short ones.  Lines keep their numbers, so an error on the console names the line of
the file in the repository.
"""

import ast
import io
import tokenize
from functools import cache

from underboard.deploy.shorten import shorten


@cache  # the same modules go along with each layout
def lean(source: bytes, kept: frozenset[str]) -> bytes:
    """Return a module without docstrings, comments and long names; it does what it did.

    ``kept``: the names of parameters that may be passed by keyword.
    """
    text = shorten(source, kept).decode("utf-8")
    lines = text.split("\n")
    for first, last, filler in _texts(ast.parse(text)):
        lines[first - 1 : last] = [filler] + [""] * (last - first)
    text = "\n".join(lines)
    lines = text.split("\n")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    return "\n".join(line.rstrip() for line in lines).rstrip("\n").encode() + b"\n"


def _texts(tree: ast.Module) -> list[tuple[int, int, str]]:
    """Return the lines of all texts that are no part of a statement, and what stays of them."""
    found = []
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        body = body if isinstance(body, list) else []
        for statement in body:
            value = getattr(statement, "value", None)
            if not isinstance(statement, ast.Expr) or not isinstance(value, ast.Constant):
                continue
            if isinstance(value.value, str) and statement.end_lineno:
                alone = len(body) == 1 and not isinstance(node, ast.Module)
                filler = " " * statement.col_offset + "pass" if alone else ""
                found.append((statement.lineno, statement.end_lineno, filler))
    return found
