"""Positions of a layout's sensors and magnets, for every kind of sensor.

Layouts of switches name no places: there they follow from the cells' pixels and the pieces' size.
"""

from dataclasses import dataclass

from boardcore.games import cells_module
from boardcore.layout.bias import read_bias, read_diameters, turns_freely
from boardcore.layout.layout import Layout
from underboard.hardware.build_plan import plan_of
from underboard.hardware.shapes.places import along, height, levels, moments, sunk

Spot = tuple[float, float, float]


@dataclass(frozen=True)
class Geometry:
    """Sensors, places and magnets of one layout; mm and A m2.

    ``axis``: along which a sensor feels, 0 to 2, and ``along_mm``: where on that axis its parts
    are: several along the blades of a reed; ``cells``: the cell of each place; ``moments``,
    ``diameters``: of each kind of piece, weakest first; ``count``, ``circle_mm``: magnets of a
    ring; ``free``: whether the magnets in pieces turn freely; ``bias``: place and moment of each
    magnet in the board, north up.
    """

    sensor_mm: tuple[Spot, ...]
    axis: int
    along_mm: tuple[float, ...]
    places: tuple[Spot, ...]
    cells: bytes
    moments: tuple[float, ...]
    diameters: tuple[float, ...]
    count: int
    circle_mm: float
    free: bool
    bias: tuple[tuple[float, float, float, float], ...]


def geometry_of(layout: Layout) -> Geometry:
    """Return the geometry of a layout with magnets in its pieces."""
    given = layout.field
    if given and layout.sensing == "field":
        return Geometry(
            given.sensor_mm, 2, (0.0,), given.places, layout.cell_of_sensor, given.moments,
            given.diameters, given.count, given.circle_mm, given.free, tuple(given.bias),
        )  # fmt: skip
    data = layout.data
    plan = plan_of(data)
    name_of = cells_module(layout.game)
    places, cells = [], []
    for row in levels(plan).values():
        for name, x, y in row:
            places.append((x, y, height(plan, name)))
            cells.append(name_of.parse_cell(name))
    strengths = tuple(moments(plan))
    free = turns_freely(data)
    sensor = plan.build["sensor"]
    return Geometry(
        tuple((s["x"], s["y"], s["z"] - sunk(sensor)) for s in data["sensors"]),
        "xyz".index(sensor["axes"][0]),
        along(sensor),
        tuple(places),
        bytes(cells),
        strengths,
        read_diameters(data["magnet"], len(strengths)) if free else (),
        plan.build.get("magnets_per_piece", 1),
        plan.build.get("magnet_circle_mm", 0.0),
        free,
        tuple(read_bias(data)),
    )
