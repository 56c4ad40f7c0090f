"""Make puzzles (positions of self-play that exactly one turn wins).

    python tests/bench/engines/puzzles.py GAME [COUNT] [SECONDS] [SEED] > FILE

Prints a file for a game's ``puzzles.txt``, the easiest puzzle first.  ``underboard puzzles GAME
--prove`` proves each again.  Where the complete table of Pylos is built it finds the positions
quickly; each is proven by a search alone all the same, as whoever has no table will prove it.
"""

import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from boardcore.games import rules_of
from underboard.engine.match import start_of
from underboard.engine.player import player_of
from underboard.games.apagos.engine.layouts import every
from underboard.games.gyges.engine.analysis import Thinker, goal_in_reach
from underboard.games.pylos.engine import perfect
from underboard.study.prover import winning_turns
from underboard.study.puzzles import Puzzle

MIN_TURNS = 4
"""A puzzle has at least so many turns to choose from."""
LOOK = 150_000
"""Nodes to look for a win of Gygès in five turns."""
FIFTH = 3
"""Turn of each eight after which that is tried: it takes long."""
BALLS = 21
"""On the board: from there Pylos can be searched to its end."""
TABLE_BALLS = 16
"""With a table: some wins with fewer balls are forced throughout, and a search proves them."""


def gyges_within(game, table):
    """Return in how many turns a win of Gygès is worth looking for, 0 for none."""
    if goal_in_reach(game, game.side):
        return 0
    if winning_turns(game, 3) or game.ply % 8 != FIFTH:
        return 3
    return 5 if Thinker(game).think(4, LOOK)[0].wins_in == 5 else 0


def pylos_within(game, table):
    """Return whether the win of a position of Pylos is worth a proof: 0 or more."""
    if table is None:
        return 99 if game.occupied.bit_count() >= BALLS else 0
    if game.occupied.bit_count() < TABLE_BALLS:
        return 0
    best, second = (*perfect.judged_turns(game, table), None)[:2]
    return 99 if best.value > 0 and (second is None or second.value <= 0) else 0


def apagos_within(game, table):
    """Return how far to look for the win of a position of Apagos: to its end."""
    return 99


def table_of_pylos():
    """Return the complete table, None where it is not built."""
    return perfect.table_of(perfect.rules_of(rules_of("pylos").Game()))


class Kind(NamedTuple):
    """Bounds of the search for one game's puzzles, and the positions where its games begin."""

    most: int
    within: Callable
    options: tuple = ()
    starts: Callable[[], list[str]] | None = None
    table: Callable = lambda: None


KINDS = {
    "apagos": Kind(25, apagos_within, starts=every),
    "gyges": Kind(200, gyges_within, (("repetition", "draw"),)),
    "pylos": Kind(40, pylos_within, table=table_of_pylos),
}


def positions(name, kind, chance):
    """Yield positions of games between players that slip."""
    rules = rules_of(name)
    number = 0
    while True:
        number += 1
        if kind.starts:
            game = rules.Game(position=chance.choice(kind.starts()))
        else:
            game = start_of(name, "", list(kind.options), chance)
        seats = [player_of(name, level, number) for level in ("casual", "easy")]
        while not game.outcome():
            yield game
            if chance.random() < 0.1:
                game.play_turn(chance.choice(game.legal_turns()))
            else:
                game.play_turn(seats[(game.side + number) % 2].choose(game))


def main(name, count, seconds, seed):
    chance = random.Random(seed)
    rules = rules_of(name)
    ends = time.monotonic() + seconds
    found: dict[str, Puzzle] = {}
    ratings: Counter[int] = Counter()
    kind = KINDS[name]
    table = kind.table()
    # From here on nobody finds it: what is proven is proven without it.
    os.environ["UNDERBOARD_DATA"] = tempfile.mkdtemp()
    for game in positions(name, kind, chance):
        if len(found) >= count or time.monotonic() > ends:
            break
        within = len(game.legal_turns()) >= MIN_TURNS and kind.within(game, table)
        if not within:
            continue
        fresh = rules.Game(game.variant, [], game.position_text())
        wins = winning_turns(fresh, within)
        if not wins or len(wins) != 1:
            continue
        (turn, rating), position = wins[0], fresh.position_text()
        if rating < 3 or ratings[rating] >= kind.most or position in found:
            continue
        puzzle = Puzzle(name, game.variant, "", position, rules.turn_text(turn), rating)
        assert puzzle.is_proven(), position
        found[position] = puzzle
        ratings[rating] += 1
        if not len(found) % 20:
            print(len(found), dict(ratings), file=sys.stderr, flush=True)
    print("# Positions that exactly one turn wins: turns until the win, rules, position, solution.")
    print(f"# Made by: python tests/bench/engines/puzzles.py {name} {count}")
    for puzzle in sorted(found.values(), key=lambda one: (one.rating, one.position)):
        print(puzzle.line())


if __name__ == "__main__":
    words = sys.argv[1:] + ["300", "100000", "20"][len(sys.argv) - 2 :]
    main(words[0], int(words[1]), float(words[2]), int(words[3]))
