"""Cells of noughts and crosses, a1 to c3 (a letter per column and a number per row)."""

from boardcore.errors import ParseError

CELLS = 9


def cell_text(cell: int) -> str:
    """Return the name of a cell."""
    return "abc"[cell % 3] + "123"[cell // 3]


def parse_cell(text: str) -> int:
    """Return the cell of this name.  Raises ParseError."""
    for cell in range(CELLS):
        if cell_text(cell) == text:
            return cell
    raise ParseError("%r is not a cell: expected a1 to c3", text)
