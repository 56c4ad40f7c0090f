"""While people think, whatever else is at the table is looked after."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from underboard.drivers.keyboard import Keyboard
from underboard.drivers.thread import StepThread

LISTEN_S = 0.1
"""Longest wait for a board in one step, and between two steps, s; chosen."""


class InputLoop:
    """A keyboard beside which others are stepped: a board with pods, phones.

    Each of ``steps`` returns the seconds until its next call.  A thread calls them only while
    this one waits for a key, so the two never touch anything at the same time.
    """

    def __init__(self, keyboard: Keyboard, *steps: Callable[[], float]) -> None:
        self.keyboard = keyboard
        self.steps = list(steps)
        self._thread: StepThread | None = None

    def step_now(self) -> None:
        """Step all at once while a key is awaited; any thread may call this."""
        if thread := self._thread:
            thread.wake()

    def ask(self, text: str) -> str:
        """Ask one line."""
        with self._attending():
            return self.keyboard.ask(text)

    def ask_noting(self, text: str, note: Callable[[], object]) -> tuple[str, object]:
        """Ask one line; also return what ``note()`` says in the moment it was typed."""
        with self._attending():
            return self.keyboard.ask(text), note()

    def forget(self) -> None:
        """Drop what was typed and not sent yet."""
        if isinstance(self.keyboard, Keyboard):
            self.keyboard.forget()

    def wake(self) -> None:
        """End what is being asked."""
        self.keyboard.wake()

    def private(self) -> AbstractContextManager[None]:
        """Show nothing of what is typed."""
        return self.keyboard.private()

    def wait(self, seconds: float) -> bool:
        """Wait, at most until Enter is pressed; return True if it was."""
        with self._attending():
            return self.keyboard.wait(seconds)

    @contextmanager
    def _attending(self) -> Iterator[None]:
        thread = self._thread = StepThread(self._step, "attend")
        thread.start()
        try:
            yield
        finally:
            self._thread = None
            thread.close()
        if thread.trouble:
            raise thread.trouble

    def _step(self) -> float:
        return min((step() for step in self.steps), default=LISTEN_S)
