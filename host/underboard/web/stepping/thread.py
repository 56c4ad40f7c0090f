"""The thread that leads a room, on computers that have threads."""

import time
from concurrent.futures import Future
from typing import TYPE_CHECKING

from underboard.drivers.thread import StepThread

if TYPE_CHECKING:
    from underboard.web.table.game_thread import GameThread


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
