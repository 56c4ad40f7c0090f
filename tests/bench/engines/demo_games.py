"""Make the games that ``underboard demo`` shows: ended, neither too short nor too long.

    PYTHONPATH=tests python tests/bench/engines/demo_games.py gyges 24 > gyges.txt

One line a game: start position (empty: the usual one) and turns.
"""

import random
import sys

from underboard.referee.demo import DemoPlan
from underboard.referee.demo_game import (
    GAME_MS,
    MAX_TURNS,
    MIN_TURNS,
    SHOWN,
    begun,
    chosen,
    length_ms,
)


def games(name, count):
    """Yield start and turns of so many games of two engines of the level that is shown."""
    made = seed = 0
    while made < count:
        chance = random.Random(f"{name} {seed}")
        seed += 1
        start, game = begun(DemoPlan(name), chance)
        turns = list(chosen(game, SHOWN, chance))
        short = length_ms(name, len(turns)) <= 1.5 * GAME_MS
        if game.outcome() and MIN_TURNS <= len(turns) <= MAX_TURNS and short:
            made += 1
            yield start, turns


if __name__ == "__main__":
    name, count = sys.argv[1], int(sys.argv[2])
    print("# Games of two engines of the level club: start position, turns.")
    print(f"# Made by: python tests/bench/engines/demo_games.py {name} {count}")
    for start, turns in games(name, count):
        print(f"{start}|{' '.join(turns)}", flush=True)
