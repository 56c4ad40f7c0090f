"""Pylos on load cells: the decoder and the recognizer.

Weight and moments see every level, so a turn is plain as soon as its balls lie there.  Where
several pictures are likely, the board asks, as boards with Hall sensors do.
"""

from boardcore.pylos import rules as pylos
from boardcore.pylos.hall.recognizer import Recognizer as RecognizerInDoubt
from boardcore.pylos.scale.stack import Stack
from boardcore.sensing.scale.decoder import Decoder as Weights

LIKELY = 6
"""Pictures that are asked about at most."""


class Decoder(Weights):
    """What stands on a board of Pylos; a state is a set of cells.

    ``readings``: one byte per place, of the likeliest picture.
    """

    lost = False

    def __init__(self, scale, rest, moments) -> None:
        self.stack = Stack(scale)
        self.readings = bytearray(len(scale.cells))
        self._cells = scale.cells
        Weights.__init__(self, scale, rest, moments, self.stack, 0)

    @property
    def suppositions(self) -> list:
        """The likely pictures with their costs, the likeliest first."""
        return self.beliefs[:LIKELY] if self.doubtful else self.beliefs[:1]

    @property
    def restless(self) -> bool:
        """Whether hands are at work, as far as the load cells can tell."""
        return self.busy

    def expect(self, position: int, own: int, before: int = -1, own_before: int = 0) -> None:
        """Take notice of the position and of the balls that its player may move."""
        self.stack.expect(position, position & ~own, before, max(before, 0) & ~own_before)

    def assume_readings(self, readings) -> None:
        """Take the balls on these places as standing: the board was just switched on."""
        mask = 0
        for place in range(len(readings)):
            if readings[place]:
                mask |= 1 << self._cells[place]
        Weights.assume(self, mask)
        self._show()

    def _believe(self, beliefs) -> None:
        Weights._believe(self, beliefs)
        self._show()

    def _show(self) -> None:
        mask, cells = self.beliefs[0][0], self._cells
        for place in range(len(cells)):
            self.readings[place] = mask >> cells[place] & 1


class Recognizer(RecognizerInDoubt):
    """What load cells can tell about one game of Pylos."""

    settle_ms = 300
    slide_ms = 5000

    def see_by(self, decoder) -> None:
        """Take what is shown from a decoder of weights."""
        RecognizerInDoubt.see_by(self, decoder)
        if decoder is not None:
            decoder.stack.ends = self._ends

    def assume(self) -> None:
        """Let the decoder take the position as standing: the board was just switched on."""
        picture = self.picture()
        self.decoder.assume_readings(bytes([picture >> cell & 1 for cell in self._cells]))

    def _keep(self, key, moves: list[int], shapes: list[bool]) -> None:
        RecognizerInDoubt._keep(self, key, moves, shapes)
        if self.decoder is not None:
            goals = 0
            for i in range(len(moves)):
                if shapes[i]:
                    goals |= 1 << (moves[i] & 31)
            self.decoder.stack.shapes = goals

    def _ends(self):
        """Yield what stands after each legal turn of the position."""
        self.prepare()
        occupied = self.game.light | self.game.dark
        for i in range(len(self.moves)):
            move = self.moves[i]
            after = occupied | 1 << (move & 31)
            if move >> 5 != pylos.NONE:
                after &= ~(1 << (move >> 5))
            if not self._shapes[i]:
                yield after
                continue
            for cells in self.game.take_sets(move):
                end = after
                for cell in cells:
                    end &= ~(1 << cell)
                yield end
