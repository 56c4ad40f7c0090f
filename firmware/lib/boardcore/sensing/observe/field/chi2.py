"""Sums over sensors: chi-squared without what is common to all, and float arrays.

    chi-squared  =  S2 - S1 * S1 / S0

with S0 the sum of the weights, 1 / variance; S1 that of the weighted differences and S2 that of
their weighted squares.  The second term takes off what is common to all sensors, whatever its size
(firmware/docs/hall-decoder.md, section 1).
"""

from array import array

MEAN = 16
"""Fixed-point scale of means, per raw count."""
DEVIATION = 16
"""Fixed-point scale of a difference in standard deviations of a scan."""
ROOT_CUT = 12
"""Bits of fraction in ``root_of``."""
NOISE_LEAST = 2.0
"""Smallest noise of a sensor, raw counts; products stay within 30 bits."""
OFF_MOST = 500000
"""Largest difference of means, 1/16 counts: 26 mT; products stay within 30 bits."""
FAR_MOST = 2000
"""Largest difference, in 1/DEVIATION."""


def zeros(count: int) -> "array[float]":
    """Return ``count`` floats, all 0.

    ``array("f", [0] * count)`` needs a list of as many zeros for a moment, for which a
    fragmented heap may have no free block, nor may it for ``count`` bytes more.

    >>> zeros(3)
    array('f', [0.0, 0.0, 0.0])
    """
    # A range has a known length, so the array is allocated once, then cleared.
    floats = array("f", range(count))
    for i in range(count):
        floats[i] = 0
    return floats


def chi_squared(differences, variances) -> float:
    """Return chi-squared of differences, without what is common; variance 0: left out.

    >>> chi_squared([3.0, 5.0, 9.0], [1.0, 1.0, 0.0])
    2.0
    """
    total = first = second = 0.0
    for i in range(len(differences)):
        if variances[i]:
            weight = 1 / variances[i]
            off = differences[i]
            total += weight
            first += off * weight
            second += off * off * weight
    return second - first * first / total if total else 0.0


def root_of(noise: float) -> int:
    """Return the weight of a sensor in ``chi_of_means``; ``noise``: of one scan, raw counts."""
    if not noise:
        return 0
    return int((DEVIATION << ROOT_CUT) / (MEAN * max(NOISE_LEAST, noise)) + 0.5)


def chi_of_means(one, scans: int, other, others: int, roots, share: float) -> float:
    """Return ``chi_squared`` of two means, in small integers: for what runs every few scans.

    ``one / scans``, ``other / others``: the means, raw counts; ``roots``: of ``root_of``;
    ``share``: variance of their difference relative to that of one scan.
    """
    total = first = second = 0
    for i in range(len(roots)):
        root = roots[i]
        if root:
            off = one[i] * MEAN // scans - other[i] * MEAN // others
            off = max(-OFF_MOST, min(OFF_MOST, off)) * root >> ROOT_CUT
            if off > FAR_MOST:
                off = FAR_MOST
            elif off < -FAR_MOST:
                off = -FAR_MOST
            total += root * root
            first += root * off
            second += off * off
    if not total:
        return 0.0
    return (second - first * (first / total)) / (share * DEVIATION * DEVIATION)
