"""The mechanics of a plate on four load cells, from base to playing surface.

Lengths in mm; the base's upper side is at height 0.  Nothing here was tried on real hardware.
"""

from math import hypot, sqrt
from typing import NamedTuple

from underboard.errors import UnderboardError
from underboard.hardware import norms
from underboard.hardware.build_plan import BuildPlan

BAR = (80.0, 12.7, 12.7)
"""A single-point load cell of 1 kg: length, width, height (usual; measure yours)."""
BAR_HOLES = (5.0, 20.0)
"""Its two threaded holes at each end, from that end (usual; measure yours): M4 at the free end,
M5 at the fixed one."""
FOOT_FROM_END = 14.0
"""Distance of the load from the free end, mm; chosen between the head of its cap's screw and its
stop."""
BASE, SPACER, PLY = 12.0, 6.0, 9.0
"""Thickness of the base, of the spacer under a bar's fixed end, and of the plate; chosen."""
SEAT = 5.0
"""Height of a dome's lowest point over the bar, on each of the three seats; chosen."""
CAP = (25.0, 18.0, 5.0)
"""A cap on a bar's free end: along the bar, across, and how far its cheeks reach down; chosen."""
STAND = 2.0
"""Air between the plate and the nut of a foot, in which it is levelled; chosen."""
WALL, AIR = 9.0, 4.0
"""The frame's walls, and the air between them and the plate; chosen."""
RIM = 2.0
"""How far the frame stands above the plate, at least; chosen."""
STOP_CLEAR, ROW_CLEAR = 10.5, 7.5
"""Room between the stop near the middle and a pixel, and the beam of a row of them; chosen."""
CHAMBER = 15.0
"""Height of the chambers that stand on the plate, under a drilled board; chosen."""
STOP_MM = 0.5
"""Air between a stop of the plate and its pad on the base; chosen."""
BAR_STOP_MM = 0.3
"""Air between a bar's stop and the base, as it is put in; then it is set by load."""
SUNK = 0.5
"""How far a set screw's end lies below the surface in which it is turned, at least; chosen."""
HOLD_METAL, HOLD_WOOD = 4.0, 6.0
"""Thread that holds a screw M4 in metal and in plywood, at least: 1 and 1.5 diameters."""
STRIP_UNDER, STRIP_LONG = WALL, 100.0
"""Thickness and length of the four pieces of the walls' strip on which the base stands, flat under
its corners: heads of screws stick out below it; chosen."""
MODULE = (34.0, 21.0, 4.0)
"""A load cell's module, as most makers sell the HX711: length, width, height with its parts."""
TRAY = (37.8, 24.8, 5.0)
"""The printed tray round it."""
PICO = (52.0, 21.0, 4.0)
"""A Pico, lying on the base."""
SAG_MM = 0.3
"""Sag of a bar at its rated load, mm; chosen between 0.2 and 0.4, as data sheets say."""
PLATE_UM_PER_N = 1.9
"""Sag of birch plywood of 9 mm, 250 mm wide, on feet 160 mm apart, µm per N; computed."""


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

    @property
    def stop(self) -> tuple[float, float]:
        """Place of its stop: a set screw in the inner hole of its free end."""
        return self.free + self.inward * BAR_HOLES[1], self.foot[1]

    @property
    def cap_screw(self) -> tuple[float, float]:
        """Place of the screw that holds its cap: the outer hole of its free end."""
        return self.free + self.inward * BAR_HOLES[0], self.foot[1]


def ply(plan: BuildPlan) -> float:
    """Return the thickness of the plate, mm: ``build.plate_mm``, or that of a small plate."""
    return plan.fact("plate_mm", PLY)


def in_plate(plan: BuildPlan, x: float, y: float) -> bool:
    """Return True if a place lies over the plate, and not on the frame round it."""
    left, bottom, right, top = plan.plate
    return left < x < right and bottom < y < top


