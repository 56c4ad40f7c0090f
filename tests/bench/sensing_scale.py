"""Count single changes on boards with load cells that are read wrong or asked about.

    python tests/bench/sensing_scale.py --layout pylos-scale4 --trials 1000

Each trial is a legal position of Pylos of a level, weighed ball by ball, and one change of it: a
ball comes or goes (``single``), is raised, or two are taken back, seen only before and after.
The truth: noise per cell and rest, what a touch leaves (hysteresis, board or feet that slide),
masses, places and supporters that shift.  The decoder knows the layout's figures only; it is the
firmware's, and learns from what it weighs, a ball at a time.  No hand presses, so it takes all
hands for gentle ones and waits for most of a rest before it explains it.
"""

import argparse
import json
import random
import sys
from pathlib import Path

from boardcore.layout.layout import Layout
from boardcore.pylos.cells import ABOVE, CELLS, SUPPORTS
from boardcore.pylos.model import PylosModel
from boardcore.pylos.rules import LEVEL
from boardcore.sensing.explain.explainer import Explainer
from boardcore.sensing.observe.weight.rest import HALF
from boardcore.sensing.observe.weight.weight import Weight

LAYOUTS = Path(__file__).resolve().parents[2] / "firmware" / "layouts"
FAST_MS = 700
REST_MS = 1080
"""Time for which the board rests between two changes: twice what it waits for at most."""
HALF_MS = 54
"""The time of half a window."""


class Truth:
    """What is true of a board; sigma in g per cell and rest, touch in g mm per change."""

    def __init__(self, scale, seed, sigma=0.02, touch=10.0, touch_g=0.1, spread=0.06, place=0.4,
                 shift=0.2, tilt=0.0):  # fmt: skip
        self.scale, self.random = scale, random.Random(seed)
        self.sigma, self.touch, self.touch_g = sigma, touch, touch_g
        self.spread, self.place, self.shift, self.tilt = spread, place, shift, tilt
        self.balls: dict[int, list[float]] = {}
        self.left = [0.0, 0.0, 0.0]
        self.tilted = [0.0, 0.0]
        self.half = [0.0] * len(scale.sensor_mm)  # noise of the newer half of the last window

    def touched(self):
        gauss = self.random.gauss
        self.left[0] += gauss(0, self.touch_g)
        for axis in (1, 2):
            self.left[axis] += gauss(0, self.touch)

    def put(self, place):
        gauss = self.random.gauss
        x, y = self.scale.places[place]
        mass = self.scale.masses[0] * (1 + gauss(0, self.spread))
        self.balls[place] = [mass, x + gauss(0, self.place), y + gauss(0, self.place)]
        self._shift(place)
        self.touched()

    def lift(self, place):
        del self.balls[place]
        self._shift(place)
        self.touched()

    def _shift(self, place):
        cell = self.scale.cells[place]
        for other, ball in self.balls.items():
            if SUPPORTS[cell] >> self.scale.cells[other] & 1:
                ball[1] += self.random.gauss(0, self.shift)
                ball[2] += self.random.gauss(0, self.shift)

    def rest(self):
        """Come to rest: the table is tilted anew, and no sample of the rest before counts."""
        self.tilted = [self.random.gauss(0, self.tilt) for _ in range(2)]
        self.half = [self.random.gauss(0, self.sigma * 2**0.5) for _ in self.half]

    def measure(self):
        """Return W, Mx, My of a window; half of its samples are those of the one before."""
        values = list(self.left)
        for mass, x, y in self.balls.values():
            values[0] += mass
            values[1] += mass * x
            values[2] += mass * y
        older = self.half
        self.half = [self.random.gauss(0, self.sigma * 2**0.5) for _ in older]
        for at, spot in enumerate(self.scale.sensor_mm):
            noise = (older[at] + self.half[at]) / 2
            values[0] += noise
            values[1] += noise * spot[0]
            values[2] += noise * spot[1]
        values[1] += self.tilted[0]
        values[2] += self.tilted[1]
        return values


class Resting:
    """A rest of load cells that is always calm; its moments are the truth's."""

    cells = 0
    twist = 0.0

    def __init__(self, truth):
        self.truth, self.values = truth, [0.0, 0.0, 0.0]

    def measure(self, rest, samples):
        self.values = self.truth.measure()


