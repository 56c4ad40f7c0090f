"""Keyboard: the one place where people type; tests put a script in its stead."""

import getpass
import select
import sys
import time


class Left(Exception):
    """The typing has ended (end of input, or the wish to leave); the game is kept."""


class Keyboard:
    """Standard input."""

    def ask(self, text: str) -> str:
        """Ask one line.  Raises Left at the end of input."""
        try:
            return input(text).strip()
        except EOFError:
            raise Left

    def secret(self, text: str) -> str:
        """Ask one line without showing what is typed."""
        if not sys.stdin.isatty():
            return self.ask(text)
        try:
            return getpass.getpass(text).strip()
        except EOFError:
            raise Left

    def wait(self, seconds: float) -> bool:
        """Wait, at most until Enter is pressed; return True if it was."""
        if sys.stdin.isatty() and sys.platform != "win32":
            ready, _, _ = select.select([sys.stdin], [], [], seconds)
            if ready:
                sys.stdin.readline()
            return bool(ready)
        if sys.stdin.isatty():
            time.sleep(seconds)
        return False
