"""Ticks: milliseconds that wrap at 2**29, as on the board.

Source: ``supervisor.ticks_ms`` wraps there so that every value stays a small int.
"""

PERIOD = 1 << 29
_HALF = PERIOD >> 1


def ticks_diff(later_ms: int, earlier_ms: int) -> int:
    """Return ``later_ms - earlier_ms`` across the wrap; negative if it is earlier.

    Right as long as the two are less than three days apart.  Allocates nothing.
    """
    return ((later_ms - earlier_ms + _HALF) & (PERIOD - 1)) - _HALF


def ticks_add(ticks_ms: int, delta_ms: int) -> int:
    """Return the time ``delta_ms`` after ``ticks_ms``."""
    return (ticks_ms + delta_ms) & (PERIOD - 1)
