"""Turns that people type (simulated hands make each by itself, and remember what lies there)."""

from random import Random

import pytest

from boardcore.games import rules_of
from support.campaign import one_in
from underboard.deploy.layouts import layout_of
from underboard.sim.hands import commands
from underboard.sim.harness import Harness
from underboard.sim.world import World

MAX_ITERATIONS = 4_000
"""Loop iterations for one turn of the game: 80 s; a careful one takes 20."""
SEED = 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "turns"), one_in(3, [("gyges-scale4", 18), ("apagos-scale4", 12), ("pylos-scale4", 8)])
)
def test_each_turn_is_understood_before_the_next(name, turns):
    layout = layout_of(name)
    rules = rules_of(layout.game)
    game = rules.Game(rules.VARIANTS[0])
    world = World(layout, SEED)
    board = Harness(layout, world)
    for turn in commands.random_turns(game, Random(SEED)):
        text, made = rules.turn_text(turn), [rules.turn_text(one) for one in game.turns]
        world.add(commands.play_game(world, 1, game.name, played=made, turns=[text], careful=True))
        steps = 0
        while (world.actors or board.table.game.ply == game.ply) and steps < MAX_ITERATIONS:
            board.step()
            steps += 1
        game.play_turn(turn)
        assert [rules.turn_text(one) for one in board.table.game.turns] == [*made, text]
        if game.ply == turns:
            return
