"""A plate's whole circuit on one board that the factory fills, without soldering.

Four HX711 with their capacitors, screw terminals for the load cells' leads and the buttons, a
plug for the string of pixels, and sockets into which a Pico with headers is pushed.  The chips
take 3.3 V as their analogue supply, so their own regulator stays off (data sheet: VFB to ground,
BASE open).
"""

from underboard.hardware.build_plan import BuildPlan
from underboard.hardware.circuit.board import circuit_of
from underboard.hardware.pcb.board import Pcb, nets_on, pico_rows, screws
from underboard.hardware.pcb.footprints import (
    NARROW,
    STOUT,
    Footprint,
    flat_chip,
    plug,
    small,
    terminal,
    two,
)

WIDE, HIGH = 104.14, 83.82
"""The board, mm."""
PICO_AT = (52.07, 10.16)
BLOCK = 17.78
"""From one load cell's block to the next."""
HX711 = ("VSUP", "BASE", "AVDD", "VFB", "AGND", "VBG", "INA-", "INA+", "INB-", "INB+",
         "PD_SCK", "DOUT", "XO", "XI", "RATE", "DVDD")  # fmt: skip
"""Pins of the chip in SOP-16, pin 1 first (data sheet)."""
TIED = {
    **dict.fromkeys(("VSUP", "AVDD", "RATE", "DVDD"), "3.3 V"),
    **dict.fromkeys(("VFB", "AGND", "INB-", "INB+", "XI"), "AGND"),
}
"""Net of each fixed pin; RATE high is 80 readings a second, XI low the chip's own clock."""


def scale_board(plan: BuildPlan) -> Pcb:
    """Return the filled board of a plate with HX711, placed but not routed."""
    circuit = circuit_of(plan)
    parts = pico_rows(circuit, *PICO_AT)
    extra: dict[str, str] = {}
    for number in range(1, len(plan.load_cells) + 1):
        parts += _block(number, 8.89 + BLOCK * (number - 1), extra)
    parts += [
        two("F1", circuit.parts["F1"].kind, 80.01, 10.16, ("F1:1", "F1:2"), 5.08),
        two("D1", circuit.parts["D1"].kind, 81.28, 20.32, ("D1:cathode, the ring", "D1:anode"),
            10.16, STOUT),
        two("C1", circuit.parts["C1"].kind, 81.28, 30.48, ("C1:+", "C1:-"), 5.08, STOUT, "y"),
        small("R1", "330 Ω", 78.74, 48.26),
        plug("J5", "pixels", 95.25, 43.18, ("P0:5V", "P0:DIN", "P0:GND")),
        terminal("J6", "buttons", 95.25, 58.42,
                 ("B-yes:1", "B-yes:2", "B-next:1", "B-next:2")),
    ]  # fmt: skip
    return Pcb(
        "UB-6",
        "board of a plate",
        WIDE,
        HIGH,
        parts,
        nets_on(circuit, parts) | extra,
        screws(WIDE, HIGH),
        (54.0, 77.0, 92.0, 80.2),
        (72.0, 67.0),
        extra,
        ("AGND", "3.3 V"),
        filled=True,
    )


def _block(number: int, y: float, extra: dict[str, str]) -> list[Footprint]:
    """Return one load cell's terminal, chip and capacitors; add their nets to ``extra``."""
    chip, near = f"U{number + 10}", f"C{number + 9}"
    pins = [f"{chip}:{pole}" for pole in HX711]
    nets = {f"{chip}:{pole}": net for pole, net in TIED.items()}
    nets |= {
        f"{chip}:VBG": f"reference {number}",
        f"{chip}:INA-": f"A- {number}",
        f"{chip}:INA+": f"A+ {number}",
        f"{chip}:PD_SCK": f"sck {number}",
        f"{chip}:DOUT": f"dout {number}",
    }
    ends = {"E+": "3.3 V", "E-": "AGND", "A+": f"A+ {number}", "A-": f"A- {number}"}
    leads = tuple(f"J{number}:{pole}" for pole in ends)
    nets |= {f"J{number}:{pole}": net for pole, net in ends.items()}
    reference, supply = f"C{number + 20}", f"C{number + 30}"
    nets |= {f"{reference}:1": f"reference {number}", f"{reference}:2": "AGND"}
    nets |= {f"{supply}:1": "3.3 V", f"{supply}:2": "AGND"}
    extra.update(nets)
    used = [pin if pin in nets else "" for pin in pins]
    return [
        terminal(f"J{number}", f"load cell {number}", 6.35, y, leads),
        flat_chip(chip, "HX711", 27.94, y + 5.715, used, NARROW),
        small(near, "10 µF", 36.83, y + 1.27, (f"{near}:+", f"{near}:-"), along="y"),
        small(supply, "100 nF", 36.83, y + 6.35, along="y"),
        small(reference, "100 nF", 19.05, y + 10.16,
              along="y"),
    ]  # fmt: skip
