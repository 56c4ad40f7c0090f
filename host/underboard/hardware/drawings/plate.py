"""A board on load cells from above, and cut open from the side."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from underboard.hardware import light_paths, norms
from underboard.hardware import plate_mechanics as mechanics
from underboard.hardware.build_plan import FLAT, BuildPlan
from underboard.hardware.drawings.drawing import INK, Look, VectorDrawing
from underboard.hardware.drawings.labels import Labels
from underboard.hardware.drawings.style import (
    CHAIN,
    FADED,
    FINGER,
    LIT,
    METAL_EDGE,
    NOT_TRIED,
    PAPER,
    STEEL,
    WOOD,
    WOOD_DARK,
    WOOD_DEEP,
    WOOD_EDGE,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

WIDE = 190.0
"""Width of the drawing of a board, mm; chosen."""
BELOW_MM = 6.0
"""Baseline of a pixel's name below its middle, mm on the page; chosen, outside the frame."""
BALLS = ("#efe2c8", "#7b5236")


def above(plan: BuildPlan) -> VectorDrawing:
    """Return the board from above: frame, plate, load cells, places and pixels."""
    left, bottom, right, top = mechanics.base(plan)
    k = min(1.0, WIDE / (right - left))
    x0, y0 = 16.0, 20.0
    draw = VectorDrawing(
        max((right - left) * k + 32, 210),
        (top - bottom) * k + 72,
        f"{plan.name}: the board from above",
        NOT_TRIED,
        paper=PAPER,
    )

    def at(x: float, y: float) -> tuple[float, float]:
        return x0 + (x - left) * k, y0 + (top - y) * k

    def sheet(area: tuple[float, ...], radius: float, **style: "Unpack[Look]") -> None:
        x, y = at(area[0], area[3])
        draw.box(x, y, (area[2] - area[0]) * k, (area[3] - area[1]) * k, radius, **style)

    draw.words(x0, 12, f"{plan.name} from above", 6, bold=True)
    scale = "" if k == 1 else f", drawn at 1 : {1 / k:.1f}"
    draw.words(draw.width - x0, 12, f"millimetres{scale}", 3, colour=FADED, anchor="end")
    sheet((left, bottom, right, top), 3, fill=WOOD_DEEP, stroke=WOOD_EDGE, pen=0.5)
    inner = (
        left + mechanics.WALL,
        bottom + mechanics.WALL,
        right - mechanics.WALL,
        top - mechanics.WALL,
    )
    sheet(inner, 1, fill=PAPER, stroke=WOOD_EDGE, pen=0.3)
    sheet(plan.plate, 2, fill=WOOD, stroke=WOOD_EDGE, pen=0.6)
    for bar in mechanics.bars(plan):
        x, y = at(min(bar.free, bar.fixed), bar.foot[1] + mechanics.BAR[1] / 2)
        draw.box(x, y, mechanics.BAR[0] * k, mechanics.BAR[1] * k, 0.5, **STEEL, pen=0.3)
        x, y = at(*bar.foot)
        draw.circle(x, y, 3 * k, fill="#f4f6f8", stroke=INK, pen=0.3)
        middle = at((bar.free + 2 * bar.fixed) / 3, bar.foot[1])
        draw.words(middle[0], middle[1] + 1, f"LC{bar.number}", 2.6, anchor="middle", bold=True)
    r = plan.size / 2 * k
    low = plan.shapes.low(plan.data)
    for found in plan.shapes.furniture(plan.data, plan.build):
        x, y = at(found.left, found.top)
        draw.box(
            x,
            y,
            (found.right - found.left) * k,
            (found.top - found.bottom) * k,
            0.8,
            fill=WOOD_DARK,
            stroke=WOOD_EDGE,
            pen=0.3,
        )
        x, y = at((found.left + found.right) / 2, (found.bottom + found.top) / 2)
        draw.words(x, y + 1, found.name, 3, anchor="middle", bold=True)
    for x, y in low:
        x, y = at(x, y)
        if plan.piece == FLAT:
            draw.circle(x, y, r, stroke=WOOD_DEEP, pen=max(r * 0.28, 0.3), fill=WOOD_DARK)
        else:
            draw.circle(x, y, r, stroke=WOOD_EDGE, pen=0.25, dash=1, fill=WOOD_DARK)
    for x, y in mechanics.stops(plan):
        x, y = at(x, y)
        draw.circle(x, y, 2.2 * k, fill=FINGER, stroke=INK, pen=0.2, tag="part stop")
    points = [at(p.x, p.y) for p in plan.pixels]
    draw.line(*points, stroke=CHAIN, pen=0.4, dash=1.2, tag="chain")
    for pixel in plan.pixels:
        x, y = at(pixel.x, pixel.y)
        draw.circle(x, y, 2.1, **LIT, tag=f"pixel p{pixel.number}")
        draw.words(x, y + 0.7, str(pixel.number), 2, anchor="middle")
    _names(draw, plan, at)
    under = BELOW_MM / 2 if plan.shapes.in_squares else 0
    _legend(draw, plan, x0, y0 + (top - bottom) * k + under)
    return draw


