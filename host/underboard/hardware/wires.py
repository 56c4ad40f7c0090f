"""Wires: every wire of a board, from which pin to which, one row each."""

from collections.abc import Iterator
from typing import NamedTuple

from underboard.hardware import pico
from underboard.hardware.plan import BUTTON, CHIP, Plan

POWER = {"5 V": "red", "GND": "black", "3.3 V": "orange"}
SHIFT_INPUT = (6, 5, 4, 3, 14, 13, 12, 11)
"""Pins H to A of a 74HC165: H leaves the chip first, so it is the first channel."""
SHIFT_LETTER = "HGFEDCBA"
BUFFER = "U1 74AHCT125"


class Wire(NamedTuple):
    """One wire: two ends, each a part and its pin, a colour and what runs through it."""

    start: str
    start_pin: str
    end: str
    end_pin: str
    colour: str
    carries: str


def of_pico(pin: str) -> str:
    """Return a pin with its number on the header."""
    return f"{pin} (pin {pico.number_of(pin)})"


def wires(plan: Plan) -> list[Wire]:
    """Return every wire of a board, in soldering order."""
    return [*_power(plan), *_strip(plan), *SCANNERS[plan.kind](plan), *_buttons(plan)]


def _power(plan: Plan) -> Iterator[Wire]:
    yield Wire("Pico", "VBUS (pin 40)", "F1 polyfuse", "1", "red", "5 V from USB")
    yield Wire("F1 polyfuse", "2", "5 V rail", "", "red", "5 V, fused")
    yield Wire("Pico", "GND (pin 38)", "GND rail", "", "black", "ground")
    yield Wire("C1 1000 µF", "+", "5 V rail", "", "red", "5 V, for the pixels' peaks")
    yield Wire("C1 1000 µF", "-", "GND rail", "", "black", "ground")
    if plan.kind == "shift":
        yield Wire("Pico", "3V3 (pin 36)", "3.3 V rail", "", "orange", "3.3 V for the chips")
    if plan.kind == "mux":
        yield Wire("5 V rail", "", "U2 LDO 3.3 V", "in", "red", "5 V")
        yield Wire("U2 LDO 3.3 V", "out", "3.3 V rail", "", "orange", "3.3 V for the sensors")
        yield Wire("U2 LDO 3.3 V", "GND", "GND rail", "", "black", "ground")
        yield Wire("3.3 V rail", "", "Pico", "ADC_VREF (pin 35)", "orange", "the ADC's measure")
        yield Wire("GND rail", "", "Pico", "AGND (pin 33)", "black", "the ADC's ground")


def _strip(plan: Plan) -> Iterator[Wire]:
    strip = plan.data["strip"]
    yield Wire("Pico", of_pico(strip["pin"]), BUFFER, "2 (1A)", "green", "pixels data, 3.3 V")
    yield Wire(BUFFER, "14 (VCC)", "5 V rail", "", "red", "5 V")
    yield Wire(BUFFER, "7 (GND), 1, 5, 9, 12", "GND rail", "", "black", "ground, unused inputs")
    yield Wire(BUFFER, "4, 10, 13", "5 V rail", "", "red", "unused outputs off")
    yield Wire(BUFFER, "3 (1Y)", "R1 330 Ω", "1", "green", "pixels data, 5 V")
    yield Wire("R1 330 Ω", "2", "pixel 0", "DIN", "green", "pixels data, 5 V")
    for before, pixel in zip(plan.pixels, plan.pixels[1:], strict=False):
        yield Wire(
            f"pixel {before.number}", "DOUT", f"pixel {pixel.number}", "DIN", "green",
            "pixels data, 5 V",
        )  # fmt: skip
    everyone = f"pixels 0 to {len(plan.pixels) - 1}"
    yield Wire(everyone, "5V", "5 V rail", "", "red", "5 V, twisted with its ground")
    yield Wire(everyone, "GND", "GND rail", "", "black", "ground")


def _matrix(plan: Plan) -> Iterator[Wire]:
    scanner = plan.data["scanner"]
    columns = len(scanner["columns"])
    for i, pin in enumerate(scanner["columns"]):
        yield Wire("Pico", of_pico(pin), f"column {i}", "", "blue", "pulled up inside the Pico")
    for i, pin in enumerate(scanner["rows"]):
        yield Wire("Pico", of_pico(pin), f"row {i}", "", "yellow", "driven low, one at a time")
    for sensor in plan.sensors:
        row, column = divmod(sensor.channel, columns)
        d, s = f"D{sensor.number + 1}", f"S{sensor.number + 1} ({sensor.cell})"
        yield Wire(f"column {column}", "", d, "anode", "blue", f"channel {sensor.channel}")
        yield Wire(d, "cathode, the ring", s, "1", "blue", f"channel {sensor.channel}")
        yield Wire(s, "2", f"row {row}", "", "yellow", f"channel {sensor.channel}")


