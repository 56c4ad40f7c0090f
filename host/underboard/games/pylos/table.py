"""Pylos at the table."""

import re

from boardcore.errors import ParseError
from boardcore.layout.layout import Layout
from boardcore.pylos import rules as pylos
from boardcore.pylos.rules import Game
from underboard.referee.game_ui.base import Tabletop
from underboard.texts import Texts

CELL = re.compile(r"[a-j][1-4]")
FREELY = re.compile(
    r"(?P<start>[a-j][1-4])(?:[\s>-]+(?P<goal>[a-j][1-4]))?"
    r"(?:\s*x(?P<takes>(?:[\s,]*[a-j][1-4]){0,2}))?\s*"
)
"""A turn as people type it: blanks, capitals and a lone x do no harm."""
TAKEN = re.compile(r"\s*x?\s*[a-j][1-4](?:[\s,x-]+[a-j][1-4])?\s*")


class Table(Tabletop[Game]):
    """Rules of Pylos as a host shows and asks for them."""

    name = pylos.NAME
    lesson_layout = "pylos-reed16"
    sides = ("L", "D")

    def from_typed(self, line: str, texts: Texts) -> str:
        """Return ``b2 f1``, ``B2-F1 x A1 A2`` or ``b2x`` as ``b2-f1``, ``b2-f1xa1,a2``, ``b2``."""
        match = FREELY.fullmatch(line.strip().lower())
        if not match:
            return line.strip()
        start, goal, takes = match.group("start"), match.group("goal"), match.group("takes")
        move = f"{start}-{goal}" if goal else start
        taken = ",".join(CELL.findall(takes or ""))
        return f"{move}x{taken}" if taken else move

    def to_complete(self, game: Game, line: str, texts: Texts) -> str:
        """Return which balls may be taken back for the square that a move completes."""
        try:
            begun = pylos.parse_turn(line.lower())
        except ParseError:
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

    # Where pieces stand

    def pieces_by_name(self, game: Game, texts: Texts) -> list[tuple[str, str]]:
        """Return where the balls of each side are."""
        return [
            self.listed(
                self.side_name(side, texts),
                [pylos.cell_text(c) for c in pylos.cells_of(mask)],
                texts,
            )
            for side, mask in enumerate((game.light, game.dark))
        ]

    def piece_on(self, game: Game, cell: int, texts: Texts) -> str:
        """Return whose ball is on a cell."""
        if not game.occupied >> cell & 1:
            return ""
        return self.side_name(game.dark >> cell & 1, texts)

    # What is told of turns

    def caption(self, game: Game, turn: int, texts: Texts) -> str:
        """Return which ball came where, and what that won."""
        goal, start = pylos.turn_goal(turn), pylos.turn_start(turn)
        side = self.side_name(game.side, texts)
        values: dict[str, object] = {"goal": pylos.cell_text(goal), "level": pylos.LEVEL[goal] + 1}
        takes = pylos.turn_takes(turn)
        if takes:
            values["taken"] = self.words(texts, "caption.one" if len(takes) == 1 else "caption.two")
        key = "place" if start == pylos.NONE else "raise"
        if start != pylos.NONE:
            values["start"] = pylos.cell_text(start)
        if goal == pylos.CELLS - 1:
            key = f"{key}.top"
        elif takes:
            key = f"{key}.square"
        elif start == pylos.NONE and not pylos.LEVEL[goal]:
            key = "place.ground"
        return self.words(texts, f"caption.{key}", side=side, **values)

    def told(self, game: Game, turn: int, texts: Texts) -> str:
        """Return which ball came where, and which were taken back."""
        start, goal = pylos.turn_start(turn), pylos.cell_text(pylos.turn_goal(turn))
        takes = [pylos.cell_text(cell) for cell in pylos.turn_takes(turn)]
        kind = "placed" if start == pylos.NONE else "raised"
        key = f"told.{kind}" + (".taking" if takes else "")
        name = "" if start == pylos.NONE else pylos.cell_text(start)
        cells = "".join(takes)
        if len(takes) > 1:
            cells = texts("web.and", first=takes[0], second=takes[1])
        side = self.side_name(game.side, texts)
        return self.words(texts, key, side=side, start=name, goal=goal, cells=cells)

    def turn_words(self, game: Game, turn: int, texts: Texts) -> str:
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

    def hint(self, game: Game, turn: int, texts: Texts) -> tuple[str, str]:
        """Return where to look, then the whole turn."""
        first = "raise" if pylos.turn_start(turn) != pylos.NONE else "reserve"
        if pylos.turn_takes(turn):
            first = "square"
        words = self.turn_words(game, turn, texts)
        whole = self.words(texts, "hint.turn", words=words, turn=pylos.turn_text(turn))
        return self.words(texts, f"hint.{first}"), whole

    def legal(self, game: Game, texts: Texts) -> tuple[str, str]:
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

    def cells(self, game: Game, layout: Layout) -> list[int]:
        """Return the cells with a ball."""
        return pylos.cells_of(game.occupied)
