"""Calibration of four load cells, as the board stores it.

The 3 x 4 matrix from counts to weight and moments, the counts of the empty board, and the noise of
one sample.  Span and sensitivity of the layout are kept besides, so that a calibration of another
plate can be refused with its figures.  When play has shown that gains have drifted, the matrix is
written again with the gains of play, and by how much they differ from the calibration's.

What writes it is ``boardcore.store.scale_save``, which a board that plays seldom needs.
"""

from array import array
from binascii import crc32
from struct import calcsize, unpack_from

from boardcore.store.blob import CHECK, MISMATCH, NO_DAY, VALID, check

VERSION = 88
"""Version number of the format, chosen unlike any of Hall sensors; 87 is without gains of play."""
CELLS = 4
FORMAT = "<BIHHHHHHHH4i12fB4h"
"""Version, layout, boots, day, span in x and y (0.1 mm), counts per g, noise (quarter counts),
mass of the piece (0.01 g), misfit (0.001 g and 0.01 mm in one byte each), tare, matrix, how often
it was re-checked in play, and by how much gains differ since (0.1 %)."""
SIZE = calcsize(FORMAT) + CHECK
TENTHS, QUARTERS, HUNDREDTHS = 10, 4, 100
SHARES = 1000
"""Factor of a gain of one in the store; chosen, thousandths."""


class ScaleCalibration:
    """A calibration of one plate.

    ``matrix``: W, Mx, My per count, as ``Moments`` takes it; ``tare``: mean counts of the empty
    board; ``noise``: standard deviation of one sample, counts; ``grams``: of the piece;
    ``misfit_g``, ``misfit_mm``: rms residual of weight and place over all placings;
    ``correction_count``: how often play has corrected gains since, ``gain_errors``: by which
    fractions in all.
    """

    def __init__(self, layout) -> None:
        scale = layout.scale
        self.layout = layout_crc(layout)
        self.span_mm = span_of(scale)
        self.counts_per_g = int(scale.counts_per_g + 0.5)
        self.boots = 0
        self.day = NO_DAY
        self.noise = scale.noise_g * scale.counts_per_g
        self.grams = self.misfit_g = self.misfit_mm = 0.0
        self.tare = array("i", [0] * CELLS)
        self.matrix = array("f", [0.0] * (3 * CELLS))
        self.correction_count = 0
        self.gain_errors = array("f", [0.0] * CELLS)


def span_of(scale) -> tuple:
    """Return how far load cells are apart in x and y, mm."""
    span = []
    for axis in (0, 1):
        along = [spot[axis] for spot in scale.sensor_mm]
        span.append(max(along) - min(along))
    return tuple(span)


def layout_crc(layout) -> int:
    """Return a number that tells one plate from any other: its load cells and their wires."""
    check = 0  # whatever the game: one plate serves several
    for spot in layout.scale.sensor_mm:
        # In tenths of a millimetre, because no two Pythons print a float alike.
        check = crc32(b"%d %d" % (int(10 * spot[0] + 5000.5), int(10 * spot[1] + 5000.5)), check)
    return crc32(b"%d" % int(layout.scale.counts_per_g + 0.5), check)


def decode(stored, layout):
    """Return a calibration from its bytes, None if it cannot be read, and its state.

    One of another plate is returned, too, with MISMATCH.
    """
    stored = bytes(stored)
    state = check(stored, VERSION, SIZE - CHECK)
    if state != VALID:
        return None, state
    found = ScaleCalibration(layout)
    figures = unpack_from(FORMAT, stored, 0)
    if figures[1] != found.layout:
        state = MISMATCH
    found.layout, found.boots, found.day = figures[1:4]
    found.span_mm = (figures[4] / TENTHS, figures[5] / TENTHS)
    found.counts_per_g = figures[6]
    found.noise = figures[7] / QUARTERS
    found.grams = figures[8] / HUNDREDTHS
    found.misfit_g = (figures[9] >> 8) * 4 / 1000
    found.misfit_mm = (figures[9] & 255) / HUNDREDTHS
    for cell in range(CELLS):
        found.tare[cell] = figures[10 + cell]
    for at in range(3 * CELLS):
        found.matrix[at] = figures[10 + CELLS + at]
    found.correction_count = figures[10 + 4 * CELLS]
    for cell in range(CELLS):
        found.gain_errors[cell] = figures[11 + 4 * CELLS + cell] / SHARES
    return found, state
