"""Scripts: what hands do at one board, as short texts, for the tests of the board core.

A script is a row of words: ``+a1`` puts a ball, ``-a1`` lifts one (cells that no switch
sees are allowed and change nothing for the board), ``400`` waits so many milliseconds,
``yes`` and ``next`` push a button, ``back`` holds "next" for long.
"""

import json
from pathlib import Path

from boardcore import pylos
from boardcore.layout import Layout
from boardcore.table import Identity, Table
from boardcore.ticks import ticks_add
from boardcore.tracker import LONG_PRESS_MS, NEXT, VERDICT_NAMES, YES
from boardcore.wire import LineReader, encode, pack
from underboard.sim.harness import MemoryStore

ROOT = Path(__file__).resolve().parents[1]
REED16 = json.loads((ROOT / "firmware/layouts/pylos-reed16.json").read_text(encoding="utf-8"))
STEP_MS = 20


def reed16() -> Layout:
    """The shipped board of Pylos."""
    return Layout(REED16)


class Board:
    """A table with its switches under the hands of a script."""

    def __init__(
        self,
        start="",
        variant="standard",
        options=(),
        store=None,
        now_ms=1000,
        boots=1,
        standing=(),
    ) -> None:
        self.layout = reed16()
        self.store = store or MemoryStore()
        self.now_ms = now_ms
        self.seq = 0
        self._reader = LineReader()
        identity = Identity("test", "0.1", boots, "power-on")
        self.table = Table(
            self.layout, self.store, identity, now_ms, variant=variant, options=options
        )
        if start:
            trouble = self.table.obey("new", ("pylos", variant, "-", pack(start)))
            assert trouble is None, trouble
            standing = pylos.cells_of(self.table.game.occupied)
        for cell in standing:
            self._stand(cell, 1)
        self.wait(400)

    # Hands

    def do(self, script: str) -> None:
        """Act out a script."""
        for word in script.split():
            if word[0] in "+-":
                self._stand(pylos.parse_cell(word[1:]), word[0] == "+")
                self.wait(STEP_MS)
            elif word.isdigit():
                self.wait(int(word))
            else:
                self.push(word)

    def push(self, word: str) -> None:
        """Push a button: ``yes``, ``next``, or ``back`` for a long "next"."""
        number = YES if word == "yes" else NEXT
        self.table.button(number, True, self.now_ms)
        self.wait(LONG_PRESS_MS + STEP_MS if word == "back" else 100)
        self.table.button(number, False, self.now_ms)
        self.wait(2 * STEP_MS)  # heard in one turn of the loop, lit in the next

    def wait(self, ms: int) -> None:
        """Let time pass in steps of the loop."""
        for _ in range(max(ms // STEP_MS, 1)):
            self.now_ms = ticks_add(self.now_ms, STEP_MS)
            self.table.step(self.now_ms)

    def _stand(self, cell: int, there: int) -> None:
        for sensor, seen in enumerate(self.layout.cell_of_sensor):
            if seen == cell:
                self.table.readings[sensor] = there

    # What is to be seen

    @property
    def turns(self) -> str:
        """The turns that stand."""
        return " ".join([pylos.turn_text(turn) for turn in self.table.game.turns])

    @property
    def verdict(self) -> str:
        return VERDICT_NAMES[self.table.tracker.verdict]

    @property
    def rule(self) -> str:
        return self.table.tracker.rule

    @property
    def letters(self) -> str:
        """One cue letter per pixel, as the computer is told."""
        return self.table.cue_fields()[0]

    def saying(self, letter: str) -> list[str]:
        """The cells of the lowest level, or the gaps above them, whose pixel says this."""
        pixel = self.layout.pixel_of_cell
        low = range(pylos.LEVEL_START[2])
        return [pylos.cell_text(cell) for cell in low if self.letters[pixel[cell]] == letter]

    # The computer

    def hear(self, ms: int = 400, most: int = 200) -> list:
        """Let time pass with a computer that reads; return the messages that it got."""
        talk, messages = self.table.talk, []
        for _ in range(max(ms // STEP_MS, 1)):
            self.wait(STEP_MS)
            count = min(talk.out_end - talk.out_start, most)
            messages += self._reader.feed(talk.out[talk.out_start : talk.out_end], count)
            talk.sent(count)
        return messages

    def say(self, kind: str, *fields, ms: int = 400) -> list:
        """Send one line; return what came back."""
        line = encode(kind, self.seq, fields)
        self.seq += 1
        self.table.receive(line, len(line))
        return self.hear(ms)

    def greet(self) -> list:
        """Say hello and that nothing is known; return what came back."""
        self.say("hello", "1.0", "test")
        return self.say("have", "-", 0, "-", ms=2000)
