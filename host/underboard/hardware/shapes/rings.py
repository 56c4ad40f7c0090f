"""A board of upright reeds under rings, put together in the steps of its guide.

Height 0 is the surface on which rings lie; in step 1 it is the bench.
"""

from collections.abc import Iterator

from underboard.hardware import light_paths, plate_mechanics
from underboard.hardware.build_plan import BuildPlan
from underboard.hardware.shapes import parts
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
from underboard.hardware.shapes.scad import Shape, at, block, minus, pin, plus, tip, turn

RING_HIGH, RING_HOLE = 9.0, 11.0
"""A ring: its height, and the hole through it; assumed, measure yours."""
BOTTOM = 4.0
"""Thickness of the bottom plate, as on the list of parts."""
EDGE = 30.0
"""Width of the wood beyond the outermost cells, mm, as in the list of parts."""
STRIPBOARD = (8.0, 1.6)
"""A piece of stripboard that holds a reed: its side and its thickness."""
BLADE, LEAD = (1.8, 10.0), 0.6
"""A reed's glass: diameter and length; the diameter of its leads (data sheet)."""
DOT = (10.0, 1.6)
"""The round board of a pixel, and its thickness; the housing on it is as high again."""
BLACK = "DarkSlateGray"
CHIP = (20.3, 6.4, 8.0)
"""A DIP-16 in its socket: along, across, high."""


def pieces(plan: BuildPlan) -> list[Piece]:
    """Return every part in its place; steps have the guide's numbers."""
    return [*_bench(plan), *_wood(plan), *_electronics(plan), *_case(plan), *_play(plan)]


def outside(plan: BuildPlan) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top of the wood."""
    left, bottom, right, top = plan.frame
    return left - EDGE, bottom - EDGE, right + EDGE, top + EDGE


def area(plan: BuildPlan, step: int) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top of what a step shows."""
    if step > 1:
        return outside(plan)
    wide, step_ = plan.size + 2 * 6, plan.size + 8
    return 0, -plan.size / 2, wide + step_ * 4, 2 * step_ + plan.size / 2


def _pockets(plan: BuildPlan, wide: float, deep: float, low: float) -> list[Shape]:
    """Return a ring's pockets, or the discs in them."""
    count, circle = plan.build["magnets_per_piece"], plan.build["magnet_circle_mm"]
    return [turn(360 / count * i, at(circle / 2, 0, low, pin(wide, deep))) for i in range(count)]


def _ring(plan: BuildPlan) -> Shape:
    """Return a ring with its pockets below."""
    assert plan.magnet is not None
    disc = plan.magnet
    holes = [at(0, 0, -1, pin(RING_HOLE, 99)), *_pockets(plan, disc.diameter, disc.height + 1, -1)]
    return minus([pin(plan.size, RING_HIGH)], holes)


def _discs(plan: BuildPlan) -> Shape:
    assert plan.magnet is not None
    return plus(_pockets(plan, plan.magnet.diameter - 0.02, plan.magnet.height, 0))


