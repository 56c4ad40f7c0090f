"""Firmware: all parts of one board put together, and one turn of its loop.

``code.py`` hands in the hardware modules; a test hands in stand-ins.  What is wrong
with the drive's files is told in red light and on the console, never by silence.
"""

import gc
import json
import sys

from boardcore.errors import Unreadable
from boardcore.games import NAMES, rules_of, table_of
from boardcore.identity import Identity
from boardcore.layout import Layout
from boardcore.ticks import ticks_diff
from boardio import wiring
from boardio.buttons import Buttons
from boardio.pixels import Pixels
from boardio.port import Port
from boardio.store import Store
from boardio.switches import Switches

VERSION = "0.1.0"
OLDEST = (9, 2, 1)
"""CircuitPython 9.1.0 to 9.2.0: reset() of keypad tells releases (its pull request 9819)."""

SETTINGS = (
    ("UNDERBOARD_LAYOUT", "pylos-reed16"),
    ("UNDERBOARD_VARIANT", ""),
    ("UNDERBOARD_END", ""),
    ("UNDERBOARD_BRIGHTNESS", "100"),
    ("UNDERBOARD_PIXEL_PIN", "GP16"),
)
"""The keys of ``settings.toml`` and what holds if one is missing."""

INBOX = 128
FREE_EVERY_MS = 10000
"""Counting free memory walks the whole heap: milliseconds (facts page, gc.collect)."""
COMPLAIN_MS = 5000
BLINK_MS = 500
WARNING_PIXELS = 16
WARNING_RED = 0x300000
"""Every other one of the first sixteen pixels, dim: whatever the strip, it draws under 60 mA."""


class Firmware:
    """The board: made once, then ``turn(now_ms)`` for ever.

    The arguments are CircuitPython's modules and ``os.getenv``; ``table`` is None and
    ``trouble`` a sentence if the drive's files are not in order.
    """

    def __init__(
        self, board, keypad, microcontroller, neopixel, supervisor, usb_cdc, getenv
    ) -> None:
        # Otherwise any write to the drive would restart the game.
        supervisor.runtime.autoreload = False
        self.table = None
        self.trouble = ""
        self._strip = None
        self._begun_ms = supervisor.ticks_ms()
        settings = {}
        try:
            check_version(sys.implementation.name, sys.implementation.version)
            settings = read_settings(getenv)
            layout = read_layout(settings["UNDERBOARD_LAYOUT"])
            self._build(layout, settings, board, keypad, microcontroller, neopixel, usb_cdc)
        except Unreadable as error:
            self.trouble = str(error)
            self._warn(settings.get("UNDERBOARD_PIXEL_PIN", SETTINGS[4][1]), board, neopixel)

    def _build(self, layout, settings, board, keypad, microcontroller, neopixel, usb_cdc) -> None:
        brightness = percent(settings["UNDERBOARD_BRIGHTNESS"])
        end = settings["UNDERBOARD_END"]
        options = [("end", end)] if end else []
        if layout.game in NAMES:
            check_rules(rules_of(layout.game), settings["UNDERBOARD_VARIANT"], options)
        self._switches = Switches(
            wiring.scanner(layout, board, keypad), layout.channels, keypad.Event()
        )
        self._buttons = None
        if layout.buttons:
            self._buttons = Buttons(
                wiring.buttons(layout, board, keypad), len(layout.buttons), keypad.Event()
            )
        self._strip = wiring.strip(board, neopixel, layout.strip["pin"], layout.pixels)
        self._pixels = Pixels(self._strip)
        self._port = Port(usb_cdc.data)
        self._inbox = bytearray(INBOX)
        store = Store(microcontroller.nvm)
        identity = Identity(
            board_id(microcontroller.cpu.uid),
            VERSION,
            store.count_boot(),
            reason_text(microcontroller.cpu.reset_reason),
        )
        table = table_of(layout.game)(
            layout,
            store,
            identity,
            self._begun_ms,
            settings["UNDERBOARD_VARIANT"],
            options,
            brightness,
        )
        self._counted_ms = self._begun_ms
        table.free_bytes = free_bytes()
        self.table = table

    def turn(self, now_ms: int) -> None:
        """Do one turn of the loop.  Allocates nothing while the board rests."""
        table = self.table
        if table is None:
            self._complain(now_ms)
            return
        self._switches.read_into(table.readings)
        if self._buttons is not None:
            self._buttons.drain(table, now_ms)
        port, inbox = self._port, self._inbox
        count = port.read_into(inbox)
        if count:
            table.receive(inbox, count)
        table.step(now_ms)
        talk = table.talk
        if talk.out_start < talk.out_end:
            talk.sent(port.write(talk.out, talk.out_start, talk.out_end))
        self._pixels.show(table.colours)
        if ticks_diff(now_ms, self._counted_ms) >= FREE_EVERY_MS:
            self._counted_ms = now_ms
            table.free_bytes = free_bytes()

    # When something is wrong with the drive

    def _warn(self, pin: str, board, neopixel) -> None:
        """Prepare the red pattern, on the layout's strip or on the pin of the settings."""
        self._lit = False
        self._complained = False
        try:
            if self._strip is None:
                self._strip = wiring.strip(
                    board, neopixel, pin, WARNING_PIXELS, "UNDERBOARD_PIXEL_PIN"
                )
        except Unreadable as error:
            self.trouble += "; " + str(error)
        self._complain(self._begun_ms)

    def _complain(self, now_ms: int) -> None:
        age_ms = ticks_diff(now_ms, self._begun_ms)
        if not self._complained or age_ms >= COMPLAIN_MS:
            self._complained = True
            self._begun_ms = now_ms
            print("Underboard: " + self.trouble)
            age_ms = 0
        lit = age_ms // BLINK_MS % 2 == 0
        if self._strip is not None and lit != self._lit:
            self._lit = lit
            for pixel in range(min(len(self._strip), WARNING_PIXELS)):
                self._strip[pixel] = WARNING_RED if lit and pixel % 2 == 0 else 0
            self._strip.show()


