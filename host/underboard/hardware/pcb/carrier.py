"""The printed circuit of a plate (a Pico, and sockets for modules, pixels and buttons).

The same circuit as the plate's diagram, less what lies off the board: load cells, modules,
pixels and buttons become sockets whose pins carry the names of what is plugged into them.
"""

from underboard.hardware.build_plan import BuildPlan
from underboard.hardware.circuit.board import circuit_of
from underboard.hardware.circuit.scale import MODULES
from underboard.hardware.pcb.board import Pcb, nets_on, pico_rows, screws
from underboard.hardware.pcb.footprints import PITCH, STOUT, header, two

WIDE, HIGH = 96.52, 68.58
"""The board, mm."""
PICO_AT = (43.18, 10.16)


def carrier(plan: BuildPlan) -> Pcb:
    """Return the carrier of a plate, placed but not routed."""
    circuit = circuit_of(plan)
    kind = MODULES[plan.kind]
    parts = pico_rows(circuit, *PICO_AT)
    for number in range(1, len(plan.load_cells) + 1):
        y = 8.89 + 13.97 * (number - 1)
        pins = tuple(f"M{number}:{pole}" for pole in ("VCC", kind.clock, kind.data, "GND"))
        parts.append(header(f"J{number}", f"{kind.name} {number}", 5.08, y, pins))
        near = f"C{number + 9}"
        poles = f"{near}:+", f"{near}:-"
        what = circuit.parts[near].kind
        parts.append(two(near, what, 12.7, y + PITCH, poles, 5.08, along="y"))
    diode = "D1:cathode, the ring", "D1:anode"
    parts += [
        two("F1", circuit.parts["F1"].kind, 71.12, 10.16, ("F1:1", "F1:2"), 5.08),
        two("D1", circuit.parts["D1"].kind, 81.28, 22.86, diode, 10.16, STOUT),
        two("C1", circuit.parts["C1"].kind, 73.66, 33.02, ("C1:+", "C1:-"), 5.08, STOUT, along="y"),
        two("R1", circuit.parts["R1"].kind, 68.58, 52.07, ("R1:1", "R1:2"), 10.16),
        header("J5", "pixels", 91.44, 35.56, ("P0:5V", "P0:DIN", "P0:GND")),
        header("J6", "buttons", 22.86, 63.5, ("B-yes:1", "B-yes:2", "B-next:1", "B-next:2"), "x"),
    ]
    return Pcb(
        "UB-1",
        "carrier of a plate",
        WIDE,
        HIGH,
        parts,
        nets_on(circuit, parts),
        screws(WIDE, HIGH),
        (48.0, 63.6, 86.0, 66.8),
        (WIDE / 2 + 14, 4.0),
    )
