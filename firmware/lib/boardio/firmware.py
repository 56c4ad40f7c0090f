"""All parts of one board put together, and one turn of its loop.

``code.py`` hands in the hardware modules; a test hands in stand-ins.  What is wrong
with the drive's files is told in red light, on the console and to the computer.
"""

import gc
import sys

from boardcore.errors import ParseError
from boardcore.games import table_of
from boardcore.ticks import ticks_diff
from boardio.buttons import Buttons
from boardio.pins import pin
from boardio.pixels import Pixels
from boardio.port import Port
from boardio.start.runner import BLUE, PIXELS, RED, RESCUE
from boardio.start.unload import unload_startup

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from boardio.modules import Hardware, WatchDogTimer
    from boardio.start.fault import FaultReporter
    from boardio.start.runner import StatusPixels

VERSION = "1.0.0"
"""Version of firmware and host package; each release changes it here and nowhere else."""
INBOX = 64
"""Bytes received in one loop iteration; chosen: 128 would take most of its time."""
FREE_EVERY_MS = 10000
"""Counting free memory walks the whole heap: milliseconds (firmware/docs/circuitpython.md,
gc.collect)."""
NOT_YET = -1
"""Code of a result that is not there yet; chosen."""
ALARM_MS = 3000
"""Time for which red shows that something beside the game is damaged, ms; chosen."""
START_MS = 100
"""Time in which a press counts as held at power-on, ms; chosen: the scanner needs 20 ms."""
WATCHDOG_S = 8
"""Longest time-out of these chips (firmware/docs/circuitpython.md, section 2)."""


