"""Threads, which lead what is stepped or work beside their caller."""

import sys
import threading
from collections.abc import Callable

HAS_THREADS = sys.platform != "emscripten"
"""False in a browser tab."""

END_S = 10.0
"""Longest wait for a thread to end, s; chosen."""


class Beside:
    """Work that is done beside its caller, from now on."""

    def __init__(self, work: Callable[[], object], name: str = "") -> None:
        self._thread = threading.Thread(target=work, name=name or None, daemon=True)
        self._thread.start()

    def is_over(self, wait_s: float | None = 0.0) -> bool:
        """Return True if the work is done; wait for that, at most ``wait_s``."""
        self._thread.join(wait_s)
        return not self._thread.is_alive()


class StepThread:
    """Calls ``step``, which returns the seconds until the next call, and at the end ``end``.

    ``trouble``: what ``step`` has raised; it is not called any more then.
    """

    def __init__(
        self, step: Callable[[], float], name: str, end: Callable[[], object] = lambda: None
    ) -> None:
        self._step, self._end, self._name = step, end, name
        self.trouble: Exception | None = None
        self._is_closed = False
        self._wake = threading.Event()
        self._thread: Beside | None = None

    def start(self) -> None:
        """Begin."""
        self._thread = Beside(self._run, self._name)

    def wake(self) -> None:
        """Call ``step`` now."""
        self._wake.set()

    @property
    def is_alive(self) -> bool:
        """Whether ``step`` is called."""
        return self._thread is not None and not self._thread.is_over()

    def stop(self) -> None:
        """End after the step that runs, without waiting for it."""
        self._is_closed = True
        self._wake.set()

    def close(self) -> None:
        """End after the step that runs."""
        self.stop()
        if self._thread:
            self._thread.is_over(END_S)

    def _run(self) -> None:
        try:
            while not self._is_closed:
                self._wake.clear()
                if wait_s := self._step():
                    self._wake.wait(wait_s)
        except Exception as error:
            self.trouble = error
        finally:
            self._end()
