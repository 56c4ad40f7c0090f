"""Footprints: through-hole parts as pads and outlines, in mm, y downwards as KiCad has it."""

from typing import NamedTuple


class Pad(NamedTuple):
    """One pad, relative to its part: its name, the pin of the circuit that it is, and the hole."""

    name: str
    pin: str
    x: float
    y: float
    size: float
    drill: float
    square: bool = False


class Footprint(NamedTuple):
    """One part on the board: where it is, its pads, and the box round it."""

    ref: str
    value: str
    x: float
    y: float
    pads: tuple[Pad, ...]
    box: tuple[float, float, float, float]

    def spot(self, pad: Pad) -> tuple[float, float]:
        """Return where a pad is on the board."""
        return round(self.x + pad.x, 4), round(self.y + pad.y, 4)


PITCH = 2.54
HEADER, LEG, STOUT = (1.7, 1.0), (1.6, 0.8), (2.0, 1.1)
"""Pad and drill: pin headers, legs of resistors, legs of 0.8 mm and more."""


def header(ref: str, value: str, x: float, y: float, pins: tuple[str, ...], along: str = "y"):
    """Return a row of header pins; ``pins``: of the circuit, empty for one that is not joined."""
    pads = []
    for number, pin in enumerate(pins):
        dx, dy = (0.0, PITCH * number) if along == "y" else (PITCH * number, 0.0)
        pads.append(Pad(str(number + 1), pin, dx, dy, *HEADER, square=number == 0))
    end = PITCH * (len(pins) - 1)
    box = (-1.27, -1.27, 1.27, end + 1.27) if along == "y" else (-1.27, -1.27, end + 1.27, 1.27)
    return Footprint(ref, value, x, y, tuple(pads), box)


def two(
    ref: str,
    value: str,
    x: float,
    y: float,
    pins: tuple[str, str],
    pitch: float,
    hole: tuple[float, float] = LEG,
    along: str = "x",
):
    """Return a part with two legs; the first pad is square: the plus or the ring."""
    far = (pitch, 0.0) if along == "x" else (0.0, pitch)
    pads = (Pad("1", pins[0], 0, 0, *hole, square=True), Pad("2", pins[1], *far, *hole))
    wide = 1.6
    return Footprint(ref, value, x, y, pads, (-wide, -wide, far[0] + wide, far[1] + wide))
