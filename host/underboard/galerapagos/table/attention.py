"""While people think, whatever else is at the table is looked after."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from underboard.galerapagos.table.keyboard import Keyboard

LISTEN_S = 0.1


class InputLoop:
    """A keyboard beside which others are looked after: a board with pods, phones.

    Their side runs in a thread only while this one waits for a key, so the two never touch
    anything at the same time.
    """

    def __init__(self, keyboard: Keyboard, *listen: Callable[[float], None]) -> None:
        self.keyboard = keyboard
        self.listeners = list(listen)

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

    @property
    def woken(self) -> threading.Event:
        """Ends what is being asked."""
        return self.keyboard.woken

    def private(self) -> AbstractContextManager[None]:
        """Show nothing of what is typed."""
        return self.keyboard.private()

    def wait(self, seconds: float) -> bool:
        """Wait, at most until Enter is pressed; return True if it was."""
        with self._attending():
            return self.keyboard.wait(seconds)

    @contextmanager
    def _attending(self) -> Iterator[None]:
        over = threading.Event()
        trouble: list[Exception] = []

        def attend() -> None:
            try:
                while not over.is_set():
                    for listen in self.listeners:
                        listen(LISTEN_S)
            except Exception as error:
                trouble.append(error)

        thread = threading.Thread(target=attend, name="attend", daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()
        if trouble:
            raise trouble[0]
