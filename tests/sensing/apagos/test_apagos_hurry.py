"""Apagos on Hall sensors: hands that make the first turn before the board has seen all squares."""

import pytest

from boardcore.apagos import rules as apagos
from boardcore.link.wire import pack
from underboard.deploy.layouts import layout_of
from underboard.sim.hands import errands
from underboard.sim.harness import Harness
from underboard.sim.world import World

LAYOUT = layout_of("apagos-hall64")
STEP_MS = 33
"""A turn of the loop: slow enough that squares change places before they were looked at."""
SLOW_MS = 50
"""Every other turn has a scan, and lights that beat would have all the others."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "what"),
    [
        (20168, "two of three alike have changed places: which way round, is asked"),
        (20207, "two of three alike, from the lower ones"),
        (20243, "two that are not alike, before either was told"),
    ],
)
def test_a_first_turn_that_nobody_waited_for_is_followed(seed, what):
    played, made = game(seed, STEP_MS, 400_000)
    assert played == made[:-1], what


@pytest.mark.slow
@pytest.mark.parametrize("seed", [5, 6])
def test_a_board_whose_loop_is_slow_still_thinks(seed):
    played, made = game(seed, SLOW_MS, 150_000)
    assert len(made) > 4
    assert played == made[: len(played)]
    assert len(played) >= len(made) - 1, "but for the turn that is under way"


def game(seed, step_ms, until_ms):
    """Return the turns that the board has played by then, and those that hands made."""
    world = World(LAYOUT, seed)
    board = Harness(LAYOUT, world, variant="standard")
    for _ in range(60):
        board.step()
    start = errands.random_start("apagos", "standard", f"{seed} game start")
    assert board.table.obey("new", ("apagos", "standard", "-", pack(start))) is None
    made = []
    world.tell = lambda event: made.append(event.get("turn"))
    hands = errands.play_game(world, 0, "apagos", "standard", start=start, seed=f"{seed} game")
    world.add(hands)
    while world.actors and world.now_ms < until_ms:
        board.step(step_ms)
    return [apagos.turn_text(turn) for turn in board.table.game.turns], made
