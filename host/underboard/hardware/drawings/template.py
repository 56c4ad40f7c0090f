"""Drilling and placement template of a board, in true size, seen from above."""

from underboard.hardware import pod_figures
from underboard.hardware.build_plan import BUTTON, BuildPlan
from underboard.hardware.drawings.drawing import VectorDrawing
from underboard.hardware.drawings.labels import Labels
from underboard.hardware.light_paths import holes, is_under, light_hole, middles, tube

RULER_MM = 100
"""Length of the ruler that shows whether a print is true, mm; chosen."""
LINE, GREY = "#000000", "#777777"
EDGE = 30.0
"""Paper round the outermost marks, mm; chosen."""


def template(plan: BuildPlan) -> VectorDrawing:
    """Return the template in true size: middles of cells, sensors, light holes, pixels.

    Seen from above; y runs up the page, away from the first player.
    """
    if plan.piece == BUTTON:
        return pod_template(plan)
    left, bottom, right, top = plan.frame
    if plan.weighs:
        # Of the board alone: base and plate have a template of their own.
        xs, ys = [x for x, _ in plan.spots], [y for _, y in plan.spots]
        left, bottom, right, top = min(xs), min(ys), max(xs), max(ys)
    wide, high = max(right - left + 2 * EDGE, 150.0), top - bottom + 2 * EDGE + 34
    draw = VectorDrawing(wide, high, f"{plan.name}: template")
    x0, y0 = (wide - (right - left)) / 2 - left, 34 + EDGE + top

    def at(x: float, y: float) -> tuple[float, float]:
        return x0 + x, y0 - y

    _head(draw, plan)
    for sensor in plan.sensors:
        x, y = at(sensor.x, sensor.y)
        if is_under(plan, sensor.x, sensor.y):
            draw.circle(x, y, plan.size / 2, stroke=GREY, pen=0.1, dash=1)
        _sensor(draw, plan, x, y)
        draw.cross(x, y, 2.5, stroke=LINE, pen=0.15, tag=f"sensor s{sensor.number}")
    if plan.weighs:
        for x, y in middles(plan):
            draw.circle(*at(x, y), plan.size / 2, stroke=GREY, pen=0.1, dash=1)
    for hole in holes(plan):
        x, y = at(hole.x, hole.y)
        draw.circle(x, y, hole.diameter / 2, stroke=LINE, pen=0.15, tag="part hole")
        draw.cross(x, y, hole.diameter * 0.3, stroke=LINE, pen=0.1)
    for pixel in plan.pixels:
        x, y = at(pixel.x, pixel.y)
        draw.circle(x, y, 5, stroke=GREY, pen=0.1, tag=f"place p{pixel.number}")
        if not is_under(plan, pixel.x, pixel.y) and plan.pitch:
            draw.circle(x, y, tube(plan)[1] / 2, stroke=GREY, pen=0.1, dash=0.6)
    labels = Labels(draw)
    labels.spots = sorted(
        {at(s.x, s.y) for s in plan.sensors} | {at(p.x, p.y) for p in plan.pixels}
    )
    for sensor in plan.sensors:
        words = f"{sensor.cell} · {sensor.channel}"
        labels.put(at(sensor.x, sensor.y), words, 2.5)
    for pixel in plan.pixels:
        labels.put(at(pixel.x, pixel.y), f"p{pixel.number}", 2.5, colour=GREY)
    x, y = at((left + right) / 2, bottom)
    draw.words(
        x, min(y + EDGE - 4, high - 3), "the first player sits on this side", 3, anchor="middle"
    )
    return draw


def _sensor(draw: VectorDrawing, plan: BuildPlan, x: float, y: float) -> None:
    if plan.part == "reed":
        for axis in plan.build["sensor"]["axes"]:
            if axis == "x":
                draw.box(x - 5, y - 0.9, 10, 1.8, 0.8, stroke=GREY, pen=0.15, tag="sensor")
            elif axis == "y":
                draw.box(x - 0.9, y - 5, 1.8, 10, 0.8, stroke=GREY, pen=0.15)
            else:
                draw.circle(x, y, 0.9, stroke=GREY, pen=0.15)
    else:
        draw.box(x - 2, y - 1.5, 4, 3, stroke=GREY, pen=0.15, tag="sensor")


def _head(draw: VectorDrawing, plan: BuildPlan) -> None:
    draw.words(6, 8, f"{plan.name}: drill and placement template, 1 : 1, from above", 4, bold=True)
    ruler(draw, 6, 22)
    draw.words(6, 30, "Print at 100 %, not fitted to the page; lay a ruler on the line above.", 2.8)
    sizes = " and ".join(f"{d:g}" for d in sorted({h.diameter for h in holes(plan)}))
    if plan.piece == BUTTON:
        sizes = f"{light_hole(plan):g}"
    words = f"Crosses with circles: holes for light, {sizes} mm. Not tried on real hardware."
    draw.words(6, 34, words, 2.6)


def ruler(draw: VectorDrawing, x: float, y: float) -> None:
    """Draw a ruler that shows whether a printer kept the size."""
    draw.line((x, y), (x + RULER_MM, y), stroke=LINE, pen=0.2, tag="ruler")
    for mm in range(RULER_MM + 1):
        arm = 4.0 if mm % 10 == 0 else 2.8 if mm % 5 == 0 else 1.6
        draw.line((x + mm, y), (x + mm, y - arm), stroke=LINE, pen=0.12)
        if mm % 10 == 0:
            draw.words(x + mm, y - 4.8, str(mm), 2.5, anchor="middle")
    draw.words(x + RULER_MM + 4, y, "mm", 2.6)


def pod_template(plan: BuildPlan) -> VectorDrawing:
    """Return the template of one pod's lid, and of the row of weather lights."""
    draw = VectorDrawing(180, 150, f"{plan.name}: template of a pod's lid and of the weather")
    _head(draw, plan)
    cx, cy = 90.0, 72.0
    size = pod_figures.case()
    left, low = cx - size.wide / 2, cy + size.deep / 2
    draw.box(left, low - size.deep, size.wide, size.deep, 4, stroke=LINE, pen=0.2)
    for name, (dx, dy) in pod_figures.buttons().items():
        x, y = left + dx, low - dy
        draw.circle(x, y, pod_figures.BUTTON.wide / 2, stroke=LINE, pen=0.15)
        draw.cross(x, y, 3, stroke=LINE, pen=0.12)
        draw.words(x, y + 10, name, 3, anchor="middle")
    dx, dy = pod_figures.in_case(pod_figures.LIGHT)
    x, y = left + dx, low - dy
    draw.circle(x, y, pod_figures.TUBE[0] / 2, stroke=LINE, pen=0.15)
    draw.cross(x, y, 1.5, stroke=LINE, pen=0.12)
    draw.words(x, y - 6, "light", 3, anchor="middle")
    row = [p for p in plan.pixels if p.cells[0].startswith("w")]
    for lamp in row:
        draw.circle(cx + lamp.x, 122, light_hole(plan) / 2, stroke=LINE, pen=0.15)
        draw.cross(cx + lamp.x, 122, 1.5, stroke=LINE, pen=0.12)
        draw.words(cx + lamp.x, 130, lamp.cells[0], 2.6, anchor="middle")
    draw.words(cx, 112, "weather, on the hub", 3, anchor="middle")
    return draw
