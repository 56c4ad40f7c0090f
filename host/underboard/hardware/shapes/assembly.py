"""A plate put together step by step, from its own parts and plain solids of bought ones.

The same figures as tables and drawings; nothing may stand where something else does.
"""

from collections.abc import Callable, Iterator

from underboard.hardware import light_paths, norms, plate_mechanics
from underboard.hardware.build_plan import BuildPlan
from underboard.hardware.shapes import parts, plate_parts
from underboard.hardware.shapes.piece import (
    BRASS,
    DARK,
    GREEN,
    PALE,
    PLASTIC,
    RED,
    STEEL,
    WOOD,
    Piece,
)
from underboard.hardware.shapes.scad import Shape, at, ball, block, minus, pin, plus, tip, turn


def pieces(plan: BuildPlan) -> list[Piece]:
    """Return every part of a plate in its place; steps have the guide's numbers."""
    # Chambers are a drilled board's own, whatever stands below.
    walls = [
        Piece(
            7,
            solid.name,
            "White",
            at(*solid.origin, plate_mechanics.heights(plan)["top"], solid.body),
        )
        for solid in (parts.chambers(plan) if light_paths.drilled(plan) else [])
    ]
    return [*_base(plan), *_electronics(plan), *_bars(plan), *_feet(plan), *_pixels(plan), *walls,
            Piece(7, "board", PALE, plate_parts.board_of(plan))]  # fmt: skip


def _named(plan: BuildPlan, name: str) -> Shape:
    return next(one.body for one in plate_parts.solids(plan) if one.name == name)


def _base(plan: BuildPlan) -> Iterator[Piece]:
    left, bottom, right, top = plate_mechanics.base(plan)
    wall, high = plate_mechanics.WALL, plate_mechanics.wall_high(plan)
    yield Piece(1, "base", WOOD, at(left, bottom, -plate_mechanics.BASE, _named(plan, "base")))
    yield Piece(1, "wall far", DARK, at(left, top - wall, 0, block(right - left, wall, high)))
    for name, x in (("left", left), ("right", right - wall)):
        side = block(wall, top - bottom - 2 * wall, high)
        yield Piece(1, f"wall {name}", DARK, at(x, bottom + wall, 0, side))
    # The near wall comes with the buttons, so that one sees inside.
    yield Piece(6, "wall near", DARK, at(left, bottom, 0, block(right - left, wall, high)))
    strip, low = (
        block(high, plate_mechanics.STRIP_LONG, plate_mechanics.STRIP_UNDER),
        -plate_mechanics.BASE - plate_mechanics.STRIP_UNDER,
    )
    for x in (left, right - high):
        for y in (bottom, top - plate_mechanics.STRIP_LONG):
            yield Piece(1, "strip under", DARK, at(x, y, low, strip))
    for x, y in plate_mechanics.stops(plan):
        yield Piece(1, "pad", PALE, at(x - 7, y - 7, 0, block(14, 14, plate_mechanics.SPACER)))


def _electronics(plan: BuildPlan) -> Iterator[Piece]:
    wall = (plate_mechanics.TRAY[0] - plate_mechanics.MODULE[0]) / 2
    for number, (x, y) in enumerate(plate_mechanics.modules(plan), 1):
        yield Piece(2, f"tray {number}", PLASTIC, at(x, y, 0, _named(plan, "module-tray")))
        yield Piece(
            2, f"module {number}", GREEN, at(x + wall, y + wall, 2, block(*plate_mechanics.MODULE))
        )
    yield Piece(2, "pico", GREEN, at(*plate_mechanics.pico(plan), 0, block(*plate_mechanics.PICO)))


def _bars(plan: BuildPlan) -> Iterator[Piece]:
    z, long = plate_mechanics.heights(plan), plate_mechanics.lengths(plan)
    for number, bar in enumerate(plate_mechanics.bars(plan)):
        name = f"bar {number + 1}"

        # Parts are drawn with the free end at x = 0; on the right they are turned round.
        def put(shape: Shape, height: float, bar: plate_mechanics.Bar = bar) -> Shape:
            half = turn(0 if bar.inward > 0 else 180, shape)
            return at(bar.free, bar.foot[1], height, half)

        half = plate_mechanics.BAR[1] / 2
        mirrored = at(plate_mechanics.BAR[0], half, 0, turn(180, plate_parts.spacer().body))
        yield Piece(3, f"spacer {number + 1}", PALE, put(mirrored, 0))
        holes = [at(hole, 0, -1, pin(4.0, 99)) for hole in plate_mechanics.BAR_HOLES]
        holes += [
            at(plate_mechanics.BAR[0] - hole, 0, -1, pin(5.0, 99))
            for hole in plate_mechanics.BAR_HOLES
        ]
        body = minus([at(0, -half, 0, block(*plate_mechanics.BAR))], holes)
        yield Piece(3, name, STEEL, put(body, z["bar"]))
        for hole in plate_mechanics.BAR_HOLES:
            low = -plate_mechanics.BASE - norms.WASHER_M5.thick
            screw = plus([
                at(0, 0, low, pin(4.9, long.fixed)),
                at(0, 0, low, pin(norms.WASHER_M5.wide, norms.WASHER_M5.thick)),
                at(0, 0, low - norms.HEX_M5.head_high, pin(8.0, norms.HEX_M5.head_high)),
            ])  # fmt: skip
            placed = at(plate_mechanics.BAR[0] - hole, 0, 0, screw)
            yield Piece(3, f"screw fixed {number + 1}", RED, put(placed, 0))
        stop = at(plate_mechanics.BAR_HOLES[1], 0, plate_mechanics.BAR_STOP_MM, pin(3.9, long.bar))
        yield Piece(4, f"stop bar {number + 1}", RED, put(stop, 0))
        kind = plate_mechanics.SEATS[number]
        lying = at(0, -plate_mechanics.CAP[1] / 2, 0, plate_parts.cap(kind).body)
        yield Piece(3, f"cap {number + 1}", PLASTIC, put(lying, z["cap"]))
        yield from _seat(plan, number, kind, put)


