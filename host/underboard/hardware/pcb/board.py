"""A printed circuit before it is routed, and what all of them share."""

from dataclasses import dataclass, field

from underboard.deploy.circuit import CIRCUITS
from underboard.errors import UnderboardError
from underboard.hardware import pico
from underboard.hardware.circuit.model import Circuit
from underboard.hardware.pcb.footprints import Footprint, header

ROWS = 17.78
"""Distance of the Pico's two rows of pins, mm."""


@dataclass
class Pcb:
    """A printed circuit: parts, nets by pin, drills for screws; tracks are laid later."""

    number: str
    title: str
    wide: float
    high: float
    parts: list[Footprint]
    nets: dict[str, str]
    screws: list[tuple[float, float]]
    words: tuple[float, float, float, float]
    """Area of the board's name on the front copper: left, top, right, bottom."""
    warning: tuple[float, float]
    """Middle of the words that nothing was tried."""
    extra: dict[str, str] = field(default_factory=dict)
    """Pins of parts that the circuit does not have, since ready modules bring them, and nets."""
    planes: tuple[str, ...] = ()
    """Nets that have a layer of copper of their own inside the board: it has four layers then."""
    filled: bool = False
    """Whether the factory solders all parts, those with legs too."""
    tracks: list[tuple[str, int, tuple[float, float], tuple[float, float], float]] = field(
        default_factory=list
    )
    vias: list[tuple[str, tuple[float, float]]] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Return what is printed on the copper."""
        return f"{self.number} revision {CIRCUITS[self.number][0]}"

    def hand_joints(self) -> int:
        """Return how many pads are soldered by hand: those with a hole and a wire to it."""
        if self.filled:
            return 0
        return sum(bool(pad.drill and pad.pin) for part in self.parts for pad in part.pads)


MIN_EDGE = 0.3
"""Copper's distance from the board's edge that usual makers keep, mm."""


def check(board: Pcb) -> None:
    """Raise UnderboardError if a factory cannot make a board: a pad over the edge, part on part."""
    boxes: list[tuple[float, float, float, float, str]] = []
    for part in board.parts:
        for pad in part.pads:
            (x, y), (wide, high) = part.spot(pad), pad.half
            left = min(x - wide, board.wide - x - wide, y - high, board.high - y - high)
            if left < MIN_EDGE:
                seen = pad.name, part.ref, left, board.title, MIN_EDGE
                raise UnderboardError(
                    "pad %s of %s is %.2f mm from the edge of %s: at least %g mm is wanted", *seen
                )
        a = part.box
        box = (part.x + a[0], part.y + a[1], part.x + a[2], part.y + a[3], part.ref)
        for other in boxes:
            wide = min(box[2], other[2]) - max(box[0], other[0])
            high = min(box[3], other[3]) - max(box[1], other[1])
            if wide > 0.001 and high > 0.001:
                spot = max(box[0], other[0]), max(box[1], other[1])
                both = part.ref, other[4], board.title, wide, high, *spot
                raise UnderboardError(
                    "%s lies on %s on %s: %.1f × %.1f mm of both at %.1f, %.1f mm", *both
                )
        boxes.append(box)


def pico_rows(circuit: Circuit, x: float, y: float, along: str = "y") -> list[Footprint]:
    """Return the two rows of sockets for a Pico, ``x, y`` pin 1 or, lying down, pin 40.

    Its USB socket looks up, or to the left if the rows lie ``along`` x.
    """
    used = {
        pin.split("pin ")[1].rstrip(")"): pin
        for pins in circuit.nets.values()
        for pin in pins
        if pin.startswith("Pico:")
    }
    low = tuple(used.get(str(n), "") for n in range(1, 21))
    high = tuple(used.get(str(n), "") for n in range(40, 20, -1))
    assert len(pico.HEADER) == len(low) + len(high)
    if along == "y":
        first, second = (x, y), (x + ROWS, y)
    else:
        first, second = (x, y + ROWS), (x, y)
    return [
        header("U0A", "Pico 1 to 20", *first, low, along),
        header("U0B", "Pico 40 to 21", *second, high, along),
    ]


def nets_on(circuit: Circuit, parts: list[Footprint]) -> dict[str, str]:
    """Return the net of every pin of the circuit that has a pad on these parts."""
    known = {pin: net for net, pins in circuit.nets.items() for pin in pins}
    return {pad.pin: known[pad.pin] for part in parts for pad in part.pads if pad.pin in known}


def screws(wide: float, high: float) -> list[tuple[float, float]]:
    """Return four holes for screws in the corners."""
    inset = 3.81
    return [(x, y) for y in (inset, high - inset) for x in (inset, wide - inset)]
