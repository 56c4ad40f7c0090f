"""Gygès on Hall sensors: the decoder and the recognizer.

The magnets of a ring are upright, either way up, so its strength gives its size: the sizes differ
by a factor of 2.6 (firmware/docs/fields.md, section 5).
"""

from boardcore.gyges.hall.recognizer import Recognizer as Recognizer
from boardcore.sensing.observe.field.columns import Columns


class Decoder(Columns):
    """Which ring lies on each cell."""

    each = 4
