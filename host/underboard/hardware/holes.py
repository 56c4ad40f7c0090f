"""Holes: where light comes up through the wood, and the template to drill and place by."""

from math import hypot
from typing import NamedTuple

from underboard.hardware.drawing import Drawing
from underboard.hardware.plan import BUTTON, Plan, Sensor

SAME_MM = 1.0
"""A pixel so close to a sensor lies under the piece; its light comes up round the piece."""
RULER_MM = 100
WOOD_LEAST_MM = 1.0
"""Between two holes, lest the wood break out; chosen."""
LINE, GREY = "#000000", "#777777"
EDGE = 30.0
"""Paper round the outermost marks, mm."""


class Hole(NamedTuple):
    """A hole through the playing surface, mm."""

    x: float
    y: float
    diameter: float
    pixel: int


def light_hole(plan: Plan) -> float:
    """Return the diameter of the holes round a piece, mm."""
    return plan.build.get("light_hole_mm", round(plan.size * 0.1, 1) or 5.0)


def light_offset(plan: Plan) -> float:
    """Return how far from a cell's middle its light holes are, in mm along x and along y.

    So far out that a piece on the cell does not cover them for who sits at the table.
    """
    return plan.build.get("light_offset_mm", round(plan.size * 0.37, 1))


def sensor_over(plan: Plan, x: float, y: float) -> Sensor | None:
    """Return the sensor that lies where a pixel is, if there is one."""
    near = (s for s in plan.sensors if hypot(s.x - x, s.y - y) <= SAME_MM)
    return next(near, None)


def holes(plan: Plan) -> list[Hole]:
    """Return the holes for light: four round a piece, one over a pixel that lies free."""
    found = []
    small, aside = light_hole(plan), light_offset(plan)
    for pixel in plan.pixels:
        if plan.piece != BUTTON and sensor_over(plan, pixel.x, pixel.y):
            for dx in (-aside, aside):
                for dy in (-aside, aside):
                    found.append(Hole(pixel.x + dx, pixel.y + dy, small, pixel.number))
        else:
            found.append(Hole(pixel.x, pixel.y, round(small * 1.3, 1), pixel.number))
    return found


def thinnest(plan: Plan) -> float:
    """Return the least wood between two holes, mm."""
    least = float("inf")
    every = holes(plan)
    for i, one in enumerate(every):
        for other in every[:i]:
            away = hypot(one.x - other.x, one.y - other.y)
            least = min(least, away - (one.diameter + other.diameter) / 2)
    return least


def template(plan: Plan) -> Drawing:
    """Return the template in true size: middles of cells, sensors, light holes, pixels.

    Seen from above; y runs up the page, away from the first player.
    """
    if plan.piece == BUTTON:
        return pod_template(plan)
    left, bottom, right, top = plan.frame
    wide, high = max(right - left + 2 * EDGE, 150.0), top - bottom + 2 * EDGE + 34
    draw = Drawing(wide, high, f"{plan.name}: template")
    x0, y0 = (wide - (right - left)) / 2 - left, 34 + EDGE + top

    def at(x: float, y: float) -> tuple[float, float]:
        return x0 + x, y0 - y

    _head(draw, plan)
    if plan.code:
        for place in plan.data["places"]:
            x, y = at(place["x"], place["y"])
            draw.circle(x, y, plan.size / 2, stroke=GREY, pen=0.1, dash=1)
            draw.words(x, y + 1, place["cell"], 2.2, anchor="middle")
    for sensor in plan.sensors:
        x, y = at(sensor.x, sensor.y)
        if not plan.code:
            draw.circle(x, y, plan.size / 2, stroke=GREY, pen=0.1, dash=1)
        _sensor(draw, plan, x, y)
        draw.cross(x, y, 2.5, stroke=LINE, pen=0.15, tag=f"sensor s{sensor.number}")
        draw.words(x, y + plan.size * 0.3, f"{sensor.cell} · {sensor.channel}", 2.2,
                   anchor="middle")  # fmt: skip
    for hole in holes(plan):
        x, y = at(hole.x, hole.y)
        draw.circle(x, y, hole.diameter / 2, stroke=LINE, pen=0.15)
        draw.cross(x, y, hole.diameter * 0.3, stroke=LINE, pen=0.1)
    for pixel in plan.pixels:
        x, y = at(pixel.x, pixel.y)
        draw.circle(x, y, 5, stroke=GREY, pen=0.1, tag=f"pixel p{pixel.number}")
        draw.words(x, y + 4.2, f"p{pixel.number}", 1.7, colour=GREY, anchor="middle")
    x, y = at((left + right) / 2, bottom)
    draw.words(x, min(y + EDGE - 4, high - 3), "the first player sits on this side", 3,
               anchor="middle")  # fmt: skip
    return draw


