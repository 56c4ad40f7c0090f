"""A thread that leads a room step by step, on computers that have threads."""

import threading
import time
from concurrent.futures import Future

from underboard.web.table.room import Room

END_S = 10.0
"""Longest wait for the thread to end, s; chosen."""


class RoomThread:
    """Leads one room from ``open`` to ``close``."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._stop = threading.Event()
        self._ready: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    def open(self) -> None:
        """Begin, and return when the board is met; raises what ``Room.step`` raises."""
        self._thread.start()
        self._ready.result()

    @property
    def is_alive(self) -> bool:
        """Whether the room is led."""
        return self._thread.is_alive()

    def close(self) -> None:
        """End; the game stays on the board and in the records."""
        self._room.end()
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(END_S)

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                wait_s = self._room.step(time.monotonic())
                if not self._ready.done():
                    self._ready.set_result(None)
                if wait_s:
                    self._stop.wait(wait_s)
        except Exception as error:
            # Only before the first board is met: later failures are the room's.
            self._ready.set_exception(error)
        finally:
            self._room.end()
            self._room.step(time.monotonic())
