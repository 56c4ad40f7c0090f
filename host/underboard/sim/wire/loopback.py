"""The cable between a harness and a host in one process, with everything that can break.

Board, cable and host share the simulated clock: waiting for a line is what lets time
pass, so a test of ten minutes of play takes a second and never sleeps.
"""

from collections.abc import Callable
from typing import Any

from boardio.firmware import INBOX
from underboard.device.port import SerialLink
from underboard.device.transport import LinkClosed
from underboard.sim.faults import Faults
from underboard.sim.mcu.nvm import PowerCut
from underboard.sim.wire.transport import Noise

BUFFER = 320
"""Bytes that a board's port buffers while the host does not read (firmware/docs/circuitpython.md,
section 2)."""
STEP_MS = 20
"""Time of one step of both sides, ms; chosen."""
NEVER = -1
"""Code of no time; chosen."""


class LoopbackTransport:
    """A cable.  ``harness`` has ``table`` and ``step(ms)``; it may be exchanged (a restart).

    ``faults``: rates of lost, doubled and flipped bytes, in both directions.  ``stalled``: the
    host has the port open and does not read.  ``pull_after``: number of bytes in both
    directions after which the cable comes out; ``passed``: number so far.  ``every_turn`` is
    called after each turn of the board's loop; ``power_failed`` when the power fails during a
    write, to restore it.
    """

    url = "loop"

    def __init__(self, harness: Any, faults: Faults | None = None, seed: int = 0) -> None:
        self.harness = harness
        self.noise = Noise(faults or Faults(), seed)
        self.stalled = False
        self.plugged = True
        self.pull_after = NEVER
        self.passed = 0
        self.now_ms = 0
        self.power_failed: Callable[[], None] | None = None
        self.every_turn: Callable[[], None] = lambda: None
        self.link: LoopPort | None = None
        self.from_board = bytearray()
        self.to_board = bytearray()

    def clock(self) -> float:
        """Return the simulated time in seconds."""
        return self.now_ms / 1000

    def sleep(self, seconds: float) -> None:
        """Advance the simulated time."""
        end = self.now_ms + max(int(seconds * 1000), STEP_MS)
        while self.now_ms < end:
            self.step()

    def open(self) -> SerialLink:
        """Open the port; raises LinkClosed if the cable is out or another has it open."""
        return SerialLink(self.url, open_port=self._open_port, clock=self.clock)

    def _open_port(self, url: str) -> "LoopPort":
        if not self.plugged:
            raise LinkClosed("no port loop: the cable is out")
        if self.link is not None:
            raise LinkClosed("port loop is busy: another program has it open")
        self.link = LoopPort(self)
        return self.link

    def pull(self) -> None:
        """Pull the cable out; what is on its way is lost."""
        self.plugged = False
        self.hang_up()
        self.to_board.clear()

    def plug(self) -> None:
        """Put the cable back in."""
        self.plugged = True

    def hang_up(self) -> None:
        """Close the host's port, as when its program dies; bytes already sent still arrive."""
        self.link = None
        self.from_board.clear()

    def step(self) -> None:
        """One turn of the board's loop, bytes carried both ways."""
        self.now_ms += STEP_MS
        try:
            self._turn()
        except PowerCut:
            if self.power_failed is None:
                raise
            # A board without power has no port either.
            self.pull()
            self.plug()
            self.power_failed()

    def _turn(self) -> None:
        table = self.harness.table
        if self.to_board and self.plugged:
            data = bytes(self.to_board[:INBOX])
            del self.to_board[: len(data)]
            data = self.noise(self._pass(data))
            table.receive(data, len(data))
        self.harness.step(STEP_MS)
        session = self.harness.table.link
        room = BUFFER - len(self.from_board)
        count = min(session.out_end - session.out_start, room)
        if count > 0 and self.link is not None:
            data = bytes(session.out[session.out_start : session.out_start + count])
            # The board cannot tell whether the cable was cut in mid-line.
            session.sent(count)
            link, before = self.link, bytes(self.from_board)
            data = self.noise(self._pass(data))
            if self.plugged:
                self.from_board += data
            else:
                link.last_words = before + data
        self.every_turn()

    def _pass(self, data: bytes) -> bytes:
        """Count bytes; pull the cable when it is time and return what went before."""
        if self.pull_after != NEVER and self.passed + len(data) >= self.pull_after:
            data = data[: self.pull_after - self.passed]
            self.pull_after = NEVER
            # What the host's system has already, its program can still read.
            if self.link is not None:
                self.link.last_words = bytes(self.from_board)
            self.pull()
        self.passed += len(data)
        return data


class LoopPort:
    """The host's end of the cable, as a ``Transport``: to wait lets simulated time pass."""

    def __init__(self, loop: LoopbackTransport) -> None:
        self.last_words = b""
        """Bytes that had arrived when the cable came out."""
        self._loop = loop

    @property
    def in_waiting(self) -> int:
        """Number of bytes that have arrived; raises LinkClosed when the cable is out."""
        if self.last_words:
            return len(self.last_words)
        self._check()
        return 0 if self._loop.stalled else len(self._loop.from_board)

    def read(self, size: int) -> bytes:
        """Return what has arrived, at most ``size``; pass one step of time if nothing has."""
        if not self.in_waiting:
            self._loop.step()
        data = self.last_words[:size] or bytes(self._loop.from_board[: min(size, self.in_waiting)])
        if self.last_words:
            self.last_words = self.last_words[size:]
        else:
            del self._loop.from_board[: len(data)]
        return data

    def write(self, data: bytes) -> None:
        """Send."""
        self._check()
        self._loop.to_board += data

    def close(self) -> None:
        """Close the port."""
        if self._loop.link is self:
            self._loop.hang_up()

    def _check(self) -> None:
        if self._loop.link is not self:
            raise LinkClosed("board on loop is gone: the cable was pulled")
