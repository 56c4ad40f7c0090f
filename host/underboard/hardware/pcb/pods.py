"""The printed circuit of the hub, and that of one pod, ordered once for each."""

from underboard.hardware import pod_figures as figures
from underboard.hardware.build_plan import BuildPlan
from underboard.hardware.circuit.board import circuit_of
from underboard.hardware.circuit.model import Circuit
from underboard.hardware.pcb.board import Pcb, nets_on, pico_rows, screws
from underboard.hardware.pcb.footprints import (
    STOUT,
    Footprint,
    chip,
    header,
    jack,
    pixel,
    small,
    two,
)

WIDE, HIGH = 160.02, 111.76
"""The hub, mm."""
JACKS = 22.86
"""Distance between two sockets of a side, mm; chosen, nine times 2.54."""
SIDE = 6
"""Number of sockets on each of the two long sides; chosen."""
NETWORKS = ((35.56, 76.2), (68.58, 76.2), (101.6, 76.2))


def hub(plan: BuildPlan) -> Pcb:
    """Return the hub of pods, placed but not routed."""
    circuit = circuit_of(plan)
    parts = pico_rows(circuit, 5.08, 33.02, "x")
    for pod in range(1, len(plan.sensors) // 2 + 1):
        parts += _socket(circuit, pod)
    for number in range(plan.chips):
        ref = f"U{number + 2}"
        parts.append(_chip(circuit, ref, "74HC165", 66.04 + 15.24 * number, 33.02, 16))
        near = f"C{number + 10}"
        parts.append(small(near, "100 nF", 69.85 + 15.24 * number, 29.21))
        network = f"RN{number + 1}"
        pins = tuple(f"{network}:{pin}" for pin in ("1 (common)", *range(2, 10)))
        row = header(network, "8 × 10 kΩ", *NETWORKS[number], pins, "x")
        parts.append(row._replace(package="SIP-9"))
    parts.append(_chip(circuit, "U1", "74AHCT125", 116.84, 33.02, 14))
    parts += [
        small("C4", "100 nF", 120.65, 29.21),
        two("F1", circuit.parts["F1"].kind, 135.89, 33.02, ("F1:1", "F1:2"), 5.08),
        two("C1", circuit.parts["C1"].kind, 137.16, 43.18, ("C1:+", "C1:-"), 5.08, STOUT),
        two("R1", circuit.parts["R1"].kind, 133.35, 52.07, ("R1:1", "R1:2"), 10.16),
    ]
    known = {pin for pins in circuit.nets.values() for pin in pins}
    for light in (one for one in plan.pixels if one.cells[0].startswith("w")):
        ref = f"P{light.number}"
        names = [f"{ref}:{pole}" for pole in ("5V", "DOUT", "GND", "DIN")]
        pins4 = tuple(name if name in known else "" for name in names)
        assert len(pins4) == 4
        parts.append(pixel(ref, WIDE / 2 + light.x, 64.77, pins4))
    return Pcb(
        "UB-4",
        "hub of twelve pods",
        WIDE,
        HIGH,
        parts,
        nets_on(circuit, parts),
        screws(WIDE, HIGH),
        (122.0, 82.0, 156.0, 85.2),
        (139.0, 79.0),
    )


def pod(plan: BuildPlan) -> Pcb:
    """Return the printed circuit of one pod: that of the first, since all are alike."""
    circuit = circuit_of(plan)
    light = next(one.number for one in plan.pixels if one.cells[0] == "p1")
    ref = f"P{light}"
    buttons = [s.number + 1 for s in plan.sensors if s.cell in ("s1", "l1")]
    step, lock = (f"S{number}" for number in buttons)
    parts = [
        jack("X1", *figures.SOCKET, [f"X1:{pole}" for pole in range(1, 9)]),
        pixel(ref, *figures.LIGHT, (f"{ref}:5V", f"{ref}:DOUT", f"{ref}:GND", f"{ref}:DIN")),
        small("CP1", "100 nF", 24.13, 10.16, along="y"),
        small("RD1", "330 Ω", 36.83, 13.97, ("RD1:2", "RD1:1"), along="y"),
        header(step, "step", *figures.STEP, (f"{step}:1", f"{step}:2")),
        header(lock, "lock", *figures.LOCK, (f"{lock}:1", f"{lock}:2")),
    ]
    return Pcb(
        "UB-5",
        "one pod",
        *figures.CIRCUIT,
        parts,
        nets_on(circuit, parts),
        list(figures.SCREWS),
        (8.0, 2.0, 27.0, 5.2),
        (45.0, 4.0),
    )


def _socket(circuit: Circuit, pod: int) -> list[Footprint]:
    up = pod <= SIDE
    column = (pod - 1) % SIDE
    # Round the table: from left to right above, back from right to left below.
    x = 22.86 + JACKS * (column if up else SIDE - 1 - column)
    y = 7.62 if up else HIGH - 7.62
    way = 1 if up else -1
    pins = [f"J{pod}:{pole}" for pole in range(1, 9)]
    known = {pin for on in circuit.nets.values() for pin in on}
    parts = [jack(f"J{pod}", x, y, [pin if pin in known else "" for pin in pins], up)]
    for number in (2 * pod - 1, 2 * pod):
        damp, quiet = f"RS{number}", f"CS{number}"
        dx = way * (3.81 if number % 2 == 0 else -1.27)
        row = y + way * 12.7
        pins2 = (f"{damp}:1", f"{damp}:2")
        parts.append(small(damp, "1 kΩ", x + dx, row, pins2 if up else pins2[::-1], along="y"))
        pins2 = (f"{quiet}:1", f"{quiet}:2")
        parts.append(small(quiet, "10 nF", x + dx + 2.54, row, pins2, along="y"))
    return parts


def _chip(circuit: Circuit, ref: str, kind: str, x: float, y: float, count: int) -> Footprint:
    by_number = {int(pin.split(":")[1].split()[0]): pin
                 for pins in circuit.nets.values() for pin in pins
                 if pin.startswith(f"{ref}:")}  # fmt: skip
    return chip(ref, kind, x, y, [by_number.get(n, "") for n in range(1, count + 1)])
