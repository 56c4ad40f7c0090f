"""Checks: whether a layout can be built, each with its number, its limit and the margin."""

from collections.abc import Callable, Iterator
from math import hypot
from typing import NamedTuple

from boardcore.games import rules_of
from underboard.hardware import field, holes, pico, power
from underboard.hardware.plan import BUTTON, FLAT, ROUND, Plan

GOOD, EXPLAINED, WRONG = "good", "explained", "wrong"
FORCE_MOST = 6.0
"""Percent of a piece's weight that magnets may pull (issue: balls must stay play-friendly)."""
LOW_MOST_V = 0.8
"""What the Pico still takes for low, at 3.3 V (data sheet; quoted from memory)."""
DIODE_V = 0.55
"""A 1N4148 at the 66 µA of a pull-up; assumed, warm ones have less."""
SIGMAS = 5 * 2**0.5
"""A difference of two scans counts from five times its noise (sensing page, section 8)."""
MOMENT_OFF = 5.0
"""Percent; as much as magnets of one bag differ (sensing page, section 9)."""
OFFSETS_MT = 3.0
"""Nobody knows a sensor's offset, 1 mT (sensing page, section 9), before it was calibrated."""
FRICTION = 0.3
"""Of a ball in its hole, on a third of its radius (sensing page, section 2)."""
HOP_MOST = 2.5
"""Longest wire between two pixels of a chain, in pitches."""
CABLE_HOP_MM = 600
"""The same where pixels hang on cables."""
CONTACTS_MOST = 64
"""Switches that one interrupt of the Pico can clock through (CircuitPython page, section 5)."""


class Check(NamedTuple):
    """One line of the table.  ``margin``: percent of the limit that is left, None for yes or no."""

    name: str
    value: str
    limit: str
    margin: float | None
    verdict: str
    why: str


class Found(NamedTuple):
    """What a check found, before the layout's own explanations are heard."""

    value: str
    limit: str
    good: bool
    margin: float | None = None
    why: str = ""


Rule = Callable[[Plan], Iterator[Found]]
RULES: list[tuple[str, Rule]] = []


def rule(name: str) -> Callable[[Rule], Rule]:
    """Put a function into the table of checks."""

    def keep(function: Rule) -> Rule:
        RULES.append((name, function))
        return function

    return keep


def check(plan: Plan, only: str = "") -> list[Check]:
    """Return every check that this kind of board has, or ``only`` the one of this name."""
    rows = []
    for name, function in RULES:
        for found in function(plan) if only in ("", name) else ():
            verdict, why = GOOD, found.why
            if not found.good:
                verdict = EXPLAINED if name in plan.accepted else WRONG
                why = ": ".join(filter(None, (why, plan.accepted.get(name, ""))))
            rows.append(Check(name, found.value, found.limit, found.margin, verdict, why))
    known = {name for name, _ in RULES}
    for name in plan.accepted:
        if name not in known:
            rows.append(
                Check(
                    "explanations", name, "a check of this board", None, WRONG,
                    "build.accepted explains a check that does not exist",
                )
            )  # fmt: skip
    return rows


def below(value: float, limit: float, unit: str, why: str = "") -> Found:
    """Judge a value that must not exceed a limit."""
    return Found(
        f"{value:.3g} {unit}", f"at most {limit:.3g} {unit}", value <= limit,
        100 * (limit - value) / limit, why,
    )  # fmt: skip


def above(value: float, limit: float, unit: str, why: str = "") -> Found:
    """Judge a value that must reach a limit."""
    return Found(
        f"{value:.3g} {unit}", f"at least {limit:.3g} {unit}", value >= limit,
        100 * (value - limit) / limit, why,
    )  # fmt: skip


# Pins


