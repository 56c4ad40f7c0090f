"""Debouncing of readings.

A magnet at the edge of its reed's reach lets it open for some hundredths of a second.  No player
lifts a piece and puts it back so fast; such a flicker would otherwise count as a turn that
nobody has made, or close an open question.
"""

from boardcore.ticks import ticks_diff

FLICKER_MS = 30
"""Longer than a reed flickers, shorter than a hand: chosen, nothing here was measured yet."""


class Debouncer:
    """The readings of ``sensors`` sensors, once all of them stood for FLICKER_MS."""

    def __init__(self, sensors: int) -> None:
        self.readings = bytearray(sensors)
        self._latest = bytearray(sensors)
        self._since_ms = 0
        self.waiting = False
        """Whether something has changed and is not believed yet."""

    def take(self, readings, now_ms: int) -> bool:
        """Take one scan; return True if ``readings`` has become another.

        Allocates nothing while nothing changes.
        """
        if readings != self._latest:
            self._latest[:] = readings
            self._since_ms = now_ms
            self.waiting = True
        if not self.waiting or ticks_diff(now_ms, self._since_ms) < FLICKER_MS:
            return False
        self.waiting = False
        if self._latest == self.readings:
            return False
        self.readings[:] = self._latest
        return True
