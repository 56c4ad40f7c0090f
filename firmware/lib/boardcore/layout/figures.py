"""Figures: what a layout says of its load cells, without what reads it.

A board lets go of the module that has read and checked them.
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
