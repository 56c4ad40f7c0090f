"""Sawn and printed parts of a plate, computed from the layout and the norms."""

from math import ceil

from underboard.hardware import light_paths, norms, plate_mechanics
from underboard.hardware.build_plan import BuildPlan
from underboard.hardware.drawings.plate_template import FOOT, KEY, SCREW
from underboard.hardware.shapes.scad import (
    BED,
    PLAY,
    Shape,
    Solid,
    at,
    block,
    cone,
    minus,
    pin,
    plus,
    tip,
)

STRIP = 12.0
"""Width of a strip of pixels with its room, mm; chosen: 10 or 12 mm are sold."""
CHEEK = (18.0 - plate_mechanics.BAR[1] - PLAY) / 2
"""Thickness of a cap's two cheeks, which keep it from turning on its one screw."""
LAP = 10.0
"""How far two pieces of a rim overlap."""
PIXEL_THICK = 3.0
"""A pixel of a string, from its back to its face; assumed."""
BEAM = (10.0, 3.0)
"""A carrier's beam: width and thickness."""


def solids(plan: BuildPlan) -> list[Solid]:
    """Return every part that is made for a plate."""
    bars = plate_mechanics.bars(plan)
    base = [(x, bar.foot[1], SCREW) for bar in bars for x in bar.holes]
    plate = [(cell.x, cell.y, FOOT) for cell in plan.load_cells]
    plate += [(x, y, FOOT) for x, y in plate_mechanics.stops(plan)]
    plate += [(*bar.stop, KEY) for bar in bars]
    plate += [(hole.x, hole.y, hole.diameter) for hole in light_paths.through_plate(plan)]
    ply = plate_mechanics.ply(plan)
    made = [
        sheet(
            "base",
            f"base, plywood {plate_mechanics.BASE:g} mm",
            plate_mechanics.base(plan),
            plate_mechanics.BASE,
            base,
        ),
        sheet("plate", f"plate, birch plywood {ply:g} mm", plan.plate, ply, plate),
        spacer(),
        *(cap(kind) for kind in dict.fromkeys(plate_mechanics.SEATS)),
        module_tray(),
        _tray(plan),
    ]
    if any(not plate_mechanics.in_plate(plan, p.x, p.y) for p in plan.pixels):
        return [*made, *rim(plan)]
    lengths = {carrier(plan, y).name: y for y in reversed(rows(plan))}
    return [*made, *(carrier(plan, y) for y in lengths.values())]


def sheet(
    name: str,
    title: str,
    area: tuple[float, float, float, float],
    thick: float,
    holes: list[tuple[float, float, float]],
) -> Solid:
    """Return a sheet of wood with its holes: each a place and a diameter."""
    left, bottom, right, top = area
    wide, deep = right - left, top - bottom
    cut = [at(x - left, y - bottom, -1, pin(wide_, thick + 2)) for x, y, wide_ in holes]
    edges = [min(x - left, right - x, y - bottom, top - y) - d / 2 for x, y, d in holes]
    body = minus([block(wide, deep, thick)], cut)
    return Solid(name, title, body, (wide, deep, thick), min([thick, *edges]), flat=True)


def spacer() -> Solid:
    """Return the spacer under a bar's fixed end."""
    long, thick = 26.0, plate_mechanics.SPACER
    holes = [
        at(h, plate_mechanics.BAR[1] / 2, -1, pin(SCREW, thick + 2))
        for h in plate_mechanics.BAR_HOLES
    ]
    return Solid(
        "spacer",
        "spacer under the fixed end of a load cell; four of them",
        minus([block(long, plate_mechanics.BAR[1], thick)], holes),
        (long, plate_mechanics.BAR[1], thick),
        min(plate_mechanics.BAR_HOLES[0] - SCREW / 2, (plate_mechanics.BAR[1] - SCREW) / 2),
    )


