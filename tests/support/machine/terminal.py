"""Terminal (a program in a pseudo-terminal, and what its screen shows by a foreign emulator)."""

import os
import select
import subprocess
import sys

try:
    import fcntl
    import pty
    import struct
    import termios
except ImportError:  # Windows has no pseudo-terminals
    pty = None  # type: ignore[assignment]

from support.waiting import MAX_S

COLUMNS, ROWS = 80, 24
QUIET_S = 3.0
"""Silence after which a screen counts as whole when it is recorded, s; chosen."""


class Terminal:
    """One run of ``underboard`` in a terminal of 80 by 24."""

    def __init__(self, arguments, folder, term="xterm-256color", size=(COLUMNS, ROWS)):
        import pyte

        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        own = {"UNDERBOARD_DATA": str(folder), "TERM": term, "LC_ALL": "C.UTF-8"}
        env = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
        self.program = subprocess.Popen(
            [sys.executable, "-m", "underboard", *arguments],
            stdin=slave, stdout=slave, stderr=slave, env=env | own,
            start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        os.close(slave)
        self._master = master

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.program.poll() is None:
            self.program.kill()
        self.program.wait()
        os.close(self._master)

    def type(self, text):
        """Send keys."""
        os.write(self._master, text.encode())

    def line(self, text):
        """Send a line."""
        self.type(text + "\r")

    @property
    def shown(self):
        """What the screen shows now."""
        return "\n".join(row.rstrip() for row in self.screen.display)

    @property
    def said(self):
        """All that was ever written, with its control sequences."""
        return self.raw.decode("utf-8", "replace")

    def wait_for(self, *words):
        """Read until all these words are on the screen; return the screen."""
        return self._read_until(lambda: all(word in self.shown for word in words), words)

    def settle(self, *words):
        """Wait for words, and then until nothing is written any more: for recording, no test."""
        self.wait_for(*words)
        while select.select([self._master], [], [], QUIET_S)[0]:
            self._read()

    def wait_said(self, word, since=0):
        """Read until a word was written after ``since`` characters; return all that was written."""
        self._read_until(lambda: word in self.said[since:], word)
        return self.said

    def end(self):
        """Read until the program ends; return its exit status."""
        self._read_until(lambda: False, "the end", ends=True)
        return self.program.wait(MAX_S)

    def _read_until(self, reached, what, ends=False):
        while not reached():
            ready, _, _ = select.select([self._master], [], [], MAX_S)
            assert ready, f"no {what!r} within {MAX_S} s:\n{self.shown}"
            if not self._read():
                assert ends, f"the program ended without {what!r}:\n{self.shown}"
                return self.shown
        return self.shown

    def _read(self):
        try:
            data = os.read(self._master, 65536)
        except OSError:  # all ends are closed
            data = b""
        self.raw += data
        self._stream.feed(data)
        return data
