"""Range, stops, noise and stiffness of a plate on load cells."""

from collections.abc import Iterator
from math import hypot, sqrt

from underboard.hardware import light_paths, norms, plate_mechanics
from underboard.hardware.build_plan import BuildPlan
from underboard.hardware.checks.registry import CheckResult, above, below, rule

MAX_LOAD = 50.0
"""Share of its range that each cell carries before anybody touches the board, %; chosen."""
MIN_TRAVEL_MM = 0.1
"""Room between a loaded bar and its stop: a sheet of paper; chosen."""
MIN_PRESS_N = 20.0
"""Force in the middle that must not reach the stop there: hands that set a piece down; chosen."""
MIN_TIP_N = 5.0
"""Force on a corner that must not lift the opposite foot: a firm finger; chosen."""
SIGMAS = 5.0
"""A change counts from five times its standard deviation."""
WIRE_GMM = 3.5
"""What one silicone wire across the gap adds to a moment for each mm its end moves; computed."""
COUNTS = 2147.0
"""Counts per g of a cell of 1 kg and 1 mV/V at gain 128, whatever the supply; computed."""
MAX_OFF = 20.0
"""Percent that the layout's counts may differ from those: cells differ; chosen."""
HIGH_SHARE = 0.7
"""Share of its supply that a WS2812B takes for high (data sheet)."""
MAX_USB_V, DROP_V, OUT_V = 5.25, 0.7, 3.25
"""USB at its highest, a silicon diode, and a Pico's high at its lowest; assumed."""


@rule("load on each cell")
def _load(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.weighs:
        share = plate_mechanics.load(plan) / 4
        capacity = min(cell.capacity for cell in plan.load_cells)
        why = f"{share:.0f} g of {capacity:g} g: plate, board and all pieces"
        yield below(100 * share / capacity, MAX_LOAD, "%", why)


@rule("travel to the stop")
def _stop(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.weighs:
        capacity = min(cell.capacity for cell in plan.load_cells)
        left = plate_mechanics.SAG_MM * (1 - plate_mechanics.load(plan) / 4 / capacity)
        yield above(left, MIN_TRAVEL_MM, "mm", "of a fully set board, stops set at rated load")


@rule("plate under a hand")
def _plate(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.weighs:
        span = 2 * plate_mechanics.arm(plan)
        um_per_n = (
            plate_mechanics.PLATE_UM_PER_N
            * (span / 160) ** 3
            * (plate_mechanics.PLY / plate_mechanics.ply(plan)) ** 3
        )
        um_per_n /= light_paths.plate_left(plan)
        yield above(
            1000 * plate_mechanics.STOP_MM / um_per_n,
            MIN_PRESS_N,
            "N",
            f"on plywood of {plate_mechanics.ply(plan):g} mm, until it rests on the stop "
            "under its middle",
        )


@rule("threads of the screws")
def _threads(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.weighs:
        name, (held, least) = min(
            plate_mechanics.threads(plan).items(), key=lambda one: one[1][0] / one[1][1]
        )
        yield above(held, least, "mm", f"{name}; the others hold with more to spare")


@rule("screws below the plate's surface")
def _sunk(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.weighs:
        z, long = plate_mechanics.heights(plan), plate_mechanics.lengths(plan)
        stop = z["top"] - plate_mechanics.SPACER - plate_mechanics.STOP_MM - long.plate
        foot = plate_mechanics.ply(plan) + plate_mechanics.STAND + norms.NUT_M4.thread - long.foot
        yield above(
            min(stop, foot), plate_mechanics.SUNK, "mm", "set screws of feet and stops, from above"
        )


@rule("plate below the frame's edge")
def _below(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.weighs:
        high = plate_mechanics.wall_high(plan)
        left = high - plate_mechanics.heights(plan)["top"]
        yield above(left, plate_mechanics.RIM, "mm", f"walls of {high:g} mm on the base")


@rule("a finger on the corner")
def _tip(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.weighs:
        yield above(
            plate_mechanics.tipping_n(plan), MIN_TIP_N, "N", "until the opposite foot lifts"
        )


@rule("counts per gram")
def _counts(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.weighs:
        capacity = min(cell.capacity for cell in plan.load_cells)
        told = plan.data["scale"]["counts_per_g"]
        true = COUNTS * 1000 / capacity * plan.build["sensor"].get("mv_per_v", 1)
        yield below(
            100 * abs(told / true - 1), MAX_OFF, "%", f"{told:g} in the layout, {true:.0f} computed"
        )


@rule("weight of the lightest piece")
def _weight(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.weighs:
        given = plan.data["scale"]
        # Four cells, and a difference of two rests.
        sigma = hypot(2 * sqrt(2) * given["rest_g"], given["touch_g"])
        why = f"against {SIGMAS:g} times {sigma:.2g} g of noise and touch"
        yield above(min(plan.data["pieces"]["masses_g"]), SIGMAS * sigma, "g", why)


@rule("place of the lightest piece")
def _place(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.weighs:
        given, mass = plan.data["scale"], min(plan.data["pieces"]["masses_g"])
        reach = hypot(plate_mechanics.arm(plan), plate_mechanics.farthest(plan))
        sigma = hypot(2 * sqrt(2) * given["rest_g"] * reach, given["touch_gmm"]) / mass
        most = plan.shapes.min_distance(plan.data) / 2 / SIGMAS * 2
        yield below(
            sigma,
            most,
            "mm",
            f"standard deviation for {mass:g} g at the outermost place; neighbours are "
            f"{plan.shapes.min_distance(plan.data):g} mm away",
        )


@rule("places between the feet")
def _inside(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.weighs:
        xs, ys = [c.x for c in plan.load_cells], [c.y for c in plan.load_cells]
        room = min(
            min(p["x"] - min(xs), max(xs) - p["x"], p["y"] - min(ys), max(ys) - p["y"])
            for p in plan.data["places"]
        )
        yield above(room, 1.0, "mm", "from the outermost place to the line between two feet")


@rule("wires from plate to frame")
def _wires(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.weighs:
        count = plan.build.get("wires_to_plate", 0)
        why = f"{count} wires, each {WIRE_GMM:g} g mm for a mm that its end moves"
        yield below(count * WIRE_GMM, plan.data["scale"]["touch_gmm"], "g mm", why)


@rule("data level of the pixels")
def _level(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.weighs:
        why = "the Pico's high, against 0.7 of the pixels' supply behind D1"
        yield above(OUT_V, HIGH_SHARE * (MAX_USB_V - DROP_V), "V", why)
