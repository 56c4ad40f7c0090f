"""Explainer and recognizer of Gygès on load cells.

Rings of one, two and three layers weigh 1 : 2 : 3, so the weight gives the size and the moments
give the place.
"""

from boardcore.gyges.model import GygesModel
from boardcore.gyges.sizes import Recognizer as RecognizerInDoubt
from boardcore.sensing.explain.explainer import Explainer
from boardcore.sensing.observe.weight.weight import Weight

MAX_CHI2 = 22.0
"""Chi^2 of an explanation at most; from there on something else lies there; chosen."""


def decoder_of(scale, rest, moments) -> Explainer:
    """Return what finds out which rings lie where."""
    places = len(scale.cells)
    weight = Weight(scale, rest, moments, MAX_CHI2)
    return Explainer(weight, GygesModel(places), bytes(places))


class Recognizer(RecognizerInDoubt):
    """Recognizes the turns of one game of Gygès from load cells."""

    told_returns = 1

    def moved(self) -> None:
        """Tell the decoder what may be played, and what a game begins with."""
        RecognizerInDoubt.moved(self)
        self.begin_laid()
