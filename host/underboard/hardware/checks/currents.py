"""Currents: what USB, the Pico's 3.3 V and the regulator give, and what is drawn."""

from collections.abc import Iterator

from underboard.hardware import power
from underboard.hardware.checks.rules import Found, above, below, rule
from underboard.hardware.circuit.board import circuit_of
from underboard.hardware.plan import Plan

USB_MOST_V, USB_LEAST_V = 5.25, 4.75
"""Voltage of a USB 2 port; a long thin cable drops more."""
DROPOUT_V = 1.1
"""What an LD1117V33 needs over its output (data sheet: 1.1 V at 800 mA)."""
FUSE_OHM = 0.3
"""A polyfuse of 0.5 A, warm; assumed."""
BARE_W = 1.0
"""What a TO-220 sheds in a box without a heat sink, 60 K warmer; assumed."""


@rule("current from USB")
def _current(plan: Plan) -> Iterator[Found]:
    rest, peak = power.total(plan.data)
    yield below(peak, power.USB_MA, "mA", f"at most; {rest:.0f} mA with all pixels dark")


@rule("the same with thirsty pixels")
def _thirsty(plan: Plan) -> Iterator[Found]:
    why = f"pixels of {power.HUNGRY_MA} mA full white, the cap counts with {{:g}}"
    full = plan.data["strip"]["full_ma"]
    yield below(power.hungry(plan.data), power.USB_MA, "mA", why.format(full))


@rule("pixels' share")
def _share(plan: Plan) -> Iterator[Found]:
    strip = plan.data["strip"]
    dark = strip["dark_ma"] * len(plan.pixels)
    yield below(dark, strip["budget_ma"], "mA", "dark pixels, of what the firmware lets all draw")


@rule("current from the Pico's 3.3 V")
def _supply(plan: Plan) -> Iterator[Found]:
    if plan.kind != "mux":
        most = power.awake(plan.data) + power.pull_ups(plan.data)[0]
        yield below(most, power.PIN_3V3_MA, "mA", "sensors and pull-ups")


@rule("regulator of the sensors")
def _regulator(plan: Plan) -> Iterator[Found]:
    if plan.kind == "mux":
        most = power.awake(plan.data)
        yield below(most, power.REGULATOR_MA, "mA", "sensors that are on at one time")
        watt = (USB_MOST_V - power.SUPPLY_V) * most / 1000
        yield below(watt, BARE_W, "W", "heat of U2 in TO-220 without a heat sink")
        left = USB_LEAST_V - FUSE_OHM * power.total(plan.data)[1] / 1000 - power.SUPPLY_V
        yield above(left, DROPOUT_V, "V", "left over U2 behind cable and fuse at full load")


@rule("a capacitor at each chip and sensor")
def _capacitors(plan: Plan) -> Iterator[Found]:
    circuit = circuit_of(plan)
    kinds = {"U": "100 nF"}
    if plan.part == "linear-hall":
        kinds["S"] = "100 nF"
    needy = [ref for ref in circuit.parts if ref[0] in kinds and ref[1:].isdigit()]
    near = " ".join(part.note for part in circuit.parts.values() if part.kind.endswith(" nF"))
    bare = [ref for ref in needy if ref != "U2" or plan.kind != "mux"]
    bare = [ref for ref in bare if f"{ref}" not in near.replace("'s", "").split()]
    if plan.kind == "mux":
        large = [
            p
            for p in circuit.nets["3.3 V sensors"]
            if circuit.parts[p.split(":")[0]].kind.endswith("µF")
        ]
        bare += [] if large else ["U2"]
    yield Found(
        f"{len(needy) - len(bare)} of {len(needy)}",
        "all",
        not bare,
        None,
        f"{', '.join(bare)} has none" if bare else "",
    )


@rule("one ground for the sensors")
def _ground(plan: Plan) -> Iterator[Found]:
    if plan.kind == "mux":
        circuit = circuit_of(plan)
        joined = [pin for pin in circuit.nets["AGND"] if pin.startswith("Pico:")]
        stray = [pin for pin in circuit.nets["GND"] if pin[0] == "S" and pin.endswith(":GND")]
        yield Found(
            f"{len(joined)} point",
            "1 point",
            len(joined) == 1 and not stray,
            None,
            "sensors, multiplexers and U2 meet the pixels' ground only inside the Pico",
        )
