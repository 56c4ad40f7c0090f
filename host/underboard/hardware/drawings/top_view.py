"""A board from above."""

from math import hypot

from underboard.hardware.build_plan import BUTTON, FLAT, BuildPlan, Pixel, Sensor
from underboard.hardware.drawings.drawing import INK, VectorDrawing
from underboard.hardware.drawings.labels import Labels
from underboard.hardware.drawings.style import (
    CHAIN,
    FADED,
    FINGER,
    GLASS,
    HALL,
    LEAD,
    LIT,
    NOT_TRIED,
    PAPER,
    WOOD,
    WOOD_DARK,
    WOOD_DEEP,
    WOOD_EDGE,
)
from underboard.hardware.light_paths import Hole, holes, sensor_over
from underboard.hardware.parts.wood import square_mm

WIDE, LONG = 190.0, 270.0
"""Widest drawing of a board in mm, and of one that is far wider than deep."""
SMALL_WIDE = 158.0
"""Width to which a smaller board is enlarged, so that its names have room, mm; chosen."""
AROUND = 0.85
"""Wood beyond the outermost sensors, in pitches."""
SMALL, NUMBER = "#33505a", "#6b4a00"
"""Ink of channels and of pixels' numbers, dark enough on wood."""
DOT, RING = 2.3, 4.4
"""Radius of a pixel on the page, mm: alone, and under a sensor, which would hide a dot."""


def _around(plan: BuildPlan) -> float:
    if plan.piece == BUTTON:
        return 80.0
    # Names of lights that are words hang down from them.
    longest = max(len(cell) for cell in plan.cells)
    return 36.0 if longest > 2 else 24.0


