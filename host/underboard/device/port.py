"""The lines of a board as messages, over whatever carries its bytes."""

import time
from collections.abc import Callable

from boardcore.link.wire import LineReader, Message, encode
from underboard.device.transport import Transport

Transcript = Callable[[str, bytes], None]
"""Called with ``<`` (from the board) or ``>`` (to it) and the bytes."""

MAX_READ = 4096
"""Largest number of bytes of one read; chosen."""


def open_serial(url: str) -> Transport:
    """Open a serial port of this computer; raises LinkClosed."""
    # Not at the top: pyserial needs an operating system with ports, which a browser is not.
    from underboard.device.serial_port import SerialPort

    return SerialPort(url)


class SerialLink:
    """One open port that speaks in messages.

    ``url`` names it: for pyserial a device, a pseudo-terminal, or ``socket://host:port``.
    ``clock``: the time that passes while the transport waits, in s.  Raises LinkClosed, from
    any method, once the port is gone.
    """

    def __init__(
        self,
        url: str,
        transcript: Transcript | None = None,
        open_port: Callable[[str], Transport] = open_serial,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.url = url
        self._transcript = transcript
        self._clock = clock
        self._reader = LineReader()
        self._seq = 0
        self._cut: int | None = None
        """1 if the first line came in damaged: the port was opened in its middle; None before."""
        self._heard = False
        self._port = open_port(url)
        # An empty line ends whatever half a line the board has of somebody before us.
        self._write(b"\n")

    @property
    def damaged(self) -> int:
        """Number of damaged lines received, but for the one in which the port was opened."""
        return self._reader.damaged - (self._cut or 0 if self._heard else 0)

    def poll(self, timeout_s: float = 0.0) -> list[Message]:
        """Return the messages that have come; wait for the first at most ``timeout_s``."""
        end = self._clock() + timeout_s
        while True:
            data = self._read(wait=timeout_s > 0)
            found = self._feed(data)
            if found or (not data and self._clock() >= end):
                return found

    def send(self, kind: str, *fields: object) -> None:
        """Send one message; waits for nobody."""
        line = encode(kind, self._seq, fields)
        self._seq = (self._seq + 1) & 0xFFFF
        self._write(line)

    def close(self) -> None:
        """Close the port."""
        self._port.close()

    def _feed(self, data: bytes) -> list[Message]:
        found: list[Message] = []
        first = data.find(b"\n") + 1
        if self._cut is None and first:
            found = self._reader.feed(data, first)
            self._cut = self._reader.damaged
            data = data[first:]
        found += self._reader.feed(data, len(data))
        self._heard = self._heard or bool(found)
        return found

    def _read(self, wait: bool) -> bytes:
        waiting = self._port.in_waiting
        if not waiting and not wait:
            return b""
        data = self._port.read(min(max(waiting, 1), MAX_READ))
        if data and self._transcript:
            self._transcript("<", data)
        return data

    def _write(self, data: bytes) -> None:
        self._port.write(data)
        if self._transcript:
            self._transcript(">", data)