def _names(
    draw: VectorDrawing, plan: BuildPlan, at: Callable[[float, float], tuple[float, float]]
) -> None:
    labels = Labels(draw)
    spots: dict[tuple[float, float], list[str]] = {}
    for place in () if plan.shapes.in_squares else plan.data["places"]:
        spots.setdefault(at(place["x"], place["y"]), []).append(place["cell"])
    labels.spots = sorted(set(spots) | {at(p.x, p.y) for p in plan.pixels})
    for spot, cells in spots.items():
        for number, cell in enumerate(cells):
            upper = number > 0 or plan.shapes.level(cell) > 0
            labels.put(
                spot, cell, 2.6 if upper else 3, bold=not upper, colour=FADED if upper else INK
            )
    for pixel in plan.pixels:
        spot = at(pixel.x, pixel.y)
        if spot not in spots:
            for cell in (c for c in pixel.cells if len(c) > 2):
                x, y = spot[0], spot[1] + BELOW_MM
                draw.words(x, y, cell, 2.1, colour=FADED, anchor="middle")


def _legend(draw: VectorDrawing, plan: BuildPlan, x0: float, y: float) -> None:
    left, bottom, right, top = plan.plate
    feet = [bar.foot for bar in mechanics.bars(plan)]
    wide = max(x for x, _ in feet) - min(x for x, _ in feet)
    deep = max(y for _, y in feet) - min(y for _, y in feet)
    words = "the first player sits on this side"
    draw.words(draw.width / 2, y + 6, words, 3, colour=FADED, anchor="middle")
    size = f"plate {right - left:g} × {top - bottom:g}, feet {wide:g} × {deep:g} apart"
    area = mechanics.base(plan)
    size += f", frame {area[2] - area[0]:g} × {area[3] - area[1]:g}"
    draw.words(draw.width / 2, y + 12, size, 3, anchor="middle")
    y += 22
    draw.box(x0, y - 3, 9, 3.4, 0.4, **STEEL, pen=0.3)
    draw.words(x0 + 12, y, "load cell, under the plate", 3)
    draw.circle(x0 + 76, y - 1, 1.8, fill="#f4f6f8", stroke=INK, pen=0.3)
    draw.words(x0 + 81, y, "foot: a dome nut in the plate", 3)
    draw.circle(x0 + 138, y - 1, 1.6, fill=FINGER, stroke=INK, pen=0.2)
    draw.words(x0 + 143, y, "stop under the plate", 3)
    y += 8
    draw.circle(x0 + 4, y - 1, 2.1, **LIT)
    draw.words(x0 + 12, y, "pixel, numbered along the chain", 3)
    draw.line((x0 + 73, y - 1), (x0 + 79, y - 1), stroke=CHAIN, pen=0.5, dash=1.2)
    draw.words(x0 + 81, y, "data wire", 3)
    if plan.shapes.grey:
        draw.words(x0 + 104, y, plan.shapes.grey, 3)
    draw.words(x0, y + 8, NOT_TRIED, 2.6, colour=FADED)


