"""Assembler's files of a printed circuit (part numbers and placement).

Heads of tables are those that JLCPCB reads; other makers take them too.  Places are measured as
Gerber files do, y upwards, and angles run counter-clockwise.
"""

from collections.abc import Iterable
from typing import NamedTuple

from underboard.errors import UnderboardError
from underboard.hardware.pcb.board import Pcb
from underboard.hardware.pcb.footprints import Footprint
from underboard.hardware.tables import rows_of, table


class Order(NamedTuple):
    """One part as one orders it: its number, who makes it, and its number at LCSC, if known."""

    number: str
    maker: str
    lcsc: str = ""


ORDERS = {
    (row["value"], row["package"]): Order(row["number"], row["maker"], row["lcsc"])
    for row in rows_of("pcb/orders.csv")
}
"""By value and package.  Numbers at LCSC stand here only where a second source names them."""
SOCKETS = "PPTC{:02}1LFBN-RC"
"""Rows of sockets, pitch 2.54 mm, by the number of their pins (Sullins)."""


def order_of(part: Footprint) -> Order:
    """Return how one orders a part.  Raises UnderboardError if nothing is known of it."""
    family, *rest = part.package.split("-")
    if family == "PinSocket":
        return Order(SOCKETS.format(int(rest[0].partition("x")[2])), "Sullins")
    if family == "Screw":
        return Order("1727036", "Phoenix Contact")
    found = ORDERS.get((part.value, part.package))
    if found is None:
        raise UnderboardError("%s: no part number is known for '%s' in %s", part.ref, part.value,
                      part.package)  # fmt: skip
    return found


PLACEMENT = ("Designator", "Mid X", "Mid Y", "Layer", "Rotation")
FACTORY = ("Comment", "Designator", "Footprint", "LCSC Part #", "Manufacturer Part", "Quantity")
HAND = ("Comment", "Designator", "Footprint", "Manufacturer Part", "Manufacturer", "Quantity")


def placement(board: Pcb) -> str:
    r"""Return where the assembler's machine puts each part: the middle of its pads, and its angle.

    >>> placement(Pcb("UB-1", "none", 10, 10, [], {}, [], (0, 0, 0, 0), (0, 0)))
    'Designator,Mid X,Mid Y,Layer,Rotation\n'
    """
    rows = [
        (part.ref, f"{part.middle[0]:.4f}", f"{-part.middle[1]:.4f}", "Top", part.turned)
        for part in board.parts
        if part.placed or board.filled
    ]
    return table(PLACEMENT, rows)


def bill(board: Pcb) -> str:
    """Return what the assembler buys and places: a line for each kind of part."""
    rows = []
    for parts in _kinds(part for part in board.parts if part.placed or board.filled):
        order, refs = order_of(parts[0]), ",".join(part.ref for part in parts)
        rows.append((_comment(parts[0]), refs, parts[0].package, order.lcsc, order.number,
                     len(parts)))  # fmt: skip
    return table(FACTORY, rows)


def by_hand(board: Pcb) -> str:
    """Return what is soldered on by hand: a line for each kind of part."""
    rows = []
    for parts in _kinds(part for part in board.parts if not (part.placed or board.filled)):
        order, refs = order_of(parts[0]), ",".join(part.ref for part in parts)
        rows.append((_comment(parts[0]), refs, parts[0].package, order.number, order.maker,
                     len(parts)))  # fmt: skip
    return table(HAND, rows)


LISTS = {"bom.csv": bill, "by-hand.csv": by_hand, "placement.csv": placement}
"""Files that go with a board, and their contents."""


def _kinds(parts: Iterable[Footprint]) -> list[list[Footprint]]:
    """Return parts of one value and package together, in the order of the first of each kind."""
    found: dict[tuple[str, str], list[Footprint]] = {}
    for part in parts:
        found.setdefault((_comment(part), part.package), []).append(part)
    return list(found.values())


def _comment(part: Footprint) -> str:
    """Return what a part is: of a row of sockets, that, and not what is plugged in."""
    if part.package.startswith("PinSocket"):
        return f"row of {len(part.pads)} sockets"
    if part.package.startswith("Screw"):
        return f"{len(part.pads)} screw terminals"
    return part.value
