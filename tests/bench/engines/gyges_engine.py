"""The engine of Gygès (its turns are the core's, and how many nodes a second it looks at).

    python tests/bench/engines/gyges_engine.py [POSITIONS]

Expected sight: no position whose turns differ; compiled code at least ten times as fast.
"""

import sys
import time
from pathlib import Path

from underboard.engine.compiled import FAST, array_of, plain
from underboard.games.gyges.engine import assess, kernels, search, tables
from underboard.games.gyges.engine.analysis import TABLE_BITS, WEIGHTS, WIN, machine, occupied_of

sys.path.insert(0, str(Path(__file__).parents[2]))

from support.boards.gyges import games_on_the_way

DEPTH = 2
SEED = 11


def differing(count):
    """Return how many random positions have other turns in the kernels than in the core."""
    t, s = machine()[:2]
    out = array_of([0] * 4096)
    wrong = 0
    for game in games_on_the_way(count, SEED):
        found = kernels.turns(
            t, s, array_of(game.cells), occupied_of(game), game.side, 1, True, out, 0
        )
        wrong += sorted(int(turn) for turn in out[:found]) != sorted(game.legal_turns())
    return wrong


def speed(start, run, array, count):
    """Return nodes a second of one version of the search."""
    t, s = tables.tables(array), tables.scratch(array)
    q = tables.stack(WEIGHTS, TABLE_BITS, array)
    spent = 0.0
    for number, game in enumerate(games_on_the_way(count + 1, SEED)):
        began = time.process_time()
        cells = array(game.cells)
        start(t, q, cells, game.side, 1, -WIN, WIN, DEPTH)
        run(t, s, q, cells, 1 << 40)
        if not number:
            q[tables.NODES] = 0  # the first one compiles
            continue
        spent += time.process_time() - began
    return q[tables.NODES] / spent


def main(count):
    print(f"{count} random positions, turns differ in {differing(count)}", flush=True)
    slow = plain(kernels, assess, search)
    python = speed(slow["start"], slow["run"], lambda values: list(values), 12)
    print(f"plain Python: {python:,.0f} nodes a second")
    if FAST:
        fast = speed(search.start, search.run, array_of, 60)
        print(f"numba: {fast:,.0f} nodes a second, {fast / python:.0f} times as many")


main(int(sys.argv[1]) if len(sys.argv) > 1 else 3000)
