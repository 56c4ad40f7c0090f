"""Views: a board from above, and one pod."""

from math import hypot

from underboard.hardware.drawing import INK, Drawing
from underboard.hardware.plan import BUTTON, FLAT, Pixel, Plan, Sensor

WOOD, WOOD_EDGE, WOOD_DARK, WOOD_DEEP = "#e6cda3", "#8a6236", "#d3b27f", "#bf9a63"
GLASS, LEAD, LAMP, LAMP_EDGE = "#cfe9ee", "#5d7f88", "#ffd84f", "#a9790a"
CHAIN, FADED, HALL, FINGER = "#2d8a4e", "#6b5f55", "#3b3b46", "#b5483a"
PAPER = "#fbf8f2"
WIDE = 190.0
"""Boards wider than this are drawn smaller, to this width in mm."""
AROUND = 0.85
"""Wood beyond the outermost sensors, in pitches."""

NOT_TRIED = "Drawn from the layout; nothing was tried on real hardware."


def _around(plan: Plan) -> float:
    if plan.piece == BUTTON:
        return 80.0
    # Names of lights that are words hang down from them.
    longest = max(len(cell) for cell in plan.cells)
    return 34.0 if longest > 2 else 24.0


class View:
    """A board from above: x to the right, y away from the first player, so up on the page."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        left, bottom, right, top = plan.frame
        self.around = max(AROUND * plan.pitch, _around(plan))
        width = right - left + 2 * self.around
        height = top - bottom + 2 * self.around
        self.scale = min(1.0, WIDE / width)
        self._left, self._top = left - self.around, top + self.around
        self.width, self.height = width * self.scale, height * self.scale
        self.x0, self.y0 = 14.0, 18.0
        self.draw = Drawing(
            self.width + 28, self.height + 56, f"{plan.name}: the board from above", NOT_TRIED,
            paper=PAPER,
        )  # fmt: skip

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return where a place of the board is on the page."""
        return (
            self.x0 + (x - self._left) * self.scale,
            self.y0 + (self._top - y) * self.scale,
        )


def board(plan: Plan) -> Drawing:
    """Return the board from above with cells, sensors, pixels and their chain."""
    view = View(plan)
    draw = view.draw
    title = f"{plan.name} from above"
    scale = "" if view.scale == 1 else f", drawn at 1 : {1 / view.scale:.1f}"
    draw.words(view.x0, 11, title, 6, bold=True)
    draw.words(draw.width - view.x0, 11, f"millimetres{scale}", 3, colour=FADED, anchor="end")
    _plate(view)
    _slots(view)
    if plan.code:
        _between(view)
    else:
        for cell in plan.cells:
            _cell(view, cell)
    for sensor in plan.sensors:
        _sensor(view, sensor)
    points = [view.at(p.x, p.y) for p in plan.pixels]
    draw.line(*points, stroke=CHAIN, pen=0.5, dash=1.2, tag="chain")
    for pixel in plan.pixels:
        _pixel(view, pixel)
    _labels(view)
    _sizes(view)
    _legend(view)
    return draw


def _plate(view: View) -> None:
    if view.plan.piece == BUTTON:
        x, y = view.at(0, 0)
        far = max(hypot(p.x, p.y) for p in view.plan.pixels) * view.scale
        view.draw.circle(x, y, far - 16, fill=WOOD, stroke=WOOD_EDGE, pen=0.6)
        view.draw.box(x - 20, y - 9, 40, 18, 3, fill=WOOD_DARK, stroke=WOOD_EDGE, pen=0.4)
        view.draw.words(x, y + 6.5, "hub, with the weather", 2.8, anchor="middle")
        return
    view.draw.box(
        view.x0, view.y0, view.width, view.height, 5, fill=WOOD, stroke=WOOD_EDGE, pen=0.8
    )


