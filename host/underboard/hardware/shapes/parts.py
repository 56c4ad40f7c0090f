"""Parts as files: what is cut, printed or drilled with, for each kind of board."""

from math import sqrt

from underboard.hardware import frame, light
from underboard.hardware.drawings.pod import POD
from underboard.hardware.plan import BUTTON, ROUND, Plan
from underboard.hardware.shapes.scad import Solid, at, ball, block, minus, num, pin

PLAY = 0.3
"""Room round a ball, a ring or a bar in a printed part; chosen."""
WALL_LEAST = 0.8
"""Thinnest wall that a usual printer makes: two lines of 0.4 mm."""
STRIP = 12.0
"""Width of a strip of pixels with its room; 10 or 12 mm are sold."""


def solids(plan: Plan) -> list[Solid]:
    """Return every part that is made from a board's layout."""
    if plan.piece == BUTTON:
        return _pod()
    if plan.weighs:
        return [*_plate(plan), *([_chambers(plan)] if light.drilled(plan) else [])]
    under = any(light.is_under(plan, p.x, p.y) for p in plan.pixels)
    return [*([_chambers(plan)] if under else []), _jig(plan)]


def _sheet(name: str, title: str, area, thick: float, holes: list[tuple[float, float, float]]):
    left, bottom, right, top = area
    wide, deep = right - left, top - bottom
    cut = [at(x - left, y - bottom, -1, pin(wide_, thick + 2)) for x, y, wide_ in holes]
    edges = [min(x - left, right - x, y - bottom, top - y) - d / 2 for x, y, d in holes]
    return Solid(
        name,
        title,
        minus([block(wide, deep, thick)], cut),
        (wide, deep, thick),
        min([thick, *edges]),
        flat=True,
    )


def _plate(plan: Plan) -> list[Solid]:
    from underboard.hardware.drawings.plate_template import FOOT, SCREW, STOP

    bars = frame.bars(plan)
    base = [(x, bar.foot[1], SCREW) for bar in bars for x in bar.holes]
    base += [(*bar.foot, STOP) for bar in bars] + [(x, y, STOP) for x, y in frame.stops(plan)]
    plate = [(cell.x, cell.y, FOOT) for cell in plan.load_cells]
    plate += [(hole.x, hole.y, hole.diameter) for hole in light.through_plate(plan)]
    long, thick = 26.0, frame.SPACER
    holes = [at(h, frame.BAR[1] / 2, -1, pin(SCREW, thick + 2)) for h in frame.BAR_HOLES]
    spacer = Solid(
        "spacer",
        "spacer under the fixed end of a load cell; four of them",
        minus([block(long, frame.BAR[1], thick)], holes),
        (long, frame.BAR[1], thick),
        min(frame.BAR_HOLES[0] - SCREW / 2, (frame.BAR[1] - SCREW) / 2),
    )
    return [
        _sheet("base", f"base, plywood {frame.BASE:g} mm", frame.base(plan), frame.BASE, base),
        _sheet(
            "plate",
            f"plate, birch plywood {frame.ply(plan):g} mm",
            plan.plate,
            frame.ply(plan),
            plate,
        ),
        spacer,
        _tray(plan),
        _rim(plan),
    ]


def _tray(plan: Plan) -> Solid:
    """Return the shallow frame that holds the game's own board in its place on the plate."""
    xs, ys = [x for x, _ in plan.spots], [y for _, y in plan.spots]
    more = plan.size / 2 + 9 + PLAY
    wide, deep = max(xs) - min(xs) + 2 * more, max(ys) - min(ys) + 2 * more
    wall, high = 3.0, 4.0
    body = minus(
        [at(-wall, -wall, 0, block(wide + 2 * wall, deep + 2 * wall, high))],
        [at(0, 0, -1, block(wide, deep, high + 2))],
    )
    return Solid(
        "tray",
        "tray: holds the game's own board; measure yours first",
        body,
        (wide + 2 * wall, deep + 2 * wall, high),
        wall,
    )


def _rim(plan: Plan) -> Solid:
    """Return one side of the rim that carries a strip of pixels on the frame; four of them."""
    left, _, right, _ = frame.base(plan)
    long, high, wall = right - left, 8.0, 2.0
    body = minus(
        [block(long, STRIP + 2 * wall, high)],
        [at(-1, wall, wall, block(long + 2, STRIP, high))],
    )
    return Solid(
        "rim",
        "one side of the rim that carries a strip of pixels; four of them",
        body,
        (long, STRIP + 2 * wall, high),
        wall,
    )