def chamber(plan: BuildPlan) -> float:
    """Return the height of the chambers between plate and board, mm: 0 without pixels there."""
    if not any(in_plate(plan, p.x, p.y) for p in plan.pixels):
        return 0.0
    return plan.fact("chamber_mm", CHAMBER)


def bars(plan: BuildPlan) -> list[Bar]:
    """Return the load cells: feet as near the corners as the plate allows, bars along x."""
    left, _, right, _ = plan.plate
    middle = (left + right) / 2
    found = []
    for cell in plan.load_cells:
        way = 1 if cell.x < middle else -1
        free = cell.x - way * FOOT_FROM_END
        found.append(Bar(cell.number + 1, (cell.x, cell.y), free, free + way * BAR[0]))
    return found


def arm(plan: BuildPlan) -> float:
    """Return how far the feet are from the middle, along x and y: the larger of both."""
    left, bottom, right, top = plan.plate
    x, y = (left + right) / 2, (bottom + top) / 2
    return max(max(abs(c.x - x), abs(c.y - y)) for c in plan.load_cells)


def stops(plan: BuildPlan) -> list[tuple[float, float]]:
    """Return where stops stand under the plate: four corners, and one near the middle.

    The middle one gives way to pixels, which shine through the plate.
    """
    left, bottom, right, top = plan.plate
    inset = 10.0
    x, y = (left + right) / 2, (bottom + top) / 2
    steps = [(2.5 * i, 2.5 * j) for i in range(-16, 17) for j in range(-16, 17)]
    rows = {p.y for p in plan.pixels if in_plate(plan, p.x, p.y)}
    free = [
        (x + i, y + j)
        for i, j in sorted(steps, key=lambda step: (hypot(*step), step))
        if all(hypot(x + i - p.x, y + j - p.y) >= STOP_CLEAR for p in plan.pixels)
        and all(abs(y + j - row) >= ROW_CLEAR for row in rows)
    ]
    return [
        (left + inset, bottom + inset),
        (right - inset, bottom + inset),
        (right - inset, top - inset),
        (left + inset, top - inset),
        free[0],
    ]


def base(plan: BuildPlan) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top of the base, walls included."""
    left, bottom, right, top = plan.plate
    more = AIR + WALL
    return left - more, bottom - more, right + more, top + more


def modules(plan: BuildPlan) -> list[tuple[float, float]]:
    """Return the lower left corners of the modules' trays, beside the bars' fixed ends."""
    middle = (plan.plate[1] + plan.plate[3]) / 2
    found = []
    for bar in bars(plan):
        left = min(bar.fixed, bar.fixed - bar.inward * TRAY[0])
        toward = 1 if bar.foot[1] < middle else -1
        y = bar.foot[1] + toward * (CAP[1] / 2 + 3)
        found.append((left, y if toward > 0 else y - TRAY[1]))
    return found


def pico(plan: BuildPlan) -> tuple[float, float]:
    """Return the lower left corner of the Pico: in the middle of the near wall."""
    left, bottom, right, _ = base(plan)
    return (left + right) / 2 - PICO[0] / 2, bottom + WALL + 3


BUTTONS_APART = 50.0
"""Distance between the middles of the two buttons in the near wall, mm; chosen."""


def heights(plan: BuildPlan) -> dict[str, float]:
    """Return the height at which each layer begins, the base's upper side being 0."""
    bar = SPACER
    cap = bar + BAR[2]
    tip = cap + SEAT
    plate = tip + norms.NUT_M4.high + STAND
    top = plate + ply(plan)
    return {
        "base": -BASE,
        "spacer": 0.0,
        "bar": bar,
        "cap": cap,
        "tip": tip,
        "plate": plate,
        "top": top,
        "board": top + chamber(plan),
    }


def wall_high(plan: BuildPlan) -> float:
    """Return the height of the frame's walls over the base.

    Raises UnderboardError if none is sold.
    """
    least = heights(plan)["top"] + RIM
    for high in norms.STRIPS:
        if high >= least:
            return float(high)
    raise UnderboardError(
        "no strip of wood is sold that is %g mm high: take a thinner plate", least
    )


