"""Sensing, Apagos on Hall sensors: balls at random on boards that differ from their layout.

    python tests/bench/sensing_holes.py --boards 1000
    python tests/bench/sensing_holes.py --boards 100 --set friction=0.4 --set noise_ut=60

Prints how many holes were read wrong, how many were in doubt, and the spread of strengths.
"""

import argparse
from random import Random

import numpy as np

from boardcore.sensing.observe.field.bank import Bank
from boardcore.sensing.observe.field.columns import MARGIN_NATS
from underboard.deploy.layouts import layout_of
from underboard.sim.physics.parameters import parameters_of
from underboard.sim.physics.spheres import magnets_of

LAYOUT = layout_of("apagos-hall36")
EMPTY_SCANS, HELD_SCANS = 40, 40


def board(seed: int, changes: dict) -> tuple:
    """Put ten balls of each colour at most into holes at random; return truth and decoder."""
    magnets = magnets_of(LAYOUT, parameters_of(LAYOUT, **changes), Random(seed))
    bank, random = Bank(LAYOUT), Random(f"balls {seed}")
    bank.decoder.reset_to([(0, 0)] * 4)
    rest(magnets, bank, 0, EMPTY_SCANS)
    truth, left = bytearray(LAYOUT.sensors), {1: 10, 2: 10}
    for place in random.sample(range(LAYOUT.sensors), LAYOUT.sensors // 2):
        kind = random.choice((1, 2))
        if left[kind]:
            left[kind] -= 1
            truth[place] = kind
            magnets.put(place, kind)
    rest(magnets, bank, EMPTY_SCANS, EMPTY_SCANS + HELD_SCANS + 24)
    return truth, bank.decoder


def rest(magnets, bank, first: int, end: int) -> None:
    """Let the bank take these scans."""
    for scan in range(first, end):
        bank.counts[:] = magnets.counts(scan * LAYOUT.scanner["interval_ms"])
        bank.scan()
        bank.work(5000)
        while bank.decoder._stepper is not None:
            bank.work(5000)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    options = parser.parse_args()
    changes = {name: float(value) for name, value in (one.split("=") for one in options.set)}
    wrong = doubted = 0
    strengths: dict[int, list[float]] = {1: [], 2: []}
    for seed in range(options.seed, options.seed + options.boards):
        truth, decoder = board(seed, changes)
        wrong += sum(one != true for one, true in zip(decoder.readings, truth, strict=True))
        doubted += sum(cost < MARGIN_NATS for _, cost in decoder.posterior[1:])
        for place, kind in enumerate(truth):
            if kind:
                strengths[kind].append(decoder.observation.held[place])
    spread = ", ".join(
        f"kind {kind} {min(found):.2f} to {max(found):.2f}, "
        f"log sigma {np.std(np.log(np.maximum(found, 0.01))):.3f}"
        for kind, found in strengths.items()
    )
    holes = LAYOUT.sensors * options.boards
    print(f"holes {holes} wrong {wrong} doubted {doubted}; {spread}")


if __name__ == "__main__":
    main()
