"""Bias magnets of a layout, whose field turns the free magnets in the balls.

A ball holds a loose sphere that turns into the local field, so its direction is known however
the ball lies (firmware/docs/fields.md).  A layout says so by ``"shape": "sphere"``.
"""

from boardcore.errors import Phrase
from boardcore.layout.schema import are_numbers, check, field, numbers

SPHERE = "sphere"
"""The shape of magnets that turn freely."""
MAX_BIAS = 200
"""Largest number of bias magnets; chosen, a board reads all of them at once."""
MAX_MOMENT = 100.0
"""Largest moment of a bias magnet, A m2; chosen: a block of 100 cm3 of N42."""


def turns_freely(data) -> bool:
    """Return whether the magnets in the pieces of a layout turn freely."""
    magnet = data.get("magnet")
    return isinstance(magnet, dict) and magnet.get("shape") == SPHERE


def read_bias(data) -> list:
    """Return ``(x, y, z, moment)`` of each bias magnet: mm, and A m2, north pole up.

    Raises ParseError for a layout of free magnets without a bias, for any wrong value, and for a
    bias that no magnet follows.
    """
    free = turns_freely(data)
    expected = "a list of the magnets in the board, x, y, z in mm and A m2 of each"
    if not free and "bias" not in data:
        return []
    rows = field(data, "bias", list, expected)
    many = Phrase("1 to %d magnets, and magnet.shape %s", MAX_BIAS, SPHERE)
    check(free and 1 <= len(rows) <= MAX_BIAS, "bias", Phrase("%d magnets", len(rows)), many)
    for i in range(len(rows)):
        good = are_numbers(rows[i], 4) and 0 < abs(rows[i][3]) <= MAX_MOMENT
        expected = "x, y, z in mm and up to 100 A m2, north up above 0"
        check(good, "bias[%d]" % i, rows[i], expected)
    return [tuple([float(number) for number in row]) for row in rows]


def read_diameters(magnet, kinds: int) -> tuple:
    """Return the diameter of the sphere of each kind of piece, mm.  Raises ParseError."""
    expected = Phrase("a diameter in mm per kind of piece: %d", kinds)
    found = numbers(magnet, "diameters_mm", expected, "magnet.")
    check(len(found) == kinds, "magnet.diameters_mm", magnet["diameters_mm"], expected)
    return found
