"""Answers to a computer's questions about single parts, while no game is played.

``underboard board doctor`` asks for the switches, the buttons and one pixel at a time.
Meanwhile the game rests: hands that try out a switch make no turn.  A probe that is not
repeated ends by itself, so a dead computer stops no game.
"""

from boardcore.errors import ParseError
from boardcore.ticks import ticks_add, ticks_diff

LASTS_MS = 10000
"""Time for which a test of parts lasts without a new request, ms; chosen."""
MAX_BUTTONS = 8
"""Largest number of buttons that are counted; chosen."""
MAX_COUNT = 255
"""Largest number of presses that is counted; chosen, one byte."""
BRIGHT = 40
"""Brightness of each colour, of 255: visible by day, about 10 mA."""


class Probe:
    """Counts changes of switches and presses of buttons, and shows one pixel.

    ``colours``: R, G, B per pixel; ``asked``: an answer is due; ``more``: and another line.
    """

    more = False
    KIND = "halls"
    """Kind of the lines about sensors."""

    def hall_fields(self) -> tuple:
        """Return what one of more lines says of sensors that feel: there are none here."""
        return ()

    def __init__(self, readings, pixels: int) -> None:
        self._readings = readings
        self._seen = bytearray(readings)
        self._flips = bytearray(len(readings))
        self._presses = bytearray(MAX_BUTTONS)
        self._pixel = -1
        self._until_ms = 0
        self.colours = bytearray(3 * pixels)
        self.asked = False

    def request(self, what: str, now_ms: int) -> None:
        """Ask for an answer and light the pixel ``what``, ``-`` for none.

        Raises ParseError for a pixel that there is not.
        """
        pixels = len(self.colours) // 3
        if what != "-" and (not what.isdigit() or int(what) >= pixels):
            raise ParseError("pixel '%s': expected 0 to %d, or -", what, pixels - 1)
        self._pixel = -1 if what == "-" else int(what)
        for at in range(len(self.colours)):
            self.colours[at] = BRIGHT if at // 3 == self._pixel else 0
        self._until_ms = ticks_add(now_ms, LASTS_MS)
        self.asked = True

    def is_over(self, now_ms: int) -> bool:
        """Return True if nobody has asked for too long."""
        return ticks_diff(now_ms, self._until_ms) >= 0

    def step(self, now_ms: int) -> None:
        """Count what has changed since the last look.  Allocates nothing."""
        readings, seen = self._readings, self._seen
        flips = self._flips
        if readings == seen:
            return
        for sensor in range(len(seen)):
            if readings[sensor] != seen[sensor]:
                seen[sensor] = readings[sensor]
                if flips[sensor] < MAX_COUNT:
                    flips[sensor] += 1

    def button(self, number: int, down: bool, now_ms: int) -> None:
        """Take a button that goes down or up."""
        if down and number < MAX_BUTTONS and self._presses[number] < MAX_COUNT:
            self._presses[number] += 1

    def fields(self):
        """Return the switches now, how often each changed, the presses, and the pixel."""
        self.asked = False
        digits = ""
        nibble = 0
        for sensor in range(len(self._seen)):
            nibble |= self._seen[sensor] << sensor % 4
            if sensor % 4 == 3 or sensor == len(self._seen) - 1:
                digits += "%x" % nibble
                nibble = 0
        pixel = "-" if self._pixel < 0 else str(self._pixel)
        return (digits, _hex(self._flips), _hex(self._presses), pixel)


def _hex(counts) -> str:
    return "".join(["%02x" % count for count in counts])