CUT = 1.6
"""Scale factor across, mm on the page for one of the board; chosen."""
HIGH = 2.0
"""Scale factor of heights, mm on the page for one of the board; chosen."""


def cut(plan: BuildPlan) -> VectorDrawing:
    """Return a cut through one bar: base, spacer, load cell, stop, foot, plate and board."""
    z, room = mechanics.heights(plan), mechanics.chamber(plan)
    ground = 158.0 + room * HIGH
    title = f"{plan.name}: a cut through one load cell"
    draw = VectorDrawing(262, ground + 48, title, NOT_TRIED, paper=PAPER)
    draw.words(12, 12, draw.title, 6, bold=True)
    x0 = 20.0

    def up(height: float) -> float:
        return ground - (height - z["base"]) * HIGH

    def slab(x: float, wide: float, low: float, high: float, **style: "Unpack[Look]") -> None:
        draw.box(x0 + x * CUT, up(high), wide * CUT, (high - low) * HIGH, 0.4, **style)

    slab(0, 92, z["base"], 0, fill=WOOD_DARK, stroke=WOOD_EDGE, pen=0.4)
    slab(
        0,
        mechanics.WALL * 0.7,
        0,
        mechanics.wall_high(plan),
        fill=WOOD_DEEP,
        stroke=WOOD_EDGE,
        pen=0.4,
    )
    steel, long = "#8d99a6", mechanics.lengths(plan)
    free, fixed = 14.0, 14.0 + mechanics.BAR[0] * 0.925
    slab(fixed - 26, 26, 0, mechanics.SPACER, fill=WOOD, stroke=WOOD_EDGE, pen=0.3)
    slab(free, fixed - free, z["bar"], z["cap"], **STEEL, pen=0.4)
    for hole in mechanics.BAR_HOLES:
        bolt, low = fixed - hole, -mechanics.BASE - norms.WASHER_M5.thick
        slab(bolt - 2.5, 5, low, low + long.fixed, fill=steel, stroke=INK, pen=0.2)
        slab(bolt - 5, 10, low, -mechanics.BASE, fill=steel, stroke=INK, pen=0.2)
        slab(bolt - 4, 8, low - norms.HEX_M5.head_high, low, fill=steel, stroke=INK, pen=0.2)
    for under_x in (1.0, 92.0):
        low = -mechanics.BASE - mechanics.STRIP_UNDER
        slab(under_x, 9, low, -mechanics.BASE, fill=WOOD_DEEP, stroke=WOOD_EDGE, pen=0.3)
    foot, stop = free + mechanics.FOOT_FROM_END, free + mechanics.BAR_HOLES[1]
    slab(free, mechanics.CAP[0], z["cap"], z["tip"], fill="#c9d6df", stroke=METAL_EDGE, pen=0.3)
    head = free + mechanics.BAR_HOLES[0]
    slab(head - 2, 4, z["tip"] - long.cap, z["tip"], fill=steel, stroke=INK, pen=0.2)
    slab(head - 4, 8, z["tip"] - norms.SUNK_M4.head_high, z["tip"], fill=steel, stroke=INK, pen=0.2)
    stopped = mechanics.BAR_STOP_MM
    slab(stop - 2, 4, stopped, stopped + long.bar, fill=FINGER, stroke=INK, pen=0.25)
    slab(stop - 1.3, 2.6, z["cap"], z["tip"], fill=PAPER, stroke=METAL_EDGE, pen=0.2)
    slab(foot - 4.5, 9, z["tip"] - norms.WASHER_M4.thick, z["tip"], fill=steel, stroke=INK,
         pen=0.2)  # fmt: skip
    nut = z["tip"] + norms.NUT_M4.high
    ball = norms.NUT_M4.ball / 2
    draw.circle(
        x0 + foot * CUT, up(z["tip"]) - ball * CUT, ball * CUT, fill="#e2c04b", stroke=INK, pen=0.25
    )
    slab(foot - 3.5, 7, z["tip"] + ball, nut, fill="#e2c04b", stroke=INK, pen=0.25)
    slab(9, 79, z["plate"], z["top"], fill=WOOD, stroke=WOOD_EDGE, pen=0.4)
    low = nut - norms.NUT_M4.thread
    slab(foot - 2, 4, low, low + long.foot, fill=steel, stroke=INK, pen=0.2)
    slab(stop - 2, 4, z["plate"], z["top"], fill=PAPER, stroke=WOOD_EDGE, pen=0.2)
    under = z["top"] - max(z["top"] - mechanics.SPACER - mechanics.STOP_MM - long.plate, 0.0)
    slab(48, 14, 0, mechanics.SPACER, fill=WOOD, stroke=WOOD_EDGE, pen=0.3)
    slab(53, 4, under - long.plate, under, fill=FINGER, stroke=INK, pen=0.25)
    slab(20, 68, z["board"] + 0.8, z["board"] + 8, fill="#efdcb8", stroke=WOOD_EDGE, pen=0.4)
    walls = [22.0 + plan.pitch * i for i in range(1 + int(62 / plan.pitch))] if room else []
    for spot in walls:
        slab(spot, 2, z["top"] + 0.8, z["board"], fill="#ffffff", stroke=WOOD_EDGE, pen=0.3)
        slab(spot - 0.5, 3, z["top"], z["top"] + 0.8, fill="#5d7f88")
    for spot in walls or (26, 76):
        slab(spot - 0.5, 3, z["board"], z["board"] + 0.8, fill="#5d7f88")
    notes = (
        (z["board"] + 5, 80, f"{plan.shapes.own_board}, on four dabs of putty"),
        *[(z["board"] - 5, walls[-1] + 1, note) for note in _rooms(plan)[:1]],
        *[(z["board"] - 5, None, note) for note in _rooms(plan)[1:]],
        (z["plate"] + 5, 84, f"plate: plywood {mechanics.ply(plan):g} mm, rests on four feet"),
        (z["plate"] + 2, 55, f"stop of the plate, beside the bar: M4 × {long.plate}"),
        (nut - 2, foot + 3, f"foot: dome nut, set screw M4 × {long.foot} from above"),
        (z["tip"] - 2, free + 24, "cap with a steel seat, held by one screw"),
        (z["bar"] + 4, 72, "load cell 1 kg, bar of 80 × 12.7 × 12.7 mm"),
        (2.6, stop + 2, f"stop of the bar: set screw M4 × {long.bar}, set from above"),
        (2.0, fixed - 12, f"spacer {mechanics.SPACER:g} mm under the fixed end only"),
        (z["base"] + 6, 90, f"base: plywood {mechanics.BASE:g} mm, on strips"),
    )
    line = 0.0
    for height, x, text in notes:
        line = max(up(height) + 1, line + 5.6)
        if x is not None:
            draw.line(
                (x0 + 96 * CUT - 2, line - 1), (x0 + x * CUT, up(height)), stroke=FADED, pen=0.2
            )
        draw.words(x0 + 96 * CUT + (4 if x is None else 0), line, text.strip(), 3.1)
    draw.words(
        12,
        ground + 30,
        f"air of {mechanics.AIR:g} mm between plate and frame, all the way round: "
        "nothing crosses it, no wire and no crumb",
        3,
    )
    words = f"Across 1.6 times, upwards twice as large as life. {NOT_TRIED}"
    draw.words(12, ground + 38, words, 2.8, colour=FADED)
    return draw


def _rooms(plan: BuildPlan) -> list[str]:
    """Return the lines that tell what stands between plate and board."""
    if not mechanics.chamber(plan):
        return []
    wide = max(hole.diameter for hole in light_paths.through_plate(plan))
    return [
        f"white walls, {mechanics.chamber(plan):g} mm high, on putty: light comes",
        f"   up through holes of {wide:g} mm in the plate",
    ]
