"""Report of a start-up fault by lights, console and serial port, instead of a game.

A damaged layout or calibration, and settings that nobody can read; errors of the firmware itself
are ``crash``'s.
"""

from boardcore.link.linkstate import HELLO_MS
from boardcore.link.wire import encode, pack
from boardcore.ticks import ticks_diff

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from boardio.modules import Hardware, Serial
    from boardio.start.runner import StatusPixels

SAY_MS = 5000
"""Time between two reports on the console, ms; chosen."""
BLINK_MS = 500
"""Time of half a blink, ms; chosen."""
MAX_TEXT = 140
"""Letters that fit into a line beside the rest; by ``wire.MAX_LINE``."""


class FaultReporter:
    """Blinks, and says it again and again; ``code`` and ``restarts`` as in PROTOCOL.md.

    Meanwhile a repaired drive restarts the board at once.
    """

    def __init__(
        self, lights: "StatusPixels | None", hardware: "Hardware", code: str, text: str,
        colour: int, restarts: int = 0,
    ) -> None:  # fmt: skip
        now_ms = hardware.supervisor.ticks_ms()
        hardware.supervisor.runtime.autoreload = True
        self._lights = lights
        self._serial = serial = hardware.usb_cdc.data
        self._text = text
        self._colour = colour
        # The newline ends what was cut off in the middle.
        line = b"\n" + encode("trouble", 0, (code, restarts, pack(text[:MAX_TEXT])))
        self._line = memoryview(line)
        self._heard = bytearray(64)
        self._sent = len(line)
        self._begun_ms = self._told_ms = now_ms
        self._said_ms = now_ms - SAY_MS
        self._lit = False
        if serial is not None:
            serial.timeout = 0
            serial.write_timeout = 0
        self.tick(now_ms)

    def tick(self, now_ms: int) -> None:
        """Do what is due."""
        if ticks_diff(now_ms, self._said_ms) >= SAY_MS:
            self._said_ms = now_ms
            print("Underboard: " + self._text)
        lit = ticks_diff(now_ms, self._begun_ms) // BLINK_MS % 2 == 0
        if lit != self._lit:
            self._lit = lit
            if self._lights is not None:
                self._lights.warn(self._colour, lit)
        serial = self._serial
        if serial is not None and serial.connected:
            self._tell(serial, now_ms)
        else:
            self._sent = len(self._line)

    def _tell(self, serial: "Serial", now_ms: int) -> None:
        if serial.in_waiting:
            serial.readinto(self._heard)
        if self._sent < len(self._line):
            self._sent += serial.write(self._line[self._sent :]) or 0
        elif ticks_diff(now_ms, self._told_ms) >= HELLO_MS:
            self._told_ms = now_ms
            self._sent = 0
