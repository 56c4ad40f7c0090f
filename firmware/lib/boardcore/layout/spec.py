"""Numbers of a layout for sensors and rim lights, without the code that reads them.

A board unloads the modules that have read and checked them.
"""


class ScaleSpec:
    """The load cells, places and pieces of a layout with ``sensing`` ``weight``.

    Coordinates are in mm from the middle of the load cells: ``sensor_mm`` of the load cells,
    ``places`` of the places; ``cells``: the cell of each place; ``masses``: of each kind of piece,
    g; ``mass_spread``: their standard deviation as a fraction; ``arm_mm``: how far load cells are
    from the middle; ``pitch_mm``: the least distance of two places;
    ``calibration_cells``: the places of a calibration.
    """

    sensor_mm: "tuple[tuple[float, float], ...]"
    places: "tuple[tuple[float, float], ...]"
    cells: bytes
    calibration_cells: "tuple[int, ...]"
    arm_mm: float
    pitch_mm: float
    counts_per_g: float
    noise_g: float
    rest_g: float
    touch_g: float
    touch_gmm: float
    place_mm: float
    masses: "tuple[float, ...]"
    mass_spread: float
    counts: "list[int]"


class HallSpec:
    """The sensors, the places and the magnets of a layout with ``sensing`` ``field``.

    ``channels``: multiplexer * 16 + input of each sensor; ``sensor_mm``, ``places``: x, y, z
    of each sensor and of the magnet of a piece on each place, mm; ``cells``: the cell of
    each place; ``count``, ``circle_mm``: the discs in a piece that lies flat and the diameter
    of the circle they stand on, else 1 and 0; ``moments``: of each kind of piece, A m2,
    weakest first; ``mt_per_count``, ``ut_per_count``: field of one count of ``analogio``;
    ``noise_counts``: what to expect, 1 sigma.
    ``full_mt``, ``apart_mt``: with ``sensing`` ``threshold`` what a ball adds at least, and by how
    much less empties a cell; there are no moments then, and each sensor's cell has the place.
    ``free``: whether magnets turn freely: then ``bias`` has ``(x, y, z, moment)`` of each magnet
    in the board, mm and A m2, and ``diameters`` those of the spheres, mm.
    """

    apart_mt: float
    bias: "list[tuple]"
    cells: bytes
    channels: bytes
    circle_mm: float
    count: int
    diameters: tuple
    free: bool
    full_mt: float
    moments: "tuple[float, ...]"
    mt_per_count: float
    noise_counts: float
    places: "tuple[tuple[float, float, float], ...]"
    sensor_mm: "tuple[tuple[float, float, float], ...]"
    ut_per_count: float


class RimSpec:
    """The lights round a board.

    ``of_cell``: all pixels of each cell; ``near_of_cell``: those at the nearer ends of its column
    and row; ``beat_of_cell``: the corner that beats for it.
    """

    def __init__(self, of_cell, near_of_cell, beat_of_cell) -> None:
        self.of_cell = of_cell
        self.near_of_cell = near_of_cell
        self.beat_of_cell = beat_of_cell
