"""Colours onto the strip as they change."""

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from boardio.modules import DigitalInOut


class Pixels:
    """Shows R, G, B of each pixel of a strip of WS2812s.

    ``write(line, data)``: ``neopixel_write``'s; ``line``: the strip's pin, an output.
    """

    def __init__(self, line: "DigitalInOut", write, count: int) -> None:
        self._line = line
        self._write = write
        self._shown = bytearray(3 * count)
        self._data = bytearray(3 * count)
        """Colour in the strip's order: green, red, blue."""
        # Pixels keep their colours over a reset of the board.
        write(line, self._data)

    def show(self, colours) -> None:
        """Show ``colours``, three bytes a pixel.  Allocates nothing.

        Sending takes 30 us a pixel (firmware/docs/circuitpython.md, section 2), so it is
        done only for something new.
        """
        shown = self._shown
        if colours == shown:
            return
        data = self._data
        for at in range(0, len(shown), 3):
            # Written out, not as a loop: lights are waited for.
            data[at + 1] = shown[at] = colours[at]
            data[at] = shown[at + 1] = colours[at + 1]
            data[at + 2] = shown[at + 2] = colours[at + 2]
        self._write(self._line, data)
