"""Parts as pads and outlines, in mm, y downwards as KiCad has it."""

from collections.abc import Sequence
from typing import NamedTuple


class Pad(NamedTuple):
    """One pad, relative to its part: its name, the pin of the circuit that it is, and the hole.

    Without a hole (``drill`` 0) it lies on the front only; ``tall``: its height if it is oblong.
    """

    name: str
    pin: str
    x: float
    y: float
    size: float
    drill: float
    square: bool = False
    tall: float = 0.0

    @property
    def half(self) -> tuple[float, float]:
        """Return half its width and half its height."""
        return self.size / 2, (self.tall or self.size) / 2

    @property
    def round(self) -> bool:
        """Return True if it is a circle."""
        return not (self.square or self.tall)


class Footprint(NamedTuple):
    """One part on the board: where it is, its package, its pads, and the box round it."""

    ref: str
    value: str
    package: str
    x: float
    y: float
    pads: tuple[Pad, ...]
    box: tuple[float, float, float, float]
    pegs: tuple[tuple[float, float, float], ...] = ()
    """Holes without copper: place relative to the part, and diameter."""

    def spot(self, pad: Pad) -> tuple[float, float]:
        """Return where a pad is on the board."""
        return round(self.x + pad.x, 4), round(self.y + pad.y, 4)

    @property
    def placed(self) -> bool:
        """Return True if a machine places it: all its pads lie on the surface."""
        return all(not pad.drill for pad in self.pads)

    @property
    def middle(self) -> tuple[float, float]:
        """Return the middle of its pads on the board: where a machine takes hold of it."""
        xs, ys = [pad.x for pad in self.pads], [pad.y for pad in self.pads]
        x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        return round(self.x + x, 4), round(self.y + y, 4)

    @property
    def turned(self) -> int:
        """Return how far it is turned counter-clockwise from the way KiCad's library has it.

        Told by where its first pad lies from its middle.
        """
        (x, y), (mx, my) = self.spot(self.pads[0]), self.middle
        found = _sign(x - mx), _sign(my - y)
        way = FIRST_PAD[self.package.split("-")[0]]
        for turn in (0, 90, 180, 270):
            if way == found:
                return turn
            way = -way[1], way[0]
        raise ValueError(f"{self.ref}: no first pad of {self.package} lies there")


def _sign(value: float) -> int:
    return (value > 0.01) - (value < -0.01)


FIRST_PAD = {
    **dict.fromkeys(("0805", "Axial", "Radial"), (-1, 0)),
    **dict.fromkeys(("DIP", "SOIC", "WS2812B"), (-1, 1)),
    **dict.fromkeys(("PinSocket", "SIP", "TO", "Screw", "Latch"), (0, 1)),
    "RJ45": (-1, -1),
}
"""By the package's family: on which side of its middle the first pad lies, right and up."""
PITCH = 2.54
HEADER, LEG, STOUT = (1.65, 1.0), (1.6, 0.8), (2.0, 1.1)
"""Pad and drill: pin headers, legs of resistors, legs of 0.8 mm and more."""
CHIP_LEG = (1.5, 0.8)
"""Of chips in DIP: a track fits between two of them."""


def header(
    ref: str, value: str, x: float, y: float, pins: tuple[str, ...], along: str = "y"
) -> Footprint:
    """Return a row of header pins; ``pins``: of the circuit, empty for one that is not joined."""
    pads = []
    package = f"PinSocket-1x{len(pins):02}-2.54mm"
    for number, pin in enumerate(pins):
        dx, dy = (0.0, PITCH * number) if along == "y" else (PITCH * number, 0.0)
        pads.append(Pad(str(number + 1), pin, dx, dy, *HEADER, square=number == 0))
    end = PITCH * (len(pins) - 1)
    box = (-1.27, -1.27, 1.27, end + 1.27) if along == "y" else (-1.27, -1.27, end + 1.27, 1.27)
    return Footprint(ref, value, package, x, y, tuple(pads), box)


def two(
    ref: str,
    value: str,
    x: float,
    y: float,
    pins: tuple[str, str],
    pitch: float,
    hole: tuple[float, float] = LEG,
    along: str = "x",
) -> Footprint:
    """Return a part with two legs; the first pad is square: the plus or the ring."""
    far = (pitch, 0.0) if along == "x" else (0.0, pitch)
    pads = (Pad("1", pins[0], 0, 0, *hole, square=True), Pad("2", pins[1], *far, *hole))
    wide = 1.6
    package = f"{'Axial' if pins[0][0] in 'RD' else 'Radial'}-{pitch:g}mm"
    box = (-wide, -wide, far[0] + wide, far[1] + wide)
    return Footprint(ref, value, package, x, y, pads, box)


def small(
    ref: str, value: str, x: float, y: float, pins: Sequence[str] = (), along: str = "x"
) -> Footprint:
    """Return a part of 2 × 1.25 mm on the surface (0805), ``x, y`` its middle; usual pins: 1, 2."""
    pads = []
    pins = pins or (f"{ref}:1", f"{ref}:2")
    for number, (pin, side) in enumerate(zip(pins, (-0.95, 0.95), strict=True)):
        if along == "x":
            pads.append(Pad(str(number + 1), pin, side, 0.0, 1.0, 0.0, tall=1.4))
        else:
            pads.append(Pad(str(number + 1), pin, 0.0, side, 1.4, 0.0, tall=1.0))
    box = (-1.45, -0.7, 1.45, 0.7) if along == "x" else (-0.7, -1.45, 0.7, 1.45)
    return Footprint(ref, value, "0805", x, y, tuple(pads), box)


