"""A serial port as messages in and out; the only place that knows pyserial."""

import contextlib
import errno
import time
from collections.abc import Callable
from typing import Any

import serial

from boardcore.link.wire import LineReader, Message, encode
from underboard.texts.said import Said, reason_of
from underboard.trouble import Trouble

try:
    import termios

    _TERMIOS: tuple[type[BaseException], ...] = (termios.error,)
except ImportError:  # Windows
    _TERMIOS = ()

Transcript = Callable[[str, bytes], None]
"""Called with ``<`` (from the board) or ``>`` (to it) and the bytes."""

SLICE_S = 0.02
"""One wait for bytes; a longer one consists of several, so that Ctrl-C is heard."""
WRITE_S = 0.2
"""Time, s, after which a line that the board does not take is dropped; commands are repeated.
(Zero would be right, but pyserial 3.5 then spins for ever on a full buffer.)"""
READ_MOST = 4096

GONE: tuple[type[BaseException], ...] = (OSError, TypeError, *_TERMIOS)
"""Errors of pyserial when a port vanishes; TypeError if it vanishes in mid-call."""
NO_PORT: tuple[type[BaseException], ...] = (*GONE, ValueError)


class LinkClosed(Trouble):
    """A port that is gone, busy, not permitted, or was never there."""


class Link:
    """One open port: a device, a pseudo-terminal, or ``socket://host:port``.

    Raises LinkClosed, from any method, if there is none any more.
    """

    def __init__(self, url: str, transcript: Transcript | None = None) -> None:
        self.url = url
        self._transcript = transcript
        self._reader = LineReader()
        self._seq = 0
        self._cut: int | None = None
        """1 if the first line came in damaged: the port was opened in its middle; None before."""
        self._heard = False
        try:
            self._port: Any = serial.serial_for_url(
                url, timeout=SLICE_S, write_timeout=WRITE_S, do_not_open=True
            )
            if hasattr(self._port, "exclusive"):
                self._port.exclusive = True
            self._port.open()
        except NO_PORT as error:
            raise LinkClosed(_why_not(url, error)) from error
        # An empty line ends whatever half a line the board has of somebody before us.
        self._write(b"\n")

    @property
    def damaged(self) -> int:
        """Number of damaged lines received, but for the one in which the port was opened."""
        return self._reader.damaged - (self._cut or 0 if self._heard else 0)

    def poll(self, timeout_s: float = 0.0) -> list[Message]:
        """Return the messages that have come; wait for the first at most ``timeout_s``."""
        end = time.monotonic() + timeout_s
        while True:
            data = self._read(wait=timeout_s > 0)
            found = self._feed(data)
            if found or (not data and time.monotonic() >= end):
                return found

    def send(self, kind: str, *fields: object) -> None:
        """Send one message; waits for nobody."""
        line = encode(kind, self._seq, fields)
        self._seq = (self._seq + 1) & 0xFFFF
        self._write(line)

    def close(self) -> None:
        """Close the port."""
        with contextlib.suppress(*GONE):
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
        try:
            waiting = self._port.in_waiting
            if not waiting and not wait:
                return b""
            # socket:// tells only that there is something, not how much.
            data = self._port.read(min(max(waiting, 1), READ_MOST))
        except GONE as error:
            raise self._gone(error) from error
        if data and self._transcript:
            self._transcript("<", data)
        found: bytes = data
        return found

    def _write(self, data: bytes) -> None:
        try:
            self._port.write(data)
        except serial.SerialTimeoutException:
            return
        except GONE as error:
            raise self._gone(error) from error
        if self._transcript:
            self._transcript(">", data)

    def _gone(self, error: BaseException) -> LinkClosed:
        self.close()
        return LinkClosed("board on %s is gone: %s", self.url, _reason(error))


def _why_not(url: str, error: BaseException) -> Said:
    number = _number(error)
    text = str(error)
    if isinstance(error, ValueError) and not isinstance(error, OSError):
        return Said("'%s' is no port: %s", url, _reason(error))
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO) or "FileNotFoundError" in text:
        return Said("no port %s: plug the board in, then try 'underboard board list'", url)
    if number in (errno.EAGAIN, errno.EBUSY) or "exclusively" in text or "PermissionError" in text:
        return Said("port %s is busy: another program has it open; close that one first", url)
    if number in (errno.EACCES, errno.EPERM):
        return Said(
            "port %s may not be opened by you: join its group, often 'dialout', log in again", url
        )
    if url.startswith("socket://") or number in (errno.EINVAL, errno.ENOTTY, errno.EISDIR):
        return Said("%s cannot be opened as a serial port: %s", url, _reason(error))
    return Said("port %s cannot be opened: %s", url, _reason(error))


def _innermost(error: BaseException) -> BaseException:
    while isinstance(error, serial.SerialException) and error.__context__ is not None:
        error = error.__context__
    return error


def _number(error: BaseException) -> int | None:
    """Return the system's number of an error; termios has it as an argument only."""
    inner = _innermost(error)
    number = inner.args[0] if isinstance(inner, _TERMIOS) else getattr(inner, "errno", None)
    return number if isinstance(number, int) else None


def _reason(error: BaseException) -> Said:
    """Return the innermost reason, in few words."""
    inner = _innermost(error)
    if isinstance(inner, _TERMIOS):
        return reason_of(OSError(*inner.args))
    return reason_of(inner) if isinstance(inner, OSError) else Said(str(inner).rstrip(".").lower())
