"""Load cells: the driver, held against converters at the level of their pins."""

from types import SimpleNamespace

import pytest

from boardio.load_cells import (
    FREQUENCY,
    NOTHING,
    PROGRAM,
    LoadCells,
    PinReader,
    PioReader,
    reset,
    signed,
)
from support.sensing.plates import QUIET, plate_of
from underboard.sim.mcu.hx711 import Hx711
from underboard.sim.mcu.pio import Pio

EDGE_US = 4.0


class Wire:
    """One pin of a chip; reading and writing takes time, as in Python on a board."""

    def __init__(self, clock, read=None, write=None):
        self._clock, self._read, self._write = clock, read, write

    @property
    def value(self):
        self._clock.us += EDGE_US
        return self._read()

    @value.setter
    def value(self, high):
        self._clock.us += EDGE_US
        self._write(high)


class Bench:
    """One load cell with its chip, and time in microseconds."""

    def __init__(self, load_g=100.0):
        self.us = 500_000.0
        self.plate = plate_of(QUIET)
        self.plate.others = {"load": (load_g, 0.0, 0.0)}
        self.chip = Hx711(self.plate, 0, lambda: self.us)
        self.us += 100_000  # it has settled
        self.counts = round(load_g / 4 * 2147)

    def reader(self):
        return PinReader(Wire(self, write=self.chip.clock), Wire(self, read=self.chip.data))


@pytest.mark.parametrize("load_g", [100.0, 0.0, -100.0])
def test_two_pins_read_a_sample_whatever_its_sign(load_g):
    bench = Bench(load_g)
    assert bench.reader().read() == bench.counts


def test_a_chip_is_read_once_per_conversion():
    bench = Bench()
    reader = bench.reader()
    samples = 0
    for _ in range(1000):
        bench.us += 1000
        samples += reader.read() != NOTHING
    # 0.6 ms are spent in each reading besides.
    assert 92 <= samples <= 99


def test_a_conversion_that_ends_amid_the_bits_is_thrown_away_or_right():
    bench = Bench()
    reader = bench.reader()
    seen = set()
    for _ in range(3000):
        # Just before a conversion ends.
        period = bench.plate.periods_ms[0]
        bench.us = (bench.plate.last_ms(0, bench.us / 1000) + period) * 1000 - 100 + len(seen)
        seen.add(reader.read())
        bench.us += 900
    assert seen <= {bench.counts, NOTHING}


def test_a_clock_that_stays_high_switches_the_chip_off_and_it_comes_back():
    bench = Bench()
    reader = bench.reader()
    assert reader.read() == bench.counts
    bench.chip.clock(True)
    bench.us += 70
    bench.chip.clock(False)
    waited = 0
    while reader.read() != bench.counts:
        bench.us += 1000
        waited += 1
    assert waited >= 4 * 10


@pytest.mark.parametrize("load_g", [100.0, -3.0])
def test_the_program_of_the_state_machine_reads_the_chip(load_g):
    bench = Bench(load_g)
    level = [False]

    def clock(high):
        if high != level[0]:
            level[0] = high
            bench.chip.clock(high)

    def wait(us):
        bench.us += us

    reset(Wire(bench, write=clock), wait)
    machine = Pio(PROGRAM, bench.chip.data, clock, wrap=9)
    for _ in range(75_000):
        machine.cycle()
        bench.us += 1_000_000 / FREQUENCY
    assert len(machine.fifo) >= 2
    for word in machine.fifo:
        assert word & 1, "the check bit"
        assert signed(word >> 1) == bench.counts


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
    assert (reader.torn, machine.restarts) == (1, 1)


def test_samples_are_handed_to_the_decoder_with_their_cell():
    taken = []
    taker = SimpleNamespace(take=lambda *sample: taken.append(sample))
    kept = [[7], [], [-3, -4]]
    readers = [
        SimpleNamespace(read=lambda kept=kept: kept.pop(0) if kept else NOTHING) for kept in kept
    ]
    talk = SimpleNamespace(probe=None)
    cells = LoadCells(readers, SimpleNamespace(taker=taker, talk=talk))
    cells.read_into(bytearray(1), 50)
    assert taken == [(0, 7, 50), (2, -3, 50)]
    # A computer that looks at them wants all that have come.
    kept[2].append(5)
    talk.probe = object()
    cells.read_into(bytearray(1), 60)
    assert taken[2:] == [(2, -4, 60), (2, 5, 60)]
