"""Panels of the full-screen output.

Pure: a view and what was said become as many lines as the window has, each with its place.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text

from underboard.clocks.clock import shown
from underboard.referee.drawing.glyphs import FAINT
from underboard.referee.game_ui import tabletop_of
from underboard.referee.screen import MARGIN, Screen, View, turns_said
from underboard.texts import Texts

COLUMNS, ROWS = 80, 24
"""Smallest window with panels; a smaller one gets the board's answers line by line."""
ANSWERS = 4
"""Rows of answers; PgUp shows older ones."""
FRAME = 6
"""Rows of title, three lines, prompt and the empty last one, number; chosen."""
TURN_ROWS = 3
"""Number of rows of the last turns; chosen."""
KEY = "bold cyan"


@dataclass
class ScreenContent:
    """All that is shown, beside the view of the board."""

    answers: Sequence[Text] = ()
    """Rows of what was said, as wide as the window."""
    back: int = 0
    """Rows by which people have paged back."""
    reading: Sequence[Text] = ()
    """Rows of a long text that is read now, in place of the board."""
    page: int = 0
    typed: str = ""
    left_ms: tuple[int, int] | None = None
    """Time left on the clock of each side."""
    clock_rests: bool = False
    computing: bool = False
    commands: Sequence[str] = field(default_factory=list)
    """Commands that the prompt names."""
    example: str = ""
    """Turn that the empty prompt gives as an example."""


class Panels:
    """Composes scenes for one window; ``size``: columns and rows."""

    def __init__(self, texts: Texts, screen: Screen, console: Console, size: tuple[int, int]):
        self._texts = texts
        self._screen = screen
        self._console = console
        self.columns, self.rows = size

    @property
    def board_rows(self) -> int:
        """Rows that the board and what stands beside it may take."""
        return self.rows - FRAME - ANSWERS

    @property
    def page_rows(self) -> int:
        """Rows of a page of a long text."""
        return self.board_rows + ANSWERS + 1

    def wrapped(self, text: Text, margin: str = MARGIN) -> list[Text]:
        """Return a text as rows of the window; nothing is cut."""
        room = self.columns - 2 * len(margin)
        return [row for line in text.split(allow_blank=True) for row in self._wrap(line, room)]

    def compose(self, view: View | None, scene: ScreenContent) -> list[Text]:
        """Return all rows."""
        rows = [self._title(view, scene), self._line()]
        if scene.reading:
            first = scene.page * self.page_rows
            shown_rows = list(scene.reading[first : first + self.page_rows])
            rows += self._filled(shown_rows, self.page_rows)
        else:
            rows += self._filled(self._board(view, scene) if view else [], self.board_rows)
            rows += [self._line(), *self._answers(scene)]
        return [*rows, self._line(), self._prompt(scene), Text("")]

    def _title(self, view: View | None, scene: ScreenContent) -> Text:
        if view is None:
            return Text(MARGIN)
        table = tabletop_of(view.game.name)
        title = Text(MARGIN) + Text(view.title or table.title(view.game, self._texts), "bold")
        if view.game.ply and not view.title:
            title.append(f" · {self._texts('screen.ply', ply=view.game.ply + 1)}", FAINT)
        ended = table.ending(view.game, self._texts)
        if ended:
            right = Text(ended, "bold")
        else:
            right = Text("▸ " if self._screen.is_rich else "> ", KEY)
            right.append(table.to_move(view.game, "", self._texts), "bold")
        if title.cell_len + right.cell_len + 3 > self.columns:
            title = Text(MARGIN)
        return self._apart(title, right)

    def _board(self, view: View, scene: ScreenContent) -> list[Text]:
        board, left = self._screen.board(view)
        room = self.columns - left - 2 * len(MARGIN) - 4
        beside = self._players(view, scene, room)
        beside += [row for line in self._screen.beside(view) for row in self._wrap(line, room)]
        turns = " ".join(turns_said(view.game))
        beside += [Text(""), *self._wrap(Text(turns, FAINT), room)[-TURN_ROWS:], Text("")]
        for line in self._screen.legend(view):
            # What does not fit as a whole is left out: the most urgent comes first.
            meaning = self._wrap(line, room)
            if len(beside) + len(meaning) > self.board_rows:
                break
            beside += meaning
        rows = []
        for at in range(self.board_rows):
            row = Text(MARGIN) + (board[at] if at < len(board) else Text(""))
            row.append(" " * (left + len(MARGIN) + 1 - row.cell_len))
            row.append("│ " if self._screen.is_rich else "| ", FAINT)
            rows.append(row + (beside[at] if at < len(beside) else Text("")))
        return rows

    def _players(self, view: View, scene: ScreenContent, room: int) -> list[Text]:
        table = tabletop_of(view.game.name)
        rows = []
        over = bool(view.game.outcome())
        for side, player in enumerate(view.players):
            moves = side == view.game.side and not over
            row = Text("▸ " if self._screen.is_rich else "> ", KEY) if moves else Text("  ")
            row.append(table.side_name(side, self._texts), "bold")
            row.append(f"  {player}")
            clock = Text("")
            if scene.left_ms:
                clock = Text(shown(scene.left_ms[side]), "bold" if not scene.clock_rests else FAINT)
            row.truncate(room - clock.cell_len - 1, overflow="ellipsis", pad=True)
            row.append(" ").append_text(clock)
            rows.append(row)
        return rows

    def _answers(self, scene: ScreenContent) -> list[Text]:
        end = len(scene.answers) - scene.back
        rows = [Text(MARGIN) + row for row in scene.answers[max(end - ANSWERS, 0) : end]]
        rows = self._filled(rows, ANSWERS)
        hint = ""
        if scene.back:
            hint = self._texts("screen.newer")
        elif end > ANSWERS:
            hint = self._texts("screen.older")
        if hint and rows[0].cell_len + len(hint) + 3 <= self.columns:
            rows[0] = self._apart(rows[0], Text(hint, FAINT))
        return rows

    def _prompt(self, scene: ScreenContent) -> Text:
        row = Text("> ", KEY)
        if scene.reading:
            pages = -(-len(scene.reading) // self.page_rows)
            key = "screen.page" if scene.page + 1 < pages else "screen.last-page"
            right = Text(self._texts(key, page=scene.page + 1, pages=pages), FAINT)
        elif scene.computing:
            right = Text(self._texts("screen.computing"), FAINT)
        else:
            right = Text("  ".join(scene.commands), KEY)
        # The end of what is typed is what people look at.
        room = self.columns - 6 - (right.cell_len if not scene.typed else 0)
        if scene.typed:
            row.append(scene.typed[-(self.columns - 5) :])
        elif scene.example and not scene.reading and len(scene.example) < room:
            row.append(f" {scene.example}", FAINT)
        return self._apart(row, right) if row.cell_len + right.cell_len + 3 <= self.columns else row

    def _apart(self, left: Text, right: Text) -> Text:
        row = left.copy()
        row.append(" " * max(self.columns - left.cell_len - right.cell_len - 2, 1))
        return row + right

    def _line(self) -> Text:
        return Text(("─" if self._screen.is_rich else "-") * self.columns, FAINT)

    def _wrap(self, text: Text, room: int) -> list[Text]:
        return list(text.wrap(self._console, room)) or [Text("")]

    @staticmethod
    def _filled(rows: list[Text], count: int) -> list[Text]:
        return (rows + [Text("")] * count)[:count]
