"""Check that the size of the pieces and the places of a layout agree.

The board itself looks at places only; drawings and the simulator also need the figures.
"""

from collections.abc import Iterator

from underboard.errors import UnderboardError
from underboard.jsontype import JsonObject

CELLS = ("places", "sensors")
"""Keys of a layout whose rows lie under cells, the first one that there is."""
SAME_MM = 0.5
"""Largest difference of two coordinates of one row, and of two distances, mm; chosen."""


def check_geometry(data: JsonObject) -> None:
    """Raise UnderboardError if pieces of this size cannot stand at the places of a layout."""
    geometry = data.get("geometry", {})
    pitch = geometry.get("pitch_mm")
    if not pitch:
        return
    for name in ("ball_mm", "ring_mm"):
        if geometry.get(name, 0) > pitch:
            raise UnderboardError(
                "layout: geometry.%s is %g mm and geometry.pitch_mm %g mm: pieces would overlap, "
                "so give a pitch of at least %g mm",
                name,
                geometry[name],
                pitch,
                geometry[name],
            )
    key = next((key for key in CELLS if data.get(key)), CELLS[0])
    found = min_distance(data.get(key, []))
    # Where a place is a whole slot, slots are that far apart.
    wanted = [pitch, geometry.get("slot_mm", pitch)]
    if found and all(abs(found - each) > SAME_MM for each in wanted):
        raise UnderboardError(
            "layout: geometry.pitch_mm is %g mm, but the nearest two of %s are %g mm apart: "
            "multiply x and y of %s, pixels and load cells by %.4g, or correct pitch_mm",
            pitch,
            key,
            found,
            key,
            pitch / found,
        )


def min_distance(places: list[JsonObject]) -> float:
    """Return the distance of the two nearest cells in one row or column, mm; 0 for none.

    >>> min_distance([{"cell": "a", "x": 0, "y": 0}, {"cell": "b", "x": 30, "y": 0}])
    30
    """
    spots = [(each["x"], each["y"]) for each in places if "x" in each]
    return min(_distances(spots), default=0)


def _distances(spots: list[tuple[float, float]]) -> Iterator[float]:
    for x, y in spots:
        for other_x, other_y in spots:
            if abs(y - other_y) < SAME_MM < other_x - x:
                yield other_x - x
            if abs(x - other_x) < SAME_MM < other_y - y:
                yield other_y - y
