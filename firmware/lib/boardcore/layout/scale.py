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
from boardcore.layout.schema import NUMBER, check, field, number, numbers, place, read_places
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
    # key, unit, may be 0
    ("counts_per_g", "raw counts per g", False),
    ("noise_g", "g, standard deviation of one sample of one load cell", False),
    ("rest_g", "g, standard deviation of one load cell in one rest", False),
    ("touch_g", "g, what a touch leaves in the weight", False),
    ("touch_gmm", "g mm, what a touch leaves in each moment", False),
    ("place_mm", "mm, how far a piece stands beside its place", True),
)


def read_scale(data, scanner, cell_of) -> ScaleSpec:
    """Return the figures of ``data``; ``cell_of(entry, where)`` returns the cell of an entry.

    Raises ParseError for anything missing or impossible.
    """
    out = ScaleSpec()
    _check_scanner(scanner)
    plate = field(data, "plate", dict, "the plate and its load cells")
    middle = _read_load_cells(out, plate)
    _read_places(out, data, cell_of, middle)
    _read_calibration(out, plate, cell_of)
    given = field(data, "scale", dict, "what load cells and pieces do")
    for key, unit, zero in FIGURES:
        setattr(out, key, number(given, key, unit, "scale.", zero))
    _read_pieces(out, data)
    _check_load(out, plate)
    return out


def _check_scanner(scanner) -> None:
    for name in ("clock", "data"):
        pins = scanner[name]
        check(len(pins) == LOAD_CELLS, "scanner." + name, pins, Phrase("%d pins", LOAD_CELLS))
    rate_hz = number(scanner, "rate_hz", "samples per second", "scanner.")
    good, expected = MIN_RATE <= rate_hz <= MAX_RATE, Phrase("%d to %d", MIN_RATE, MAX_RATE)
    if scanner["kind"] == "nau7802":
        good, expected = rate_hz == NAU7802_RATE, Phrase("%d with nau7802", NAU7802_RATE)
    check(good, "scanner.rate_hz", scanner["rate_hz"], expected)


def _read_load_cells(out: ScaleSpec, plate) -> tuple:
    """Read where load cells are; return their middle, mm."""
    cells = field(plate, "load_cells", list, Phrase("%d load cells", LOAD_CELLS), "plate.")
    many = Phrase("%d entries", len(cells))
    check(len(cells) == LOAD_CELLS, "plate.load_cells", many, "%d" % LOAD_CELLS)
    spots = []
    for i in range(LOAD_CELLS):
        where = "plate.load_cells[%d]." % i
        spots.append(place(cells[i], where, "xy"))
        number(cells[i], "capacity_g", "g", where)
    middle = tuple([sum([spot[axis] for spot in spots]) / LOAD_CELLS for axis in (0, 1)])
    out.sensor_mm = tuple([(x - middle[0], y - middle[1]) for x, y in spots])
    # Twice the area, by cross products round the plate: one sign throughout.
    turns = []
    for i in range(LOAD_CELLS):
        (ax, ay), (bx, by) = out.sensor_mm[i - 1], out.sensor_mm[i]
        turns.append(ax * by - ay * bx)
    good = min(turns) > 0 or max(turns) < 0
    check(good, "plate.load_cells", [list(spot) for spot in spots], "corners in turn")
    squares = [x * x + y * y for x, y in out.sensor_mm]
    out.arm_mm = (sum(squares) / (2 * LOAD_CELLS)) ** 0.5
    return middle


def _read_places(out: ScaleSpec, data, cell_of, middle) -> None:
    out.cells, spots = read_places(data, "places", cell_of, "xy")
    for axis in (0, 1):
        along = [middle[axis] + sensor[axis] for sensor in out.sensor_mm]
        between = Phrase("%g to %g mm, between the load cells", min(along), max(along))
        for i in range(len(spots)):
            good = min(along) < spots[i][axis] < max(along)
            seen = data["places"][i]["xy"[axis]]
            check(good, "places[%d].%s" % (i, "xy"[axis]), seen, between)
    out.places = tuple([(x - middle[0], y - middle[1]) for x, y in spots])
    out.pitch_mm = _min_distance(out.places)


def _read_calibration(out: ScaleSpec, plate, cell_of) -> None:
    """Read to which places a calibration leads a piece: corners and middle."""
    names = field(plate, "calibration_cells", list, "cells", "plate.")
    chosen = []
    for i in range(len(names)):
        key = "plate.calibration_cells[%d]" % i
        cell = cell_of({"cell": names[i]}, key + ".")
        check(cell in out.cells, key, names[i], "a cell of places")
        chosen.append(list(out.cells).index(cell))
    many = Phrase("%d cells or more", MIN_CALIBRATION)
    check(len(set(chosen)) >= MIN_CALIBRATION, "plate.calibration_cells", names, many)
    out.calibration_cells = tuple(chosen)


def _read_pieces(out: ScaleSpec, data) -> None:
    pieces = field(data, "pieces", dict, "what stands on the board")
    expected = Phrase("1 to %d masses in g, lightest first", MAX_KINDS)
    masses = out.masses = numbers(pieces, "masses_g", expected, "pieces.")
    good = len(masses) <= MAX_KINDS and list(masses) == sorted(masses)
    check(good, "pieces.masses_g", pieces["masses_g"], expected)
    spread = out.mass_spread = number(pieces, "spread", "a fraction", "pieces.")
    check(spread < 0.5, "pieces.spread", pieces["spread"], "more than 0, less than 0.5")
    for i in range(1, len(masses)):
        one, other = masses[i - 1], masses[i]
        least = APART_SIGMAS * spread * (one + other) / 2
        apart = Phrase("%g and %g g, %g g apart", one, other, other - one)
        sigmas = (least, APART_SIGMAS, 100 * spread)
        expected = Phrase("%.1f g at least, %d times their spread of %g %%", *sigmas)
        check(other - one >= least, "pieces.masses_g", apart, expected)
    most = NOISE_SHARE * masses[0]
    expected = Phrase("at most %g g for pieces of %g g", most, masses[0])
    check(out.rest_g <= most, "scale.rest_g", out.rest_g, expected)
    counts = out.counts = field(pieces, "counts", list, "how many of each mass", "pieces.")
    for count in counts:
        good = isinstance(count, int) and not isinstance(count, bool) and count > 0
        check(good, "pieces.counts", counts, "whole numbers from 1")
    good = len(counts) == len(masses)
    check(good, "pieces.counts", counts, "one number for each of masses_g")


def _check_load(out: ScaleSpec, plate) -> None:
    """Plate, board and all pieces must leave each load cell half of its range."""
    load = float(field(plate, "mass_g", NUMBER, "g, of plate and empty board", "plate."))
    load += sum([out.masses[i] * out.counts[i] for i in range(len(out.masses))])
    told = "%d or more: plate, board and pieces weigh %d g"
    expected = Phrase(told, load / 2 + 0.5, load + 0.5)
    for i in range(LOAD_CELLS):
        capacity = plate["load_cells"][i]["capacity_g"]
        key = "plate.load_cells[%d].capacity_g" % i
        check(load / LOAD_CELLS <= capacity / 2, key, capacity, expected)


def _min_distance(places) -> float:
    least = 1000.0
    for i in range(len(places)):
        for j in range(i):
            dx, dy = places[i][0] - places[j][0], places[i][1] - places[j][1]
            far = (dx * dx + dy * dy) ** 0.5
            if 1 < far < least:
                least = far
    return least
