"""Magnets: what they do at sensors and to each other."""

from collections.abc import Iterator
from math import hypot

from boardcore.games import rules_of
from underboard.hardware import field
from underboard.hardware.checks.rules import Found, above, below, rule
from underboard.hardware.plan import BUTTON, FLAT, ROUND, Plan

FORCE_MOST = 6.0
"""Percent of a piece's weight that magnets may pull: balls must stay play-friendly; chosen."""
SIGMAS = 5 * 2**0.5
"""A difference of two scans counts from five times its noise."""
MOMENT_OFF = 5.0
"""Percent; as much as magnets of one bag differ; assumed."""
HEIGHT_OFF = 0.1
"""Millimetres; heights are written in tenths."""
OFFSETS_MT = 3.0
"""Three times the offset of a sensor that was not calibrated, 1 mT; assumed."""
FRICTION = 0.3
"""Coefficient for a ball in its hole, at a third of its radius; assumed."""


@rule("pull between pieces")
def _force(plan: Plan) -> Iterator[Found]:
    if plan.magnet:
        pull, weight = field.pull(plan), field.weight(plan)
        how = "side by side" if plan.piece == FLAT else "touching, magnets in line"
        if plan.piece == ROUND and plan.pitch > plan.size:
            how = "in neighbouring holes, magnets in line"
        yield below(
            100 * pull / weight,
            FORCE_MOST,
            "% of the weight",
            f"{pull:.3g} mN of {weight:.3g} mN, {how}",
        )


@rule("magnets as the decoder takes them")
def _strength(plan: Plan) -> Iterator[Found]:
    given = plan.data.get("magnet", {}).get("moments_am2", [])
    count = plan.build.get("magnets_per_piece", 1)
    for moment, disc in zip(given, plan.discs, strict=True) if plan.discs else ():
        off = 100 * abs(count * disc.moment / moment - 1)
        many = f"{count} × " if count > 1 else ""
        yield below(off, MOMENT_OFF, "%", f"{many}{disc.text}: {count * disc.moment:.3g} A m2")


@rule("magnets as high as pieces lie")
def _height(plan: Plan) -> Iterator[Found]:
    if plan.part == "linear-hall":
        off, i = max(
            (abs(at["z"] - height(plan, at["cell"])), i) for i, at in enumerate(plan.data["places"])
        )
        at = plan.data["places"][i]
        computed = height(plan, at["cell"])
        why = f"places[{i}].z is {at['z']:g} mm, computed {computed:.1f} mm over the board"
        yield below(off, HEIGHT_OFF, "mm", why)


def height(plan: Plan, cell: str) -> float:
    """Return how high over the board the magnet of a piece on a cell is, in mm."""
    if plan.piece != ROUND:
        return plan.build["magnet_height_mm"]
    level = 0
    if plan.game == "pylos":
        rules = rules_of(plan.game)
        level = rules.LEVEL[rules.parse_cell(cell)]
    # A ball on four others, whose middles are half a diagonal of the pitch off.
    return plan.size / 2 + level * (plan.size**2 - plan.pitch**2 / 2) ** 0.5


@rule("codes of squares above offsets")
def _codes(plan: Plan) -> Iterator[Found]:
    if plan.code:
        least = min(
            max(field.code(plan, s) for s in plan.sensors if (s.x, s.y) == (x, y))
            for x, y, _ in plan.corners
        )
        yield above(least, OFFSETS_MT, "mT", f"{plan.code.text} over the sensor in its corner")


@rule("balls stay as they lie")
def _turned(plan: Plan) -> Iterator[Found]:
    if plan.code:
        ball, disc = field.moments(plan)[-1], plan.code.moment
        height = plan.gap + plan.size / 2
        pairs = [
            (hypot(x - cx, y - cy, height - (cz + plan.gap)), disc)
            for x, y in plan.spots
            for cx, cy, cz in plan.corners
        ] + [(plan.pitch, ball)]
        # The field of one magnet at the other, in mT, times the ball's moment: uN m.
        torque = max(2e8 * moment / r**3 for r, moment in pairs) * ball
        friction = FRICTION * field.weight(plan) * plan.size / 2 / 3
        yield below(
            torque, friction, "µN m", "the nearest magnet's turning force, against friction"
        )


@rule("a lone piece closes its switch")
def _own(plan: Plan) -> Iterator[Found]:
    if plan.piece != BUTTON and plan.part in ("reed", "hall-switch"):
        least, most, share = field.own(plan, plan.sensors[0])
        closes = plan.build["sensor"]["closes_mt"]
        how = "in its worst direction"
        if plan.piece == FLAT:
            how = f"laid down {field.MISPLACED_MM:g} mm beside the middle"
        yield above(
            least,
            closes,
            "mT",
            f"{how}; {most:.3g} mT at best, seen in {100 * share:.0f} % of all directions",
        )


@rule("full neighbours leave an empty cell open")
def _others(plan: Plan) -> Iterator[Found]:
    if plan.piece != BUTTON and plan.part in ("reed", "hall-switch"):
        worst, share = max(field.others(plan, sensor) for sensor in _kinds(plan))
        closes = plan.build["sensor"]["closes_mt"]
        why = f"all at their worst; closed on {100 * share:.0f} % of random full boards"
        yield below(worst, closes, "mT", why)


def _kinds(plan: Plan):
    """Return the sensors most in the midst of others: those can only see more."""
    left, bottom, right, top = plan.frame
    middle = ((left + right) / 2, (bottom + top) / 2)
    near = sorted(
        plan.sensors, key=lambda s: (round(hypot(s.x - middle[0], s.y - middle[1]), 3), s.number)
    )
    return near[:2]


@rule("signal above the noise")
def _signal(plan: Plan) -> Iterator[Found]:
    if plan.part == "linear-hall":
        noise = SIGMAS * plan.data["field"]["noise_ut"] / 1000
        for level, spots in sorted(levels(plan).items()):
            least = min(field.weakest(plan, x, y, level) for x, y in spots)
            yield above(least, noise, "mT", f"level {level}, worst place and direction")


def levels(plan: Plan) -> dict[int, list[tuple[float, float]]]:
    """Return where pieces can stand, level by level."""
    if plan.piece != ROUND or plan.game != "pylos":
        return {0: plan.spots}
    rules = rules_of(plan.game)
    found: dict[int, list[tuple[float, float]]] = {}
    for cell in plan.cells:
        pixel = plan.pixel_of(cell)
        if pixel:
            found.setdefault(rules.LEVEL[rules.parse_cell(cell)], []).append((pixel.x, pixel.y))
    return found


@rule("field inside the sensor's range")
def _range(plan: Plan) -> Iterator[Found]:
    if plan.part == "linear-hall":
        yield below(
            field.largest(plan),
            plan.build["sensor"]["range_mt"],
            "mT",
            "a piece with its nearest neighbours, all at their worst",
        )
