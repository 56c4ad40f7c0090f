"""Boards of Pylos under the hands of a script: ``+a1`` puts a ball, ``-a1`` lifts one.

Cells that no switch sees are allowed and change nothing for the board.
"""

from boardcore.layout.layout import Layout
from boardcore.pylos import rules as pylos
from support.boards.scripted import ScriptedBoard, layout_data

REED16 = layout_data("pylos-reed16")


def reed16() -> Layout:
    """The shipped board of Pylos."""
    return Layout(REED16)


class Board(ScriptedBoard):
    """A table of Pylos under the hands of a script."""

    def __init__(self, start="", variant="standard", **given) -> None:
        super().__init__(reed16(), start, variant, **given)

    def set_up(self, standing) -> None:
        if standing is None:
            standing = pylos.cells_of(self.table.game.occupied)
        for cell in standing:
            self.stand(cell, 1)

    def act(self, sign: str, name: str) -> None:
        self.stand(pylos.parse_cell(name), sign == "+")

    def saying(self, letter: str) -> list[str]:
        """The cells of the lowest level, or the gaps above them, whose pixel says this."""
        low = range(pylos.LEVEL_START[2])
        return [pylos.cell_text(cell) for cell in low if self.letter_at(cell) == letter]
