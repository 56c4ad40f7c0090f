"""Check that the size of the pieces and the places of a layout agree.

The board itself looks at places only; drawings and the simulator also need the figures.
"""

from underboard.errors import UnderboardError
from underboard.jsontype import JsonObject

CELLS = ("places", "sensors")
"""Keys of a layout whose rows lie under cells, the first one that there is."""
SAME_MM = 0.5
"""Largest difference of two coordinates of one row, and of two distances, mm; chosen."""

APART = 1.5
"""Pitches from which two places are no neighbours, as goals and racks are; chosen."""


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
    # Where a place is a whole slot, slots are that far apart.
    wanted = [pitch, geometry.get("slot_mm", pitch)]
    distances = neighbour_distances(data.get(key, []))
    near = [found for found in distances if found < APART * max(wanted)] or distances[:1]
    odd = [found for found in near if all(abs(found - each) > SAME_MM for each in wanted)]
    if odd:
        found = odd[0]
        raise UnderboardError(
            "layout: geometry.pitch_mm is %g mm, but neighbours among %s are %g mm apart: "
            "multiply x and y of %s, pixels and load cells by %.4g, or correct pitch_mm",
            pitch,
            key,
            found,
            key,
            pitch / found,
        )


def neighbour_distances(places: list[JsonObject]) -> list[float]:
    """Return how far each cell is from the nearest one in its row and in its column, mm, sorted.

    >>> neighbour_distances([{"x": 0, "y": 0}, {"x": 30, "y": 0}, {"x": 30, "y": 40}])
    [30, 30, 40, 40]
    """
    spots = [(each["x"], each["y"]) for each in places if "x" in each]
    rows = [_nearest(x, [u for u, v in spots if abs(v - y) < SAME_MM]) for x, y in spots]
    columns = [_nearest(y, [v for u, v in spots if abs(u - x) < SAME_MM]) for x, y in spots]
    return sorted(filter(None, rows + columns))


def _nearest(at: float, others: list[float]) -> float:
    apart = [abs(other - at) for other in others]
    return min((found for found in apart if found > SAME_MM), default=0)
