"""The converter behind one load cell, at the level of its registers.

Sources: registers and power-on sequence as published drivers use them. A reset clears all
registers. The digital part needs 0.2 ms to be up; with the analog part on and CS set the chip
converts, at the rate in CTRL2. CR shows a conversion whose last byte has not been read. While a
calibration goes on CALS stays set, and four conversions after it still hold what was before. The
regulator feeds the bridge only with AVDDS, and takes a quarter of a second to settle.
"""

from collections.abc import Callable
from typing import Any

ADDRESS = 0x2A
"""Address of the chip on its bus, as in published drivers."""
REGISTERS = 0x20
"""Number of registers, up to that of the revision, as in published drivers."""
PU_CTRL, CTRL1, CTRL2, ADCO = 0x00, 0x01, 0x02, 0x12
RR, PUD, PUA, PUR, CS, CR, AVDDS = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x80
CALS, CAL_ERR, CHS = 0x04, 0x08, 0x80
READ_ONLY = PUR | CR
RATES = {0: 10.0, 1: 20.0, 2: 40.0, 3: 80.0, 7: 320.0}
"""Conversions a second, nominally, by the bits CRS of CTRL2."""
UP_MS = 0.2
REGULATOR_MS = 250.0
"""Time until the regulator is stable, ms; assumed."""
CALIBRATION_MS = 344.0
"""Time of the internal calibration, ms; assumed."""
SETTLE = 4
"""Number of conversions until the filter has settled; assumed, as with an HX711."""
REVISION = 0x0F
"""Code of the chip's revision in its last register; assumed."""
OFFSET = 1 << 16
"""Counts that a calibration is wrong by while the regulator has not settled; chosen."""


class Nau7802:
    """One chip.  ``plate``: the physics; ``micros``: the time in microseconds.

    ``failures``: how many calibrations will end with CAL_ERR.
    """

    def __init__(self, plate: Any, cell: int, micros: Callable[[], float]) -> None:
        self._plate, self._cell, self._micros = plate, cell, micros
        self.failures = 0
        self.power_on()

    def power_on(self) -> None:
        """Start as after a loss of the supply."""
        self._registers = bytearray(REGISTERS)
        self._registers[0x1F] = REVISION
        self._pointer = 0
        self._up_ms = self._fed_ms = self._begun_ms = self._calibrated_ms = 0.0
        self._read = 0
        self._offset = 0

    @property
    def answers(self) -> bool:
        """Whether the chip is there; what it held is lost while it is not."""
        if self._plate.wrong.are_dead and self._plate.wrong.is_silent(self._cell, self._now_ms()):
            self.power_on()
            return False
        return True

    def write(self, data: bytes) -> None:
        """Take the address of a register, and bytes for it and those after it."""
        self._pointer = data[0]
        for byte in data[1:]:
            self._write(self._pointer % REGISTERS, byte)
            self._pointer += 1

    def read(self, count: int) -> bytes:
        """Return bytes from the register on that was addressed last."""
        if count == 1 and self._pointer == PU_CTRL:
            # What firmware asks all the time: is there a conversion?
            self._pointer = 1
            return bytes((self._power(),))
        found = bytearray()
        for _ in range(count):
            found.append(self._read_one(self._pointer % REGISTERS))
            self._pointer += 1
        return bytes(found)

    def _now_ms(self) -> float:
        return self._micros() / 1000

    def _write(self, at: int, byte: int) -> None:
        now_ms, before = self._now_ms(), self._registers[at]
        if at == PU_CTRL:
            if byte & RR:
                self.power_on()
            byte &= ~READ_ONLY & 0xFF
            if byte & PUD and not before & PUD:
                self._up_ms = now_ms + UP_MS
            if byte & AVDDS and byte & PUA and not (before & AVDDS and before & PUA):
                self._fed_ms = now_ms + REGULATOR_MS
            if byte & CS and not before & CS:
                self._begin(now_ms)
        if at == CTRL2:
            if byte & CALS:
                self._calibrated_ms = now_ms + CALIBRATION_MS
            if byte & CALS or (byte ^ before) & ~(CALS | CAL_ERR):
                self._begin(now_ms + (CALIBRATION_MS if byte & CALS else 0))
        if not ADCO <= at < ADCO + 3 and at != 0x1F:
            self._registers[at] = byte

    def _begin(self, now_ms: float) -> None:
        """Start conversions anew."""
        self._begun_ms, self._read = now_ms, 0

    def _conversions(self) -> int:
        """Return how many conversions have ended since they were started."""
        power = self._registers[PU_CTRL]
        rate = RATES.get(self._registers[CTRL2] >> 4 & 7)
        if power & (PUD | PUA | CS) != PUD | PUA | CS or rate is None:
            return 0
        # Each chip has an oscillator of its own.
        off = self._plate.periods_ms[self._cell] * self._plate.parameters.rate_hz / 1000
        return max(0, int((self._now_ms() - self._begun_ms) * rate / 1000 / off))

    def _read_one(self, at: int) -> int:
        byte = self._registers[at]
        if at == PU_CTRL:
            byte = self._power()
        elif at == CTRL2 and byte & CALS and self._now_ms() >= self._calibrated_ms:
            byte = self._calibrated(byte)
        elif at == ADCO:
            # All three bytes are of one conversion.
            self._hold()
            byte = self._registers[at]
        elif at == ADCO + 2:
            self._read = self._conversions()
        return byte

    def _power(self) -> int:
        """Return PU_CTRL as it reads."""
        byte = self._registers[PU_CTRL]
        if byte & PUD and self._now_ms() >= self._up_ms:
            byte |= PUR
        if self._conversions() > self._read:
            byte |= CR
        return byte

    def _calibrated(self, byte: int) -> int:
        byte &= ~(CALS | CAL_ERR) & 0xFF
        if self.failures:
            self.failures -= 1
            byte |= CAL_ERR
        self._offset = 0
        if self._calibrated_ms - CALIBRATION_MS < self._fed_ms:
            self._offset = OFFSET
        self._registers[CTRL2] = byte
        return byte

    def _hold(self) -> None:
        """Put the latest conversion into the registers."""
        power, now_ms = self._registers[PU_CTRL], self._now_ms()
        counts = 0
        # Without its regulator nothing feeds the bridge; on channel 2 there is none.
        if power & AVDDS and not self._registers[CTRL2] & CHS:
            counts = self._plate.sample(self._cell, now_ms)
            counts = counts * (1 << (self._registers[CTRL1] & 7)) >> 7
            if self._conversions() <= SETTLE:
                counts //= 2
            counts = max(-(1 << 23), min((1 << 23) - 1, counts + self._offset))
        self._registers[ADCO : ADCO + 3] = (counts & 0xFFFFFF).to_bytes(3, "big")
