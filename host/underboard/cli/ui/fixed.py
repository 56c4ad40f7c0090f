"""Full-screen output with fixed places for board, players and answers.

Long answers are read page by page in place of the board; typed lines are answered meanwhile.
"""

import time
from collections import deque
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.text import Text

from underboard.cli.ui.editor import KEYS, LineEditor, split_keys
from underboard.cli.ui.panels import ANSWERS, COLUMNS, ROWS, Panels, ScreenContent
from underboard.cli.ui.window import Window
from underboard.referee.drawing.glyphs import FAINT
from underboard.referee.screen import Screen, View
from underboard.referee.session import Session
from underboard.texts import Texts, area

REMEMBERED = 200
"""Number of answers that PgUp can show; chosen."""
SLOW_S = 0.5
"""Time after which people are told that something is computed, s; chosen."""
PAINT_S = 0.04
"""Shortest time between two pictures, s; chosen."""
NAMED = ("hint", "undo", "clock", "rules", "help", "quit")
STUDIED = ("hint", "skip", "repeat", "rules", "help", "quit")
"""Commands that the prompt names in a game, and in a lesson or puzzle."""


class FixedFront:
    """Paints scenes in a window, and edits the line below."""

    is_live = True

    def __init__(self, console: Console, texts: Texts, named: Sequence[str] = NAMED) -> None:
        self._console = console
        self._texts = texts
        self._window = Window(console)
        self._editor = LineEditor()
        self._panels: Panels | None = None
        self._screen: Screen | None = None
        self._scene = ScreenContent(
            commands=[area(texts.language, "commands")[name] for name in named]
        )
        self._said: deque[Text] = deque(maxlen=REMEMBERED)
        self._answers: list[Text] = []
        self._view: View | None = None
        self._lines: deque[str] = deque()
        self._begun = ""  # a key of which only the beginning has come
        self._answering = False
        self._left = False
        self._painted_s = 0.0

    def __enter__(self) -> "FixedFront":
        self._window.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._scene.reading = ()
        self._scene.computing = False
        self._paint(at_once=True)
        self._window.__exit__()

    def use(self, screen: Screen, example: str = "") -> None:
        """Draw boards with this screen; ``example``: a turn that may be typed."""
        self._screen = screen
        self._scene.example = example
        self._panels = None

    # What is said and drawn

    def say(self, text: str) -> None:
        """Show a sentence below the board; a long answer is read page by page."""
        panels = self._fitted()
        if self._answering and len(panels.wrapped(Text(text))) > ANSWERS:
            self._scene.reading, self._scene.page = panels.wrapped(Text(text), ""), 0
        elif text.strip():
            self._add(Text(text))
        self._paint()

    def echo(self, line: str) -> None:
        """Repeat a typed line above its answer."""
        self._answering = True
        self._scene.reading = ()
        self._scene.back = 0
        if line:
            self._add(Text(f"> {line}", FAINT))

    def draw(self, view: Callable[[], View], rests: bool, asked: bool = False) -> None:
        """Show the board as it is now."""
        self._view = view()
        if asked:
            self._scene.reading = ()

    def tick(self, session: Session, waits: bool) -> None:
        """Show clocks and whether something is computed, and paint what has changed."""
        self._answering = False
        computing = session.computing
        self._scene.computing = computing.is_on and (session.seconds() > computing.began_s + SLOW_S)
        clocking = session.clocking
        self._scene.left_ms = clocking.clock.left(clocking.now_ms) if clocking.clock else None
        self._scene.clock_rests = clocking.paused
        self._paint()

    # What is typed

    @property
    def ended(self) -> bool:
        """Return True if no more lines will come."""
        return (self._left or self._window.ended) and not self._lines

    def line(self) -> str | None:
        """Return the next typed line, None if there is none yet."""
        text = self._begun + self._window.keys()
        keys, begun = split_keys(text)
        # A lone escape is the key of that name once nothing follows it.
        if begun and begun == self._begun:
            keys, begun = [*keys, begun], ""
        self._begun = begun
        for key in keys:
            self._take(key)
        return self._lines.popleft() if self._lines else None

    def _take(self, key: str) -> None:
        name = KEYS.get(key, "")
        reads, empty = bool(self._scene.reading), not self._editor.text
        if name == "redraw":
            self._window.forget()
        elif name == "eof" and empty:
            self._left = True
        elif reads and (name == "escape" or (empty and (name == "enter" or key == " "))):
            self._turn_page(1, leaves=name == "escape")
        elif name in ("page-up", "page-down"):
            step = -1 if name == "page-up" else 1
            if reads:
                self._turn_page(step)
            else:
                most = max(len(self._answers) - ANSWERS, 0)
                self._scene.back = min(max(self._scene.back - step * ANSWERS, 0), most)
        else:
            line = self._editor.key(key)
            if line is not None:
                self._lines.append(line)

    def _turn_page(self, step: int, leaves: bool = False) -> None:
        pages = -(-len(self._scene.reading) // self._fitted().page_rows)
        page = self._scene.page + step
        if leaves or page >= pages:
            self._scene.reading = ()
        else:
            self._scene.page = max(page, 0)

    # What is seen

    def _fitted(self) -> Panels:
        """Return panels for the window as it is now."""
        columns, rows = self._window.size
        size = max(columns, COLUMNS), max(rows, ROWS)
        if self._panels is None or size != (self._panels.columns, self._panels.rows):
            screen = self._screen or Screen(self._texts, None, console=self._console)
            self._panels = Panels(self._texts, screen, self._console, size)
            self._answers = [row for said in self._said for row in self._panels.wrapped(said)]
            self._scene.reading = ()
        return self._panels

    def _add(self, text: Text) -> None:
        self._said.append(text)
        rows = self._fitted().wrapped(text)
        self._answers += rows
        del self._answers[: -4 * REMEMBERED]
        if self._scene.back:
            self._scene.back += len(rows)

    def _paint(self, at_once: bool = False) -> None:
        now = time.monotonic()
        if not at_once and now < self._painted_s + PAINT_S:
            return
        self._painted_s = now
        panels = self._fitted()
        self._scene.answers = self._answers
        self._scene.typed = self._editor.text
        rows = panels.compose(self._view, self._scene)
        column = 2 + min(Text(self._editor.before).cell_len, panels.columns - 4)
        self._window.paint(rows, (len(rows) - 2, column))