def _bench(plan: BuildPlan) -> Iterator[Piece]:
    """One ring under the drill, in its jig; the others done, their undersides up."""
    assert plan.magnet is not None
    (jig,) = (solid for solid in parts.solids(plan) if solid.name == "jig")
    wide, high = jig.size[0], jig.size[2]
    over = at(0, wide, high, tip(180, jig.body))
    yield Piece(1, "jig", PLASTIC, over, until=1, through=(1,))
    lying = at(wide / 2, wide / 2, high - parts.JIG_FLOOR, tip(180, _ring(plan)))
    yield Piece(1, "ring in the jig", PALE, lying, until=1)
    low = high - parts.JIG_FLOOR - plan.magnet.height
    drill = pin(plan.magnet.diameter - 0.1, 45)
    circle = plan.build["magnet_circle_mm"] / 2
    yield Piece(1, "drill", STEEL, at(wide / 2 + circle, wide / 2, low, drill), until=1)
    step = plan.size + 8
    for i in range(plan.pieces - 1):
        x, y = wide + step * (i // 3 + 0.8), step * (i % 3)
        yield Piece(1, "ring", PALE, at(x, y, RING_HIGH, tip(180, _ring(plan))), until=1)
        yield Piece(1, "discs", STEEL, at(x, y, RING_HIGH, tip(180, _discs(plan))), until=1)


def _wood(plan: BuildPlan) -> Iterator[Piece]:
    left, bottom, right, top = outside(plan)
    thick = light_paths.SURFACE_MM[plan.piece]
    holes = [at(hole.x, hole.y, -thick - 1, pin(hole.diameter, thick + 2))
             for hole in light_paths.holes(plan)]  # fmt: skip
    body = minus([at(left, bottom, -thick, block(right - left, top - bottom, thick))], holes)
    yield Piece(2, "wood", WOOD, body, through=(3, 4))


def _electronics(plan: BuildPlan) -> Iterator[Piece]:
    left, bottom, right, top = outside(plan)
    floor = -light_paths.SURFACE_MM[plan.piece] - light_paths.room(plan)
    plate = block(right - left, top - bottom, BOTTOM)
    yield Piece(3, "bottom", WOOD, at(left, bottom, floor - BOTTOM, plate))
    for sensor in plan.sensors:
        yield Piece(3, "reed", RED, at(sensor.x, sensor.y, 0, _reed(plan, sensor.z)),
                    ("holder",))  # fmt: skip
        side, thick = STRIPBOARD
        low = -light_paths.SURFACE_MM[plan.piece] - thick
        holder = at(-side / 2, -side / 2, low, block(side, side, thick))
        yield Piece(3, "holder", GREEN, at(sensor.x, sensor.y, 0, holder))
    for pixel in plan.pixels:
        wide, thick = DOT
        dot = plus([pin(wide, thick), at(-2.5, -2.5, thick, block(5, 5, thick))])
        yield Piece(3, "pixel", BRASS, at(pixel.x, pixel.y, floor, dot))
    # Behind the field and before it, beside the goals, no chamber stands.
    inside = plan.pitch / 2 + light_paths.WALL_MM
    xs, ys = [s.x for s in plan.sensors], sorted({s.y for s in plan.sensors})
    behind, before = ys[-2] + inside, ys[1] - inside
    long, deep = 90.0, top - plate_mechanics.WALL - behind - 2
    start = min(xs) - inside + 2
    for number, x in enumerate((start, max(xs) + inside - 2 - long)):
        yield Piece(
            3, f"stripboard {number}", GREEN, at(x, behind + 1, floor, block(long, deep, 1.6))
        )
        for i in range(3):
            place = at(x + 5 + 28 * i, behind + 12, floor + 1.6, block(*CHIP))
            yield Piece(3, "chip", BLACK, place)
    yield Piece(3, "pico", GREEN, at(start, before - 25, floor, block(*plate_mechanics.PICO)))


def _reed(plan: BuildPlan, z: float) -> Shape:
    """Return a reed that hangs under the wood, its glass's upper end at this height."""
    glass, long = BLADE
    low = z - long
    upper = -light_paths.SURFACE_MM[plan.piece] - z
    return plus([
        at(0, 0, low, pin(glass, long)),
        at(0, 0, z, pin(LEAD, upper - 0.2)),
        at(0, 0, low - 2, pin(LEAD, 2)),
    ])  # fmt: skip


def _case(plan: BuildPlan) -> Iterator[Piece]:
    left, bottom, right, top = outside(plan)
    low, high = -light_paths.SURFACE_MM[plan.piece] - light_paths.room(plan), light_paths.room(plan)
    wall, wide = plate_mechanics.WALL, right - left
    for name, y in (("far", top - wall), ("near", bottom)):
        body = at(left, y, low, block(wide, wall, high))
        if name == "near":
            spots = [right - EDGE - 20 - i * plate_mechanics.BUTTONS_APART for i in (0, 1)]
            holes = [at(x, y - 1, low + high / 2, tip(-90, pin(12.2, wall + 2))) for x in spots]
            for x in spots:
                button = plus(
                    [tip(-90, at(0, 0, -4, pin(11.6, 18))), tip(-90, at(0, 0, -4, pin(15, 4)))]
                )
                yield Piece(4, "button", STEEL, at(x, y, low + high / 2, button), ("wall near",))
            body = minus([body], holes)
        yield Piece(4, f"wall {name}", DARK, body)
    for name, x in (("left", left), ("right", right - wall)):
        side = block(wall, top - bottom - 2 * wall, high)
        yield Piece(4, f"wall {name}", DARK, at(x, bottom + wall, low, side))
    for solid in parts.chambers(plan):
        yield Piece(4, solid.name, "White", at(*solid.origin, low, solid.body))


def _play(plan: BuildPlan) -> Iterator[Piece]:
    """The rings in the first row of each side, as a game begins."""
    rows = sorted({s.y for s in plan.sensors})[1:-1]
    for sensor in plan.sensors:
        if sensor.y in (rows[0], rows[-1]):
            yield Piece(5, "ring", PALE, at(sensor.x, sensor.y, 0, _ring(plan)))
            yield Piece(5, "discs", STEEL, at(sensor.x, sensor.y, 0, _discs(plan)))