@rule("each pin once")
def _pins_once(plan: Plan) -> Iterator[Found]:
    users: dict[str, str] = {}
    clash = ""
    for use, pin in plan.pins:
        name = pico.SAME.get(pin, pin)
        if name in users:
            clash = f"{name} is {users[name]} and {use}"
        users[name] = use
    count = len(plan.pins)
    yield Found(f"{len(users)} pins", f"{count} different", not clash, None, clash)


@rule("pins on the header")
def _pins_there(plan: Plan) -> Iterator[Found]:
    wrong = [pico.why_not(pin) for _, pin in plan.pins if pico.why_not(pin)]
    yield Found(
        f"{len(plan.pins) - len(wrong)} of {len(plan.pins)}", "all", not wrong, None,
        "; ".join(wrong),
    )  # fmt: skip


@rule("analog inputs on ADC pins")
def _analog(plan: Plan) -> Iterator[Found]:
    if plan.kind == "mux":
        pins = plan.data["scanner"]["adc"]
        wrong = [pin for pin in pins if pico.SAME.get(pin, pin) not in pico.ANALOG]
        why = f"{', '.join(wrong)} cannot measure, expected {', '.join(pico.ANALOG)}"
        yield Found(
            f"{len(pins) - len(wrong)} of {len(pins)}", "all", not wrong, None, why if wrong else ""
        )


# Switches


@rule("pull-ups, not pull-downs")
def _pull_ups(plan: Plan) -> Iterator[Found]:
    scanner = plan.data["scanner"]
    good = {
        "matrix": scanner.get("columns_to_anodes", True) is True,
        "shift": scanner.get("value_when_pressed", False) is False,
    }.get(plan.kind)
    if good is not None:
        yield Found(
            "pull-ups" if good else "pull-downs", "pull-ups", good, None,
            "" if good else "the Pico 2's own pull-downs leak (erratum RP2350-E9)",
        )  # fmt: skip


@rule("a diode for each switch")
def _diodes(plan: Plan) -> Iterator[Found]:
    if plan.kind == "matrix":
        count = len(plan.sensors)
        have = count if plan.build.get("diodes", True) else 0
        yield Found(
            f"{have} diodes", f"{count} switches", have == count, None,
            "" if have else "three pieces at a rectangle's corners would show a fourth",
        )  # fmt: skip


@rule("low through a diode")
def _low(plan: Plan) -> Iterator[Found]:
    if plan.kind == "matrix":
        yield below(DIODE_V, LOW_MOST_V, "V", "a 1N4148 at a pull-up's current; assumed")


@rule("each channel once")
def _channels(plan: Plan) -> Iterator[Found]:
    taken = [sensor.channel for sensor in plan.sensors]
    double = sorted({channel for channel in taken if taken.count(channel) > 1})
    outside = [channel for channel in taken if not 0 <= channel < plan.channels]
    why = f"channels {double} are taken twice" if double else ""
    why = f"channels {outside} do not exist" if outside else why
    value = f"{len(set(taken))} channels of {plan.channels}"
    yield Found(value, f"{len(taken)} different", not why, None, why)


@rule("switches in one scan")
def _contacts(plan: Plan) -> Iterator[Found]:
    if plan.kind != "mux":
        yield below(float(plan.channels), CONTACTS_MOST, "switches")


# Pixels


@rule("pixel chain as drawn")
def _chain(plan: Plan) -> Iterator[Found]:
    hops = [
        (hypot(b.x - a.x, b.y - a.y), a.number)
        for a, b in zip(plan.pixels, plan.pixels[1:], strict=False)
    ]
    if not hops:
        return
    longest, after = max(hops)
    limit = plan.build.get("hop_most_mm", HOP_MOST * plan.pitch or CABLE_HOP_MM)
    found = below(longest, limit, "mm", f"longest wire, from pixel {after} to {after + 1}")
    yield found


