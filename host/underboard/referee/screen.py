"""A game as lines of text (board, lights and their meaning, reserves, turns).

The frame is the same for all games; ``underboard.referee.drawing`` has each game's board.
"""

from rich.console import Console, Group
from rich.text import Text

from boardcore.layout.layout import Layout
from boardcore.lights import cues
from underboard.game_state import GameState, rules_of
from underboard.referee.drawing import PLAIN_BALLS, SIGNS, Drawing, Glyphs, View, drawing_class
from underboard.referee.drawing.glyphs import FAINT
from underboard.referee.game_ui import tabletop_of
from underboard.texts import Texts

__all__ = ["PLAIN_BALLS", "SIGNS", "Screen", "View", "last_turns"]

TURNS_SHOWN = 8
"""Number of turns that are shown; chosen."""
WIDE = 80
"""Columns of a terminal where the board is drawn beside what belongs to it; chosen."""
MIN_BESIDE = 24
"""Columns that this needs at least; chosen."""
LEGEND_ROWS = 8
"""Rows that are kept for what the lights mean, the most urgent first; chosen."""
MARGIN, GAP = "  ", "  "


class Screen:
    """Draws views in one language, for one layout.

    ``console``: the terminal; where it has 80 columns or more the board is drawn with what
    belongs to it at its right, and whatever the lights say, no line of it moves.
    """

    def __init__(
        self,
        texts: Texts,
        layout: Layout | None,
        encoding: str = "utf-8",
        console: Console | None = None,
    ) -> None:
        self._texts = texts
        self._layout = layout
        self._console = console
        few = console is not None and console.color_system in ("standard", "windows")
        self._pen = Glyphs(encoding, few)
        self._drawings: dict[str, Drawing] = {}
        self._left = 0
        self._height = 0
        """The most that the board has taken so far, in columns and in rows."""

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
        told = [Text(last_turns(view.game, self._texts, self._width))]
        if not view.game.outcome():
            player = view.players[view.game.side]
            told.append(Text(table.to_move(view.game, player, self._texts), "bold"))
        told += [Text(line) for line in view.footer]
        wide = self._wide(view, drawing)
        if wide:
            return [*rows, *wide, Text(""), *told]
        rows += [Text("  ") + row for row in drawing.board(view)]
        rows += [Text(""), *drawing.beside(view), *told]
        legend = [Text("  ") + line for line in self._legend(view, drawing)]
        # What comes and goes stands last, so that nothing else moves.
        return [*rows, Text(""), *legend] if legend else rows

    @property
    def is_rich(self) -> bool:
        """Return True if the terminal knows more signs than ASCII."""
        return self._pen.balls != PLAIN_BALLS

    def board(self, view: View) -> tuple[list[Text], int]:
        """Return the board for a wide terminal, and the most columns that it has taken so far."""
        drawing = self._drawing(view.game.name)
        board = drawing.wide(view)
        self._left = max(self._left, drawing.columns, *(row.cell_len for row in board))
        return board, self._left

    def beside(self, view: View) -> list[Text]:
        """Return what lies beside the board: reserves."""
        return self._drawing(view.game.name).beside(view)

    def legend(self, view: View) -> list[Text]:
        """Return the meaning of every light that is lit now, the most urgent first."""
        return self._legend(view, self._drawing(view.game.name))

    @property
    def _width(self) -> int:
        """Return the columns of the terminal, 0 where there is none."""
        return self._console.width if self._console and self._console.is_terminal else 0

    def _wide(self, view: View, drawing: Drawing) -> list[Text]:
        """Return the board, and at its right the reserves and what the lights mean.

        Nothing where the terminal is too narrow.
        """
        if self._width < WIDE:
            return []
        board, self._left = self.board(view)
        room = self._width - self._left - len(MARGIN) - len(GAP) - 1
        if room < MIN_BESIDE:
            return []
        beside = [*self._wrapped(drawing.beside(view), room), Text("")]
        legend = self._wrapped(self._legend(view, drawing), room)[:LEGEND_ROWS]
        self._height = max(self._height, len(board), len(beside) + LEGEND_ROWS)
        beside += legend
        rows = []
        for at in range(self._height):
            row = Text(MARGIN) + (board[at] if at < len(board) else Text(""))
            if at < len(beside) and beside[at].plain:
                row.append(" " * (self._left + len(MARGIN) - row.cell_len) + GAP)
                row += beside[at]
            rows.append(row)
        return rows

    def _wrapped(self, lines: list[Text], room: int) -> list[Text]:
        assert self._console
        return [part for line in lines for part in line.wrap(self._console, room)]

    def _drawing(self, name: str) -> Drawing:
        if name not in self._drawings:
            self._drawings[name] = drawing_class(name)(self._pen, self._texts, self._layout)
        return self._drawings[name]

    def _legend(self, view: View, drawing: Drawing) -> list[Text]:
        """Return the meaning of every light that is lit now, the most urgent first."""
        lines = []
        for row in reversed(cues.table()[1:]):
            if row[1] in view.letters:
                known = row[0] in SIGNS
                meaning = drawing.table.cue_words(row[0], self._texts) if known else row[5]
                lines.append(Text(f"{self._pen.signs[row[0]]}  {meaning}", FAINT))
        return lines


def last_turns(game: GameState, texts: Texts, width: int = 0) -> str:
    """Return the last turns in notation, numbered; ``width``: as many as a line of it holds."""
    turns = turns_said(game)
    while True:
        line = texts("screen.turns" if turns else "screen.no-turns", turns="  ".join(turns))
        if not width or len(line) <= width or not turns:
            return line
        del turns[0]


def turns_said(game: GameState) -> list[str]:
    """Return the last turns in notation, each with its number."""
    rules = rules_of(game.name)
    first = max(len(game.turns) - TURNS_SHOWN, 0)
    said = [rules.turn_text(turn) for turn in game.turns[first:]]
    return [f"{first + at}. {turn}" for at, turn in enumerate(said, 1)]
