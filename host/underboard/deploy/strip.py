"""The firmware's modules without comments and docstrings, as they go onto a drive.

Both are a third of a module.  A board drops them anyway, but reads them first: without them it
starts faster, and compiling a module takes less memory.  Lines keep their numbers, so an error on
the console names the line of the file in the repository; no library that we know keeps those.
"""

import ast
import io
import tokenize


def strip(source: bytes) -> bytes:
    """Return a module without docstrings and comments, each statement on its line."""
    lines = source.decode("utf-8").split("\n")
    for first, last, filler in _docstrings(ast.parse(source)):
        lines[first - 1 : last] = [filler] + [""] * (last - first)
    for token in tokenize.generate_tokens(io.StringIO("\n".join(lines)).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    return "\n".join(line.rstrip() for line in lines).rstrip("\n").encode() + b"\n"


def _docstrings(tree: ast.Module) -> list[tuple[int, int, str]]:
    """Return first line, last line and what stays in place of each text that is a statement."""
    found = []
    for node in ast.walk(tree):
        body = getattr(node, "body", ())
        for statement in body if isinstance(body, list) else ():
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                alone = len(body) == 1 and not isinstance(node, ast.Module)
                filler = " " * statement.col_offset + "pass" if alone else ""
                found.append((statement.lineno, statement.end_lineno or 0, filler))
    return found
