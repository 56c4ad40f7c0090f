"""The one place where people type; tests put a script in its stead."""

import queue
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from underboard.drivers.thread import Beside

POSIX = sys.platform != "win32"
POLL_S = 0.05
"""Time between two looks whether a line has come, s; chosen."""


class InputClosed(Exception):
    """The typing has ended (end of input, or the wish to leave); the game is kept."""


class Woken(Exception):
    """Signal that a page has decided how to continue; nothing was typed."""


class Keyboard:
    """Standard input.

    ``patient``: at the end of input the table goes on all the same, led from pages.
    """

    def __init__(self) -> None:
        self._unseen = False
        self._is_woken = False
        self.patient = False
        self._typed: queue.SimpleQueue[str | BaseException] | None = None

    def wake(self) -> None:
        """End what is being asked; any thread may call this."""
        self._is_woken = True

    def ask(self, text: str) -> str:
        """Ask one line.  Raises InputClosed at its end, Woken if it was ended elsewhere."""
        if self._unseen:
            return self._ask_unseen(text)
        while True:
            try:
                return self._line(text).strip()
            except EOFError:
                if not self.patient:
                    raise InputClosed
                # Nobody will ever type anything here.
                self._typed = queue.SimpleQueue()

    def _line(self, text: str) -> str:
        if POSIX and sys.stdin.isatty():
            print(text, end="", flush=True)
            while not select.select([sys.stdin], [], [], POLL_S)[0]:
                self._look()
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            return line
        # Elsewhere a line cannot be waited for and left: it is read beside us.
        if self._typed is None:
            self._typed = queue.SimpleQueue()
            Beside(partial(self._read, text, self._typed))
        while True:
            self._look()
            try:
                found = self._typed.get(timeout=POLL_S)
            except queue.Empty:
                continue
            self._typed = None
            if isinstance(found, BaseException):
                raise found
            return found

    def _look(self) -> None:
        if self._is_woken:
            self._is_woken = False
            raise Woken

    def _read(self, text: str, typed: "queue.SimpleQueue[str | BaseException]") -> None:
        try:
            typed.put(input(text))
        except BaseException as error:
            typed.put(error)

    def forget(self) -> None:
        """Drop what was typed and not sent yet."""
        if sys.stdin.isatty():
            _forget()

    @contextmanager
    def private(self) -> Iterator[None]:
        """Show nothing of what is typed from here on, and forget what was typed ahead.

        At the end what was typed ahead is forgotten once more, so that no part of a vote
        appears at the next prompt.
        """
        if not sys.stdin.isatty():
            yield
            return
        if self._unseen:
            _forget()
            yield
            return
        self._unseen = True
        try:
            with _without_echo() if POSIX else _forgetting():
                yield
        finally:
            self._unseen = False

    def _ask_unseen(self, text: str) -> str:
        if not POSIX:
            import getpass

            try:
                return getpass.getpass(text).strip()
            except EOFError:
                raise InputClosed
        # Not input(): a readline module would echo by itself.
        sys.stdout.write(text)
        sys.stdout.flush()
        line = sys.stdin.readline()
        sys.stdout.write("\n")
        if not line:
            raise InputClosed
        return line.strip()

    def wait(self, seconds: float) -> bool:
        """Wait, at most until Enter is pressed; return True if it was."""
        if sys.stdin.isatty() and POSIX:
            ready, _, _ = select.select([sys.stdin], [], [], seconds)
            if ready:
                sys.stdin.readline()
            return bool(ready)
        if sys.stdin.isatty():
            time.sleep(seconds)
        return False


@contextmanager
def _without_echo() -> Iterator[None]:
    import termios

    file = sys.stdin.fileno()
    before = termios.tcgetattr(file)
    unseen = termios.tcgetattr(file)
    unseen[3] &= ~(termios.ECHO | termios.ECHONL)
    sys.stdout.flush()
    # TCSAFLUSH drops what was typed and not read yet.
    termios.tcsetattr(file, termios.TCSAFLUSH, unseen)
    try:
        yield
    finally:
        termios.tcsetattr(file, termios.TCSAFLUSH, before)


@contextmanager
def _forgetting() -> Iterator[None]:
    _forget()
    try:
        yield
    finally:
        _forget()


def _forget() -> None:
    """Drop what was typed and not read yet."""
    if POSIX:
        import termios

        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
        return
    import msvcrt

    while msvcrt.kbhit():  # type: ignore[attr-defined]
        msvcrt.getwch()  # type: ignore[attr-defined]