def cap(kind: str) -> Solid:
    """Return the cap of a bar's free end with its seat: ``cone``, ``groove`` or ``flat``.

    It lies as on the bar: its underside at height 0, its cheeks below; the bar's end at x = 0.
    """
    long, wide, cheek = plate_mechanics.CAP
    washer, high = (
        norms.WASHER_M4,
        plate_mechanics.SEAT + (plate_mechanics.dips(kind) if kind == "cone" else 0.0),
    )
    y, foot = wide / 2, plate_mechanics.FOOT_FROM_END
    body = [
        block(long, wide, high),
        at(0, 0, -cheek, block(long, CHEEK, cheek + 1)),
        at(0, wide - CHEEK, -cheek, block(long, CHEEK, cheek + 1)),
    ]
    sunk = norms.SUNK_M4
    holes = [
        at(plate_mechanics.BAR_HOLES[0], y, -1, pin(sunk.diameter + 0.4, high + 2)),
        at(plate_mechanics.BAR_HOLES[0], y, plate_mechanics.SEAT - sunk.head_high,
           cone(sunk.diameter, sunk.head_wide, sunk.head_high)),
        at(plate_mechanics.BAR_HOLES[0], y, plate_mechanics.SEAT, pin(sunk.head_wide, 3)),
        at(plate_mechanics.BAR_HOLES[1], y, -1, pin(2.6, high + 2)),
    ]  # fmt: skip
    walls = [high - washer.thick, CHEEK]
    if kind == "groove":
        axis = plate_mechanics.SEAT + plate_mechanics.dips(kind) - norms.PIN[0] / 2
        room = norms.PIN[0] + 0.1
        for side in (-1, 1):
            lying = tip(-90, pin(room, norms.PIN[1] + 0.4))
            start = y - (norms.PIN[1] + 0.4) / 2
            x = foot + side * plate_mechanics.PINS_APART / 2
            holes.append(at(x, start, axis, lying))
            holes.append(at(x - room / 2, start, axis, block(room, norms.PIN[1] + 0.4, high)))
        holes.append(at(foot - 1, y - 4, plate_mechanics.SEAT - 1.5, block(2, 8, high)))
        walls.append(axis - norms.PIN[0] / 2)
    else:
        aside = (washer.wide + washer.hole) / 4 if kind == "flat" else 0.0
        holes.append(at(foot, y + aside, high - washer.thick, pin(washer.wide + 0.2, 3)))
        if kind == "cone":
            holes.append(at(foot, y, high - washer.thick - 1.2, pin(washer.hole, 3)))
            walls.append(high - washer.thick - 1.2)
    words = {"cone": "a washer, the dome sits in its hole", "groove": "two pins across",
             "flat": "a washer, the dome stands on its ring"}  # fmt: skip
    number = plate_mechanics.SEATS.count(kind)
    text = f"cap of a bar's free end, {kind}: {words[kind]}; {number} of them"
    return Solid(f"cap-{kind}", text, minus(body, holes), (long, wide, high + cheek), min(walls))


def module_tray() -> Solid:
    """Return the tray of one load cell's module: glued to the base, the module snaps in."""
    floor, (wide, deep, high) = 2.0, plate_mechanics.TRAY
    wall = (wide - plate_mechanics.MODULE[0]) / 2 - PLAY
    inside = at(wall, wall, floor, block(wide - 2 * wall, deep - 2 * wall, high))
    wires = [at(-1, deep / 2 - 6, floor, block(wide + 2, 12, high))]
    return Solid(
        "module-tray",
        "tray of a load cell's module; four of them",
        minus([block(wide, deep, high)], [inside, *wires]),
        (wide, deep, high),
        wall,
    )


