"""Power: what a board draws, and what a USB port gives."""

from typing import NamedTuple

from underboard.hardware.plan import Plan

USB_MA = 500
"""What a USB 2 port gives to one device."""
PICO_MA = 50
"""A Pico at work with USB, generously; assumed."""
PIN_3V3_MA = 300
"""What may be drawn from the Pico's own 3.3 V (sensing page, section 7)."""
HUNGRY_MA = 53
"""The thirstiest WS2812 at full white that was measured by others (sensing page, section 7)."""
SENSOR_MA = {"reed": 0.0, "push-button": 0.0, "hall-switch": 0.01, "linear-hall": 6.0}
"""Each, awake (sensing page, section 7)."""
PULL_UP_MA = 3.3 / 10
"""Through 10 kΩ into a closed switch."""
INSIDE_PULL_UP_MA = 3.3 / 50
"""Through the Pico's own pull-up, 50 kΩ at the least."""


class Draw(NamedTuple):
    """One line of the budget, in mA from the 5 V of USB."""

    what: str
    rest: float
    peak: float
    note: str


def budget(plan: Plan) -> list[Draw]:
    """Return what a board draws at rest (all pixels dark) and at most."""
    strip = plan.data["strip"]
    count = len(plan.pixels)
    sensors = awake(plan)
    if plan.kind == "shift":
        closed = f"{len(plan.sensors)} switches closed, 10 kΩ each"
        switches = Draw("pull-ups", 0.0, len(plan.sensors) * PULL_UP_MA, closed)
    else:
        columns = len(plan.data["scanner"].get("columns", ()))
        switches = Draw("pull-ups", 0.0, columns * INSIDE_PULL_UP_MA, "inside the Pico")
    return [
        Draw("Pico", PICO_MA, PICO_MA, "with USB; assumed"),
        Draw(
            "pixels",
            count * strip["dark_ma"],
            max(strip["budget_ma"], count * strip["dark_ma"]),
            f"{count} pixels; the firmware caps their sum at {strip['budget_ma']:g} mA",
        ),
        Draw("sensors", sensors, sensors, f"{len(plan.sensors)} × {plan.part}"),
        switches,
    ]


def awake(plan: Plan) -> float:
    """Return what the sensors draw that are on at one time, in mA."""
    groups = max(len(plan.data["scanner"].get("power", ())), 1)
    return len(plan.sensors) * SENSOR_MA[plan.part] / groups


def total(plan: Plan) -> tuple[float, float]:
    """Return the sum of the budget at rest and at most, in mA."""
    rows = budget(plan)
    return sum(row.rest for row in rows), sum(row.peak for row in rows)


def hungry(plan: Plan) -> float:
    """Return the most a board draws if its pixels need more than the layout believes, in mA.

    The firmware's cap counts with ``full_ma`` a pixel; pixels differ (sensing page, section 7).
    """
    strip = plan.data["strip"]
    dark = len(plan.pixels) * strip["dark_ma"]
    lit = max(strip["budget_ma"] - dark, 0)
    return total(plan)[1] + lit * max(HUNGRY_MA / strip["full_ma"] - 1, 0)


def uncapped(plan: Plan) -> float:
    """Return what all pixels would draw at full white if nothing capped them, in mA."""
    return len(plan.pixels) * plan.data["strip"]["full_ma"]
