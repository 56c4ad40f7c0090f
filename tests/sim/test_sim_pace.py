"""Simulated time against the clock on the wall: as life, or as fast as the computer answers."""

import pytest

from support.machine.stand_ins import matrix_layout
from underboard.sim.faults import Faults
from underboard.sim.mcu import pico as pico_module
from underboard.sim.mcu.pico import IDLE_SPEED, MAX_FUTILE, REST_LOOP_MS, Pico
from underboard.sim.mcu.process import set_pace
from underboard.sim.wire.transport import NullTransport
from underboard.sim.world import World


class Wall:
    """A clock that only moves when somebody sleeps, or works."""

    def __init__(self):
        self.now_s = 100.0

    def monotonic(self):
        return self.now_s

    def sleep(self, seconds):
        self.now_s += seconds


class Computer(NullTransport):
    """A program that has the port open; ``answers``: it says something when waited for."""

    def __init__(self, answers):
        super().__init__()
        self.connected = True
        self.answers = answers
        self.waits = []

    def wait(self, seconds):
        self.waits.append(seconds)
        if self.answers:
            self.typed += b"yes\n"


@pytest.fixture
def wall(monkeypatch):
    clock = Wall()
    monkeypatch.setattr(pico_module, "time", clock)
    return clock


def started(cable=None, pace=False):
    pico = Pico(World(matrix_layout(), 1, Faults(bounce_ms=0)), cable)
    pico.enable_data(True)
    set_pace(pico, pace)
    return pico


def run(pico, ms, speaks=False):
    """Turn the loop for so long, saying something each simulated second if asked to."""
    second = 0
    while pico.world.now_ms < ms:
        pico.ticks()
        if speaks and pico.world.now_ms // 1000 > second:
            second += 1
            pico.data.write(b"beat\n")


def test_with_pace_a_second_is_a_second(wall):
    run(started(pace=True), 10_000)
    assert wall.now_s == pytest.approx(110, abs=0.01)


def test_with_pace_every_loop_turn_is_five_milliseconds(wall):
    pico = started(pace=True)
    before = pico.ticks()
    assert pico.ticks() - before == 5


def test_a_machine_that_is_too_slow_does_not_race_afterwards(wall):
    pico = started(pace=True)
    run(pico, 1000)
    wall.now_s += 60
    run(pico, 2000)
    assert wall.now_s == pytest.approx(162, abs=0.02)


def test_without_pace_and_without_hands_time_runs_twenty_times_as_fast(wall):
    run(started(), 20_000)
    assert wall.now_s == pytest.approx(100 + 20 / IDLE_SPEED, abs=0.01)


def test_without_pace_hands_wait_for_nobody(wall):
    pico = started()
    pico.world.actors = 1
    run(pico, 600_000)
    assert wall.now_s == 100


def test_at_rest_the_loop_takes_longer_steps_but_never_over_a_moment_of_the_world(wall):
    pico = started()
    pico.world.actors = 1
    run(pico, 100)
    before = pico.world.now_ms
    pico.ticks()
    assert pico.world.now_ms - before == REST_LOOP_MS
    pico.world.after(12, lambda: None)
    before = pico.world.now_ms
    pico.ticks()
    assert pico.world.now_ms - before == 5


@pytest.mark.parametrize("watched", [False, True])
def test_a_slow_board_takes_so_long_for_each_turn_of_its_loop(wall, watched):
    pico = started()
    pico.world.faults.loop_ms = 40
    for _ in range(20):
        if watched:
            pico.wake()
        before = pico.world.now_ms
        pico.ticks()
        assert pico.world.now_ms - before == 40


def test_a_program_that_answers_is_waited_for_once_a_second(wall):
    computer = Computer(answers=True)
    pico = started(computer)
    pico.world.actors = 1
    run(pico, 30_000, speaks=True)
    assert 25 <= len(computer.waits) <= 31
    assert computer.waits[0] < computer.waits[-1], "more patience for one that has answered"


def test_a_program_that_never_answers_is_soon_not_waited_for(wall):
    computer = Computer(answers=False)
    pico = started(computer)
    pico.world.actors = 1
    run(pico, 30_000, speaks=True)
    assert len(computer.waits) == MAX_FUTILE
    computer.typed += b"here I am\n"
    computer.answers = True
    run(pico, 40_000, speaks=True)
    assert len(computer.waits) > MAX_FUTILE + 5


def test_nobody_is_waited_for_while_nothing_was_said(wall):
    computer = Computer(answers=True)
    pico = started(computer)
    pico.world.actors = 1
    run(pico, 30_000)
    assert computer.waits == []
