"""Decisions (what a board on load cells computes from a rest to what it means).

    python tests/bench/decisions.py pylos-scale4 30 --games 4

Lets hands play so many plies of each game and prints, in empty turns of a loop (three bytecodes
each, see ``support/machine/bytecodes.py``), what all turns of the loop cost from a rest that shows
something new until it is explained, and the longest turn.  Needs no hardware and touches none.
"""

import argparse
import sys
from pathlib import Path
from statistics import median

sys.path[:0] = [str(Path(__file__).parents[1])]

from support.machine.bytecodes import EMPTY_TURN, Bytecodes  # noqa: E402
from underboard.deploy.layouts import layout_of  # noqa: E402
from underboard.sim.faults import Faults  # noqa: E402
from underboard.sim.hands import errands  # noqa: E402
from underboard.sim.harness import Harness  # noqa: E402
from underboard.sim.world import World  # noqa: E402


def decisions_of(layout, plies: int, seed: int) -> tuple[list[float], float]:
    """Return what each decision of a game costs, and the longest turn of the loop."""
    world = World(layout, seed, Faults())
    harness = Harness(layout, world)
    world.add(errands.play_game(world, seed, layout.game, "", seed=f"turns {seed}"))
    table, bytecodes = harness.table, Bytecodes()
    for owner, name in ((table, "step"), (table, "button"), (table.taker, "take")):
        setattr(owner, name, bytecodes.counted(getattr(owner, name)))
    decoder = table.bank.decoder
    decisions: list[float] = []
    cost = longest = 0.0
    while table.game.ply < plies and world.actors:
        thinks = decoder._thought is not None
        bytecodes.now = 0
        harness.step()
        turn = bytecodes.now / EMPTY_TURN
        longest = max(longest, turn)
        if thinks or decoder._thought is not None:
            cost += turn
        if cost and decoder._thought is None:
            decisions.append(cost)
            cost = 0.0
    return decisions, longest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("layout")
    parser.add_argument("plies", type=int)
    parser.add_argument("--games", type=int, default=4)
    options = parser.parse_args()
    decisions: list[float] = []
    longest = 0.0
    for seed in range(1, options.games + 1):
        found, turn = decisions_of(layout_of(options.layout), options.plies, seed)
        decisions += found
        longest = max(longest, turn)
    decisions.sort()
    print(
        f"decisions {len(decisions)} median {median(decisions):.0f} "
        f"9 of 10 {decisions[9 * len(decisions) // 10]:.0f} worst {decisions[-1]:.0f} "
        f"longest turn {longest:.0f}"
    )


if __name__ == "__main__":
    main()
