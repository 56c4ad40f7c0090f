"""Figures: the numbers of a layout for load cells and rim lights, without the code that reads them.

A board unloads the modules that have read and checked them.
"""


class ScaleFigures:
    """The load cells, places and pieces of a layout with ``sensing`` ``weight``.

    Coordinates are in mm from the middle of the load cells: ``spots`` of the load cells,
    ``places`` of the places; ``cells``: the cell of each place; ``masses``: of each kind of piece,
    g; ``mass_spread``: their standard deviation as a fraction; ``arm_mm``: how far load cells are
    from the middle; ``reach_mm``: how far places are; ``pitch_mm``: the least distance of two;
    ``lead``: the places of a calibration.
    """

    rate_hz: float
    spots: "tuple[tuple[float, float], ...]"
    places: "tuple[tuple[float, float], ...]"
    cells: bytes
    lead: "tuple[int, ...]"
    arm_mm: float
    reach_mm: float
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


class Rim:
    """The lights round a board: ``of_cell`` all pixels of each cell, ``near_of_cell`` those at
    the nearer ends of its column and row, ``beat_of_cell`` the corner that beats for it."""

    def __init__(self, of_cell, near_of_cell, beat_of_cell) -> None:
        self.of_cell = of_cell
        self.near_of_cell = near_of_cell
        self.beat_of_cell = beat_of_cell