def _slots(view: View) -> None:
    """Draw the squares of Apagos: each holds a grid of sensors with names alike."""
    plan = view.plan
    if "slot_mm" not in plan.data.get("geometry", {}):
        return
    reach = plan.pitch * 0.75
    for slot in dict.fromkeys(s.cell[:1] for s in plan.sensors):
        members = [s for s in plan.sensors if s.cell[:1] == slot]
        x, y = view.at(min(s.x for s in members) - reach, max(s.y for s in members) + reach)
        end = view.at(max(s.x for s in members) + reach, min(s.y for s in members) - reach)
        view.draw.box(x, y, end[0] - x, end[1] - y, 2, fill="#efdcb8", stroke=WOOD_EDGE, pen=0.4)


def _cell(view: View, cell: str) -> None:
    plan, draw = view.plan, view.draw
    sensors = plan.sensors_of(cell)
    if plan.piece == BUTTON or not sensors:
        return
    if len(sensors) > 1 and plan.piece != BUTTON:
        reach = plan.pitch * 0.55
        left = min(s.x for s in sensors) - reach
        top = max(s.y for s in sensors) + reach
        x, y = view.at(left, top)
        wide = (max(s.x for s in sensors) + reach - left) * view.scale
        high = (top - min(s.y for s in sensors) + reach) * view.scale
        draw.box(x, y, wide, high, 2, fill=WOOD_DARK, stroke=WOOD_EDGE, pen=0.3)
    for sensor in sensors:
        x, y = view.at(sensor.x, sensor.y)
        r = plan.size / 2 * view.scale
        if plan.piece == FLAT:
            draw.circle(x, y, r, stroke=WOOD_DEEP, pen=r * 0.3, fill=WOOD_DARK)
        else:
            draw.circle(x, y, r, stroke=WOOD_DEEP, pen=0.25, dash=1)
            for share, colour in ((0.55, WOOD_DARK), (0.36, WOOD_DEEP)):
                draw.circle(x, y, r * share, fill=colour)


def _between(view: View) -> None:
    """Draw holes that have sensors between them, and the discs in the squares' corners."""
    plan, draw = view.plan, view.draw
    for x, y in plan.spots:
        x, y = view.at(x, y)
        r = plan.size / 2 * view.scale
        draw.circle(x, y, r, stroke=WOOD_DEEP, pen=0.25, dash=1, fill=WOOD_DARK)
    for x, y, _ in plan.corners:
        x, y = view.at(x, y)
        draw.circle(x, y, 4 * view.scale, stroke=INK, pen=0.2, fill=PAPER)
    for place in plan.data["places"]:
        x, y = view.at(place["x"], place["y"])
        draw.words(x, y + 0.8, place["cell"], 2.3, anchor="middle", bold=True)


def _sensor(view: View, sensor: Sensor) -> None:
    plan, draw = view.plan, view.draw
    x, y = view.at(sensor.x, sensor.y)
    k = view.scale
    if plan.part == "reed":
        for number, axis in enumerate(plan.build["sensor"]["axes"]):
            reed(draw, x, y, axis, k, 1.5 * number)
    elif plan.part == "push-button":
        colour = FINGER if sensor.cell.startswith("l") else LEAD
        draw.circle(x, y, 9 * k, fill=colour, stroke=INK, pen=0.15)
    else:
        draw.box(x - 2 * k, y - 1.5 * k, 4 * k, 3 * k, 0.4, fill=HALL, stroke=INK, pen=0.1)


def reed(draw: Drawing, x: float, y: float, axis: str, k: float, aside: float = 0) -> None:
    """Draw a reed switch: glass of 10 mm with its two leads."""
    if axis == "z":
        draw.circle(x + aside, y, 4.2 * k, fill=GLASS, stroke=LEAD, pen=0.25)
        draw.circle(x + aside, y, 0.5 * k, fill=LEAD)
        return
    long, thick, lead = 5 * k, 0.9 * k, 8 * k
    if axis == "x":
        draw.line((x - lead, y), (x + lead, y), stroke=LEAD, pen=0.4)
        draw.box(x - long, y - thick, 2 * long, 2 * thick, 0.8 * k,
                 fill=GLASS, stroke=LEAD, pen=0.2)  # fmt: skip
        draw.line((x - long, y - 0.2 * k), (x + k, y - 0.2 * k), stroke=LEAD, pen=0.3)
        draw.line((x - k, y + 0.2 * k), (x + long, y + 0.2 * k), stroke=LEAD, pen=0.3)
    else:
        draw.line((x, y - lead), (x, y + lead), stroke=LEAD, pen=0.4)
        draw.box(x - thick, y - long, 2 * thick, 2 * long, 0.8 * k,
                 fill=GLASS, stroke=LEAD, pen=0.2)  # fmt: skip


