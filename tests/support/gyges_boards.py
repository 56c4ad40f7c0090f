"""Boards of Gygès under the hands of a script: ``+a1`` puts a ring, ``-a1`` lifts one."""

from boardcore.gyges import rules as gyges
from boardcore.gyges.pictures import cells_of
from boardcore.layout.layout import Layout
from scripted_board import ScriptedBoard, layout_data

REED38 = layout_data("gyges-reed38")


def reed38() -> Layout:
    """The shipped board of Gygès."""
    return Layout(REED38)


def position(drawing: str, side: str = "S") -> str:
    """Return the position text of a drawing: six rows of six, North's edge first, . for empty."""
    rows = [line.replace(" ", "").replace(".", "0") for line in drawing.split("\n") if line.strip()]
    if [len(row) for row in rows] != [6] * 6:
        raise ValueError(f"crooked drawing {rows}: expected six rows of six")
    return "/".join(reversed(rows)) + " " + side


class Board(ScriptedBoard):
    """A table of Gygès under the hands of a script."""

    HAND_MS = 60
    """Readings count once they have stood for 30 ms."""
    SETTLE_MS = 600

    def __init__(self, start="", **given) -> None:
        super().__init__(reed38(), start, **given)

    def set_up(self, standing) -> None:
        if standing is None:
            standing = [cell for cell in range(38) if self.table.game.cells[cell]]
        for cell in standing:
            self.stand(cell, 1)

    def act(self, sign: str, name: str) -> None:
        self.stand(gyges.parse_cell(name), sign == "+")

    # What is to be seen

    @property
    def turns(self) -> str:
        """The turns that stand, without the set-up."""
        turns = [turn for turn in self.table.game.turns if not turn & gyges.PLACE]
        return " ".join(gyges.turn_text(turn) for turn in turns)

    @property
    def difference(self) -> str:
        """What stands otherwise than in the game."""
        return self.table.tracker.recognizer.difference(self.table.tracker.shown)

    @property
    def position(self) -> str:
        return self.table.game.position_text()

    def saying(self, letter: str) -> list[str]:
        """The cells whose pixel says this."""
        return [gyges.cell_text(cell) for cell in range(38) if self.letter_at(cell) == letter]

    def tint(self, name: str) -> int:
        """The tint of a cell's pixel."""
        return self.tint_at(gyges.parse_cell(name))

    def beats(self) -> dict[str, int]:
        """The cells whose pixels beat, and how."""
        beats = self.table._frame.beats
        pixel = self.layout.pixel_of_cell
        return {
            gyges.cell_text(cell): beats[pixel[cell]] for cell in range(38) if beats[pixel[cell]]
        }

    @property
    def asked(self) -> list[str]:
        """The cells that a question or offer lights now."""
        return self.saying("?") or self.saying("e")


def names(picture: int) -> list[str]:
    """Return the names of a picture's cells."""
    return [gyges.cell_text(cell) for cell in cells_of(picture)]
