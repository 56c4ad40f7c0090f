"""How strong the levels of the Pylos engine are, against each other.

    python tests/bench/engine.py [GAMES]

Prints one line per pair: games won by either, drawn, and milliseconds a turn.  Expected
sight: each level wins at least four games of five against the one below it.
"""

import random
import sys
import time
from itertools import pairwise

from boardcore.pylos import DRAW, VARIANTS, Game
from underboard.engine.player import player_of
from underboard.engine.pylos import LEVELS


def match(stronger: str, weaker: str, games: int, variant: str) -> tuple[list[int], list[float]]:
    """Return games won by either and drawn, and seconds a turn of either; colours alternate."""
    score, spent, turns = [0, 0, 0], [0.0, 0.0], [0, 0]
    for number in range(games):
        players = [player_of("pylos", level, number) for level in (stronger, weaker)]
        game, first = Game(variant), number % 2
        while not game.outcome():
            at = game.side ^ first
            before = time.perf_counter()
            turn = players[at].choose(game)
            spent[at] += time.perf_counter() - before
            turns[at] += 1
            game.play_turn(turn)
        winner = game.outcome()[0]
        score[2 if winner == DRAW else winner ^ first] += 1
    return score, [s / max(n, 1) for s, n in zip(spent, turns)]


def main() -> None:
    """Play neighbouring levels against each other in every variant."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    random.seed(1)
    names = list(LEVELS)
    for variant in VARIANTS:
        for weaker, stronger in pairwise(names):
            count = games if stronger != "strong" else max(games // 5, 4)
            score, seconds = match(stronger, weaker, count, variant)
            print(
                f"{variant}: {stronger} - {weaker} {score[0]} - {score[1]}, drawn {score[2]}; "
                f"{seconds[0] * 1000:.1f} and {seconds[1] * 1000:.1f} ms a turn",
                flush=True,
            )


if __name__ == "__main__":
    main()
