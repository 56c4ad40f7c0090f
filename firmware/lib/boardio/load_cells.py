"""Driver for load cells (one HX711 per cell with its own clock, never blocking).

The chips run free, at about 92 samples/s, so each is read as soon as it has a sample.  An HX711
shows that by a low DOUT; 24 clock pulses shift the sample out, highest bit first, and one more
chooses the same channel and gain (A, 128) and must leave DOUT high.  If it does not, the sample
was torn: it is thrown away.

A PIO state machine reads each chip.  Python could by two pins, but where an interrupt keeps its
clock high for 60 us the chip goes to sleep, and the rest of the word, check bit included, is 1.
"""

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:  # true for type checkers only; a board has no use for it
    from boardio.modules import Rp2Pio

NOTHING = 1 << 24
"""Code instead of a sample: none has come since the last one, or it was torn; chosen beyond 24
bits."""
FIFO = 4
"""Samples that a state machine keeps while the loop is busy, by the datasheet of the RP2040."""
SIGN = 1 << 23
"""Bit of the sign of a sample, by the datasheet of the HX711."""

PROGRAM = array(
    "H",
    [0x20A0, 0x2020, 0xE037, 0xB342, 0x4201, 0x0043, 0xB342, 0xA342, 0x4001, 0x8000],
)  # fmt: skip
"""For one chip, with one side-set pin, the clock::

    0 wait 1 pin 0             DOUT high: the sample before is over
    1 wait 0 pin 0             DOUT low: a new one
    2 set x 23
    3 bit: nop side 1 [3]      4 us high; over 60 us would switch the chip off
    4 in pins 1 side 0 [2]     read after the falling edge
    5 jmp x-- bit
    6 nop side 1 [3]
    7 nop side 0 [3]
    8 in pins 1                the check: must be 1
    9 push noblock
"""
FREQUENCY = 1_000_000
"""Clock of the state machines, Hz; chosen, one instruction a microsecond."""


RESET_US = 100
"""Time of a high clock that switches the chip off, us; its datasheet asks for 60."""


def reset(clock, delay_us) -> None:
    """Switch a chip off and on: DOUT is high until it has settled, four conversions later.

    ``clock``: with a ``value``.  The program waits for an edge, and a chip that nobody has read
    since power-on shows none.
    """
    clock.value = True
    delay_us(RESET_US)
    clock.value = False


class PioReader:
    """Reads one chip by a state machine that keeps a few samples while the loop is busy."""

    def __init__(self, rp2pio: "Rp2Pio", clock, data) -> None:
        """``clock``, ``data``: pins of the board; the chip was ``reset``."""
        self._machine = rp2pio.StateMachine(
            PROGRAM,
            frequency=FREQUENCY,
            first_in_pin=data,
            first_sideset_pin=clock,
            in_shift_right=False,
            wrap_target=0,
            wrap=9,
        )
        self._word = array("L", [0])
        self.disconnected = 0
        """Number of samples with a wrong check bit."""

    def read(self) -> int:
        """Return the oldest sample that was not read yet, NOTHING if there is none.

        Allocates nothing.
        """
        machine = self._machine
        if not machine.in_waiting:
            return NOTHING
        machine.readinto(self._word)
        word = self._word[0]
        if not word & 1:
            self.disconnected += 1
            machine.restart()
            machine.clear_rxfifo()
            return NOTHING
        return signed(word >> 1)


class LoadCells:
    """Brings the samples of all load cells to the decoder.

    ``table``: its ``sample_sink`` has ``take(cell, sample, now_ms)``.
    """

    def __init__(self, readers, table) -> None:
        self._readers = readers
        self._table = table

    def read_into(self, readings, now_ms: int) -> None:
        """Hand on what has come; the decoder writes its own readings.  Allocates nothing."""
        readers, sample_sink = self._readers, self._table.sample_sink
        # In play one in a turn: rests that take longer were surer, turns of 20 ms simulated.
        most = 1 if self._table.link.probe is None else FIFO
        for cell in range(len(readers)):
            reader = readers[cell]
            for _ in range(most):
                sample = reader.read()
                if sample == NOTHING:
                    break
                sample_sink.take(cell, sample, now_ms)


def signed(value: int) -> int:
    """Return 24 bits in two's complement as a number."""
    return value - (SIGN << 1) if value & SIGN else value
