"""Boards of Apagos under the hands of a script.

``+2`` puts a ball into the square on level 2 (counted from 1), ``-2`` takes one off, ``^2``
lifts that square with its balls, ``_3`` lays the square lifted last on level 3, ``x2`` lets
the squares on levels 2 and 3 change places as hands do.
"""

from boardcore.apagos.cells import HOLES, MARKS, mark, side_light
from boardcore.layout.layout import Layout
from support.boards.scripted import ScriptedBoard, layout_data

REED36 = layout_data("apagos-reed36")


class Board(ScriptedBoard):
    """A table of Apagos under the hands of a script."""

    SIGNS = "+-^_x"
    HAND_MS = 100

    def __init__(self, start="", variant="standard", **given):
        super().__init__(Layout(REED36), start, variant, **given)

    def set_up(self, standing):
        game = self.table.game
        self.slots = [[1] * (game.white[k] + game.black[k]) for k in range(4)]
        self.up = []
        self._show()

    def act(self, sign, name):
        self._hand(sign, int(name) - 1)
        self._show()

    def _hand(self, sign, level):
        slots = self.slots
        if sign == "+":
            slots[level].append(1)
        elif sign == "-":
            slots[level].pop()
        elif sign == "^":
            self.up.append(slots[level])
            slots[level] = []
        elif sign == "_":
            slots[level] = self.up.pop()
        else:
            for part in ("^", "_"):
                for at in (level, level + 1):
                    self._hand(part, at)
                    self._show()
                    self.wait(self.HAND_MS)

    def _show(self):
        readings = self.table.readings
        for level, balls in enumerate(self.slots):
            for place in range(HOLES):
                readings[level * HOLES + place] = place < len(balls)

    # What is to be seen

    @property
    def position(self):
        return self.table.game.position_text()

    def says(self, which, letter):
        """The levels, from 1, whose light of this kind says this."""
        light = MARKS.index(which)
        return [k + 1 for k in range(4) if self.letter_at(mark(k, light)) == letter]

    def tint(self, level, which):
        """The tint of one light."""
        return self.tint_at(mark(int(level) - 1, MARKS.index(which)))

    def side_says(self, side):
        """The letter of the light of one side."""
        return self.letter_at(side_light(side))

    def offered(self):
        """The answer that a question lights now, None if there is no question."""
        question = self.table.tracker.question
        return question and question.answer
