"""Calibrate Hall sensors (what the empty board tells of them, and when it is not believed)."""

import pytest

from boardcore.sensing.calibrator import (
    DONE,
    EMPTY,
    IDLE_MS,
    LEAVING_MS,
    LEFT,
    SHOWN_MS,
)
from boardcore.sensing.observe.empty import Calibrator
from boardcore.store.hall_cal import layout_crc
from support.rows import for_each, rows
from support.sensing.halls import hall_layout
from underboard.sim.faults import Faults
from underboard.sim.physics.parameters import parameters_of
from underboard.sim.world import World

SCAN_MS = 60
PYLOS = hall_layout("pylos-hall25")


class Bench:
    """A calibrator over a world, without a board between them."""

    def __init__(self, layout=PYLOS, seed=1, faults=None, **truth):
        self.layout = layout
        self.world = World(layout, seed, faults or Faults(), parameters_of(layout, **truth))
        self.calibrator = Calibrator(layout, 0, boots=7)

    def run(self, ms=60_000):
        calibrator, world = self.calibrator, self.world
        end = world.now_ms + ms
        while world.now_ms < end and not calibrator.over:
            world.advance(SCAN_MS)
            calibrator.counts[:] = world.hall_counts()
            calibrator.scan()
            calibrator.step(int(world.now_ms))
        return self


@for_each("name", ["pylos-hall25", "gyges-hall38", "apagos-hall36"])
def test_an_empty_board_tells_zero_and_noise_of_each_sensor(name):
    bench = Bench(hall_layout(name)).run()
    assert 3800 < bench.world.now_ms < 8000
    result, field = bench.calibrator.result, bench.layout.field
    assert (result.known, result.boots, result.layout) == (True, 7, layout_crc(bench.layout))
    assert not bench.calibrator.left_out
    sensors = len(field.sensor_mm)
    zeros = [0] * sensors
    for _ in range(100):
        bench.world.advance(SCAN_MS)
        zeros = [zero + count / 100 for zero, count in zip(zeros, bench.world.hall_counts())]
    noise_ut = parameters_of(bench.layout).noise_ut
    found_ut = min(result.noises) * field.ut_per_count
    assert found_ut == pytest.approx(noise_ut, rel=0.1)
    far_ut = [abs(a - b) * field.ut_per_count for a, b in zip(result.offsets, zeros)]
    assert max(far_ut) < 3 * noise_ut


@pytest.mark.slow
def test_a_board_that_is_never_calm_leaves_everything_as_it_was():
    bench = Bench(noise_ut=2000.0).run(IDLE_MS + 5000)
    assert bench.calibrator.phase == LEFT


def test_people_see_for_a_moment_that_it_has_ended():
    bench = Bench()
    for phase, shown_ms in ((DONE, SHOWN_MS), (LEFT, LEAVING_MS)):
        bench.run()
        ended_ms = int(bench.world.now_ms)
        assert bench.calibrator.phase == phase
        assert not bench.calibrator.is_over(ended_ms + shown_ms - 100)
        assert bench.calibrator.is_over(ended_ms + shown_ms + 100)
        bench = Bench().run(1000)
        bench.calibrator.abort()


def test_a_board_that_is_touched_is_measured_from_the_beginning():
    bench = Bench().run(2500)
    bench.world.put(PYLOS.cell_of_sensor[3])
    bench.run(1000)
    assert bench.calibrator.phase == EMPTY
    bench.world.lift(PYLOS.cell_of_sensor[3])
    bench.run()
    assert bench.world.now_ms > 7000
    quiet = Bench().run().calibrator.result
    off = [abs(a - b) for a, b in zip(bench.calibrator.result.offsets, quiet.offsets)]
    assert max(off) * PYLOS.field.ut_per_count < 40


SENSORS = [
    # what is wrong, faults
    ("its wire is off: it tells the lowest there is", Faults(stuck_open={5})),
    ("it tells the highest there is", Faults(stuck_closed={5})),
]


@rows(SENSORS, "faults")
def test_a_sensor_that_fails_is_left_out(faults):
    bench = Bench(faults=faults).run()
    assert bench.calibrator.phase == DONE
    assert bench.calibrator.left_out == [5]
    assert [at for at, noise in enumerate(bench.calibrator.result.noises) if not noise] == [5]


def test_a_stuck_sensor_is_not_taken_for_a_quiet_one():
    """It has the converter's noise, so play finds it by what it lacks of the others'."""
    noises = list(Bench(faults=Faults(dead={5: 0})).run().calibrator.result.noises)
    assert noises[5] == sorted(noises)[12] == min(noises)


def test_many_that_fail_are_counted():
    bench = Bench(faults=Faults(stuck_open=set(range(10, 25)))).run()
    told = bench.calibrator.fields(str)[5]
    assert told == ",".join(map(str, range(10, 22))) + ",+3"
