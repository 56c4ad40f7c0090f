"""Author of an order, as the table must know them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Asker:
    """A visitor at the table: ``sides``: those of people for whom this one plays and speaks."""

    id: str = ""
    is_host: bool = False
    sides: frozenset[int] = frozenset()

    def speaks_for(self, side: int) -> bool:
        """Return True if this visitor plays a side."""
        return side in self.sides


HOST = Asker("host", True, frozenset((0, 1)))
"""Person at the computer who has handed no seat over."""
