"""Carrier: the printed circuit of a plate: a Pico, and sockets for modules, pixels and buttons.

The same circuit as the plate's diagram, less what lies off the board: load cells, modules,
pixels and buttons become sockets whose pins carry the names of what is plugged into them.
"""

from dataclasses import dataclass, field

from underboard.hardware import pico
from underboard.hardware.circuit.board import circuit_of
from underboard.hardware.circuit.model import Circuit
from underboard.hardware.pcb.footprints import PITCH, STOUT, Footprint, header, two
from underboard.hardware.plan import Plan
from underboard.trouble import Trouble

NUMBER, REVISION = "UB-1", 1
"""Printed on the copper: which board this is, and which edition."""
WIDE, HIGH = 96.52, 68.58
"""The board, mm."""
PICO_AT = (43.18, 10.16)
ROWS = 17.78
"""Distance of the Pico's two rows of pins."""


@dataclass
class Board:
    """A printed circuit: parts, nets by pin, drills for screws; tracks are laid later."""

    name: str
    wide: float
    high: float
    parts: list[Footprint]
    nets: dict[str, str]
    screws: list[tuple[float, float]]
    words: tuple[float, float, float, float]
    """Where the board's name is printed on the front copper: left, top, right, bottom."""
    tracks: list[tuple[str, int, tuple[float, float], tuple[float, float], float]] = field(
        default_factory=list
    )
    vias: list[tuple[str, tuple[float, float]]] = field(default_factory=list)


def carrier(plan: Plan) -> Board:
    """Return the carrier of a plate, placed but not routed.  Raises Trouble for other boards."""
    if not plan.weighs:
        raise Trouble("'%s' has no carrier: expected a layout with load cells", plan.name)
    circuit = circuit_of(plan)
    parts = _pico(circuit)
    for number in range(1, len(plan.load_cells) + 1):
        y = 8.89 + 13.97 * (number - 1)
        parts.append(
            header(
                f"J{number}",
                f"HX711 module {number}",
                5.08,
                y,
                (f"M{number}:VCC", f"M{number}:SCK", f"M{number}:DT", f"M{number}:GND"),
            )
        )
        near = f"C{number + 9}"
        parts.append(
            two(
                near,
                circuit.parts[near].kind,
                12.7,
                y + PITCH,
                (f"{near}:+", f"{near}:-"),
                5.08,
                along="y",
            )
        )
    parts += [
        two("F1", circuit.parts["F1"].kind, 71.12, 10.16, ("F1:1", "F1:2"), 5.08),
        two(
            "D1",
            circuit.parts["D1"].kind,
            81.28,
            22.86,
            ("D1:cathode, the ring", "D1:anode"),
            10.16,
            STOUT,
            along="x",
        ),
        two("C1", circuit.parts["C1"].kind, 73.66, 33.02, ("C1:+", "C1:-"), 5.08, STOUT, along="y"),
        two("R1", circuit.parts["R1"].kind, 68.58, 52.07, ("R1:1", "R1:2"), 10.16),
        header("J5", "pixels", 91.44, 35.56, ("P0:5V", "P0:DIN", "P0:GND")),
        header("J6", "buttons", 22.86, 63.5, ("B-yes:1", "B-yes:2", "B-next:1", "B-next:2"), "x"),
    ]
    placed = {pad.pin for part in parts for pad in part.pads if pad.pin}
    nets = {pin: circuit.net_of(pin) for pin in placed}
    return Board(
        f"{NUMBER} revision {REVISION}",
        WIDE,
        HIGH,
        parts,
        nets,
        [(3.81, 3.81), (WIDE - 3.81, 3.81), (3.81, HIGH - 3.81), (WIDE - 3.81, HIGH - 3.81)],
        (48.0, 63.6, 86.0, 66.8),
    )


def _pico(circuit: Circuit) -> list[Footprint]:
    used = {
        pin.split("pin ")[1].rstrip(")"): pin
        for pins in circuit.nets.values()
        for pin in pins
        if pin.startswith("Pico:")
    }
    left = tuple(used.get(str(n), "") for n in range(1, 21))
    right = tuple(used.get(str(n), "") for n in range(40, 20, -1))
    assert len(pico.HEADER) == len(left) + len(right)
    x, y = PICO_AT
    return [
        header("U1A", "Pico 1 to 20", x, y, left),
        header("U1B", "Pico 40 to 21", x + ROWS, y, right),
    ]


def wanted(plan: Plan) -> dict[str, set[str]]:
    """Return the nets that the board must have: those of the circuit, of pins on the board.

    Pins of a string of pixels and of buttons count where their socket stands for them.
    """
    circuit = circuit_of(plan)
    found: dict[str, set[str]] = {}
    sockets = {"P0:5V", "P0:DIN", "P0:GND"}
    for net, pins in circuit.nets.items():
        for pin in pins:
            ref, pole = pin.split(":", 1)
            module = ref.startswith("M") and pole in ("VCC", "GND", "DT", "SCK")
            if module or pin in sockets or ref.startswith("B-") or not _is_off(ref):
                found.setdefault(net, set()).add(pin)
    return {net: pins for net, pins in found.items() if len(pins) > 1}


def _is_off(ref: str) -> bool:
    """Tell whether a part is plugged in, not soldered on: cells, modules, pixels, buttons."""
    return ref.startswith(("LC", "M", "B-")) or (ref[0] == "P" and ref[1:].isdigit())
