"""Firmware: all parts of one board put together, and one turn of its loop.

``code.py`` hands in the hardware modules; a test hands in stand-ins.  What is wrong
with the drive's files is told in red light and on the console, never by silence.
"""

import gc
import sys

from boardcore.errors import Unreadable
from boardcore.games import NAMES, table_of
from boardcore.identity import Identity
from boardcore.layout import Layout
from boardcore.ticks import ticks_diff
from boardio.buttons import Buttons
from boardio.forgetting import forget_beginning, forget_guests
from boardio.hints import hints_of
from boardio.pixels import Pixels
from boardio.port import Port
from boardio.store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from boardio.modules import (
        AnalogIo,
        Board,
        DigitalIo,
        Keypad,
        Microcontroller,
        NeoPixel,
        Strip,
        Supervisor,
        UsbCdc,
        Watchdog,
        WatchDogTimer,
    )

VERSION = "0.1.0"
INBOX = 64
"""So many bytes are heard in one turn of the loop: 128 take most of what it has time for."""
FREE_EVERY_MS = 10000
"""Counting free memory walks the whole heap: milliseconds (facts page, gc.collect)."""
NOT_YET = -1
COMPLAIN_MS = 5000
BLINK_MS = 500
WARNING_PIXELS = 16
WARNING_RED = 0x300000
"""Every other one of the first sixteen pixels, dim: whatever the strip, it draws under 60 mA."""
ALARM_MS = 3000
"""So long red tells once that something beside the game is damaged."""
RESCUE_BLUE = 0x000030
START_MS = 100
"""A button that is down so early was held at power-on; its scanner needs 20 ms to tell."""
RESCUE = (
    "a button was held at power-on: no game is played, the drive and this console are yours; "
    "press reset to play"
)
WATCHDOG_S = 8
"""The longest that these chips can wait (facts page, section 5)."""


