"""A calibration of four load cells as bytes, to be stored (``boardcore.store.scale_cal``).

Loaded only when there is something to store.
"""

from array import array
from struct import pack_into

from boardcore.store.blob import CHECK, with_crc
from boardcore.store.scale_cal import (
    CELLS,
    FORMAT,
    HUNDREDTHS,
    QUARTERS,
    SHARES,
    SIZE,
    TENTHS,
    VERSION,
)

MAX_U16, MAX_CHECKS = 65535, 255
MAX_SHARE = 30
"""Bound of a stored gain error, a ratio; chosen so that SHARES of it fit into two bytes."""


def encode(found) -> bytes:
    """Return a calibration as bytes."""
    out = bytearray(SIZE - CHECK)
    misfit = (min(255, int(found.misfit_g * 1000 / 4 + 0.5)) << 8) + min(
        255, int(found.misfit_mm * HUNDREDTHS + 0.5)
    )
    figures = (
        found.boots & MAX_U16,
        found.day,
        int(TENTHS * found.span_mm[0] + 0.5),
        int(TENTHS * found.span_mm[1] + 0.5),
        found.counts_per_g,
        min(MAX_U16, int(QUARTERS * found.noise + 0.5)),
        min(MAX_U16, int(HUNDREDTHS * found.grams + 0.5)),
        misfit,
    ) + tuple(found.tare)
    off = [round(SHARES * max(-MAX_SHARE, min(MAX_SHARE, part))) for part in found.gain_errors]
    more = tuple(found.matrix) + (found.correction_count,) + tuple(off)
    pack_into(FORMAT, out, 0, VERSION, found.layout, *(figures + more))
    return with_crc(out)


def with_corrections(found, off, tare) -> bytes:
    """Return it as ``encode``, with a new tare and gains that play has found off by fractions."""
    kept = (found.matrix, found.gain_errors, found.tare, found.correction_count)
    matrix = [kept[0][at] / (1 + off[at % CELLS]) for at in range(3 * CELLS)]
    found.matrix = array("f", matrix)
    found.gain_errors = array("f", [kept[1][cell] + off[cell] for cell in range(CELLS)])
    found.tare, found.correction_count = tare, min(MAX_CHECKS, kept[3] + 1)
    out = encode(found)
    found.matrix, found.gain_errors, found.tare, found.correction_count = kept
    return out
