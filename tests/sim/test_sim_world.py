"""The simulated world (pieces, switches, hands and time)."""

import pytest

from boardcore.errors import ParseError
from support.machine.stand_ins import matrix_layout
from support.rows import for_each
from underboard.deploy.layouts import layout_of
from underboard.sim.faults import Faults, fault_texts, parse_faults
from underboard.sim.harness import Harness
from underboard.sim.world import World

STILL = Faults(bounce_ms=0)


def world_with(faults=STILL, seed=1):
    return World(matrix_layout(), seed, faults)


def history(world, sensor, ms, step=0.1):
    """What a switch shows, looked at again and again."""
    seen = []
    for _ in range(round(ms / step)):
        world.advance(step)
        seen.append(world.closed(sensor))
    return seen


def test_a_piece_on_a_cell_closes_the_switch_under_it_and_no_other():
    world = world_with()
    world.put(5)
    assert [sensor for sensor in range(16) if world.closed(sensor)] == [5]
    world.lift(5)
    assert not any(world.closed(sensor) for sensor in range(16))


def test_a_piece_on_an_upper_level_closes_nothing():
    world = world_with()
    before = world.version
    world.put(16)
    assert 16 in world.pieces
    assert world.version == before


def test_a_switch_bounces_after_a_change_and_then_rests():
    world = World(matrix_layout(), 3, Faults(bounce_ms=2))
    world.put(5)
    seen = history(world, 5, 5)
    assert False in seen[:20], "it never bounced"
    assert all(seen[20:])


def test_lifting_while_the_switch_still_bounces_ends_open():
    world = World(matrix_layout(), 3, Faults(bounce_ms=2))
    for wait in (0.0, 0.3, 1.1, 1.9):
        world.put(5)
        world.advance(wait)
        world.lift(5)
        world.advance(2)
        assert not world.closed(5)


def test_buttons_bounce_like_switches():
    world = World(matrix_layout(), 3, Faults(bounce_ms=2))
    world.press("yes")
    assert world.buttons == {"yes"}
    world.advance(2)
    assert world.held("yes")
    assert not world.held("next")
    world.release("yes")
    world.advance(2)
    assert not world.held("yes")
    with pytest.raises(KeyError, match="'no', expected one of yes, next"):
        world.press("no")


FAULTY = [
    # what is wrong, sensors that show closed with pieces on cells 2 and 3
    (Faults(bounce_ms=0), {2, 3}),
    (Faults(bounce_ms=0, stuck_open={3}), {2}),
    (Faults(bounce_ms=0, stuck_closed={9}), {2, 3, 9}),
    (Faults(bounce_ms=0, dead={3: 0}), {2}),
    (Faults(bounce_ms=0, dead={3: 60000}), {2, 3}),
    (Faults(bounce_ms=0, swapped={3: 7}), {2, 7}),
]


@for_each(("faults", "closed"), FAULTY)
def test_a_faulty_switch_shows_something_else(faults, closed):
    world = world_with(faults)
    world.put(2)
    world.put(3)
    assert {sensor for sensor in range(16) if world.closed(sensor)} == closed


def test_a_switch_that_dies_stays_as_it_was():
    world = world_with(Faults(bounce_ms=0, dead={3: 1000}))
    world.put(3)
    world.advance(2000)
    world.lift(3)
    assert world.closed(3)


def test_a_weak_magnet_lets_its_switch_open_for_moments():
    world = world_with(Faults(bounce_ms=0, chatter={4: 60}))
    world.put(4)
    seen = history(world, 4, 10_000, step=1)
    assert 0 < seen.count(False) < 1000
    assert 4 in world.pieces


def test_a_bumped_piece_opens_its_switch_and_settles_again():
    world = world_with(Faults(bounce_ms=0, bumps=10))
    world.put(4)
    seen = history(world, 4, 60_000, step=10)
    assert 0 < seen.count(False) < 2000
    world.faults.bumps = 1e-9
    world.advance(600_000)
    assert world.closed(4)


