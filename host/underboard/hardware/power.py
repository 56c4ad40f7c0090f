"""Current that a board draws, and that a USB port supplies.

The one budget: the tables for builders, the checks and the doctor all read it.  It is
computed from a layout's data alone, so that it also serves home-made layouts without ``build``.
"""

from typing import NamedTuple

from underboard.jsontype import JsonObject

USB_MA = 500
"""Current that a USB 2 port gives to one device, mA, by its specification."""
PICO_MA = 50
"""A Pico at work with USB, generously; assumed."""
PIN_3V3_MA = 300
"""Current that may be drawn from the Pico's own 3.3 V (its data sheet)."""
REGULATOR_MA = 800
"""Current that an LD1117V33 gives (data sheet)."""
HUNGRY_MA = 53
"""The thirstiest WS2812 at full white that others measured."""
SENSOR_MA = {
    "reed": 0.0,
    "push-button": 0.0,
    "hall-switch": 0.01,
    "linear-hall": 6.0,
    "load-cell": 6.0,
}
"""Each, awake; a load cell with its HX711: 4.3 mA in the bridge, 1.5 mA in the chip (an
NAU7802 takes less: 3 mA at its 3.0 V, and 2 mA)."""
PULL_UP_OHM = 10000
"""Pull-up at the inputs of shift registers, Ω; chosen."""
SUPPLY_V = 3.3
"""Supply of the sensors, V; chosen, the Pico's own 3.3 V."""


class Draw(NamedTuple):
    """One line of the budget, in mA from the 5 V of USB."""

    what: str
    rest: float
    peak: float
    note: str


def budget(data: JsonObject) -> list[Draw]:
    """Return what the board of this layout draws at rest (all pixels dark) and at most."""
    strip = data["strip"]
    count = len(data["pixels"])
    sensors = awake(data)
    return [
        Draw("Pico", PICO_MA, PICO_MA, "with USB; assumed"),
        Draw(
            "pixels",
            count * strip["dark_ma"],
            max(strip["budget_ma"], count * strip["dark_ma"]),
            f"{count} pixels; the firmware caps their sum at {strip['budget_ma']:g} mA",
        ),
        Draw("sensors", sensors, sensors, f"{sensor_count(data)} × {sensor_part(data)}"),
        Draw("pull-ups", 0.0, *pull_ups(data)),
    ]


def pull_ups(data: JsonObject) -> tuple[float, str]:
    """Return what pull-ups draw with every switch closed, in mA, and a note."""
    scanner = data["scanner"]
    if scanner["kind"] == "shift":
        count = len(data["sensors"])
        return count * 1000 * SUPPLY_V / PULL_UP_OHM, f"{count} switches closed, 10 kΩ each"
    if scanner["kind"] == "matrix" and "pull_up_ohm" in scanner:
        count, ohm = len(scanner["columns"]), scanner["pull_up_ohm"]
        return count * 1000 * SUPPLY_V / ohm, f"{count} columns, {ohm:g} Ω each"
    return 0.0, "inside the Pico" if scanner["kind"] == "matrix" else "none"


def sensor_part(data: JsonObject) -> str:
    """Return which kind of sensor a layout has, by its scanner if it does not say."""
    given = data.get("build", {}).get("sensor", {}).get("part", "")
    kinds = {"mux": "linear-hall", "hx711": "load-cell", "nau7802": "load-cell"}
    return given or kinds.get(data["scanner"]["kind"], "reed")


def sensor_count(data: JsonObject) -> int:
    """Return how many sensors a layout has: load cells, or entries of ``sensors``."""
    return len(data.get("plate", {}).get("load_cells", ())) or len(data.get("sensors", ()))


def awake(data: JsonObject) -> float:
    """Return what the sensors draw, in mA."""
    return sensor_count(data) * SENSOR_MA[sensor_part(data)]


def total(data: JsonObject) -> tuple[float, float]:
    """Return the sum of the budget at rest and at most, in mA."""
    rows = budget(data)
    return sum(row.rest for row in rows), sum(row.peak for row in rows)


def hungry(data: JsonObject) -> float:
    """Return the most a board draws if its pixels need more than the layout believes, in mA.

    The firmware's cap counts with ``full_ma`` a pixel; pixels differ.
    """
    strip = data["strip"]
    dark = len(data["pixels"]) * strip["dark_ma"]
    lit = max(strip["budget_ma"] - dark, 0)
    return float(total(data)[1] + lit * max(HUNGRY_MA / strip["full_ma"] - 1, 0))


def uncapped(data: JsonObject) -> float:
    """Return what all pixels would draw at full white if nothing capped them, in mA."""
    return float(len(data["pixels"]) * data["strip"]["full_ma"])
