"""The board's end of the data port, with the limits of the real one.

Source: firmware/docs/circuitpython.md, section 2 "USB serial".
"""

from collections.abc import Callable
from typing import Any

FIFO = 256
"""Length of the buffer to the computer, bytes (firmware/docs/circuitpython.md, 2)."""
ENDPOINT = 64
"""Length of a packet, bytes (firmware/docs/circuitpython.md, 2)."""
WAIT_MS = 1
"""Time of one step of a write that waits, ms; chosen, a frame of USB."""
FOR_EVER_MS = 600_000
"""A board would hang; the simulator says so after ten minutes of its time."""


class Serial:
    """A stand-in for ``usb_cdc.data`` of a board."""

    def __init__(self, pico: Any) -> None:
        self._pico = pico
        self.timeout: float | None = None
        self.write_timeout: float | None = None
        self._received = bytearray()
        self._fifo = bytearray()
        self._endpoint = bytearray()
        # Since the last whole second, for who must wait for the computer.
        self.spoke = False
        self.heard = False

    @property
    def connected(self) -> bool:
        """Return whether a program has the port open."""
        return bool(self._pico.cable.connected)

    @property
    def in_waiting(self) -> int:
        """Return how many bytes can be read at once."""
        return len(self._received)

    @property
    def out_waiting(self) -> int:
        """Return how many bytes wait in the FIFO."""
        return len(self._fifo)

    def read(self, size: int = 1) -> bytes:
        """Return at most ``size`` bytes, waiting for them as ``timeout`` says."""
        buffer = bytearray(size)
        return bytes(buffer[: self.readinto(buffer)])

    def readinto(self, buffer: bytearray) -> int:
        """Fill ``buffer``, waiting as ``timeout`` says; return how many bytes came."""
        self._wait(lambda: len(self._received) >= len(buffer), self.timeout)
        count = min(len(buffer), len(self._received))
        buffer[:count] = self._received[:count]
        del self._received[:count]
        return count

    def write(self, data: bytes) -> int:
        """Send; return how many bytes were taken within ``write_timeout``."""
        data = bytes(data)
        taken = self._take(data)
        if taken < len(data):
            self.pump()
            taken += self._take(data[taken:])

        def all_taken() -> bool:
            nonlocal taken
            taken += self._take(data[taken:])
            return taken == len(data)

        self._wait(all_taken, self.write_timeout)
        return taken

    def flush(self) -> None:
        """Wait until everything has left the board."""
        self._wait(lambda: not self._fifo and not self._endpoint, self.write_timeout)

    def reset_input_buffer(self) -> None:
        """Forget what has come."""
        self._received.clear()

    def reset_output_buffer(self) -> None:
        """Forget what has not gone yet."""
        self._fifo.clear()

    def pump(self) -> None:
        """Transfer bytes in both directions."""
        pico = self._pico
        faults = pico.world.faults
        came = pico.cable.read(FIFO - len(self._received))
        if came:
            # A doubled byte may not fit: then it is lost, as with any full buffer.
            self._received += pico.noise(came)[: FIFO - len(self._received)]
            self.heard = True
        if faults.stalled or not pico.cable.connected:
            return
        while self._endpoint or self._fifo:
            self._fill_endpoint()
            chunk = bytes(self._endpoint)
            if faults.pull_after >= 0:
                chunk = chunk[: max(0, faults.pull_after - pico.bytes_sent)]
            sent = pico.cable.write(pico.noise(chunk)) if chunk else 0
            if faults.lost or faults.doubled or faults.flipped:
                sent = len(chunk)
            del self._endpoint[:sent]
            pico.bytes_sent += sent
            self.spoke = self.spoke or sent > 0
            if 0 <= faults.pull_after <= pico.bytes_sent:
                faults.pull_after = -1
                self.hang_up()
                pico.pull_cable(faults.pulled_ms)
                return
            if sent < ENDPOINT and self._endpoint:
                return

    def hang_up(self) -> None:
        """The cable is out: what was on its way is lost."""
        self._endpoint.clear()
        self._fifo.clear()
        self._received.clear()
        self.spoke = self.heard = False

    def _fill_endpoint(self) -> None:
        if not self._endpoint and self._fifo:
            self._endpoint += self._fifo[:ENDPOINT]
            del self._fifo[:ENDPOINT]

    def _take(self, data: bytes) -> int:
        taken = 0
        while taken < len(data):
            if not self._pico.cable.connected and len(self._fifo) >= FIFO:
                # Nobody has the port open: the oldest bytes make room.
                del self._fifo[: len(self._fifo) - FIFO + len(data) - taken]
            piece = data[taken : taken + FIFO - len(self._fifo)]
            if not piece:
                break
            self._fifo += piece
            taken += len(piece)
            if self._pico.cable.connected:
                self._fill_endpoint()
        return taken

    def _wait(self, done: Callable[[], object], timeout: float | None) -> None:
        """Wait in simulated time; the keys go on being scanned, as on a board."""
        if done():
            return
        limit_ms = FOR_EVER_MS if timeout is None else 1000 * timeout
        end_ms = self._pico.world.now_ms + limit_ms
        while self._pico.world.now_ms < end_ms:
            self._pico.idle(WAIT_MS)
            if done():
                return
        if timeout is None:
            raise RuntimeError("the firmware waits for the computer for ever: no timeout is set")
