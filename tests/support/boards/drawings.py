"""Boards (drawings of the Pylos pyramid <-> position texts).

A drawing shows the levels side by side, the lowest first, the nearest row at
the bottom::

    . . . .
    . . . .   . . .
    L D . .   . . .   . .
    D L . L   . . .   . .   .

which is the position ``DL.L/LD../..../.... .../.../... ../.. . L`` with light
to move: the text names the nearest row first.
"""

import re

SIZES = (4, 3, 2, 1)
"""Cells in a row of each level."""


def pyramid(drawing: str, side: str = "L") -> str:
    """Return the position text of a drawing, with ``side`` to move.

    Raises ValueError, naming the line, for a crooked drawing.
    """
    lines = [line for line in drawing.splitlines() if line.strip()]
    if len(lines) != SIZES[0]:
        raise ValueError(f"{len(lines)} lines drawn: expected {SIZES[0]}, one per row of level 0")
    columns = [match.start() for match in re.finditer(r"\S", lines[-1])]
    levels: list[list[str]] = [[] for _ in SIZES]
    for row, line in enumerate(reversed(lines)):
        groups = [group.split(" ") for group in re.split(r" {2,}", line.strip())]
        expected = [size for size in SIZES if size > row]
        if [len(group) for group in groups] != expected:
            raise ValueError(f"crooked line {line!r}: expected groups of {expected} letters")
        if [match.start() for match in re.finditer(r"\S", line)] != columns[: sum(expected)]:
            raise ValueError(f"crooked line {line!r}: its letters do not stand over {lines[-1]!r}")
        for level, group in enumerate(groups):
            if not set(group) <= set("LD."):
                raise ValueError(f"line {line!r}: expected only L, D and .")
            levels[level].append("".join(group))
    return " ".join(["/".join(rows) for rows in levels] + [side])


def draw(position: str) -> str:
    """Return the drawing of a position text; the side is left out."""
    levels = [level.split("/") for level in position.split()[: len(SIZES)]]
    return "\n".join(
        "   ".join(" ".join(level[row]) for level in levels if row < len(level))
        for row in reversed(range(SIZES[0]))
    )
