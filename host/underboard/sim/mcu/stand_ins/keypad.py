"""Stand-in for CircuitPython's ``keypad``: deterministic, scanned in simulated time.

Made after the module's source (PRs 8855 and 9819: counting debounce, and ``reset``
that tells presses, so CircuitPython 9.2.1 and newer) and held by tests to the starred
rows of firmware/docs/circuitpython.md.  Blinka's own ``keypad`` behaves otherwise; its table is in
section 1 there.
"""

from collections import deque

from underboard.sim.mcu.pico import the_pico

KEY_NUMBERS = 0x7FFF
"""Bits of a key's number in an event, as in CircuitPython's keypad/EventQueue.c."""


class Event:
    """A key that went down or up."""

    def __init__(self, key_number: int = 0, pressed: bool = True, timestamp: int = 0) -> None:
        self.key_number = key_number
        self.pressed = pressed
        self.timestamp = timestamp

    @property
    def released(self) -> bool:
        """Return whether the key went up."""
        return not self.pressed

    def __eq__(self, other) -> bool:
        return (self.key_number, self.pressed) == (other.key_number, other.pressed)

    def __hash__(self) -> int:
        return hash((self.key_number, self.pressed))

    def __repr__(self) -> str:
        how = "pressed" if self.pressed else "released"
        return f"<Event: key_number {self.key_number} {how}>"


class EventQueue:
    """At most ``max_events`` events; a new one that finds it full is dropped."""

    def __init__(self, max_events: int) -> None:
        self._events: deque[tuple[int, bool, int]] = deque()
        self._most = max_events
        self.overflowed = False

    def get(self) -> Event | None:
        """Return the next event, None if there is none."""
        event = Event()
        return event if self.get_into(event) else None

    def get_into(self, event: Event) -> bool:
        """Fill an event with the next one; return whether there was one."""
        if not self._events:
            return False
        event.key_number, event.pressed, event.timestamp = self._events.popleft()
        return True

    def clear(self) -> None:
        """Forget all events, and that some were dropped."""
        self._events.clear()
        self.overflowed = False

    def __len__(self) -> int:
        return len(self._events)

    def __bool__(self) -> bool:
        return bool(self._events)

    def _record(self, key_number: int, pressed: bool, timestamp: int) -> None:
        if len(self._events) >= self._most:
            self.overflowed = True
        else:
            self._events.append((key_number & KEY_NUMBERS, pressed, timestamp))


