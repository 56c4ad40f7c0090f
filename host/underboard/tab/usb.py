"""The page's Web Serial port as a transport."""

from collections.abc import Callable
from typing import Any

from underboard.device.port import SerialLink
from underboard.device.transport import READ_SLICE_S, LinkClosed

URL = "usb"


class WebSerialPort:
    """One open port; its bytes come and go through the page.

    ``page`` has ``isOpen()``, ``waiting()``, ``take()``, ``arrived(ms)`` and ``write(bytes)``.
    ``wait`` lets the event loop run until a promise is kept, so reading may block here as on
    any computer (JavaScript Promise Integration).
    """

    def __init__(self, page: Any, wait: Callable[[Any], Any]) -> None:
        self._page, self._wait = page, wait
        self._bytes = bytearray()
        if not page.isOpen():
            raise LinkClosed("no board is connected: press Connect a board")

    @property
    def in_waiting(self) -> int:
        """Number of bytes that can be read without waiting."""
        self._take()
        return len(self._bytes)

    def read(self, size: int) -> bytes:
        """Return at most ``size`` bytes; wait for the first at most ``READ_SLICE_S``."""
        self._take()
        if not self._bytes:
            self._wait(self._page.arrived(int(1000 * READ_SLICE_S)))
            self._take()
        data = bytes(self._bytes[:size])
        del self._bytes[: len(data)]
        return data

    def write(self, data: bytes) -> None:
        """Send all bytes; raises LinkClosed if the port is gone."""
        self._check()
        self._page.write(data)

    def close(self) -> None:
        """Leave the port to the page, which closes it when another one is chosen."""

    def _take(self) -> None:
        if self._page.waiting():
            self._bytes += self._page.take()
        elif not self._bytes:
            self._check()

    def _check(self) -> None:
        if not self._page.isOpen():
            raise LinkClosed("the board is gone: its cable was pulled")


class UsbPort:
    """Opens the page's port; ``wait`` as for ``WebSerialPort``."""

    def __init__(self, page: Any, wait: Callable[[Any], Any]) -> None:
        self.page, self.wait = page, wait

    @property
    def is_open(self) -> bool:
        """Whether the page has an open port."""
        return bool(self.page.isOpen())

    def open_link(self) -> SerialLink:
        """Return a link over the port; raises LinkClosed while there is none."""
        return SerialLink(URL, open_port=lambda url: WebSerialPort(self.page, self.wait))