def chip(
    ref: str, value: str, x: float, y: float, pins: Sequence[str], wide: float = 7.62
) -> Footprint:
    """Return a chip in DIP, ``x, y`` pin 1 at the upper left; the second row runs upwards."""
    half = len(pins) // 2
    pads = []
    for number, pin in enumerate(pins):
        at = (0.0, PITCH * number) if number < half else (wide, PITCH * (len(pins) - 1 - number))
        pads.append(Pad(str(number + 1), pin, *at, *CHIP_LEG, square=number == 0))
    box = (-1.27, -1.27, wide + 1.27, PITCH * (half - 1) + 1.27)
    return Footprint(ref, value, f"DIP-{len(pins)}", x, y, tuple(pads), box)


class PartBody(NamedTuple):
    """A chip's housing on the surface, pitch 1.27 mm: mm of what differs, and its name's end."""

    side: float
    """From its middle to the middle of its pads."""
    long: float
    """A pad's length."""
    wide: float
    """From its middle to its courtyard, across and beyond the outermost pads."""
    more: float
    name: str


WIDE, NARROW = PartBody(4.65, 2.0, 5.7, 1.0, "W"), PartBody(2.7, 1.55, 3.6, 0.6, "")
"""SO of 7.5 and of 3.9 mm."""


def flat_chip(
    ref: str, value: str, x: float, y: float, pins: Sequence[str], body: PartBody = WIDE
) -> Footprint:
    """Return a chip on the surface, ``x, y`` its middle."""
    half = len(pins) // 2
    top = -1.27 * (half - 1) / 2
    pads = []
    for number, pin in enumerate(pins):
        row = number if number < half else len(pins) - 1 - number
        side = -body.side if number < half else body.side
        pads.append(Pad(str(number + 1), pin, side, top + 1.27 * row, body.long, 0.0, tall=0.6))
    box = (-body.wide, top - body.more, body.wide, body.more - top)
    return Footprint(ref, value, f"SOIC-{len(pins)}{body.name}", x, y, tuple(pads), box)


def _column(pins: Sequence[str], pitch: float, size: float, drill: float) -> tuple[Pad, ...]:
    """Return pads downwards from pin 1, which is square."""
    return tuple(Pad(str(n + 1), pin, 0.0, pitch * n, size, drill, square=n == 0)
                 for n, pin in enumerate(pins))  # fmt: skip


def terminal(ref: str, value: str, x: float, y: float, pins: tuple[str, ...]) -> Footprint:
    """Return screw terminals, pitch 3.81 mm, downwards from pin 1 at ``x, y``."""
    box = (-4.0, -2.2, 4.0, 3.81 * (len(pins) - 1) + 2.2)
    name = f"Screw-1x{len(pins):02}-3.81mm"
    return Footprint(ref, value, name, x, y, _column(pins, 3.81, 2.0, 1.2), box)


def plug(ref: str, value: str, x: float, y: float, pins: tuple[str, ...]) -> Footprint:
    """Return a header with a latch for a plug of pitch 2.54 mm, downwards from pin 1."""
    box = (-3.2, -1.6, 3.2, PITCH * (len(pins) - 1) + 1.6)
    name = f"Latch-1x{len(pins):02}-2.54mm"
    return Footprint(ref, value, name, x, y, _column(pins, PITCH, 1.7, 1.0), box)


def pixel(ref: str, x: float, y: float, pins: tuple[str, str, str, str]) -> Footprint:
    """Return a WS2812B of 5 × 5 mm, ``x, y`` its middle; pins: 5 V, data out, ground, data in."""
    spots = ((-2.45, -1.6), (-2.45, 1.6), (2.45, 1.6), (2.45, -1.6))
    pads = tuple(
        Pad(str(number + 1), pin, *spot, 1.5, 0.0, tall=1.0)
        for number, (pin, spot) in enumerate(zip(pins, spots, strict=True))
    )
    return Footprint(ref, "WS2812B", "WS2812B-5050", x, y, pads, (-3.3, -2.6, 3.3, 2.6))


def jack(ref: str, x: float, y: float, pins: Sequence[str], up: bool = False) -> Footprint:
    """Return a socket for a cable of eight poles, ``x, y`` its middle between the two pegs.

    The usual pattern of such sockets: pins 1.27 mm apart in two rows, pegs 11.43 mm apart.
    ``up``: the cable comes from above.
    """
    way = -1 if up else 1
    rows = (way * -6.35, way * -8.89)
    pads = tuple(
        Pad(str(n + 1), pin, way * (1.27 * n - 4.445), rows[n % 2], 1.5, 0.9, square=n == 0)
        for n, pin in enumerate(pins)
    )
    box = (-7.76, -7.73, 7.76, 10.23) if up else (-7.76, -10.23, 7.76, 7.73)
    pegs = tuple((side * 5.715, 0.0, 3.25) for side in (-1, 1))
    return Footprint(ref, "RJ45 socket", "RJ45-8P8C", x, y, pads, box, pegs)
