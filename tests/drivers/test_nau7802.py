"""NAU7802 (the driver, held against chips at the level of their registers, and those to facts)."""

import copy
import json
import sys
from types import SimpleNamespace

import pytest

from boardcore.errors import ParseError
from boardcore.layout.layout import Layout
from boardio import wiring
from boardio.load_cells import NOTHING
from boardio.nau7802 import PATIENCE, PAUSE, I2cReader
from support.boards.layouts import changed, told
from support.machine.stand_ins import stand_in
from support.rows import for_each
from support.sensing.plates import NAU7802, PYLOS, QUIET
from underboard.deploy.payload import packages_for
from underboard.sim.faults import Faults
from underboard.sim.mcu.nau7802 import ADDRESS
from underboard.sim.mcu.pico import Pico, use
from underboard.sim.world import World


class Bench:
    """A simulated plate with four chips, its stand-ins, and time in loop iterations."""

    def __init__(self, load_g=100.0, **faults):
        world = World(Layout(copy.deepcopy(NAU7802)), 1, Faults(**faults), scale=QUIET)
        world.plate.others = {"load": (load_g, 0.0, 0.0)}
        self.pico = Pico(world)
        use(self.pico)
        self.bitbangio = stand_in("bitbangio")
        self.board = stand_in("board")
        self.counts = round(load_g / 4 * 2147)

    def bus(self):
        return self.bitbangio.I2C(self.board.GP2, self.board.GP3, frequency=200_000)

    def reader(self):
        return I2cReader(self.bus())

    def wait(self, ms):
        self.pico.spent_us += 1000 * ms

    def samples(self, reader, ms):
        """Read for so long, once a turn of 1 ms; return the samples."""
        found = []
        end_us = self.pico.micros() + 1000 * ms
        while self.pico.micros() < end_us:
            self.wait(1)
            found.append(reader.read())
        return [sample for sample in found if sample != NOTHING]


# The driver


@for_each("load_g", [100.0, 0.0, -100.0])
def test_every_sample_is_right_from_the_first_whatever_its_sign(load_g):
    bench = Bench(load_g)
    samples = bench.samples(bench.reader(), 3000)
    assert len(samples) > 100
    assert set(samples) == {bench.counts}


def test_a_chip_is_read_once_per_conversion_after_its_calibration():
    bench = Bench()
    reader = bench.reader()
    assert bench.samples(reader, 900) == [], "regulator and calibration settle first"
    bench.samples(reader, 300)
    # Nominally 80; oscillators differ.
    assert 76 <= len(bench.samples(reader, 1000)) <= 84


@pytest.mark.parametrize(("load_g", "counts"), [(20_000.0, (1 << 23) - 1), (-20_000.0, -(1 << 23))])
def test_an_overload_is_an_end_of_the_scale(load_g, counts):
    bench = Bench(load_g)
    assert set(bench.samples(bench.reader(), 1500)) == {counts}


def test_no_read_waits_for_the_chip():
    bench = Bench()
    reader = bench.reader()
    longest = 0.0
    for _ in range(3000):
        bench.wait(1)
        before = bench.pico.spent_us
        reader.read()
        longest = max(longest, bench.pico.spent_us - before)
    assert 0 < longest < 1000


def test_a_chip_that_lost_its_supply_is_set_up_again():
    bench = Bench()
    bus = bench.bus()
    reader = I2cReader(bus)
    assert bench.samples(reader, 1500)
    chip_of(bus).power_on()
    assert bench.samples(reader, 900) == []
    assert set(bench.samples(reader, 1000)) == {bench.counts}
    assert reader.disconnected == 1


def test_a_chip_whose_conversions_were_stopped_is_set_up_again_at_once():
    bench = Bench()
    bus = bench.bus()
    reader = I2cReader(bus)
    assert bench.samples(reader, 1500)
    bus.writeto(ADDRESS, b"\x00\x86")
    assert set(bench.samples(reader, 1500)) == {bench.counts}
    assert reader.disconnected == 1


def test_a_chip_that_works_is_never_set_up_again():
    bench = Bench()
    reader = bench.reader()
    bench.samples(reader, 3 * PATIENCE)
    assert reader.disconnected == 0


def test_a_chip_that_does_not_answer_is_asked_now_and_then_until_it_comes_back():
    bench = Bench(dead={0: 0})
    reader = bench.reader()
    calls = 0
    for _ in range(10 * (PAUSE + 1)):
        before = bench.pico.spent_us
        assert reader.read() == NOTHING
        calls += bench.pico.spent_us != before
    assert (calls, reader.disconnected) == (10, 10)
    bench.pico.world.faults.dead.clear()
    assert set(bench.samples(reader, 2000)) == {bench.counts}


