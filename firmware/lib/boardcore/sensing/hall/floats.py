"""Float arrays made without a temporary list.

``array("f", [0] * n)`` needs a list of n zeros for a moment, for which a fragmented heap may have
no free block, nor may it for n bytes more.
"""

from array import array


def zeros(count: int) -> "array[float]":
    """Return ``count`` floats, all 0.

    >>> zeros(3)
    array('f', [0.0, 0.0, 0.0])
    """
    # A range has a known length, so the array is allocated once, then cleared.
    floats = array("f", range(count))
    for i in range(count):
        floats[i] = 0
    return floats
