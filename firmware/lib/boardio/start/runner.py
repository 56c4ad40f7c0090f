"""The first light, a button that is held, and what becomes of an error nobody caught.

All of this is there before the seconds in which the rest is loaded, so it is small and asks for
nothing but what CircuitPython has built in.
"""

import gc
import sys

from boardio.start.unload import unload_startup

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from typing import Any

    from boardio.modules import DigitalIo, Hardware, NeoPixelWrite

LAYOUT = "pylos-scale4"
PIXEL_PIN = "GP16"
"""Defaults of ``settings.toml``."""
PIXELS = 16
"""Number of pixels used while there is no game; chosen."""
STEP = 5
"""Number of further pixels with each of the three large modules (``games.load_first``); chosen:
then all are lit."""
WHITE = 0x080808
"""Colour code of pixels while the firmware loads; chosen: 16 draw under 30 mA."""
RED = 0x300000
"""Colour code of every other pixel, dim; chosen: whatever the strip, they draw under 60 mA."""
BLUE = 0x000030
"""Colour code of rescue mode, in which no game is loaded; chosen, dim."""
RESCUE = (
    "a button was held at power-on: no game is played, the drive and this console are yours; "
    "press reset to play"
)


class StatusPixels:
    """The first pixels of the strip, while no game lights them.

    ``pin``: the strip's; None if it is not known, then nothing can be lit.
    """

    def __init__(self, pin, digitalio: "DigitalIo", neopixel_write: "NeoPixelWrite") -> None:
        self._pin = pin
        self._digitalio = digitalio
        self.write = neopixel_write.neopixel_write
        self._data = bytearray(3 * PIXELS)
        self._line: Any = None
        self._lit = 0

    def progress(self) -> None:
        """Light one pixel at first, and some more each time."""
        self._lit = self._lit + STEP if self._lit else 1
        self._show(WHITE, self._lit, 1)

    def warn(self, colour: int, lit: bool) -> None:
        """Light every other pixel, or none.  Allocates nothing once it has a line."""
        self._show(colour, PIXELS if lit else 0, 2)

    def on(self, pin):
        """Move to the pin of a strip; return its line."""
        if self._line is not None:
            self._line.deinit()
        self._line = self._digitalio.DigitalInOut(pin)
        self._line.switch_to_output(False)
        return self._line

    def _show(self, colour: int, lit: int, step: int) -> None:
        if self._line is None:
            if self._pin is None:
                return
            self.on(self._pin)
        data = self._data
        for pixel in range(PIXELS):
            shown = colour if pixel < lit and pixel % step == 0 else 0
            data[3 * pixel] = shown >> 8 & 255
            data[3 * pixel + 1] = shown >> 16
            data[3 * pixel + 2] = shown & 255
        self.write(self._line, data)


class Runner:
    """Runs the firmware on the ``hardware``: CircuitPython's modules by their names."""

    def __init__(self, hardware: "Hardware") -> None:
        self._hardware = hardware
        self._lights: StatusPixels | None = None
        self._begun_ms = hardware.supervisor.ticks_ms()

    def run(self, main) -> None:
        """Light the first pixel, then call ``main(lights)``; never ends but by people's Ctrl-C.

        An error is told in red; the watchdog starts the board again, at most three times.
        """
        try:
            if self._is_held():
                self._complain("rescue", RESCUE, BLUE)
            unload_startup()
            gc.collect()
            main(self._lights)
        except Exception as error:
            if self._lights is not None:
                self._lights.warn(RED, True)
            self._recover(error)

    def _is_held(self) -> bool:
        """Light the first pixel; return whether a button is held."""
        # Not at the top: only needed here, and its room is needed later.
        from boardio.start.bootpins import any_down, first_of, pins_of

        hardware = self._hardware
        strip, buttons = pins_of(hardware.os.getenv, PIXEL_PIN, LAYOUT)
        pin = first_of(hardware.board, strip)
        self._lights = StatusPixels(pin, hardware.digitalio, hardware.neopixel_write)
        self._lights.progress()
        return any_down(hardware, buttons)

    def _complain(self, code: str, text: str, colour: int) -> None:
        from boardio.start.fault import FaultReporter

        complaint = FaultReporter(self._lights, self._hardware, code, text, colour)
        while True:
            complaint.tick(self._hardware.supervisor.ticks_ms())

    def _recover(self, error) -> None:
        # Whatever was loaded is of no use any more, and its room may be what is lacking.
        gc.collect()
        for name in list(sys.modules):
            if name.startswith("boardcore.") or name.startswith("boardio."):
                sys.modules.pop(name, None)
        gc.collect()
        # Only now: a board that plays has no memory to spare for it.
        from boardio.start.crash import handle_crash

        handle_crash(error, self._lights, RED, self._hardware, self._begun_ms)
