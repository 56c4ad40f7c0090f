"""Files for cutting, printing and drilling, for each kind of board."""

from math import ceil, sqrt

from underboard.hardware import light_paths, plate_mechanics
from underboard.hardware.build_plan import BUTTON, ROUND, BiasPart, BuildPlan, Pixel
from underboard.hardware.magnet_field import FREE
from underboard.hardware.shapes import plate_parts, pod_case
from underboard.hardware.shapes.scad import BED, PLAY, Solid, at, ball, block, minus, num, pin, turn

JIG_FLOOR = 5.0
"""Wood or plastic between a ring and the drill, which guides it, mm; chosen."""
MIN_WALL = 0.8
"""Thinnest wall that a usual printer makes: two lines of 0.4 mm."""


def solids(plan: BuildPlan) -> list[Solid]:
    """Return every part that is made from a board's layout."""
    if plan.piece == BUTTON:
        return pod_case.solids()
    if plan.weighs:
        made = plate_parts.solids(plan)
        return [*made, *(chambers(plan) if light_paths.drilled(plan) else [])]
    under = any(light_paths.is_under(plan, p.x, p.y) for p in plan.pixels)
    return [
        *(chambers(plan) if under else []),
        _jig(plan),
        *(bias_tray(plan) if plan.bias_parts else []),
    ]


def chambers(plan: BuildPlan) -> list[Solid]:
    """Return the walls between cells, and the tubes in the gaps, in pieces that a bed takes.

    A piece that is not the first leaves out the wall that it shares with the one before.
    """
    cells = light_paths.middles(plan)
    columns, rows = (
        _groups(sorted(set(values)), plan.pitch) for values in zip(*cells, strict=True)
    )
    tubes = [p for p in plan.pixels if not light_paths.is_under(plan, p.x, p.y)]
    if plan.weighs:
        tubes = [p for p in tubes if plate_mechanics.in_plate(plan, p.x, p.y)]
    found: list[Solid] = []
    before: list[tuple[float, float]] = []
    for i, xs in enumerate(columns):
        for j, ys in enumerate(rows):
            inside = [(x, y) for x, y in cells if x in xs and y in ys]
            number = "" if len(columns) * len(rows) == 1 else f"-{i * len(rows) + j + 1}"
            found.append(_walls(plan, number, inside, (i > 0, j > 0), tubes, before))
            before += inside
    return found


def _groups(values: list[float], pitch: float) -> list[list[float]]:
    """Return the middles of columns or rows in as few groups as a printer's bed takes."""
    span = values[-1] - values[0] + pitch + light_paths.WALL_MM
    count = ceil(span / BED)
    cut = [values[0] - pitch + (span + pitch) * n / count for n in range(1, count)]
    return [[v for v in values if sum(v > c for c in cut) == n] for n in range(count)]


def _walls(
    plan: BuildPlan,
    number: str,
    cells: list[tuple[float, float]],
    open_: tuple[bool, bool],
    tubes: list[Pixel],
    before: list[tuple[float, float]],
) -> Solid:
    """Return the walls round some cells; those of the cells ``before`` them are there already."""
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    half, wall, high = plan.pitch / 2, light_paths.WALL_MM, light_paths.room(plan)
    left = min(xs) - half - wall / 2 + wall * open_[0]
    bottom = min(ys) - half - wall / 2 + wall * open_[1]
    wide, deep = max(xs) + half + wall / 2 - left, max(ys) + half + wall / 2 - bottom
    inner, outer = light_paths.tube(plan)
    # Cells' own light holes pass close by outside, so a thicker wall grows inwards.
    inner = min(inner, outer - 2 * MIN_WALL)
    room = plan.pitch - wall
    boxes = [
        at(x - left - room / 2, y - bottom - room / 2, -1, block(room, room, high + 2))
        for x, y in dict.fromkeys(cells)
    ]
    # Only round cells: where a row has one goal alone, nothing is filled beside it.
    outer_walls = []
    for x, y in dict.fromkeys(cells):
        low, near = max(x - left - half - wall / 2, 0), max(y - bottom - half - wall / 2, 0)
        far, back = x - left + half + wall / 2, y - bottom + half + wall / 2
        outer_walls.append(at(low, near, 0, block(far - low, back - near, high)))
    there = plan.pitch + wall
    boxes += [
        at(x - left - there / 2, y - bottom - there / 2, -1, block(there, there, high + 2))
        for x, y in before
    ]
    solid = minus(outer_walls, boxes)
    name, words = f"chambers{number}", "white walls between cells"
    if not tubes:
        return Solid(name, words, solid, (wide, deep, high), wall, origin=(left, bottom))
    rings = [at(p.x - left, p.y - bottom, 0, pin(outer, high)) for p in tubes]
    bores = [at(p.x - left, p.y - bottom, -1, pin(inner, high + 2)) for p in tubes]
    return Solid(
        name,
        f"{words}, tubes round pixels in gaps",
        minus([solid, *rings], bores),
        (wide, deep, high),
        round(min(wall, (outer - inner) / 2), 3),
        origin=(left, bottom),
    )