def dips(kind: str) -> float:
    """Return how far a dome sinks into a seat below the steel's upper side.

    In a washer it rests on the hole's rim, between two pins on both, on a washer's ring on top.

    >>> [round(dips(kind), 2) for kind in ("cone", "groove", "flat")]
    [0.81, 0.71, 0.0]
    """
    ball = norms.NUT_M4.ball / 2
    if kind == "cone":
        return ball - sqrt(ball**2 - (norms.WASHER_M4.hole / 2) ** 2)
    if kind == "groove":
        pin = norms.PIN[0] / 2
        return pin - (sqrt((ball + pin) ** 2 - (PINS_APART / 2) ** 2) - ball)
    return 0.0


PINS_APART = 5.0
"""Between the middles of the two pins of a groove; chosen."""
SEATS = ("cone", "groove", "flat", "flat")
"""Seats by the number of the load cell: together they hold a plate without forcing it."""


class Lengths(NamedTuple):
    """Lengths of screws, mm: stops of bars, stops of the plate, feet, caps, fixed ends."""

    bar: int
    plate: int
    foot: int
    cap: int
    fixed: int


def lengths(plan: BuildPlan) -> Lengths:
    """Return which screws fit; all but those of the fixed ends are turned from above."""
    z = heights(plan)
    return Lengths(
        norms.SET_M4.longest(z["cap"] - SUNK - BAR_STOP_MM),
        norms.SET_M4.longest(z["top"] - SUNK - STOP_MM - SPACER),
        norms.SET_M4.longest(ply(plan) + STAND + norms.NUT_M4.thread - SUNK),
        norms.SUNK_M4.longest(SEAT + BAR[2] - SUNK),
        norms.HEX_M5.longest(BASE + SPACER + norms.WASHER_M5.thick + BAR[2] - SUNK),
    )


def threads(plan: BuildPlan) -> dict[str, tuple[float, float]]:
    """Return by screw how much of its thread holds, mm, and how much must."""
    z, long = heights(plan), lengths(plan)
    plate_stop = z["top"] - (SPACER + STOP_MM + long.plate)
    foot = ply(plan) + STAND + norms.NUT_M4.thread - long.foot
    return {
        "stop of a bar": (min(BAR_STOP_MM + long.bar, z["cap"]) - z["bar"], HOLD_METAL),
        "stop of the plate": (ply(plan) - max(plate_stop, 0), HOLD_WOOD),
        "foot in the plate": (ply(plan) - max(foot, 0), HOLD_WOOD),
        "foot in its nut": (norms.NUT_M4.thread, HOLD_METAL),
        "cap on its bar": (long.cap - SEAT, HOLD_METAL),
        "fixed end": (long.fixed - BASE - SPACER - norms.WASHER_M5.thick, norms.HEX_M5.diameter),
    }


def load(plan: BuildPlan) -> float:
    """Return the weight of plate, board and all pieces, in g."""
    pieces = plan.data["pieces"]
    masses = zip(pieces["masses_g"], pieces["counts"], strict=True)
    return sum((mass * count for mass, count in masses), float(plan.data["plate"]["mass_g"]))


def farthest(plan: BuildPlan) -> float:
    """Return how far the outermost place is from the middle, along x or y."""
    left, bottom, right, top = plan.plate
    x, y = (left + right) / 2, (bottom + top) / 2
    return max(max(abs(px - x), abs(py - y)) for px, py in plan.spots)


def tipping_n(plan: BuildPlan) -> float:
    """Return the force on a corner of the plate at which the opposite foot lifts, in N."""
    left, bottom, right, top = plan.plate
    x, y = (left + right) / 2, (bottom + top) / 2
    reach = min(min(abs(c.x - x), abs(c.y - y)) for c in plan.load_cells)
    over = max(right - x, top - y) - reach
    return plan.data["plate"]["mass_g"] / 1000 * 9.81 * reach / over if over > 0 else float("inf")
