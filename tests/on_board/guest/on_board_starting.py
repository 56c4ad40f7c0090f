"""The first lines of code.py under a microcontroller's Python, and an error that nobody caught.

Run as ``micropython on_board_starting.py HOW`` in the folder ``firmware``.  HOW is ``light``: what
was loaded when the first light came; ``memory``: a firmware that fills the heap until there is no
more, started again as often as its watchdog bites.  Prints lines of ``name value``.
"""

import gc
import sys

from boardio.start.runner import Runner

NVM_BYTES = 4096
STEP_MS = 50
BITES_MS = 8000
STAYS_MS = 60000


class Module:
    """An object to put attributes on, as modules have them."""


class Bitten(BaseException):
    """The watchdog restarts the board."""


class Pin:
    def __init__(self, pin):
        pass

    def switch_to_output(self, value):
        pass

    def switch_to_input(self, pull):
        pass

    def deinit(self):
        pass

    value = True


class Serial:
    connected = True
    in_waiting = 0

    def __init__(self):
        self.sent = []

    def write(self, data):
        self.sent.append(bytes(data))
        del self.sent[:-3]
        return len(data)


class Dog:
    mode = None
    timeout = 0

    def feed(self):
        clock.fed_ms = clock.now_ms


class Clock:
    now_ms = 1000
    fed_ms = 1000
    end_ms = 0

    def ticks_ms(self):
        self.now_ms += STEP_MS
        if dog.mode is not None and self.now_ms - self.fed_ms > BITES_MS:
            raise Bitten
        if self.end_ms and self.now_ms > self.end_ms:
            raise SystemExit
        return self.now_ms


lit = []
board = Module()
for number in range(29):
    setattr(board, "GP%d" % number, number)
digitalio = Module()
digitalio.DigitalInOut = Pin
digitalio.Pull = Module()
digitalio.Pull.UP = 1
microcontroller = Module()
microcontroller.nvm = bytearray(b"\xff" * NVM_BYTES)
microcontroller.cpu = Module()
microcontroller.cpu.reset_reason = "microcontroller.ResetReason.POWER_ON"
microcontroller.delay_us = lambda us: None
neopixel_write = Module()
clock = Clock()
supervisor = Module()
supervisor.runtime = Module()
supervisor.ticks_ms = clock.ticks_ms
usb_cdc = Module()
usb_cdc.data = Serial()
watchdog = Module()
watchdog.WatchDogMode = Module()
watchdog.WatchDogMode.RESET = "RESET"
dog = Dog()


def show(line, data):
    lit.append(bytes(data[:6]))
    del lit[:-4]
    if len(lit) == 1:
        ours = [name for name in sys.modules if name.startswith("board")]
        gc.collect()
        told.append("loaded %s" % " ".join(sorted(ours)))
        told.append("used %d" % gc.mem_alloc())


told = []
neopixel_write.neopixel_write = show

hardware = Module()
hardware.board, hardware.digitalio, hardware.microcontroller = board, digitalio, microcontroller
hardware.supervisor, hardware.usb_cdc, hardware.watchdog = supervisor, usb_cdc, watchdog
hardware.neopixel_write, hardware.os = neopixel_write, Module()
hardware.os.getenv = lambda name: None


def start(main):
    """Start the board once."""
    microcontroller.watchdog = dog
    Runner(hardware).run(main)


def fill(lights):
    """Be a firmware for which the heap is too small."""
    kept = []
    while True:
        kept.append(bytearray(200))


def light():
    def main(lights):
        raise SystemExit

    try:
        start(main)
    except SystemExit:
        pass
    print("\n".join(told))


def memory():
    starts = 0
    while True:
        starts += 1
        if starts == 4:
            clock.end_ms = clock.now_ms + STAYS_MS
        try:
            start(fill)
        except Bitten:
            microcontroller.cpu.reset_reason = "microcontroller.ResetReason.WATCHDOG"
            dog.mode = None
        except SystemExit:
            break
    print("starts %d" % starts)
    marks = [byte for byte in microcontroller.nvm[NVM_BYTES - 252 :] if byte != 255]
    print("marks %s" % marks)
    print("said %s" % usb_cdc.data.sent[-1].decode().strip())
    print("red %s" % (b"\x00\x30\x00\x00\x00\x00" in lit))


{"light": light, "memory": memory}[sys.argv[1]]()
