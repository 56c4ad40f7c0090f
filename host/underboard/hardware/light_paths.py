"""Paths of a pixel's light up through the wood, and obstacles in its way.

Each pixel has a chamber below the wood: a cell's square between walls, or a tube where a
pixel lies in a gap between four cells.  Holes lead up from the chamber.  Under a plate on load
cells the pixels hang on the frame, and a hole in the plate leads into the chamber that stands
on it.  All lengths in mm.
"""

from collections.abc import Iterable
from math import cos, hypot, pi, radians, sin, sqrt
from typing import NamedTuple

from underboard.hardware import plate_mechanics
from underboard.hardware.build_plan import BUTTON, FLAT, ROUND, BuildPlan, Sensor

SAME_MM = 1.0
"""Largest distance of a pixel and the middle of the cell that it lies under; chosen."""
MIN_WOOD_MM = 1.0
"""Wood between two holes, or between a hole and a pocket, lest it break out; chosen."""
DIMPLE_MM = 2.0
"""Depth of a ball's dimple; assumed, hardware/measure.md asks for it."""
SURFACE_MM = {ROUND: 9.0, FLAT: 8.0}
"""Thickness of the playing surface's wood: a ball's sensor lies in a pocket of it, a ring's
hangs below; chosen."""
SQUARE_MM = 10.0
"""Thickness of a square of Apagos: discs of its code lie at half of it; assumed."""
WALL_MM = 1.6
"""Thickness of the walls between cells; chosen."""
FLOOR_MM = 12.0
"""Height of the chambers over a floor that carries pixels; chosen."""
HANGING_MM = 8.0
"""Chamber below the upper end of a ring's sensor, beyond the wood's thickness; chosen."""
TUBE_WALL_MM = 0.5
"""Thickness of a tube's wall; chosen."""
MISPLACED_MM = 3.0
"""Distance of a ring from its cell's middle that light still passes; chosen as in field.py."""
BODY_MM = {"linear-hall": (4.2, 3.3), "hall-switch": (4.2, 3.3), "reed": (10.0, 2.2)}
"""Pocket of a sensor, along x and along y: TO-92, its leads towards the first player (data
sheet), and a reed's glass, with play."""
FACE_MM = 4.0
"""Diameter of the lit face of a pixel in a housing of 5 × 5 mm (data sheet)."""
UNDER_PLATE_MM = 2.0
"""Distance of that face from the plate above it; chosen."""
MIN_PLATE_MM = 8.0
"""Wood between two holes of a plate, lest it bends; chosen."""
ELEVATIONS = range(20, 81, 10)
"""Degrees above the table from which players look; chosen."""
TURNS = range(0, 360, 10)
"""Degrees round the board."""


Point = tuple[float, float, float]


class Hole(NamedTuple):
    """A hole through the playing surface."""

    x: float
    y: float
    diameter: float
    pixel: int


def room(plan: BuildPlan) -> float:
    """Return the height of the chambers: of the white walls between cells.

    Below a ring's board there must be room for the sensor that hangs in them.
    """
    if plan.weighs:
        return plate_mechanics.chamber(plan)
    return FLOOR_MM if plan.piece != FLAT else HANGING_MM - plan.sensors[0].z


def light_hole(plan: BuildPlan) -> float:
    """Return the diameter of the holes round a piece."""
    return plan.fact("light_hole_mm", round(plan.size / 12, 1) or 5.0)


def tube(plan: BuildPlan) -> tuple[float, float]:
    """Return the inner and outer diameter of the tubes in the gaps between cells."""
    outer = plan.fact("tube_mm", round(plan.pitch / 3, 1))
    return outer - 2 * TUBE_WALL_MM, outer


def light_offset(plan: BuildPlan) -> float:
    """Return the distance of a cell's light holes from its middle, along x and along y.

    Beside a ball: as far out as the tube in the gap allows.  Beside a ring: beyond its rim,
    even where it lies MISPLACED_MM off.
    """
    half = light_hole(plan) / 2
    if plan.piece == FLAT:
        away = plan.size / 2 + MISPLACED_MM + half
        return plan.fact("light_offset_mm", round(away / sqrt(2), 1))
    away = plan.pitch / 2 - (tube(plan)[1] / 2 + half + 0.1) / sqrt(2)
    return plan.fact("light_offset_mm", round(away - 0.05, 1))


def sensor_over(plan: BuildPlan, x: float, y: float) -> Sensor | None:
    """Return the sensor that lies where a pixel is, if there is one."""
    near = (s for s in plan.sensors if hypot(s.x - x, s.y - y) <= SAME_MM)
    return next(near, None)


