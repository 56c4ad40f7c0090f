"""The whole firmware under a microcontroller's Python: one ball, then rest.

Run as ``micropython on_board_firmware.py [LAYOUT]``, in firmware.  Prints the ply after one
piece on the first cell, the bytes that 200 loop iterations at rest leave on the heap, and the
bytes in use.
"""

import gc
import sys

from on_board_parts import FLASH, left_by

from boardio.firmware import Firmware


class Module:
    """An object to put attributes on, as modules have them."""


class Board:
    """Has any pin that it is asked for: a board's own names take no room."""

    def __getattr__(self, name):
        return name


class Event:
    key_number = 0
    pressed = True


class Queue:
    overflowed = False

    def __init__(self):
        self.waiting = []

    def clear(self):
        self.waiting = []

    def get_into(self, event):
        if not self.waiting:
            return False
        event.key_number, event.pressed = self.waiting.pop()
        return True


class Keys:
    def __init__(self, *arguments, **options):
        self.events = Queue()
        scanners.append(self)

    def reset(self):
        pass


class Line:
    """A pin."""

    value = True

    def __init__(self, pin):
        pass

    def switch_to_output(self, value):
        pass

    def deinit(self):
        pass


class Machine:
    """A state machine that reads a load cell's chip, which has no sample ready."""

    in_waiting = 0

    def __init__(self, program, **options):
        pass


class Analog:
    """A pin that measures: no magnet is near."""

    value = 32768

    def __init__(self, pin):
        pass


scanners = []
board = Board()
keypad = Module()
keypad.Event, keypad.KeyMatrix, keypad.Keys = Event, Keys, Keys
keypad.ShiftRegisterKeys = Keys
microcontroller = Module()
microcontroller.nvm = FLASH
for place in range(len(FLASH)):
    FLASH[place] = 255
microcontroller.delay_us = lambda us: None
microcontroller.watchdog = None
microcontroller.cpu = Module()
microcontroller.cpu.uid = b"12345678"
microcontroller.cpu.reset_reason = "microcontroller.ResetReason.POWER_ON"
digitalio = Module()
digitalio.DigitalInOut = Line
analogio = Module()
analogio.AnalogIn = Analog
rp2pio = Module()
rp2pio.StateMachine = Machine
supervisor = Module()
supervisor.runtime = Module()
supervisor.ticks_ms = lambda: (1 << 29) - 65536
usb_cdc = Module()
usb_cdc.data = None

settings = {}
if len(sys.argv) > 1:
    settings["UNDERBOARD_LAYOUT"] = sys.argv[1]
lights = Module()
lights.progress = lambda: None
lights.on = Line
lights.write = lambda line, data: None
hardware = Module()
hardware.board, hardware.keypad, hardware.microcontroller = board, keypad, microcontroller
hardware.supervisor, hardware.usb_cdc, hardware.watchdog = supervisor, usb_cdc, None
hardware.analogio, hardware.digitalio, hardware.rp2pio = analogio, digitalio, rp2pio
hardware.os = Module()
hardware.os.getenv = settings.get
firmware = Firmware(lights, hardware)
if firmware.trouble:
    raise SystemExit(firmware.trouble)

now_ms = supervisor.ticks_ms()


def turns(count):
    global now_ms
    for _ in range(count):
        now_ms = (now_ms + 5) & ((1 << 29) - 1)
        firmware.tick(now_ms)


turns(100)
# A piece, or where load cells see those a button.
scanners[0].events.waiting.append((0, True))
turns(800)
ply = getattr(getattr(firmware.table, "game", None), "ply", 0)

# The board is at rest between two lines that it writes for nobody: quiet stretches only.
firmware.table.link.out_start = 0
firmware.table.link.out_end = 1
firmware._port.write = lambda buffer, start, end: 0
turns(10)
left = left_by(turns, 200)
gc.collect()
print(ply, left, gc.mem_alloc())
