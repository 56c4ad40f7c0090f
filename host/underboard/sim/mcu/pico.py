"""The simulated microcontroller that the stand-ins of CircuitPython's modules share.

One turn of the firmware's loop asks for the time once; that lets the world advance by
``loop_ms``, scans the keys as the real background tick does, and looks after the cable.
"""

import time
from collections.abc import Callable
from typing import Any

from underboard.sim.mcu.nau7802 import Nau7802
from underboard.sim.mcu.nvm import Nvm, PowerCut
from underboard.sim.mcu.usb import Serial
from underboard.sim.physics.muxes import Muxes
from underboard.sim.wire.transport import Noise, NullTransport
from underboard.sim.world import World

PINS = 30
"""Number of pins, GP0 to GP29, by the datasheet of the RP2040."""
TICKS_PERIOD = 1 << 29
"""Period of ``supervisor.ticks_ms``, ms (firmware/docs/circuitpython.md, 2)."""
TICKS_START = TICKS_PERIOD - 65536
"""A board's clock wraps about 65 s after power-on (firmware/docs/circuitpython.md, section 2)."""
LOOP_MS = 5
REST_LOOP_MS = 20
"""A loop turn while nothing can happen and nobody watches the clock; chosen."""
SERVICE_TURNS = 4
"""Turns between two looks at the cable and the commands, without pace."""
IDLE_SPEED = 20
"""Largest factor by which time runs without pace and without hands; chosen."""
ANSWER_S = (0.02, 0.25)
"""Without pace: how long the board waits, each simulated second, for a computer that is
spoken to and silent; the longer time for one that has answered before."""
MAX_FUTILE = 4
"""Such seconds in a row after which a program is taken for one that never answers."""
ERASE_MS = 45
"""Erasing and writing the flash: order of a data sheet, during which nothing is scanned."""


