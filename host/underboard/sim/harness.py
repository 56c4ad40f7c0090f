"""A table, a world and a clock in one process, a thousand times faster than real time."""

from collections import deque
from typing import Any

from boardcore.games import table_of
from boardcore.layout.layout import Layout
from boardcore.link.identity import Identity
from boardcore.ticks import ticks_add
from boardio.hall_scan import PAUSE
from underboard.sim.mcu.nvm import PowerCut
from underboard.sim.world import World

START_MS = (1 << 29) - 65000
"""The board's clock wraps about 65 s after power-on (firmware/docs/circuitpython.md, section 2)."""
STEP_MS = 20
NVM_BYTES = 3840
"""Length of the simulated non-volatile memory, bytes; chosen, as firmware uses of a Pico's."""


class MemoryStore:
    """A store in memory that behaves like flash: erased 0xFF, appended in place.

    ``cut_after``: bytes after which the power fails in the middle of a write (``PowerCut``);
    -1: never.
    """

    def __init__(self, image: bytes = b"", size: int = NVM_BYTES) -> None:
        self.size = size
        self.calibration = b""
        self.image = bytearray(image or b"\xff" * size)
        self.cut_after = -1
        self.written = 0
        self.erases = 0

    def read(self, start: int, end: int) -> bytes:
        """Return the bytes from ``start`` up to ``end``."""
        return bytes(self.image[start:end])

    def load_cal(self) -> bytes:
        """Return the calibration."""
        return self.calibration

    def save_cal(self, data: bytes) -> None:
        """Write the calibration."""
        self.calibration = bytes(data)

    def append(self, at: int, data: bytes) -> None:
        """Program erased bytes."""
        assert all(byte == 0xFF for byte in self.image[at : at + len(data)]), "not erased"
        self._write(at, data)

    def rewrite(self, data: bytes) -> None:
        """Erase everything, then program."""
        self.erases += 1
        self.image[:] = b"\xff" * self.size
        self._write(0, data)

    def _write(self, at: int, data: bytes) -> None:
        for i, byte in enumerate(bytes(data)):
            if self.cut_after == 0:
                raise PowerCut
            self.cut_after -= 1
            self.written += 1
            self.image[at + i] = byte


class Harness:
    """One board in one process; ``step`` passes ``STEP_MS`` of simulated time.

    ``chance``: number of this start alone, from which its games have their names.
    """

    def __init__(
        self,
        layout: Layout,
        world: World,
        store: Any = None,
        boots: int = 1,
        chance: int = 0,
        **settings: Any,
    ) -> None:
        self.layout = layout
        self.world = world
        self.store = store or MemoryStore()
        self.ticks = START_MS
        self.received = bytearray()
        identity = Identity("simulated", "test", boots, "power-on")
        identity.chance = chance
        self.table = table_of(layout)(layout, self.store, identity, self.ticks, **settings)
        self._held: set[str] = set()
        self._presses: deque[tuple[int, bool]] = deque()
        self._version = self._pressed = -1
        self._scanned_ms = 0.0
        self._pauses = 0

    def step(self, ms: int = STEP_MS) -> None:
        """Advance the time, run a loop iteration like ``boardio.firmware``, show the pixels."""
        world, table = self.world, self.table
        end_ms = world.now_ms + ms
        while world.now_ms < end_ms:
            world.advance_to(min(world.now_ms + STEP_MS, end_ms))
            self._scan_buttons()
        self.ticks = ticks_add(self.ticks, ms)
        while self._presses and not table.bytes_received:
            number, down = self._presses.popleft()
            table.button(number, down, self.ticks)
        if not table.had_input:
            self._read_sensors()
        table.step(self.ticks)
        if table.colours != world.colours:
            world.show(table.colours)

    def _scan_buttons(self) -> None:
        """Queue what buttons do, as ``keypad`` does: no iteration is too slow for a press."""
        if self.world.version == self._pressed:
            return
        self._pressed = self.world.version
        for number, name in enumerate(self.world.button_names):
            down = self.world.held(name)
            if down != (name in self._held):
                (self._held.add if down else self._held.discard)(name)
                self._presses.append((number, down))

    def _read_sensors(self) -> None:
        world, table = self.world, self.table
        if world.plate is not None:
            self._weigh()
        elif table.bank is not None:
            self._scan_halls()
        if world.version != self._version:
            self._version = world.version
            for sensor in range(world.sensors):
                table.readings[sensor] = world.closed(sensor)

    def _weigh(self) -> None:
        """Pass on the samples of the load cells since the last loop iteration."""
        world, plate = self.world, self.world.plate
        for cell in range(plate.cells):
            if plate.wrong.is_silent(cell, world.now_ms):
                continue
            for ended_ms in plate.conversions(cell, self._scanned_ms, world.now_ms):
                self.table.sample_sink.take(
                    cell, plate.sample(cell, world.now_ms, ended_ms), self.ticks
                )
        self._scanned_ms = world.now_ms

    def _scan_halls(self) -> None:
        """Read linear Hall sensors as often as the layout says, as ``boardio.hall_scan`` does."""
        world, sample_sink = self.world, self.table.sample_sink
        if self._pauses:
            self._pauses -= 1
        elif world.now_ms - self._scanned_ms >= self.layout.scanner["interval_ms"]:
            self._scanned_ms = world.now_ms
            sample_sink.counts[:] = world.hall_counts()
            sample_sink.scan()
            self._pauses = PAUSE

    def run(self, max_ms: int = 10_000_000) -> None:
        """Step until the hands have finished."""
        end = self.world.now_ms + max_ms
        while self.world.actors:
            self.step()
            if self.world.now_ms > end:
                raise TimeoutError(f"the hands are still busy after {max_ms / 1000:g} s")
