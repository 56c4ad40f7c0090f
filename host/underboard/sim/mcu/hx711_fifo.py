"""Data words that the driver's PIO program has read from a simulated HX711.

A FIFO of four words: what no longer fits in is lost, the newest first (``push noblock``).
"""

from typing import Any

FIFO = 4
"""Number of words of the receive FIFO, by the datasheet of the RP2040."""
READ_MS = 0.33
"""Time from the end of a conversion to its word, ms; chosen: the 25 bits take 0.2 ms at 1 MHz."""
MASK = (1 << 24) - 1
"""Bits of one sample, 24, by the datasheet of the HX711."""


class Hx711Fifo:
    """The FIFO of one state machine of one simulated board."""

    def __init__(self, pico: Any, program: object, clock: int, data: int) -> None:
        self._pico = pico
        self._plate, self._cell = pico.load_cell_at(clock, data)
        self._begun_ms = pico.world.now_ms
        self._seen_ms = pico.world.now_ms
        self._words: list[int] = []

    def _fill(self) -> None:
        now_ms = self._pico.world.now_ms - READ_MS
        plate, cell = self._plate, self._cell
        if plate is None or now_ms <= self._seen_ms:
            return
        ended = plate.conversions(cell, self._seen_ms, now_ms)
        self._seen_ms = now_ms
        if plate.wrong.is_silent(cell, now_ms):
            return
        for ended_ms in ended[: FIFO - len(self._words)]:
            self._words.append((plate.sample(cell, now_ms, ended_ms) & MASK) << 1 | 1)

    def waiting(self) -> int:
        """Return how many words there are."""
        self._fill()
        return len(self._words)

    def next(self) -> int:
        """Return the oldest word."""
        self._fill()
        return self._words.pop(0) if self._words else 0

    def clear(self) -> None:
        """Forget all words."""
        self._words = []
