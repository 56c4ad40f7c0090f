"""Notation of Pylos by coordinates, from 1, as Board Game Arena shows them.

Column, row and level.  Source: host/docs/rules/pylos.md, section 2.  Take-backs and raises are
as in our own notation: ``(2,1,1)-(1,1,2)``, ``(3,3,1)x(2,2,1)``.
"""

import re

from boardcore.errors import ParseError
from boardcore.pylos.rules import Game
from underboard.records.foreign import Notation

CELL = re.compile(r"\((\d),(\d),(\d)\)")
ROWS = ("abcd", "efg", "hi", "j")
"""Letters of the rows by level."""


def _by_coordinates(game: Game, word: str) -> list[str]:
    text, count = CELL.subn(lambda cell: _name(cell, word), word)
    if not count or "(" in text:
        raise ParseError(
            "%r is not a move by coordinates; examples: (1,2,1), (1,2,1)-(1,1,2), "
            "(3,3,1)x(2,2,1),(2,3,1)",
            word,
        )
    return [text]


def _name(cell: re.Match[str], word: str) -> str:
    column, row, level = (int(number) for number in cell.groups())
    rows = ROWS[level - 1] if 1 <= level <= len(ROWS) else ""
    if not (1 <= row <= len(rows) and 1 <= column <= len(rows)):
        raise ParseError(
            "(%d,%d,%d) in %r is not a cell: expected column, row, level, like (4,4,1) or (1,1,4)",
            column,
            row,
            level,
            word,
        )
    return f"{rows[row - 1]}{column}"


NOTATIONS = (Notation("coordinates", _by_coordinates),)
