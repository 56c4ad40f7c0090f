"""Keyboard: lines that a person types, or a pipe brings, without waiting for them."""

import queue
import sys
import threading
from collections.abc import Iterable


class Keyboard:
    """Collects lines in a thread of its own: on no other way can every system's console wait
    while the board goes on."""

    def __init__(self, lines: Iterable[str] | None = None) -> None:
        self._source = sys.stdin if lines is None else lines
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
        for line in self._source:
            self._queue.put(line.strip())
        self._queue.put(None)
