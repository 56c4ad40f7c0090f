"""Layout, sensing by weight: four load cells under a plate, and the places where pieces stand.

Load cells are no switches: a decoder finds out what stands from weight and moments.  So such a
layout lists load cells and places apart, and whoever reads the board gets one byte per *place*,
as from switches: 0 empty, else the kind of piece, counted from 1 in the order of
``pieces.masses_g``.

Load cells are listed round the plate, so that two neighbours in the list are neighbours on the
plate; each has its converter, an HX711 or an NAU7802, with clock and data pins of its own
(``scanner.clock``, ``.data``).
"""

from boardcore.errors import Phrase
from boardcore.layout.schema import NUMBER, bad_value, entries, field, numbers, read_cells
from boardcore.layout.spec import ScaleSpec

LOAD_CELLS = 4
"""Number of load cells under a plate; chosen, one in each corner."""
MAX_KINDS = 6
"""Largest number of kinds of pieces that a layout names; chosen."""
MIN_CALIBRATION = 3
"""Least number of placings; chosen, three points that lie on no line fix a plane."""
MIN_RATE, MAX_RATE = 8, 400
"""Samples a second: an HX711 gives 10 or 80, nominally."""
NAU7802_RATE = 80
"""Samples a second to which the driver sets each NAU7802, nominally; chosen."""
APART_SIGMAS = 4
"""Least difference of two kinds, in standard deviations of one piece's mass; chosen."""
NOISE_SHARE = 0.05
"""Largest sigma of one load cell in a rest, as a fraction of the lightest piece; chosen."""
FIGURES = (
    # key, unit, must be above 0
    ("counts_per_g", "raw counts per g", True),
    ("noise_g", "g, standard deviation of one sample of one load cell", True),
    ("rest_g", "g, standard deviation of one load cell in one rest", True),
    ("touch_g", "g, what a touch leaves in the weight", True),
    ("touch_gmm", "g mm, what a touch leaves in each moment", True),
    ("place_mm", "mm, how far a piece stands beside its place", False),
)


