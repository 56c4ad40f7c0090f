"""Drilling template of base and plate, in true size, seen from above."""

from underboard.hardware import light_paths
from underboard.hardware import plate_mechanics as mechanics
from underboard.hardware.build_plan import BuildPlan
from underboard.hardware.drawings.drawing import VectorDrawing
from underboard.hardware.drawings.labels import Labels
from underboard.hardware.drawings.template import EDGE, GREY, LINE, ruler

SCREW, FOOT, KEY = 5.2, 3.3, 4.0
"""Drills in mm: for a bar's screws, for a set screw M4, and for the key that turns a bar's stop.
A screw M4 cuts its thread into 3.3 mm of plywood and can be turned up and down; in 4 mm it would
slide."""


def template(plan: BuildPlan) -> VectorDrawing:
    """Return the template of base and plate: one sheet serves both."""
    left, bottom, right, top = mechanics.base(plan)
    wide, high = right - left + 2 * EDGE * 0.5, top - bottom + EDGE + 46
    draw = VectorDrawing(wide, high, f"{plan.name}: template")
    x0, y0 = EDGE * 0.5 - left, 42 + top

    def at(x: float, y: float) -> tuple[float, float]:
        return x0 + x, y0 - y

    draw.words(6, 8, f"{plan.name}: base and plate, 1 : 1, from above", 4, bold=True)
    ruler(draw, 6, 22)
    draw.words(
        6,
        29,
        "Print at 100 %, not fitted to the page; lay a ruler on the line above. "
        "Not tried on real hardware.",
        2.6,
    )
    lit = light_paths.through_plate(plan)
    drills = " and ".join(f"{wide:g}" for wide in sorted({hole.diameter for hole in lit}))
    draw.words(
        6,
        34,
        f"Base: B = {SCREW:g} mm for a bar's screws; glue a pad of plywood "
        f"{mechanics.SPACER:g} mm on "
        f"each S. Plate: F and S = {FOOT:g} mm for feet and stops, K = {KEY:g} mm for a key"
        + (f", circles = {drills} mm for light." if lit else "."),
        2.6,
    )
    rim = [p for p in plan.pixels if not mechanics.in_plate(plan, p.x, p.y)]
    if rim:
        draw.words(6, 39, "Frame: p and a number = place of a pixel on its rim; no hole.", 2.6)
    for area, words in ((mechanics.base(plan), "base"), (plan.plate, "plate")):
        corner = at(area[0], area[3])
        draw.box(
            *corner,
            area[2] - area[0],
            area[3] - area[1],
            stroke=LINE,
            pen=0.15,
            dash=0 if words == "base" else 2,
        )
        draw.words(corner[0] + 12, corner[1] + 3.4, words, 2.4, colour=GREY)
    labels_at = []
    for bar in mechanics.bars(plan):
        x, y = at(min(bar.free, bar.fixed), bar.foot[1] + mechanics.BAR[1] / 2)
        draw.box(x, y, mechanics.BAR[0], mechanics.BAR[1], stroke=GREY, pen=0.12, dash=1)
        for hole in bar.holes:
            _hole(draw, at(hole, bar.foot[1]), SCREW, f"bar b{bar.number}")
            labels_at.append((at(hole, bar.foot[1]), "B"))
        _hole(draw, at(*bar.foot), FOOT, f"foot f{bar.number}")
        labels_at.append((at(*bar.foot), f"F, LC{bar.number}"))
        _hole(draw, at(*bar.stop), KEY, f"key k{bar.number}")
        labels_at.append((at(*bar.stop), "K"))
    for x, y in mechanics.stops(plan):
        _hole(draw, at(x, y), FOOT, "stop")
        labels_at.append((at(x, y), "S"))
    for one in lit:
        _hole(draw, at(one.x, one.y), one.diameter, f"light p{one.pixel}")
        labels_at.append((at(one.x, one.y), f"p{one.pixel}"))
    for pixel in rim:
        _hole(draw, at(pixel.x, pixel.y), light_paths.FACE_MM, f"rim p{pixel.number}")
        labels_at.append((at(pixel.x, pixel.y), f"p{pixel.number}"))
    for number, (x, y) in enumerate(mechanics.modules(plan), 1):
        _outline(draw, at(x, y + mechanics.TRAY[1]), mechanics.TRAY, f"M{number}")
    _outline(
        draw,
        at(mechanics.pico(plan)[0], mechanics.pico(plan)[1] + mechanics.PICO[1]),
        mechanics.PICO,
        "Pico",
    )
    x, y = (left + right) / 2, bottom + mechanics.WALL / 2
    marks = [("yes", x - mechanics.BUTTONS_APART / 2), ("next", x + mechanics.BUTTONS_APART / 2)]
    for name, x in (*marks, ("USB cable", mechanics.pico(plan)[0] - 18)):
        draw.cross(*at(x, y), 3, stroke=LINE, pen=0.12)
        labels_at.append((at(x, y), name))
    labels = Labels(draw)
    labels.spots = sorted({spot for spot, _ in labels_at})
    for spot, words in labels_at:
        labels.put(spot, words, 2.2)
    draw.words(wide / 2, high - 5, "the first player sits on this side", 3, anchor="middle")
    return draw


def _outline(
    draw: VectorDrawing, corner: tuple[float, float], size: tuple[float, ...], words: str
) -> None:
    """Draw where something lies on the base, and its name in its middle."""
    draw.box(*corner, size[0], size[1], stroke=GREY, pen=0.12, dash=1)
    draw.words(corner[0] + size[0] / 2, corner[1] + 5, words, 2.4, colour=GREY, anchor="middle")


def _hole(draw: VectorDrawing, spot: tuple[float, float], wide: float, tag: str) -> None:
    draw.circle(*spot, wide / 2, stroke=LINE, pen=0.15, tag=f"part {tag}")
    draw.cross(*spot, min(wide * 0.35, 2.5), stroke=LINE, pen=0.1, tag=tag)
