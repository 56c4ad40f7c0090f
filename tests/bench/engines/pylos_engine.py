"""How fast the searches of Pylos are, and whether the perfect player is perfect.

    python tests/bench/engines/pylos_engine.py [GAMES] [OPPONENT]

First line: nodes a second of both searches in the same positions, and their ratio.  Second line
(where the standard table was built): GAMES games (default 100) of ``perfect`` against OPPONENT
(default strong) from starts after six random turns, each start once with either colour.
Expected sight: all won starts won, no won position left.
"""

import random
import sys
import time

from boardcore.pylos.rules import DRAW, Game
from underboard.engine import compiled
from underboard.engine.player import player_of
from underboard.games.pylos.engine import perfect
from underboard.games.pylos.engine.search import Search


def position(seed: int, turns: int) -> Game:
    """Return a game after random turns that is not over."""
    chance = random.Random(seed)
    while True:
        game = Game()
        for _ in range(turns):
            if not game.outcome():
                game.play_turn(chance.choice(game.legal_turns()))
        if not game.outcome():
            return game


def speed() -> None:
    """Print nodes a second of both searches."""
    if not compiled.FAST:
        print("numba is not installed: there is only the search in Python")
        return
    from underboard.games.pylos.engine.fast.driver import FastSearch

    begun = time.perf_counter()
    FastSearch(Game(), 2, 100, random.Random(1)).best()
    cold = time.perf_counter() - begun
    counts, spent = [0, 0], [0.0, 0.0]
    for seed in range(8):
        game = position(seed, 6 + 2 * seed)
        searches = (
            FastSearch(game, 30, 400_000, random.Random(1)),
            Search(game, 30, 20_000, random.Random(1)),
        )
        for which, search in enumerate(searches):
            # Processor time, all threads: others may be using the machine.
            begun = time.process_time()
            search.best()
            spent[which] += time.process_time() - begun
            counts[which] += search.nodes if which == 0 else search.boards
    fast, slow = (count / seconds for count, seconds in zip(counts, spent))
    print(
        f"nodes a second: numba {fast:,.0f}, Python {slow:,.0f}, ratio {fast / slow:.1f}; "
        f"first search after {cold:.1f} s"
    )


def perfect_against(opponent: str, games: int) -> None:
    """Print the score of ``perfect``, checked turn by turn against the table."""
    table = perfect.table_of(perfect.rules_of(Game()))
    if table is None:
        print("no table of the standard game: type 'underboard solve pylos'")
        return
    score, won_starts, won_of_them, left, slowest = [0, 0, 0], 0, 0, 0, 0.0
    for number in range(games):
        game, side = position(1000 + number // 2, 6), number % 2
        players = [player_of("pylos", "perfect", number), player_of("pylos", opponent, number)]
        was_won = starts_won = False
        first = game.ply
        while not game.outcome():
            mine, theirs = game.balls(game.side), game.balls(1 - game.side)
            value = perfect.judge(table, mine, theirs)[0]
            value = value if game.side == side else -value
            if game.ply == first:
                starts_won = value > 0
            left += was_won and value < 1
            was_won = was_won or value > 0
            begun = time.perf_counter()
            turn = players[game.side ^ side].choose(game)
            if game.side == side:
                slowest = max(slowest, time.perf_counter() - begun)
            game.play_turn(turn)
        winner = game.outcome()[0]
        score[2 if winner == DRAW else winner ^ side] += 1
        won_starts += starts_won
        won_of_them += starts_won and winner == side
    print(
        f"perfect - {opponent}: games {games} won {score[0]} lost {score[1]} drawn {score[2]}; "
        f"won starts {won_starts}, of them won {won_of_them}; won positions left {left}; "
        f"slowest turn {slowest:.2f} s"
    )


if __name__ == "__main__":
    speed()
    perfect_against(
        sys.argv[2] if len(sys.argv) > 2 else "strong",
        int(sys.argv[1]) if len(sys.argv) > 1 else 100,
    )