def _pixel(view: View, pixel: Pixel) -> None:
    x, y = view.at(pixel.x, pixel.y)
    view.draw.circle(x, y, 2.1, fill=LAMP, stroke=LAMP_EDGE, pen=0.3, tag=f"pixel p{pixel.number}")
    view.draw.words(x, y + 0.75, str(pixel.number), 2.1, anchor="middle")


def _labels(view: View) -> None:
    plan, draw = view.plan, view.draw
    if plan.piece == BUTTON:
        for pixel in plan.pixels:
            x, y = view.at(pixel.x, pixel.y)
            name = pixel.cells[0]
            if name.startswith("p") or name in ("w1", "w8"):
                draw.words(x, y - 3, name, 2.8, anchor="middle", bold=True)
        return
    size = 3.4 * max(view.scale, 0.68)
    for cell in () if plan.code else plan.cells:
        sensors = plan.sensors_of(cell)
        if sensors:
            first = sensors[0]
            at = (min(s.x for s in sensors), max(s.y for s in sensors))
            x, y = view.at(*at)
            off = (plan.size * 0.36 if len(sensors) == 1 else plan.pitch * 0.5) * view.scale
            draw.words(x - off, y - off + 1, cell, size, anchor="middle", bold=True)
            if len(sensors) == 1:
                draw.words(
                    x + 1.5, y + 0.3 * plan.size * view.scale, f"{first.channel}", 2.3,
                    colour=LEAD,
                )  # fmt: skip
    for pixel in plan.pixels:
        unseen = [cell for cell in pixel.cells if not plan.sensors_of(cell)]
        if plan.code:
            unseen = [cell for cell in unseen if len(cell) > 2]
        x, y = view.at(pixel.x, pixel.y)
        if any(len(cell) > 2 for cell in unseen):
            draw.words(x - 0.8, y + 3, " ".join(unseen), 2.3, colour=FADED, turn=90)
        else:
            draw.words(x + 2.2, y - 2, " ".join(unseen), 2.6, colour=FADED)


def _sizes(view: View) -> None:
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
    draw.words(x + 4, (above + below) / 2, f"{top - bottom:g}", 3, colour=FADED, anchor="middle",
               turn=90)  # fmt: skip
    middle = view.x0 + view.width / 2
    seat = "the first player sits on this side" if plan.piece != BUTTON else ""
    draw.words(middle, y + 8, seat, 3, colour=FADED, anchor="middle")


def _measure(draw: Drawing, ends: tuple[float, float], y: float, text: str) -> None:
    draw.line((ends[0], y), (ends[1], y), stroke=FADED, pen=0.2)
    for end in ends:
        draw.line((end, y - 1.2), (end, y + 1.2), stroke=FADED, pen=0.2)
    draw.words((ends[0] + ends[1]) / 2, y + 3.4, text, 3, colour=FADED, anchor="middle")


PART_WORDS = {
    "reed": "reed switch; small: its channel",
    "hall-switch": "Hall switch; small: its channel",
    "linear-hall": "linear Hall sensor",
    "push-button": "buttons: step (grey), lock (red)",
}


