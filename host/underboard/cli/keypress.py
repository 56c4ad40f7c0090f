"""Single keys of a terminal, without waiting for the end of a line."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType

termios: ModuleType | None
try:
    import termios
    import tty
except ImportError:  # Windows has a console of its own
    termios = None

NEXT, BACK, FIRST, LAST, LEAVE = "next", "back", "first", "last", "leave"
MEANINGS = {
    "\x1b[C": NEXT, "\x1bOC": NEXT, " ": NEXT, "\r": NEXT, "\n": NEXT, "n": NEXT, "\xe0M": NEXT,
    "\x1b[D": BACK, "\x1bOD": BACK, "\x7f": BACK, "\x08": BACK, "p": BACK, "b": BACK,
    "\xe0K": BACK,
    "\x1b[H": FIRST, "\x1bOH": FIRST, "\x1b[1~": FIRST, "\xe0G": FIRST,
    "\x1b[F": LAST, "\x1bOF": LAST, "\x1b[4~": LAST, "\xe0O": LAST,
    "q": LEAVE, "\x1b": LEAVE, "\x04": LEAVE, "": LEAVE,
}  # fmt: skip
"""Key sequences of terminals and of Windows' console; empty: no more keys will come."""
LONGEST = 8
"""Bytes of one key; chosen."""


def meaning(key: str) -> str:
    r"""Return what a key means, empty for any other key.

    >>> meaning("\x1b[D"), meaning("Q"), meaning("x")
    ('back', 'leave', '')
    """
    return MEANINGS.get(key) or MEANINGS.get(key.lower(), "")


@contextmanager
def keys() -> Iterator[Callable[[], str]]:
    """Give a function that waits for a key and returns its meaning."""
    if termios is None:
        yield _from_windows
        return
    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    tty.setcbreak(number)
    try:
        yield lambda: meaning(os.read(number, LONGEST).decode("utf-8", "replace"))
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)


def _from_windows() -> str:
    import msvcrt

    key: str = msvcrt.getwch()  # type: ignore[attr-defined, unused-ignore]
    if key in ("\x00", "\xe0"):
        key = "\xe0" + msvcrt.getwch()  # type: ignore[attr-defined, unused-ignore]
    return meaning(key)
