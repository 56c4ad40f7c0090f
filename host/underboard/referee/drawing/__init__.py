"""Each game's board as lines of text, by its module ``drawing`` with a ``GameDrawing``."""

from underboard.referee.drawing.base import Drawing, View
from underboard.referee.drawing.glyphs import PLAIN_BALLS, SIGNS, Glyphs
from underboard.registry import game_of

__all__ = ["PLAIN_BALLS", "SIGNS", "Drawing", "Glyphs", "View", "drawing_class"]


def drawing_class(name: str) -> type[Drawing]:
    """Return the class that draws the board of a game."""
    drawn: type[Drawing] = game_of(name).required("drawing").GameDrawing
    return drawn
