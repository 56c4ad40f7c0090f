"""Decisions (what a board on load cells computes from a rest to what it means).

    python tests/bench/decisions.py pylos-scale4 30 --games 4

Lets hands play so many plies of each game and prints, in empty loop iterations (three bytecodes
each, see ``support/machine/bytecodes.py``), what all loop iterations cost from a rest that shows
something new until it is explained, what the steps of the search say that they cost (arrays of
``ulab`` take no bytecodes), and the longest turn.  Needs no hardware and touches none.
"""

import argparse
import sys
from pathlib import Path
from statistics import median

sys.path[:0] = [str(Path(__file__).parents[1])]

from boardcore.sensing.explain.stepper import Stepper  # noqa: E402
from support.machine.bytecodes import EMPTY_TURN, Bytecodes  # noqa: E402
from underboard.deploy.layouts import layout_of  # noqa: E402
from underboard.sim.faults import Faults  # noqa: E402
from underboard.sim.hands import commands  # noqa: E402
from underboard.sim.harness import Harness  # noqa: E402
from underboard.sim.world import World  # noqa: E402


class Told:
    """Steps of a search; ``total``: what those that were taken say that they cost."""

    total = 0

    def __init__(self, steps) -> None:
        self._steps = steps

    def __iter__(self):
        return self

    def __next__(self):
        cost = next(self._steps)
        Told.total += cost
        return cost


def decisions_of(layout, plies: int, seed: int) -> tuple[list[tuple], float]:
    """Return what each decision of a game costs, as counted and as told; and the longest turn."""
    world = World(layout, seed, Faults())
    harness = Harness(layout, world)
    world.add(commands.play_game(world, seed, layout.game, "", seed=f"turns {seed}"))
    table, bytecodes = harness.table, Bytecodes()
    taken = "take" if hasattr(table.sample_sink, "take") else "scan"
    for owner, name in ((table, "step"), (table, "button"), (table.sample_sink, taken)):
        setattr(owner, name, bytecodes.counted(getattr(owner, name)))
    decoder = table.bank.decoder
    decisions: list[tuple] = []
    cost = longest = 0.0
    while table.game.ply < plies and world.actors:
        thinks = decoder._stepper is not None
        bytecodes.now = 0
        harness.step()
        turn = bytecodes.now / EMPTY_TURN
        longest = max(longest, turn)
        if thinks or decoder._stepper is not None:
            cost += turn
        if cost and decoder._stepper is None:
            decisions.append((cost, Told.total))
            cost, Told.total = 0.0, 0
    return decisions, longest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("layout")
    parser.add_argument("plies", type=int)
    parser.add_argument("--games", type=int, default=4)
    options = parser.parse_args()
    begin = Stepper.__init__
    Stepper.__init__ = lambda self, steps: begin(self, Told(steps))
    decisions: list[tuple] = []
    longest = 0.0
    for seed in range(1, options.games + 1):
        found, turn = decisions_of(layout_of(options.layout), options.plies, seed)
        decisions += found
        longest = max(longest, turn)
    print(f"decisions {len(decisions)} longest turn {longest:.0f}")
    for at, how in enumerate(("counted", "told")):
        costs = sorted(row[at] for row in decisions)
        nine = costs[9 * len(costs) // 10]
        print(f"{how} median {median(costs):.0f} 9 of 10 {nine:.0f} worst {costs[-1]:.0f}")


if __name__ == "__main__":
    main()
