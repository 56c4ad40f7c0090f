"""Fields of the magnets at the sensors, and forces between magnets."""

from collections.abc import Iterator
from math import hypot

from underboard.hardware import magnet_field, spheres
from underboard.hardware.build_plan import BUTTON, FLAT, ROUND, BuildPlan, Sensor
from underboard.hardware.checks.registry import CheckResult, above, below, rule
from underboard.hardware.shapes.places import height, levels
from underboard.texts.lazy import LazyText

MAX_FORCE = 6.0
"""Percent of a piece's weight that magnets may pull: balls must stay play-friendly; chosen."""
MAX_FREE = 20.0
"""The same for magnets that turn freely: a ball leaves a nest of four or a dimple at 58 to 70 %
sideways, and a free magnet turns no ball; chosen."""
MAX_TURNED = 30.0
"""Degrees by which spheres may turn against the bias; chosen: their upright or lying part is
then 13 % less at most."""
SIGMAS = 5 * 2**0.5
"""A difference of two scans counts from five times its noise."""
MOMENT_OFF = 5.0
"""Percent; as much as magnets of one bag differ; assumed."""
HEIGHT_OFF = 0.1
"""Largest difference of a height, mm; chosen, heights are written in tenths."""
CLEAR = 3.0
"""A square's disc counts from three times the noise of a scan: four sensors feel four of them."""


@rule("pull between pieces")
def _force(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.magnet:
        pull, weight = magnet_field.pull(plan), magnet_field.weight(plan)
        how = "side by side" if plan.piece == FLAT else "touching, magnets in line"
        if plan.piece == ROUND and plan.pitch > plan.size:
            how = "in neighbouring holes, magnets in line"
        yield below(
            100 * pull / weight,
            MAX_FREE if plan.free else MAX_FORCE,
            "% of the weight",
            f"{pull:.3g} mN of {weight:.3g} mN, {how}",
        )


@rule("magnets as the decoder takes them")
def _strength(plan: BuildPlan) -> Iterator[CheckResult]:
    given = plan.data.get("magnet", {}).get("moments_am2", [])
    count = plan.build.get("magnets_per_piece", 1)
    for moment, disc in zip(given, plan.discs, strict=True) if plan.discs else ():
        off = 100 * abs(count * disc.moment / moment - 1)
        many = f"{count} × " if count > 1 else ""
        yield below(off, MOMENT_OFF, "%", f"{many}{disc.text}: {count * disc.moment:.3g} A m2")


@rule("bias magnets as the layout says")
def _bias(plan: BuildPlan) -> Iterator[CheckResult]:
    for moment, part in plan.bias_parts:
        off = 100 * abs(part.moment * part.count / moment - 1)
        yield below(off, MOMENT_OFF, "%", f"{part.text}: {part.moment * part.count:.3g} A m2")


@rule("one way to lie for all spheres", vital=True)
def _states(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.free:
        found = spheres.shown(plan)
        yield CheckResult(
            LazyText("%d of %d boards with a second state", found.others, spheres.BOARDS),
            LazyText("none"),
            not found.others,
            why="random boards, each started in two ways",
        )
        yield below(found.turned, MAX_TURNED, "degrees", "against the bias, 19 of 20 spheres")


@rule("magnets as high as pieces lie")
def _height(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.part == "linear-hall" and "places" in plan.data:
        off, i = max(
            (abs(at["z"] - height(plan, at["cell"])), i) for i, at in enumerate(plan.data["places"])
        )
        at = plan.data["places"][i]
        computed = height(plan, at["cell"])
        why = f"places[{i}].z is {at['z']:g} mm, computed {computed:.1f} mm over the board"
        yield below(off, HEIGHT_OFF, "mm", why)


@rule("discs of squares above noise")
def _corners(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.corner_disc:
        felt = [magnet_field.corner(plan, sensor) for sensor in plan.sensors]
        noise = plan.data["field"]["noise_ut"] / 1000
        words = f"{plan.corner_disc.text} at the sensor of the nearest hole"
        yield above(min(one for one in felt if one), CLEAR * noise, "mT", words)


@rule("a lone piece closes its switch", vital=True)
def _own(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.free and plan.closes:
        least = spheres.shown(plan).full
        yield above(least, plan.closes[0], "mT", f"least of {spheres.BOARDS} random boards")
    elif plan.piece != BUTTON and plan.part in ("reed", "hall-switch"):
        least, most, share = magnet_field.own(plan, plan.sensors[0])
        closes = plan.build["sensor"]["closes_mt"]
        how = "in its worst direction"
        if plan.piece == FLAT:
            how = f"laid down {magnet_field.MISPLACED_MM:g} mm beside the middle"
        why = f"{how}; {most:.3g} mT at best, seen in {100 * share:.0f} % of all directions"
        yield above(least, closes, "mT", why)


@rule("full neighbours leave an empty cell open", vital=True)
def _others(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.free and plan.closes:
        most = spheres.shown(plan).empty
        yield below(most, plan.closes[1], "mT", f"most of {spheres.BOARDS} random boards")
    elif plan.piece != BUTTON and plan.part in ("reed", "hall-switch"):
        worst, share = max(magnet_field.others(plan, sensor) for sensor in _kinds(plan))
        closes = plan.build["sensor"]["closes_mt"]
        why = f"all at their worst; closed on {100 * share:.0f} % of random full boards"
        yield below(worst, closes, "mT", why)


def _kinds(plan: BuildPlan) -> list[Sensor]:
    """Return the sensors most in the midst of others: those can only see more."""
    left, bottom, right, top = plan.frame
    middle = ((left + right) / 2, (bottom + top) / 2)
    near = sorted(
        plan.sensors, key=lambda s: (round(hypot(s.x - middle[0], s.y - middle[1]), 3), s.number)
    )
    return near[:2]


@rule("signal above the noise", vital=True)
def _signal(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.free and plan.part == "linear-hall":
        noise = SIGMAS * plan.data["field"]["noise_ut"] / 1000
        by_level = spheres.shown(plan).weakest
        for level in (0,) if plan.closes else sorted(by_level):
            why = f"level {level}, with the spheres' answer: least of random boards"
            yield above(by_level[level], noise, "mT", why)
    elif plan.part == "linear-hall":
        noise = SIGMAS * plan.data["field"]["noise_ut"] / 1000
        for level, spots in sorted(levels(plan).items()):
            least = min(magnet_field.weakest(plan, x, y, level) for _, x, y in spots)
            yield above(least, noise, "mT", f"level {level}, worst place and direction")


@rule("field inside the sensor's range", vital=True)
def _range(plan: BuildPlan) -> Iterator[CheckResult]:
    if plan.part == "linear-hall":
        most, why = (
            magnet_field.largest(plan),
            "a piece with its nearest neighbours, all at their worst",
        )
        if plan.free:
            most, why = spheres.shown(plan).largest, "bias and balls, most of random boards"
        yield below(most, plan.build["sensor"]["range_mt"], "mT", why)
