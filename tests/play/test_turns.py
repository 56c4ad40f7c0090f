"""Loop iterations of boards that think (none does more than a turn has time for)."""

import pytest

from boardcore.link.wire import pack
from boardcore.sensing.explain.stepper import MAX_STEP, Stepper
from support.campaign import campaign, one_in
from support.machine.bytecodes import EMPTY_TURN, Bytecodes
from underboard.deploy.layouts import layout_of
from underboard.sim.faults import Faults
from underboard.sim.hands import commands
from underboard.sim.harness import Harness
from underboard.sim.physics.parameters import parameters_of
from underboard.sim.world import World


def hands_at_play(name):
    """Return a board on which hands have begun to play."""
    layout = layout_of(name)
    world = World(layout, 1, Faults())
    harness = Harness(layout, world)
    start = commands.random_start(layout.game, "", f"{layout.game} 1")
    if start:
        harness.table.execute("new", (layout.game, "-", "-", pack(start)))
    world.add(commands.play_game(world, 1, layout.game, "", start=start, seed="turns"))
    return harness, world


def bytecodes_of_turns(harness, while_true):
    """Turn the loop as long as ``while_true()``; return the bytecodes of each turn of it."""
    table, bytecodes, found = harness.table, Bytecodes(), []
    table.bank.scan = bytecodes.counted(table.bank.scan)
    table.button = bytecodes.counted(table.button)
    table.step = bytecodes.counted(table.step)
    while while_true():
        bytecodes.now = 0
        harness.step()
        found.append(bytecodes.now)
    return found


MAX_BYTECODES = [
    # layout, plies, and bytecodes: those of its longest iteration (17,973, 23,766, 24,066), and a
    # seventh for other Pythons; arrays take none.  Of empty iterations 13,800 are 50 ms on a Pico
    # 2, which all of them need.
    ("pylos-hall25", campaign(6, 8), 20500),
    ("apagos-hall36", 8, 27100),
    ("gyges-hall38", campaign(3, 6), 27500),
]


MANY_TURNS = "LLDL/LDLD/DDLL/LLDD .../.../... ../.. . L"
"""A start with 71 legal turns, many of them raises."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "plies", "most"), one_in(2, MAX_BYTECODES))
def test_no_turn_of_the_loop_does_more_than_it_has_time_for(name, plies, most):
    harness, world = hands_at_play(name)
    table = harness.table
    bytecodes = bytecodes_of_turns(harness, lambda: table.game.ply < plies and world.actors)
    assert len(bytecodes) > 1000
    assert max(bytecodes) < most


@pytest.mark.slow
def test_no_turn_of_the_loop_finds_all_legal_turns_at_once():
    """Who says "yes" where nothing was seen is asked for any turn, and there are many."""
    layout = layout_of("pylos-hall25")
    world = World(layout, 1, Faults(), parameters_of(layout, bump=0.0, respin=0.0))
    first = Harness(layout, world)
    assert first.table.execute("new", ("pylos", "-", "-", pack(MANY_TURNS))) is None
    # What stands at power-on is believed to stand, though no magnets are there.
    harness = Harness(layout, world, store=first.store, boots=2)
    table = harness.table
    for _ in range(100):
        harness.step()
    world.press("yes")
    end = world.now_ms + 5000
    bytecodes = bytecodes_of_turns(
        harness, lambda: table.tracker.question is None and world.now_ms < end
    )
    assert table.tracker.question.complete
    assert len(table.game.legal_turns()) > 70
    assert max(bytecodes) < MAX_BYTECODES[0][2]


class Taken:
    """Takes the steps of thoughts; notes what each has told that it costs, and its bytecodes."""

    def __init__(self):
        self.steps = []

    def run(self, thought, left):
        bytecodes = Bytecodes()
        take = bytecodes.counted(next)
        try:
            while thought._next <= left:
                told, bytecodes.now = thought._next, 0
                left -= told
                thought._next = take(thought._steps)
                self.steps.append((told, bytecodes.now))
        except StopIteration:
            self.steps.append((told, bytecodes.now))
            return True
        return False


def steps_of_a_game(name, plies, monkeypatch):
    """Let hands play; return what each step of a thought has told, and its bytecodes."""
    harness, world = hands_at_play(name)
    taken = Taken()
    monkeypatch.setattr(Stepper, "run", lambda thought, left: taken.run(thought, left))
    while harness.table.game.ply < plies and world.actors:
        harness.step()
    return taken.steps


def test_a_step_that_tells_more_than_any_turn_has_is_taken_all_the_same():
    taken = []

    def steps():
        for cost in (10, 100 * MAX_STEP, 10):
            yield cost
            taken.append(cost)

    thought = Stepper(steps())
    assert not thought.run(MAX_STEP - 1)
    assert taken == [10]
    assert thought.run(MAX_STEP + 10)
    assert taken == [10, 100 * MAX_STEP, 10]


PLATES = [
    # layout, plies, and by how much more may be told than its bytecodes: arrays take none
    ("pylos-scale4", campaign(18, 30), 2),
    ("gyges-scale4", 34, 2),
    ("apagos-scale4", campaign(4, 8), 2),
    ("pylos-hall25", 12, 6),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "plies", "most"), one_in(2, PLATES))
def test_an_explainer_thinks_in_small_steps_and_tells_their_cost(name, plies, most, monkeypatch):
    steps = steps_of_a_game(name, plies, monkeypatch)
    assert len(steps) > 500
    told, spent = (sum(values) for values in zip(*steps, strict=True))
    assert 0.8 * spent < EMPTY_TURN * told < most * spent
    assert max(told for told, _ in steps) <= MAX_STEP
    assert max(spent for _, spent in steps) <= 1.35 * EMPTY_TURN * MAX_STEP
