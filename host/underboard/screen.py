"""Screen: a game as lines of text: board, lights and their meaning, reserves, turns.

The frame is the same for all games; ``underboard.drawing`` has each game's board.
"""

from typing import Any

from rich.console import Group
from rich.text import Text

from boardcore import cues
from boardcore.games import rules_of
from boardcore.layout import Layout
from underboard.drawing import DRAWINGS, PLAIN_BALLS, SIGNS, Drawing, Pen, View
from underboard.drawing.pen import FAINT
from underboard.tabletop import tabletop_of
from underboard.texts import Texts

__all__ = ["PLAIN_BALLS", "SIGNS", "Screen", "View", "last_turns"]

TURNS_SHOWN = 8


class Screen:
    """Draws views in one language, for one layout."""

    def __init__(self, texts: Texts, layout: Layout | None, encoding: str = "utf-8") -> None:
        self._texts = texts
        self._layout = layout
        self._pen = Pen(encoding)
        self._drawings: dict[str, Drawing] = {}

    def render(self, view: View) -> Group:
        """Return what rich prints."""
        return Group(*self.texts(view))

    def lines(self, view: View) -> list[str]:
        """Return the same without colours."""
        return [text.plain.rstrip() for text in self.texts(view)]

    def texts(self, view: View) -> list[Text]:
        """Return the picture line by line."""
        table = tabletop_of(view.game.name)
        drawing = self._drawing(view.game.name)
        title = view.title or table.title(view.game, self._texts)
        rows = [Text(title, "bold"), Text("")]
        rows += [Text("  ") + row for row in drawing.board(view)]
        rows += [Text("")] + self._legend(view, drawing)
        rows += drawing.beside(view)
        rows.append(Text(last_turns(view.game, self._texts)))
        if not view.game.outcome():
            player = view.players[view.game.side]
            rows.append(Text(table.to_move(view.game, player, self._texts), "bold"))
        rows += [Text(line) for line in view.footer]
        return rows

    def _drawing(self, name: str) -> Drawing:
        if name not in self._drawings:
            self._drawings[name] = DRAWINGS[name](self._pen, self._texts, self._layout)
        return self._drawings[name]

    def _legend(self, view: View, drawing: Drawing) -> list[Text]:
        """Return the meaning of every light that is lit now, the most urgent first."""
        lines = []
        for row in reversed(cues.TABLE[1:]):
            if row[1] in view.letters:
                known = row[0] in SIGNS
                meaning = drawing.table.cue_words(row[0], self._texts) if known else row[5]
                lines.append(Text(f"  {self._pen.signs[row[0]]}  {meaning}", FAINT))
        return lines + [Text("")] if lines else []


def last_turns(game: Any, texts: Texts) -> str:
    """Return the last turns in notation, numbered."""
    turn_text = rules_of(game.name).turn_text
    first = max(len(game.turns) - TURNS_SHOWN, 0)
    turns = [f"{first + at + 1}. {turn_text(turn)}" for at, turn in enumerate(game.turns[first:])]
    return texts("screen.turns", turns="  ".join(turns)) if turns else texts("screen.no-turns")
