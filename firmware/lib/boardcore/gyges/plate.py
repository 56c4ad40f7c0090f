"""Explainer and recognizer of Gygès on load cells.

Rings of one, two and three layers weigh 1 : 2 : 3, so the weight gives the size and the moments
give the place.
"""

from boardcore.gyges.model import GygesModel
from boardcore.gyges.rules import NONE, turn_drop, turn_landing
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

    free_null_turns = 1

    def position_changed(self) -> None:
        """Tell the decoder what may be played, and what a game begins with."""
        RecognizerInDoubt.position_changed(self)
        self.begin_laid()

    def _explain_sizes(self, origin: int, goal: int, sizes) -> None:
        """Explain one ring gone and one new; a ring that was up together with it was boxed.

        Of alike rings that is only likely, since one may have been nudged: plates would ask too
        often, and players look at the lights of every turn.  Other sensors ask.
        """
        RecognizerInDoubt._explain_sizes(self, origin, goal, sizes)
        went = self._moved(origin)
        for turn in self.visible_turns:
            if turn_drop(turn) != NONE and self._moved(turn_landing(turn)) >= went:
                self.visible_turns = [
                    other for other in self.visible_turns if turn_drop(other) != NONE
                ]
                break
