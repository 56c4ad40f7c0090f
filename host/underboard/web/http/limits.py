"""Rate and time limits per visitor and address, with a reserve for host and seats.

The host and the players have *reserved* places, which no number of others takes away.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

RATE_S = 10.0
"""Length of the window in which requests are counted, s; chosen."""
MAX_VISITOR = 300
"""Number of requests of one visitor in a window, without files of the page; chosen."""
MAX_ADDRESS = 3000
"""Number of requests of one address in a window, reserved visitors left out; chosen for a club's
router."""
MAX_KEYS = 4000
"""Number of visitors and addresses that are counted; chosen."""
MAX_READERS = 200
"""Number of streams in all; chosen: a stream costs a connection and its last state."""
RESERVED = 40
"""Number of streams that only hosts and seats get; chosen."""
VISITOR_STREAMS = 6
"""Number of streams of one visitor, as many pages in one browser; chosen."""
ADDRESS_STREAMS = 100
"""Number of streams of one address, reserved visitors left out; chosen."""


class Rates:
    """Counts requests per key in windows of RATE_S."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._counted: dict[str, tuple[float, int]] = {}

    def is_over(self, key: str, most: int) -> bool:
        """Count a request; return True if there were too many."""
        now = self._clock()
        since, count = self._counted.get(key, (now, 0))
        if now - since >= RATE_S:
            since, count = now, 0
        if len(self._counted) >= MAX_KEYS and key not in self._counted:
            self._counted = {
                other: value for other, value in self._counted.items() if now - value[0] < RATE_S
            }
            if len(self._counted) >= MAX_KEYS:
                self._counted.clear()
        self._counted[key] = (since, count + 1)
        return count >= most


class Readers:
    """Visitors with an open stream."""

    def __init__(self) -> None:
        self.visitors: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._guests = 0
        self.changed: Callable[[], None] = lambda: None
        """Function that is called when a visitor comes or goes."""

    def may_enter(self, visitor: str, address: str, reserved: bool) -> bool:
        """Return True if there is room for one stream more."""
        if self.visitors[visitor] >= VISITOR_STREAMS:
            return False
        if reserved:
            return self.visitors.total() < MAX_READERS
        room = self._guests < MAX_READERS - RESERVED
        return room and self._addresses[address] < ADDRESS_STREAMS

    @contextmanager
    def entered(self, visitor: str, address: str, reserved: bool) -> Iterator[None]:
        """Count a stream while it is open."""
        self.visitors[visitor] += 1
        if not reserved:
            self._guests += 1
            self._addresses[address] += 1
        self.changed()
        try:
            yield
        finally:
            self.visitors[visitor] -= 1
            self.visitors += Counter()
            if not reserved:
                self._guests -= 1
                self._addresses[address] -= 1
                self._addresses += Counter()
            self.changed()
