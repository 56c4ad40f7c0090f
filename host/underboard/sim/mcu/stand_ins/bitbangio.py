"""Stand-in for CircuitPython's ``bitbangio``: I2C buses, made by two pins each.

As on a board (shared-bindings/bitbangio/I2C.c): a transfer needs the lock, ``OSError`` says that
nobody answered at the address, and nothing else goes on until it is over.
"""

import errno

from underboard.sim.mcu.nau7802 import ADDRESS
from underboard.sim.mcu.pico import the_pico

BYTE_BITS = 9
"""Bits of a byte and its acknowledgement, by the specification of I2C."""
CALL_US = 40.0
"""Time of a call in Python, beside its bits; chosen."""


class I2C:
    """One bus; the simulated chip whose pins these are is on it."""

    def __init__(self, scl, sda, *, frequency: int = 400000, timeout: int = 255) -> None:
        self._pico = the_pico()
        self._chip = self._pico.chip_at(scl.id, sda.id)
        self._bit_us = 1_000_000 / frequency
        self._locked = False

    def try_lock(self) -> bool:
        """Take the bus; False if it is taken."""
        if self._locked:
            return False
        self._locked = True
        return True

    def unlock(self) -> None:
        """Let others have the bus."""
        self._locked = False

    def deinit(self) -> None:
        """Let the pins go."""

    def writeto(self, address: int, buffer) -> None:
        """Write bytes to a chip."""
        self._transfer(address, len(buffer)).write(bytes(buffer))

    def readfrom_into(self, address: int, buffer) -> None:
        """Fill a buffer from a chip."""
        buffer[:] = self._transfer(address, len(buffer)).read(len(buffer))

    def writeto_then_readfrom(self, address: int, out_buffer, in_buffer) -> None:
        """Write bytes to a chip, then fill a buffer from it without letting the bus go."""
        self.writeto(address, out_buffer)
        self.readfrom_into(address, in_buffer)

    def _transfer(self, address: int, count: int):
        if not self._locked:
            raise RuntimeError("Function requires lock")
        found = self._chip is not None and address == ADDRESS and self._chip.answers
        bits = BYTE_BITS * (1 + (count if found else 0)) + 2
        self._pico.spent_us += CALL_US + bits * self._bit_us
        if not found:
            raise OSError(errno.ENODEV, "No such device")
        return self._chip