def _chambers(plan: Plan) -> Solid:
    """Return the walls between cells, and the tubes in the gaps."""
    cells = light.middles(plan)
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    half, wall, high = plan.pitch / 2, light.WALL_MM, light.room(plan)
    left, bottom = min(xs) - half - wall / 2, min(ys) - half - wall / 2
    wide, deep = max(xs) + half + wall / 2 - left, max(ys) + half + wall / 2 - bottom
    inner, outer = light.tube(plan)
    # Cells' own light holes pass close by outside, so a thicker wall grows inwards.
    inner = min(inner, outer - 2 * WALL_LEAST)
    tubes = [p for p in plan.pixels if not light.is_under(plan, p.x, p.y)]
    if plan.weighs:
        tubes = [p for p in tubes if frame.in_plate(plan, p.x, p.y)]
    room = plan.pitch - wall
    boxes = [
        at(x - left - room / 2, y - bottom - room / 2, -1, block(room, room, high + 2))
        for x, y in dict.fromkeys(cells)
    ]
    solid = minus([block(wide, deep, high)], boxes)
    if not tubes:
        return Solid("chambers", "white walls between cells", solid, (wide, deep, high), wall)
    rings = [at(p.x - left, p.y - bottom, 0, pin(outer, high)) for p in tubes]
    bores = [at(p.x - left, p.y - bottom, -1, pin(inner, high + 2)) for p in tubes]
    body = minus([solid.replace("\n", " "), *rings], bores)
    return Solid(
        "chambers",
        "white walls between cells, tubes round pixels in gaps",
        body,
        (wide, deep, high),
        round(min(wall, (outer - inner) / 2), 3),
    )


def _jig(plan: Plan) -> Solid:
    """Return what holds a ball or a ring while its magnets' holes are drilled."""
    assert plan.magnet is not None
    magnet = max(plan.discs or [plan.magnet], key=lambda disc: disc.diameter)
    bore = magnet.diameter + 0.2
    if plan.piece == ROUND:
        wide = plan.size + 2 * 8
        high = plan.size / 2 + 6
        body = minus(
            [block(wide, wide, high)],
            [
                at(wide / 2, wide / 2, high, ball(plan.size + PLAY)),
                at(wide / 2, wide / 2, -1, pin(bore, high)),
            ],
        )
        return Solid(
            "jig",
            f"drilling jig: ball of {plan.size:g} mm, bore {num(bore)} mm from below",
            body,
            (wide, wide, high),
            6 - PLAY / 2,
        )
    count = plan.build.get("magnets_per_piece", 1)
    circle = plan.build.get("magnet_circle_mm", 0)
    wide, high, floor = plan.size + 2 * 6, 12.0, 5.0
    turn = 360 / count
    holes = [at(wide / 2, wide / 2, floor, pin(plan.size + PLAY, high))]
    holes += [
        at(
            wide / 2,
            wide / 2,
            -1,
            f"rotate([0, 0, {num(i * turn)}]) " + at(circle / 2, 0, 0, pin(bore, floor + 2)),
        )
        for i in range(count)
    ]
    between = circle * sqrt(2) / 2 - bore
    return Solid(
        "jig",
        f"drilling jig: ring of {plan.size:g} mm, {count} bores of {num(bore)} mm",
        minus([block(wide, wide, high)], holes),
        (wide, wide, high),
        min(6 - PLAY / 2, between),
    )


def _pod() -> list[Solid]:
    """Return the case and the lid of one pod."""
    wide, deep, high, wall = POD[0], POD[1], 26.0, 2.0
    socket = (16.4, 13.6)
    case = minus(
        [block(wide, deep, high)],
        [
            at(wall, wall, wall, block(wide - 2 * wall, deep - 2 * wall, high)),
            at((wide - socket[0]) / 2, -1, 4, block(socket[0], wall + 2, socket[1])),
        ],
    )
    lid = minus(
        [
            block(wide, deep, wall),
            at(
                wall + PLAY,
                wall + PLAY,
                wall,
                block(wide - 2 * (wall + PLAY), deep - 2 * (wall + PLAY), 2),
            ),
        ],
        [
            at(wide / 2, deep - 15, -1, pin(5, wall + 4)),
            at(wide / 2 - 12, 15, -1, pin(12, wall + 4)),
            at(wide / 2 + 12, 15, -1, pin(12, wall + 4)),
        ],
    )
    return [
        Solid("case", "case of one pod, open above", case, (wide, deep, high), wall),
        Solid("lid", "lid of one pod: light, step, lock", lid, (wide, deep, wall + 2), wall),
    ]
