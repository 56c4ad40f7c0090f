"""Sizes of parts that one buys, in mm, from the norms that they keep.

A shop may sell something else: the guides ask for a look with the calliper before wood is cut.
"""

from typing import NamedTuple


class DomeNut(NamedTuple):
    """A dome nut: its height, its flats, the ball of its dome, and the thread inside."""

    high: float
    flats: float
    ball: float
    thread: float


class Washer(NamedTuple):
    """A washer: outside, hole, thickness."""

    wide: float
    hole: float
    thick: float


class Screw(NamedTuple):
    """A screw's head (0 for a set screw), the key that turns it, lengths sold."""

    diameter: float
    head_wide: float
    head_high: float
    key: float
    lengths: tuple[int, ...]

    def longest(self, most: float) -> int:
        """Return the longest screw that is not longer than this, the shortest if there is none.

        >>> SET_M4.longest(36.2), SET_M4.longest(16)
        (35, 16)
        """
        return max((long for long in self.lengths if long <= most), default=self.lengths[0])


NUT_M4 = DomeNut(high=8.0, flats=7.0, ball=6.5, thread=5.5)
"""DIN 1587, M4."""
SET_M4 = Screw(4.0, 0.0, 0.0, 2.0, (6, 8, 10, 12, 16, 20, 25, 30, 35, 40))
"""ISO 4026, hexagon socket, flat point; pitch 0.7."""
SUNK_M4 = Screw(4.0, 8.96, 2.48, 2.5, (8, 10, 12, 16, 20))
"""ISO 10642, countersunk, hexagon socket; the head is as wide as its sharp cone would be."""
HEX_M5 = Screw(5.0, 8.0, 3.5, 8.0, (16, 20, 25, 30, 35, 40))
"""ISO 4017."""
WASHER_M4 = Washer(9.0, 4.3, 0.8)
"""ISO 7089, M4."""
WASHER_M5 = Washer(10.0, 5.3, 1.0)
"""ISO 7089, M5."""
PIN = (3.0, 12.0)
"""Dowel pin, ISO 8734: diameter and length."""
STRIPS = (35, 40, 45, 50, 55, 60, 70)
"""Heights in which strips of wood 9 mm thick are sold."""
