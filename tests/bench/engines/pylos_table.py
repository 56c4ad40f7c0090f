"""What the complete table of Pylos holds, and whether it is right.

    python tests/bench/engines/pylos_table.py [POSITIONS]

First the table of a pyramid of three levels is compared with a slow solver, entry by entry,
for eight rule sets.  Then every table that ``underboard solve pylos`` has built on this
computer is described, and POSITIONS positions of random games (default 1000) are checked: a
won one must have a turn to a lost one, a lost one only turns to won ones, with the plies
that the table says, by the turns of the core.  Expected sight: ``wrong 0`` everywhere.
"""

import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from boardcore.pylos.rules import Game
from support.reference.pyramid import SlowPyramid
from underboard.games.pylos.engine.perfect import judge
from underboard.games.pylos.engine.table.lookup import EndgameTable
from underboard.games.pylos.engine.table.provider import make
from underboard.games.pylos.engine.table.pyramid import Pyramid
from underboard.games.pylos.engine.table.rule_set import ENDS, TAKES, VARIANTS, RuleSet
from underboard.games.pylos.engine.table.values import DRAW, WIN, path_of

SMALL = [
    ("children", "strict", "one"),
    ("standard", "strict", "one"),
    ("standard", "bga", "one"),
    ("expert", "strict", "one"),
    ("expert", "bga", "one"),
    ("expert", "strict", "none"),
    ("expert", "strict", "others"),
    ("expert", "strict", "free"),
]


def small_pyramids() -> None:
    """Compare all entries of the small pyramid with the slow solver's."""
    pyramid = Pyramid(3)
    cell = {place: 1 << number for number, place in enumerate(pyramid.places)}
    for variant, end, back in SMALL:
        with tempfile.TemporaryDirectory() as folder:
            table = make(RuleSet(variant, end, back, base=3), Path(folder))
            solved = SlowPyramid(3, variant, end, back).solve()
            wrong = 0
            for (mine, theirs), worth in solved.items():
                expected = DRAW if worth is None else WIN if worth[0] > 0 else worth[1]
                found = table.lost_in(sum(map(cell.get, mine)), sum(map(cell.get, theirs)))
                wrong += found != expected
            print(f"3 levels, {variant} {end} {back}: {len(solved)} positions, wrong {wrong}")


def describe(table: EndgameTable, path: Path) -> None:
    """Print what a table holds."""
    about = table.store.about
    rows = about["counts"]
    totals = [sum(row[kind] for row in rows) for kind in range(3)]
    seconds = about["seconds"]
    print(f"{table.rules.key}: {path.stat().st_size:,} bytes, {about['entries']:,} entries")
    print(f"  the start: {'a draw' if not about['start'] else str(about['start'] - 1) + ' plies'}")
    print(f"  wins {totals[0]:,} losses {totals[1]:,} draws {totals[2]:,}")
    for balls, (wins, losses, draws) in enumerate(rows):
        print(f"  {balls:2} balls: wins {wins:,} losses {losses:,} draws {draws:,}")
    if seconds:
        print(f"  built in {len(seconds)} sweeps, {sum(seconds):.0f} s:", *map(round, seconds))


def check(table: EndgameTable, positions: int) -> None:
    """Check positions of random games against those that their turns lead to."""
    chance = random.Random(7)
    wrong = checked = 0
    spent = []
    while checked < positions:
        game = Game(table.rules.variant, [("end", table.rules.end), ("repetition", "off")])
        while not game.outcome() and checked < positions:
            mine, theirs = game.balls(game.side), game.balls(1 - game.side)
            begun = time.perf_counter()
            found = table.lost_in(mine, theirs)
            spent.append(time.perf_counter() - begun)
            turns, answers = game.legal_turns(), []
            for turn in turns:
                game.step(turn)
                answers.append(judge(table, game.balls(game.side), game.balls(1 - game.side)))
                game.undo()
            values = [value for value, _ in answers]
            if min(values) < 0:
                expected = WIN
            elif 0 in values:
                expected = DRAW
            else:
                # An end at once counts as beaten by the winner's next turn.
                expected = 1 + max(plies or 1 for _, plies in answers)
            wrong += found != expected
            checked += 1
            game.step(chance.choice(turns))
    spent.sort()
    micro = [1e6 * spent[int(len(spent) * share)] for share in (0.5, 0.99)]
    print(f"  {checked} positions, wrong {wrong}; a look-up takes {micro[0]:.0f} µs (median), "
          f"{micro[1]:.0f} µs (99 %)")  # fmt: skip


def main() -> None:
    """Check small pyramids, then the tables of this computer."""
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    small_pyramids()
    for variant in VARIANTS:
        for end in ENDS:
            for back in TAKES:
                rules = RuleSet(variant, end, back)
                if path_of(rules).exists():
                    table = EndgameTable(path_of(rules), rules)
                    describe(table, path_of(rules))
                    if back == TAKES[0]:
                        check(table, positions)


if __name__ == "__main__":
    main()