class Firmware:
    """The board: made once, then ``turn(now_ms)`` for ever.

    ``hardware``: CircuitPython's modules by their names; ``lights``: the first ones; ``table`` is
    None and ``trouble`` a sentence if the drive's files are not in order, or if a button held at
    power-on asks for the drive and the console instead.
    """

    def __init__(self, lights: "StatusPixels", hardware: "Hardware") -> None:
        self._hardware = hardware
        # Otherwise any write to the drive would restart the game.
        hardware.supervisor.runtime.autoreload = False
        self.table = None
        self.trouble = ""
        self._watchdog: WatchDogTimer | None = None
        self._held: AnyButton | None = AnyButton()
        self._started_ms = NOT_YET
        self._buttons: Buttons | None = None
        self._lights = lights
        self._complaint: FaultReporter | None = None
        begun_ms = hardware.supervisor.ticks_ms()
        # None of this at the top: only needed here, and its room is needed before and after.
        try:
            from boardio import wiring
            from boardio.start import config

            config.check_version(sys.implementation.name, sys.implementation.version)
            settings = config.read_settings(hardware.os.getenv)
            layout = config.read_layout(settings["UNDERBOARD_LAYOUT"], lights.progress)
            config.check_modules(sys.implementation.name, layout)
            brightness = config.parse_brightness(settings["UNDERBOARD_BRIGHTNESS"])
            options = config.read_rules(layout.game, settings)
            driver = wiring.sensors(layout, hardware)
            if layout.buttons:
                keys = wiring.buttons(layout, hardware)
                self._buttons = Buttons(keys, len(layout.buttons), hardware.keypad.Event())
            del config, wiring
            unload_startup()
            line = lights.on(pin(hardware.board, layout.strip["pin"], "layout: strip.pin"))
            self._pixels = Pixels(line, lights.write, layout.pixels)
            self._port = Port(hardware.usb_cdc.data)
            self._inbox = bytearray(INBOX)
            self._alarm_ms = NOT_YET
            self._alarm: bytearray | None = None
            self._counted_ms = begun_ms
            from boardio.start import attach

            store = attach.open_store(layout, hardware.microcontroller)
            identity = attach.make_identity(store, hardware.microcontroller.cpu, VERSION)
            table = table_of(layout)(
                layout,
                store,
                identity,
                begun_ms,
                variant=settings["UNDERBOARD_VARIANT"],
                options=options,
                brightness=brightness,
            )
            for trouble in attach.apply_settings(table, layout.game, settings):
                self._warn(trouble, layout.pixels)
            self._sensors = attach.make_reader(layout, driver, table)
            self._buzzer = attach.buzzer(layout, settings, hardware, table, self._buttons)
            del attach
            table.free_bytes = free_bytes()
            self.table = table
            unload_startup()
        except ParseError as error:
            self._stop("drive", str(error), RED)

    def tick(self, now_ms: int) -> None:
        """Do one loop iteration.  Allocates nothing while the board rests."""
        table = self.table
        if table is None:
            if self._complaint is not None:
                self._complaint.tick(now_ms)
            return
        if self._held is not None:
            self._listen(self._held, now_ms)
            return
        if self._watchdog is not None:
            self._watchdog.feed()
        if self._buzzer is not None:
            self._buzzer.tick(now_ms)
        guest = table.link.probe or table.link.calibrator
        if guest is not None:
            self._tick_probe(table, guest, now_ms)
            return
        port, inbox = self._port, self._inbox
        count = port.read_into(inbox)
        # Each of these may fill a turn: what comes next waits for another.
        if count:
            table.receive(inbox, count)
        elif self._buttons is not None:
            self._buttons.drain(table, now_ms)
        if not table.had_input:
            self._sensors.read_into(table.readings, now_ms)
        table.step(now_ms)
        link = table.link
        if link.out_start < link.out_end:
            link.sent(port.write(link.out, link.out_start, link.out_end))
        self._pixels.show(
            table.colours if self._alarm is None else self._alarming(table.colours, now_ms)
        )
        if ticks_diff(now_ms, self._counted_ms) >= FREE_EVERY_MS:
            self._counted_ms = now_ms
            table.free_bytes = free_bytes()

    def _warn(self, trouble: str, pixels: int) -> None:
        """Report faults; the game goes on."""
        print("Underboard: " + trouble)
        self._alarm = red_pattern(pixels)

    def _alarming(self, colours, now_ms: int):
        """Return the red pattern as long as it is to be seen, then the table's colours."""
        if self._alarm_ms == NOT_YET:
            self._alarm_ms = now_ms
        elif ticks_diff(now_ms, self._alarm_ms) >= ALARM_MS:
            self._alarm = None
        return self._alarm or colours

    def _tick_probe(self, table, guest, now_ms: int) -> None:
        """Let the parts be looked at, or learnt about, instead of played with."""
        link = table.link
        self._sensors.read_into(table.readings, now_ms)
        guest.step(now_ms)
        if self._buttons is not None:
            self._buttons.drain(guest, now_ms)
        count = self._port.read_into(self._inbox)
        if count:
            link.receive(self._inbox, count, now_ms)
        link.step(now_ms)
        if link.out_start < link.out_end:
            link.sent(self._port.write(link.out, link.out_start, link.out_end))
        self._pixels.show(guest.colours)
        if guest.is_over(now_ms):
            link.disconnect()

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
            self._stop("rescue", RESCUE, BLUE)
        elif ticks_diff(now_ms, self._started_ms) >= START_MS:
            self._held = None
            self._guard()

    def _guard(self) -> None:
        """Have the watchdog restart the board when its loop hangs; RAISE is not built here."""
        modes = self._hardware.watchdog
        watchdog = self._hardware.microcontroller.watchdog
        if modes is not None and watchdog is not None:
            watchdog.timeout = WATCHDOG_S
            watchdog.mode = modes.WatchDogMode.RESET
            self._watchdog = watchdog

    # When no game can be played

    def _stop(self, code: str, text: str, colour: int) -> None:
        """Report the fault instead of playing; a repaired drive ends it at once."""
        # Not at the top: a board that plays has no memory to spare for it.
        from boardio.start.fault import FaultReporter

        self.trouble = text
        self._complaint = FaultReporter(self._lights, self._hardware, code, text, colour)


class AnyButton:
    """Reader of all buttons as one."""

    def __init__(self) -> None:
        self.down = False

    def button(self, number: int, down: bool, now_ms: int) -> None:
        """Take a button that goes down or up."""
        if down:
            self.down = True


def red_pattern(pixels: int) -> bytearray:
    """Return colours with every other one of the first pixels in a dim red."""
    colours = bytearray(3 * pixels)
    for pixel in range(0, min(pixels, PIXELS), 2):
        colours[3 * pixel] = RED >> 16
    return colours


def free_bytes() -> int:
    """Return the free memory; 0 where Python does not tell."""
    gc.collect()
    return gc.mem_free() if hasattr(gc, "mem_free") else 0
