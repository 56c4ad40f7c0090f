"""Frame: the mechanics of a plate on four load cells, from base to playing surface.

Lengths in mm; the base's upper side is at height 0.  Nothing here was tried on real hardware.
"""

from math import hypot
from typing import NamedTuple

from underboard.hardware.plan import Plan

BAR = (80.0, 12.7, 12.7)
"""A single-point load cell of 1 kg: length, width, height (usual; measure yours)."""
BAR_HOLES = (5.0, 20.0)
"""Its two threaded holes at each end, from that end (usual; measure yours)."""
FOOT_FROM_END = 12.5
"""Where the load stands: between the two holes of the free end."""
BASE, SPACER, CONTACT, PLY = 12.0, 6.0, 8.0, 9.0
"""Thickness of the base, of the spacer under a bar's fixed end, of a foot (screw head and
dome nut), and of the plate; chosen."""
WALL, AIR = 9.0, 4.0
"""The frame's walls, and the air between them and the plate; chosen."""
STOP_CLEAR = 12.0
"""Room between the stop near the middle and a pixel; chosen."""
CHAMBER = 15.0
"""Height of the chambers that stand on the plate, under a drilled board; chosen."""
SCREWS = (10, 12, 16, 20, 25, 30, 35, 40, 45, 50)
"""Lengths in which screws M4 are sold, mm."""
STOP_MM = 0.5
"""Air between a stop and the plate; for a bar's stop, more than it has once set; chosen."""
SPARE_MM = 1.0
"""Length of a stop's screw over what it needs, at least; chosen."""
HEAD_MM = 2.8
"""Height of the head of a screw M4 (hexagon, ISO 4017)."""
DOME_MM = 6.0
"""Depth of thread in a dome nut M4 (DIN 1587: 5.5 to 6)."""
SAG_MM = 0.3
"""A bar's sag at its rated load (data sheets say 0.2 to 0.4)."""
PLATE_UM_PER_N = 1.9
"""Sag of birch plywood of 9 mm, 250 mm wide, on feet 160 mm apart, in µm per N; computed."""


class Bar(NamedTuple):
    """One load cell: its foot, its free and its fixed end along x, and its y."""

    number: int
    foot: tuple[float, float]
    free: float
    fixed: float

    @property
    def inward(self) -> int:
        """The direction along x from the free to the fixed end: 1 or -1."""
        return 1 if self.fixed > self.free else -1

    @property
    def holes(self) -> list[float]:
        """Places of its screws through the base along x, mm."""
        return [self.fixed - self.inward * hole for hole in BAR_HOLES]


def ply(plan: Plan) -> float:
    """Return the thickness of the plate, mm: ``build.plate_mm``, or that of a small plate."""
    return plan.build.get("plate_mm", PLY)


def in_plate(plan: Plan, x: float, y: float) -> bool:
    """Tell whether a place lies over the plate, and not on the frame round it."""
    left, bottom, right, top = plan.plate
    return left < x < right and bottom < y < top


def chamber(plan: Plan) -> float:
    """Return the height of the chambers between plate and board, mm: 0 without pixels there."""
    if not any(in_plate(plan, p.x, p.y) for p in plan.pixels):
        return 0.0
    return plan.build.get("chamber_mm", CHAMBER)


def bars(plan: Plan) -> list[Bar]:
    """Return the load cells: feet as near the corners as the plate allows, bars along x."""
    left, _, right, _ = plan.plate
    middle = (left + right) / 2
    found = []
    for cell in plan.load_cells:
        way = 1 if cell.x < middle else -1
        free = cell.x - way * FOOT_FROM_END
        found.append(Bar(cell.number + 1, (cell.x, cell.y), free, free + way * BAR[0]))
    return found


def arm(plan: Plan) -> float:
    """Return how far the feet are from the middle, along x and y: the larger of both."""
    left, bottom, right, top = plan.plate
    x, y = (left + right) / 2, (bottom + top) / 2
    return max(max(abs(c.x - x), abs(c.y - y)) for c in plan.load_cells)


