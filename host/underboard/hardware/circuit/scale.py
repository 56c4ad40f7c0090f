"""Four load cells, each with a converter's module that has clock and data of its own."""

from typing import NamedTuple

from underboard.hardware import pico
from underboard.hardware.build_plan import BuildPlan
from underboard.hardware.circuit.model import Circuit

BRIDGE = (("E+", "red"), ("E-", "black"), ("A+", "green"), ("A-", "white"))
"""Poles of a module and the usual insulation of a load cell's lead on it."""


class Module(NamedTuple):
    """A converter on its module: its name, and the names of its pins beside VCC and GND."""

    name: str
    clock: str
    data: str
    tied: tuple[str, ...] = ()
    """Pins that are tied to the supply."""


MODULES = {
    "hx711": Module("HX711 module", "SCK", "DT", ("RATE",)),
    "nau7802": Module("NAU7802 module", "SCL", "SDA"),
}
"""By the layout's kind of scanner."""


def _pico(pin: str) -> str:
    return f"Pico:{pin} (pin {pico.number_of(pin)})"


def load_cells(circuit: Circuit, plan: BuildPlan) -> None:
    """Add load cells, modules and a capacitor for each module."""
    scanner, kind = plan.data["scanner"], MODULES[plan.kind]
    circuit.join(
        "AGND", "Pico:AGND (pin 33)", carries="the modules' ground: a wire of its own to the Pico"
    )
    for number in range(1, len(plan.load_cells) + 1):
        cell = circuit.add(f"LC{number}", "load cell 1 kg", corner(plan, number), ready=True)
        module = circuit.add(f"M{number}", kind.name, f"beside {cell}")
        near = circuit.add(f"C{number + 9}", "10 µF", f"at {module}'s own pins")
        for pole, colour in BRIDGE:
            circuit.join(
                f"{pole} {number}",
                f"{cell}:{colour}",
                f"{module}:{pole}",
                carries=f"lead of {cell}, as it comes, twisted",
            )
        circuit.join("3.3 V", f"{module}:VCC")
        circuit.join("3.3 V", f"{near}:+", after=f"{module}:VCC")
        for tied in kind.tied:
            circuit.join("3.3 V", f"{module}:{tied}", after=f"{module}:VCC")
        circuit.join("AGND", f"{module}:GND")
        circuit.join("AGND", f"{near}:-", after=f"{module}:GND")
        circuit.join(
            f"sck {number}",
            _pico(scanner["clock"][number - 1]),
            f"{module}:{kind.clock}",
            carries=f"clock of {module}",
        )
        circuit.join(
            f"dout {number}",
            _pico(scanner["data"][number - 1]),
            f"{module}:{kind.data}",
            carries=f"data of {module}",
        )


def corner(plan: BuildPlan, number: int) -> str:
    """Return the corner of the plate under which a load cell lies, as the first player sees it."""
    cell = plan.load_cells[number - 1]
    left, bottom, right, top = plan.plate
    near = "near" if cell.y < (bottom + top) / 2 else "far"
    return f"{near} {'left' if cell.x < (left + right) / 2 else 'right'}"
