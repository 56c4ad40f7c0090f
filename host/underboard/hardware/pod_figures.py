"""Dimensions shared by the printed circuit and the case of a voting pod.

The circuit's zero is its upper left corner, y downwards; the case's is its lower left one, where
the cable comes in, y upwards.  Lengths in mm.
"""

from typing import NamedTuple

Spot = tuple[float, float]

CIRCUIT = (60.96, 38.1)
THICK = 1.6
"""Thickness of the circuit, mm; chosen, makers' usual one."""
SCREWS: tuple[Spot, ...] = ((3.81, 3.81), (57.15, 3.81), (3.81, 34.29), (57.15, 34.29))
SOCKET, LIGHT = (30.48, 30.48), (30.48, 10.16)
"""Middle of the cable's socket, between its pegs, and of the pixel."""
STEP, LOCK = (10.16, 17.78), (50.8, 17.78)
"""First pads of the two buttons' wires."""


class PodBody(NamedTuple):
    """A body on the circuit or in the lid: width, depth and height."""

    wide: float
    deep: float
    high: float


RJ45 = PodBody(15.5, 18.0, 13.4)
"""The socket over the circuit; it ends at the circuit's edge."""
PLUG = (12.6, 12.0)
"""Window for a plug with its latch, mm (an RJ45 plug is 11.7 mm wide)."""
PIXEL_HIGH = 1.6
"""Height of a pixel, mm; assumed."""
BUTTON = PodBody(12.0, 16.0, 23.0)
"""A button in a panel: its hole, its nut across, its depth below with its wires; measure yours."""
WALL, FLOOR, LID, POST, PLAY = 2.0, 2.0, 2.0, 3.0, 0.3
POST_WIDE, POST_HOLE = 6.5, 2.5
"""A post under a screw, and its hole, into which a screw of 3 mm cuts its thread."""
TUBE = (8.0, 10.0)
"""Inside and outside of the lid's tube, which leads the pixel's light up; chosen."""
TUBE_GAP = 1.5
"""Between the pixel and the tube."""
AIR = 1.0
"""Between a button's wires and the circuit, at least; chosen."""


def case() -> PodBody:
    """Return the outside of the case without its lid."""
    inner = POST + THICK + max(RJ45.high, BUTTON.high) + AIR
    return PodBody(
        round(CIRCUIT[0] + 2 * (PLAY + WALL), 2),
        round(CIRCUIT[1] + 2 * (PLAY + WALL), 2),
        FLOOR + inner,
    )


def in_case(spot: Spot) -> Spot:
    """Return where a place of the circuit is in the case."""
    return spot[0] + PLAY + WALL, CIRCUIT[1] - spot[1] + PLAY + WALL


def board_top() -> float:
    """Return the height of the circuit's upper side over the case's underside."""
    return FLOOR + POST + THICK


def buttons() -> dict[str, Spot]:
    """Return the middles of the two buttons in the lid: beside the socket, as far out as fits."""
    size = case()
    aside = WALL + 1 + BUTTON.deep / 2
    y = in_case((0, 22.0))[1]
    return {"step": (aside, y), "lock": (size.wide - aside, y)}


def window() -> tuple[float, float, float, float]:
    """Return left, low, right and high end of the window for the plug, in the near wall."""
    x, _ = in_case(SOCKET)
    wide, high = RJ45.wide + 2 * PLAY, RJ45.high + PLAY
    return x - wide / 2, board_top(), x + wide / 2, board_top() + high
