"""Places and strengths of the magnets in pieces, and of the parts of their sensors.

mm and A m2.
"""

from underboard.game_state import rules_of
from underboard.hardware.build_plan import ROUND, BuildPlan
from underboard.jsontype import JsonObject

STEPS = 11
"""Number of points along a reed's blades over which the field is averaged; chosen."""


def moments(plan: BuildPlan) -> list[float]:
    """Return the moments of the kinds of piece, weakest first."""
    if plan.magnet is None:
        return []
    given = plan.data["magnet"].get("moments_am2", [])
    if len(given) > 1:
        return sorted(given)
    return [plan.magnet.moment * plan.build.get("magnets_per_piece", 1)]


def along(sensor: JsonObject) -> tuple[float, ...]:
    """Return where the parts of a sensor are along its axis, mm; a reed has blades.

    ``sensor``: ``build.sensor`` of a layout.
    """
    blade = sensor.get("blade_mm", 0.0)
    if not blade:
        return (0.0,)
    return tuple(blade * (i / (STEPS - 1) - 0.5) for i in range(STEPS))


def sunk(sensor: JsonObject) -> float:
    """Return how far below its place in the layout the middle of a sensor is, mm.

    An upright reed begins there.
    """
    return float(sensor.get("blade_mm", 0.0)) / 2 if sensor["axes"][0] == "z" else 0.0


def height(plan: BuildPlan, cell: str) -> float:
    """Return how high over the board the magnet of a piece on a cell is, in mm."""
    if plan.piece != ROUND:
        return float(plan.build["magnet_height_mm"])
    level = plan.shapes.level(cell)
    # A ball on four others, whose middles are half a diagonal of the pitch off.
    return float(plan.size / 2 + level * (plan.size**2 - plan.pitch**2 / 2) ** 0.5)


def levels(plan: BuildPlan) -> dict[int, list[tuple[str, float, float]]]:
    """Return the cells where pieces can stand, and where, level by level."""
    if not plan.shapes.is_stacked:
        there = plan.data.get("places") or plan.data["sensors"]
        return {0: [(at["cell"], at["x"], at["y"]) for at in there]}
    ground = {s.cell: (s.x, s.y) for s in plan.sensors}
    rules = rules_of(plan.game)
    found: dict[int, list[tuple[str, float, float]]] = {}
    for cell in sorted(plan.cells, key=rules.parse_cell):
        x, y = ground.get(cell, (0.0, 0.0))
        pixel = plan.pixel_of(cell)
        if pixel:
            x, y = pixel.x, pixel.y
        found.setdefault(plan.shapes.level(cell), []).append((cell, x, y))
    return found
