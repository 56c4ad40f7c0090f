"""Fit the weights of Gygès' evaluation to games of the engine against itself.

    python tests/bench/engines/gyges_tune.py FILE [--games N] [--seed S] [--nodes K]

Plays games from random set-ups that South does not win at once, one turn in ten without thinking,
and adds a row for each position to FILE: what it is like (``tables.FACTS``) and who won.  Then fits
a logistic regression with a penalty on large weights to all rows of FILE, and prints the weights
for ``thinker.WEIGHTS``.  A run that is stopped keeps its games; another seed adds to them.
"""

import argparse
import random
from pathlib import Path

import numpy as np

from boardcore.gyges.rules import DRAW, Game
from underboard.games.gyges.engine import assess, search, tables
from underboard.games.gyges.engine.thinker import SURE, Thinker, different_turns, machine

DULL = 0.1
"""Chance of a turn without thinking, so that positions differ."""
LONGEST = 60
PENALTY = 3.0
SCALE = 1600
HELD_OUT = 10
"""Every so manyth game measures what the fit is worth."""


def facts(game: Game) -> list[int]:
    """Return what a position is like; empty if the side to move can win at once."""
    t, s, q = machine()[:3]
    cells = machine().array(game.cells)
    search.start(t, q, cells, game.side, int(game.null), -1, 1, 1)
    slot = int(assess.slot_of(q, q[tables.KEY] ^ q[tables.SALT]))
    q[slot + 5] = 0
    if assess.assess(t, s, q, cells, 0, -1, game.side) == assess.GOAL:
        return []
    return [int(one) for one in q[tables.FACTS : tables.FACTS + tables.FACT_COUNT]]


def start(chance: random.Random) -> Game:
    """Return a random set-up that South does not win at once."""
    while True:
        game = Game(options=[("repetition", "draw")])
        while game.setup:
            game.play_turn(chance.choice(game.legal_turns()))
        if abs(Thinker(game).think(1, 20_000)[0].value) <= SURE:
            return game


def rows(seed: int, nodes: int) -> list[list[int]]:
    """Play a game; return number, result for the side to move (1, 0 or -1), facts of positions."""
    chance = random.Random(seed)
    game = start(chance)
    found = []
    while not game.outcome() and game.ply < LONGEST:
        seen = facts(game)
        if not seen:
            winner = game.side
            break
        found.append((game.side, seen))
        if chance.random() < DULL:
            game.step(chance.choice(different_turns(game)))
            continue
        best = Thinker(game, chance=chance).think(20, nodes)[0]
        if abs(best.value) > SURE:
            winner = game.side if best.value > 0 else 1 - game.side
            break
        game.step(best.turn)
    else:
        winner = (game.outcome() or (DRAW, ""))[0]
    results = {side: 0 if winner == DRAW else 1 if winner == side else -1 for side in (0, 1)}
    return [[seed, results[side], *seen] for side, seen in found]


def fit(told: np.ndarray) -> None:
    """Print the weights that fit best, and how well they foretell games that were held out."""
    number, result, x = told[:, 0], told[:, 1], told[:, 2:].astype(float)
    y = (result + 1) / 2
    out = number % HELD_OUT == 0
    w = np.zeros(x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-(x[~out] @ w)))
        gradient = x[~out].T @ (p - y[~out]) + PENALTY * w
        curve = (x[~out] * (p * (1 - p))[:, None]).T @ x[~out] + PENALTY * np.eye(len(w))
        w -= np.linalg.solve(curve, gradient)
    for name, some in (("fitted", ~out), ("held out", out)):
        p = np.clip(1 / (1 + np.exp(-(x[some] @ w))), 1e-9, 1 - 1e-9)
        loss = -np.mean(y[some] * np.log(p) + (1 - y[some]) * np.log(1 - p))
        print(f"{name}: {some.sum()} positions, {loss:.4f} nats a position (a coin: 0.6931)")
    print(tuple(int(one) for one in np.rint(SCALE * w)))


def main() -> None:
    """Play games and fit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=2000)
    options = parser.parse_args()
    with options.file.open("a") as file:
        for number in range(options.games):
            for row in rows(options.seed + number, options.nodes):
                file.write(" ".join(map(str, row)) + "\n")
            file.flush()
    fit(np.loadtxt(options.file, dtype=int))


if __name__ == "__main__":
    main()
