"""Halls (the driver over simulated multiplexers, with what they do to a careless reader)."""

import types
from dataclasses import replace

import numpy as np
import pytest

from boardcore.errors import ParseError
from boardio import wiring
from support.machine.stand_ins import hardware
from support.sensing.halls import DIGITALIO, QUIET, HallBench, hall_layout
from underboard.hardware.pico import scan_us
from underboard.sim.faults import Faults

NEAR_MT = 0.015
"""A step of the ADC, without noise nothing is finer."""

WIRINGS = pytest.mark.parametrize(
    "scanner", [{}, {"adc": ["GP28", "GP26", "GP27"]}], ids=["two", "three"]
)


def bench_of(scanner=None, parameters=QUIET, faults=None, pieces=(0, 5, 15)):
    bench = HallBench(hall_layout(**(scanner or {})), parameters, faults)
    for place in pieces:
        bench.world.magnets.put(place)
    return bench


@WIRINGS
def test_every_sensor_is_read_where_it_is(scanner):
    bench = bench_of(scanner)
    assert bench.scan() == pytest.approx(bench.world.magnets.field_mt().tolist(), abs=NEAR_MT)
    assert np.ptp(bench.world.magnets.field_mt()) > 1, "neighbours on a multiplexer differ"


def test_sensors_far_apart_on_the_chips_are_read_too():
    layout = hall_layout(adc=["GP28", "GP26", "GP27"])
    channels = list(range(0, 48, 2))[:22] + [1, 3, 47]
    for sensor, channel in zip(layout.data["sensors"], channels):
        sensor["channel"] = channel
    bench = HallBench(type(layout)(layout.data))
    bench.world.magnets.put(5)
    assert bench.scan() == pytest.approx(bench.world.magnets.field_mt().tolist(), abs=NEAR_MT)


def test_without_throwing_the_first_conversion_away_neighbours_bleed():
    """What the driver's comment speaks of is there: one sample a sensor, none thrown away."""
    bench = bench_of({"samples": 1})
    true = bench.world.magnets.field_mt()
    selects, adcs = bench.halls._select, bench.halls._adcs
    for select in selects:
        select.value = False
    careless = []
    for channel in range(16):
        for bit, select in enumerate(selects):
            select.value = channel >> bit & 1
        careless.append((adcs[0].value - 32768) * bench.layout.field.mt_per_count)
    assert max(abs(np.array(careless[1:]) - true[1:16])) > 0.3


def test_the_mean_of_many_samples_is_quieter():
    loud = replace(QUIET, noise_ut=38, single_lsb=2.8)
    spread = {}
    for samples in (1, 32):
        bench = bench_of({"samples": samples}, loud)
        bench.world.magnets._slow_lsb = 0.0
        scans = []
        for _ in range(40):
            bench.pico.ticks()
            scans.append(bench.scan())
        spread[samples] = np.std(scans, axis=0).mean()
    assert spread[1] == pytest.approx(0.038, rel=0.3)
    assert spread[32] == pytest.approx(0.038 / 32**0.5, rel=0.3)


@WIRINGS
def test_a_scan_takes_as_long_as_the_layout_computes(scanner):
    bench = bench_of(scanner)
    bench.scan()
    # Python's time for setting an address is not simulated, the rest is.
    spent = bench.pico.spent_us
    assert spent <= scan_us(bench.layout) <= 1.07 * spent


def test_the_world_goes_on_while_the_sensors_are_read():
    bench = bench_of()
    bench.pico.ticks()
    before = bench.world.now_ms
    bench.scan()
    bench.pico.ticks()
    took = bench.world.now_ms - before
    assert took == pytest.approx(scan_us(bench.layout) / 1000 + bench.pico.loop_ms, abs=2)


FAULTS = [
    # fault, what sensor 3 then tells, in mT from the middle
    (Faults(stuck_open={3}), pytest.approx(-27.5, abs=0.1)),
    (Faults(stuck_closed={3}), pytest.approx(27.5, abs=0.1)),
]


@pytest.mark.parametrize(("faults", "told"), FAULTS)
def test_a_sensor_without_supply_or_ground_tells_an_end_of_the_scale(faults, told):
    assert bench_of(faults=faults).scan()[3] == told


def test_a_dead_sensor_tells_what_it_told_last_and_swapped_ones_each_other_s():
    bench = bench_of(faults=Faults(dead={3: 100}, swapped={0: 1}))
    before = bench.scan()
    true = bench.world.magnets.field_mt()
    assert before[:2] == pytest.approx([true[1], true[0]], abs=NEAR_MT)
    bench.world.advance(200)
    dead = bench.scan()[3]
    bench.world.magnets.put(3)
    bench.world.advance(50)
    assert bench.scan()[3] == dead == pytest.approx(before[3], abs=NEAR_MT)
    assert abs(bench.world.magnets.field_mt()[3] - dead) > 0.05


def test_a_pin_that_cannot_measure_is_told():
    layout = hall_layout(adc=["GP22", "GP27"])
    modules = hardware("analogio", "microcontroller", digitalio=DIGITALIO)
    HallBench(hall_layout())
    words = r"scanner\.adc is 'GP22', expected a pin that can measure"
    with pytest.raises(ParseError, match=words):
        wiring.halls(layout, modules)


def test_hands_are_felt_over_the_board_before_the_piece_is_down():
    bench = HallBench(hall_layout())
    empty = np.array(bench.scan())  # magnets in the board keep the spheres upright
    bench.world.put(5)
    seen = []
    for _ in range(20):
        bench.world.advance(50)
        seen.append(max(np.abs(bench.scan() - empty)))
    assert seen[0] < 0.5 * seen[-1]
    assert seen[-1] == pytest.approx(seen[-2], abs=NEAR_MT)
    bench.world.lift(5)
    for _ in range(20):
        bench.world.advance(50)
        left = bench.scan() - empty  # spheres turn from scan to scan
    assert max(np.abs(left)) < NEAR_MT


def test_a_world_whose_pieces_were_set_by_hand_has_their_magnets():
    bench = HallBench(hall_layout())
    bench.world.pieces = {0, 1, 4}
    bench.world.refresh()
    assert set(bench.world.magnets.pieces) == {0, 1, 4}
    bench.world.pieces = {1}
    bench.world.refresh()
    assert set(bench.world.magnets.pieces) == {1}


def test_people_fidget_and_every_piece_comes_back():
    bench = HallBench(hall_layout(), replace(QUIET, respin=1.0))
    for place in (0, 1, 4, 5, 16):
        bench.world.put(place)
        bench.world.advance(700)
    away = 0
    for _ in range(200):
        bench.world.advance(50)
        away += len(bench.world.magnets.pieces) < 5
    assert away
    assert set(bench.world.magnets.pieces) == bench.world.pieces


@pytest.mark.parametrize("has", [True, False])
def test_a_pico_reads_with_its_regulator_out_of_the_saving_mode(has):
    outputs = []

    class Output:
        def __init__(self, at):
            self.at = at

        def switch_to_output(self, value):
            outputs.append((self.at, value))

    board = types.SimpleNamespace(**({"SMPS_MODE": 23} if has else {}))
    digitalio = types.SimpleNamespace(DigitalInOut=Output)
    wiring._quiet_supply(types.SimpleNamespace(board=board, digitalio=digitalio))
    assert outputs == ([(23, True)] if has else [])
