"""Drawing: each game's board as lines of text, one module per game; this table knows them."""

from underboard.drawing.apagos import ApagosDrawing
from underboard.drawing.base import Drawing, View
from underboard.drawing.gyges import GygesDrawing
from underboard.drawing.pen import PLAIN_BALLS, SIGNS, Pen
from underboard.drawing.pylos import PylosDrawing

__all__ = ["DRAWINGS", "PLAIN_BALLS", "SIGNS", "Drawing", "Pen", "View"]

DRAWINGS: dict[str, type[Drawing]] = {
    "pylos": PylosDrawing,
    "apagos": ApagosDrawing,
    "gyges": GygesDrawing,
}
