"""The cable between a harness and a host in one process, with everything that can break.

Board, cable and host share the simulated clock: waiting for a line is what lets time
pass, so a test of ten minutes of play takes a second and never sleeps.
"""

import math
from collections.abc import Callable
from typing import Any

from boardcore.link.wire import LineReader, Message, encode
from boardio.firmware import INBOX
from underboard.device.port import LinkClosed
from underboard.sim.faults import Faults
from underboard.sim.mcu.nvm import PowerCut
from underboard.sim.wire.cable import Noise

BUFFER = 320
"""Bytes that a board's port buffers while the host does not read (firmware/docs/circuitpython.md,
section 5)."""
STEP_MS = 20
NEVER = -1


class Loop:
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
        self.link: LoopLink | None = None
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

    def open(self) -> "LoopLink":
        """Open the port; raises LinkClosed if the cable is out or another has it open."""
        if not self.plugged:
            raise LinkClosed("no port loop: the cable is out")
        if self.link is not None:
            raise LinkClosed("port loop is busy: another program has it open")
        self.link = LoopLink(self)
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
        talk = self.harness.table.talk
        room = BUFFER - len(self.from_board)
        count = min(talk.out_end - talk.out_start, room)
        if count > 0 and self.link is not None:
            data = bytes(talk.out[talk.out_start : talk.out_start + count])
            # The board cannot tell whether the cable was cut in mid-line.
            talk.sent(count)
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


class LoopLink:
    """The host's end, with the verbs of ``underboard.device.port.Link``."""

    def __init__(self, loop: Loop) -> None:
        self.url = loop.url
        self.last_words = b""
        self._loop = loop
        self._reader = LineReader()
        self._seq = 0

    @property
    def damaged(self) -> int:
        """Number of damaged lines received."""
        return self._reader.damaged

    def poll(self, timeout_s: float = 0.0) -> list[Message]:
        """Return the messages that have come; let time pass until one has."""
        loop = self._loop
        end = loop.now_ms + math.ceil(timeout_s * 1000)
        while True:
            data = self._arrived()
            found = self._reader.feed(data, len(data)) if data else []
            if found or loop.now_ms >= end:
                return found
            loop.step()

    def send(self, kind: str, *fields: object) -> None:
        """Send one message."""
        self._check()
        self._loop.to_board += encode(kind, self._seq, fields)
        self._seq = (self._seq + 1) & 0xFFFF

    def close(self) -> None:
        """Close the port."""
        if self._loop.link is self:
            self._loop.hang_up()

    def _arrived(self) -> bytes:
        if self.last_words:
            data, self.last_words = self.last_words, b""
            return data
        self._check()
        if self._loop.stalled:
            return b""
        data = bytes(self._loop.from_board)
        self._loop.from_board.clear()
        return data

    def _check(self) -> None:
        if self._loop.link is not self:
            raise LinkClosed("board on loop is gone: the cable was pulled")