def _tray(plan: BuildPlan) -> Solid:
    """Return the shallow frame that holds the game's own board in its place on the plate."""
    xs, ys = [x for x, _ in plan.spots], [y for _, y in plan.spots]
    more = plan.size / 2 + 9 + PLAY
    wide, deep = max(xs) - min(xs) + 2 * more, max(ys) - min(ys) + 2 * more
    wall, high = 3.0, 4.0
    # Four corners do as well as a frame, and every printer's bed takes them.
    arm = 30.0
    outside = block(arm, arm, high)
    inside = at(wall, wall, -1, block(arm, arm, high + 2))
    return Solid(
        "tray",
        f"corner of a tray that holds the game's own board of {wide:.0f} × {deep:.0f} mm; four of "
        "them; measure yours first",
        minus([outside], [inside]),
        (arm, arm, high),
        wall,
    )


def rows(plan: BuildPlan) -> list[float]:
    """Return the rows of pixels under a plate by their y."""
    return sorted({p.y for p in plan.pixels if plate_mechanics.in_plate(plan, p.x, p.y)})


def end(xs: list[float]) -> float:
    """Return how far the beam of a row of pixels reaches over its last one.

    >>> end([0, 90]), end([0, 200])
    (15.0, 9.0)
    """
    return min(15.0, (BED - 2 - max(xs) + min(xs)) / 2)


def carrier(plan: BuildPlan, y: float) -> Solid:
    """Return the beam on two legs that carries a row of pixels under their holes."""
    xs = [p.x for p in plan.pixels if p.y == y]
    long = max(xs) - min(xs) + 2 * end(xs)
    high = plate_mechanics.heights(plan)["plate"] - light_paths.UNDER_PLATE_MM - PIXEL_THICK
    leg = BEAM[0] / 2
    body = plus([
        at(0, 0, high - BEAM[1], block(long, *BEAM)),
        block(leg, BEAM[0], high),
        at(long - leg, 0, 0, block(leg, BEAM[0], high)),
    ])  # fmt: skip
    words = f"carrier of a row of {len(xs)} pixels, on legs on the base"
    return Solid(f"carrier-{len(xs)}", words, body, (long, BEAM[0], high), min(BEAM[1], leg))


def rim(plan: BuildPlan) -> list[Solid]:
    """Return the pieces of a rim's longest side, which overlap; shorter sides are sawn off."""
    left, bottom, right, top = plate_mechanics.base(plan)
    side = max(right - left, top - bottom)
    count = ceil((side - LAP) / (BED - 10 - LAP))
    long = (side - LAP) / count + LAP
    high, wall = 8.0, 2.0
    wide = STRIP + 2 * wall
    inside = at(-1, wall, wall, block(long + 2, STRIP, high))
    lower = at(long - LAP, -1, high / 2, block(LAP + 1, wide + 2, high))
    upper = at(-1, -1, -1, block(LAP + 1, wide + 2, high / 2 + 1))
    body = block(long, wide, high)
    name = f"the rim that carries a strip of pixels: {side:g} mm a side in {count} pieces"
    size = (long, wide, high)
    first = Solid("rim-first", f"first piece of a side of {name}", minus([body], [inside, lower]),
                  size, wall)  # fmt: skip
    last = Solid("rim-last", f"last piece of a side of {name}", minus([body], [inside, upper]),
                 size, wall)  # fmt: skip
    if count == 1:
        return [Solid("rim", f"one side of {name}", minus([body], [inside]), size, wall)]
    if count == 2:
        return [first, last]
    middle = Solid("rim-middle", f"middle piece of a side of {name}",
                   minus([body], [inside, lower, upper]), size, wall)  # fmt: skip
    return [first, middle, last]


def board_of(plan: BuildPlan) -> Shape:
    """Return the game's own board as a plain block, over the middle of its places."""
    xs, ys = [x for x, _ in plan.spots], [y for _, y in plan.spots]
    more = plan.size / 2 + 9
    wide, deep = max(xs) - min(xs) + 2 * more, max(ys) - min(ys) + 2 * more
    return at(
        min(xs) - more,
        min(ys) - more,
        plate_mechanics.heights(plan)["board"],
        block(wide, deep, 10),
    )
