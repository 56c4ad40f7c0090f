"""Currents drawn, against the limits of USB, the Pico's 3.3 V and the regulator."""

from collections.abc import Iterator

from underboard.hardware import power
from underboard.hardware.build_plan import BuildPlan
from underboard.hardware.checks.registry import CheckResult, above, below, rule
from underboard.hardware.circuit.board import circuit_of
from underboard.hardware.circuit.model import Circuit

MAX_USB_V, MIN_USB_V = 5.25, 4.75
"""Voltage of a USB 2 port; a long thin cable drops more."""
DROPOUT_V = 1.1
"""Dropout of an LD1117V33, V (data sheet: 1.1 V at 800 mA)."""
FUSE_OHM = 0.3
"""A polyfuse of 0.5 A, warm; assumed."""
BARE_W = 1.0
"""Power of a TO-220 without a heat sink in a box, W, 60 K warmer; assumed."""

REGULATOR = "U2"
ANALOG = ("linear-hall", "74HC4067", "LD1117V33")
"""Parts on the sensors' own ground."""
NEEDS = {
    "74AHCT125": (("VCC", 0.1),),
    "74HC165": (("VCC", 0.1),),
    "74HC4067": (("VCC", 0.1),),
    "linear-hall": (("VCC", 0.1),),
    "hall-switch": (("VCC", 0.1),),
    "HX711 module": (("VCC", 10.0),),
    "NAU7802 module": (("VCC", 10.0),),
    "LD1117V33": (("IN", 0.1), ("OUT", 10.0)),
}
"""Supply pins and the least capacitor, µF, from each to the part's ground (data sheets; modules:
hardware/plate.md).  With less than 10 µF at its output the regulator oscillates."""


@rule("current from USB")
def _current(plan: BuildPlan) -> Iterator[CheckResult]:
    rest, peak = power.total(plan.data)
    yield below(peak, power.USB_MA, "mA", f"at most; {rest:.0f} mA with all pixels dark")


@rule("the same with thirsty pixels")
def _thirsty(plan: BuildPlan) -> Iterator[CheckResult]:
    why = f"pixels of {power.HUNGRY_MA} mA full white, the cap counts with {{:g}}"
    full = plan.data["strip"]["full_ma"]
    yield below(power.hungry(plan.data), power.USB_MA, "mA", why.format(full))


@rule("pixels' share")
def _share(plan: BuildPlan) -> Iterator[CheckResult]:
    strip = plan.data["strip"]
    dark = strip["dark_ma"] * len(plan.pixels)
    yield below(dark, strip["budget_ma"], "mA", "dark pixels, of what the firmware lets all draw")


@rule("current from the Pico's 3.3 V")
def _supply(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.kind != "mux":
        most = power.awake(plan.data) + power.pull_ups(plan.data)[0]
        yield below(most, power.PIN_3V3_MA, "mA", "sensors and pull-ups")


@rule("regulator of the sensors")
def _regulator(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.kind == "mux":
        most = power.awake(plan.data)
        yield below(most, power.REGULATOR_MA, "mA", "sensors that are on at one time")
        watt = (MAX_USB_V - power.SUPPLY_V) * most / 1000
        yield below(watt, BARE_W, "W", "heat of U2 in TO-220 without a heat sink")
        left = MIN_USB_V - FUSE_OHM * power.total(plan.data)[1] / 1000 - power.SUPPLY_V
        yield above(left, DROPOUT_V, "V", "left over U2 behind cable and fuse at full load")


@rule("a capacitor at each chip and sensor")
def _capacitors(plan: BuildPlan) -> Iterator[CheckResult]:
    circuit = circuit_of(plan)
    needy = [
        (ref, supply, least)
        for ref, part in circuit.parts.items()
        for supply, least in NEEDS.get(part.kind, ())
    ]
    bare = [f"{ref} at {supply}" for ref, supply, least in needy
            if not _has_capacitor(circuit, ref, supply, least)]  # fmt: skip
    yield CheckResult(
        f"{len(needy) - len(bare)} of {len(needy)}",
        "all",
        not bare,
        None,
        f"without one between it and their ground: {', '.join(bare)}" if bare else "",
    )


def _has_capacitor(circuit: Circuit, ref: str, supply: str, least: float) -> bool:
    """Return True if a large enough capacitor joins a supply pin of a part to its ground pin."""
    pins = {pin.split(":", 1)[1]: pin for pin in _pins_of(circuit, ref)}
    ends = [next((pins[name] for name in pins if end in name), "") for end in (supply, "GND")]
    if not all(ends):
        return False
    for other, part in circuit.parts.items():
        farad = microfarads(part.kind)
        beside = ref in part.note.replace("'s", "").split() or ref == REGULATOR
        if farad >= least and beside:
            nets = {circuit.net_of(pin) for pin in _pins_of(circuit, other)}
            if nets == {circuit.net_of(end) for end in ends}:
                return True
    return False


def _pins_of(circuit: Circuit, ref: str) -> list[str]:
    return [pin for pins in circuit.nets.values() for pin in pins if pin.split(":")[0] == ref]


def microfarads(kind: str) -> float:
    """Return a capacitor's value as its kind says it, 0 for another part.

    >>> microfarads("22 µF"), microfarads("100 nF"), microfarads("10 kΩ")
    (22.0, 0.1, 0.0)
    """
    number, _, unit = kind.partition(" ")
    return float(number) * {"µF": 1.0, "nF": 0.001}[unit] if unit in ("µF", "nF") else 0.0


@rule("one ground for the sensors")
def _ground(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.kind == "mux":
        circuit = circuit_of(plan)
        ground = circuit.nets.get("AGND", [])
        joined = [pin for pin in ground if pin.startswith("Pico:")]
        analog = [ref for ref, part in circuit.parts.items() if part.kind in ANALOG]
        stray = [ref for ref in analog if f"{ref}:GND" not in ground]
        why = "sensors, multiplexers and U2 meet the pixels' ground only inside the Pico"
        yield CheckResult(
            f"{len(joined)} point",
            "1 point",
            len(joined) == 1 and not stray,
            None,
            f"{why}; not on AGND: {', '.join(stray)}" if stray else why,
        )
