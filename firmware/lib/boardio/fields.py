"""Fields: the scans of Hall sensors, at their interval, for the decoder that reads pieces out."""

from boardcore.ticks import ticks_diff

NOT_YET = -1
THINKING = 2
"""While somebody thinks about what was felt, scans come so much more rarely."""


class Fields:
    """Scans for a table; takes the place of ``boardio.switches.Switches``.

    A scan fills a turn of the loop; at least one without follows, for all that needs a whole one.

    ``halls``: the driver; ``table``: its ``taker`` has ``counts`` and ``scan``.
    """

    def __init__(self, halls, table, interval_ms: int) -> None:
        self._halls = halls
        self._table = table
        self._interval_ms = interval_ms
        self._scanned_ms = NOT_YET
        self._pause = False

    def read_into(self, readings, now_ms: int) -> None:
        """Scan if it is time to; the decoder writes its own readings.  Allocates nothing."""
        last, taker = self._scanned_ms, self._table.taker
        interval_ms = self._interval_ms
        if taker.thinking:
            interval_ms *= THINKING
        pause, self._pause = self._pause, False
        if not pause and (last == NOT_YET or ticks_diff(now_ms, last) >= interval_ms):
            self._scanned_ms = now_ms
            self._halls.read_into(taker.counts)
            taker.scan()
            self._pause = True
