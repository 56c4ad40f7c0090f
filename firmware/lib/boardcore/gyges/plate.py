"""Explainer and recognizer of Gygès on load cells.

Rings of one, two and three layers weigh 1 : 2 : 3, so the weight gives the size and the moments
give the place.
"""

from boardcore.gyges.model import GygesModel
from boardcore.gyges.sizes import Recognizer as RecognizerOfSizes
from boardcore.sensing.explain.explainer import Explainer
from boardcore.sensing.observe.weight.weight import Weight


def decoder_of(scale, rest, moments) -> Explainer:
    """Return what finds out which rings lie where."""
    places = len(scale.cells)
    return Explainer(Weight(scale, rest, moments), GygesModel(places), bytes(places))


class Recognizer(RecognizerOfSizes):
    """Recognizes the turns of one game of Gygès from load cells.

    Plates would ask too often whether a ring was boxed; players look at the lights of every turn.
    """

    free_null_turns = 1
    guesses_boxing = True

    def position_changed(self) -> None:
        """Tell the decoder what may be played, and what a game begins with."""
        RecognizerOfSizes.position_changed(self)
        self.begin_laid()
