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
@pytest.mark.parametrize(("seed", "max_ms"), campaign([(19, 240_000)], [(5, MAX_MS), (19, MAX_MS)]))
def test_a_game_is_followed_by_a_board_whose_loop_is_slow(seed, max_ms):
    """While it searches most iterations have a step of a search."""
    layout = layout_of("pylos-hall25")
    world = World(layout, seed)
    board = Harness(layout, world, variant="standard")
    decoder = board.table.bank.decoder
    work, given = decoder.work, []
    decoder.work = lambda left, now_ms: given.append(left) or work(left, now_ms)
    made, iterations, steps = [], 0, 0
    world.tell = lambda event: made.append(event["turn"]) if "turn" in event else None
    world.add(commands.play_game(world, 0, "pylos", "standard", seed=f"{seed} game"))
    while world.actors and world.now_ms < max_ms:
        busy = decoder.busy
        given.clear()
        board.step(SLOW_MS)
        if busy:
            iterations += 1
            steps += bool(given) and given[0] >= MAX_STEP
    assert len(made) > 10
    understood = [pylos.turn_text(turn) for turn in board.table.game.turns]
    # The last turn may have been made a moment ago.
    assert understood in (made, made[:-1])
    assert iterations > 100
    assert 4 * steps > 3 * iterations