def stops(plan: Plan) -> list[tuple[float, float]]:
    """Return where stops stand under the plate: four corners, and one near the middle.

    The middle one gives way to pixels, which shine through the plate.
    """
    left, bottom, right, top = plan.plate
    inset = 10.0
    x, y = (left + right) / 2, (bottom + top) / 2
    steps = [(5.0 * i, 5.0 * j) for i in range(-8, 9) for j in range(-8, 9)]
    free = [
        (x + i, y + j)
        for i, j in sorted(steps, key=lambda step: (hypot(*step), step))
        if all(hypot(x + i - p.x, y + j - p.y) >= STOP_CLEAR for p in plan.pixels)
    ]
    return [
        (left + inset, bottom + inset),
        (right - inset, bottom + inset),
        (right - inset, top - inset),
        (left + inset, top - inset),
        free[0],
    ]


def base(plan: Plan) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top of the base, walls included."""
    left, bottom, right, top = plan.plate
    more = AIR + WALL
    return left - more, bottom - more, right + more, top + more


def heights(plan: Plan) -> dict[str, float]:
    """Return the height at which each layer begins, the base's upper side being 0."""
    bar = SPACER
    foot = bar + BAR[2]
    plate = foot + CONTACT
    top = plate + ply(plan)
    return {
        "base": -BASE,
        "spacer": 0.0,
        "bar": bar,
        "foot": foot,
        "plate": plate,
        "top": top,
        "board": top + chamber(plan),
    }


class Lengths(NamedTuple):
    """Lengths of the screws M4, mm: under a bar's free end, under the plate, in a foot."""

    bar: int
    plate: int
    foot: int


def lengths(plan: Plan) -> Lengths:
    """Return which screws M4 reach; stops come up through the base, feet down through the plate."""
    z = heights(plan)
    return Lengths(
        *(
            next(length for length in SCREWS if length >= least)
            for least in (
                BASE + z["bar"] - STOP_MM + SPARE_MM,
                BASE + z["plate"] - STOP_MM + SPARE_MM,
                ply(plan) + DOME_MM,
            )
        )
    )


def load(plan: Plan) -> float:
    """Return the weight of plate, board and all pieces, in g."""
    pieces = plan.data["pieces"]
    return plan.data["plate"]["mass_g"] + sum(
        mass * count for mass, count in zip(pieces["masses_g"], pieces["counts"], strict=True)
    )


def farthest(plan: Plan) -> float:
    """Return how far the outermost place is from the middle, along x or y."""
    left, bottom, right, top = plan.plate
    x, y = (left + right) / 2, (bottom + top) / 2
    return max(max(abs(p["x"] - x), abs(p["y"] - y)) for p in plan.data["places"])


def least_distance(plan: Plan) -> float:
    """Return the least distance between two places of one level, along the plate.

    Places of the next level lie between them; the rules tell levels apart.
    """
    spots = [(p["x"], p["y"]) for p in plan.data["places"]]
    if plan.game == "pylos":
        spots = [(p["x"], p["y"]) for p in plan.data["places"] if p["cell"][0] in "abcd"]
    if plan.game == "apagos":
        # Which hole of a square a ball lies in does not matter, only which slot.
        return float(plan.data["geometry"]["slot_mm"])
    return min(hypot(a[0] - b[0], a[1] - b[1]) for a in spots for b in spots if a != b)


def tipping_n(plan: Plan) -> float:
    """Return the force on a corner of the plate at which the opposite foot lifts, in N."""
    left, bottom, right, top = plan.plate
    x, y = (left + right) / 2, (bottom + top) / 2
    reach = min(min(abs(c.x - x), abs(c.y - y)) for c in plan.load_cells)
    over = max(right - x, top - y) - reach
    return plan.data["plate"]["mass_g"] / 1000 * 9.81 * reach / over if over > 0 else float("inf")