class TopView:
    """A board from above: x to the right, y away from the first player, so up on the page."""

    def __init__(self, plan: BuildPlan) -> None:
        self.plan = plan
        left, bottom, right, top = plan.frame
        self.around = max(AROUND * plan.pitch, _around(plan))
        width = right - left + 2 * self.around
        height = top - bottom + 2 * self.around
        wide = LONG if width > 2 * height else WIDE
        self.scale = wide / width if width > wide else max(1.0, SMALL_WIDE / width)
        self._left, self._top = left - self.around, top + self.around
        self.width, self.height = width * self.scale, height * self.scale
        self.x0, self.y0 = 14.0, 18.0
        hops = zip(plan.pixels, plan.pixels[1:], strict=False)
        least = min([hypot(b.x - a.x, b.y - a.y) for a, b in hops], default=9.0)
        self.dot = min(DOT, 0.48 * least * self.scale)
        words = f"{plan.name}: the board from above"
        self.draw = VectorDrawing(self.width + 28, self.height + 66, words, NOT_TRIED, paper=PAPER)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return where a place of the board is on the page."""
        return (self.x0 + (x - self._left) * self.scale, self.y0 + (self._top - y) * self.scale)


def board(plan: BuildPlan) -> VectorDrawing:
    """Return the board from above with cells, sensors, pixels and their chain."""
    view = TopView(plan)
    draw = view.draw
    scale = "" if view.scale == 1 else f", drawn at 1 : {1 / view.scale:.1f}"
    if view.scale > 1:
        scale = f", drawn at {view.scale:.2g} : 1"
    draw.words(view.x0, 11, f"{plan.name} from above", 6, bold=True)
    draw.words(draw.width - view.x0, 11, f"millimetres{scale}", 3, colour=FADED, anchor="end")
    _plate(view)
    _slots(view)
    if plan.piece != BUTTON:
        for x, y in plan.spots:
            _cell(view, x, y)
        for hole in _beside(plan):
            x, y = view.at(hole.x, hole.y)
            words = hole.diameter / 2 * view.scale
            draw.circle(x, y, words, fill="#fff3c4", stroke=WOOD_EDGE, pen=0.12, tag="part hole")
    _corners(view)
    points = [view.at(p.x, p.y) for p in plan.pixels]
    draw.line(*points, stroke=CHAIN, pen=0.4, dash=1.2, tag="chain")
    for pixel in plan.pixels:
        _pixel(view, pixel)
    for sensor in plan.sensors:
        _sensor(view, sensor)
    _names(view)
    _sizes(view)
    _legend(view)
    return draw


def _beside(plan: BuildPlan) -> list[Hole]:
    """Return the holes for light that no pixel hides on the page."""
    if plan.piece == BUTTON:
        return []
    lit = {(pixel.x, pixel.y) for pixel in plan.pixels}
    return [hole for hole in holes(plan) if (hole.x, hole.y) not in lit]


def _plate(view: TopView) -> None:
    if view.plan.piece == BUTTON:
        x, y = view.at(0, 0)
        far = max(hypot(p.x, p.y) for p in view.plan.pixels) * view.scale
        view.draw.circle(x, y, far - 16, fill=WOOD, stroke=WOOD_EDGE, pen=0.6)
        view.draw.box(x - 22, y - 13, 44, 26, 3, fill=WOOD_DARK, stroke=WOOD_EDGE, pen=0.4)
        view.draw.words(x, y - 7, "hub, with the weather", 2.8, anchor="middle")
        return
    view.draw.box(
        view.x0, view.y0, view.width, view.height, 5, fill=WOOD, stroke=WOOD_EDGE, pen=0.8
    )


def _slots(view: TopView) -> None:
    """Draw the squares of Apagos: each holds a grid of holes with names alike."""
    plan = view.plan
    if "slot_mm" not in plan.data.get("geometry", {}):
        return
    side = square_mm(plan) * view.scale
    for slot in dict.fromkeys(s.cell[:1] for s in plan.sensors):
        members = [s for s in plan.sensors if s.cell[:1] == slot]
        xs, ys = [s.x for s in members], [s.y for s in members]
        x, y = view.at((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        view.draw.box(
            x - side / 2, y - side / 2, side, side, 2, fill="#efdcb8", stroke=WOOD_EDGE, pen=0.4
        )


def _cell(view: TopView, x: float, y: float) -> None:
    """Draw where a piece stands on the lowest level; places of upper levels have no dimple."""
    plan, draw = view.plan, view.draw
    half = plan.pitch / 2
    if plan.shapes.is_stacked and (round(x / half) % 2 or round(y / half) % 2):
        return
    x, y = view.at(x, y)
    r = plan.size / 2 * view.scale
    if plan.piece == FLAT:
        draw.circle(x, y, r, stroke=WOOD_DEEP, pen=r * 0.3, fill=WOOD_DARK)
        return
    draw.circle(x, y, r, stroke=WOOD_DEEP, pen=0.25, dash=1)
    draw.circle(x, y, r * 0.5, fill=WOOD_DARK)


def _corners(view: TopView) -> None:
    """Draw the discs in the corners of squares."""
    for x, y, _ in view.plan.corners:
        x, y = view.at(x, y)
        view.draw.circle(x, y, 3 * view.scale, stroke=INK, pen=0.2, fill=PAPER)


def _sensor(view: TopView, sensor: Sensor) -> None:
    plan, draw = view.plan, view.draw
    x, y = view.at(sensor.x, sensor.y)
    k, tag = view.scale, f"sensor s{sensor.number}"
    if plan.part == "reed":
        for number, axis in enumerate(plan.build["sensor"]["axes"]):
            reed(draw, x, y, axis, k, 1.5 * number, tag)
    elif plan.part == "push-button":
        colour = FINGER if sensor.cell.startswith("l") else LEAD
        draw.circle(x, y, 9 * k, fill=colour, stroke=INK, pen=0.15, tag=tag)
    else:
        draw.box(x - 2 * k, y - 1.5 * k, 4 * k, 3 * k, 0.4, fill=HALL, stroke=INK, pen=0.1, tag=tag)


def reed(
    draw: VectorDrawing, x: float, y: float, axis: str, k: float, aside: float = 0, tag: str = ""
) -> None:
    """Draw a reed switch: glass of 10 mm with its two leads."""
    if axis == "z":
        draw.circle(x + aside, y, 2.6 * k, fill=GLASS, stroke=LEAD, pen=0.25, tag=tag)
        draw.circle(x + aside, y, 0.5 * k, fill=LEAD)
        return
    long, thick, lead = 5 * k, 0.9 * k, 8 * k
    wide, high = (long, thick) if axis == "x" else (thick, long)
    ends = ((x - lead, y), (x + lead, y)) if axis == "x" else ((x, y - lead), (x, y + lead))
    draw.line(*ends, stroke=LEAD, pen=0.4, tag=tag)
    draw.box(x - wide, y - high, 2 * wide, 2 * high, 0.8 * k, tag=tag, fill=GLASS, stroke=LEAD,
             pen=0.2)  # fmt: skip
    if axis == "x":
        draw.line((x - long, y - 0.2 * k), (x + k, y - 0.2 * k), stroke=LEAD, pen=0.3)
        draw.line((x - k, y + 0.2 * k), (x + long, y + 0.2 * k), stroke=LEAD, pen=0.3)


def _pixel(view: TopView, pixel: Pixel) -> None:
    x, y = view.at(pixel.x, pixel.y)
    tag = f"pixel p{pixel.number}"
    if sensor_over(view.plan, pixel.x, pixel.y):
        view.draw.circle(x, y, RING, **LIT, tag=tag)
        return
    crowded = view.dot < DOT and pixel.cells[0].startswith("w")
    view.draw.circle(x, y, view.dot if crowded else DOT, **LIT, tag=tag)
    if not crowded:
        view.draw.words(x, y + 0.9, str(pixel.number), 2.5, anchor="middle")


def _names(view: TopView) -> None:
    """Write names, channels and numbers, each nearest to what it names."""
    plan = view.plan
    labels = Labels(view.draw)
    spots = {view.at(p.x, p.y) for p in plan.pixels} | {view.at(s.x, s.y) for s in plan.sensors}
    labels.spots = sorted(spots)
    if plan.piece == BUTTON:
        for pixel in plan.pixels:
            name = pixel.cells[0]
            if name.startswith("p") or name in ("w1", "w8"):
                labels.put(view.at(pixel.x, pixel.y), name, 2.8, bold=True)
        return
    size = 3.2 if view.scale > 0.6 else 2.8
    names: dict[tuple[float, float], list[str]] = {}
    for sensor in plan.sensors:
        names.setdefault((sensor.x, sensor.y), []).append(sensor.cell)
    for pixel in plan.pixels:
        rest = [c for c in pixel.cells if not plan.sensors_of(c)]
        for cell in rest:
            if len(cell) > 2:
                labels.hang(view.at(pixel.x, pixel.y), cell, 2.6)
            else:
                names.setdefault((pixel.x, pixel.y), []).append(cell)
    for (x, y), cells in names.items():
        seen = [c for c in dict.fromkeys(cells) if plan.sensors_of(c)]
        for cell in seen:
            labels.put(view.at(x, y), cell, size, bold=True)
        for cell in dict.fromkeys(c for c in cells if c not in seen):
            labels.put(view.at(x, y), cell, 2.6, colour=FADED)
    for sensor in plan.sensors:
        labels.put(view.at(sensor.x, sensor.y), f"ch{sensor.channel}", 2.5, colour=SMALL)
    for pixel in plan.pixels:
        if sensor_over(plan, pixel.x, pixel.y):
            labels.put(view.at(pixel.x, pixel.y), str(pixel.number), 2.6, colour=NUMBER, bold=True)


def _sizes(view: TopView) -> None:
    plan, draw = view.plan, view.draw
    left, bottom, right, top = plan.frame
    y = view.y0 + view.height + 5
    ends = (view.at(left, bottom)[0], view.at(right, bottom)[0])
    _measure(draw, ends, y, f"{right - left:g}")
    x = view.x0 + view.width + 5
    above, below = view.at(left, top)[1], view.at(left, bottom)[1]
    draw.line((x, above), (x, below), stroke=FADED, pen=0.2)
    for end in (above, below):
        draw.line((x - 1.2, end), (x + 1.2, end), stroke=FADED, pen=0.2)
    draw.words(
        x + 4, (above + below) / 2, f"{top - bottom:g}", 3, colour=FADED, anchor="middle", turn=90
    )
    middle = view.x0 + view.width / 2
    seat = "the first player sits on this side" if plan.piece != BUTTON else ""
    draw.words(middle, y + 8, seat, 3, colour=FADED, anchor="middle")


def _measure(draw: VectorDrawing, ends: tuple[float, float], y: float, text: str) -> None:
    draw.line((ends[0], y), (ends[1], y), stroke=FADED, pen=0.2)
    for end in ends:
        draw.line((end, y - 1.2), (end, y + 1.2), stroke=FADED, pen=0.2)
    draw.words((ends[0] + ends[1]) / 2, y + 3.4, text, 3, colour=FADED, anchor="middle")


PART_WORDS = {
    "reed": "reed switch",
    "hall-switch": "Hall switch",
    "linear-hall": "linear Hall sensor",
    "push-button": "buttons: step (grey), lock (red)",
}


def _legend(view: TopView) -> None:
    plan, draw = view.plan, view.draw
    y = view.y0 + view.height + 22
    x = view.x0 + 3
    draw.circle(x, y - 1, 2.1, **LIT)
    draw.words(x + 6, y, "pixel, numbered along the chain", 3)
    draw.line((x + 66, y - 1), (x + 77, y - 1), stroke=CHAIN, pen=0.5, dash=1.2)
    words = "order of the chain, by way of the hub" if plan.piece == BUTTON else ""
    draw.words(x + 81, y, words or "data wire from pixel to pixel", 3)
    y += 7
    if plan.part == "reed":
        reed(draw, x, y - 1, plan.build["sensor"]["axes"][0], 0.4)
    elif plan.part == "push-button":
        draw.circle(x, y - 1, 1.8, fill=LEAD, stroke=INK, pen=0.15)
    else:
        draw.box(x - 2, y - 2.5, 4, 3, 0.4, fill=HALL, stroke=INK, pen=0.1)
    words = PART_WORDS[plan.part]
    if plan.piece != BUTTON:
        words += "; ch3: its channel"
    draw.words(x + 6, y, words, 3)
    if plan.corners:
        draw.circle(x + 72, y - 1, 1.8, stroke=INK, pen=0.2, fill=PAPER)
        draw.words(x + 81, y, "disc in the corner of a square", 3)
    elif plan.piece != BUTTON:
        words = "bold: cell with a sensor"
        dark = [c for pixel in plan.pixels for c in pixel.cells if not plan.sensors_of(c)]
        if dark:
            words += "; grey: lights only" if len(dark[0]) < 3 else "; upright: lights only"
        draw.words(x + 66, y, words, 3)
    y += 7
    if _beside(plan):
        draw.circle(x, y - 1, 1.1, fill="#fff3c4", stroke=WOOD_EDGE, pen=0.15)
        draw.words(x + 6, y, "hole for light", 3)
    draw.words(x - 3, y + 6, NOT_TRIED, 2.6, colour=FADED)