class Pico:
    """One microcontroller in one world.

    ``scanners``: the keypad objects that the firmware made; ``serve``: called now and
    then between two loop turns, for whoever steers the simulation.
    """

    def __init__(
        self, world: World, cable: Any = None, nvm: Nvm | None = None, seed: int = 0
    ) -> None:
        self.world = world
        self.cable = cable or NullTransport()
        self.nvm = nvm or Nvm()
        self.noise = Noise(world.faults, seed)
        self.seed = seed
        self.usb_product: str | None = None
        self.pace = False
        self.speed = 1.0
        self.loop_ms = LOOP_MS
        self.rest_loop_ms = LOOP_MS
        self.serve: Callable[[], None] = lambda: None
        self.boots = 0
        self.bytes_sent = 0
        self.power_fails = False
        self.power_on()

    # Power

    def power_on(self, reason: str = "POWER_ON") -> None:
        """Start from nothing, as after a power cut; flash and world stay as they are.

        ``reason``: what ``microcontroller.cpu.reset_reason`` tells.
        """
        self.booting = True
        self.world.sound(0)
        self.data: Serial | None = None
        self.scanners: list[Any] = []
        self.power_fails = False
        self.boots += 1
        self.reset_reason = reason
        self.pin_levels = bytearray(PINS)
        """State of each output pin."""
        self.pin_changes = 0
        self.spent_us: float = 0
        """Time that the firmware has waited for its ADC since its last turn."""
        self._pulsed: dict[int, bool] = {}  # pins with pulses; whether their frequency may vary
        self._muxes: Muxes | None = None
        self._starves = False  # converters without a FIFO lose samples in longer turns
        self.watchdog_ms: float = 0
        """Time without a feed after which the watchdog restarts the board; 0: never."""
        self.fed_ms = self.world.now_ms
        self._zero_ms = self.world.now_ms
        self._turns = 0
        self._version = -1
        self._settled = False
        self._lag_ms = 0
        self._futile = 0
        self._answers = False
        self._second = 0
        self._began_s = time.monotonic()
        self._began_ms = self.world.now_ms
        if self.world.faults.cut_after >= 0:
            self.nvm.cut_after = self.world.faults.cut_after
            self.world.faults.cut_after = -1

    def enable_data(self, enabled: bool) -> None:
        """Choice made by ``usb_cdc.enable`` in ``boot.py``."""
        if not self.booting:
            raise RuntimeError("Cannot change USB devices now")
        self.data = Serial(self) if enabled else None

    # Time

    def ticks(self) -> int:
        """Pass one loop iteration and return ``supervisor.ticks_ms()``.

        Raises PowerCut if the power fails meanwhile.
        """
        world = self.world
        if self.spent_us:
            # The background ticks of a board go on meanwhile, and so does everybody else.
            spent_ms, self.spent_us = self.spent_us / 1000, 0
            self.run_to(world.now_ms + spent_ms)
        now = world.now_ms
        if self.watchdog_ms and now - self.fed_ms > self.watchdog_ms:
            raise Restart("WATCHDOG")
        slowest_ms = self.loop_ms if self._starves else self.rest_loop_ms
        rest_ms = max(slowest_ms, world.faults.loop_ms)
        if world.next_ms > now + rest_ms and self._settled:
            if self._version == world.version and not self._lag_ms:
                world.now_ms = now = now + rest_ms
                self._turns += 1
                if self._turns >= SERVICE_TURNS or self.pace:
                    self._service()
                return int(TICKS_START + now - self._zero_ms) % TICKS_PERIOD
        if self._lag_ms:
            # Interrupts were off: time has passed, but nobody has scanned.
            world.advance(self._lag_ms)
            self._lag_ms = 0
        self.run_to(world.now_ms + max(self.loop_ms, world.faults.loop_ms))
        self._turns += 1
        if self._turns >= SERVICE_TURNS or self.pace:
            self._service()
        return self.clock()

    def clock(self) -> int:
        """Return the time without letting any pass."""
        return int(TICKS_START + self.world.now_ms - self._zero_ms) % TICKS_PERIOD

    def run_to(self, end_ms: float) -> None:
        """Advance world and scanners together to this time."""
        world = self.world
        while True:
            due = min([end_ms] + [scanner.next_scan_ms for scanner in self.scanners])
            # Scans that were left out because nothing could have changed are not made up for.
            due = max(due, world.now_ms)
            world.advance_to(due)
            # Read before the scan: whatever changes after it must be scanned again.
            self._version = world.version
            for scanner in self.scanners:
                if scanner.next_scan_ms <= due:
                    scanner.scan(due)
                    scanner.seen_version = self._version
            if due >= end_ms:
                break
        # A scanner whose next scan is still to come has not seen the latest change.
        self._settled = all(
            scanner.settled and scanner.seen_version == self._version for scanner in self.scanners
        )

    def wake(self) -> None:
        """Have the scanners look again although the world has not changed."""
        self._settled = False

    def idle(self, ms: float) -> None:
        """Advance the time while the firmware waits inside a call."""
        self.run_to(self.world.now_ms + ms)
        self._service()
        if self.watchdog_ms and self.world.now_ms - self.fed_ms > self.watchdog_ms:
            raise Restart("WATCHDOG")

    def keep_time(self) -> None:
        """Count pace from now on."""
        self._began_ms, self._began_s = self.world.now_ms, time.monotonic()

    def erased(self) -> None:
        """Account for the time that an erase of the flash takes."""
        self._lag_ms += ERASE_MS

    # What is connected to the pins

    def micros(self) -> float:
        """Return the time in microseconds, what this turn has spent included."""
        return 1000 * self.world.now_ms + self.spent_us

    def pin_written(self, pin: int, high: bool) -> None:
        """Take what the firmware sets an output to."""
        if self.pin_levels[pin] != high:
            self.pin_levels[pin] = high
            self.pin_changes += 1

    def take_pulses(self, pin: int, may_vary: bool) -> None:
        """Give a pin to the pulses; raises as a board does for one that is taken."""
        layout = self.world.layout
        for key, name in layout.pins if layout else ():
            if pin_number(name) == pin and key != "buzzer":
                raise ValueError(f"{name} in use")
        if pin in self._pulsed:
            raise ValueError(f"GP{pin} in use")
        for other, varies in self._pulsed.items():
            # Two pins share one counter, and with it the frequency.
            if slice_of(other) == slice_of(pin) and (may_vary or varies):
                raise ValueError("All timers for this pin are in use")
        self._pulsed[pin] = may_vary

    def free_pulses(self, pin: int) -> None:
        """Take a pin back from the pulses."""
        self._pulsed.pop(pin, None)

    def pulse(self, pin: int, hz: int) -> None:
        """Take the frequency of a pin's pulses, 0 for none: a buzzer there sounds."""
        buzzer = self.world.layout.buzzer if self.world.layout else None
        if buzzer is None or pin_number(buzzer) == pin:
            self.world.sound(hz)

    def converter(self, pin: int) -> Callable[[int], int]:
        """Return what converts at this ADC pin: a multiplexer is there, or nothing."""
        layout = self.world.layout
        wired = layout.scanner.get("adc", ()) if layout else ()
        if pin not in [pin_number(name) for name in wired]:
            return lambda pin: 0
        if self._muxes is None:
            self._muxes = Muxes(layout, self.world, self)
        return self._muxes.convert

    def pin_read(self, pin: int, driven: int) -> int:
        """Return the level of a pin; ``driven``: what it was set to, if it is an output."""
        button = self.button_at(pin)
        if button is not None:
            # Between its pin and ground, with the pull-up of the pin.
            return button not in self.world.buttons
        return driven

    def load_cell_at(self, clock: int, data: int) -> tuple[Any, int]:
        """Return the plate and which of its load cells is wired to these pins; None, -1 if none."""
        layout = self.world.layout
        if layout and layout.scale:
            pins = [
                (pin_number(one), pin_number(other))
                for one, other in zip(layout.scanner["clock"], layout.scanner["data"])
            ]
            if (clock, data) in pins:
                return self.world.plate, pins.index((clock, data))
        return None, -1

    def chip_at(self, clock: int, data: int) -> Nau7802 | None:
        """Return the chip on the I2C bus of these two pins, None if there is none."""
        plate, cell = self.load_cell_at(clock, data)
        if plate is None or not self._is_wired("nau7802"):
            return None
        self._starves = True
        return Nau7802(plate, cell, self.micros)

    def _is_wired(self, kind: str) -> bool:
        return bool(self.world.layout.scanner["kind"] == kind)

    def button_at(self, pin: int) -> str | None:
        """Return the button between this pin and ground, None if there is none."""
        layout = self.world.layout
        for name, pin_name in zip(layout.buttons, layout.button_pins) if layout else ():
            if pin_number(pin_name) == pin:
                return str(name)
        return None

    def switch_between(self, row: int, column: int, columns_to_anodes: bool) -> int | None:
        """Return the sensor whose switch joins two pins of the matrix, None if there is none.

        A diode the wrong way round joins nothing.
        """
        scanner = self.world.layout.scanner
        if scanner["kind"] != "matrix":
            return None
        rows = [pin_number(name) for name in scanner["rows"]]
        columns = [pin_number(name) for name in scanner["columns"]]
        if row not in rows or column not in columns:
            return None
        if columns_to_anodes != scanner.get("columns_to_anodes", True):
            return None
        return self.sensor_of_channel(rows.index(row) * len(columns) + columns.index(column))

    def chain_at(self, clock: int, data: int, latch: int) -> bool:
        """Return whether a chain of shift registers is wired to these pins."""
        scanner = self.world.layout.scanner
        wired = [scanner.get(name) for name in ("clock", "data", "latch")]
        return [pin_number(name or "") for name in wired] == [clock, data, latch]

    def sensor_of_channel(self, channel: int) -> int | None:
        """Return the sensor that is wired as this key number, None if there is none."""
        channels = self.world.layout.channels
        return channels.index(channel) if channel in channels else None

    def strip_written(self, pin: int, data: bytes) -> None:
        """Take what the firmware sent to a strip: G, R, B of each pixel."""
        layout = self.world.layout
        if layout and pin_number(layout.strip["pin"]) != pin:
            return
        colours = bytearray(data)
        colours[0::3], colours[1::3] = data[1::3], data[0::3]
        # Pixels that are not there pass the rest on to nobody.
        self.world.show(colours[: len(self.world.colours)])

    # Between two turns

    def _service(self) -> None:
        self._turns = 0
        self.serve()
        if self.power_fails:
            raise PowerCut
        if self.data:
            self.data.pump()
        if self.pace:
            self._keep_pace(self.speed)
        elif not self.world.actors:
            self._keep_pace(IDLE_SPEED)
        else:
            self.keep_time()
            self._wait_for_answer()

    def _keep_pace(self, speed: float) -> None:
        """Wait until the clock on the wall has come as far as the world's."""
        ahead = (self.world.now_ms - self._began_ms) / (1000 * speed)
        ahead -= time.monotonic() - self._began_s
        if ahead > 0:
            time.sleep(ahead)
        elif ahead < -0.1:  # too slow a machine: go on from here instead of racing
            self.keep_time()

    def _wait_for_answer(self) -> None:
        """Once a simulated second, give the computer the time to answer.

        Otherwise a second of ours is over before its program has even been woken, and
        the board takes it for dead.
        """
        second = int(self.world.now_ms) // 1000
        if second == self._second:
            return
        self._second = second
        port = self.data
        if not port or not self.cable.connected:
            return
        if port.spoke and not port.heard and self._futile < MAX_FUTILE:
            self.cable.wait(ANSWER_S[self._answers])
            port.pump()
            if not port.heard:
                self._futile += 1
        if port.heard:
            self._futile, self._answers = 0, True
        port.spoke = port.heard = False

    # Cable

    def pull_cable(self, for_ms: int = -1) -> None:
        """Pull the USB cable (the board has another supply); -1: it stays out."""
        self.cable.unplug()
        self.world.tell({"event": "cable", "plugged": False})
        if for_ms >= 0:
            self.world.after(for_ms, self.plug_cable)

    def plug_cable(self) -> None:
        """Put the cable back in."""
        self.cable.plug()
        self.world.tell({"event": "cable", "plugged": True})


class Restart(BaseException):
    """The firmware or the watchdog has asked for a restart of the board.

    The argument, if any, is the reason that the board reports afterwards.
    """

    @property
    def reason(self) -> str:
        """Return the name of the reset reason."""
        return self.args[0] if self.args else "SOFTWARE"


def pin_number(name: str) -> int:
    """Return the number in a pin's name like GP16, -1 if it has none."""
    return int(name[2:]) if name[:2] == "GP" and name[2:].isdigit() else -1


def slice_of(pin: int) -> int:
    """Return which of the eight counters of an RP2040 makes a pin's pulses."""
    return pin // 2 % 8


_the_pico: Pico | None = None


def the_pico() -> Pico:
    """Return the microcontroller whose modules the stand-ins are."""
    if _the_pico is None:
        raise RuntimeError("no simulated microcontroller yet: call use(pico) first")
    return _the_pico


def use(pico: Pico | None) -> None:
    """Make this the microcontroller of the stand-ins, in this process."""
    global _the_pico
    _the_pico = pico
