"""A terminal of which only the rows that changed are written."""

import io
import os
import select
import signal
import sys
from types import ModuleType
from typing import Any

from rich.console import Console
from rich.text import Text

termios: ModuleType | None
try:
    import termios
    import tty
except ImportError:  # Windows: boards and answers come line by line
    termios = None

AT_ONCE = 4096
"""Bytes of keys read at once; chosen."""
HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"


def can_open(console: Console, size: tuple[int, int]) -> bool:
    """Return True if both streams are a terminal that can be painted, of at least this size."""
    if termios is None or not (sys.stdin.isatty() and console.is_terminal):
        return False
    return not console.is_dumb_terminal and size_of() >= size and size_of()[1] >= size[1]


def size_of() -> tuple[int, int]:
    """Return columns and rows of the terminal, 0 and 0 if it tells none."""
    try:
        size = os.get_terminal_size(sys.__stdout__.fileno() if sys.__stdout__ else 1)
    except (OSError, ValueError):
        return 0, 0
    return size.columns, size.lines


class Window:
    """The terminal while a ``with`` block lasts: keys come one by one, rows have their places."""

    def __init__(self, console: Console) -> None:
        self._file = console.file
        self._paper = io.StringIO()
        self._pen = Console(
            file=self._paper,
            force_terminal=True,
            color_system=console.color_system or None,  # type: ignore[arg-type]
            no_color=console.no_color,
            highlight=False,
            markup=False,
            emoji=False,
            width=1000,
        )
        self._rows: list[str] = []
        self._cursor = (0, 0)
        self._before: Any = None
        self._size = (0, 0)
        self.ended = False
        """No more keys will come."""

    def __enter__(self) -> "Window":
        assert termios
        self._before = termios.tcgetattr(sys.stdin.fileno())
        self._take()
        # After Ctrl-Z and fg the shell has set the terminal back.
        self._handler = signal.signal(signal.SIGCONT, lambda *_: self._take())
        self._size = size_of()
        # What stood there before stays above.
        self._file.write("\r\n" * self._size[1])
        return self

    def __exit__(self, *_: object) -> None:
        assert termios
        signal.signal(signal.SIGCONT, self._handler)
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._before)
        self._file.write(f"\x1b[{max(len(self._rows), 1)};1H\x1b[0m{SHOW}\n")
        self._file.flush()

    def _take(self) -> None:
        tty.setcbreak(sys.stdin.fileno())
        self.forget()

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows now; a window that was resized is painted anew."""
        size = size_of()
        if size != self._size:
            self._size = size
            self.forget()
        return size

    def forget(self) -> None:
        """Paint all rows with the next picture."""
        self._rows = []

    def keys(self) -> str:
        """Return what was typed since the last time."""
        number = sys.stdin.fileno()
        data = b""
        while select.select([number], [], [], 0)[0]:
            try:
                part = os.read(number, AT_ONCE)
            except OSError:  # the terminal has gone
                part = b""
            self.ended = not part
            data += part
            if not part:
                break
        return data.decode("utf-8", "replace")

    def paint(self, rows: list[Text], cursor: tuple[int, int]) -> None:
        """Write the rows that changed; ``cursor``: its row and column, from 0."""
        out = []
        if len(rows) != len(self._rows):
            self._rows = []
            out.append("\x1b[2J")
        for at, row in enumerate(rows):
            painted = self._painted(row)
            if at >= len(self._rows) or painted != self._rows[at]:
                out.append(f"\x1b[{at + 1};1H{painted}\x1b[0m\x1b[K")
                self._rows[at : at + 1] = [painted]
        if out or cursor != self._cursor:
            self._cursor = cursor
            place = f"\x1b[{cursor[0] + 1};{cursor[1] + 1}H"
            self._file.write(HIDE + "".join(out) + place + SHOW)
            self._file.flush()

    def _painted(self, row: Text) -> str:
        self._paper.seek(0)
        self._paper.truncate()
        self._pen.print(row, end="", no_wrap=True, overflow="ignore", crop=False)
        return self._paper.getvalue()
