"""Fields: the scans of Hall sensors, at their interval, for the decoder that reads pieces out."""

from boardcore.ticks import ticks_diff

NOT_YET = -1


class Fields:
    """Scans for a decoder; takes the place of ``boardio.switches.Switches``.

    ``halls``: the driver; ``taker``: with ``counts`` and ``scan``, as a table's ``health``.
    """

    def __init__(self, halls, taker, interval_ms: int) -> None:
        self._halls = halls
        self._taker = taker
        self._interval_ms = interval_ms
        self._scanned_ms = NOT_YET

    def read_into(self, readings, now_ms: int) -> None:
        """Scan if it is time to; the decoder writes its own readings.  Allocates nothing."""
        last = self._scanned_ms
        if last == NOT_YET or ticks_diff(now_ms, last) >= self._interval_ms:
            self._scanned_ms = now_ms
            self._halls.read_into(self._taker.counts)
            self._taker.scan()
