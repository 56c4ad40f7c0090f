"""Threads that lead what is stepped, on computers that have threads."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from underboard.web.table.room import GameThread

END_S = 10.0
"""Longest wait for a thread to end, s; chosen."""


class StepThread:
    """Calls ``step``, which returns the seconds until the next call, and at the end ``end``."""

    def __init__(
        self, step: Callable[[], float], name: str, end: Callable[[], object] = lambda: None
    ) -> None:
        self._step, self._end = step, end
        self._is_closed = False
        self._wake = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def wake(self) -> None:
        """Call ``step`` now."""
        self._wake.set()

    @property
    def is_alive(self) -> bool:
        """Whether ``step`` is called."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """End after the step that runs, without waiting for it."""
        self._is_closed = True
        self._wake.set()

    def close(self) -> None:
        """End after the step that runs."""
        self.stop()
        if self._thread.is_alive():
            self._thread.join(END_S)

    def _run(self) -> None:
        try:
            while not self._is_closed:
                self._wake.clear()
                if wait_s := self._step():
                    self._wake.wait(wait_s)
        finally:
            self._end()


class RoomThread:
    """Leads one room from ``open`` to ``close``."""

    def __init__(self, room: "GameThread") -> None:
        self._room = room
        self._ready: Future[None] = Future()
        self._thread = StepThread(self._step, "table", self._leave)

    def open(self) -> None:
        """Begin, and return when the board is met; raises what ``GameThread.step`` raises."""
        self._thread.start()
        self._ready.result()

    @property
    def is_alive(self) -> bool:
        """Whether the room is led."""
        return self._thread.is_alive

    def close(self) -> None:
        """End; the game stays on the board and in the records."""
        self._room.end()
        self._thread.close()

    def _step(self) -> float:
        try:
            wait_s = self._room.step(time.monotonic())
        except Exception as error:
            # Only before the first board is met: later failures are the room's.
            self._ready.set_exception(error)
            self._thread.stop()
            return 0.0
        if not self._ready.done():
            self._ready.set_result(None)
        return wait_s

    def _leave(self) -> None:
        self._room.end()
        self._room.step(time.monotonic())
