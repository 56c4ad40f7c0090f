"""Blind cells: finds the ring on a cell whose own sensor has failed, from the sensors around it.

A ring's field is thirty times weaker there than at its own sensor, so many scans are averaged, only
sensors of empty cells are used, and their common part is taken as drift.  There are four rings of
each size, so only a size that is missing elsewhere is possible.
"""

EACH = 4
"""Rings of one size (rules of the game)."""
ASIDE = 0.15
"""Relative deviation of a neighbouring ring's field: 2 mm off centre."""
FLOOR_UT = 5.0
"""Deviation by errors of zeros and gains, microteslas; chosen."""
FITS = 9.0
"""Chi-squared up to which a ring fits; above it a hand holds one near by."""
SURE = 12.0
"""Chi-squared margin from which another ring is accepted."""


def lies(cell: int, told: int, sizes, felt, found, shares, noises, strengths) -> tuple:
    """Return the size of the ring on a blind cell, 0 for none, and its direction, 1.0 or -1.0.

    ``told``: size reported before; ``sizes``: of all cells; ``felt``: field per sensor,
    microteslas; ``found``: strength per cell, relative to the weakest ring; ``shares``: see
    ``unmix.shares_of``; ``noises``: of ``felt``, microteslas, 0: failed; ``strengths``: per size.
    """
    choices = [0]
    for size in range(1, len(strengths) + 1):
        others = 0
        for other in range(len(sizes)):
            if other != cell and sizes[other] == size:
                others += 1
        if others < EACH:
            choices.append(size)
    if len(choices) == 1:
        return 0, 1.0
    strength, variance = _feel(cell, sizes, felt, found, shares, noises)
    best, least, before = 0, -1.0, -1.0
    for size in choices:
        own = strengths[size - 1] if size else 0.0
        off = abs(strength) - own
        # A ring off centre has another field.
        square = off * off / (variance + ASIDE * ASIDE * own * own)
        if least < 0 or square < least:
            best, least = size, square
        if size == told:
            before = square
    if least < FITS and (before < 0 or before - least > SURE):
        told = best
    return told, 1.0 if strength > 0 else -1.0


def _feel(cell: int, sizes, felt, found, shares, noises):
    """Return the estimated strength of a ring on a blind cell, and its variance.

    Least squares for the ring and a common drift, over the sensors of empty cells.
    """
    count = len(sizes)
    w = ws = wss = wr = wsr = 0.0
    for i in range(count):
        if i == cell or sizes[i] or not noises[i]:
            continue
        rest = felt[i]
        variance = noises[i] * noises[i] + FLOOR_UT * FLOOR_UT
        for other in range(count):
            if sizes[other] and other != cell:
                of_other = shares[i][other] * found[other]
                rest -= of_other
                variance += ASIDE * ASIDE * of_other * of_other
        share = shares[i][cell]
        w += 1 / variance
        ws += share / variance
        wss += share * share / variance
        wr += rest / variance
        wsr += share * rest / variance
    lead = wss * w - ws * ws
    if lead <= 0:
        return 0.0, 1e6
    return (wsr * w - ws * wr) / lead, w / lead