class _Scanner:
    """Base of the three kinds.  A subclass says which keys conduct."""

    def __init__(self, keys: int, interval: float, max_events: int, threshold: int) -> None:
        if not 1 <= threshold <= 127:
            raise ValueError("debounce_threshold must be 1-127")
        if max_events < 1:
            raise ValueError("max_events must be >= 1")
        self.key_count = keys
        self.events = EventQueue(max_events)
        self._interval_ms = max(1, int(interval * 1000))
        self._threshold = threshold
        # Zero is neither pressed nor released: a key that is down now counts up to
        # the threshold without ever crossing zero, so it gives no event.
        self._counters = [0] * keys
        self.settled = False
        self.seen_version = -1
        """The world's version at the last scan, kept by the microcontroller."""
        self._pico = the_pico()
        self._pico.scanners.append(self)
        self.scan(self._pico.world.now_ms)

    def _conducting(self):
        """Return one truth value per key."""
        raise NotImplementedError

    def reset(self) -> None:
        """Take all keys as released: those that are down give events again."""
        self._counters = [-self._threshold] * self.key_count
        self.scan(self._pico.world.now_ms)
        self._pico.wake()

    def deinit(self) -> None:
        """Stop scanning."""
        self._pico.scanners.remove(self)

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        self.deinit()

    def scan(self, now_ms: float) -> None:
        """Look at all keys once."""
        self.next_scan_ms = (int(now_ms) // self._interval_ms + 1) * self._interval_ms
        threshold, counters = self._threshold, self._counters
        timestamp = -1
        self.settled = True
        for key, pressed in enumerate(self._conducting()):
            step = 1 if pressed else -1
            if counters[key] == step * threshold:
                continue
            counters[key] += step
            if counters[key] == 0:
                counters[key] = step * threshold
                if timestamp < 0:
                    timestamp = self._pico.clock()
                self.events._record(key, pressed, timestamp)
            elif counters[key] != step * threshold:
                self.settled = False


class Keys(_Scanner):
    """One pin per key, the other side of the key at ground or supply."""

    def __init__(
        self,
        pins,
        *,
        value_when_pressed: bool,
        pull: bool = True,
        interval: float = 0.02,
        max_events: int = 64,
        debounce_threshold: int = 1,
    ) -> None:
        self._wires = [the_pico().button_at(pin.id) for pin in pins]
        self._value_when_pressed = value_when_pressed
        super().__init__(len(self._wires), interval, max_events, debounce_threshold)

    def _conducting(self):
        world = self._pico.world
        # Buttons connect to ground: read as pressed only if low means pressed.
        low = [name is not None and world.held(name) for name in self._wires]
        return [down != self._value_when_pressed for down in low]


class KeyMatrix(_Scanner):
    """Rows and columns with a switch at each crossing; key = row * columns + column."""

    def __init__(
        self,
        row_pins,
        column_pins,
        columns_to_anodes: bool = True,
        interval: float = 0.02,
        max_events: int = 64,
        debounce_threshold: int = 1,
    ) -> None:
        self._rows, self._columns = len(row_pins), len(column_pins)
        pico = the_pico()
        self._sensors = [
            pico.switch_between(row.id, column.id, columns_to_anodes)
            for row in row_pins
            for column in column_pins
        ]
        super().__init__(len(self._sensors), interval, max_events, debounce_threshold)

    def row_column_to_key_number(self, row: int, column: int) -> int:
        """Return the number of the key at a crossing."""
        return row * self._columns + column

    def key_number_to_row_column(self, key_number: int) -> tuple[int, int]:
        """Return the crossing of a key."""
        return divmod(key_number, self._columns)

    def _conducting(self):
        world = self._pico.world
        closed = [sensor is not None and world.closed(sensor) for sensor in self._sensors]
        if world.faults.no_diodes:
            return self._with_ghosts(closed)
        return closed

    def _with_ghosts(self, closed):
        """Without diodes current also flows backwards: what is joined at all conducts."""
        part = list(range(self._rows + self._columns))
        for key, joined in enumerate(closed):
            if joined:
                row, column = divmod(key, self._columns)
                one, other = part[row], part[self._rows + column]
                part = [other if where == one else where for where in part]
        return [
            part[row] == part[self._rows + column]
            for row in range(self._rows)
            for column in range(self._columns)
        ]


class ShiftRegisterKeys(_Scanner):
    """A chain of 74HC165: one latch, then one clock pulse per key."""

    def __init__(
        self,
        *,
        clock,
        data,
        latch,
        value_to_latch: bool = True,
        key_count,
        value_when_pressed: bool,
        interval: float = 0.02,
        max_events: int = 64,
        debounce_threshold: int = 1,
    ) -> None:
        pico = the_pico()
        self._wired = pico.chain_at(clock.id, data.id, latch.id) and value_to_latch
        self._pressed_is_low = not value_when_pressed
        self._sensors = [pico.sensor_of_channel(key) for key in range(key_count)]
        super().__init__(key_count, interval, max_events, debounce_threshold)

    def _conducting(self):
        world = self._pico.world
        # A data pin at which no chain drives is taken as low.
        if not self._wired:
            return [self._pressed_is_low] * self.key_count
        # Each switch pulls its input to ground, else a resistor pulls it up.
        low = [sensor is not None and world.closed(sensor) for sensor in self._sensors]
        return [is_low == self._pressed_is_low for is_low in low]