def _legend(view: View) -> None:
    plan, draw = view.plan, view.draw
    y = view.y0 + view.height + 22
    x = view.x0 + 3
    draw.circle(x, y - 1, 2.1, fill=LAMP, stroke=LAMP_EDGE, pen=0.3)
    draw.words(x, y - 0.25, "0", 2.1, anchor="middle")
    draw.words(x + 6, y, "pixel, in the order of the chain", 3)
    draw.line((x + 55, y - 1), (x + 66, y - 1), stroke=CHAIN, pen=0.5, dash=1.2)
    draw.words(x + 69, y, "data wire from pixel to pixel", 3)
    y += 7
    if plan.part == "reed":
        reed(draw, x, y - 1, plan.build["sensor"]["axes"][0], 0.4)
    elif plan.part == "push-button":
        draw.circle(x, y - 1, 1.8, fill=LEAD, stroke=INK, pen=0.15)
    else:
        draw.box(x - 2, y - 2.5, 4, 3, 0.4, fill=HALL, stroke=INK, pen=0.1)
    draw.words(x + 6, y, PART_WORDS[plan.part], 3)
    if plan.code:
        draw.circle(x + 61, y - 1, 1.8, stroke=INK, pen=0.2, fill=PAPER)
        draw.words(x + 69, y, "where a square may have a disc of its code", 3)
    elif plan.piece != BUTTON:
        draw.words(x + 69, y, "bold: cell with a sensor; grey: lights only", 3)
    draw.words(x - 3, y + 6, NOT_TRIED, 2.6, colour=FADED)


# One pod

POD = (70.0, 50.0)
"""A pod's lid, mm; chosen."""


def pod(plan: Plan) -> Drawing:
    """Return one pod from above, with its plug and what its cable carries."""
    draw = Drawing(190, 120, f"{plan.name}: one pod", NOT_TRIED, paper=PAPER)
    draw.words(12, 13, f"{plan.name}: one pod", 6, bold=True)
    x, y, k = 12.0, 26.0, 1.15
    draw.box(x, y, POD[0] * k, POD[1] * k, 7, fill=WOOD, stroke=WOOD_EDGE, pen=0.8)
    middle = x + POD[0] * k / 2
    draw.circle(middle, y + 15, 7, fill="#fff1b8", stroke=LAMP_EDGE, pen=0.3)
    draw.circle(middle, y + 15, 4, fill=LAMP, stroke=LAMP_EDGE, pen=0.3)
    for side, colour, name in ((-1, LEAD, "step"), (1, FINGER, "lock")):
        at = middle + side * 12 * k
        draw.circle(at, y + 38, 8, fill=colour, stroke=INK, pen=0.4)
        draw.circle(at, y + 38, 6, stroke="#ffffff", pen=0.25)
        draw.words(at, y + 51.5, name, 3.2, anchor="middle")
    draw.box(middle - 8, y + POD[1] * k - 1, 16, 7, 1, fill="#d5d8dc", stroke=INK, pen=0.3)
    draw.line((middle, y + POD[1] * k + 6), (middle, y + POD[1] * k + 14), stroke=INK, pen=2)
    draw.words(middle + 11, y + POD[1] * k + 5, "RJ45", 3.2)
    rows = (
        ("1", "5 V, fused", "#b8322a"), ("2", "GND", "#333333"),
        ("3", "data in, from the pod before", CHAIN), ("4", "GND", "#333333"),
        ("5", "step button", "#5d7f88"), ("6", "GND, twisted with the data", "#333333"),
        ("7", "lock button", FINGER), ("8", "data out, back to the hub", CHAIN),
    )  # fmt: skip
    left = 108.0
    draw.words(left, 28, "what the eight wires carry", 3.6, bold=True)
    for number, (pin, text, colour) in enumerate(rows):
        line = 37 + 8 * number
        draw.line((left, line), (left + 12, line), stroke=colour, pen=1.4)
        draw.words(left + 15, line + 1.1, pin, 3.2, bold=True)
        draw.words(left + 20, line + 1.1, text, 3.2)
    draw.words(left, 106, "An empty socket needs a plug that joins 3 and 8.", 3)
    draw.words(12, 114, NOT_TRIED, 2.8, colour=FADED)
    return draw
