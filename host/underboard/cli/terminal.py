"""The streams of a command (lines that come in without waiting, and what goes out).

Streams that are closed, full, or of an old encoding cost no traceback.
"""

import contextlib
import errno
import os
import queue
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TextIO

from underboard.errors import UnderboardError
from underboard.texts import Texts, default_language
from underboard.texts.escape import shown
from underboard.texts.lazy import reason_of, spoken

if TYPE_CHECKING:
    from rich.console import Console

    from underboard.device.port import Transcript
    from underboard.engine.compile_process import Notice


def prepare() -> None:
    """Make the streams fit for use, however the command was started."""
    # A stream that the shell has closed is None.
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        _escape_what_it_lacks(stream)
    # Bytes that are no text are the reader's trouble, told by whoever reads them.
    if hasattr(sys.stdin, "reconfigure"):
        with contextlib.suppress(OSError, ValueError):
            sys.stdin.reconfigure(errors="backslashreplace")


def _escape_what_it_lacks(stream: TextIO) -> None:
    """Have letters that an encoding does not know written as escapes, not raised."""
    if getattr(stream, "errors", "") in ("strict", "surrogateescape") and hasattr(
        stream, "reconfigure"
    ):
        with contextlib.suppress(OSError, ValueError):
            stream.reconfigure(errors="backslashreplace")


def notice_of(language: str) -> "Notice":
    """Return what tells people beside a command's output why it takes long."""
    language = Texts(language).language
    return lambda said: print(spoken(said, language), file=sys.stderr, flush=True)


def console_of_words() -> "Console":
    """Return a console for sentences: wrapped between words on a screen, whole lines elsewhere."""
    from rich.console import Console

    whole = not sys.stdout.isatty()
    return Console(highlight=False, soft_wrap=whole, markup=False, emoji=False)


def is_ours(error: OSError) -> bool:
    """Return True if an error is of a stream: it names no file."""
    numbers = (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EPIPE)
    return error.filename is None and error.errno in numbers


def flush() -> OSError | None:
    """Write out what waits; return why that is impossible, None if it is not."""
    try:
        sys.stdout.flush()
    except OSError as error:
        return error
    except ValueError:
        pass  # closed
    return None


def drop() -> None:
    """Throw away what cannot be written, so that Python's end does not try once more."""
    with contextlib.suppress(OSError, ValueError):
        number = sys.stdout.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)


def can_draw_anew(console: "Console") -> bool:
    """Return True if what was printed can be drawn over: a terminal, and no dumb one."""
    return console.is_terminal and not console.is_dumb_terminal


class TerminalInput:
    """Reader of typed lines in a thread of its own.

    On no other way can every system's console wait while the board goes on.
    """

    def __init__(self, lines: Iterable[str] | None = None) -> None:
        self._source = sys.stdin if lines is None else lines
        self.is_live = lines is None and sys.stdin.isatty()
        """People type, and wait for an answer to each line."""
        self._queue: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.ended = False
        """No more lines will come."""
        threading.Thread(target=self._read, daemon=True).start()

    def line(self) -> str | None:
        """Return the next line without its end, None if there is none yet."""
        if self.ended or self._queue.empty():
            return None
        line = self._queue.get()
        if line is None:
            self.ended = True
        return line

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError):  # a terminal that has gone, a closed stream
            for line in self._source:
                self._queue.put(line.strip())
        self._queue.put(None)


@contextlib.contextmanager
def transcript(path: str | None) -> Iterator["Transcript | None"]:
    """Open a file that gets time, direction and bytes of everything on the wire.

    Raises UnderboardError if it cannot be written.
    """
    if path is None:
        yield None
        return
    began = time.monotonic()
    try:
        file = open(path, "w", encoding="ascii")  # noqa: SIM115  (closed below)
    except OSError as error:
        raise UnderboardError("cannot write %s: %s", path, reason_of(error)) from None

    failed = False

    def write(direction: str, data: bytes) -> None:
        nonlocal failed
        if failed:
            return
        try:
            # As Python writes bytes: readable, and every byte comes back.
            file.write(f"{time.monotonic() - began:.3f} {direction} {data!r}\n")
            file.flush()
        except OSError as error:
            # A game is worth more than its transcript.
            failed = True
            reason = reason_of(error)
            trouble = UnderboardError(
                "the transcript %s ends here: %s; the game goes on", path, reason
            )
            print(shown(spoken(trouble, default_language())), file=sys.stderr)

    try:
        yield write
    finally:
        with contextlib.suppress(OSError):
            file.close()