class Firmware:
    """The board: made once, then ``turn(now_ms)`` for ever.

    The arguments are CircuitPython's modules and ``os.getenv``; ``table`` is None and
    ``trouble`` a sentence if the drive's files are not in order, or if a button held at
    power-on asks for the drive and the console instead.
    """

    def __init__(
        self,
        board: "Board",
        keypad: "Keypad",
        microcontroller: "Microcontroller",
        neopixel: "NeoPixel",
        supervisor: "Supervisor",
        usb_cdc: "UsbCdc",
        getenv,
        watchdog: "Watchdog | None" = None,
        analogio: "AnalogIo | None" = None,
        digitalio: "DigitalIo | None" = None,
    ) -> None:
        self._runtime = supervisor.runtime
        # Otherwise any write to the drive would restart the game.
        self._runtime.autoreload = False
        self.table = None
        self.trouble = ""
        self._microcontroller = microcontroller
        self._watchdog_module = watchdog
        self._watchdog: WatchDogTimer | None = None
        self._held: Held | None = Held()
        self._started_ms = NOT_YET
        self._parting = False  # from a guest that is over
        self._buttons: Buttons | None = None
        self._strip: Strip | None = None
        self._begun_ms = supervisor.ticks_ms()
        # Not at the top: only needed here, and their room is needed later.
        from boardio import files, wiring

        settings = {}
        try:
            files.check_version(sys.implementation.name, sys.implementation.version)
            settings = files.read_settings(getenv)
            layout = files.read_layout(settings["UNDERBOARD_LAYOUT"])
            brightness = files.percent(settings["UNDERBOARD_BRIGHTNESS"])
            options = files.read_rules(layout.game, settings)
            sensors = wiring.sensors(layout, board, keypad, analogio, digitalio, microcontroller)
            if layout.buttons:
                keys = wiring.buttons(layout, board, keypad)
                self._buttons = Buttons(keys, len(layout.buttons), keypad.Event())
            self._strip = wiring.strip(board, neopixel, layout.strip["pin"], layout.pixels)
            self._pixels = Pixels(self._strip)
            self._port = Port(usb_cdc.data)
            self._lay(layout, settings, options, brightness)
            self._sensors = wiring.follow(layout, sensors, self.table)
            forget_beginning()
        except Unreadable as error:
            self.trouble = str(error)
            pin = settings.get("UNDERBOARD_PIXEL_PIN", files.PIXEL_PIN)
            self._find_strip(pin, board, neopixel)
            self._stop(WARNING_RED, self._begun_ms)

    def _lay(self, layout: Layout, settings: dict, options, brightness: int) -> None:
        """Lay the table: take up the game in the store, and tell what is wrong beside it."""
        self._inbox = bytearray(INBOX)
        microcontroller = self._microcontroller
        store = Store(microcontroller.nvm, print, kept_for(layout))
        boots, stopped = store.count_boot(), store.safe_mode()
        reset = reason_text(microcontroller.cpu.reset_reason)
        identity = Identity(
            board_id(microcontroller.cpu.uid),
            VERSION,
            boots,
            "safe_mode:" + stopped if stopped else reset,
        )
        table = table_of(layout)(
            layout,
            store,
            identity,
            self._begun_ms,
            variant=settings["UNDERBOARD_VARIANT"],
            options=options,
            brightness=brightness,
        )
        self._alarm_ms = NOT_YET
        self._alarm: bytearray | None = None
        if layout.game in NAMES:
            table.hints = hints_of(layout.game)
            if table.hints is not None and table.hints.trouble:
                self._sound(table.hints.trouble, layout.pixels)
            if settings["UNDERBOARD_PATH"] != "off":
                refused = table.obey("path", (settings["UNDERBOARD_PATH"],))
                if refused:
                    self._sound("settings.toml: UNDERBOARD_PATH: " + refused[1], layout.pixels)
        self._counted_ms = self._begun_ms
        table.free_bytes = free_bytes()
        self.table = table

    def turn(self, now_ms: int) -> None:
        """Do one turn of the loop.  Allocates nothing while the board rests."""
        table = self.table
        if table is None:
            self._complain(now_ms)
            return
        if self._held is not None:
            self._listen(self._held, now_ms)
            return
        if self._watchdog is not None:
            self._watchdog.feed()
        if self._parting:
            # Not in the guest's own turn: there its room is still taken.
            self._parting = False
            forget_guests()
            table.talk.part()
            return
        guest = table.talk.probe or table.talk.lesson
        if guest is not None:
            self._turn_of_guest(table, guest, now_ms)
            return
        port, inbox = self._port, self._inbox
        count = port.read_into(inbox)
        # Each of these may fill a turn: what comes next waits for another.
        if count:
            table.receive(inbox, count)
        elif self._buttons is not None:
            self._buttons.drain(table, now_ms)
        if not table.acted:
            self._sensors.read_into(table.readings, now_ms)
        table.step(now_ms)
        talk = table.talk
        if talk.out_start < talk.out_end:
            talk.sent(port.write(talk.out, talk.out_start, talk.out_end))
        self._pixels.show(
            table.colours if self._alarm is None else self._alarming(table.colours, now_ms)
        )
        if ticks_diff(now_ms, self._counted_ms) >= FREE_EVERY_MS:
            self._counted_ms = now_ms
            table.free_bytes = free_bytes()

    def _sound(self, trouble: str, pixels: int) -> None:
        """Tell what is wrong beside the game, which is played all the same."""
        print("Underboard: " + trouble)
        self._alarm = red_pattern(pixels)

    def _alarming(self, colours, now_ms: int):
        """Return the red pattern as long as it is to be seen, then the table's colours."""
        if self._alarm_ms == NOT_YET:
            self._alarm_ms = now_ms
        elif ticks_diff(now_ms, self._alarm_ms) >= ALARM_MS:
            self._alarm = None
        return self._alarm or colours

    def _turn_of_guest(self, table, guest, now_ms: int) -> None:
        """Let the parts be looked at, or learnt about, instead of played with."""
        talk = table.talk
        self._sensors.read_into(table.readings, now_ms)
        guest.step(now_ms)
        if self._buttons is not None:
            self._buttons.drain(guest, now_ms)
        count = self._port.read_into(self._inbox)
        if count:
            talk.receive(self._inbox, count, now_ms)
        talk.step(now_ms)
        if talk.out_start < talk.out_end:
            talk.sent(self._port.write(talk.out, talk.out_start, talk.out_end))
        self._pixels.show(guest.colours)
        self._parting = guest.is_over(now_ms)

    # The first moments

    def _listen(self, held, now_ms: int) -> None:
        """Find out whether a button is held; then play, watched over, or leave all to people."""
        if self._started_ms == NOT_YET:
            self._started_ms = now_ms
        if self._buttons is not None:
            self._buttons.drain(held, now_ms)
        if held.down:
            self._held = None
            self.table = None
            self.trouble = RESCUE
            self._stop(RESCUE_BLUE, now_ms)
        elif ticks_diff(now_ms, self._started_ms) >= START_MS:
            self._held = None
            self._guard()

    def _guard(self) -> None:
        """Have the watchdog restart the board when its loop hangs; RAISE is not built here."""
        modes = self._watchdog_module
        watchdog = self._microcontroller.watchdog if modes is not None else None
        if modes is not None and watchdog is not None:
            watchdog.timeout = WATCHDOG_S
            watchdog.mode = modes.WatchDogMode.RESET
            self._watchdog = watchdog

    # When no game can be played

    def _find_strip(self, pin: str, board, neopixel) -> None:
        """Find pixels for the warning: the layout's strip or the pin of the settings."""
        from boardio import wiring

        try:
            if self._strip is None:
                self._strip = wiring.strip(
                    board, neopixel, pin, WARNING_PIXELS, "UNDERBOARD_PIXEL_PIN"
                )
        except Unreadable as error:
            self.trouble += "; " + str(error)

    def _stop(self, colour: int, now_ms: int) -> None:
        """Say what holds instead of playing; whoever repairs the drive sees it at once."""
        self._runtime.autoreload = True
        self._warning = colour
        self._lit = False
        self._complained = False
        self._complain(now_ms)

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
            count = len(self._strip)  # type: ignore[arg-type,unused-ignore]
            for pixel in range(min(count, WARNING_PIXELS)):
                self._strip[pixel] = self._warning if lit and pixel % 2 == 0 else 0
            self._strip.show()


class Held:
    """Hears only whether any button is down."""

    def __init__(self) -> None:
        self.down = False

    def button(self, number: int, down: bool, now_ms: int) -> None:
        """Take a button that goes down or up."""
        if down:
            self.down = True


def red_pattern(pixels: int) -> bytearray:
    """Return colours with every other one of the first pixels in a dim red."""
    colours = bytearray(3 * pixels)
    for pixel in range(0, min(pixels, WARNING_PIXELS), 2):
        colours[3 * pixel] = WARNING_RED >> 16
    return colours


def kept_for(layout) -> int:
    """Return how much of the store a layout needs beside its games: for a calibration."""
    if layout.field is None:
        return 0
    # Not at the top: boards with switches have no memory to spare for it.
    from boardcore.calibration import size_of

    return size_of(len(layout.field.spots))


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