def bias_tray(plan: BuildPlan) -> list[Solid]:
    """Return the tray of the magnets in the board, or one for each side if a bed is too small."""
    xs = [row[0] for row in plan.bias]
    most = max(max(part.sides[:-1]) for _, part in plan.bias_parts)
    if max(xs) - min(xs) + most + 2 * 3 <= BED:
        return [_bias_tray(plan, plan.bias, "")]
    middle = (min(xs) + max(xs)) / 2
    sides = ([row for row in plan.bias if (row[0] > middle) == right] for right in (False, True))
    return [_bias_tray(plan, side, f"-{n}") for n, side in enumerate(sides, 1)]


def _bias_tray(plan: BuildPlan, magnets: list[list[float]], number: str) -> Solid:
    """Return a tray of some magnets, a dot beside each whose north looks down."""
    named = dict(plan.bias_parts)
    rim, floor, play = 3.0, 1.2, 0.2
    deepest = max(_height(part) for part in named.values())
    pockets = []
    xs, ys = [row[0] for row in magnets], [row[1] for row in magnets]
    most = max(max(part.sides[:-1]) for part in named.values())
    left, bottom = min(xs) - most / 2 - rim, min(ys) - most / 2 - rim
    wide, deep = max(xs) - min(xs) + most + 2 * rim, max(ys) - min(ys) + most + 2 * rim
    for x, y, _, moment in magnets:
        part = named[abs(moment)]
        high = _height(part)
        if len(part.sides) == 2:
            hole = at(x - left, y - bottom, floor + deepest - high, pin(part.sides[0] + play, 99))
        else:
            one, other = part.sides[0] + play, part.sides[1] + play
            hole = at(x - left - one / 2, y - bottom - other / 2, floor + deepest - high,
                      block(one, other, 99))  # fmt: skip
        pockets.append(hole)
        if moment < 0:
            aside = part.sides[0] / 2 + 1.5
            pockets.append(at(x - left + aside, y - bottom, floor + deepest - 0.6, pin(1.5, 9)))
    least = min(_between(a, b, named) for a in magnets for b in magnets if a != b) - play
    return Solid(
        f"bias-tray{number}",
        f"tray of {len(magnets)} bias magnets, faces up; a dot: north looks down",
        minus([block(wide, deep, floor + deepest)], pockets),
        (wide, deep, floor + deepest),
        min(floor, least, rim - play),
        origin=(left, bottom),
    )


def _between(one: list[float], other: list[float], named: dict[float, BiasPart]) -> float:
    """Return the distance of two magnets' sides: along x or along y, whichever is more."""
    gaps = []
    for axis in (0, 1):
        # A disc is as wide along y as along x.
        halves = [sides[min(axis, len(sides) - 2)] / 2
                  for sides in (named[abs(row[3])].sides for row in (one, other))]  # fmt: skip
        gaps.append(abs(one[axis] - other[axis]) - sum(halves))
    return max(gaps)


def _height(part: BiasPart) -> float:
    """Return how high the magnets of one place are together: discs and blocks are stacked."""
    return part.sides[-1] * part.count


def _jig(plan: BuildPlan) -> Solid:
    """Return what holds a ball or a ring while its magnets' holes are drilled."""
    assert plan.magnet is not None
    magnet = max(plan.discs or [plan.magnet], key=lambda disc: disc.diameter)
    bore = magnet.diameter + (FREE if plan.free else 0.2)
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
        words = f"drilling jig: ball of {plan.size:g} mm, bore {num(bore)} mm from below"
        return Solid("jig", words, body, (wide, wide, high), 6 - PLAY / 2)
    count = plan.build.get("magnets_per_piece", 1)
    circle = plan.build.get("magnet_circle_mm", 0)
    wide, high, floor = plan.size + 2 * 6, 12.0, JIG_FLOOR
    each = 360 / count
    holes = [at(wide / 2, wide / 2, floor, pin(plan.size + PLAY, high))]
    holes += [
        at(wide / 2, wide / 2, -1, turn(i * each, at(circle / 2, 0, 0, pin(bore, floor + 2))))
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
