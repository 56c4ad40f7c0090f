"""The circuit of a layout, in soldering order."""

from underboard.hardware import pico
from underboard.hardware.build_plan import BUTTON, BuildPlan
from underboard.hardware.circuit import scale, scanners
from underboard.hardware.circuit.model import Circuit

PICO = "Pico"


def of_pico(pin: str) -> str:
    """Return a pin of the Pico with its number on the header, ready for a net.

    >>> of_pico("GP16")
    'Pico:GP16 (pin 21)'
    """
    return f"{PICO}:{pin} (pin {pico.number_of(pin)})"


def circuit_of(plan: BuildPlan) -> Circuit:
    """Return the circuit of a board."""
    circuit = Circuit()
    # Where nothing but plugs leads to it, its header needs no soldering iron.
    circuit.add(PICO, PICO, "the board's computer", ready=plan.weighs)
    _supply(circuit, plan)
    _pixels(circuit, plan)
    SCANNERS[plan.kind](circuit, plan)
    _buttons(circuit, plan)
    if "buzzer" in plan.data:
        _buzzer(circuit, plan)
    return circuit


def _supply(circuit: Circuit, plan: BuildPlan) -> None:
    circuit.add("F1", "polyfuse 0.5 A", "between USB and the pixels")
    circuit.add("C1", f"{plan.reservoir_uf} µF", "for the pixels' peaks; + to 5 V")
    circuit.join("5 V", f"{PICO}:VBUS (pin 40)", "F1:1", carries="5 V from USB")
    circuit.join("5 V fused", "F1:2", carries="5 V behind the fuse")
    circuit.join("5 V pixels" if plan.weighs else "5 V fused", "C1:+")
    carries = "ground: one wire from each part to this star point"
    circuit.join("GND", f"{PICO}:GND (pin 38)", "C1:-", carries=carries)
    if plan.kind in ("shift", "matrix", *scale.MODULES):
        circuit.join("3.3 V", f"{PICO}:3V3 (pin 36)", carries="3.3 V from the Pico")
    if plan.kind == "mux":
        regulator(circuit)


def regulator(circuit: Circuit) -> None:
    """Add the sensors' own 3.3 V, which is also the converter's reference."""
    circuit.add("U2", "LD1117V33", "3.3 V for the sensors and the converter")
    circuit.add("C2", "100 nF", "at the regulator's input")
    circuit.add("C3", "22 µF", "at the regulator's output, which oscillates with less than 10 µF")
    circuit.join("5 V fused", "U2:IN", "C2:1")
    carries = "3.3 V of the sensors, the converter's reference"
    circuit.join("3.3 V sensors", "U2:OUT", "C3:+", f"{PICO}:ADC_VREF (pin 35)", carries=carries)
    carries = "the sensors' ground: meets the other only inside the Pico"
    circuit.join("AGND", f"{PICO}:AGND (pin 33)", "U2:GND", "C2:2", "C3:-", carries=carries)


def _pixels(circuit: Circuit, plan: BuildPlan) -> None:
    circuit.add("R1", "330 Ω", "in series with the pixels' data")
    if plan.weighs:
        _lower_supply(circuit, plan)
        supply = "5 V pixels"
    else:
        _level_shifter(circuit, plan)
        supply = "5 V fused"
    if plan.piece == BUTTON:
        return  # their cables carry the chain
    ready = bool(plan.build.get("string") or plan.weighs)
    for pixel in plan.pixels:
        circuit.add(f"P{pixel.number}", "WS2812B", f"for {', '.join(pixel.cells)}", ready=ready)
    before = "R1:2"
    for pixel in plan.pixels:
        circuit.join(
            f"pixel {pixel.number} in", before, f"P{pixel.number}:DIN", carries="pixels' data"
        )
        before = f"P{pixel.number}:DOUT"
    for net, pole in ((supply, "5V"), ("GND", "GND")):
        first = f"P0:{pole}"
        circuit.join(net, first)
        rest = [f"P{pixel.number}:{pole}" for pixel in plan.pixels[1:]]
        # A string is wired in the factory: only its first pixel is joined by hand.
        circuit.join(net, *rest, after=first if ready else "")


def _level_shifter(circuit: Circuit, plan: BuildPlan) -> None:
    circuit.add("U1", "74AHCT125", "lifts the pixels' data to 5 V")
    circuit.add("C4", "100 nF", "beside U1")
    circuit.join(
        "pixels data",
        of_pico(plan.data["strip"]["pin"]),
        "U1:2 (1A)",
        carries="pixels' data, 3.3 V",
    )
    circuit.join("5 V fused", "U1:14 (VCC)", "C4:1", "U1:4 (2OE)", "U1:10 (3OE)", "U1:13 (4OE)")
    circuit.join("GND", "U1:7 (GND)", "C4:2", "U1:1 (1OE)", "U1:5 (2A)", "U1:9 (3A)", "U1:12 (4A)")
    circuit.join("pixel data 5 V", "U1:3 (1Y)", "R1:1", carries="pixels' data, 5 V")


def _lower_supply(circuit: Circuit, plan: BuildPlan) -> None:
    """Add a diode that lowers the pixels' supply, so that they take 3.3 V for high."""
    circuit.add("D1", "1N4001", "lowers the pixels' supply by 0.7 V")
    circuit.join("5 V fused", "D1:anode")
    circuit.join("5 V pixels", "D1:cathode, the ring", carries="4.3 V for the pixels")
    circuit.join(
        "pixels data", of_pico(plan.data["strip"]["pin"]), "R1:1", carries="pixels' data, 3.3 V"
    )


def _buttons(circuit: Circuit, plan: BuildPlan) -> None:
    buttons = plan.data["buttons"]
    for name, pin in zip(buttons["names"], buttons["pins"], strict=True):
        ref = circuit.add(f"B-{name}", "push-button", name)
        circuit.join(f"button {name}", of_pico(pin), f"{ref}:1", carries="pulled up in the Pico")
        circuit.join("GND", f"{ref}:2")


def _buzzer(circuit: Circuit, plan: BuildPlan) -> None:
    circuit.add("R-buzzer", "330 Ω", "in series with the buzzer")
    circuit.add("BZ", "buzzer", "says what the lights say")
    circuit.join("buzzer", of_pico(plan.data["buzzer"]), "R-buzzer:1", carries="pulses, 3.3 V")
    circuit.join("buzzer 330 Ω", "R-buzzer:2", "BZ:1", carries="at most 10 mA")
    circuit.join("GND", "BZ:2")


SCANNERS = {
    "matrix": scanners.matrix,
    "shift": scanners.shift,
    "mux": scanners.mux,
    "hx711": scale.load_cells,
    "nau7802": scale.load_cells,
}