class Trial:
    """One decoder over one truth."""

    def __init__(self, scale, truth):
        self.truth = truth
        resting = Resting(truth)
        self.stack = PylosModel(scale.cells)
        self.decoder = Explainer(Weight(scale, resting, resting), self.stack, 0)
        self.now_ms = 0
        self.look()

    def look(self, ms=300):
        """Weigh what stands after hands were at work for so long, and let it rest."""
        decoder = self.decoder
        decoder._resting = False
        decoder._restless_ms = self.now_ms
        decoder._stirred_ms = self.now_ms = self.now_ms + ms
        self.truth.rest()
        for _ in range(REST_MS // HALF_MS):
            self.now_ms += HALF_MS
            self.decoder.observation._fresh = HALF
            self.decoder.work(1 << 28, self.now_ms)
            self.decoder.finish()


def supported(mask):
    return [c for c in range(CELLS) if not mask >> c & 1 and mask & SUPPORTS[c] == SUPPORTS[c]]


def free(mask):
    return [c for c in range(CELLS) if mask >> c & 1 and not mask & ABOVE[c]]


def position(chance, level):
    """Return cells in the order in which they are put, up to a random position of a level."""
    while True:
        mask, order = 0, []
        for _ in range(chance.randint(1, 29)):
            cells = supported(mask)
            # Higher cells more often, or upper levels would hardly ever come.
            cell = chance.choices(cells, [1 + 4 * LEVEL[c] for c in cells])[0]
            order.append(cell)
            mask |= 1 << cell
        if any(LEVEL[cell] == level for cell in supported(mask) + free(mask)):
            return mask, order


def run(scale, kind, level, trials, seed, **physics):
    """Return how many were wrong, and how many in doubt or not explained."""
    chance = random.Random(f"{seed} {kind} {level}")
    wrong = asked = done = 0
    place_of = {cell: place for place, cell in enumerate(scale.cells)}
    while done < trials:
        truth = Truth(scale, chance.random(), **physics)
        trial = Trial(scale, truth)
        decoder = trial.decoder
        mask, order = position(chance, level)
        known = 0
        for cell in order:
            truth.put(place_of[cell])
            trial.look()
            known |= 1 << cell
            decoder.confirm(known)
            if decoder.observation.masses._mean[place_of[cell]] < 0:
                decoder.observation.masses.weigh(place_of[cell], 1, scale.masses[0], 1.0)
        own = sum(1 << cell for cell in order[:: chance.choice((1, 2))])
        trial.stack.expect(mask, mask & ~own)
        changes = change_of(chance, kind, level, mask, own)
        if changes is None:
            continue
        done += 1
        goal = mask
        for sign, cell in changes:
            (truth.put if sign > 0 else truth.lift)(place_of[cell])
            goal ^= 1 << cell
        trial.look(300 if kind == "single" else FAST_MS)
        if decoder.ambiguous or decoder.foreign or decoder.state == mask:
            asked += 1
            wrong += decoder.state == mask and not decoder.foreign and not decoder.ambiguous
        elif decoder.state != goal:
            wrong += 1
    return wrong, asked


def change_of(chance, kind, level, mask, own):
    lifts = [c for c in free(mask) if LEVEL[c] == level]
    puts = [c for c in supported(mask) if LEVEL[c] == level]
    if kind == "single":
        both = [(-1, c) for c in lifts] + [(1, c) for c in puts]
        return [chance.choice(both)] if both else None
    if kind == "raise":
        pairs = [
            (start, goal)
            for start in free(mask & own | mask)
            for goal in supported(mask & ~(1 << start))
            if own >> start & 1 and LEVEL[goal] > LEVEL[start] and LEVEL[goal] == level
        ]
        if not pairs:
            return None
        start, goal = chance.choice(pairs)
        return [(-1, start), (1, goal)]
    balls = [c for c in free(mask) if own >> c & 1]
    return [(-1, c) for c in chance.sample(balls, 2)] if len(balls) > 1 else None


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--layout", default="pylos-scale4")
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", default="single", choices=("single", "raise", "two"))
    parser.add_argument("--ball", type=float, default=0, help="mm: 20, 30 or 40")
    for name in ("sigma", "touch", "touch_g", "spread", "place", "shift", "tilt"):
        parser.add_argument("--" + name.replace("_", "-"), type=float, default=None)
    options = parser.parse_args(argv)
    data = json.loads((LAYOUTS / f"{options.layout}.json").read_text())
    if options.ball:
        resize(data, options.ball)
    scale = Layout(data).scale
    physics = {
        name: value
        for name in ("sigma", "touch", "touch_g", "spread", "place", "shift", "tilt")
        if (value := getattr(options, name)) is not None
    }
    for level in range(4) if options.kind != "two" else (0,):
        if options.kind == "raise" and level not in (1, 2):
            continue
        wrong, asked = run(scale, options.kind, level, options.trials, options.seed, **physics)
        print(
            f"{options.kind} level {level} trials {options.trials} wrong {wrong} asked {asked}",
            flush=True,
        )


def resize(data, ball_mm):
    """Make a layout of balls of another diameter; masses grow with the cube."""
    share = ball_mm / data["geometry"]["ball_mm"]
    for entry in data["places"] + data["plate"]["load_cells"]:
        entry["x"], entry["y"] = 45 + share * (entry["x"] - 45), 45 + share * (entry["y"] - 45)
    data["pieces"]["masses_g"] = [mass * share**3 for mass in data["pieces"]["masses_g"]]


if __name__ == "__main__":
    sys.exit(main())
