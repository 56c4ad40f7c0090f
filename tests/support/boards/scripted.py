"""Scripted board (a table under the hands of a script, for the tests of the board core).

A script is a row of words: ``400`` waits so many milliseconds, ``yes`` and ``next`` push a
button, ``back`` holds "next" and ``hold`` holds "yes" for long; a word that begins with a sign
is something that hands do, and each game says what.  ``?wrong`` holds the verdict,
``?turns=a1;b2`` what a property or method of the board tells (``?tint.d2=3``), ``?y=a1,c1`` the
cells whose pixel says a letter; ``?!wrong`` and ``?!y=a1`` that it is something else.
"""

import json
from pathlib import Path

from boardcore.layout.layout import Layout
from boardcore.link.identity import Identity
from boardcore.link.wire import LineReader, encode, pack
from boardcore.options import options_text
from boardcore.play.tables.buttons import LONG_PRESS_MS
from boardcore.play.tables.switches import SwitchTable
from boardcore.ticks import ticks_add
from boardcore.verdicts import NEXT, VERDICT_NAMES, YES
from underboard.sim.harness import MemoryStore

ROOT = Path(__file__).resolve().parents[3]
STEP_MS = 20
BUTTONS = {"yes": YES, "next": NEXT, "hold": YES, "back": NEXT}
LONG = ("hold", "back")


def layout_data(name: str) -> dict:
    """The file of a shipped layout."""
    return json.loads((ROOT / f"firmware/layouts/{name}.json").read_text(encoding="utf-8"))


class ScriptedBoard:
    """A table with its switches under the hands of a script.

    ``start``: the position of a new game; ``standing``: the cells where pieces stand, if no
    game is begun.  A game's board says where its pieces lie (``set_up``) and what a hand does
    (``act``).
    """

    SIGNS = "+-"
    """With these begin the words for what hands do."""
    HAND_MS = STEP_MS
    """What one thing takes that hands do."""
    SETTLE_MS = 400

    def __init__(
        self,
        layout: Layout,
        start="",
        variant="",
        options=(),
        store=None,
        now_ms=1000,
        boots=1,
        standing=(),
        trace=False,
        settle_ms=0,
    ) -> None:
        self.layout = layout
        self.store = store or MemoryStore()
        self.now_ms = now_ms
        self.seq = 0
        self._reader = LineReader()
        self.table = SwitchTable(
            layout,
            self.store,
            Identity("test", "0.1", boots, "power-on"),
            now_ms,
            variant=variant,
            options=options,
        )
        if trace:
            self.table.show_paths(True)
        if start:
            switches = pack(options_text(options))
            trouble = self.table.execute(
                "new", (layout.game, variant or "-", switches, pack(start))
            )
            assert trouble is None, trouble
        self.set_up(standing if not start else None)
        self.wait(settle_ms or self.SETTLE_MS)

    def set_up(self, standing) -> None:
        """Let pieces stand on these cells, None: as the game has it."""
        raise NotImplementedError

    def act(self, sign: str, name: str) -> None:
        """Do one thing that hands do."""
        raise NotImplementedError

    # Hands

    def do(self, script: str):
        """Act out a script; return the board."""
        for word in script.split():
            if word[0] in self.SIGNS:
                self.act(word[0], word[1:])
                self.wait(self.HAND_MS)
            elif word.isdigit():
                self.wait(int(word))
            elif word[0] == "?":
                self.check(word[1:], script)
            else:
                self.push(word)
        return self

    def check(self, word: str, script: str) -> None:
        """Hold what is to be seen against a word of a script."""
        other, word = word[0] == "!", word.lstrip("!")
        name, given, wanted = word.partition("=")
        if not given:
            name, wanted = "verdict", word
        if len(name) == 1:
            seen = self.saying(name)
        else:
            name, *arguments = name.split(".")
            seen = getattr(self, name)
            seen = seen(*arguments) if callable(seen) else seen
        text = ",".join(map(str, seen)) if isinstance(seen, list) else str(seen)
        text = text.replace(" ", ";")
        assert (text != wanted) == other, f"{name} is {text!r} at {word!r} of {script!r}"

    def push(self, word: str) -> None:
        """Push a button: ``yes`` or ``next``, ``hold`` and ``back`` for long."""
        number = BUTTONS[word]
        self.table.button(number, True, self.now_ms)
        self.wait(LONG_PRESS_MS + STEP_MS if word in LONG else 100)
        self.table.button(number, False, self.now_ms)
        self.wait(2 * STEP_MS)  # heard in one loop iteration, lit in the next

    def wait(self, ms: int) -> None:
        """Let time pass in loop iterations."""
        for _ in range(max(ms // STEP_MS, 1)):
            self.step(STEP_MS)

    def step(self, ms: int) -> None:
        """Let one loop iteration pass."""
        self.now_ms = ticks_add(self.now_ms, ms)
        self.table.step(self.now_ms)

    def stand(self, cell: int, there: int) -> None:
        """Let a piece stand on a cell, or not; where no switch is nothing happens."""
        for sensor, seen in enumerate(self.layout.cell_of_sensor):
            if seen == cell:
                self.table.readings[sensor] = there

    # What is to be seen

    @property
    def turns(self) -> str:
        """The turns that stand."""
        return " ".join(self.table.rules.turn_text(turn) for turn in self.table.game.turns)

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

    def letter_at(self, cell: int) -> str:
        """The cue letter of a cell's pixel."""
        return self.letters[self.layout.pixel_of_cell[cell]]

    def tint_at(self, cell: int) -> int:
        """The tint of a cell's pixel."""
        return int(self.table.cue_fields()[1][self.layout.pixel_of_cell[cell]])

    # The computer

    def hear(self, ms: int = 400, most: int = 200) -> list:
        """Let time pass with a computer that reads; return the messages that it got."""
        link, messages = self.table.link, []
        for _ in range(max(ms // STEP_MS, 1)):
            self.wait(STEP_MS)
            count = min(link.out_end - link.out_start, most)
            messages += self._reader.feed(link.out[link.out_start : link.out_end], count)
            link.sent(count)
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
