"""Each game's board as lines of text, one module per game; this table knows them."""

from underboard.referee.drawing.apagos import ApagosDrawing
from underboard.referee.drawing.base import Drawing, View
from underboard.referee.drawing.gyges import GygesDrawing
from underboard.referee.drawing.pen import PLAIN_BALLS, SIGNS, Pen
from underboard.referee.drawing.pylos import PylosDrawing

__all__ = ["DRAWINGS", "PLAIN_BALLS", "SIGNS", "Drawing", "Pen", "View"]

DRAWINGS: dict[str, type[Drawing]] = {
    "pylos": PylosDrawing,
    "apagos": ApagosDrawing,
    "gyges": GygesDrawing,
}
