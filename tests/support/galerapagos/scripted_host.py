"""A moderator of Galérapagos at a keyboard whose lines are written beforehand."""

import io
import re
from contextlib import contextmanager

from rich.console import Console

from support.galerapagos.table import NAMES
from underboard.drivers.keyboard import InputClosed
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.state.options import Setup
from underboard.galerapagos.table.moderator import Moderator
from underboard.texts import Texts


class Script:
    """A keyboard whose lines are written beforehand; what was typed unseen is kept apart.

    A line may be something to do first, while nobody has typed yet.
    """

    def __init__(self, *lines):
        self.lines = list(lines)
        self.unseen = []
        self.depth = 0
        self.asked = []
        self.waited = []

    def ask(self, text):
        self.asked.append(text)
        while self.lines and callable(self.lines[0]):
            self.lines.pop(0)()
        if not self.lines:
            raise InputClosed
        line = self.lines.pop(0)
        if self.depth and line:
            self.unseen.append(line)
        return line

    @contextmanager
    def private(self):
        before, self.depth = self.depth, self.depth + 1
        yield
        self.depth = before

    def wait(self, seconds):
        self.waited.append(seconds)
        if self.lines and callable(self.lines[0]):
            self.lines.pop(0)()
        return False


def moderator(tmp_path, *lines, players=3, language="en", terminal=False, **setup):
    kept = RecordedGame.create(
        tmp_path / "game.jsonl", Setup(NAMES[:players], 4, **{"first": 0, **setup})
    )
    console = Console(file=io.StringIO(), width=100, force_terminal=terminal)
    return Moderator(kept, Texts(language), console, Script(*lines))


def screen_of(lead):
    return lead.console.file.getvalue()


def short_of_water(tmp_path, *lines, water=2, **more):
    lead = moderator(tmp_path, **more)
    do = lead.table.enter
    do({"do": "reveal"})
    while lead.camp.phase == "act":
        do({"do": "wood"})
        if lead.camp.actor == lead.camp.start:
            do({"do": "override", "what": "water", "value": water})
        do({"do": "push", "extra": 0})
    do({"do": "count"})
    lead.keyboard.lines = list(lines)
    return lead


def public_part(lead):
    """Return what stays on the screen: what voters saw alone was on another one."""
    return re.sub("\x1b\\[\\?1049h.*?\x1b\\[\\?1049l", "#", screen_of(lead), flags=re.DOTALL)
