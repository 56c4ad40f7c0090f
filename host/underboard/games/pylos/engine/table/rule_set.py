"""Rule set to which a table belongs."""

from math import comb
from typing import NamedTuple

VARIANTS = ("children", "standard", "expert")
ENDS = ("strict", "bga")
TAKES = ("one", "none", "others", "free")
"""Readings of the rule that takes balls back after a square or line.

``one``: one or two balls, one at a time (the rule sheet).  ``none``: also no ball.
``others``: not the ball just played; no ball if there is no other.  ``free``: as ``one``,
but the second ball must have been free before the first was taken.
"""


class RuleSet(NamedTuple):
    """Variant, end and take-back rule, on a pyramid of some base."""

    variant: str = VARIANTS[1]
    end: str = ENDS[0]
    takes: str = TAKES[0]
    base: int = 4

    @property
    def key(self) -> str:
        """Return a name for files, like ``standard-strict``."""
        parts = [self.variant, self.end]
        if self.takes != TAKES[0]:
            parts.append(self.takes)
        if self.base != 4:
            parts.append(f"base{self.base}")
        return "-".join(parts)

    @property
    def balls(self) -> int:
        """Return how many balls each side has."""
        return sum(size * size for size in range(1, self.base + 1)) // 2

    @property
    def is_strict(self) -> bool:
        """Return True if an empty reserve loses at once."""
        return self.end == ENDS[0]

    def own_counts(self, balls: int) -> range:
        """Return how many of ``balls`` on the board can be the mover's in a game that goes on.

        A strict game is over when a reserve is empty.
        """
        most = self.balls - self.is_strict
        return range(max(0, balls - most), min(balls, most) + 1)

    def entries(self, balls: int) -> int:
        """Return how many colourings an occupancy with ``balls`` has in a game that goes on."""
        return sum(comb(balls, own) for own in self.own_counts(balls))
