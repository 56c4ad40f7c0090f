"""Milliseconds that wrap at 2**29, as on the board.

Source: ``supervisor.ticks_ms`` wraps there so that every value stays a small int.
"""

PERIOD = 1 << 29
"""Period of ``supervisor.ticks_ms``, ms (firmware/docs/circuitpython.md, 2)."""
_HALF = PERIOD >> 1
"""Half the period, ms, after PERIOD."""
DAY_MS = 86400000
"""Time of a day, ms, by definition."""
HOUR_MS = 3600000
"""Time between two looks at stored times, ms; chosen: a few before they are three days old."""


def ticks_diff(later_ms: int, earlier_ms: int) -> int:
    """Return ``later_ms - earlier_ms`` across the wrap; negative if it is earlier.

    Right as long as the two are less than three days apart.  Allocates nothing.
    """
    return ((later_ms - earlier_ms + _HALF) & (PERIOD - 1)) - _HALF


def ticks_add(ticks_ms: int, delta_ms: int) -> int:
    """Return the time ``delta_ms`` after ``ticks_ms``."""
    return (ticks_ms + delta_ms) & (PERIOD - 1)


def recent(ticks_ms: int, now_ms: int) -> int:
    """Return a stored time, or one a day from now where it is further away.

    A clock that wraps takes what is three days old for the future: whoever stores a time calls
    this once an hour.  A negative one is no time.  Allocates nothing.
    """
    age_ms = ticks_diff(now_ms, ticks_ms)
    if ticks_ms < 0 or -DAY_MS <= age_ms <= DAY_MS:
        return ticks_ms
    return ticks_add(now_ms, -DAY_MS if age_ms > 0 else DAY_MS)


def bring_along(owner, names, now_ms: int) -> None:
    """Keep the times that ``owner`` stores under these names within a day; see ``recent``."""
    for name in names:
        setattr(owner, name, recent(getattr(owner, name), now_ms))
