"""Pylos at the table."""

import re
from typing import Any

from boardcore.errors import Unreadable
from boardcore.layout.layout import Layout
from boardcore.pylos import rules as pylos
from underboard.referee.tabletop.base import Tabletop
from underboard.texts import Texts

CELL = re.compile(r"[a-j][1-4]")
FREELY = re.compile(
    r"(?P<start>[a-j][1-4])(?:[\s>-]+(?P<goal>[a-j][1-4]))?"
    r"(?:\s*x(?P<takes>(?:[\s,]*[a-j][1-4]){0,2}))?\s*"
)
"""A turn as people type it: blanks, capitals and a lone x do no harm."""
TAKEN = re.compile(r"\s*x?\s*[a-j][1-4](?:[\s,x-]+[a-j][1-4])?\s*")


class PylosTable(Tabletop):
    """Rules of Pylos as a host shows and asks for them."""

    name = pylos.NAME
    layout = "pylos-scale4"
    lesson_layout = "pylos-reed16"
    sides = ("L", "D")

    def heard(self, line: str, texts: Texts) -> str:
        """Return ``b2 f1``, ``B2-F1 x A1 A2`` or ``b2x`` as ``b2-f1``, ``b2-f1xa1,a2``, ``b2``."""
        match = FREELY.fullmatch(line.strip().lower())
        if not match:
            return line.strip()
        start, goal, takes = match.group("start"), match.group("goal"), match.group("takes")
        move = f"{start}-{goal}" if goal else start
        taken = ",".join(CELL.findall(takes or ""))
        return f"{move}x{taken}" if taken else move

    def to_complete(self, game: Any, line: str, texts: Texts) -> str:
        """Return which balls may be taken back for the square that a move completes."""
        try:
            begun = pylos.parse_turn(line.lower())
        except Unreadable:
            return ""
        turns = [
            turn
            for turn in game.legal_turns()
            if pylos.turn_goal(turn) == pylos.turn_goal(begun)
            and pylos.turn_start(turn) == pylos.turn_start(begun)
        ]
        cells = sorted({cell for turn in turns for cell in pylos.turn_takes(turn)})
        if not cells:
            return ""
        example = max((pylos.turn_text(turn) for turn in turns), key=len)
        names = ", ".join(pylos.cell_text(cell) for cell in cells)
        return self.words(texts, "take-back", turn=line, cells=names, example=example)

    def completed(self, begun: str, line: str) -> str:
        """Return ``b2xa1,a2`` for ``b2`` and ``a1 a2``."""
        match = TAKEN.fullmatch(line.lower())
        return f"{begun}x{','.join(CELL.findall(line.lower()))}" if match else ""

    def turn_words(self, game: Any, turn: int, texts: Texts) -> str:
        """Return ``raise the ball from b2 to f1, then take back f1``."""
        goal = pylos.cell_text(pylos.turn_goal(turn))
        start = pylos.turn_start(turn)
        if start == pylos.NONE:
            words = self.words(texts, "place", goal=goal)
        else:
            words = self.words(texts, "raise", start=pylos.cell_text(start), goal=goal)
        takes = [pylos.cell_text(cell) for cell in pylos.turn_takes(turn)]
        if not takes:
            return words
        cells = takes[0]
        if len(takes) > 1:
            cells = self.words(texts, "and", first=takes[0], second=takes[1])
        second = self.words(texts, "take", cells=cells)
        return self.words(texts, "then", first=words, second=second)

    def hint(self, game: Any, turn: int, texts: Texts) -> tuple[str, str]:
        """Return where to look, then the whole turn."""
        first = "raise" if pylos.turn_start(turn) != pylos.NONE else "reserve"
        if pylos.turn_takes(turn):
            first = "square"
        words = self.turn_words(game, turn, texts)
        whole = self.words(texts, "hint.turn", words=words, turn=pylos.turn_text(turn))
        return self.words(texts, f"hint.{first}"), whole

    def legal(self, game: Any, texts: Texts) -> tuple[str, str]:
        """Return the cells that may be filled and the balls that may be raised, then all turns."""
        turns = game.legal_turns()
        placed = {pylos.turn_goal(t) for t in turns if pylos.turn_start(t) == pylos.NONE}
        raised = {pylos.turn_start(t) for t in turns} - {pylos.NONE}
        sentences = [
            self.words(texts, key, cells=", ".join(pylos.cell_text(cell) for cell in sorted(cells)))
            for key, cells in (("legal.place", placed), ("legal.raise", raised))
            if cells
        ]
        return " ".join(sentences), self._listed(game, texts)

    def cells(self, game: Any, layout: Layout) -> list[int]:
        """Return the cells with a ball."""
        return pylos.cells_of(game.occupied)
