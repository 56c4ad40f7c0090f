"""Wood, walls and metal of a board's parts list."""

from collections.abc import Iterator

from underboard.hardware import light_paths, norms, plate_mechanics
from underboard.hardware.build_plan import BUTTON, BuildPlan
from underboard.hardware.parts.bom_line import PartKind, PartLine, line_of


def wood(plan: BuildPlan) -> Iterator[PartLine]:
    """Return the wood, walls, glue and screws of a board, and the metal of a plate."""
    if plan.piece == BUTTON:
        yield line_of("screws", PartKind("small screws, cable ties", "screws"), 1, "hub and pods")
        return
    if plan.weighs:
        yield from _plate(plan)
        return
    left, bottom, right, top = plan.frame
    sheets = 2 + (right - left > 300)
    size = f"{right - left + 60:g} × {top - bottom + 60:g} mm"
    plywood = f"plywood, about {size}, {light_paths.SURFACE_MM[plan.piece]:g} and 4 mm"
    kind = PartKind(plywood, "plywood")
    yield line_of("plywood", kind, sheets, "playing surface and bottom plate")
    if "slot_mm" in plan.data["geometry"]:
        side = square_mm(plan)
        squares = f"plywood {light_paths.SQUARE_MM:g} mm, four of {side:g} × {side:g} mm"
        holes = "squares, with holes for balls"
        yield line_of("squares", PartKind(squares, "offcut"), 1, holes, 4 * side * side / 100)
    yield line_of("case", PartKind("strips of wood for four walls", "frame"), 1, "round the board")
    yield from _walls(plan)
    screws = PartKind("screws of brass or plastic, hook-and-loop tape", "screws")
    yield line_of("screws", screws, 1, "iron would bend the field")
    glue = PartKind("clear hot glue, epoxy, wood glue", "glue")
    yield line_of("glue", glue, 1, "light holes, magnets, wood")


def square_mm(plan: BuildPlan) -> float:
    """Return the side of a square of Apagos: room for its outer holes and its corners' discs."""
    return float(plan.data["geometry"].get("square_mm", 2 * plan.pitch + 34))


def _walls(plan: BuildPlan) -> Iterator[PartLine]:
    yield line_of("walls", PartKind("white card or foam board, 1.6 mm", "card"), 1, "between cells")
    if plan.shapes.is_stacked:
        inner, outer = light_paths.tube(plan)
        tube = PartKind(f"tube {outer:g} mm outside, {inner:g} mm inside, 1 m", "tubes")
        gaps = sum(not light_paths.is_under(plan, pixel.x, pixel.y) for pixel in plan.pixels)
        metres = gaps * (plate_mechanics.chamber(plan) + 2) / 1000 if plan.weighs else 1
        yield line_of("tubes", tube, 1, "round each pixel in a gap", metres)


def _plate(plan: BuildPlan) -> Iterator[PartLine]:
    """Return the wood and metal of a plate on load cells."""
    area = plate_mechanics.base(plan)
    base = area[2] - area[0], area[3] - area[1]
    wide, deep = plan.data["plate"]["width_mm"], plan.data["plate"]["depth_mm"]
    bars = len(plan.load_cells)
    yield _sheet("base", f"plywood {plate_mechanics.BASE:g} mm", base, "base")
    birch = f"birch plywood {plate_mechanics.ply(plan):g} mm"
    yield _sheet("plate", birch, (wide, deep), "rests on feet")
    if light_paths.drilled(plan):
        yield from _walls(plan)
        glue = PartKind("stick of clear hot glue", "glue sticks")
        yield line_of("glue", glue, GLUE_STICKS, "light holes")
    walls = (2 * sum(base) + 4 * plate_mechanics.STRIP_LONG) / 1000
    high = plate_mechanics.wall_high(plan)
    metres = f"strip of wood {plate_mechanics.WALL:g} × {high:g} mm, {walls:.1f} m"
    strip = PartKind(metres, "strip of wood")
    yield line_of("frame", strip, 1, "frame round the plate, and four pieces under its base", walls)
    point = "the point belongs to the plate, the seat to the cell"
    yield line_of("feet", PartKind("dome nut M4, DIN 1587", "dome nuts"), bars, point)
    screws = plate_mechanics.lengths(plan)
    for name, length, number, where in (
        ("feet's screws", screws.foot, bars, "hold the feet, turned from above"),
        ("stops of the bars", screws.bar, bars, "in the inner hole of each free end"),
        ("stops of the plate", screws.plate, 5, "above each corner's pad and near the middle"),
    ):
        kind = PartKind(f"set screw M4 × {length}, hexagon socket, ISO 4026", "set screws M4")
        yield line_of(name, kind, number, where)
    caps = "caps, printed (cap-*), or hardwood sawn and drilled"
    yield line_of("caps", PartKind(caps, "caps"), bars, "one cone, one groove, two flats")
    sunk = PartKind(f"screw M4 × {screws.cap}, countersunk, hexagon socket, ISO 10642",
                "sunk screws M4")  # fmt: skip
    yield line_of("caps' screws", sunk, bars, "in the outer hole of each free end")
    washer = PartKind("washer M4, ISO 7089", "washers M4")
    yield line_of("washers", washer, bars - 1, "steel of the cone and of the flats")
    long = f"dowel pin {norms.PIN[0]:g} × {norms.PIN[1]:g} mm, ISO 8734"
    yield line_of("pins", PartKind(long, "dowel pins"), 2, "steel of the groove")
    spacers = f"spacers and pads of plywood {plate_mechanics.SPACER:g} mm"
    fixed = f"screw M5 × {screws.fixed} with washer, ISO 4017; {spacers}"
    yield line_of("bar screws", PartKind(fixed, "screws M5"), 2 * bars, "hold the fixed ends")
    putty = PartKind("modelling putty or double tape, four dabs", "putty")
    yield line_of("putty", putty, 1, "holds the board on the plate", PUTTY_G)


GLUE_STICKS = 2
"""Number of sticks of hot glue for a board's light holes, estimated: one holds 19 cm³ (11 × 200
mm), a hundred holes of 2.5 mm in wood of 10 mm hold 5 cm³; the rest runs beside."""
PUTTY_G = 5.0
"""Putty for four dabs, g; assumed."""


def _sheet(part: str, wood: str, size: tuple[float, float], purpose: str) -> PartLine:
    """Return the line of a piece of plywood, ``size`` in mm."""
    kind = PartKind(f"{wood}, {size[0]:g} × {size[1]:g} mm", "offcut")
    return line_of(part, kind, 1, purpose, size[0] * size[1] / 100)
