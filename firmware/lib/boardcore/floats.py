"""Floats: room for many of them, without a list of as many zeros on the way.

On a heap that is full of small things a list, which is twice as long, may find no room.
"""

from array import array

SIZE = 4
"""Bytes of a float of the kind "f"."""


def zeros(count: int) -> "array[float]":
    """Return so many floats, all 0.

    >>> zeros(3)
    array('f', [0.0, 0.0, 0.0])
    """
    return array("f", bytes(SIZE * count))
