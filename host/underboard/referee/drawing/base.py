"""Drawing, the part that games have in common."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from boardcore.layout.layout import Layout
from underboard.game_state import cells_of
from underboard.jsontype import JsonObject
from underboard.referee.drawing.glyphs import Glyphs
from underboard.referee.game_ui import tabletop_of
from underboard.texts import Texts


@dataclass
class View:
    """Scene to draw."""

    game: Any
    letters: str = ""
    """The cue of each pixel, as the wire tells it; empty if no board is there."""
    tints: str = ""
    players: tuple[str, str] = ("", "")
    title: str = ""
    footer: Sequence[str] = field(default_factory=list)


def spots_of(layout: Layout) -> list[JsonObject]:
    """Return ``cells``, ``x`` and ``y`` of each light that a board tells of.

    These are its pixels; of a board with lights round it, which show one cell at a time, the
    cells themselves: what all of them say is told at once.
    """
    if layout.rim is None:
        return list(layout.data["pixels"])
    parse = cells_of(layout.game).parse_cell
    places = sorted(layout.data["places"], key=lambda place: parse(place["cell"]))
    return [{"cells": [place["cell"]], "x": place["x"], "y": place["y"]} for place in places]


class Drawing:
    """Draws the board of one game.

    ``layout``: where the pixels lie; None if no board is there.
    """

    name = ""
    columns = 0
    """Width of the board with all lights on a wide terminal, columns."""

    def __init__(self, pen: Glyphs, texts: Texts, layout: Layout | None) -> None:
        self.pen = pen
        self.texts = texts
        self.layout = layout
        self.table = tabletop_of(self.name)

    def board(self, view: View) -> list[Text]:
        """Return the board, its pieces and its lights."""
        raise NotImplementedError

    def wide(self, view: View) -> list[Text]:
        """Return the same for a terminal of at least 80 columns."""
        return self.board(view)

    def beside(self, view: View) -> list[Text]:
        """Return what lies beside the board, such as reserves."""
        return []

    def light(self, view: View, cell: int, off: str = " ") -> Text:
        """Return what the light that speaks for a cell says, ``off`` if nothing."""
        if not self.layout or not view.letters:
            return Text("")
        pixel = self.layout.pixel_of_cell[cell]
        if not 0 <= pixel < len(view.letters):
            return Text(off)
        return self.pen.light(view.letters, view.tints, pixel, off)