def shift_place(channel: int) -> tuple[int, int, str]:
    """Return the chip, its pin and the pin's letter that a channel of a shift register has."""
    chip, bit = divmod(channel, CHIP["shift"])
    return chip, SHIFT_INPUT[bit], SHIFT_LETTER[bit]


def _shift(plan: Plan) -> Iterator[Wire]:
    scanner = plan.data["scanner"]
    for chip in range(plan.chips):
        name = f"U{chip + 2} 74HC165"
        # One wire runs past all chips, so it is told once.
        if chip == 0:
            yield Wire("Pico", of_pico(scanner["data"]), name, "9 (QH)", "white", "data")
            yield Wire("Pico", of_pico(scanner["clock"]), name, "2 (CLK)", "blue", "clock")
            yield Wire("Pico", of_pico(scanner["latch"]), name, "1 (SH/LD)", "yellow", "latch")
        else:
            last = f"U{chip + 1} 74HC165"
            yield Wire(last, "10 (SER)", name, "9 (QH)", "white", "data")
            yield Wire(last, "2 (CLK)", name, "2 (CLK)", "blue", "clock")
            yield Wire(last, "1 (SH/LD)", name, "1 (SH/LD)", "yellow", "latch")
        yield Wire(name, "16 (VCC)", "3.3 V rail", "", "orange", "3.3 V, 100 nF beside the chip")
        yield Wire(name, "8 (GND), 15 (INH)", "GND rail", "", "black", "ground")
        if chip == plan.chips - 1:
            yield Wire(name, "10 (SER)", "3.3 V rail", "", "orange", "nothing behind: reads open")
    taken = set()
    for sensor in plan.sensors:
        chip, pin, letter = shift_place(sensor.channel)
        taken.add(sensor.channel)
        name, switch = f"U{chip + 2} 74HC165", f"S{sensor.number + 1} ({sensor.cell})"
        # Cables are antennas: what comes from a pod is damped.
        damped = ", through 1 kΩ, 10 nF to ground behind it" if plan.piece == BUTTON else ""
        carries = f"channel {sensor.channel}{damped}"
        yield Wire(name, f"{pin} ({letter})", switch, "1", "white", carries)
        yield Wire(name, f"{pin} ({letter})", "3.3 V rail", "10 kΩ", "orange", "pull-up")
        yield Wire(switch, "2", "GND rail", "", "black", "ground")
    for channel in range(plan.channels):
        if channel not in taken:
            chip, pin, letter = shift_place(channel)
            yield Wire(
                f"U{chip + 2} 74HC165", f"{pin} ({letter})", "3.3 V rail", "", "orange",
                "unused, reads open",
            )  # fmt: skip


def _mux(plan: Plan) -> Iterator[Wire]:
    scanner = plan.data["scanner"]
    enable = scanner.get("enable", ())
    for chip in range(plan.chips):
        pin = scanner["adc"][chip % len(scanner["adc"])]
        name = f"U{chip + 3} 74HC4067"
        yield Wire("Pico", of_pico(pin), name, "SIG", "white", f"signal of multiplexer {chip}")
        for i, select in enumerate(scanner["select"]):
            yield Wire("Pico", of_pico(select), name, f"S{i}", "blue", f"select {i}")
        yield Wire(name, "VCC", "3.3 V rail", "", "orange", "3.3 V, 100 nF beside it")
        if enable:
            line = chip // len(scanner["adc"])
            yield Wire("Pico", of_pico(enable[line]), name, "EN", "blue", f"enable {line}, low: on")
            yield Wire(name, "GND", "GND rail", "", "black", "ground")
        else:
            yield Wire(name, "GND, EN", "GND rail", "", "black", "ground")
    for sensor in plan.sensors:
        chip, input_ = divmod(sensor.channel, CHIP["mux"])
        name, hall = f"U{chip + 3} 74HC4067", f"S{sensor.number + 1} ({sensor.cell})"
        yield Wire(hall, "OUT", name, f"C{input_}", "white", f"channel {sensor.channel}")
        if "power" in scanner:
            yield Wire(hall, "VCC", f"Q{chip + 1}", "drain", "orange", "3.3 V, while it is read")
        else:
            yield Wire(hall, "VCC", "3.3 V rail", "", "orange", "3.3 V")
        yield Wire(hall, "GND", "GND rail", "", "black", "ground")
    for i, pin in enumerate(scanner.get("power", ())):
        carries = f"power of group {i}, low: on; 10 kΩ to 3.3 V"
        yield Wire("Pico", of_pico(pin), f"Q{i + 1}", "gate", "grey", carries)
        yield Wire("3.3 V rail", "", f"Q{i + 1}", "source", "orange", "3.3 V")


def _buttons(plan: Plan) -> Iterator[Wire]:
    buttons = plan.data["buttons"]
    for name, pin in zip(buttons["names"], buttons["pins"], strict=True):
        button = f"button {name}"
        yield Wire("Pico", of_pico(pin), button, "1", "grey", "pulled up inside the Pico")
        yield Wire(button, "2", "GND rail", "", "black", "ground")


SCANNERS = {"matrix": _matrix, "shift": _shift, "mux": _mux}
