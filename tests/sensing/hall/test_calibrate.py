"""Calibrate (what lights ask for, what hands do, and what is known of the sensors then)."""

import pytest

from boardcore.sensing.calibrator import (
    CLEAR,
    DONE,
    EMPTY,
    IDLE_MS,
    LEAVING_MS,
    LEFT,
    LONG_MS,
    NEXT,
    NOWHERE,
    PIECE,
    RECKON,
    SHOWN_MS,
    YES,
)
from boardcore.sensing.observe.field.calibrate import Calibrator
from boardcore.sensing.observe.field.gains import solve
from boardcore.store.hall_cal import layout_crc
from support.rows import rows
from support.sensing.halls import hall_layout
from underboard.sim.faults import Faults
from underboard.sim.hands.calibrate import follow
from underboard.sim.physics.parameters import parameters_of
from underboard.sim.world import World

SCAN_MS = 60
PYLOS, GYGES = hall_layout("pylos-hall25"), hall_layout("gyges-hall38")


class Bench:
    """A calibrator over a world, without a board between them."""

    def __init__(self, layout=PYLOS, seed=1, faults=None, **truth):
        self.layout = layout
        self.world = World(layout, seed, faults or Faults(), parameters_of(layout, **truth))
        self.calibrator = Calibrator(layout, 0, boots=7)
        self.seen = []

    def run(self, ms=600_000, until=lambda calibrator: False):
        calibrator, world = self.calibrator, self.world
        end = world.now_ms + ms
        while world.now_ms < end and not calibrator.over and not until(calibrator):
            self.scan()
            if not self.seen or self.seen[-1] != calibrator.phase:
                self.seen.append(calibrator.phase)
        return self

    def scan(self):
        world, calibrator = self.world, self.calibrator
        world.advance(SCAN_MS)
        calibrator.counts[:] = world.hall_counts()
        calibrator.scan()
        calibrator.step(int(world.now_ms))
        world.show(calibrator.colours)

    def emptied(self):
        """Go on to the first cell."""
        return self.run(until=lambda calibrator: calibrator.phase == PIECE)

    def press(self, number, ms=120):
        self.calibrator.button(number, True, int(self.world.now_ms))
        self.run(ms)
        self.calibrator.button(number, False, int(self.world.now_ms))


def test_one_piece_on_each_cell_and_all_is_known():
    bench = Bench()
    bench.world.add(follow(bench.world))
    bench.run()
    assert bench.seen == [EMPTY, PIECE, CLEAR, RECKON, DONE]
    result = bench.calibrator.result
    assert (result.known, result.boots, result.layout) == (True, 7, layout_crc(PYLOS))
    assert not bench.calibrator.left_out
    assert bench.world.now_ms < 240_000


def test_an_empty_board_takes_some_seconds():
    bench = Bench().emptied()
    assert 3800 < bench.world.now_ms < 8000
    assert bench.calibrator.cell == PYLOS.cell_of_sensor[0]


def test_nothing_goes_on_before_the_piece_is_there():
    bench = Bench().emptied().run(20_000)
    assert (bench.calibrator.phase, bench.calibrator.at) == (PIECE, 0)


def test_a_piece_on_another_cell_is_shown_and_not_taken():
    bench = Bench().emptied()
    bench.world.put(PYLOS.cell_of_sensor[5])
    bench.run(6000)
    assert bench.calibrator.at == 0
    assert bench.calibrator.misplaced_cell == PYLOS.cell_of_sensor[5]
    bench.world.lift(PYLOS.cell_of_sensor[5])
    bench.run(3000)
    assert bench.calibrator.misplaced == NOWHERE


def test_the_next_cell_is_asked_for_once_the_piece_rests():
    bench = Bench().emptied()
    bench.world.put(PYLOS.cell_of_sensor[0])
    bench.run(4000)
    assert bench.calibrator.at == 1


def test_next_skips_a_cell():
    bench = Bench().emptied()
    bench.press(NEXT)
    assert (bench.calibrator.at, bench.calibrator.skipped) == (1, 1)


def test_next_held_for_long_leaves_everything_as_it_was():
    bench = Bench().emptied()
    bench.press(NEXT, LONG_MS + 100)
    assert bench.calibrator.phase == LEFT
    assert bench.calibrator.result is None


def test_yes_is_enough():
    bench = Bench().emptied()
    bench.press(YES)
    assert bench.calibrator.phase == PIECE, "nothing was measured yet"
    bench.press(NEXT)
    bench.press(YES)
    bench.run()
    assert bench.calibrator.phase == DONE
    assert list(bench.calibrator.result.gains) == [1] * 25


def test_who_walks_away_leaves_everything_as_it_was():
    bench = Bench().emptied().run(IDLE_MS + 5000)
    assert bench.calibrator.phase == LEFT


