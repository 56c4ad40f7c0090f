"""Pixels: colours onto the strip as they change."""

from boardio.pins import pin

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only
    from boardio.modules import NeoPixel, Strip


def strip_on(
    board,
    neopixel: "NeoPixel",
    name: str,
    pixels: int,
    key: str = "layout: strip.pin",
) -> "Strip":
    """Return the strip of ``pixels`` pixels on this pin, shown only when told to."""
    return neopixel.NeoPixel(pin(board, name, key), pixels, auto_write=False)


class Pixels:
    """Shows R, G, B of each pixel on a ``neopixel.NeoPixel`` made with ``auto_write=False``."""

    def __init__(self, strip: "Strip") -> None:
        self._strip = strip
        # Stubs forget the length.
        count = len(strip)  # type: ignore[arg-type,unused-ignore]
        self._shown = bytearray(3 * count)
        # Pixels keep their colours over a reset of the board.
        strip.fill(0)
        strip.show()

    def show(self, colours) -> None:
        """Show ``colours``, three bytes a pixel.  Allocates nothing.

        Sending takes 30 us a pixel (firmware/docs/circuitpython.md, section 5), so it is
        done only for something new.
        """
        shown = self._shown
        if colours == shown:
            return
        strip = self._strip
        at = 0
        for pixel in range(len(shown) // 3):
            # Written out, not as a loop: lights are waited for.
            red = colours[at]
            green = colours[at + 1]
            blue = colours[at + 2]
            if shown[at] != red or shown[at + 1] != green or shown[at + 2] != blue:
                shown[at] = red
                shown[at + 1] = green
                shown[at + 2] = blue
                # 24 bits are a small int; a tuple would be garbage on the heap.
                strip[pixel] = red << 16 | green << 8 | blue
            at += 3
        strip.show()
