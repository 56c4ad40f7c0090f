"""Shapes of a game's own board and pieces, for the drawings of a board under them."""

from math import hypot
from typing import NamedTuple

from underboard.jsontype import JsonObject
from underboard.registry import game_of, names

Spot = tuple[float, float]
Data = JsonObject
"""A layout, or its key for builders, as JSON."""


class Furniture(NamedTuple):
    """A thing that stands on a plate for good: its place, mm, and its name."""

    name: str
    left: float
    bottom: float
    right: float
    top: float


class Shapes:
    """Cells side by side on one level; a game's module ``shapes`` says what differs."""

    is_stacked = False
    """Whether pieces stand on others, level upon level."""
    in_squares = False
    """Whether pieces lie in holes of squares, which lie on the wood."""
    own_board = "the game's own board"
    grey = ""
    """Outline drawn in grey on the plate's drawing; empty: nothing."""

    def level(self, cell: str) -> int:
        """Return the level of a cell, 0 for the lowest."""
        return 0

    def low(self, data: Data) -> list[Spot]:
        """Return the places of the lowest level, mm."""
        return [(at["x"], at["y"]) for at in data["places"] if not self.level(at["cell"])]

    def furniture(self, data: Data, build: Data) -> list[Furniture]:
        """Return what stands on the plate besides the board."""
        return []

    def min_distance(self, data: Data) -> float:
        """Return the least distance, mm, between two places that sensors must tell apart."""
        low = self.low(data)
        return min(hypot(a[0] - b[0], a[1] - b[1]) for a in low for b in low if a != b)


def shapes_of(name: str) -> Shapes:
    """Return the shapes of a game, or of pods, which belong to none."""
    part = game_of(name).part("shapes") if name in names() else None
    return part.GameShapes() if part else Shapes()
