"""Key matrices, shift registers and multiplexers with what hangs on them."""

import itertools

from underboard.hardware import pico
from underboard.hardware.build_plan import BUTTON, CHIP, BuildPlan, Sensor
from underboard.hardware.circuit.model import Circuit
from underboard.hardware.circuit.pods import pods

SHIFT_INPUT = (6, 5, 4, 3, 14, 13, 12, 11)
"""Pins H to A of a 74HC165: H leaves the chip first, so it is the first channel."""
SHIFT_LETTER = "HGFEDCBA"


def _pico(pin: str) -> str:
    return f"Pico:{pin} (pin {pico.number_of(pin)})"


def switch_of(sensor: Sensor) -> str:
    """Return the reference of a sensor."""
    return f"S{sensor.number + 1}"


def matrix(circuit: Circuit, plan: BuildPlan) -> None:
    """Add a key matrix: a diode for each switch, a pull-up for each column."""
    scanner = plan.data["scanner"]
    columns = len(scanner["columns"])
    ohm = scanner.get("pull_up_ohm", 0)
    for i, pin in enumerate(scanner["columns"]):
        circuit.join(f"column {i}", _pico(pin), carries="pulled up, read")
        if ohm:
            ref = circuit.add(f"RP{i + 1}", ohms(ohm), f"pull-up of column {i}")
            circuit.join(f"column {i}", f"{ref}:1")
            circuit.join("3.3 V", f"{ref}:2")
    for i, pin in enumerate(scanner["rows"]):
        circuit.join(f"row {i}", _pico(pin), carries="driven low, one at a time")
    for sensor in plan.sensors:
        row, column = divmod(sensor.channel, columns)
        switch = circuit.add(switch_of(sensor), plan.part, sensor.cell)
        diode = circuit.add(f"D{sensor.number + 1}", "1N4148", f"of {switch}")
        circuit.join(f"column {column}", f"{diode}:anode")
        circuit.join(
            f"diode {sensor.number + 1}",
            f"{diode}:cathode, the ring",
            f"{switch}:1",
            carries=f"channel {sensor.channel}",
        )
        circuit.join(f"row {row}", f"{switch}:2")


def ohms(value: float) -> str:
    """Return a resistance as it is printed.

    >>> ohms(10000), ohms(4700), ohms(330)
    ('10 kΩ', '4.7 kΩ', '330 Ω')
    """
    return f"{value / 1000:g} kΩ" if value >= 1000 else f"{value:g} Ω"


def shift_place(channel: int) -> tuple[int, int, str]:
    """Return the chip, its pin and the pin's letter that a channel of a shift register has."""
    chip, bit = divmod(channel, CHIP["shift"])
    return chip, SHIFT_INPUT[bit], SHIFT_LETTER[bit]


def input_of(channel: int) -> str:
    """Return the pin of a chain of shift registers that a channel has.

    >>> input_of(8)
    'U3:6 (H)'
    """
    chip, pin, letter = shift_place(channel)
    return f"U{chip + 2}:{pin} ({letter})"


def shift(circuit: Circuit, plan: BuildPlan) -> None:
    """Add a chain of shift registers with a pull-up at every input."""
    scanner = plan.data["scanner"]
    chips = [f"U{chip + 2}" for chip in range(plan.chips)]
    for number, chip in enumerate(chips):
        circuit.add(chip, "74HC165", "reads eight switches")
        circuit.add(f"C{number + 10}", "100 nF", f"beside {chip}")
        circuit.join("3.3 V", f"{chip}:16 (VCC)", f"C{number + 10}:1")
        circuit.join("GND", f"{chip}:8 (GND)", f"{chip}:15 (INH)", f"C{number + 10}:2")
    circuit.join("data", _pico(scanner["data"]), f"{chips[0]}:9 (QH)", carries="switches' data")
    for name, pin in (("clock", "2 (CLK)"), ("latch", "1 (SH/LD)")):
        circuit.join(
            name,
            _pico(scanner[name]),
            *[f"{chip}:{pin}" for chip in chips],
            carries=f"{name} of all shift registers",
        )
    for front, behind in itertools.pairwise(chips):
        carries = "data of the chips behind"
        circuit.join(f"chain {behind}", f"{front}:10 (SER)", f"{behind}:9 (QH)", carries=carries)
    circuit.join("3.3 V", f"{chips[-1]}:10 (SER)")
    _inputs(circuit, plan)
    if plan.piece == BUTTON:
        pods(circuit, plan)


def _inputs(circuit: Circuit, plan: BuildPlan) -> None:
    by_channel = {sensor.channel: sensor for sensor in plan.sensors}
    for chip in range(plan.chips):
        circuit.add(f"RN{chip + 1}", "8 × 10 kΩ", f"pull-ups of U{chip + 2}")
        circuit.join("3.3 V", f"RN{chip + 1}:1 (common)")
    for channel in range(plan.channels):
        sensor = by_channel.get(channel)
        net = f"switch {channel}"
        words = f"RN{channel // 8 + 1}:{channel % 8 + 2}"
        circuit.join(net, input_of(channel), words, carries=f"channel {channel}, pulled up")
        if sensor is None or plan.piece == BUTTON:
            continue
        switch = circuit.add(switch_of(sensor), plan.part, sensor.cell)
        circuit.join(net, f"{switch}:1")
        circuit.join("GND", f"{switch}:2")


def mux(circuit: Circuit, plan: BuildPlan) -> None:
    """Add multiplexers, and sensors with a capacitor each."""
    scanner = plan.data["scanner"]
    for chip in range(plan.chips):
        ref = circuit.add(f"U{chip + 3}", "74HC4067", "sixteen sensors to one analog pin")
        circuit.add(f"C{chip + 10}", "100 nF", f"beside {ref}")
        circuit.join("3.3 V sensors", f"{ref}:VCC", f"C{chip + 10}:1")
        circuit.join("AGND", f"{ref}:GND", f"C{chip + 10}:2")
        circuit.join("AGND", f"{ref}:EN")
    chips = [f"U{chip + 3}" for chip in range(plan.chips)]
    for i, pin in enumerate(scanner["adc"]):
        carries = "the selected sensor's voltage"
        circuit.join(f"mux {i}", _pico(pin), f"{chips[i]}:SIG", carries=carries)
    for i, pin in enumerate(scanner["select"]):
        carries = f"bit {i} of the channel"
        circuit.join(f"select {i}", _pico(pin), *[f"{ref}:S{i}" for ref in chips], carries=carries)
    for sensor in plan.sensors:
        chip, channel = divmod(sensor.channel, CHIP["mux"])
        hall = circuit.add(switch_of(sensor), plan.part, sensor.cell)
        near = circuit.add(f"C{100 + sensor.number}", "100 nF", f"at {hall}'s own pins")
        circuit.join(
            f"sensor {sensor.number + 1}",
            f"{hall}:OUT",
            f"U{chip + 3}:C{channel}",
            carries=f"channel {sensor.channel}",
        )
        circuit.join("3.3 V sensors", f"{hall}:VCC", f"{near}:1")
        circuit.join("AGND", f"{hall}:GND", f"{near}:2")