def _seat(
    plan: BuildPlan, number: int, kind: str, put: Callable[[Shape, float], Shape]
) -> Iterator[Piece]:
    z, cap_long = plate_mechanics.heights(plan), plate_mechanics.lengths(plan).cap
    head = plus([at(0, 0, z["tip"] - cap_long, pin(3.9, cap_long)),
                 at(0, 0, z["tip"] - 2.3, pin(7.4, 2.2))])  # fmt: skip
    yield Piece(3, f"screw cap {number + 1}", RED,
                put(at(plate_mechanics.BAR_HOLES[0], 0, 0, head), 0),
                (f"cap {number + 1}",))  # fmt: skip
    foot, dip = plate_mechanics.FOOT_FROM_END, plate_mechanics.dips(kind)
    if kind == "groove":
        axis = z["tip"] + dip - norms.PIN[0] / 2
        long = norms.PIN[1]
        lying = tip(-90, at(0, 0, -long / 2, pin(norms.PIN[0] - 0.02, long)))
        for side in (-1, 1):
            one = at(foot + side * plate_mechanics.PINS_APART / 2, 0, axis, lying)
            yield Piece(3, f"pin {number + 1}", STEEL, put(one, 0), (f"cap {number + 1}",))
        return
    washer = norms.WASHER_M4
    aside = (washer.wide + washer.hole) / 4 if kind == "flat" else 0.0
    ring = minus([pin(washer.wide, washer.thick)], [at(0, 0, -1, pin(washer.hole, 9))])
    lying = at(foot, aside, z["tip"] + dip - washer.thick, ring)
    yield Piece(3, f"washer {number + 1}", STEEL, put(lying, 0), (f"cap {number + 1}",))


def _feet(plan: BuildPlan) -> Iterator[Piece]:
    z, long = plate_mechanics.heights(plan), plate_mechanics.lengths(plan)
    left, bottom, _, _ = plan.plate
    yield Piece(5, "plate", WOOD, at(left, bottom, z["plate"], _named(plan, "plate")),
                through=(5, 6, 7))  # fmt: skip
    nut = norms.NUT_M4
    for number, bar in enumerate(plate_mechanics.bars(plan), 1):
        low = z["tip"] + nut.high - nut.thread
        body = minus(
            [at(0, 0, z["tip"] + nut.ball / 2, ball(nut.ball)),
             at(0, 0, z["tip"] + nut.ball / 2, pin(nut.flats, nut.high - nut.ball / 2))],
            [at(0, 0, low, pin(4.0, 99))],
        )  # fmt: skip
        yield Piece(5, f"nut {number}", BRASS, at(*bar.foot, 0, body))
        yield Piece(5, f"screw foot {number}", RED, at(*bar.foot, low, pin(3.9, long.foot)),
                    ("plate",))  # fmt: skip
    for x, y in plate_mechanics.stops(plan):
        low = plate_mechanics.SPACER + plate_mechanics.STOP_MM
        yield Piece(5, "stop plate", RED, at(x, y, low, pin(3.9, long.plate)), ("plate",))


def _pixels(plan: BuildPlan) -> Iterator[Piece]:
    z = plate_mechanics.heights(plan)
    face = z["plate"] - light_paths.UNDER_PLATE_MM
    for y in plate_parts.rows(plan):
        xs = [p.x for p in plan.pixels if p.y == y and plate_mechanics.in_plate(plan, p.x, p.y)]
        beam = plate_parts.carrier(plan, y)
        start = min(xs) - plate_parts.end(xs)
        yield Piece(6, "carrier", PLASTIC, at(start, y - plate_parts.BEAM[0] / 2, 0, beam.body))
        low = face - plate_parts.PIXEL_THICK
        dots = [at(x, y, low, pin(9.8, plate_parts.PIXEL_THICK)) for x in xs]
        yield Piece(6, "pixels", GREEN, plus(dots))
