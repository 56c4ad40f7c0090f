"""Link: a serial port as messages in and out; the only place that knows pyserial."""

from collections.abc import Callable

from boardcore.wire import Message
from underboard.trouble import Trouble

Transcript = Callable[[str, bytes], None]
"""Called with ``<`` (from the board) or ``>`` (to it) and the bytes."""


class LinkClosed(Trouble):
    """A port that is gone, busy, not permitted, or was never there."""


class Link:
    """One open port.  Raises LinkClosed, from any method, if there is none any more."""

    def __init__(self, url: str, transcript: Transcript | None = None) -> None:
        self.url = url
        raise NotImplementedError

    def poll(self, timeout_s: float = 0.0) -> list[Message]:
        """Return the messages that have come; wait for the first at most so long."""
        raise NotImplementedError

    def send(self, kind: str, *fields: object) -> None:
        """Send one message; never waits."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the port."""
        raise NotImplementedError