def test_a_chip_that_stops_converting_is_set_up_again():
    bench = Bench()
    bus = bench.bus()
    reader = I2cReader(bus)
    assert bench.samples(reader, 1500)
    # A rate that the chip does not have: it seems to work, but nothing comes.
    bus.writeto(ADDRESS, b"\x02\x40")
    assert bench.samples(reader, PATIENCE + 100) == []
    assert set(bench.samples(reader, 1500)) == {bench.counts}
    assert reader.disconnected == 1


def test_a_calibration_that_fails_is_repeated():
    bench = Bench()
    bus = bench.bus()
    chip_of(bus).failures = 2
    reader = I2cReader(bus)
    assert bench.samples(reader, 2500) == []
    assert set(bench.samples(reader, 1500)) == {bench.counts}
    assert reader.disconnected == 2


def test_a_data_line_that_is_held_low_is_no_chip():
    class Held:
        """Acknowledges everything, and every bit that is read is 0."""

        def try_lock(self):
            return True

        def writeto(self, address, buffer):
            pass

        def writeto_then_readfrom(self, address, out_buffer, in_buffer):
            for at in range(len(in_buffer)):
                in_buffer[at] = 0

    reader = I2cReader(Held())
    assert {reader.read() for _ in range(3 * PATIENCE)} == {NOTHING}
    assert reader.disconnected >= 2


# Layout, wiring, install


WRONG = [
    # key, value, words of the sentence
    ("scanner.kind", "ads1232", ["'ads1232'", "hx711 or nau7802"]),
    ("scanner.clock", ["GP2"], ["scanner.clock", "4 pins"]),
    ("scanner.data", None, ["scanner.data is missing"]),
    ("scanner.data.1", "GP2", ["'GP2'", "a pin of its own"]),
    ("scanner.rate_hz", 92, ["scanner.rate_hz is 92", "expected 80 with nau7802"]),
    ("scanner.rate_hz", None, ["scanner.rate_hz is missing"]),
]


@for_each(("path", "value", "words"), WRONG)
def test_what_is_wrong_in_a_layout_is_told(path, value, words):
    text = told(changed(path, value, NAU7802))
    for word in words:
        assert word in text


def test_each_load_cell_has_a_reader_on_pins_of_its_own(monkeypatch):
    bench = Bench()
    layout = bench.pico.world.layout
    monkeypatch.setitem(sys.modules, "bitbangio", bench.bitbangio)
    readers = wiring.sensors(layout, SimpleNamespace(board=bench.board))
    bench.pico.world.plate.others = {"load": (100.0, 20.0, 40.0)}
    forces = [round(force * 2147) for force in bench.pico.world.plate.forces(0)]
    assert len(set(forces)) == 4
    for reader, counts in zip(readers, forces, strict=True):
        assert abs(bench.samples(reader, 1500)[-1] - counts) <= 1


def test_a_pin_that_the_board_lacks_is_named():
    bench = Bench()
    bench.pico.world.layout.scanner["data"][1] = "GP77"
    with pytest.raises(ParseError, match=r"scanner\.data is 'GP77'"):
        wiring.load_cells(bench.pico.world.layout, SimpleNamespace(board=bench.board))


def test_only_boards_with_these_chips_get_their_driver():
    for data, there in ((NAU7802, True), (PYLOS, False)):
        files = packages_for([json.dumps(data).encode()])
        assert ("lib/boardio/nau7802.py" in files) is there
        assert "lib/boardio/load_cells.py" in files


# The stand-ins, held to the data sheet and to CircuitPython's sources


def chip_of(bus):
    return bus._chip


def register(bus, at, count=1):
    buffer = bytearray(count)
    bus.writeto_then_readfrom(ADDRESS, bytes([at]), buffer)
    return int.from_bytes(buffer, "big")


def started(bench, *writes):
    """Return a bus whose chip converts at 80/s with gain 128, after these writes."""
    bus = bench.bus()
    bus.try_lock()
    bus.writeto(ADDRESS, b"\x00\x01")
    bus.writeto(ADDRESS, b"\x00\x06")
    bench.wait(1)
    for write in (b"\x01\x2f", b"\x02\x30", b"\x00\x96", *writes):
        bus.writeto(ADDRESS, write)
    return bus


def test_a_bus_without_its_lock_transfers_nothing():
    bus = Bench().bus()
    with pytest.raises(RuntimeError, match="requires lock"):
        bus.writeto(ADDRESS, b"\x00")
    assert bus.try_lock()
    assert not bus.try_lock()
    bus.writeto(ADDRESS, b"\x00")
    bus.unlock()
    assert bus.try_lock()


