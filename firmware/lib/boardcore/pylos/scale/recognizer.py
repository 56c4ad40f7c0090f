"""Pylos on load cells: the decoder; weight and moments see every level."""

from boardcore.pylos.levels import Recognizer as Recognizer
from boardcore.pylos.levels import Standing
from boardcore.sensing.observe.weight.weight import Weight

MAX_CHI2 = 200.0
"""Chi^2 of an explanation at most; from there on something else lies there; chosen."""


class Decoder(Standing):
    """What stands on a board of Pylos on load cells."""

    def __init__(self, scale, rest, moments) -> None:
        Standing.__init__(self, Weight(scale, rest, moments, MAX_CHI2), scale.cells)