def _sensor(draw: Drawing, plan: Plan, x: float, y: float) -> None:
    if plan.part == "reed":
        for axis in plan.build["sensor"]["axes"]:
            if axis == "x":
                draw.box(x - 5, y - 0.9, 10, 1.8, 0.8, stroke=GREY, pen=0.15)
            elif axis == "y":
                draw.box(x - 0.9, y - 5, 1.8, 10, 0.8, stroke=GREY, pen=0.15)
            else:
                draw.circle(x, y, 0.9, stroke=GREY, pen=0.15)
    else:
        draw.box(x - 2, y - 1.5, 4, 3, stroke=GREY, pen=0.15)


def _head(draw: Drawing, plan: Plan) -> None:
    draw.words(6, 8, f"{plan.name}: drill and placement template, 1 : 1, from above", 4, bold=True)
    ruler(draw, 6, 22)
    draw.words(6, 30, "Print at 100 %, not fitted to the page; lay a ruler on the line above.", 2.8)
    draw.words(
        6, 34, f"Crosses with circles: light, {light_hole(plan):g} mm. Cell · channel; p: pixel."
        " Not tried on real hardware.", 2.8,
    )  # fmt: skip


def ruler(draw: Drawing, x: float, y: float) -> None:
    """Draw a ruler that shows whether a printer kept the size."""
    draw.line((x, y), (x + RULER_MM, y), stroke=LINE, pen=0.2, tag="ruler")
    for mm in range(RULER_MM + 1):
        arm = 4.0 if mm % 10 == 0 else 2.8 if mm % 5 == 0 else 1.6
        draw.line((x + mm, y), (x + mm, y - arm), stroke=LINE, pen=0.12)
        if mm % 10 == 0:
            draw.words(x + mm, y - 4.8, str(mm), 2.2, anchor="middle")
    draw.words(x + RULER_MM + 4, y, "mm", 2.6)


POD = (70.0, 50.0)
"""A pod's lid, mm; chosen."""


def pod_template(plan: Plan) -> Drawing:
    """Return the template of one pod's lid, and of the row of weather lights."""
    draw = Drawing(180, 150, f"{plan.name}: template of a pod's lid and of the weather")
    _head(draw, plan)
    pixel = plan.pixels[0]
    cx, cy = 90.0, 72.0
    draw.box(cx - POD[0] / 2, cy - POD[1] / 2, *POD, 4, stroke=LINE, pen=0.2)
    middle = (pixel.x, (pixel.y + min(s.y for s in plan.sensors[:2])) / 2)
    for sensor in plan.sensors[:2]:
        x, y = cx + sensor.x - middle[0], cy - (sensor.y - middle[1])
        draw.circle(x, y, 6, stroke=LINE, pen=0.15)
        draw.cross(x, y, 3, stroke=LINE, pen=0.12)
        draw.words(x, y + 10, "step" if sensor.cell.startswith("s") else "lock", 3,
                   anchor="middle")  # fmt: skip
    x, y = cx + pixel.x - middle[0], cy - (pixel.y - middle[1])
    draw.circle(x, y, light_hole(plan) / 2, stroke=LINE, pen=0.15)
    draw.cross(x, y, 1.5, stroke=LINE, pen=0.12)
    draw.words(x, y - 5, "light", 3, anchor="middle")
    row = [p for p in plan.pixels if p.cells[0].startswith("w")]
    for lamp in row:
        draw.circle(cx + lamp.x, 122, light_hole(plan) / 2, stroke=LINE, pen=0.15)
        draw.cross(cx + lamp.x, 122, 1.5, stroke=LINE, pen=0.12)
        draw.words(cx + lamp.x, 130, lamp.cells[0], 2.6, anchor="middle")
    draw.words(cx, 112, "weather, on the hub", 3, anchor="middle")
    return draw