@pytest.mark.slow
def test_who_goes_on_in_time_is_waited_for():
    bench = Bench().emptied().run(IDLE_MS - 5000)
    bench.press(NEXT)
    bench.run(IDLE_MS - 5000)
    assert bench.calibrator.phase == PIECE
    bench.run(10_000)
    assert bench.calibrator.phase == LEFT


def test_people_see_for_a_moment_that_it_has_ended():
    bench = Bench().emptied()
    bench.press(NEXT)
    bench.press(YES)
    for phase, shown_ms in ((DONE, SHOWN_MS), (LEFT, LEAVING_MS)):
        bench.run()
        ended_ms = int(bench.world.now_ms)
        assert bench.calibrator.phase == phase
        assert not bench.calibrator.is_over(ended_ms + shown_ms - 100)
        assert bench.calibrator.is_over(ended_ms + shown_ms + 100)
        bench = Bench().emptied()
        bench.calibrator.abort()


def test_a_board_that_is_touched_is_measured_from_the_beginning():
    bench = Bench()
    bench.run(2500)
    bench.world.put(PYLOS.cell_of_sensor[3])
    bench.run(1000)
    bench.world.lift(PYLOS.cell_of_sensor[3])
    bench.emptied()
    assert bench.world.now_ms > 7000


def test_the_piece_has_to_be_taken_off_at_the_end():
    bench = Bench().emptied()
    cell = PYLOS.cell_of_sensor[0]
    bench.world.put(cell)
    bench.run(until=lambda calibrator: calibrator.at == 1)
    bench.press(YES)
    bench.run(5000)
    assert bench.calibrator.phase == CLEAR
    assert bench.calibrator.misplaced_cell == cell
    bench.world.lift(cell)
    bench.run()
    assert bench.calibrator.phase == DONE


@pytest.mark.slow
def test_where_cells_share_lights_only_the_empty_board_is_measured():
    bench = Bench(hall_layout("apagos-hall36"))
    bench.run()
    assert bench.seen == [EMPTY, RECKON, DONE]
    result = bench.calibrator.result
    assert (result.known, result.strength, set(result.gains)) == (True, 1.0, {1.0})
    assert all(noise > 0 for noise in result.noises)


SENSORS = [
    # what is wrong, faults
    ("its wire is off: it tells the lowest there is", Faults(stuck_open={5})),
    ("it tells the highest there is", Faults(stuck_closed={5})),
    ("it always reads the same", Faults(dead={5: 0})),
]


@pytest.mark.slow
@rows(SENSORS, "faults")
def test_a_sensor_that_fails_is_left_out(faults):
    bench = Bench(faults=faults)
    bench.world.add(follow(bench.world))
    bench.run()
    assert bench.calibrator.phase == DONE
    assert bench.calibrator.left_out == [5]
    assert bench.calibrator.result.noises[5] == 0


def gains_off(bench):
    """How far the gains are off, rms, and the farthest."""
    product = [
        found * true
        for found, true in zip(bench.calibrator.result.gains, bench.world.magnets._gain)
    ]
    mean = sum(product) / len(product)
    off = [value / mean - 1 for value in product]
    return (sum(value * value for value in off) / len(off)) ** 0.5, max(map(abs, off))


@pytest.mark.slow
def test_unknown_gains_are_found_with_a_weaker_magnet():
    """Gains 5 %, offsets 1 mT, a magnet 20 % weaker."""
    found = []
    for seed in range(4):
        bench = Bench(seed=seed, moment_share=0.8)
        bench.world.add(follow(bench.world))
        bench.run()
        rms, worst = gains_off(bench)
        print(f"seed {seed}: gains off by {100 * rms:.1f} % rms, {100 * worst:.1f} % at most")
        found.append(rms)
        assert worst < 0.1
        # What one piece is stronger than the rest is laid to all.
        assert bench.calibrator.result.strength == pytest.approx(0.8, rel=0.12)
        noise = sum(bench.calibrator.result.noises) / 25 * 1000 * PYLOS.field.mt_per_count
        assert noise == pytest.approx(10, rel=0.1)
    assert sum(found) / len(found) < 0.022


@pytest.mark.slow
@pytest.mark.parametrize("kind", [1, 2, 3])
def test_any_ring_tells_how_strong_rings_are(kind):
    bench = Bench(GYGES, seed=2, moment_share=0.8)
    bench.world.add(follow(bench.world, kind=kind))
    bench.run()
    result = bench.calibrator.result
    assert result.strength == pytest.approx(0.8, rel=0.15)
    if kind == 3:
        assert gains_off(bench)[0] < 0.035
    else:
        assert list(result.gains) == [1] * 38


def test_linear_equations_are_solved():
    assert solve([[4.0, 1.0, 6.0], [1.0, 3.0, 7.0]]) == pytest.approx([1, 2])