class ScaleParser:
    """Reads and checks what a layout says of its load cells: ``out``.

    Raises ParseError for anything missing or impossible.
    """

    def __init__(self, data, scanner, cell_of) -> None:
        """Read ``data``; ``cell_of(entry, where)`` returns the cell of an entry."""
        self.out = ScaleSpec()
        self._check_scanner(scanner)
        plate = field(data, "plate", dict, "the plate and its load cells")
        middle = self._read_load_cells(plate)
        self._read_places(data, cell_of, middle)
        self._read_calibration(plate, cell_of)
        given = field(data, "scale", dict, "what load cells and pieces do")
        for key, unit, above in FIGURES:
            value = field(given, key, NUMBER, unit, "scale.")
            if value < 0 or (above and not value):
                raise bad_value("scale." + key, value, Phrase("more than 0 %s", unit))
            setattr(self.out, key, float(value))
        self._read_pieces(data)
        self._check_load(plate)

    def _check_scanner(self, scanner) -> None:
        for name in ("clock", "data"):
            if len(scanner[name]) != LOAD_CELLS:
                raise bad_value("scanner." + name, scanner[name], Phrase("%d pins", LOAD_CELLS))
        rate = field(scanner, "rate_hz", NUMBER, "samples per second", "scanner.")
        if not MIN_RATE <= rate <= MAX_RATE:
            raise bad_value("scanner.rate_hz", rate, Phrase("%d to %d", MIN_RATE, MAX_RATE))
        if scanner["kind"] == "nau7802" and rate != NAU7802_RATE:
            raise bad_value("scanner.rate_hz", rate, Phrase("%d with nau7802", NAU7802_RATE))
        self.out.rate_hz = float(rate)

    def _read_load_cells(self, plate) -> tuple:
        entries = field(plate, "load_cells", list, Phrase("%d load cells", LOAD_CELLS), "plate.")
        if len(entries) != LOAD_CELLS:
            raise bad_value(
                "plate.load_cells", Phrase("%d entries", len(entries)), "%d" % LOAD_CELLS
            )
        sensor_mm = []
        for i in range(LOAD_CELLS):
            where = "plate.load_cells[%d]." % i
            sensor_mm.append(
                tuple([float(field(entries[i], axis, NUMBER, "mm", where)) for axis in "xy"])
            )
            if field(entries[i], "capacity_g", NUMBER, "g", where) <= 0:
                raise bad_value(where + "capacity_g", entries[i]["capacity_g"], "more than 0 g")
        middle = tuple([sum([spot[axis] for spot in sensor_mm]) / LOAD_CELLS for axis in (0, 1)])
        self.out.sensor_mm = tuple(
            [(spot[0] - middle[0], spot[1] - middle[1]) for spot in sensor_mm]
        )
        # Twice the area, by cross products round the plate: one sign throughout.
        turns = []
        for i in range(LOAD_CELLS):
            (ax, ay), (bx, by) = self.out.sensor_mm[i], self.out.sensor_mm[(i + 1) % LOAD_CELLS]
            turns.append(ax * by - ay * bx)
        if not (min(turns) > 0 or max(turns) < 0):
            raise bad_value(
                "plate.load_cells", [list(spot) for spot in sensor_mm], "corners in turn"
            )
        squares = [spot[0] * spot[0] + spot[1] * spot[1] for spot in self.out.sensor_mm]
        self.out.arm_mm = (sum(squares) / (2 * LOAD_CELLS)) ** 0.5
        return middle

    def _read_places(self, data, cell_of, middle) -> None:
        self.out.cells = read_cells(data, "places", cell_of)
        places = []
        for i, entry, where in entries(data, "places", "a list, one entry per place of a piece"):
            x, y = [float(field(entry, axis, NUMBER, "mm", where)) for axis in "xy"]
            places.append((x - middle[0], y - middle[1]))
            for axis in (0, 1):
                low = min([spot[axis] for spot in self.out.sensor_mm])
                high = max([spot[axis] for spot in self.out.sensor_mm])
                if not low < places[i][axis] < high:
                    raise bad_value(
                        where + "xy"[axis],
                        entry["xy"[axis]],
                        Phrase(
                            "%g to %g mm, between the load cells",
                            low + middle[axis],
                            high + middle[axis],
                        ),
                    )
        self.out.places = tuple(places)
        self.out.reach_mm = max([max(abs(x), abs(y)) for x, y in places])
        self.out.pitch_mm = _min_distance(places)

    def _read_calibration(self, plate, cell_of) -> None:
        """Read to which places a calibration leads a piece: corners and middle."""
        if "calibration_cells" not in plate:
            # The places nearest to the load cells, the lowest first.
            nearest = []
            for spot in self.out.sensor_mm:
                far = [(x - spot[0]) ** 2 + (y - spot[1]) ** 2 for x, y in self.out.places]
                nearest.append(far.index(min(far)))
            self.out.calibration_cells = tuple(nearest)
            return
        names = field(plate, "calibration_cells", list, "cells", "plate.")
        chosen = []
        for i in range(len(names)):
            cell = cell_of({"cell": names[i]}, "plate.calibration_cells[%d]." % i)
            if cell not in self.out.cells:
                raise bad_value("plate.calibration_cells[%d]" % i, names[i], "a cell of places")
            chosen.append(list(self.out.cells).index(cell))
        if len(set(chosen)) < MIN_CALIBRATION:
            raise bad_value(
                "plate.calibration_cells", names, Phrase("%d cells or more", MIN_CALIBRATION)
            )
        self.out.calibration_cells = tuple(chosen)

    def _read_pieces(self, data) -> None:
        pieces = field(data, "pieces", dict, "what stands on the board")
        expected = Phrase("1 to %d masses in g, lightest first", MAX_KINDS)
        self.out.masses = numbers(pieces, "masses_g", 1, expected, "pieces.")
        if len(self.out.masses) > MAX_KINDS or list(self.out.masses) != sorted(self.out.masses):
            raise bad_value("pieces.masses_g", pieces["masses_g"], expected)
        self.out.mass_spread = float(field(pieces, "spread", NUMBER, "a fraction", "pieces."))
        if not 0 < self.out.mass_spread < 0.5:
            raise bad_value("pieces.spread", self.out.mass_spread, "more than 0, less than 0.5")
        for i in range(1, len(self.out.masses)):
            one, other = self.out.masses[i - 1], self.out.masses[i]
            most = APART_SIGMAS * self.out.mass_spread * (one + other) / 2
            if other - one < most:
                raise bad_value(
                    "pieces.masses_g",
                    Phrase("%g and %g g, %g g apart", one, other, other - one),
                    Phrase(
                        "%.1f g at least, %d times their spread of %g %%",
                        most,
                        APART_SIGMAS,
                        100 * self.out.mass_spread,
                    ),
                )
        if self.out.rest_g > NOISE_SHARE * self.out.masses[0]:
            raise bad_value(
                "scale.rest_g",
                self.out.rest_g,
                Phrase(
                    "at most %g g for pieces of %g g",
                    NOISE_SHARE * self.out.masses[0],
                    self.out.masses[0],
                ),
            )
        self.out.counts = field(pieces, "counts", list, "how many of each mass", "pieces.")
        for count in self.out.counts:
            if not isinstance(count, int) or isinstance(count, bool) or count < 1:
                raise bad_value("pieces.counts", self.out.counts, "whole numbers from 1")
        if len(self.out.counts) != len(self.out.masses):
            raise bad_value("pieces.counts", self.out.counts, "one number for each of masses_g")

    def _check_load(self, plate) -> None:
        """Plate, board and all pieces must leave each load cell half of its range."""
        load = float(field(plate, "mass_g", NUMBER, "g, of plate and empty board", "plate."))
        for i in range(len(self.out.masses)):
            load += self.out.masses[i] * self.out.counts[i]
        for i in range(LOAD_CELLS):
            capacity = plate["load_cells"][i]["capacity_g"]
            if load / LOAD_CELLS > capacity / 2:
                raise bad_value(
                    "plate.load_cells[%d].capacity_g" % i,
                    capacity,
                    Phrase(
                        "%d or more: plate, board and pieces weigh %d g", load / 2 + 0.5, load + 0.5
                    ),
                )


def _min_distance(places) -> float:
    least = 1000.0
    for i in range(len(places)):
        for j in range(i):
            dx, dy = places[i][0] - places[j][0], places[i][1] - places[j][1]
            far = (dx * dx + dy * dy) ** 0.5
            if 1 < far < least:
                least = far
    return least
