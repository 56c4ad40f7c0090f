"""Review games of Pylos without the table, and hold every verdict against it.

    python tests/campaigns/reviews_exact.py [GAMES] [SEED]

Needs the complete table of the standard game.  Prints for each game, then for all: turns, real
errors (turns that changed who wins, or gave a draw away), accusations, how many of them are
false (the turn changed nothing), how many name a better turn that is none, and errors found.
"""

import sys
import time
from collections import Counter

from boardcore.games import rules_of
from underboard.engine.match import play
from underboard.engine.player import player_of
from underboard.games.pylos import judge as pylos_judge
from underboard.games.pylos.engine import perfect
from underboard.study.review import GOOD, review

LEVELS = (("easy", "casual"), ("casual", "club"), ("club", "strong"))


def counted(start: str, turns: tuple[str, ...]) -> Counter:
    """Return what a review without the table says of a game, against the table."""
    with_table = pylos_judge.table_of
    pylos_judge.table_of = lambda rules: None
    try:
        reviewed = review("pylos", "standard", "", start, turns)
    finally:
        pylos_judge.table_of = with_table
    game = rules_of("pylos").Game(position=start)
    table = perfect.table_for(game)
    counts = Counter(games=1)
    for turn in reviewed.turns:
        values = {one.turn: one.value for one in perfect.judged_turns(game, table)}
        best = max(values.values())
        played, named = (value_after(game, table, t) for t in (turn.turn, turn.best))
        accused, wrong = turn.kind != GOOD, played < best
        counts["turns"] += 1
        counts["errors"] += wrong
        counts["accused"] += accused
        counts["false"] += accused and not wrong
        counts["better is none"] += accused and named <= played
        counts["found"] += accused and wrong
        counts[turn.kind] += 1
        counts[f"{turn.kind} false"] += accused and not wrong
        game.play_turn(turn.turn)
    return counts


def value_after(game, table, turn: int) -> int:
    """Return what a turn is worth by the table: 1, 0 or -1."""
    side = game.side
    game.play_turn(turn)
    try:
        outcome = game.outcome()
        if outcome:
            return 0 if outcome[0] > 1 else 1 if outcome[0] == side else -1
        return -perfect.judge(table, game.balls(game.side), game.balls(1 - game.side))[0]
    finally:
        game.undo()


def main() -> None:
    """Play games, review them and count."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    sums: Counter = Counter()
    began = time.process_time()
    for number in range(games):
        levels = LEVELS[number % len(LEVELS)]
        seats = tuple(lambda s, level=level: player_of("pylos", level, s) for level in levels)
        result = next(play("pylos", seats, 1, seed + number))
        counts = counted(result.start, result.turns)
        sums += counts
        print(number + 1, " - ".join(levels), dict(counts), flush=True)
    print(dict(sums), f"{time.process_time() - began:.0f} CPU-s")


if __name__ == "__main__":
    main()