def check_version(name: str, version) -> None:
    """Raise Unreadable if this CircuitPython is too old; any other Python is a computer's."""
    if name == "circuitpython" and tuple(version[0:3]) < OLDEST:
        raise Unreadable(
            "this is CircuitPython %d.%d.%d, expected %d.%d.%d or newer: update it from "
            "circuitpython.org" % (tuple(version[0:3]) + OLDEST)
        )


def check_rules(rules, variant: str, options) -> None:
    """Raise Unreadable if the settings ask for a game that there is not.

    A game that is resumed would not notice until the next one.
    """
    try:
        rules.Game(variant or rules.VARIANTS[0], options)
    except Unreadable as error:
        raise Unreadable("settings.toml: %s" % error)


def read_settings(getenv) -> dict:
    """Return every setting as a text.  Raises Unreadable if the file is damaged."""
    settings = {}
    for key, default in SETTINGS:
        try:
            value = getenv(key)
        except (ValueError, OSError) as error:
            raise Unreadable(
                "settings.toml: %s cannot be read (%s), expected lines like "
                'UNDERBOARD_LAYOUT = "pylos-reed16"' % (key, error)
            )
        settings[key] = default if value is None else str(value)
    return settings


def read_layout(name: str) -> Layout:
    """Return the layout of this name from the drive.  Raises Unreadable, naming the file."""
    path = "layouts/%s.json" % name
    try:
        with open(path) as file:
            data = json.load(file)
    except OSError:
        raise Unreadable(
            "no file %s on the drive: expected the name of a layout as UNDERBOARD_LAYOUT in "
            "settings.toml, seen '%s'" % (path, name)
        )
    except ValueError as error:
        raise Unreadable("%s is no JSON (%s): copy it to the drive again" % (path, error))
    try:
        return Layout(data)
    except Unreadable as error:
        raise Unreadable("%s: %s" % (path, error))


def percent(text: str) -> int:
    """Read the brightness.  Raises Unreadable unless it is 1 to 100."""
    if text.isdigit() and 1 <= int(text) <= 100:
        return int(text)
    raise Unreadable(
        "settings.toml: UNDERBOARD_BRIGHTNESS is '%s', expected a whole number 1 to 100" % text
    )


def board_id(uid) -> str:
    """Return the chip's own number as hexadecimal digits."""
    return "".join(["%02x" % byte for byte in uid])


def reason_text(reason) -> str:
    """Return ``microcontroller.ResetReason.POWER_ON`` as ``power_on``."""
    return str(reason).split(".")[-1].lower()


def free_bytes() -> int:
    """Return the free memory; 0 where Python does not tell."""
    gc.collect()
    return gc.mem_free() if hasattr(gc, "mem_free") else 0
