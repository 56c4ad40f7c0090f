"""Scripts at a board of Apagos, as short texts, for the tests of the board core.

``+2`` puts a ball into the square on level 2 (counted from 1), ``-2`` takes one off, ``^2``
lifts that square with its balls, ``_3`` lays the square lifted last on level 3, ``x2`` lets
the squares on levels 2 and 3 change places as hands do, ``400`` waits so many milliseconds,
``yes`` and ``next`` push a button, ``back`` holds "next", ``hold`` holds "yes" for long.
"""

import json
from pathlib import Path

from boardcore import apagos
from boardcore.apagos_places import HOLES, MARKS, mark, side_light
from boardcore.layout import Layout
from boardcore.table import Identity, Table
from boardcore.ticks import ticks_add
from boardcore.tracker import LONG_PRESS_MS, NEXT, VERDICT_NAMES, YES
from boardcore.wire import pack
from underboard.sim.harness import MemoryStore

ROOT = Path(__file__).resolve().parents[1]
REED36 = json.loads((ROOT / "firmware/layouts/apagos-reed36.json").read_text(encoding="utf-8"))
STEP_MS = 20


class Board:
    """A table with its switches under the hands of a script."""

    def __init__(self, start="", variant="standard", store=None, options="", boots=1):
        self.layout = Layout(REED36)
        self.now_ms = 1000
        self.store = store or MemoryStore()
        identity = Identity("test", "0.1", boots, "power-on")
        self.table = Table(self.layout, self.store, identity, self.now_ms, variant=variant)
        if start:
            trouble = self.table.obey("new", ("apagos", "-", options or "-", pack(start)))
            assert trouble is None, trouble
        game = self.table.game
        self.slots = [[1] * (game.white[k] + game.black[k]) for k in range(4)]
        self.up = []
        self._show()
        self.wait(400)

    def do(self, script):
        """Act out a script."""
        for word in script.split():
            kind, rest = word[0], word[1:]
            if kind in "+-^_x" and rest.isdigit():
                self._hand(kind, int(rest) - 1)
                self._show()
                self.wait(100)
            elif word.isdigit():
                self.wait(int(word))
            else:
                self.push(word)

    def _hand(self, kind, level):
        slots = self.slots
        if kind == "+":
            slots[level].append(1)
        elif kind == "-":
            slots[level].pop()
        elif kind == "^":
            self.up.append(slots[level])
            slots[level] = []
        elif kind == "_":
            slots[level] = self.up.pop()
        else:
            for at in (level, level + 1):
                self._hand("^", at)
                self._show()
                self.wait(100)
            for at in (level, level + 1):
                self._hand("_", at)
                self._show()
                self.wait(100)

    def _show(self):
        readings = self.table.readings
        for level, balls in enumerate(self.slots):
            for place in range(HOLES):
                readings[level * HOLES + place] = place < len(balls)

    def push(self, word):
        """Push a button; ``back`` and ``hold`` push it for long."""
        number = YES if word in ("yes", "hold") else NEXT
        self.table.button(number, True, self.now_ms)
        self.wait(LONG_PRESS_MS + STEP_MS if word in ("back", "hold") else 100)
        self.table.button(number, False, self.now_ms)
        self.wait(2 * STEP_MS)  # heard in one turn of the loop, lit in the next

    def wait(self, ms):
        """Let time pass in steps of the loop."""
        for _ in range(max(ms // STEP_MS, 1)):
            self.now_ms = ticks_add(self.now_ms, STEP_MS)
            self.table.step(self.now_ms)

    @property
    def turns(self):
        return " ".join(apagos.turn_text(turn) for turn in self.table.game.turns)

    @property
    def verdict(self):
        return VERDICT_NAMES[self.table.tracker.verdict]

    @property
    def rule(self):
        return self.table.tracker.rule

    def says(self, which, letter):
        """The levels, from 1, whose light of this kind says this."""
        letters = self.table.cue_fields()[0]
        pixel = self.layout.pixel_of_cell
        return [k + 1 for k in range(4) if letters[pixel[mark(k, MARKS.index(which))]] == letter]

    def tint(self, level, which):
        """The tint of one light."""
        cell = mark(level - 1, MARKS.index(which))
        return int(self.table.cue_fields()[1][self.layout.pixel_of_cell[cell]])

    def side_says(self, side):
        """The letter of the light of one side."""
        return self.table.cue_fields()[0][self.layout.pixel_of_cell[side_light(side)]]

    def offered(self):
        """The answer that a question lights now, None if there is no question."""
        question = self.table.tracker.question
        return question and question.answer
