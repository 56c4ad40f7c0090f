"""Interface of a transport of bytes to one board, and the error once it is gone."""

from typing import Protocol

from underboard.errors import UnderboardError

READ_SLICE_S = 0.02
"""Longest single wait for bytes, s; a longer one is several, so that Ctrl-C is received."""


class LinkClosed(UnderboardError):
    """A port that is gone, busy, not permitted, or was never there."""


class Transport(Protocol):
    """An open port that carries the bytes of one board.

    Implementations: ``SerialPort`` (pyserial), ``LoopPort`` (a simulated board in this program),
    ``WebSerialPort`` (a browser's port).  Each method raises LinkClosed once the port is gone.
    """

    @property
    def in_waiting(self) -> int:
        """Number of bytes that can be read without waiting."""

    def read(self, size: int) -> bytes:
        """Return at most ``size`` bytes; wait for the first at most ``READ_SLICE_S``."""

    def write(self, data: bytes) -> None:
        """Send all bytes, or drop them where the board does not take them."""

    def close(self) -> None:
        """Give the port back."""
