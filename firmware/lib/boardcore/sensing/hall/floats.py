"""Floats: makes large arrays of floats without a temporary list.

On a fragmented heap a list of as many zeros, which is twice as long, may find no room, nor may
as many bytes besides.
"""

from array import array


def zeros(count: int) -> "array[float]":
    """Return so many floats, all 0.

    >>> zeros(3)
    array('f', [0.0, 0.0, 0.0])
    """
    # Whose length is known before has its room in one piece; then they become 0.
    floats = array("f", range(count))
    for i in range(count):
        floats[i] = 0
    return floats
