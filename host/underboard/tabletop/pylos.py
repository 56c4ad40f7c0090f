"""Pylos at the table."""

from typing import Any

from boardcore import pylos
from boardcore.layout import Layout
from underboard.tabletop.base import Tabletop
from underboard.texts import Texts


class PylosTable(Tabletop):
    """What a host adds to the rules of Pylos."""

    name = pylos.NAME
    layout = "pylos-reed16"
    sides = ("L", "D")
    levels = ("random", "easy", "club", "strong")
    advisor = "strong"

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
