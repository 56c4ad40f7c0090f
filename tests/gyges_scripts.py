"""Scripts: what hands do at a board of Gygès, as short texts.

A script is a row of words: ``+a1`` puts a ring, ``-a1`` lifts one, ``400`` waits so many
milliseconds, ``yes`` and ``next`` push a button, ``back`` holds "next" for long.
"""

import json
from pathlib import Path

from boardcore import gyges
from boardcore.gyges_pictures import cells_of
from boardcore.layout import Layout
from boardcore.table import Identity, Table
from boardcore.ticks import ticks_add
from boardcore.tracker import LONG_PRESS_MS, NEXT, VERDICT_NAMES, YES
from boardcore.wire import pack
from underboard.sim.harness import MemoryStore

ROOT = Path(__file__).resolve().parents[1]
REED38 = json.loads((ROOT / "firmware/layouts/gyges-reed38.json").read_text(encoding="utf-8"))
STEP_MS = 20
HAND_MS = 60
"""Between two things that hands do; readings count once they have stood for 30 ms."""


def reed38() -> Layout:
    """The shipped board of Gygès."""
    return Layout(REED38)


def position(drawing: str, side: str = "S") -> str:
    """Return the position text of a drawing: six rows of six, North's edge first, . for empty."""
    rows = [line.replace(" ", "").replace(".", "0") for line in drawing.split("\n") if line.strip()]
    if [len(row) for row in rows] != [6] * 6:
        raise ValueError(f"crooked drawing {rows}: expected six rows of six")
    return "/".join(reversed(rows)) + " " + side


class Board:
    """A table with its switches under the hands of a script."""

    def __init__(
        self,
        start="",
        store=None,
        now_ms=1000,
        boots=1,
        standing=(),
        options=(),
        trace=False,
        settle_ms=600,
    ):
        self.layout = reed38()
        self.store = store or MemoryStore()
        self.now_ms = now_ms
        self.table = Table(
            self.layout,
            self.store,
            Identity("test", "0.1", boots, "power-on"),
            now_ms,
            options=options,
            trace=trace,
        )
        if start:
            words = ",".join(f"{name}={value}" for name, value in options) or "-"
            trouble = self.table.obey("new", ("gyges", "standard", pack(words), pack(start)))
            assert trouble is None, trouble
            standing = [cell for cell in range(38) if self.table.game.cells[cell]]
        for cell in standing:
            self.stand(cell, 1)
        self.wait(settle_ms)

    # Hands

    def do(self, script: str) -> "Board":
        """Act out a script."""
        for word in script.split():
            if word[0] in "+-":
                self.stand(gyges.parse_cell(word[1:]), word[0] == "+")
                self.wait(HAND_MS)
            elif word.isdigit():
                self.wait(int(word))
            else:
                self.push(word)
        return self

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
            self.step(STEP_MS)

    def step(self, ms: int) -> None:
        """Let one turn of the loop pass."""
        self.now_ms = ticks_add(self.now_ms, ms)
        self.table.step(self.now_ms)

    def stand(self, cell: int, there: int) -> None:
        """Let a ring stand on a cell, or not."""
        self.table.readings[self.layout.cell_of_sensor.index(cell)] = there

    # What is to be seen

    @property
    def turns(self) -> str:
        """The turns that stand, without the set-up."""
        turns = [turn for turn in self.table.game.turns if not turn & gyges.PLACE]
        return " ".join(gyges.turn_text(turn) for turn in turns)

    @property
    def verdict(self) -> str:
        return VERDICT_NAMES[self.table.tracker.verdict]

    @property
    def rule(self) -> str:
        return self.table.tracker.rule

    @property
    def difference(self) -> str:
        """What stands otherwise than in the game."""
        return self.table.tracker.sight.difference(self.table.tracker.shown)

    @property
    def position(self) -> str:
        return self.table.game.position_text()

    def saying(self, letter: str) -> list[str]:
        """The cells whose pixel says this."""
        letters = self.table.cue_fields()[0]
        pixel = self.layout.pixel_of_cell
        return [gyges.cell_text(cell) for cell in range(38) if letters[pixel[cell]] == letter]

    def tint(self, name: str) -> int:
        """The tint of a cell's pixel."""
        return int(self.table.cue_fields()[1][self.layout.pixel_of_cell[gyges.parse_cell(name)]])

    def beats(self) -> dict[str, int]:
        """The cells whose pixels beat, and how."""
        beats = self.table._frame.beats
        pixel = self.layout.pixel_of_cell
        return {
            gyges.cell_text(cell): beats[pixel[cell]] for cell in range(38) if beats[pixel[cell]]
        }

    @property
    def asked(self) -> list[str]:
        """The cells that a question or offer lights now."""
        return self.saying("?") or self.saying("e")


def names(picture: int) -> list[str]:
    """Return the names of a picture's cells."""
    return [gyges.cell_text(cell) for cell in cells_of(picture)]
