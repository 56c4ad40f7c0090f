"""The clock of a debate, begun by the host and shown wherever the table looks."""

import time
from collections.abc import Callable

USUAL_S = 120
"""Length of a debate where the host has named none, in seconds; chosen."""
OVER_S = 8
"""Time for which a clock that has run out is still shown, in seconds; chosen."""


class Debate:
    """One clock; ``seconds`` is the usual length of a debate."""

    def __init__(self, seconds: int = USUAL_S, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self._clock = clock
        self._end_s: float | None = None

    def begin(self) -> None:
        """Start the clock anew."""
        self._end_s = self._clock() + self.seconds

    def stop(self) -> None:
        """Put the clock away."""
        self._end_s = None

    def left(self) -> int | None:
        """Return the seconds that are left, None if no clock is shown."""
        if self._end_s is None:
            return None
        left = self._end_s - self._clock()
        if left <= -OVER_S:
            self.stop()
            return None
        return max(0, -int(-left // 1))
