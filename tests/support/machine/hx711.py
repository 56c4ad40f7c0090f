"""HX711 (the converter behind one load cell, at the level of its two pins).

Source: its data sheet.  DOUT falls when a conversion is done; each rising edge of the clock puts
the next bit out, 24 of them, and the 25th pulse lets DOUT rise until the next conversion ends.  A
conversion that ends while bits are shifted out spoils them.  A clock that stays high for more than
60 us switches the chip off; then it needs four conversions to settle.
"""

from typing import Any

BITS = 24
PULSES = 25
OFF_US = 60
SETTLE = 4
"""Conversions after power-on."""


class Hx711:
    """One chip.  ``plate``: the physics; ``micros``: the time in microseconds."""

    def __init__(self, plate: Any, cell: int, micros: Any) -> None:
        self._plate, self._cell, self._micros = plate, cell, micros
        self._read_ms = -1.0  # end of the conversion that was read last
        self._word = 0
        self._pulses = 0
        self._high_us = -1.0
        # Samples before this are not settled.
        self._from_ms = micros() / 1000 + SETTLE * plate.periods_ms[cell]
        self._level = 1

    def _ready_ms(self) -> float:
        """Return when the latest conversion ended, or the one before if none is new."""
        now_ms = self._micros() / 1000
        if self._plate.wrong.is_silent(self._cell, now_ms):
            return self._read_ms
        last = self._plate.last_ms(self._cell, now_ms)
        return last if last > self._from_ms else self._read_ms

    def data(self) -> int:
        """Return the level of DOUT."""
        self._look_at_clock()
        if self._pulses:
            return self._level
        if self._micros() / 1000 < self._from_ms:
            return 1
        return 0 if self._ready_ms() > self._read_ms else 1

    def clock(self, high: bool) -> None:
        """Take an edge of the clock."""
        now_us = self._micros()
        if not high:
            self._look_at_clock()
            self._high_us = -1.0
            return
        self._high_us = now_us
        if not self._pulses:
            self._read_ms = self._ready_ms()
            self._word = self._plate.sample(self._cell, now_us / 1000) & ((1 << BITS) - 1)
        elif self._ready_ms() > self._read_ms:
            # A conversion has ended in the middle of it.
            self._word = self._plate.sample(self._cell, now_us / 1000) & ((1 << BITS) - 1)
            self._read_ms = self._ready_ms()
        self._pulses += 1
        if self._pulses <= BITS:
            self._level = self._word >> (BITS - self._pulses) & 1
        else:
            self._level = 1
            self._pulses = 0

    def _look_at_clock(self) -> None:
        """Switch off if the clock has been high for too long."""
        now_us = self._micros()
        if self._high_us >= 0 and now_us - self._high_us > OFF_US:
            self._pulses = 0
            self._read_ms = self._ready_ms()
            self._from_ms = now_us / 1000 + SETTLE * self._plate.periods_ms[self._cell]
            self._high_us = now_us