@rule("one place for each part")
def _apart(plan: Plan) -> Iterator[Found]:
    for things in (plan.sensors, plan.pixels):
        spots = [(thing.x, thing.y) for thing in things]
        double = sorted({spot for spot in spots if spots.count(spot) > 1})
        if double:
            where = ", ".join(f"{x:g}, {y:g}" for x, y in double)
            yield Found(f"{len(double)} shared", "0", False, None, f"two parts at {where}")
            return
    yield Found("0 shared", "0", True)


@rule("sensors as deep as computed")
def _depth(plan: Plan) -> Iterator[Found]:
    if plan.piece != BUTTON:
        above_wood = plan.build.get("magnet_height_mm", 0)
        wrong = [s for s in plan.sensors if abs(above_wood - s.z - plan.gap) > 0.05]
        why = f"sensors[{wrong[0].number}].z is {wrong[0].z:g}" if wrong else ""
        depth = f"{plan.gap - above_wood:g} mm"
        yield Found(f"{len(plan.sensors) - len(wrong)} at {depth}", "all", not wrong, None, why)


@rule("wood between light holes")
def _holes(plan: Plan) -> Iterator[Found]:
    if plan.piece != BUTTON:
        yield above(holes.thinnest(plan), holes.WOOD_LEAST_MM, "mm")


# Magnets


@rule("pull between pieces")
def _force(plan: Plan) -> Iterator[Found]:
    if plan.piece != BUTTON:
        pull, weight = field.pull(plan), field.weight(plan)
        how = "side by side" if plan.piece == FLAT else "touching, magnets in line"
        if plan.piece == ROUND and plan.pitch > plan.size:
            how = "in neighbouring holes, magnets in line"
        yield below(
            100 * pull / weight, FORCE_MOST, "% of the weight",
            f"{pull:.3g} mN of {weight:.3g} mN, {how}",
        )  # fmt: skip


@rule("magnets as the decoder takes them")
def _strength(plan: Plan) -> Iterator[Found]:
    given = plan.data.get("magnet", {}).get("moments_am2", [])
    count = plan.build.get("magnets_per_piece", 1)
    for moment, disc in zip(given, plan.discs, strict=True) if plan.discs else ():
        off = 100 * abs(count * disc.moment / moment - 1)
        many = f"{count} × " if count > 1 else ""
        yield below(off, MOMENT_OFF, "%", f"{many}{disc.text}: {count * disc.moment:.3g} A m2")


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
        ] + [(plan.pitch, ball)]  # fmt: skip
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
            least, closes, "mT",
            f"{how}; {most:.3g} mT at best, seen in {100 * share:.0f} % of all directions",
        )  # fmt: skip


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
            field.largest(plan), plan.build["sensor"]["range_mt"], "mT",
            "a piece with its nearest neighbours, all at their worst",
        )  # fmt: skip


# Currents


@rule("current from USB")
def _current(plan: Plan) -> Iterator[Found]:
    rest, peak = power.total(plan)
    yield below(peak, power.USB_MA, "mA", f"at most; {rest:.0f} mA with all pixels dark")


@rule("the same with thirsty pixels")
def _thirsty(plan: Plan) -> Iterator[Found]:
    why = f"pixels of {power.HUNGRY_MA} mA full white, the cap counts with {{:g}}"
    full = plan.data["strip"]["full_ma"]
    yield below(power.hungry(plan), power.USB_MA, "mA", why.format(full))


@rule("pixels' share")
def _share(plan: Plan) -> Iterator[Found]:
    strip = plan.data["strip"]
    dark = strip["dark_ma"] * len(plan.pixels)
    yield below(dark, strip["budget_ma"], "mA", "dark pixels, of what the firmware lets all draw")


@rule("current from the Pico's 3.3 V")
def _supply(plan: Plan) -> Iterator[Found]:
    if plan.kind != "mux":
        most = power.awake(plan) + len(plan.sensors) * power.PULL_UP_MA
        yield below(most, power.PIN_3V3_MA, "mA", "sensors and pull-ups")
