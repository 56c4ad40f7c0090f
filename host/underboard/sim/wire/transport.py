"""The serial line between the simulated board and any program on this computer.

A pseudo-terminal where there are some, else a socket on the loopback interface.  The
program at the other end opens ``url`` with pyserial, exactly as it opens a real board.
"""

import contextlib
import os
import random
import select
import socket
import time
from pathlib import Path

from underboard.errors import UnderboardError
from underboard.sim.faults import Faults
from underboard.texts.lazy import reason_of

try:
    import tty
except ImportError:  # Windows
    tty = None  # type: ignore[assignment]

HAS_PTY = tty is not None and hasattr(os, "openpty")


class PtyTransport:
    """A pseudo-terminal; ``link`` is a name for it that stays the same after replugging."""

    def __init__(self, link: Path | None = None) -> None:
        self._link = link
        self._master = -1
        self._poll = select.poll()
        self.url = ""
        self.connected = False
        self.plug()

    @property
    def plugged(self) -> bool:
        """Return whether the cable is in."""
        return self._master >= 0

    def plug(self) -> None:
        """Put the cable in: the computer sees a port (a new one, under the same link)."""
        if self.plugged:
            return
        self._master, slave = os.openpty()
        # Without this, what the board sends before the program has set up its side
        # would come back as if the program had typed it.
        tty.setraw(slave)
        name = os.ttyname(slave)
        # Closed, so that the master can tell whether somebody has the port open.
        os.close(slave)
        os.set_blocking(self._master, False)
        self._poll.register(self._master, select.POLLIN)
        self.url = name
        if self._link:
            if self._link.is_symlink():
                self._link.unlink()
            elif self._link.exists():
                raise UnderboardError(
                    "%s is there already and no link: choose another name", self._link
                )
            try:
                self._link.symlink_to(name)
            except OSError as error:
                raise UnderboardError(
                    "cannot write to %s: %s", self._link.parent, reason_of(error)
                ) from None
            self.url = str(self._link)

    def unplug(self) -> None:
        """Pull the cable out: the port vanishes under the program that has it open."""
        if not self.plugged:
            return
        self._poll.unregister(self._master)
        os.close(self._master)
        self._master = -1
        self.connected = False
        if self._link:
            with contextlib.suppress(OSError):
                self._link.unlink()

    def read(self, most: int) -> bytes:
        """Return what the computer has sent, at most ``most`` bytes; sets ``connected``."""
        if self._master < 0:
            return b""
        happened = self._poll.poll(0)
        if not happened:
            self.connected = True
            return b""
        flags = happened[0][1]
        self.connected = not flags & select.POLLHUP
        if not flags & select.POLLIN or not most:
            return b""
        with contextlib.suppress(OSError):
            return os.read(self._master, most)
        return b""

    def write(self, data: bytes) -> int:
        """Send; return how many bytes the computer's buffers took."""
        if self._master < 0 or not self.connected:
            return 0
        try:
            return os.write(self._master, data)
        except OSError:  # full: the program does not read
            return 0

    def wait(self, seconds: float) -> None:
        """Wait ``seconds``, or until the computer has sent something."""
        if self.connected:
            self._poll.poll(seconds * 1000)
        else:
            time.sleep(seconds)

    close = unplug


class SocketTransport:
    """A socket on loopback, for systems without pseudo-terminals; same verbs."""

    def __init__(self, link: Path | None = None) -> None:
        if link:
            raise UnderboardError("--link needs pseudo-terminals, and this system has none")
        self._port = 0
        self._listener: socket.socket | None = None
        self._peer: socket.socket | None = None
        self.url = ""
        self.plug()

    @property
    def plugged(self) -> bool:
        """Return whether the cable is in."""
        return self._listener is not None

    @property
    def connected(self) -> bool:
        """Return True if a program has the port open."""
        return self._peer is not None

    def plug(self) -> None:
        """Put the cable in."""
        if self._listener:
            return
        self._listener = socket.socket()
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._listener.bind(("127.0.0.1", self._port))
        self._listener.listen(1)
        self._listener.setblocking(False)
        self._port = self._listener.getsockname()[1]
        self.url = f"socket://127.0.0.1:{self._port}"

    def unplug(self) -> None:
        """Pull the cable out."""
        self._hang_up()
        if self._listener:
            self._listener.close()
            self._listener = None

    def read(self, most: int) -> bytes:
        """Return what the computer has sent, at most ``most`` bytes."""
        if self._peer is None and self._listener:
            with contextlib.suppress(BlockingIOError):
                self._peer = self._listener.accept()[0]
                self._peer.setblocking(False)
                self._peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self._peer is None or not most:
            return b""
        try:
            data = self._peer.recv(most)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._hang_up()
        return data

    def write(self, data: bytes) -> int:
        """Send; return how many bytes the computer's buffers took."""
        if self._peer is None:
            return 0
        try:
            return self._peer.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            self._hang_up()
            return 0

    def wait(self, seconds: float) -> None:
        """Wait ``seconds``, or until the computer has sent something."""
        if self._peer is None:
            time.sleep(seconds)
        else:
            select.select([self._peer], [], [], seconds)

    def _hang_up(self) -> None:
        if self._peer:
            self._peer.close()
            self._peer = None

    close = unplug


class NullTransport:
    """A cable whose other end lies in this process: for tests, and a board without USB.

    ``connected``: somebody has the port open; ``reads``: how many bytes they still take
    (None: all); ``sent``: what they got; ``typed``: what they have sent.
    """

    url = ""
    plugged = True

    def __init__(self) -> None:
        self.connected = False
        self.reads: int | None = None
        self.sent = bytearray()
        self.typed = bytearray()

    def read(self, most: int) -> bytes:
        """Return what was typed, at most ``most`` bytes."""
        data = bytes(self.typed[:most])
        del self.typed[: len(data)]
        return data

    def write(self, data: bytes) -> int:
        """Take bytes as long as a program reads."""
        if not self.connected:
            return 0
        count = len(data) if self.reads is None else min(self.reads, len(data))
        if self.reads is not None:
            self.reads -= count
        self.sent += data[:count]
        return count

    def plug(self) -> None:
        """Put the cable in."""
        self.plugged = True

    def unplug(self) -> None:
        """Pull the cable out."""
        self.plugged = self.connected = False

    def wait(self, seconds: float) -> None:
        """Return at once, because the other end acts between two loop iterations."""

    close = unplug


def open_cable(link: Path | None = None) -> PtyTransport | SocketTransport:
    """Return the kind of cable that this system has."""
    return PtyTransport(link) if HAS_PTY else SocketTransport(link)


class Noise:
    """Loses, doubles and flips bytes, as often as the faults say."""

    def __init__(self, faults: Faults, seed: int) -> None:
        self._faults = faults
        # Not the world's: how the bytes fall into pieces must not change the hands.
        self._random = random.Random(f"{seed} cable")

    def __call__(self, data: bytes) -> bytes:
        """Return what arrives of ``data``."""
        faults = self._faults
        if not faults.lost and not faults.doubled and not faults.flipped:
            return data
        lost, flipped, doubled = faults.lost, faults.flipped, faults.doubled
        random = self._random.random
        arrives = bytearray()
        for byte in data:
            if random() < lost:
                continue
            if random() < flipped:
                byte ^= 1 << self._random.randrange(8)
            arrives.append(byte)
            if random() < doubled:
                arrives.append(byte)
        return bytes(arrives)
