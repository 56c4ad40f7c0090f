"""Dead ends campaign (walks through random states of all boards, with random misreadings).

    python tests/campaigns/dead_ends.py --steps 400 --seeds 5

Each step misreads something, lets some time pass, perhaps presses a button, and then names a
random legal turn, or takes the last one back, with the two buttons alone.  Whenever all turns are
asked for, it counts the presses to each of them.  The exit status is 1 if there was a dead end.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from support.boards.random_walk import Walker  # noqa: E402

BOARDS = [
    ("pylos-reed16", ""),
    ("pylos-reed16", "expert"),
    ("apagos-reed36", ""),
    ("apagos-reed36", "set-up"),
    ("gyges-reed38", ""),
    ("gyges-hall38", ""),
    ("apagos-hall36", ""),
    ("pylos-hall25", ""),
    ("pylos-scale4", ""),
    ("gyges-scale4", ""),
]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--layout", default="", help="only this board")
    parser.add_argument("--steps", type=int, default=100, help="of each walk")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1, help="the first one")
    options = parser.parse_args()
    ends = 0
    for layout, variant in BOARDS:
        if options.layout not in ("", layout):
            continue
        states: set[tuple] = set()
        named = back = longest = longest_back = 0
        for seed in range(options.seed, options.seed + options.seeds):
            walker = Walker(layout, seed, variant)
            for step in range(options.steps):
                try:
                    walker.step()
                except AssertionError as error:
                    ends += 1
                    print(f"  dead end: {layout} {variant} seed {seed} step {step}: {error}")
                    break
            states |= walker.states
            named += walker.named
            back += walker.taken_back
            longest = max(longest, walker.longest)
            longest_back = max(longest_back, walker.longest_back)
        print(
            f"{layout} {variant or 'standard'}: states {len(states)} named {named} "
            f"longest {longest} taken back {back} longest {longest_back}",
            flush=True,
        )
    print(f"dead ends {ends}")
    return int(ends > 0)


if __name__ == "__main__":
    sys.exit(main())
