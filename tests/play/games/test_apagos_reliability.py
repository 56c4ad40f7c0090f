"""Apagos, whole games of sloppy hands over many layouts: the board must follow every turn.

The hands lift squares and put them back, swap them in any order or with the wrong one, let
balls roll out, put two at once, choose colours by the button, and know of the game only what
the lights show.  A failure is repeated by its seed.
"""

import random

import pytest

from boardcore.apagos import rules as apagos
from boardcore.layout.layout import Layout
from boardcore.link.wire import pack
from support.boards.apagos import REED36
from support.campaign import campaign, one_in
from underboard.games.apagos.engine import layouts
from underboard.games.apagos.hands.hands import Hands, choose
from underboard.sim.faults import Faults
from underboard.sim.hands.players import CAREFUL, HandsLog, HandStyle
from underboard.sim.harness import Harness
from underboard.sim.world import World

# The harness has no debouncing: contacts must be quiet again before its next step.
BOUNCE_MS = 15
SLOPPY = HandStyle(any_order=0.8, put_back=0.4, change_of_mind=0.4, hurry=0.5)
MAX_ASKED = 0.2
"""Of all turns: squares leave no trace on switches, so some questions must be.  Measured:
one turn in ten with careful hands, one in eight with sloppy ones."""


def random_turns(game, seed, downhill=False):
    chance = random.Random(f"apagos {seed}")
    while not game.outcome():
        downs = [move for move in game.legal_moves() if not apagos.is_put(move)]
        yield chance.choice(downs) if downhill and downs else choose(game, chance)


def play_one(start, seed, manner=None, variant="standard", downhill=False):
    """Play one game; return the board, what the hands did, and their own game."""
    layout = Layout(REED36)
    world = World(layout, seed, Faults(bounce_ms=BOUNCE_MS))
    harness = Harness(layout, world, variant=variant)
    if start:
        assert harness.table.execute("new", ("apagos", variant, "-", pack(start))) is None
    game, told = apagos.Game(variant, position=start), HandsLog([])
    world.add(Hands(world, manner).play(game, random_turns(game, seed, downhill), told))
    harness.run()
    return harness.table, told, game


def followed(seeds, **how):
    """Play games of these seeds; return those that the board understood otherwise, and Told."""
    wrong, all_told = [], HandsLog([])
    every = layouts.every()
    for seed in seeds:
        start = "" if how.get("variant") == "set-up" else every[seed % len(every)]
        table, told, game = play_one(start, seed, **how)
        got = [apagos.turn_text(turn) for turn in table.game.turns]
        if got != told.turns or table.game.position_text() != game.position_text():
            pairs = zip(got, told.turns, strict=False)
            at = next((i for i, (a, b) in enumerate(pairs) if a != b), -1)
            wrong.append((seed, start, at, len(got), len(told.turns)))
        all_told.turns += told.turns
        all_told.asked += told.asked
        all_told.gave_up += told.gave_up
    return wrong, all_told


@pytest.mark.slow
@pytest.mark.parametrize("first", one_in(2, range(0, 118, 30)))
def test_every_layout_is_followed(first):
    wrong, told = followed(range(first, min(first + 30, 118), campaign(20, 1)))
    assert wrong == []
    assert told.asked < MAX_ASKED * len(told.turns)
    assert told.gave_up == 0


@pytest.mark.slow
def test_even_sloppier_hands_are_followed():
    assert followed(range(1000, campaign(1001, 1040)), manner=SLOPPY)[0] == []


@pytest.mark.slow
def test_careful_hands_are_hardly_asked():
    wrong, told = followed(range(2000, campaign(2002, 2030)), manner=CAREFUL)
    assert wrong == []
    assert told.asked < 0.15 * len(told.turns)


@pytest.mark.slow
def test_long_games_with_every_descent_there_is_are_followed():
    assert followed(range(3000, campaign(3001, 3010)), downhill=True)[0] == []


@pytest.mark.slow
def test_games_that_begin_with_laying_out_the_squares_are_followed():
    assert followed(range(4000, campaign(4001, 4015)), variant="set-up")[0] == []
