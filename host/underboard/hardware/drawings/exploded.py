"""The parts of a plate on load cells, one above the other, in a slanting view."""

from math import cos, radians, sin

from underboard.hardware import light_paths
from underboard.hardware import plate_mechanics as mechanics
from underboard.hardware.build_plan import FLAT, BuildPlan
from underboard.hardware.drawings.drawing import INK, VectorDrawing
from underboard.hardware.drawings.style import (
    CHAIN,
    FADED,
    FINGER,
    LAMP,
    LAMP_EDGE,
    METAL,
    METAL_EDGE,
    NOT_TRIED,
    PAPER,
    WOOD,
    WOOD_DARK,
    WOOD_DEEP,
    WOOD_EDGE,
)

WIDE = 232.0
"""Width and depth together of what is drawn, mm on the page; chosen."""
SLANT = 28.0
"""Degrees by which both axes rise on the page."""
WHITE = "#ffffff"
SHADE = {
    WHITE: "#e3e0da",
    WOOD: "#cfae78",
    WOOD_DARK: "#b8925a",
    WOOD_DEEP: "#a37d47",
    METAL: "#9aa3ab",
    "#efdcb8": "#d6bf92",
    "#c9d6df": "#9fb0bc",
    "#2e4d3a": "#1f372a",
}
"""Colours of the materials in the shade, for sides."""
BRASS = "#e2c04b"
BOARD = "#2e4d3a"
NUT_MM = 16.0
"""Height of a dome nut above its seat, in the view, mm; chosen."""
NOTE_APART = 13.0
"""Least distance of two notes, mm on the page; chosen, two lines and air."""


class ExplodedView:
    """A slanting view: x to the lower right, y to the upper right, heights upwards."""

    def __init__(self, draw: VectorDrawing, area: tuple[float, float, float, float]) -> None:
        left, bottom, right, top = area
        self.shrink = WIDE / (right - left + top - bottom)
        self.draw = draw
        self.middle = (left + right) / 2, (bottom + top) / 2
        self.floor = 0.0
        """Place of the present layer's height 0 on the page."""
        self.notes: list[tuple[tuple[float, float], int, tuple[str, ...]]] = []

    def at(self, x: float, y: float, z: float) -> tuple[float, float]:
        """Return where a place of the present layer is on the page."""
        dx, dy = (x - self.middle[0]) * self.shrink, (y - self.middle[1]) * self.shrink
        c, s = cos(radians(SLANT)), sin(radians(SLANT))
        return 128 + (dx + dy) * c, self.floor + (dx - dy) * s - z * self.shrink

    def slab(
        self,
        left: float,
        bottom: float,
        right: float,
        top: float,
        low: float,
        high: float,
        fill: str,
        edge: str = WOOD_EDGE,
    ) -> None:
        """Draw a box: its top and the two sides that one sees."""
        near = (
            (left, bottom, low),
            (right, bottom, low),
            (right, bottom, high),
            (left, bottom, high),
        )
        far = (right, bottom, low), (right, top, low), (right, top, high), (right, bottom, high)
        lid = (left, bottom, high), (right, bottom, high), (right, top, high), (left, top, high)
        for face, colour in ((near, SHADE[fill]), (far, SHADE[fill]), (lid, fill)):
            corners = [self.at(*corner) for corner in face]
            self.draw.shape(*corners, fill=colour, stroke=edge, pen=0.25)

    def dot(self, x: float, y: float, z: float, radius: float, fill: str) -> None:
        """Draw something round."""
        self.draw.circle(*self.at(x, y, z), radius, fill=fill, stroke=INK, pen=0.2)

    def note(self, x: float, y: float, z: float, number: int, *lines: str) -> None:
        """Remember what a thing of this layer is, with the number of the guide's step."""
        self.notes.append((self.at(x, y, z), number, lines))

    def write_notes(self) -> None:
        """Write the notes beside the view, each as near as the one above leaves room."""
        draw, free = self.draw, 0.0
        for spot, number, lines in sorted(self.notes, key=lambda note: note[0][1]):
            y = max(spot[1], free)
            free = y + NOTE_APART
            draw.line(spot, (240, spot[1]), (246, y), (250, y), stroke=FADED, pen=0.2)
            draw.circle(*spot, 0.5, fill=INK)
            draw.circle(254, y, 3.2, fill=PAPER, stroke=INK, pen=0.3)
            draw.words(254, y + 1.1, str(number), 3.2, anchor="middle", bold=True)
            for row, words in enumerate(lines):
                draw.words(259, y + 1.1 + 4.6 * row, words, 3.1)


def exploded(plan: BuildPlan) -> VectorDrawing:
    """Return the layers from the base to the board, each lifted off the one below."""
    draw = VectorDrawing(330, 342, f"{plan.name}: exploded view", NOT_TRIED, paper=PAPER)
    draw.words(12, 13, draw.title, 6, bold=True)
    scene = ExplodedView(draw, mechanics.base(plan))
    scene.floor = 262.0
    _base(scene, plan)
    _feet(scene, plan, 74 + 52)
    scene.floor -= 74
    _pixels(scene, plan)
    scene.floor -= 52
    _plate(scene, plan)
    scene.floor -= 46
    _board(scene, plan)
    scene.write_notes()
    draw.words(
        12,
        330,
        f"Numbers are steps of the guide. The frame stands {mechanics.AIR:g} mm off "
        "the plate all the "
        "way round; its two near walls, with the buttons, are left out.",
        3,
    )
    draw.words(12, 337, NOT_TRIED, 3, colour=FADED)
    return draw


