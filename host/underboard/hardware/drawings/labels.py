"""Placement of labels, each close to its object and free of overlaps."""

from math import cos, hypot, radians, sin

from underboard.hardware.drawings.drawing import INK, Path, TextLabel, VectorDrawing
from underboard.hardware.drawings.overlap_check import SOLID, Area, area_of, crosses, extent

TURNS = (90, 270, 45, 135, 315, 225, 0, 180, 67, 113, 293, 247)
"""Directions that are tried, in degrees anticlockwise from the right: above first."""
NEAREST, REACH = 2.5, 16.0
"""Least way of a name from what it names, and what may be added to it, mm on the page; chosen."""


class Labels:
    """Names on one drawing; ``spots``: what names belong to, in mm on the page."""

    def __init__(self, draw: VectorDrawing) -> None:
        self.draw = draw
        self.spots: list[tuple[float, float]] = []
        self._taken: list[Area] = []
        self._wires: list[tuple[tuple[float, float], tuple[float, float]]] = []
        for shape in draw.shapes:
            tag = getattr(shape, "tag", "")
            if isinstance(shape, TextLabel):
                self._taken.append(area_of(shape))
            elif isinstance(shape, Path) and tag == "chain":
                self._wires += list(zip(shape.points, shape.points[1:], strict=False))
            elif tag and tag.split()[0] in SOLID:
                self._taken.append(extent(shape))

    def put(
        self,
        spot: tuple[float, float],
        text: str,
        size: float,
        colour: str = INK,
        bold: bool = False,
    ) -> None:
        """Write a name near its spot.  Raises ValueError if there is no room."""
        word = TextLabel(*spot, text, size, colour, "middle", bold)
        around = area_of(word).grown(NEAREST + REACH + size)
        taken = [other for other in self._taken if other.meets(around, 0)]
        for wires in (True, False):
            for away in [NEAREST + 0.5 * step for step in range(int(2 * REACH))]:
                for turn in TURNS:
                    x = spot[0] + away * cos(radians(turn))
                    y = spot[1] - away * sin(radians(turn)) + 0.27 * size
                    word = TextLabel(x, y, text, size, colour, "middle", bold)
                    area = area_of(word)
                    middle = ((area.left + area.right) / 2, (area.top + area.bottom) / 2)
                    if self._free(area, taken, wires) and self._nearest(middle) == spot:
                        self._taken.append(area)
                        self.draw.shapes.append(word)
                        return
        raise ValueError(f"no room for {text!r} near {spot[0]:.0f}, {spot[1]:.0f}")

    def hang(self, spot: tuple[float, float], text: str, size: float) -> None:
        """Write a name that hangs down from its spot, or stands on it if a wire is below."""
        word = TextLabel(spot[0] - 0.27 * size, spot[1] + 3.2, text, size, turn=90)
        if any(crosses(area_of(word), *wire) for wire in self._wires):
            word = TextLabel(spot[0] + 0.27 * size, spot[1] - 3.2, text, size, turn=-90)
        self._taken.append(area_of(word))
        self.draw.shapes.append(word)

    def _nearest(self, place: tuple[float, float]) -> tuple[float, float]:
        return min(self.spots, key=lambda s: hypot(s[0] - place[0], s[1] - place[1]))

    def _free(self, area: Area, taken: list[Area], wires: bool) -> bool:
        if any(area.meets(other, 0) for other in taken):
            return False
        return not wires or not any(crosses(area, *wire) for wire in self._wires)
