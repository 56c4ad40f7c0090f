"""Bench (how many legal moves a second, and how soon a lifted ring's cells are lit).

By hand::

    python tests/bench/gyges.py                                legal moves per second
    python tests/bench/gyges.py --board                        reach alone, in empty loop turns
    micropython -X heapsize=240k tests/bench/gyges.py          the same without the wrapper

The unit of the second is one turn of ``for i in range(n): pass`` inside a
function of the same process: an emulated RP2040 does 138,000 a second.  Budget
(firmware/docs/memory.md): first lights within 6,900, all lights within 41,000.  Every figure
is the least of several runs, with the garbage collected before and not during a run.
"""

import sys

try:
    from time import perf_counter_ns as now_ns
except ImportError:
    from time import time_ns as now_ns

HERE = __file__.replace("\\", "/").rpartition("/")[0] or "."
sys.path.insert(0, HERE + "/../../firmware/lib")

from boardcore.gyges import rules as gyges  # noqa: E402
from boardcore.gyges.movegen import SLICE  # noqa: E402
from boardcore.gyges.reach import Reach  # noqa: E402

VECTORS = (
    ("G1 S", "321123/000000/000000/000000/000000/321123 S"),
    ("G3 S", "300201/010023/000000/000000/320010/102003 S"),
    ("G5 S", "200100/200200/003113/003000/002300/001000 S"),
    ("G5 N", "200100/200200/003113/003000/002300/001000 N"),
    ("G6 N", "000020/302201/102303/001010/300000/000000 N"),
    ("G7 S", "000000/201320/302110/302300/100000/000000 S"),
    ("G9 S", "002130/300300/021100/002000/000200/030100 S"),
    ("G9 N", "002130/300300/021100/002000/000200/030100 N"),
    # The costliest met in a million boards with twelve rings anywhere; no game need ever see them.
    ("chance 1", "030010/300200/100020/020003/200000/003110 S"),
    ("chance 2", "000331/030000/000310/202100/020000/001200 S"),
    ("chance 3", "000010/003002/300030/100000/020100/200312 N"),
)


def empty_loop(n):
    """Do nothing n times."""
    for _ in range(n):
        pass


def unit_ns(n=200000):
    """Return what one empty loop turn costs, in ns, the best of five."""
    best = None
    for _ in range(5):
        start = now_ns()
        empty_loop(n)
        took = now_ns() - start
        best = took if best is None or took < best else best
    return best / n


def best_of(runs, action):
    """Return the shortest of several runs of ``action``, in ns."""
    best = None
    for _ in range(runs):
        collect()
        took = action()
        best = took if best is None or took < best else best
    return best


def collect():
    """Collect garbage, so that a run does not pay for the one before."""
    import gc

    gc.collect()


def lift(text, origin, budget):
    """Lift a ring in a fresh position; return ns to the first marks, to all, longest slice."""
    game = gyges.Game("standard", (("study", "on"),), text)
    collect()
    start = now_ns()
    if origin not in game.origins():
        raise ValueError("not a ring to lift")
    drops = game.drops(origin)
    reach = Reach(game, origin)
    done = reach.step(1)
    first = now = now_ns()
    longest = first - start
    while not done:
        done = reach.step(budget)
        then = now
        now = now_ns()
        if now - then > longest:
            longest = now - then
    assert drops
    return first - start, now - start, longest


def reach_costs():
    """Print first marks, all marks and the longest slice of every ring that may be lifted."""
    unit = unit_ns()
    print("one empty loop turn: %.1f ns; slice: %d series" % (unit, SLICE))
    print("%-9s %5s %7s %7s %7s %7s" % ("vector", "ring", "states", "first", "all", "slice"))
    worst = extreme = [0, 0, 0]
    for name, text in VECTORS:
        game = gyges.Game("standard", (("study", "on"),), text)
        for origin in game.origins():
            states = Reach(game, origin).run().states
            runs = [lift(text, origin, SLICE) for _ in range(7)]
            costs = [min([run[i] for run in runs]) / unit for i in range(3)]
            print(
                "%-9s %5s %7d %7d %7d %7d"
                % ((name, gyges.cell_text(origin), states) + tuple(costs))
            )
            if not name.startswith("chance"):
                worst = [max(worst[i], costs[i]) for i in range(3)]
            extreme = [max(extreme[i], costs[i]) for i in range(3)]
    print(
        "worst, host/docs/rules/gyges.md: first %d of 6900, all %d of 41000, slice %d"
        % tuple(worst)
    )
    print("worst, chance too: first %d, all %d, slice %d" % tuple(extreme))
    return worst


def moves_per_second():
    """Print legal moves (turns) found per second for G1, G5 and G9."""
    for name, text in VECTORS:
        if name not in ("G1 S", "G5 S", "G9 S"):
            continue
        game = gyges.Game("standard", (), text)
        turns = len(game.legal_turns())

        def listing(game=game):
            start = now_ns()
            for _ in range(20):
                game._playable = [-1, -1]
                game.legal_turns()
            return now_ns() - start

        took = best_of(3, listing) / 20
        print(
            "%s: %d turns in %.0f us: %.0f a second" % (name, turns, took / 1e3, turns * 1e9 / took)
        )


if __name__ == "__main__":
    if "--board" in sys.argv:
        import os
        import shutil
        import subprocess

        near = os.path.join(os.path.dirname(sys.executable), "micropython")
        command = shutil.which("micropython") or near
        sys.exit(subprocess.call([command, "-X", "heapsize=240k", __file__]))
    elif sys.implementation.name == "cpython":
        moves_per_second()
    else:
        reach_costs()
