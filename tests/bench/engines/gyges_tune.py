"""Fit the weights of Gygès' evaluation to what the engine's own searches find.

    python tests/bench/engines/gyges_tune.py FILE [--games N] [--seed S] [--nodes K]

Plays games of the engine against itself from random set-ups that South does not win at once, some
moves at random, and adds a row for each position to FILE: the game's seed, the value that a search
of K nodes finds, and what the position is like (``tables.FACTS``).  A run that is stopped keeps its
games; another seed adds to them.  Then fits the chances to win that the searches found by a
logistic regression that is drawn to the weights there are, and prints the weights for
``analysis.WEIGHTS``.  ``gyges_rival.py`` plays them against an older revision.
"""

import argparse
import random
from pathlib import Path

import numpy as np

from boardcore.gyges.rules import Game
from underboard.games.gyges.engine import assess, search, tables
from underboard.games.gyges.engine.analysis import SURE, WEIGHTS, Thinker, different_turns, machine

DULL = 0.15
"""Chance of a random move, so that positions differ."""
LONGEST = 60
"""Moves of a game."""
DEEPEST = 20
UNIT = 100
"""Value of a log-odds of 1."""
SCALE = 1600
"""Weight of a log-odds of 1."""
CLEAR = 600
"""Values beyond this count as this: such a game is decided."""
PENALTIES = (3, 10, 30, 100, 300)
HELD_OUT = 5
"""Every so manyth game measures what a fit is worth."""


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
    """Play a game; return seed, value for the side to move, and facts of its positions."""
    chance = random.Random(seed)
    game = start(chance)
    found = []
    while not game.outcome() and game.ply < LONGEST:
        seen = facts(game)
        if not seen:
            break
        best = Thinker(game, chance=chance).think(DEEPEST, nodes)[0]
        found.append([seed, best.value, *seen])
        if abs(best.value) > SURE:
            break
        dull = chance.random() < DULL
        game.step(chance.choice(different_turns(game)) if dull else best.turn)
    return found


def loss(wanted: np.ndarray, odds: np.ndarray) -> float:
    """Return the nats a position that log-odds cost, held against chances to win."""
    p = np.clip(1 / (1 + np.exp(-odds)), 1e-9, 1 - 1e-9)
    return float(-np.mean(wanted * np.log(p) + (1 - wanted) * np.log(1 - p)))


def fitted(x: np.ndarray, y: np.ndarray, near: np.ndarray, penalty: float) -> np.ndarray:
    """Return the weights that fit best, drawn to ``near``."""
    w = near.copy()
    for _ in range(30):
        p = 1 / (1 + np.exp(-(x @ w)))
        gradient = x.T @ (p - y) + penalty * (w - near)
        curve = (x * (p * (1 - p))[:, None]).T @ x + penalty * np.eye(len(w))
        w -= np.linalg.solve(curve, gradient)
    return w


def fit(told: np.ndarray) -> None:
    """Print the weights that fit best, and what they are worth on games that were held out."""
    number, value, x = told[:, 0], told[:, 1], told[:, 2:].astype(float)
    y = 1 / (1 + np.exp(-np.clip(value, -CLEAR, CLEAR) / UNIT))
    out = number % HELD_OUT == 0
    near = np.array(WEIGHTS) / SCALE
    certain = np.log(y[out] / (1 - y[out]))
    print(f"{len(y)} positions; nats a position: at best {loss(y[out], certain):.4f}")
    print(f"the weights there are: {loss(y[out], x[out] @ near):.4f}")
    worth = {}
    for penalty in PENALTIES:
        worth[penalty] = loss(y[out], x[out] @ fitted(x[~out], y[~out], near, penalty))
        print(f"fitted with penalty {penalty}: {worth[penalty]:.4f}")
    best = min(worth, key=worth.__getitem__)
    print(tuple(int(one) for one in np.rint(SCALE * fitted(x, y, near, best))))


def main() -> None:
    """Play games and fit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=15_000)
    options = parser.parse_args()
    with options.file.open("a") as file:
        for number in range(options.games):
            for row in rows(options.seed + number, options.nodes):
                file.write(" ".join(map(str, row)) + "\n")
            file.flush()
    fit(np.loadtxt(options.file, dtype=int))


if __name__ == "__main__":
    main()
