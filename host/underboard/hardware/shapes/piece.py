"""A part in its place in an assembly; nothing may stand where something else does."""

from typing import NamedTuple

from underboard.hardware.shapes.scad import Shape

WOOD, PALE, DARK = "BurlyWood", "Wheat", "Peru"
STEEL, BRASS, PLASTIC, GREEN, RED = "LightSlateGray", "Gold", "SteelBlue", "SeaGreen", "FireBrick"
TOUCH = 0.05
"""Volume that two touching parts may share, mm³; chosen."""


class Piece(NamedTuple):
    """One part in its place: the step that puts it there, name, colour, and what holds it."""

    step: int
    name: str
    colour: str
    shape: Shape
    inside: tuple[str, ...] = ()
    """Beginnings of names of parts in which it is screwed, pressed or let in."""
    until: int = 99
    """The last step that has it there."""
    through: tuple[int, ...] = ()
    """Steps in which one sees through it."""

    def stands(self, step: int) -> bool:
        """Return whether it is there in a step."""
        return self.step <= step <= self.until


def collisions(made: list[Piece]) -> list[str]:
    """Return which parts stand where another one does, and how much they share in mm³."""
    solids = [(piece, piece.shape.solid()) for piece in made]
    boxes = [solid.bounding_box() for _, solid in solids]
    found = []
    for i, (one, a) in enumerate(solids):
        for j in range(i):
            other, b = solids[j]
            if one.until < other.step or other.until < one.step or _apart(boxes[i], boxes[j]):
                continue
            if _held(one, other) or _held(other, one):
                continue
            shared = (a ^ b).volume()
            if shared > TOUCH:
                found.append(f"{one.name} and {other.name} share {shared:.1f} mm³")
    return found


def _apart(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return any(a[i] >= b[i + 3] or b[i] >= a[i + 3] for i in range(3))


def _held(one: Piece, other: Piece) -> bool:
    return any(other.name.startswith(name) for name in one.inside)
