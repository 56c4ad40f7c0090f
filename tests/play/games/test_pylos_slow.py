"""Pylos on Hall sensors where each loop iteration takes 50 ms, as an RP2040 that thinks needs."""

import pytest

from boardcore.pylos import rules as pylos
from boardcore.sensing.explain.stepper import MAX_STEP
from support.campaign import campaign
from underboard.deploy.layouts import layout_of
from underboard.sim.hands import commands
from underboard.sim.harness import Harness
from underboard.sim.world import World

SLOW_MS = 50
"""Lights that breathe, drawn each 100 ms, would have most of the time."""
MAX_MS = 3600_000


@pytest.mark.slow
@pytest.mark.parametrize("seed", campaign([19], [5, 19]))
def test_a_whole_game_is_followed_by_a_board_whose_loop_is_slow(seed):
    layout = layout_of("pylos-hall25")
    world = World(layout, seed)
    board = Harness(layout, world, variant="standard")
    made = []
    world.tell = lambda event: made.append(event["turn"]) if "turn" in event else None
    world.add(commands.play_game(world, 0, "pylos", "standard", seed=f"{seed} game"))
    while world.actors and world.now_ms < MAX_MS:
        board.step(SLOW_MS)
    assert len(made) > 10
    assert [pylos.turn_text(turn) for turn in board.table.game.turns] == made


@pytest.mark.slow
def test_while_the_board_thinks_most_turns_have_a_slice_of_thought():
    layout = layout_of("pylos-hall25")
    world = World(layout, 5)
    board = Harness(layout, world, variant="standard")
    decoder = board.table.bank.decoder
    work, given = decoder.work, []
    decoder.work = lambda left, now_ms: given.append(left) or work(left, now_ms)
    world.add(commands.play_game(world, 0, "pylos", "standard", seed="5 game"))
    turns = thoughts = 0
    while world.actors and world.now_ms < 120_000:
        busy = decoder.busy
        given.clear()
        board.step(SLOW_MS)
        if busy:
            turns += 1
            thoughts += bool(given) and given[0] >= MAX_STEP
    assert turns > 100
    assert 4 * thoughts > 3 * turns
