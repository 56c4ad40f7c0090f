"""Checks of pins, pull-ups, diodes and channels."""

from collections.abc import Iterator
from math import log, log10

from underboard.hardware import pico
from underboard.hardware.build_plan import BuildPlan
from underboard.hardware.checks.registry import CheckResult, below, rule

MAX_LOW_V = 0.8
"""Highest low level of a Pico's input, V, at 3.3 V (data sheet; quoted from memory)."""
MIN_HIGH_V = 2.0
"""Lowest high level of a Pico's input, V, at 3.3 V (data sheet; quoted from memory)."""
SUPPLY_V = 3.3
DIODE_V, DIODE_A = 0.55, 66e-6
"""Drop of a 1N4148 at this current; assumed."""
DIODE_DECADE_V = 0.11
"""More of it for ten times the current; assumed."""
DIODE_PF, PIN_PF, WIRE_PF_PER_MM = 4.0, 10.0, 0.1
"""Capacitance of a 1N4148 (data sheet), of a pin, and of a wire in a bundle; assumed."""
LEAD_MM = 200.0
"""Wire from the matrix to the Pico; assumed."""
INSIDE_OHM = 80000.0
"""The Pico's own pull-up at its weakest (data sheet: 50 to 80 kΩ)."""
REREAD_US = 2.2
"""``keypad.KeyMatrix`` reads a column so soon after the row before was released: 2.2 to 3.9 µs,
computed from its loop."""
PULL_UPS_OHM = (4700, 10000)
"""External pull-ups that are strong enough and still leave a low through a diode."""
MAX_CONTACTS = 64
"""Switches that one interrupt of the Pico can clock through; from CircuitPython's keypad."""


@rule("each pin once")
def _pins_once(plan: BuildPlan) -> Iterator[CheckResult]:
    users: dict[str, str] = {}
    clash = ""
    for use, pin in plan.pins:
        name = pico.SAME.get(pin, pin)
        if name in users:
            clash = f"{name} is {users[name]} and {use}"
        users[name] = use
    count = len(plan.pins)
    yield CheckResult(f"{len(users)} pins", f"{count} different", not clash, None, clash)


@rule("pins on the header")
def _pins_there(plan: BuildPlan) -> Iterator[CheckResult]:
    wrong = [pico.why_not(pin) for _, pin in plan.pins if pico.why_not(pin)]
    good = f"{len(plan.pins) - len(wrong)} of {len(plan.pins)}"
    yield CheckResult(good, "all", not wrong, None, "; ".join(wrong))


@rule("analog inputs on ADC pins")
def _analog(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.kind == "mux":
        pins = plan.data["scanner"]["adc"]
        wrong = [pin for pin in pins if pico.SAME.get(pin, pin) not in pico.ANALOG]
        why = f"{', '.join(wrong)} cannot measure, expected {', '.join(pico.ANALOG)}"
        yield CheckResult(
            f"{len(pins) - len(wrong)} of {len(pins)}", "all", not wrong, None, why if wrong else ""
        )


# Switches


@rule("pull-ups, not pull-downs")
def _pull_ups(plan: BuildPlan) -> Iterator[CheckResult]:
    scanner = plan.data["scanner"]
    good = {
        "matrix": scanner.get("columns_to_anodes", True) is True,
        "shift": scanner.get("value_when_pressed", False) is False,
    }.get(plan.kind)
    if good is not None:
        yield CheckResult(
            "pull-ups" if good else "pull-downs",
            "pull-ups",
            good,
            None,
            "" if good else "the Pico 2's own pull-downs leak (erratum RP2350-E9)",
        )


@rule("a diode for each switch")
def _diodes(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.kind == "matrix":
        count = len(plan.sensors)
        have = count if plan.build.get("diodes", True) else 0
        yield CheckResult(
            f"{have} diodes",
            f"{count} switches",
            have == count,
            None,
            "" if have else "three pieces at a rectangle's corners would show a fourth",
        )


@rule("low through a diode")
def _low(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.kind == "matrix":
        amount = (SUPPLY_V - DIODE_V) / pull_up(plan)
        drop = DIODE_V + DIODE_DECADE_V * log10(amount / DIODE_A)
        yield below(drop, MAX_LOW_V, "V", f"a 1N4148 at {1000 * amount:.2g} mA; assumed")


@rule("columns rise in time")
def _rise(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.kind == "matrix":
        scanner = plan.data["scanner"]
        farad = column_pf(plan) * 1e-12
        ohm = pull_up(plan)
        swing = log((SUPPLY_V - DIODE_V) / (SUPPLY_V - MIN_HIGH_V))
        how = (
            f"{scanner['pull_up_ohm']:g} Ω"
            if "pull_up_ohm" in scanner
            else ("no scanner.pull_up_ohm: only the Pico's own pull-up, 80 kΩ at most")
        )
        yield below(
            ohm * farad * swing * 1e6,
            REREAD_US,
            "µs",
            f"{how} and {column_pf(plan):.0f} pF a column; slower ones show a piece again in the "
            "next row",
        )


@rule("pull-ups of a matrix")
def _pull_up(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.kind == "matrix":
        ohm = plan.data["scanner"].get("pull_up_ohm", 0)
        low, high = PULL_UPS_OHM
        yield CheckResult(
            f"{ohm:g} Ω",
            f"{low} to {high} Ω",
            low <= ohm <= high,
            None,
            "" if ohm else "scanner.pull_up_ohm is missing",
        )


def pull_up(plan: BuildPlan) -> float:
    """Return the resistance that pulls a column up, in ohms: the weakest that may be."""
    return float(plan.data["scanner"].get("pull_up_ohm", INSIDE_OHM))


def column_pf(plan: BuildPlan) -> float:
    """Return the capacitance of the longest column: wire, diodes and the Pico's pin."""
    rows = len(plan.data["scanner"]["rows"])
    wire = rows * plan.pitch + LEAD_MM
    return wire * WIRE_PF_PER_MM + rows * DIODE_PF + PIN_PF


@rule("each channel once")
def _channels(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.weighs:
        return
    taken = [sensor.channel for sensor in plan.sensors]
    double = sorted({channel for channel in taken if taken.count(channel) > 1})
    outside = [channel for channel in taken if not 0 <= channel < plan.channels]
    why = f"channels {double} are taken twice" if double else ""
    why = f"channels {outside} do not exist" if outside else why
    value = f"{len(set(taken))} channels of {plan.channels}"
    yield CheckResult(value, f"{len(taken)} different", not why, None, why)


@rule("switches in one scan")
def _contacts(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.kind in ("matrix", "shift"):
        yield below(float(plan.channels), MAX_CONTACTS, "switches")
