"""Keyboard: the one place where people type; tests put a script in its stead."""

import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

POSIX = sys.platform != "win32"


class Left(Exception):
    """The typing has ended (end of input, or the wish to leave); the game is kept."""


class Keyboard:
    """Standard input."""

    def __init__(self) -> None:
        self._unseen = False

    def ask(self, text: str) -> str:
        """Ask one line.  Raises Left at the end of input."""
        if self._unseen:
            return self._ask_unseen(text)
        try:
            return input(text).strip()
        except EOFError:
            raise Left

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
                raise Left
        # Not input(): a readline module would echo by itself.
        sys.stdout.write(text)
        sys.stdout.flush()
        line = sys.stdin.readline()
        sys.stdout.write("\n")
        if not line:
            raise Left
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
