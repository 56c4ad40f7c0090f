"""Recognizer of Gygès on Hall sensors.

The magnets of a ring are upright, either way up, so its strength gives its size: the sizes differ
by a factor of 2.6 (firmware/docs/sensing.md, section 4).
"""

from boardcore.gyges.model import EACH, SIZES
from boardcore.gyges.sizes import Recognizer as Recognizer
from boardcore.sensing.observe.field.columns import Columns
from boardcore.sensing.observe.field.pieces import Pieces


class Decoder(Pieces):
    """Which ring lies on each cell."""

    def __init__(self, layout, calibration) -> None:
        seen = Columns(layout, calibration, False)
        Pieces.__init__(self, seen, len(SIZES), EACH, layout.sensors)
