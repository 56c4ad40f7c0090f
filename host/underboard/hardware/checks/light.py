"""Checks of the pixel chain, the wood between holes and the paths of light."""

from collections.abc import Iterator
from math import hypot

from underboard.hardware import light_paths, plate_mechanics
from underboard.hardware.build_plan import ROUND, BuildPlan
from underboard.hardware.checks.registry import CheckResult, above, below, rule

MAX_HOP = 2.5
"""Longest wire between two pixels of a chain, ratio to the pitch; chosen."""
CABLE_HOP_MM, STRING_HOP_MM = 600, 320
"""Longest wire between pixels on cables, and in a string that is lengthened once."""
MIN_CHAMBER_MM = 0.1
"""Distance from a hole's rim to the wall of its chamber; chosen."""


@rule("pixel chain as drawn")
def _chain(plan: BuildPlan) -> Iterator[CheckResult]:
    hops = [
        (hypot(b.x - a.x, b.y - a.y), a.number)
        for a, b in zip(plan.pixels, plan.pixels[1:], strict=False)
    ]
    if not hops:
        return
    longest, after = max(hops)
    usual = max(MAX_HOP * plan.pitch, STRING_HOP_MM * plan.weighs) or CABLE_HOP_MM
    limit = plan.build.get("max_hop_mm", usual)
    found = below(longest, limit, "mm", f"longest wire, from pixel {after} to {after + 1}")
    yield found


@rule("one place for each part")
def _apart(plan: BuildPlan) -> Iterator[CheckResult]:
    for things in (plan.sensors, plan.pixels):
        spots = [(thing.x, thing.y) for thing in things]
        double = sorted({spot for spot in spots if spots.count(spot) > 1})
        if double:
            where = ", ".join(f"{x:g}, {y:g}" for x, y in double)
            yield CheckResult(f"{len(double)} shared", "0", False, None, f"two parts at {where}")
            return
    yield CheckResult("0 shared", "0", True)


@rule("sensors as deep as computed")
def _depth(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.magnet:
        above_wood = plan.build.get("magnet_height_mm", 0)
        wrong = [s for s in plan.sensors if abs(above_wood - s.z - plan.gap) > 0.05]
        why = f"sensors[{wrong[0].number}].z is {wrong[0].z:g}" if wrong else ""
        depth = f"{plan.gap - above_wood:g} mm"
        yield CheckResult(
            f"{len(plan.sensors) - len(wrong)} at {depth}", "all", not wrong, None, why
        )


@rule("wood between light holes")
def _holes(plan: BuildPlan) -> Iterator[CheckResult]:
    if light_paths.drilled(plan):
        yield above(light_paths.thinnest(plan), light_paths.MIN_WOOD_MM, "mm")


@rule("no light hole under a piece")
def _covered(plan: BuildPlan) -> Iterator[CheckResult]:
    if light_paths.drilled(plan):
        least = light_paths.covered(plan)
        what = "the dimple that a ball lies in" if plan.piece == ROUND else "a ring's rim"
        yield above(least, light_paths.MIN_WOOD_MM, "mm", f"from a hole to {what}")


@rule("no light hole in a sensor or magnet")
def _sensors(plan: BuildPlan) -> Iterator[CheckResult]:
    if light_paths.drilled(plan) and plan.sensors:
        least = round(light_paths.beside_sensors(plan), 6)
        yield above(least, light_paths.MIN_WOOD_MM, "mm", "wood between a hole and a pocket")


@rule("light stays in its chamber")
def _chamber(plan: BuildPlan) -> Iterator[CheckResult]:
    if light_paths.drilled(plan):
        inner, outer = light_paths.tube(plan)
        gaps = any(not light_paths.is_under(plan, p.x, p.y) for p in plan.pixels)
        how = f"walls of {light_paths.WALL_MM:g} mm" + (
            f", tubes of {outer:g} mm outside and {inner:g} mm inside" if gaps else ""
        )
        yield above(
            light_paths.chamber_gap(plan), MIN_CHAMBER_MM, "mm", f"from a hole to a wall; {how}"
        )


@rule("light reaches the board's holes")
def _reaches(plan: BuildPlan) -> Iterator[CheckResult]:
    cells = [h for h in light_paths.through_plate(plan) if light_paths.is_under(plan, h.x, h.y)]
    if cells:
        wide = cells[0].diameter
        yield above(
            light_paths.reach(plan, wide),
            light_paths.farthest(plan),
            "mm",
            f"aside of a pixel, in a straight line through {wide:g} mm in the plate and up "
            f"{plate_mechanics.chamber(plan):g} mm of chamber",
        )


@rule("wood between the plate's holes")
def _web(plan: BuildPlan) -> Iterator[CheckResult]:
    wide = {hole.diameter for hole in light_paths.through_plate(plan)}
    if wide:
        what = f"of {max(wide):g} mm at most; the share of wood also counts for its stiffness"
        yield above(light_paths.plate_web(plan), light_paths.MIN_PLATE_MM, "mm", what)


@rule("every light is seen")
def _seen(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.shapes.is_stacked and light_paths.drilled(plan):
        for levels, words in ((1, "the lowest level full"), (4, "all balls standing")):
            hidden = len(plan.pixels) - len(light_paths.seen(plan, levels))
            yield CheckResult(
                f"{len(plan.pixels) - hidden} of {len(plan.pixels)} pixels",
                "all",
                not hidden,
                None,
                f"in a straight line past balls, from 20 to 80 degrees, {words}",
            )
