"""Gygès on load cells: the decoder.

Rings of one, two and three layers weigh 1 : 2 : 3, so the weight gives the size and the moments
give the place; the size of a ring that was lifted is known from the position, too.
"""

from array import array

from boardcore.gyges.model import GygesModel
from boardcore.sensing.explain.explainer import Explainer
from boardcore.sensing.observe.weight.weight import Weight

MAX_CHI2 = 22.0
"""Chi^2 of an explanation at most; from there on something else lies there; chosen."""
HANDLED = 2
"""Fewest steps of hands near a ring that was boxed: it is lifted, and another one is put."""


class Decoder(Explainer):
    """Which rings lie where.

    ``readings``: one byte per place, 0 or the size of its ring; ``moved``: by place, the rest in
    which a ring came or went there last; ``handled``: places where a hand came and went.
    """

    def __init__(self, scale, rest, moments) -> None:
        places = len(scale.cells)
        self.model = GygesModel()
        self.readings = bytearray(places)
        self.moved = array("i", [0] * places)
        self.handled: list[int] = []
        self._rests = 0
        weight = Weight(scale, rest, moments, MAX_CHI2)
        Explainer.__init__(self, weight, self.model, bytes(places))

    def assume(self, readings) -> None:
        """Take these rings as lying there: the board was just switched on."""
        Explainer.assume(self, bytes(readings))
        self._show()

    def _set(self, posterior) -> None:
        Explainer._set(self, posterior)
        self._show()

    def _note_presses(self, changed) -> None:
        position, state = self.model.position, self.state
        whole = len(self.posterior) == 1 and state.count(b"\0") == position.count(b"\0")
        done = changed is not None and not changed
        if whole and state != position and done:
            # The turn is done: what hands touch after it is no part of it.
            self.observation.forget_presses()
        if whole and state == position and not done:
            # All was there: what was touched until then was not boxed by what is lifted now.
            self.forget_presses()
        Explainer._note_presses(self, changed)

    def _note_press(self, at: int, steps: int) -> None:
        Explainer._note_press(self, at, steps)
        if steps >= HANDLED and at not in self.handled:
            self.handled.append(at)

    def forget_presses(self) -> None:
        """Look for presses anew."""
        Explainer.forget_presses(self)
        self.handled = []

    def _show(self) -> None:
        """Show what is likeliest."""
        state = self.state
        self._rests += 1
        for at in range(len(state)):
            if self.readings[at] != state[at]:
                self.moved[at] = self._rests
                self.readings[at] = state[at]
