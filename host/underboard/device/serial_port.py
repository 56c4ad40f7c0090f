"""A serial port of this computer as a transport: the only home of pyserial."""

import contextlib
import errno

import serial

from underboard.device.transport import READ_SLICE_S, LinkClosed
from underboard.texts.lazy import LazyText, reason_of

try:
    import termios

    _TERMIOS: tuple[type[BaseException], ...] = (termios.error,)
except ImportError:  # Windows
    _TERMIOS = ()

WRITE_S = 0.2
"""Time, s, after which a line that the board does not take is dropped; commands are repeated.
(Zero would be right, but pyserial 3.5 then spins for ever on a full buffer.)"""
MAX_SOCKET = 4096
"""Number of bytes read at once from a socket; chosen, some 80 lines."""

GONE: tuple[type[BaseException], ...] = (OSError, TypeError, *_TERMIOS)
"""Errors of pyserial when a port vanishes; TypeError if it vanishes in mid-call."""
NO_PORT: tuple[type[BaseException], ...] = (*GONE, ValueError)


class SerialPort:
    """A device, a pseudo-terminal, or ``socket://host:port``."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._is_socket = url.startswith("socket://")
        try:
            self._port = serial.serial_for_url(
                url, timeout=READ_SLICE_S, write_timeout=WRITE_S, do_not_open=True
            )
            if hasattr(self._port, "exclusive"):
                self._port.exclusive = True
            self._port.open()
        except NO_PORT as error:
            raise LinkClosed(why_closed(url, error)) from error

    @property
    def in_waiting(self) -> int:
        """Number of bytes that have come; of a socket, which tells only that some have, many."""
        try:
            waiting: int = self._port.in_waiting
        except GONE as error:
            raise self._gone(error) from error
        return MAX_SOCKET if waiting and self._is_socket else waiting

    def read(self, size: int) -> bytes:
        """Return at most ``size`` bytes; wait for the first at most ``READ_SLICE_S``."""
        try:
            if self._is_socket:
                # With a timeout pyserial would wait for all of them.
                self._port.timeout = READ_SLICE_S if size == 1 else 0
            return self._port.read(size)
        except GONE as error:
            raise self._gone(error) from error

    def write(self, data: bytes) -> None:
        """Send; drop what the board does not take in time."""
        try:
            self._port.write(data)
        except serial.SerialTimeoutException:
            return
        except GONE as error:
            raise self._gone(error) from error

    def close(self) -> None:
        """Close the port."""
        with contextlib.suppress(*GONE):
            self._port.close()

    def _gone(self, error: BaseException) -> LinkClosed:
        self.close()
        return LinkClosed("board on %s is gone: %s", self._url, _reason(error))


def why_closed(url: str, error: BaseException) -> LazyText:
    """Return the sentence for a port that cannot be opened."""
    number = _number(error)
    text = str(error)
    if isinstance(error, ValueError) and not isinstance(error, OSError):
        return LazyText("'%s' is not a port: %s", url, _reason(error))
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO) or "FileNotFoundError" in text:
        return LazyText("no port %s: plug the board in, then try 'underboard board list'", url)
    if number in (errno.EAGAIN, errno.EBUSY) or "exclusively" in text or "PermissionError" in text:
        return LazyText("port %s is busy: another program has it open; close that one first", url)
    if number in (errno.EACCES, errno.EPERM):
        return LazyText(
            "port %s may not be opened by you: join its group, often 'dialout', log in again", url
        )
    if url.startswith("socket://") or number in (errno.EINVAL, errno.ENOTTY, errno.EISDIR):
        return LazyText("%s cannot be opened as a serial port: %s", url, _reason(error))
    return LazyText("port %s cannot be opened: %s", url, _reason(error))


def _innermost(error: BaseException) -> BaseException:
    while isinstance(error, serial.SerialException) and error.__context__ is not None:
        error = error.__context__
    return error


def _number(error: BaseException) -> int | None:
    """Return the system's number of an error; termios has it as an argument only."""
    inner = _innermost(error)
    number = inner.args[0] if isinstance(inner, _TERMIOS) else getattr(inner, "errno", None)
    return number if isinstance(number, int) else None


def _reason(error: BaseException) -> LazyText:
    """Return the innermost reason, in few words."""
    inner = _innermost(error)
    if isinstance(inner, _TERMIOS):
        return reason_of(OSError(*inner.args))
    return (
        reason_of(inner) if isinstance(inner, OSError) else LazyText(str(inner).rstrip(".").lower())
    )
