"""The parts of a board and which of their pins are joined.

Tables of wires, diagrams, bills of material and printed circuits are all made from this.
A pin is written ``REF:PIN``; a net is a name and the pins that it joins, in wiring order.
"""

from typing import NamedTuple

RAILS = ("5 V", "5 V fused", "5 V pixels", "3.3 V", "3.3 V sensors", "GND", "AGND")
"""Nets that are a rail or a star point: each pin has a wire of its own to it."""
COLOURS = {
    name: colour
    for colour, names in {
        "red": "5 V, E+",
        "orange": "3.3 V, feed",
        "black": "GND, AGND, E-",
        "yellow": "row, latch",
        "blue": "column, clock, select, enable, diode, sck",
        "green": "pixel, pod data, A+",
        "white": "data, chain, mux, switch, sensor, socket, A-, dout",
        "grey": "pod, power, button",
    }.items()
    for name in names.split(", ")
}
"""Insulation of a net's wires, by the longest beginning of its name."""


class Part(NamedTuple):
    """One component: reference, what it is, and what it is for or where it sits."""

    ref: str
    kind: str
    note: str = ""


class Wire(NamedTuple):
    """One wire: two ends, each a part and its pin, a colour and what runs through it."""

    net: str
    start: str
    start_pin: str
    end: str
    end_pin: str
    colour: str
    carries: str


class Circuit:
    """Parts by reference and nets by name, both in the order in which they are soldered."""

    def __init__(self) -> None:
        self.parts: dict[str, Part] = {}
        self.nets: dict[str, list[str]] = {}
        self.carries: dict[str, str] = {}
        self._net_of: dict[str, str] = {}
        self._after: dict[str, str] = {}
        self.ready: set[str] = set()
        """Parts whose pins need no soldering iron: plugs, and lights wired in the factory."""

    def add(self, ref: str, kind: str, note: str = "", ready: bool = False) -> str:
        """Add a part; return its reference.  Raises ValueError if it is there already."""
        if ref in self.parts:
            raise ValueError(f"part {ref} is there already: {self.parts[ref].kind}")
        self.parts[ref] = Part(ref, kind, note)
        if ready:
            self.ready.add(ref)
        return ref

    def join(self, net: str, *pins: str, carries: str = "", after: str = "") -> None:
        """Join pins to a net; with ``after`` they are wired one after the other from that pin.

        Raises ValueError for an unknown part or a pin that is on another net.
        """
        members = self.nets.setdefault(net, [])
        if carries:
            self.carries.setdefault(net, carries)
        for pin in pins:
            if pin.split(":")[0] not in self.parts:
                raise ValueError(f"{pin} joins '{net}', but there is no such part")
            if self._net_of.setdefault(pin, net) != net:
                raise ValueError(f"{pin} joins '{net}', but it is on '{self._net_of[pin]}'")
            if pin not in members:
                members.append(pin)
            if after:
                self._after[pin] = after
                after = pin

    def net_of(self, pin: str) -> str:
        """Return the net of a pin.  Raises KeyError if nothing is joined to it."""
        return self._net_of[pin]

    def name_of(self, ref: str) -> str:
        """Return a part's reference with what it is; of a sensor, with where it sits."""
        part = self.parts[ref]
        if ref[0] == "S" and ref[1:].isdigit():
            return f"{ref} ({part.note})"
        return ref if part.kind == ref else f"{ref} {part.kind}".strip()

    def wires(self) -> list[Wire]:
        """Return every wire: from each pin to its rail, or from pin to pin along a net."""
        rows = []
        for net, pins in self.nets.items():
            star = net in RAILS or net.split()[0] in ("row", "column")
            rail = f"{net} rail" if net in RAILS else net
            before = rail if star else ""
            pairs = []
            for pin in pins:
                goal = self._after.get(pin, before)
                ends = [goal, pin] if goal and goal != rail else [pin, rail]
                if goal:
                    pairs.append([(*end.split(":", 1), "")[:2] for end in ends])
                if not star:
                    before = pin
            for start, end in pairs:
                last = self.name_of(end[0]) if end[0] in self.parts else end[0]
                rows.append(
                    Wire(
                        net,
                        self.name_of(start[0]),
                        start[1],
                        last,
                        end[1],
                        colour_of(net),
                        self.carries.get(net, ""),
                    )
                )
        return rows

    def joints(self) -> int:
        """Return how many solder joints there are.

        Two for a wire; one where a resistor's, capacitor's or diode's own leg is the wire;
        none where something is plugged or wired in the factory.
        """
        count = 0
        for row in self.wires():
            refs = [name.split()[0] for name in (row.start, row.end)]
            count += sum(ref not in self.ready for ref in refs)
            count -= any(_has_legs(ref) for ref in refs)
        return count


def _has_legs(ref: str) -> bool:
    return ref[0] in "CRD" and not ref.startswith("RN") and ref[-1:].isdigit()


def colour_of(net: str) -> str:
    """Return the colour of a net's wires.

    >>> colour_of("column 3"), colour_of("5 V fused"), colour_of("strange")
    ('blue', 'red', 'white')
    """
    found = [start for start in COLOURS if net.startswith(start)]
    return COLOURS[max(found, key=len)] if found else "white"
