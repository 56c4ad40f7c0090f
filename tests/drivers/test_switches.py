"""Switches (the driver over the stand-in for keypad).

Every trap of firmware/docs/circuitpython.md is tried.
"""

import pytest

from boardio import wiring
from boardio.switches import Switches
from support.machine.micropython import ROOT, run_on_board
from support.machine.stand_ins import hardware, limit_events, matrix_layout, pico_of, shift_layout
from underboard.sim.faults import Faults

BOTH = pytest.mark.parametrize("make_layout", [matrix_layout, shift_layout])


class Bench:
    """A board with its switches, and the readings they give."""

    def __init__(self, layout, faults=None, pieces=(), max_events=None):
        self.pico = pico_of(layout, faults or Faults(bounce_ms=2))
        for cell in pieces:
            self.pico.world.put(cell)
        self.pico.run_to(50)
        modules = hardware("keypad")
        keys = wiring.scanner(layout, modules)
        if max_events:
            limit_events(keys.events, max_events)
        self.events = keys.events
        self.switches = Switches(keys, layout.channels, modules.keypad.Event())
        self.readings = bytearray(layout.sensors)

    def read(self, after_ms=30):
        """Let time pass, read, and return the sensors that show a piece."""
        self.pico.run_to(self.pico.world.now_ms + after_ms)
        self.switches.read_into(self.readings)
        return {sensor for sensor, closed in enumerate(self.readings) if closed}


@BOTH
def test_the_readings_follow_the_pieces(make_layout):
    bench = Bench(make_layout())
    assert bench.read() == set()
    bench.pico.world.put(0)
    bench.pico.world.put(15)
    assert bench.read() == {0, 15}
    bench.pico.world.lift(0)
    assert bench.read() == {15}


@BOTH
def test_a_bounce_never_reaches_the_readings(make_layout):
    bench = Bench(make_layout(), Faults(bounce_ms=4))
    bench.read()
    bench.pico.world.put(6)
    seen = [bench.read(1) for _ in range(40)]
    first = seen.index({6})
    assert all(readings == {6} for readings in seen[first:])


@BOTH
def test_pieces_that_stand_there_at_power_on_are_seen(make_layout):
    bench = Bench(make_layout(), pieces=range(16))
    bench.read(0)
    assert bench.read() == set(range(16))


@BOTH
def test_what_is_lifted_before_the_first_reading_is_gone(make_layout):
    bench = Bench(make_layout(), pieces=[1, 2])
    bench.pico.world.lift(1)
    bench.read(20)
    assert bench.read() == {2}


def test_readings_from_before_do_not_survive_the_start():
    bench = Bench(matrix_layout())
    bench.readings[3] = 1
    bench.read(0)
    assert bench.read() == set()


@BOTH
def test_after_an_overflow_the_readings_are_true_again(make_layout):
    bench = Bench(make_layout(), max_events=4)
    bench.read()
    for cell in range(8):
        bench.pico.world.put(cell)
    bench.pico.run_to(bench.pico.world.now_ms + 50)
    assert bench.events.overflowed
    limit_events(bench.events, wiring.MAX_EVENTS)
    bench.read(0)
    for wait_ms in (30, 5, 5, 5):
        assert bench.read(wait_ms) == set(range(8))


@BOTH
def test_a_release_that_an_overflow_swallowed_is_noticed(make_layout):
    bench = Bench(make_layout(), pieces=range(8), max_events=9)
    bench.read(0)
    assert bench.read() == set(range(8))
    for cell in range(8):
        bench.pico.world.lift(cell)
    bench.pico.run_to(bench.pico.world.now_ms + 50)
    for cell in (8, 9):
        bench.pico.world.put(cell)
    bench.pico.run_to(bench.pico.world.now_ms + 50)
    assert bench.events.overflowed
    bench.read(0)
    assert bench.read() == {8, 9}


def test_the_queue_is_longer_than_the_biggest_board():
    assert wiring.MAX_EVENTS >= 128


def test_sensors_may_be_wired_in_any_order():
    layout = matrix_layout()
    layout.channels = layout.channels[::-1]
    bench = Bench(layout)
    bench.pico.world.put(0)
    bench.read()
    assert bench.read() == {0}


def test_a_key_without_a_sensor_is_ignored():
    layout = matrix_layout()
    bench = Bench(layout)
    modules = hardware("keypad")
    keys = wiring.scanner(layout, modules)
    switches = Switches(keys, layout.channels[:4], modules.keypad.Event())
    readings = bytearray(4)
    switches.read_into(readings)
    bench.pico.world.put(2)
    bench.pico.world.put(9)
    bench.pico.run_to(bench.pico.world.now_ms + 50)
    switches.read_into(readings)
    assert readings == b"\x00\x00\x01\x00"


def test_no_drivers_scan_path_leaves_anything_on_the_heap():
    report = run_on_board(ROOT / "tests/on_board/guest/on_board_drivers.py")
    left = dict(line.split() for line in report.splitlines())
    assert len(left) == 10
    assert {name: count for name, count in left.items() if count != "0"} == {}
