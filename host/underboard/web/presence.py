"""Presence of visitors, by open streams and by polling."""

import time
from collections.abc import Callable

from underboard.web.http.limits import Readers

POLLING_S = 10.0
"""Time after its last question for which a page without a stream counts as there, s."""
MAX_KNOWN = 1000


class Presence:
    """Visitors who are connected, and how long the others have been away."""

    def __init__(self, readers: Readers, clock: Callable[[], float] = time.monotonic) -> None:
        self._readers = readers
        self._clock = clock
        self._seen: dict[str, float] = {}

    def asked(self, visitor: str) -> None:
        """Record that a visitor has asked for something."""
        self._seen.pop(visitor, None)
        self._seen[visitor] = self._clock()
        if len(self._seen) > MAX_KNOWN:
            self._seen.pop(next(iter(self._seen)))

    def away_s(self, visitor: str) -> float | None:
        """Return how long a visitor has been away, 0 if there, None if never seen."""
        if self._readers.visitors[visitor]:
            self._seen[visitor] = self._clock()
            return 0.0
        if visitor not in self._seen:
            return None
        away_s = self._clock() - self._seen[visitor]
        return 0.0 if away_s < POLLING_S else away_s

    def away_since(self, *visitors: str) -> float | None:
        """Return when the last of some visitors was there; None if one is, or none ever was."""
        known = [away_s for visitor in visitors if (away_s := self.away_s(visitor)) is not None]
        min_s = min(known, default=0.0)
        return self._clock() - min_s if min_s else None

    @property
    def watching(self) -> int:
        """Number of visitors with a page open."""
        return len(self._readers.visitors)
