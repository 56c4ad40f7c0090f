"""Pixels: colours onto the strip, and only when they change."""

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from boardio.modules import Strip


class Pixels:
    """Shows R, G, B of each pixel on a ``neopixel.NeoPixel`` made with ``auto_write=False``."""

    def __init__(self, strip: "Strip") -> None:
        self._strip = strip
        # The stubs forget that it has a length.
        count = len(strip)  # type: ignore[arg-type,unused-ignore]
        self._shown = bytearray(3 * count)
        # Pixels keep their colours over a reset of the board.
        strip.fill(0)
        strip.show()

    def show(self, colours) -> None:
        """Show ``colours`` (a bytearray, three bytes a pixel).  Allocates nothing.

        Sending waits for the strip, 30 us a pixel (facts page, section 5), so it is
        done only for something new.
        """
        shown = self._shown
        if colours == shown:
            return
        strip = self._strip
        for pixel in range(len(shown) // 3):
            at = 3 * pixel
            if (
                shown[at] != colours[at]
                or shown[at + 1] != colours[at + 1]
                or shown[at + 2] != colours[at + 2]
            ):
                colour = 0
                for part in range(at, at + 3):
                    shown[part] = colours[part]
                    colour = (colour << 8) | colours[part]
                # 24 bits are a small int; a tuple would be garbage on the heap.
                strip[pixel] = colour
        strip.show()