def test_hands_act_at_their_moment_and_leave():
    world = world_with()
    moments = []

    def hand():
        yield 100
        world.put(1)
        moments.append(world.now_ms)
        yield 250
        world.lift(1)
        moments.append(world.now_ms)

    world.add(hand())
    assert world.actors == 1
    world.advance(1000)
    assert moments == [100, 350]
    assert world.actors == 0
    assert world.now_ms == 1000


def test_the_same_seed_makes_the_same_world_again():
    def run(seed):
        world = World(matrix_layout(), seed, Faults(bounce_ms=3, bumps=30, chatter={2: 100}))
        for cell in range(4):
            world.put(cell)
        return [tuple(world.shown) for _ in range(3000) if world.advance(1) is None]

    assert run(7) == run(7)
    assert run(7) != run(8)


def test_an_actor_that_fails_is_heard():
    world = world_with()

    def clumsy():
        yield 5
        raise RuntimeError("dropped it")

    world.add(clumsy())
    with pytest.raises(RuntimeError, match="dropped it"):
        world.advance(10)


READ = [
    (["bounce_ms=5"], Faults(bounce_ms=5)),
    (["stuck_open=3,7", "lost=0.01"], Faults(stuck_open={3, 7}, lost=0.01)),
    (["dead=3:500"], Faults(dead={3: 500})),
    (["swapped=1:2", "stalled=yes"], Faults(swapped={1: 2}, stalled=True)),
    (["chatter=4:20.5", "no_diodes=yes"], Faults(chatter={4: 20.5}, no_diodes=True)),
    (["pull_after=100", "pulled_ms=-1"], Faults(pull_after=100, pulled_ms=-1)),
    ([], Faults()),
]


@for_each(("texts", "faults"), READ)
def test_faults_are_read_and_written_as_texts(texts, faults):
    assert parse_faults(texts) == faults
    assert parse_faults(fault_texts(faults)) == faults


WRONG = [
    ("bounce_ms", "expected NAME=VALUE like bounce_ms=5"),
    ("bounse=1", "no fault is called 'bounse', expected one of bounce_ms, stuck_open"),
    ("lost=much", "fault lost is 'much', expected a probability, 0 to 1"),
    ("lost=-1", "fault lost is '-1', expected a probability, 0 to 1"),
    ("lost=1.01", "fault lost is '1.01', expected a probability, 0 to 1"),
    ("bounce_ms=-1", "fault bounce_ms is '-1', expected a number, 0 or more"),
    ("lost=nan", "fault lost is 'nan'"),
    ("bounce_ms=1e400", "fault bounce_ms is '1e400', expected a number, 0 or more"),
    ("gains=1:nan", "fault gains is '1:nan'"),
    ("stuck_open=a1", "expected sensors like 3,7"),
    ("dead=3", "expected sensor:millisecond"),
    ("stalled=perhaps", "expected yes or no"),
]


@for_each(("text", "says"), WRONG)
def test_a_fault_that_cannot_be_read_is_told(text, says):
    with pytest.raises(ParseError, match=says):
        parse_faults([text])


ABSENT = [
    ("stuck_open=16", "fault stuck_open: no sensor 16, expected 0 to 15"),
    ("dead=-1:500", "fault dead: no sensor -1"),
    ("swapped=1:77", "fault swapped: no sensor 77"),
    ("dark=25", "fault dark: no pixel 25, expected 0 to 24"),
    ("dead_buttons=no", "fault dead_buttons: no button 'no', expected yes, next"),
]


@for_each(("text", "says"), ABSENT)
def test_a_fault_of_a_part_that_the_board_lacks_is_told(text, says):
    with pytest.raises(ParseError, match=says):
        world_with(parse_faults([text]))


def test_no_iteration_of_a_board_is_too_slow_for_a_press():
    layout, told = layout_of("pylos-reed16"), []
    world = World(layout, 1, STILL)
    harness = Harness(layout, world)
    harness.table.button = lambda number, down, now_ms: told.append((number, down))
    world.press("yes")
    world.after(30, lambda: world.release("yes"))
    harness.step(100)
    assert told == [(0, True), (0, False)]
