"""Two neighbouring cells of a board, cut open from the side."""

from math import sqrt

from underboard.hardware import light_paths
from underboard.hardware.build_plan import ROUND, BuildPlan
from underboard.hardware.drawings.drawing import INK, VectorDrawing
from underboard.hardware.drawings.style import (
    FADED,
    GLASS,
    HALL,
    LAMP,
    LAMP_EDGE,
    LEAD,
    NOT_TRIED,
    PAPER,
    WOOD,
    WOOD_DARK,
    WOOD_DEEP,
    WOOD_EDGE,
)
from underboard.hardware.drawings.top_view import reed
from underboard.hardware.light_paths import (
    DIMPLE_MM,
    SQUARE_MM,
    SURFACE_MM,
    TUBE_WALL_MM,
    WALL_MM,
    light_hole,
    light_offset,
    sensor_over,
    tube,
)
from underboard.hardware.magnet_field import FREE

CUT = 2.0
"""Scale factor of the drawing, mm on the page for one of the board; chosen."""
LIP_MM = 1.5
"""Thickness of the lip that holds a ball in a square; chosen."""
METAL, RING = "#8d99a6", "#c99b62"


class Cut:
    """Places of the layers, mm on the page."""

    def __init__(self, plan: BuildPlan) -> None:
        self.plan = plan
        self.round = plan.piece == ROUND
        self.squares = plan.shapes.in_squares
        """Whether balls lie in holes of squares, which lie on the wood."""
        self.dimple = DIMPLE_MM if self.round and not self.squares else 0.0
        self.depth = -plan.sensors[0].z + self.dimple
        """Depth of the sensor under the surface."""
        self.plate = SURFACE_MM[plan.piece]
        self.room = light_paths.room(plan)
        self.high = plan.size if self.round else 9.0
        self.top = (self.high + 9) * CUT
        self.left, self.right = 4 * CUT, (4 + 2.2 * plan.pitch) * CUT
        self.bottom = self.top + self.plate * CUT
        self.floor = self.bottom + self.room * CUT
        self.spots = [self.left + (0.6 + i) * plan.pitch * CUT for i in range(2)]
        self.under = sensor_over(plan, plan.pixels[0].x, plan.pixels[0].y) is not None
        """Whether pixels lie under the pieces."""
        aside = light_offset(plan) * (1 if self.round else 2**0.5)
        self.aside = min(aside, plan.pitch / 2 - 2) * CUT
        words = f"{plan.name}: a cut through two cells"
        self.draw = VectorDrawing(self.right + 106, self.floor + 24, words, NOT_TRIED, paper=PAPER)


def cut(plan: BuildPlan) -> VectorDrawing:
    """Return a cut through two neighbouring cells, twice as large as life."""
    view = Cut(plan)
    draw = view.draw
    wide = view.right - view.left
    draw.words(view.left, 11, draw.title, 6, bold=True)
    draw.box(
        view.left, view.bottom, wide, view.room * CUT, fill="#f4efe6", stroke=WOOD_EDGE, pen=0.3
    )
    draw.box(view.left, view.top, wide, view.plate * CUT, fill=WOOD, stroke=WOOD_EDGE, pen=0.4)
    draw.box(view.left, view.floor, wide, 3 * CUT, fill=WOOD_DARK, stroke=WOOD_EDGE, pen=0.4)
    if view.under:
        for wall in (0.1, 1.1, 2.1):
            x = view.left + wall * plan.pitch * CUT
            draw.box(
                x - WALL_MM / 2 * CUT, view.bottom, WALL_MM * CUT, view.room * CUT, fill=WOOD_DEEP
            )
    for number, x in enumerate(view.spots):
        _hollow(view, x)
        (_ball if view.round else _ring)(view, x, number)
        # Among the holes of a slot sensors lie between the balls.
        _sensor(view, x)
        if view.under:
            draw.box(x - 5 * CUT, view.floor - 1.6 * CUT, 10 * CUT, 1.6 * CUT, 0.3, fill="#2e4d3a")
            draw.box(
                x - 2.5 * CUT,
                view.floor - 3.2 * CUT,
                5 * CUT,
                1.6 * CUT,
                0.3,
                fill=LAMP,
                stroke=LAMP_EDGE,
            )
    if view.squares:
        _square(view)
    _notes(view)
    return draw


