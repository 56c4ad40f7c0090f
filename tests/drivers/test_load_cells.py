"""Load cells (the driver, held against converters at the level of their pins)."""

from types import SimpleNamespace

from boardio.load_cells import (
    FREQUENCY,
    NOTHING,
    PROGRAM,
    LoadCells,
    PioReader,
    reset,
    signed,
)
from support.machine.hx711 import Hx711
from support.machine.pio import Pio
from support.rows import for_each
from support.sensing.plates import QUIET, plate_of

CYCLE_US = 1_000_000 / FREQUENCY
ASLEEP_US = 60
"""A clock that is high for longer switches the chip off (its data sheet)."""


class Bench:
    """One load cell with its chip, read by the program; time in microseconds."""

    def __init__(self, load_g=100.0):
        self.us = 500_000.0
        self.plate = plate_of(QUIET)
        self.plate.others = {"load": (load_g, 0.0, 0.0)}
        self.chip = Hx711(self.plate, 0, lambda: self.us)
        self.us += 100_000  # it has settled
        self.counts = round(load_g / 4 * 2147)
        self.longest_us, self._risen_us, self._level = 0.0, 0.0, False
        reset(self, self.wait)
        self.longest_us = 0.0
        self.machine = Pio(PROGRAM, self.chip.data, self.clock, wrap=9)

    def clock(self, high):
        if high != self._level:
            self._level = high
            if not high:
                self.longest_us = max(self.longest_us, self.us - self._risen_us)
            self._risen_us = self.us
            self.chip.clock(high)

    value = property(None, clock)

    def wait(self, us):
        self.us += us

    def run(self, ms):
        """Return the words that the program reads in this time."""
        words = []
        for _ in range(int(1000 * ms / CYCLE_US)):
            self.machine.cycle()
            self.us += CYCLE_US
            words += self.machine.fifo
            self.machine.fifo = []
        return words


@for_each("load_g", [100.0, 0.0, -3.0])
def test_the_program_reads_each_sample_once_whatever_its_sign(load_g):
    bench = Bench(load_g)
    words = bench.run(80)
    # The chip was just reset: the first four of seven or eight conversions settle.
    assert 3 <= len(words) <= 4
    assert {(word & 1, signed(word >> 1)) for word in words} == {(1, bench.counts)}
    assert bench.longest_us <= ASLEEP_US / 10, "nothing that a processor does stretches the clock"


def test_a_clock_that_stays_high_switches_the_chip_off_and_it_comes_back():
    bench = Bench()
    bench.run(80)
    bench.clock(True)
    bench.wait(ASLEEP_US + 10)
    bench.clock(False)
    assert bench.run(4 * 10) == []
    assert [signed(word >> 1) for word in bench.run(20)] == [bench.counts] * 2


class Machine:
    """Behaves like ``rp2pio.StateMachine`` with words to give."""

    def __init__(self, program, **settings):
        self.words, self.restarts = [], 0

    @property
    def in_waiting(self):
        return len(self.words)

    def readinto(self, buffer):
        buffer[0] = self.words.pop(0)

    def restart(self):
        self.restarts += 1

    def clear_rxfifo(self):
        self.words.clear()


def test_a_sample_without_its_check_bit_restarts_the_state_machine():
    reader = PioReader(SimpleNamespace(StateMachine=Machine), 2, 3)
    machine = reader._machine
    machine.words = [5 << 1 | 1, (1 << 24) - 7 << 1 | 1, 9 << 1, 11 << 1 | 1]
    assert [reader.read() for _ in range(4)] == [5, -7, NOTHING, NOTHING]
    assert (reader.disconnected, machine.restarts) == (1, 1)


def test_samples_are_handed_to_the_decoder_with_their_cell():
    taken = []
    sample_sink = SimpleNamespace(take=lambda *sample: taken.append(sample))
    kept = [[7], [], [-3, -4]]
    readers = [
        SimpleNamespace(read=lambda kept=kept: kept.pop(0) if kept else NOTHING) for kept in kept
    ]
    link = SimpleNamespace(probe=None)
    cells = LoadCells(readers, SimpleNamespace(sample_sink=sample_sink, link=link))
    cells.read_into(bytearray(1), 50)
    assert taken == [(0, 7, 50), (2, -3, 50)]
    # A computer that looks at them wants all that have come.
    kept[2].append(5)
    link.probe = object()
    cells.read_into(bytearray(1), 60)
    assert taken[2:] == [(2, -4, 60), (2, 5, 60)]
