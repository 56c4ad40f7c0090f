"""Another converter for load cells, one per cell, each on an I2C bus of its own.

All NAU7802 have the same address, so four need four buses, which ``bitbangio`` makes of any two
pins.  A chip has two channels, but each change between them costs four conversions: at 320
samples/s that leaves 40 a second and load cell.  So each chip reads one load cell, at 80.

Each ``read`` is one or two short transfers (0.2 ms, with a sample 0.5 ms, computed at FREQUENCY)
and never waits: setting a chip up is a list of register writes, one per ``read``, and pauses
between them are counted in conversions.  A chip that does not answer, has lost its supply or has
stopped converting is set up again.

Sources: registers and power-on sequence as published drivers use them (SparkFun, CedarGrove); the
data sheet itself was not read, and no chip was tried.
"""

from boardio.load_cells import NOTHING, signed

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from boardio.modules import I2C

ADDRESS = 0x2A
"""Address of the chip on its bus, as in published drivers."""
FREQUENCY = 200_000
"""Clock of a bus, Hz, at most; chosen: the chip takes 400,000, as in published drivers, but
pull-ups of 10 kilohm are slow."""

POWER, CONTROL_2, SAMPLE = b"\x00", b"\x02", b"\x12"
"""Addresses of registers that are read: PU_CTRL, CTRL2 and the three bytes of ADCO."""
UP = 0x08
"""Bit PUR of PU_CTRL, as in published drivers: the digital part is powered up."""
ON = 0x9E
"""PU_CTRL of a chip that converts: own regulator, conversions started, powered up."""
DONE = 0x20
"""PU_CTRL, bit CR: a conversion is done that was not read yet."""
CALIBRATES, FAILED = 0x04, 0x08
"""CTRL2, bits CALS and CAL_ERR."""

WRITES = (
    b"\x00\x01",  # PU_CTRL: reset all registers
    b"\x00\x02",  # PU_CTRL: digital part on; takes 0.2 ms
    b"\x00\x86",  # PU_CTRL: analog part on, the bridge fed by the chip's own regulator
    b"\x01\x2f",  # CTRL1: regulator 3.0 V, gain 128
    b"\x02\x30",  # CTRL2: channel 1, 80 samples/s
    b"\x15\x30",  # ADC: chopper clock off, as published drivers set it
    b"\x1c\x80",  # PWR_CTRL: capacitor across the unused channel 2
    b"\x00\x96",  # PU_CTRL: start conversions
    b"\x02\x34",  # CTRL2: calibrate the offset, inputs shorted inside the chip
)
"""Register and value, in the order of setting up."""
WAIT_UP, CALIBRATE, CALIBRATED, RUNNING = 2, len(WRITES) - 1, len(WRITES), len(WRITES) + 1
"""Steps: writes of WRITES up to CALIBRATE, then the wait for the calibration, then samples."""
WARM = 48
"""Number of conversions before the calibration; chosen, 0.6 s: regulator and analog part
settle."""
SETTLE = 4
"""Conversions after the calibration that still hold what was before."""
PATIENCE = 2000
"""Calls without a conversion or a step after which a chip is set up anew; chosen."""
PAUSE = 100
"""Calls without a transfer after a failed one, which may take a timeout; chosen."""


class I2cReader:
    """Reads one chip, never waiting, whenever it has a sample."""

    def __init__(self, bus: "I2C") -> None:
        """``bus``: like ``bitbangio.I2C``, with nothing else on it."""
        self._bus = bus
        bus.try_lock()
        self._byte = bytearray(1)
        self._bytes = bytearray(3)
        self._step = 0
        self._skip = 0  # conversions to throw away
        self._calls = 0  # since the last conversion or step
        self._pause = 0
        self.disconnected = 0
        """Number of times that the chip was lost and set up anew."""

    def read(self) -> int:
        """Return the sample that the chip has, NOTHING if there is none.

        Allocates nothing while the chip answers.
        """
        if self._pause:
            self._pause -= 1
            return NOTHING
        self._calls += 1
        try:
            if self._calls > PATIENCE:
                return self._lost()
            if self._step != RUNNING:
                self._set_up()
                return NOTHING
            return self._sample()
        except OSError:
            self._pause = PAUSE
            return self._lost()

    def _lost(self) -> int:
        self.disconnected += 1
        self._step = self._skip = self._calls = 0
        return NOTHING

    def _register(self, address) -> int:
        self._bus.writeto_then_readfrom(ADDRESS, address, self._byte)
        return self._byte[0]

    def _sample(self) -> int:
        """Return a sample that counts, NOTHING if there is none."""
        power = self._register(POWER)
        if power & ON != ON:
            return self._lost()
        if not power & DONE:
            return NOTHING
        found = self._bytes
        self._bus.writeto_then_readfrom(ADDRESS, SAMPLE, found)
        self._calls = 0
        if self._skip:
            self._skip -= 1
            return NOTHING
        return signed(found[0] << 16 | found[1] << 8 | found[2])

    def _set_up(self) -> None:
        """Go one step further, if the chip is ready for it."""
        step = self._step
        if step == WAIT_UP and not self._register(POWER) & UP:
            return
        if step == CALIBRATE and self._skip:
            self._sample()
            return
        if step == CALIBRATED:
            control = self._register(CONTROL_2)
            if control & CALIBRATES:
                return
            if control & FAILED:
                self._lost()
                return
            self._skip = SETTLE
        else:
            self._bus.writeto(ADDRESS, WRITES[step])
        self._step = step + 1
        self._calls = 0
        if step + 1 == CALIBRATE:
            self._skip = WARM


def readers_of(clocks, datas) -> list[I2cReader]:
    """Return a reader for the chip on each pair of pins, SCL and SDA."""
    # Not handed in as other modules are: the argument would cost every other board memory.
    import bitbangio

    readers = []
    for clock, data in zip(clocks, datas):
        readers.append(I2cReader(bitbangio.I2C(clock, data, frequency=FREQUENCY)))
    return readers
