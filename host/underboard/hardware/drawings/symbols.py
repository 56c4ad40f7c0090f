"""Flags, switches, diodes, resistors and capacitors of the wiring diagrams."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from underboard.hardware.circuit.model import Circuit, colour_of
from underboard.hardware.drawings.drawing import INK, TextLook, VectorDrawing, width_of
from underboard.hardware.drawings.overlap_check import FRAME, WIDER
from underboard.hardware.drawings.style import LIT

if TYPE_CHECKING:
    from typing_extensions import Unpack

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


@dataclass
class Diagram(VectorDrawing):
    """A wiring diagram, whose flags and wires name the nets of its circuit."""

    circuit: Circuit = field(kw_only=True)

    def _net(self, pins: Sequence[str]) -> str:
        """Return the net that pins join.  Raises ValueError if they are on several."""
        nets = {self.circuit.net_of(pin) for pin in pins}
        if len(nets) != 1:
            raise ValueError(f"one flag for {', '.join(pins)}, which are on {sorted(nets)}")
        return nets.pop()

    def small(self, x: float, y: float, text: str, **how: "Unpack[TextLook]") -> None:
        """Write one line of the smallest letters."""
        self.words(x, y, text, SMALL, **how)

    def wire(
        self, net: str, *points: tuple[float, float], pen: float = 0.5, dash: float = 0
    ) -> None:
        """Draw a wire in its net's colour; flags say what it joins."""
        self.line(*points, stroke=ink_of(net), pen=pen, dash=dash)

    def join(self, points: Iterable[tuple[float, float]], *pins: str, pen: float = 0.45) -> None:
        """Draw a wire through points, which joins these pins."""
        net = self._net(pins)
        self.line(*points, stroke=ink_of(net), pen=pen, net=net, pins=pins)

    def flag(self, x: float, y: float, *pins: str, side: int = 1, wire: float = 0) -> float:
        """Draw the flag of the net that these pins join; return its end.

        Its tip is at x, y, or at the end of a ``wire`` from there; ``side``: 1 to the right of
        it, -1 to the left.  Raises ValueError if the pins are on several nets.
        """
        net = self._net(pins)
        colour = ink_of(net)
        if wire:
            self.wire(net, (x, y), (x + side * wire, y))
            x += side * wire
        back, tip = x + side * flag_width(net), x + side * 1.8
        self.shape(
            (x, y), (tip, y - 2.1), (back, y - 2.1), (back, y + 2.1), (tip, y + 2.1), fill=colour
        )
        middle = (tip + back) / 2
        at = middle, y + 0.95
        self.small(*at, net, colour="#ffffff", anchor="middle", bold=True, net=net, pins=pins)
        return back

    def ground(self, x: float, y: float, *pins: str) -> None:
        """Draw the sign for ground at the lower end of a wire."""
        net = self._net(pins)
        self.line(
            (x - 1.6, y),
            (x + 1.6, y),
            tag="ground",
            stroke=ink_of(net),
            pen=0.7,
            net=net,
            pins=pins,
        )
        self.wire(net, (x - 0.9, y + 0.7), (x + 0.9, y + 0.7))

    def switch(self, x: float, y: float) -> None:
        """Draw an open switch, ten wide."""
        self.line((x, y), (x + 2.5, y), pen=0.4)
        self.line((x + 2.5, y), (x + 8, y - 2.6), pen=0.4)
        self.line((x + 7.5, y), (x + 10, y), pen=0.4)
        self.circle(x + 2.5, y, 0.5, fill=INK)
        self.circle(x + 7.5, y, 0.5, fill=INK)

    def diode(self, x: float, y: float) -> None:
        """Draw a diode that conducts to the right, five wide."""
        self.shape((x, y - 1.5), (x + 3.6, y), (x, y + 1.5), fill=INK)
        self.line((x + 3.6, y - 1.6), (x + 3.6, y + 1.6), pen=0.5)
        self.line((x + 3.6, y), (x + 5, y), pen=0.4)

    def resistor(self, x: float, y: float, long: float = 8) -> None:
        """Draw a resistor along a wire."""
        self.box(x, y - 1.2, long, 2.4, stroke=INK, fill="#ffffff", pen=0.35)

    def capacitor(self, x: float, y: float, wide: float = 2.2) -> None:
        """Draw a capacitor that stands, its upper plate at x, y and its lower one 1.3 below."""
        self.line((x - wide, y), (x + wide, y), pen=0.5)
        self.line((x - wide, y + 1.3), (x + wide, y + 1.3), pen=0.5)

    def block(self, x: float, y: float, wide: float, high: float, title: str) -> None:
        """Draw the frame of one part of a diagram."""
        self.box(x, y, wide, high, 2.5, FRAME, fill="#ffffff", stroke="#cbbfae", pen=0.3)
        self.words(x + 4, y + 6, title, 3.6, bold=True)

    def chip(self, x: float, y: float, wide: float, high: float, name: str) -> None:
        """Draw a chip with its name above it."""
        self.box(x, y, wide, high, 1.5, fill="#33373c", stroke=INK, pen=0.4)
        self.words(x + wide / 2, y - 1.5, name, 3, anchor="middle", bold=True)

    def pixel(self, x: float, line: float, number: int) -> None:
        """Draw a pixel of a chain between its two rails."""
        self.wire("5 V", (x, line - 4), (x, line - 7))
        self.wire("GND", (x, line + 4), (x, line + 7))
        self.box(x - 6, line - 4, 12, 8, 1.5, fill="#f1efe9", stroke=INK, pen=0.3)
        self.circle(x, line, 3, **LIT)
        self.small(x, line + 1, str(number), anchor="middle", bold=True)

    def rails(self, x: float, end: float, line: float, pixels: Iterable[int]) -> None:
        """Draw what feeds a chain of pixels, with a flag at the end of each rail."""
        for up, pole, net in ((-7, "5V", "5 V"), (7, "GND", "GND")):
            self.wire(net, (x, line + up), (end, line + up))
            self.flag(end, line + up, *[f"P{number}:{pole}" for number in pixels])
