"""How strong the board's own partner is (games against chance and the engines' lowest levels).

    UNDERBOARD_NUMBA=off python tests/bench/opponent.py

A line per match: won, lost, drawn, and what a thought costs by its declared steps, in the middle
and at most, in empty loop iterations.  Takes some two minutes.
"""

import random

from boardcore.games import ENGINE, module_of, rules_of
from underboard.engine.player import player_of

PLIES = 200
"""Turns after which a game counts as drawn."""


def choose(name, game, seed):
    """Return the partner's turn and its cost."""
    found = [-1]
    cost = sum(module_of(name, ENGINE).search_steps(game, seed, found))
    game.check(found[0])
    return found[0], cost


def match(name, games, level="", variant=""):
    """Play games and print how they went."""
    rules = rules_of(name)
    other = player_of(name, level, 1) if level else None
    ended, costs = [0, 0, 0], []
    for number in range(games):
        chance = random.Random(number)
        game = rules.Game(variant or rules.VARIANTS[0])
        mine = number % 2
        while not game.outcome() and game.ply < PLIES:
            if game.side == mine:
                turn, cost = choose(name, game, chance.randrange(1 << 16))
                costs.append(cost)
            else:
                turn = other.choose(game) if other else chance.choice(game.legal_turns())
            game.play_turn(turn)
        outcome = game.outcome()
        ended[2 if not outcome or outcome[0] > 1 else int(outcome[0] != mine)] += 1
    costs.sort()
    middle, most = costs[len(costs) // 2], costs[-1]
    print(name, variant, level or "chance", *ended, "costs", middle, most, flush=True)


if __name__ == "__main__":
    for kind in rules_of("pylos").VARIANTS:
        match("pylos", 40, variant=kind)
    match("gyges", 20)
    for level in ("beginner", "easy"):
        match("pylos", 30, level)
        match("gyges", 10, level)
