"""Calibration of four load cells, as the board stores it.

The 3 x 4 matrix from counts to weight and moments, the counts of the empty board, and the noise of
one sample.  Span and sensitivity of the layout are kept besides, so that a calibration of another
plate can be refused with its figures.  When play has shown that gains have drifted, the matrix is
written again with the gains of play, and by how much they differ from the calibration's.
"""

from array import array
from binascii import crc32
from struct import calcsize, pack, unpack

from boardcore.store.blob import CHECK, HEAD_SIZE, Calibration

CELLS = 4
BODY = "<2fH4f4i12fB4f"
"""Span in x and y, counts per g, noise, mass of the piece, misfit, tare, matrix, how often it was
re-checked in play, and by how much gains differ since."""
SIZE = HEAD_SIZE + calcsize(BODY) + CHECK
MAX_CORRECTIONS = 255
"""Largest number of corrections that is counted; one byte."""


class ScaleCalibration(Calibration):
    """A calibration of one plate.

    ``matrix``: W, Mx, My per count, as ``Moments`` takes it; ``tare``: mean counts of the empty
    board; ``noise``: standard deviation of one sample, counts; ``grams``: of the piece;
    ``misfit_g``, ``misfit_mm``: rms residual of weight and place over all placings;
    ``correction_count``: how often play has corrected gains since, ``gain_errors``: by which
    fractions in all.
    """

    VERSION = 89

    def __init__(self, layout) -> None:
        scale = layout.scale
        Calibration.__init__(self, layout_crc(layout))
        self.span_mm = span_of(scale)
        self.counts_per_g = int(scale.counts_per_g + 0.5)
        self.noise = scale.noise_g * scale.counts_per_g
        self.grams = self.misfit_g = self.misfit_mm = 0.0
        self.tare = array("i", [0] * CELLS)
        self.matrix = array("f", [0.0] * (3 * CELLS))
        self.correction_count = 0
        self.gain_errors = array("f", [0.0] * CELLS)

    def encode(self) -> bytes:
        """Return the calibration as bytes, to be stored."""
        figures = self.span_mm + (self.counts_per_g, self.noise, self.grams)
        figures += (self.misfit_g, self.misfit_mm) + tuple(self.tare) + tuple(self.matrix)
        figures += (self.correction_count,) + tuple(self.gain_errors)
        return self.packed(pack(BODY, *figures))

    def corrected(self, off, tare) -> bytes:
        """Return it as ``encode``, with a new tare and gains that play found off by fractions."""
        saved = (self.matrix, self.gain_errors, self.tare, self.correction_count)
        matrix = [saved[0][at] / (1 + off[at % CELLS]) for at in range(3 * CELLS)]
        self.matrix = array("f", matrix)
        self.gain_errors = array("f", [saved[1][cell] + off[cell] for cell in range(CELLS)])
        self.tare, self.correction_count = tare, min(MAX_CORRECTIONS, saved[3] + 1)
        out = self.encode()
        self.matrix, self.gain_errors, self.tare, self.correction_count = saved
        return out


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
    found = ScaleCalibration(layout)
    state, body = found.unpacked(stored)
    if not body:
        return None, state
    figures = unpack(BODY, body)
    found.span_mm, found.counts_per_g = figures[:2], figures[2]
    found.noise, found.grams, found.misfit_g, found.misfit_mm = figures[3:7]
    found.tare = array("i", figures[7 : 7 + CELLS])
    found.matrix = array("f", figures[7 + CELLS : 7 + 4 * CELLS])
    found.correction_count = figures[7 + 4 * CELLS]
    found.gain_errors = array("f", figures[8 + 4 * CELLS :])
    return found, state
