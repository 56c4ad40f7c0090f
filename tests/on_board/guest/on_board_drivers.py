"""The drivers' scan paths under a microcontroller's Python: bytes of heap per 1000 turns.

Run by test_switches.py as ``micropython on_board_drivers.py``, with firmware/lib on the
import path.  Prints one line per path: its name and the bytes left on the heap.
"""

from array import array

from on_board_parts import left_by

from boardio.buttons import Buttons
from boardio.hall_adc import HallArray
from boardio.load_cells import NOTHING
from boardio.nau7802 import I2cReader
from boardio.pixels import Pixels
from boardio.port import Port
from boardio.switches import Switches

TURNS = 1000


class Event:
    key_number = 0
    pressed = True


class Events:
    """A queue with one event a turn: the next key, down and up in turn."""

    overflowed = False

    def __init__(self, keys):
        self._keys = keys
        self._count = 0
        self._ready = False

    def next_turn(self):
        self._ready = True

    def clear(self):
        pass

    def get_into(self, event):
        if not self._ready:
            return False
        self._ready = False
        self._count += 1
        event.key_number = self._count % self._keys
        event.pressed = (self._count // self._keys) % 2 == 0
        return True


class Keys:
    def __init__(self, keys):
        self.events = Events(keys)

    def reset(self):
        pass


class Serial:
    in_waiting = 5

    def readinto(self, buffer):
        return 5


class Table:
    def button(self, number, down, now_ms):
        pass


class Pin:
    """An output, or an input that measures."""

    value = 1234


class Bus:
    """An I2C bus with an NAU7802 that has a sample at every second look."""

    def __init__(self):
        self.power = 0x9E

    def try_lock(self):
        return True

    def writeto(self, address, buffer):
        pass

    def writeto_then_readfrom(self, address, out_buffer, in_buffer):
        if out_buffer[0] == 0:
            self.power ^= 0x20
        in_buffer[0] = self.power if out_buffer[0] == 0 else 0x30


def wait(us):
    pass


class Driven:
    """All drivers; each method is one turn of one path."""

    def __init__(self):
        self.keys = Keys(16)
        self.switches = Switches(self.keys, tuple(range(16)), Event())
        self.readings = bytearray(16)
        self.pushed = Keys(2)
        self.buttons = Buttons(self.pushed, 2, Event())
        self.table = Table()
        self.pixels = Pixels(None, lambda line, data: None, 25)
        self.colours = bytearray(75)
        self.port = Port(Serial())
        self.inbox = bytearray(64)
        pins = [tuple([Pin() for _ in range(count)]) for count in (2, 4)]
        self.counts = array("H", [0] * 40)
        spec = {"samples": 32, "settle_us": 10}
        self.halls = HallArray(pins[0], pins[1], tuple(range(25)), wait, spec)
        self.chip = I2cReader(Bus())
        while self.chip.read() == NOTHING:
            pass  # it is being set up

    def read_at_rest(self):
        self.switches.read_into(self.readings)

    def read_an_event(self):
        self.keys.events.next_turn()
        self.switches.read_into(self.readings)

    def start_over(self):
        self.keys.events.overflowed = True
        self.switches.read_into(self.readings)
        self.keys.events.overflowed = False

    def drain_at_rest(self):
        self.buttons.drain(self.table, 0)

    def drain_an_event(self):
        self.pushed.events.next_turn()
        self.buttons.drain(self.table, 0)

    def show_the_same(self):
        self.pixels.show(self.colours)

    def show_something_new(self):
        for part in range(75):
            self.colours[part] = (self.colours[part] + 1) & 255
        self.pixels.show(self.colours)

    def receive(self):
        self.port.read_into(self.inbox)

    def read_halls(self):
        self.halls.read_into(self.counts)

    def read_load_cell_by_i2c(self):
        self.chip.read()


PATHS = (
    "read_at_rest", "read_an_event", "start_over", "drain_at_rest", "drain_an_event",
    "show_the_same", "show_something_new", "receive", "read_halls",
    "read_load_cell_by_i2c",
)  # fmt: skip


driven = Driven()
for name in PATHS:
    path = getattr(driven, name)

    def turns(count, path=path):
        for _ in range(count):
            path()

    turns(3)
    print(name, left_by(turns, TURNS))