def _hollow(view: Cut, x: float) -> None:
    plan, draw = view.plan, view.draw
    if view.dimple:
        half = (plan.size * view.dimple - view.dimple**2) ** 0.5
        rim = [
            (x + half * t / 5 * CUT, view.top + _sag(plan.size / 2, half * t / 5, view.dimple))
            for t in range(-5, 6)
        ]
        draw.shape(*rim, fill=PAPER)
        draw.line(*rim, stroke=WOOD_EDGE, pen=0.4)
    if view.under:
        wide = light_hole(plan) * CUT
        for side in (-1, 1):
            at = x + side * view.aside
            draw.box(
                at - wide / 2,
                view.top,
                wide,
                view.plate * CUT,
                fill="#fff3c4",
                stroke=WOOD_EDGE,
                pen=0.2,
            )


def _sag(r: float, away: float, dimple: float) -> float:
    return (sqrt(r * r - away * away) - r + dimple) * CUT


def _ball(view: Cut, x: float, number: int) -> None:
    assert view.plan.magnet is not None
    kinds = view.plan.discs or [view.plan.magnet]
    magnet = kinds[min(number, len(kinds) - 1)]
    r = view.plan.size / 2 * CUT
    y = view.top + view.dimple * CUT - r
    view.draw.circle(x, y, r, fill=("#efe2c8", "#7b5236")[number], stroke=WOOD_EDGE, pen=0.4)
    if magnet.round:
        # It lies loose at the bottom of its hole.
        half = magnet.diameter / 2
        view.draw.circle(x, y, (half + FREE / 2) * CUT, fill=PAPER, stroke=WOOD_EDGE, pen=0.2)
        view.draw.circle(x, y + FREE / 2 * CUT, half * CUT, fill=METAL, stroke=INK, pen=0.25)
        return
    wide, high = magnet.diameter * CUT, magnet.height * CUT
    # Its magnet points anywhere: the second ball lies on its side.
    if number:
        wide, high = high, wide
    view.draw.box(x - wide / 2, y - high / 2, wide, high, 0.4, fill=METAL, stroke=INK, pen=0.25)


def _square(view: Cut) -> None:
    """Draw what a square leaves beside its balls: wood between the holes, and their lips."""
    plan, low = view.plan, view.top
    hole = plan.size / 2 + 0.3
    lip = (plan.size * LIP_MM - LIP_MM**2) ** 0.5
    edge = plan.pitch / 2
    for x in view.spots:
        for a, b, high in ((-edge, -hole, SQUARE_MM), (-hole, -lip, LIP_MM)):
            for start in (a, -b):
                at, wide = x + start * CUT, (b - a) * CUT
                view.draw.box(
                    at, low - high * CUT, wide, high * CUT, fill=WOOD_DEEP, stroke=WOOD_EDGE
                )


def _ring(view: Cut, x: float, number: int) -> None:
    plan, draw = view.plan, view.draw
    magnet = plan.magnet
    assert magnet is not None
    half, tall = plan.size / 2 * CUT, view.high * CUT
    for side in (-1, 1):
        at = x + side * half * 0.67
        draw.box(
            at - half * 0.33,
            view.top - tall,
            half * 0.66,
            tall,
            1.2,
            fill=RING,
            stroke=WOOD_EDGE,
            pen=0.4,
        )
        middle = x + side * plan.build.get("magnet_circle_mm", 0) / 2 * CUT
        y = view.top - plan.build.get("magnet_height_mm", 0) * CUT
        wide, high = magnet.diameter * CUT, magnet.height * CUT
        draw.box(middle - wide / 2, y - high / 2, wide, high, 0.3, fill=METAL, stroke=INK, pen=0.25)


