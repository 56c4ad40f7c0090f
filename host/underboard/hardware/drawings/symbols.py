"""Flags, switches, diodes, resistors and capacitors of the wiring diagrams."""

from collections.abc import Iterable

from underboard.hardware.circuit.model import Circuit, colour_of
from underboard.hardware.drawings.drawing import INK, VectorDrawing, width_of
from underboard.hardware.drawings.overlap_check import FRAME, WIDER

INKS = {
    "red": "#b8322a",
    "orange": "#c25a12",
    "black": "#333333",
    "yellow": "#946a00",
    "blue": "#2f66b5",
    "green": "#2d8a4e",
    "white": "#7a3fa0",
    "grey": "#6b5f55",
}
"""Insulation of a wire, as ink on light paper."""
SMALL = 2.75
"""Size of the smallest letters, mm: capitals of 1.8 mm where a sheet of A4 is fitted to a page."""


def ink_of(net: str) -> str:
    """Return the ink of a net."""
    return INKS[colour_of(net)]


def flag_width(net: str) -> float:
    """Return the length of a flag, mm."""
    return 4.4 + width_of(net, SMALL, True) * WIDER


def flag(
    draw: VectorDrawing,
    x: float,
    y: float,
    circuit: Circuit,
    *pins: str,
    side: int = 1,
    wire: float = 0,
) -> float:
    """Draw the flag of the net that these pins join; return its end.

    Its tip is at x, y, or at the end of a ``wire`` from there; ``side``: 1 to the right of
    it, -1 to the left.  Raises ValueError if the pins are on several nets.
    """
    nets = {circuit.net_of(pin) for pin in pins}
    if len(nets) != 1:
        raise ValueError(f"one flag for {', '.join(pins)}, which are on {sorted(nets)}")
    net = nets.pop()
    colour = ink_of(net)
    if wire:
        draw.line((x, y), (x + side * wire, y), stroke=colour, pen=0.5)
        x += side * wire
    back, tip = x + side * flag_width(net), x + side * 1.8
    draw.shape(
        (x, y), (tip, y - 2.1), (back, y - 2.1), (back, y + 2.1), (tip, y + 2.1), fill=colour
    )
    draw.words(
        (tip + back) / 2,
        y + 0.95,
        net,
        SMALL,
        colour="#ffffff",
        anchor="middle",
        bold=True,
        net=net,
        pins=pins,
    )
    return back


def ground(draw: VectorDrawing, x: float, y: float, circuit: Circuit, *pins: str) -> None:
    """Draw the sign for ground at the lower end of a wire."""
    (net,) = {circuit.net_of(pin) for pin in pins}
    draw.line(
        (x - 1.6, y), (x + 1.6, y), tag="ground", stroke=ink_of(net), pen=0.7, net=net, pins=pins
    )
    draw.line((x - 0.9, y + 0.7), (x + 0.9, y + 0.7), stroke=ink_of(net), pen=0.5)


def join(
    draw: VectorDrawing,
    circuit: Circuit,
    points: Iterable[tuple[float, float]],
    *pins: str,
    pen: float = 0.45,
) -> None:
    """Draw a wire through points, which joins these pins."""
    (net,) = {circuit.net_of(pin) for pin in pins}
    draw.line(*points, stroke=ink_of(net), pen=pen, net=net, pins=pins)


def switch(draw: VectorDrawing, x: float, y: float) -> None:
    """Draw an open switch, ten wide."""
    draw.line((x, y), (x + 2.5, y), pen=0.4)
    draw.line((x + 2.5, y), (x + 8, y - 2.6), pen=0.4)
    draw.line((x + 7.5, y), (x + 10, y), pen=0.4)
    draw.circle(x + 2.5, y, 0.5, fill=INK)
    draw.circle(x + 7.5, y, 0.5, fill=INK)


def diode(draw: VectorDrawing, x: float, y: float) -> None:
    """Draw a diode that conducts to the right, five wide."""
    draw.shape((x, y - 1.5), (x + 3.6, y), (x, y + 1.5), fill=INK)
    draw.line((x + 3.6, y - 1.6), (x + 3.6, y + 1.6), pen=0.5)
    draw.line((x + 3.6, y), (x + 5, y), pen=0.4)


def resistor(draw: VectorDrawing, x: float, y: float, long: float = 8) -> None:
    """Draw a resistor along a wire."""
    draw.box(x, y - 1.2, long, 2.4, stroke=INK, fill="#ffffff", pen=0.35)


def upright(draw: VectorDrawing, x: float, y: float, long: float = 6) -> None:
    """Draw a resistor that stands, its upper end at x, y."""
    draw.box(x - 1.1, y, 2.2, long, stroke=INK, fill="#ffffff", pen=0.35)


def capacitor(draw: VectorDrawing, x: float, y: float, wide: float = 2.2) -> None:
    """Draw a capacitor that stands, its upper plate at x, y and its lower one 1.3 below."""
    draw.line((x - wide, y), (x + wide, y), pen=0.5)
    draw.line((x - wide, y + 1.3), (x + wide, y + 1.3), pen=0.5)


def block(draw: VectorDrawing, x: float, y: float, wide: float, high: float, title: str) -> None:
    """Draw the frame of one part of a diagram."""
    draw.box(x, y, wide, high, 2.5, FRAME, fill="#ffffff", stroke="#cbbfae", pen=0.3)
    draw.words(x + 4, y + 6, title, 3.6, bold=True)


def chip(draw: VectorDrawing, x: float, y: float, wide: float, high: float, name: str) -> None:
    """Draw a chip with its name above it."""
    draw.box(x, y, wide, high, 1.5, fill="#33373c", stroke=INK, pen=0.4)
    draw.words(x + wide / 2, y - 1.5, name, 3, anchor="middle", bold=True)
