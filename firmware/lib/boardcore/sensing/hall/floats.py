"""Floats: room for many of them, and for nothing else on the way.

On a heap that is full of small things a list of as many zeros, which is twice as long, may find
no room, nor may as many bytes besides.
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
