"""How strong the levels of the engines of Pylos and Gygès are, against each other.

    python tests/bench/engines/engine.py [GAMES]

Prints one line per pair: games won by either, drawn, and milliseconds a turn.  Expected
recognizer: each level wins at least four games of five against the one below it.  Those of
Apagos are measured by ``tests/bench/apagos.py``.
"""

import random
import sys
import time
from itertools import pairwise

from boardcore.games import rules_of
from underboard.engine.player import levels_of, player_of

OPTIONS = {"pylos": [], "gyges": [("repetition", "draw")]}
"""Games that are measured, and the options of their rules: they must come to an end."""
SLOW = ("strong", "expert")
"""These levels play a fifth of the games."""
NO_MATCH = "perfect"
"""This level is measured by ``tests/bench/engines/pylos_engine.py``: it needs a table."""


def match(
    name: str, stronger: str, weaker: str, games: int, variant: str
) -> tuple[list[int], list[float]]:
    """Return games won by either and drawn, and seconds a turn of either; colours alternate."""
    score, spent, turns = [0, 0, 0], [0.0, 0.0], [0, 0]
    for number in range(games):
        players = [player_of(name, level, number) for level in (stronger, weaker)]
        game, first = rules_of(name).Game(variant, OPTIONS[name]), number % 2
        while not game.outcome():
            at = game.side ^ first
            before = time.perf_counter()
            turn = players[at].choose(game)
            spent[at] += time.perf_counter() - before
            turns[at] += 1
            game.play_turn(turn)
        winner = game.outcome()[0]
        score[2 if winner == rules_of(name).DRAW else winner ^ first] += 1
    return score, [s / max(n, 1) for s, n in zip(spent, turns)]


def main() -> None:
    """Play neighbouring levels against each other in every variant of every game."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    random.seed(1)
    for name in OPTIONS:
        for variant in rules_of(name).VARIANTS:
            for weaker, stronger in pairwise(levels_of(name)):
                if stronger == NO_MATCH:
                    continue
                count = games if stronger not in SLOW else max(games // 5, 4)
                score, seconds = match(name, stronger, weaker, count, variant)
                print(
                    f"{name} {variant}: {stronger} - {weaker} {score[0]} - {score[1]}, "
                    f"drawn {score[2]}; "
                    f"{seconds[0] * 1000:.1f} and {seconds[1] * 1000:.1f} ms a turn",
                    flush=True,
                )


if __name__ == "__main__":
    main()