def middles(plan: BuildPlan) -> list[tuple[float, float]]:
    """Return the middles of the cells on which pieces stand on the lowest level."""
    shapes = plan.shapes
    if not shapes.is_stacked:
        return plan.spots
    if plan.weighs:
        return shapes.low(plan.data)
    low = [p for p in plan.pixels if any(not shapes.level(cell) for cell in p.cells)]
    return [(p.x, p.y) for p in low]


def is_under(plan: BuildPlan, x: float, y: float) -> bool:
    """Return True if a pixel lies under a cell of the lowest level."""
    return any(hypot(x - a, y - b) <= SAME_MM for a, b in middles(plan))


def holes(plan: BuildPlan) -> list[Hole]:
    """Return the holes for light: four round a piece, one over a pixel between pieces."""
    found = []
    small, aside = light_hole(plan), light_offset(plan)
    for pixel in plan.pixels:
        if plan.weighs and not plate_mechanics.in_plate(plan, pixel.x, pixel.y):
            continue
        if plan.piece != BUTTON and is_under(plan, pixel.x, pixel.y):
            for dx in (-aside, aside):
                for dy in (-aside, aside):
                    found.append(
                        Hole(round(pixel.x + dx, 2), round(pixel.y + dy, 2), small, pixel.number)
                    )
        elif plan.piece != BUTTON and sensor_over(plan, pixel.x, pixel.y):
            # Beside the sensor's pocket, on the side that its leads leave free.
            narrow = round(small * 0.8, 1)
            up = BODY_MM[plan.part][1] / 2 + MIN_WOOD_MM + narrow / 2
            found.append(Hole(pixel.x, round(pixel.y + up, 2), narrow, pixel.number))
        else:
            found.append(Hole(pixel.x, pixel.y, round(small * 1.3, 1), pixel.number))
    return found


def through_plate(plan: BuildPlan) -> list[Hole]:
    """Return the holes in the plate: one over each pixel that hangs below it.

    Under a cell the smallest of whole millimetres through which light reaches the board's
    holes; under a gap one that the tube on it covers.
    """
    found = []
    for pixel in plan.pixels:
        if plan.weighs and plate_mechanics.in_plate(plan, pixel.x, pixel.y):
            wide = float(int(tube(plan)[0]) - 1)
            if is_under(plan, pixel.x, pixel.y):
                wide = plan.fact("plate_hole_mm", _wide_enough(plan))
            found.append(Hole(pixel.x, pixel.y, wide, pixel.number))
    return found


def _wide_enough(plan: BuildPlan) -> float:
    wide = 1.0
    while reach(plan, wide) < farthest(plan):
        wide += 1
    return wide


def reach(plan: BuildPlan, wide: float) -> float:
    """Return how far aside light gets in a straight line through a hole in the plate.

    From the far edge of a pixel's lit face past the hole's upper edge, to the board's underside.
    """
    below = UNDER_PLATE_MM + plate_mechanics.ply(plan)
    return wide / 2 + (wide + FACE_MM) / 2 / below * plate_mechanics.chamber(plan)


def farthest(plan: BuildPlan) -> float:
    """Return how far the middle of a cell's light hole is from its pixel."""
    return light_offset(plan) * sqrt(2)


def plate_web(plan: BuildPlan) -> float:
    """Return the least wood between two holes of the plate."""
    every = through_plate(plan)
    gaps = [
        hypot(a.x - b.x, a.y - b.y) - (a.diameter + b.diameter) / 2
        for i, a in enumerate(every)
        for b in every[:i]
    ]
    return min(gaps, default=float("inf"))


def plate_left(plan: BuildPlan) -> float:
    """Return the share of its stiffness that holes leave the plate.

    Taken as the wood between two holes by their distance, a common rule for plates with holes.
    """
    holes = through_plate(plan)
    if not holes:
        return 1.0
    web, wide = plate_web(plan), max(hole.diameter for hole in holes)
    return web / (web + wide)


def drilled(plan: BuildPlan) -> bool:
    """Return True if light comes up through holes in the board."""
    return plan.piece != BUTTON and bool(holes(plan))


def thinnest(plan: BuildPlan) -> float:
    """Return the least wood between two holes."""
    least = float("inf")
    every = holes(plan)
    for i, one in enumerate(every):
        for other in every[:i]:
            away = hypot(one.x - other.x, one.y - other.y)
            least = min(least, away - (one.diameter + other.diameter) / 2)
    return least