def _base(scene: ExplodedView, plan: BuildPlan) -> None:
    left, bottom, right, top = mechanics.base(plan)
    wall, z = mechanics.WALL, mechanics.heights(plan)
    high = mechanics.wall_high(plan)
    scene.slab(left, bottom, right, top, -mechanics.BASE, 0, WOOD_DARK)
    scene.slab(left, top - wall, right, top, 0, high, WOOD_DEEP)
    scene.slab(left, bottom, left + wall, top - wall, 0, high, WOOD_DEEP)
    bars = sorted(mechanics.bars(plan), key=lambda b: -b.foot[1])
    for x, y in mechanics.modules(plan):  # behind a near bar, and in front of a far one
        if y < scene.middle[1]:
            _module(scene, x, y)
    for bar in bars:
        y = bar.foot[1]
        half = mechanics.BAR[1] / 2
        ends = sorted((bar.fixed, bar.fixed - bar.inward * 26))
        scene.slab(ends[0], y - half, ends[1], y + half, 0, mechanics.SPACER, WOOD)
        ends = sorted((bar.fixed, bar.free))
        scene.slab(ends[0], y - half, ends[1], y + half, z["bar"], z["cap"], METAL, METAL_EDGE)
        cap = sorted((bar.free, bar.free + bar.inward * mechanics.CAP[0]))
        half = mechanics.CAP[1] / 2
        scene.slab(cap[0], y - half, cap[1], y + half, z["cap"], z["tip"], "#c9d6df", METAL_EDGE)
        scene.dot(*bar.foot, z["tip"], 1.4, "#f4f6f8")
        scene.dot(*bar.cap_screw, z["tip"], 1.0, "#8d99a6")
        scene.dot(*bar.stop, z["tip"], 0.8, FINGER)
    for x, y in mechanics.modules(plan):
        if y >= scene.middle[1]:
            _module(scene, x, y)
    for x, y in mechanics.stops(plan):
        scene.slab(x - 7, y - 7, x + 7, y + 7, 0, mechanics.SPACER, WOOD)
    x, y = mechanics.pico(plan)
    scene.slab(x, y, x + mechanics.PICO[0], y + mechanics.PICO[1], 0, mechanics.PICO[2], BOARD, INK)
    chip = plan.data["scanner"]["kind"].upper()
    words = f"Pico and four {chip} modules,"
    scene.note(x + mechanics.PICO[0] - 6, y + 10, 4, 2, words, "one near each bar")
    scene.note(
        right, bottom + 40, -6, 1, f"base, plywood {mechanics.BASE:g} mm,", "and the frame's walls"
    )
    bar = mechanics.bars(plan)[2]
    scene.note(
        bar.foot[0] + bar.inward * 24,
        bar.foot[1] - mechanics.BAR[1] / 2,
        (z["bar"] + z["cap"]) / 2,
        3,
        "four load cells on spacers,",
        "the free end with cap and stop",
    )
    x, y = mechanics.stops(plan)[1]
    scene.note(
        x, y, mechanics.SPACER, 1, "pads under the plate's stops,", "in the corners and the middle"
    )


def _module(scene: ExplodedView, x: float, y: float) -> None:
    """Draw the tray of one load cell's module."""
    wide, deep, high = mechanics.TRAY
    scene.slab(x, y, x + wide, y + deep, 0, high, BOARD, INK)


def _feet(scene: ExplodedView, plan: BuildPlan, up: float) -> None:
    """Draw each dome nut between its seat and the plate, which is ``up`` mm higher on the page."""
    z = mechanics.heights(plan)["tip"]
    bars = mechanics.bars(plan)
    for bar in bars:
        x, y = scene.at(*bar.foot, z)
        scene.draw.line((x, y - 1.6), (x, y - up), stroke=FADED, pen=0.25, dash=1.3)
        scene.dot(*bar.foot, z + NUT_MM, 1.5, BRASS)
    beside = max(bars, key=lambda bar: bar.foot[0] + bar.foot[1])
    scene.note(*beside.foot, z + NUT_MM, 5, "dome nuts under the plate,", "one on each bar")


def _pixels(scene: ExplodedView, plan: BuildPlan) -> None:
    inside = [p for p in plan.pixels if mechanics.in_plate(plan, p.x, p.y)]
    points = [scene.at(p.x, p.y, 0) for p in plan.pixels]
    scene.draw.line(*points, stroke=CHAIN, pen=0.4)
    for pixel in plan.pixels:
        scene.draw.circle(*scene.at(pixel.x, pixel.y, 0), 1.3, fill=LAMP, stroke=LAMP_EDGE, pen=0.2)
    last = max(plan.pixels, key=lambda p: p.x - p.y)
    if inside:
        words = f"string of {len(plan.pixels)} pixels, on the frame:"
        scene.note(last.x, last.y, 0, 6, words, "it must not touch the plate")
    else:
        scene.note(
            last.x, last.y, 0, 6, f"string of {len(plan.pixels)} pixels,", "on the frame's rim"
        )