def _sensor(view: Cut, x: float) -> None:
    plan, draw = view.plan, view.draw
    y = view.top + view.depth * CUT
    if plan.part != "reed":
        draw.box(x - 2 * CUT, y - 0.8 * CUT, 4 * CUT, 1.6 * CUT, 0.3, fill=HALL)
        return
    for number, axis in enumerate(plan.build["sensor"]["axes"]):
        if axis == "x":
            reed(draw, x, y, "x", CUT)
        elif axis == "y":
            draw.circle(x, y + 2.5 * CUT * number, 0.9 * CUT, fill=GLASS, stroke=LEAD)
        else:
            draw.line((x, y - 3), (x, y + 10 * CUT + 2), stroke=LEAD, pen=0.5)
            draw.box(x - 0.9 * CUT, y, 1.8 * CUT, 10 * CUT, 0.8 * CUT, fill=GLASS, stroke=LEAD)


def _notes(view: Cut) -> None:
    plan, draw = view.plan, view.draw
    spot = view.spots[1]
    assert plan.magnet is not None
    discs = [disc.text for disc in plan.discs or [plan.magnet]]
    rows: list[tuple[float, tuple[float, float], str]] = []
    if view.round:
        high = view.top - plan.size * 0.55 * CUT
        magnet = "a magnet that turns" if plan.free else "a magnet"
        rows.append((high, (spot, high + 2), f"ball {plan.size:g} mm, in its middle {magnet}:"))
        rows += [(high, (spot, high + 2), f"   {text}") for text in discs]
        depth = "the ball's lowest point"
        if view.squares:
            side = (spot + plan.pitch / 2 * CUT - 1, view.top - 3 * CUT)
            words = f"square, {SQUARE_MM:g} mm thick: holes right through, with a lip"
            rows.append((view.top - 3 * CUT, side, words))
    else:
        count = plan.build.get("magnets_per_piece", 1)
        high = view.top - 8 * CUT
        circle = plan.build.get("magnet_circle_mm", 0)
        end = (spot + circle / 2 * CUT, view.top - 1)
        rows.append((high, (spot + plan.size * 0.4 * CUT, high), f"ring {plan.size:g} mm"))
        rows.append((view.top - 4, end, f"{count} magnets upright, all one way up,"))
        rows.append((view.top - 4, end, f"   on a circle of {circle:g} mm, each:"))
        rows += [(view.top - 4, end, f"   {text}") for text in discs]
        depth = "the magnets' middle"
    if view.under:
        aside = light_offset(plan)
        rows.append(
            (
                view.top + 6,
                (spot + view.aside, view.top + 6),
                f"four holes of {light_hole(plan):g} mm, {aside:g} mm beside the middle",
            )
        )
    upright = plan.part == "reed" and plan.build["sensor"]["axes"] == "z"
    y = view.top + view.depth * CUT + (4 if upright else 0)
    name = plan.part.replace("-", " ") + (", its upper end" if upright else "")
    rows.append((y, (spot, y), f"{name}{' ' if upright else ', '}{plan.gap:g} mm under {depth}"))
    if view.under:
        wall = view.bottom + view.room * CUT * 0.4
        rows.append(
            (
                wall,
                (spot + 0.5 * plan.pitch * CUT, wall),
                f"white wall, {WALL_MM:g} mm, {view.room:g} high",
            )
        )
        if view.round:
            outer = tube(plan)[1]
            rows.append(
                (
                    wall,
                    (spot + 0.5 * plan.pitch * CUT, wall),
                    f"   in the corners: tubes of {outer:g} mm, wall {TUBE_WALL_MM:g}",
                )
            )
        rows.append((view.floor - 3, (spot, view.floor - 2.4 * CUT), "pixel under the cell"))
    x, line = view.right + 8, 0.0
    for wanted, end, text in rows:
        line = max(wanted + 1, line + 5)
        if not text.startswith(" "):
            draw.line((x - 2, line - 1), end, stroke=FADED, pen=0.2)
        draw.words(x + (4 if text.startswith(" ") else 0), line, text.strip(), 3.2)
    draw.words(
        view.left, draw.height - 5, f"Twice as large as life. {NOT_TRIED}", 2.8, colour=FADED
    )