def covered(plan: BuildPlan) -> float:
    """Return the least distance of a hole's rim from the wood that a piece touches or covers.

    Balls touch the wood inside their dimple only; a ring covers all below it.
    """
    reach = sqrt(plan.size * DIMPLE_MM - DIMPLE_MM**2) if plan.piece == ROUND else plan.size / 2
    spots = middles(plan)
    return min(
        hypot(hole.x - x, hole.y - y) - hole.diameter / 2 - reach
        for hole in holes(plan)
        for x, y in spots
    )


def beside_sensors(plan: BuildPlan) -> float:
    """Return the least wood between a hole and a sensor's pocket or a disc of a square."""
    if not plan.sensors:
        return float("inf")
    wide, high = BODY_MM[plan.part]
    axes = plan.build["sensor"]["axes"]
    least = float("inf")
    for hole in holes(plan):
        for sensor in plan.sensors:
            for axis in axes if plan.part == "reed" else "x":
                half = {"x": (wide, high), "y": (high, wide), "z": (high, high)}[axis]
                aside = max(abs(hole.x - sensor.x) - half[0] / 2, 0.0)
                along = max(abs(hole.y - sensor.y) - half[1] / 2, 0.0)
                least = min(least, hypot(aside, along) - hole.diameter / 2)
        for x, y, _ in plan.corners:
            disc = plan.corner_disc.diameter if plan.corner_disc else 0.0
            least = min(least, hypot(hole.x - x, hole.y - y) - (hole.diameter + disc) / 2)
    return least


def chamber_gap(plan: BuildPlan) -> float:
    """Return the least distance of a hole's rim from the walls of its own pixel's chamber.

    Negative: the hole opens into a neighbour's chamber, or no light reaches it.
    """
    inner, outer = tube(plan)
    by_number = {pixel.number: pixel for pixel in plan.pixels}
    tubes = [p for p in plan.pixels if not is_under(plan, p.x, p.y)]
    if plan.weighs:
        tubes = [p for p in tubes if plate_mechanics.in_plate(plan, p.x, p.y)]
    least = float("inf")
    for hole in holes(plan):
        pixel = by_number[hole.pixel]
        dx, dy, half = hole.x - pixel.x, hole.y - pixel.y, hole.diameter / 2
        if pixel in tubes:
            least = min(least, inner / 2 - half - hypot(dx, dy))
            continue
        room = (plan.pitch - WALL_MM) / 2 - max(abs(dx), abs(dy)) - half
        away = [hypot(hole.x - t.x, hole.y - t.y) - half - outer / 2 for t in tubes]
        least = min([least, room, *away])
    return least


def standing(plan: BuildPlan, levels: int) -> list[tuple[float, float, float]]:
    """Return the middles of all balls when the lowest ``levels`` are full; the wood is at 0."""
    found = []
    for cell in plan.cells:
        level = plan.shapes.level(cell)
        pixel = plan.pixel_of(cell)
        if pixel and level < levels:
            height = plan.size / 2 - DIMPLE_MM + level * plan.pitch / sqrt(2)
            found.append((pixel.x, pixel.y, height))
    return found


def seen(plan: BuildPlan, levels: int) -> list[int]:
    """Return the pixels that a player sees in a straight line, balls standing."""
    balls = standing(plan, levels)
    ways = [
        (cos(radians(e)) * cos(radians(t)), cos(radians(e)) * sin(radians(t)), sin(radians(e)))
        for e in ELEVATIONS
        for t in TURNS
    ]
    found = set()
    for hole in holes(plan):
        if hole.pixel in found:
            continue
        near = [b for b in balls if hypot(b[0] - hole.x, b[1] - hole.y) < 5 * plan.pitch]
        points = [(hole.x, hole.y)] + [
            (
                hole.x + hole.diameter * 0.4 * cos(k * pi / 2),
                hole.y + hole.diameter * 0.4 * sin(k * pi / 2),
            )
            for k in range(4)
        ]
        if any(_free(p, way, near, plan.size / 2) for p in points for way in ways):
            found.add(hole.pixel)
    return sorted(found)


def _free(start: tuple[float, ...], way: Point, balls: Iterable[Point], radius: float) -> bool:
    for x, y, z in balls:
        dx, dy = x - start[0], y - start[1]
        along = dx * way[0] + dy * way[1] + z * way[2]
        if dx * dx + dy * dy + z * z < radius * radius:
            return False
        if along > 0 and dx * dx + dy * dy + z * z - along * along < radius * radius:
            return False
    return True
