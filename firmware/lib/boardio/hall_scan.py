"""The scans of Hall sensors, at their interval, for the decoder that reads pieces out."""

from boardcore.ticks import ticks_diff

NOT_YET = -1
PAUSE = 1
"""Number of loop iterations between two scans; chosen."""


class HallScanner:
    """Scans for a table; takes the place of ``boardio.switches.Switches``.

    A scan fills a loop iteration; some without follow, for all that needs a whole one.

    ``hall_adc``: the driver; ``table``: its ``sample_sink`` has ``counts`` and ``scan``.
    """

    def __init__(self, halls, table, interval_ms: int) -> None:
        self._halls = halls
        self._table = table
        self._interval_ms = interval_ms
        self._scanned_ms = NOT_YET
        self._pauses = 0

    def read_into(self, readings, now_ms: int) -> None:
        """Scan if it is time to; the decoder writes its own readings.  Allocates nothing."""
        last, sample_sink = self._scanned_ms, self._table.sample_sink
        if self._pauses:
            self._pauses -= 1
        elif last == NOT_YET or ticks_diff(now_ms, last) >= self._interval_ms:
            self._scanned_ms = now_ms
            self._halls.read_into(sample_sink.counts)
            sample_sink.scan()
            self._pauses = PAUSE