def _plate(scene: ExplodedView, plan: BuildPlan) -> None:
    scene.slab(*plan.plate, 0, mechanics.ply(plan), WOOD)
    for hole in light_paths.through_plate(plan):
        wide = hole.diameter / 2 * scene.shrink * 0.7  # as the slanting view foreshortens it
        scene.dot(hole.x, hole.y, mechanics.ply(plan), wide, WOOD_DEEP)
    for cell in plan.load_cells:
        scene.dot(cell.x, cell.y, mechanics.ply(plan), 0.9, "#8d99a6")
    for x, y in mechanics.stops(plan):
        scene.dot(x, y, mechanics.ply(plan), 0.9, FINGER)
    for bar in mechanics.bars(plan):
        scene.dot(*bar.stop, mechanics.ply(plan), 0.8, WOOD_DEEP)
    x, y = mechanics.stops(plan)[2]
    scene.note(x, y, mechanics.ply(plan), 4, "stops: set screws,", "turned from above")
    words = f"plate, plywood {mechanics.ply(plan):g} mm,"
    scene.note(plan.plate[2], plan.plate[1] + 60, 4, 5, words, "on four dome nuts: never bolted")


def _chambers(scene: ExplodedView, plan: BuildPlan) -> None:
    """Draw the walls that stand on the plate, and lift what comes after them."""
    high = mechanics.chamber(plan)
    if not high:
        return
    half, wall = plan.pitch / 2, light_paths.WALL_MM
    cells = sorted(dict.fromkeys(light_paths.middles(plan)), key=lambda spot: spot[0] - spot[1])
    for x, y in cells:  # from the far corner on
        left, right, near, far = x - half, x + half, y - half, y + half
        scene.slab(left, far, right + wall, far + wall, 0, high, WHITE)
        scene.slab(left, near, left + wall, far, 0, high, WHITE)
        scene.slab(right, near, right + wall, far, 0, high, WHITE)
        scene.slab(left, near, right + wall, near + wall, 0, high, WHITE)
    x, y = cells[-1]
    scene.note(x + half, y, high - 3, 6, f"white walls of {high:g} mm,", "on putty")
    scene.floor -= 30


def _ramp(scene: ExplodedView, plan: BuildPlan) -> None:
    """Draw racks and ramp, what is farther away first."""
    step, thick = plan.data["geometry"]["rise_mm"], 12.0
    furniture = plan.shapes.furniture(plan.data, plan.build)
    levels = [found for found in furniture if found.name.startswith("level")]
    racks = [found for found in furniture if found not in levels]
    for found in sorted(racks, key=lambda rack: -rack.bottom)[:1]:
        scene.slab(*found[1:], 0, 8, "#efdcb8")
    for number, found in enumerate(levels, 1):
        scene.slab(*found[1:], 0, step * number, "#efdcb8")
        inset = (found.left + 3, found.bottom + 3, found.right - 3, found.top - 3)
        scene.slab(*inset, step * number, step * number + thick, WOOD_DARK)
    for found in sorted(racks, key=lambda rack: rack.bottom)[:1]:
        scene.slab(*found[1:], 0, 8, "#efdcb8")
    last = levels[-1]
    scene.note(last.right, last.bottom, 8, 7, "ramp and racks,", "fixed with dabs of putty")


def _board(scene: ExplodedView, plan: BuildPlan) -> None:
    places = plan.data["places"]
    xs, ys = [p["x"] for p in places], [p["y"] for p in places]
    _chambers(scene, plan)
    more = plan.size / 2 + 9
    area = (min(xs) - more, min(ys) - more, max(xs) + more, max(ys) + more)
    if plan.shapes.in_squares:
        _ramp(scene, plan)
        return
    scene.slab(*area, 0, 10, "#efdcb8")
    low = plan.shapes.low(plan.data)
    r = plan.size / 2 * scene.shrink
    for x, y in sorted(low, key=lambda spot: spot[0] - spot[1]):
        scene.draw.circle(*scene.at(x, y, 10), r * 0.5, fill=WOOD_DARK, stroke=WOOD_EDGE, pen=0.2)
    for number, (x, y) in enumerate(sorted(low, key=lambda spot: spot[0] - spot[1])[-3:]):
        if plan.piece == FLAT:
            spot = scene.at(x, y, 14)
            scene.draw.circle(*spot, r * 0.72, stroke="#c99b62", pen=r * 0.5)
            continue
        colour = "#efe2c8" if number % 2 else "#7b5236"
        scene.draw.circle(
            *scene.at(x, y, 10 + plan.size / 2 - 2), r, fill=colour, stroke=WOOD_EDGE, pen=0.25
        )
    scene.note(
        area[2], area[1] + 20, 8, 7, "the game's own board,", "fixed with four dabs of putty"
    )