def test_nobody_answers_at_another_address_or_on_other_pins():
    bench = Bench()
    bus = bench.bus()
    bus.try_lock()
    with pytest.raises(OSError, match="No such device"):
        bus.writeto(ADDRESS + 1, b"\x00")
    crossed = bench.bitbangio.I2C(bench.board.GP3, bench.board.GP2)
    crossed.try_lock()
    with pytest.raises(OSError, match="No such device"):
        crossed.writeto(ADDRESS, b"\x00")


def test_a_transfer_takes_the_time_of_its_bits():
    bench = Bench()
    bus = bench.bus()
    bus.try_lock()
    before = bench.pico.spent_us
    register(bus, 0x12, 3)
    # Two addresses, the register and three bytes, nine bits each, 5 us a bit.
    assert bench.pico.spent_us - before >= 6 * 9 * 5


def test_registers_are_those_after_a_reset_and_numbered_on():
    bench = Bench()
    bus = started(bench)
    assert register(bus, 0x01, 2) == 0x2F30, "the address goes up by itself"
    assert register(bus, 0x1F) & 0x0F == 0x0F, "revision"
    bus.writeto(ADDRESS, b"\x00\x01")
    assert register(bus, 0x01, 2) == 0


def test_the_digital_part_is_up_a_fifth_of_a_millisecond_after_it_was_switched_on():
    bench = Bench()
    bus = bench.bitbangio.I2C(bench.board.GP2, bench.board.GP3, frequency=10_000_000)
    bus.try_lock()
    bench.bitbangio.CALL_US = 1.0
    bus.writeto(ADDRESS, b"\x00\x02")
    assert not register(bus, 0x00) & 0x08
    bench.wait(0.2)
    assert register(bus, 0x00) & 0x08


def test_a_conversion_is_shown_until_its_last_byte_was_read():
    bench = Bench()
    bus = started(bench)
    bench.wait(500)
    assert register(bus, 0x00) == 0xBE
    register(bus, 0x12)
    assert register(bus, 0x00) & 0x20
    register(bus, 0x12, 3)
    assert not register(bus, 0x00) & 0x20
    bench.wait(1000 / 80 * 1.1)
    assert register(bus, 0x00) & 0x20


@for_each(("code", "rate"), [(0, 10), (1, 20), (2, 40), (3, 80), (7, 320)])
def test_the_rate_is_that_of_its_register(code, rate):
    bench = Bench()
    bus = started(bench, bytes([0x02, code << 4]))
    chip = chip_of(bus)
    before = chip._conversions()
    bench.wait(10_000)
    assert chip._conversions() - before == pytest.approx(10 * rate, rel=0.06)


UNSETTLED = [
    # writes after the chip was set up, why
    (b"\x02\x00", "another rate"),
    (b"\x02\xb0", "another channel, which has no load cell"),
    (b"\x01\x28", "gain 1"),
    (b"\x00\x16", "no regulator"),
]


@for_each("write", [row[0] for row in UNSETTLED])
def test_what_was_set_up_in_another_way_reads_something_else(write):
    bench = Bench()
    bus = started(bench)
    bench.wait(1000)
    assert register(bus, 0x12, 3) == bench.counts
    bus.writeto(ADDRESS, write)
    bench.wait(150)
    assert register(bus, 0x12, 3) != bench.counts


def test_four_conversions_after_a_change_are_not_settled():
    bench = Bench()
    bus = started(bench)
    bench.wait(1000)
    bus.writeto(ADDRESS, b"\x02\x70")
    seen = []
    for _ in range(6):
        bench.wait(1000 / 320 * 1.2)
        seen.append(register(bus, 0x12, 3) == bench.counts)
    assert not any(seen[:3])
    assert seen[5]


def test_a_calibration_takes_a_third_of_a_second_and_may_fail():
    bench = Bench()
    bus = started(bench)
    bench.wait(1000)
    chip_of(bus).failures = 1
    for error in (0x08, 0):
        bus.writeto(ADDRESS, b"\x02\x34")
        bench.wait(300)
        assert register(bus, 0x02) == 0x34
        bench.wait(50)
        assert register(bus, 0x02) == 0x30 | error


def test_a_calibration_before_the_regulator_has_settled_is_wrong():
    bench = Bench()
    bus = started(bench, b"\x02\x34")
    bench.wait(1000)
    register(bus, 0x02)
    assert register(bus, 0x12, 3) != bench.counts
