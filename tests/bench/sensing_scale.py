"""Count changes of pieces on load cells that are read wrong or asked about.

    python tests/bench/sensing_scale.py --layout gyges-scale4 --trials 300 --repeat 0.2

    python tests/bench/sensing_scale.py --layout pylos-scale4 --sweep

A board is built piece by piece and changed on and on; each change is seen only before and after
(``single``: a piece comes or goes; ``pair``: a ball is raised, or two go).  The truth, which
decoders are not told: noise, what touches leave, a table that tilts, masses, places, load cells
that repeat badly, drift together, creep, or catch the mains.  The decoder knows the layout's
figures, is the firmware's, and learns as it goes.  No hand presses, so it takes all hands for
gentle ones and waits for most of a rest before it explains it.

``--sweep`` doubles one figure after the other, until half is asked or one is wrong, and tells from
which on 1 % is asked, and wrong.
"""

import argparse
import json
import random
import sys
from math import exp, pi, sin
from pathlib import Path

from boardcore.gyges.model import EACH, SIZES, GygesModel
from boardcore.layout.layout import Layout
from boardcore.pylos.cells import CELLS, LEVEL, SUPPORTS
from boardcore.pylos.model import PylosModel
from boardcore.sensing.explain.explainer import Explainer
from boardcore.sensing.observe.weight.rest import HALF
from boardcore.sensing.observe.weight.weight import Weight

LAYOUTS = Path(__file__).resolve().parents[2] / "firmware/layouts"
SINGLE_MS, PAIR_MS = 300, 700
"""Time of hands for a change and for two; chosen."""
HALF_MS, WINDOWS, BETWEEN = 54, 12, 60
"""The time of half a window; half windows of a rest, more than is waited for at most, and from one
turn to the next, 3 s."""
CREEP_MS = 60_000
BOARD = 60
"""Changes of a board, whose masses and looseness are learnt, before another one."""
PHYSICS = {"sigma": 0.02, "touch": 10.0, "touch_g": 0.1, "spread": 0.06, "place": 0.4, "shift": 0.2,
           "tilt": 0.0, "repeat": 0.0, "drift": 0.0, "creep": 0.0, "hum": 0.0}  # fmt: skip
"""Noise of a cell and window, g; what a touch leaves in each moment, g mm, and in W, g; masses, as
a share; places and supporters, mm; tilt from rest to rest, g mm; error of a cell after each touch,
g; common drift, g a minute; share of a change that comes late; hum of a window's mean, g."""
SWEPT = {"sigma": 0.04, "touch": 15.0, "touch_g": 0.15, "tilt": 10.0, "repeat": 0.05, "drift": 2.0,
         "creep": 0.005, "hum": 0.05}  # fmt: skip
"""Least figure of a sweep; others are its doubles."""
DOUBLES = 6
HOW = ("right", "asked", "wrong")


class Truth:
    """What is true of a board; ``pieces``: mass, x, y by place."""

    cells = 0

    def __init__(self, scale, seed, **physics):
        self.scale, self.random = scale, random.Random(seed)
        self.physics = {**PHYSICS, **physics}
        self.pieces: dict[int, list[float]] = {}
        self.values = [0.0] * 4  # W, Mx, My, T; nothing here twists a plate
        self.now_ms = 0
        self.keeps = False
        """Whether a piece that is put is the one that was lifted."""
        self._up: dict[int, float] = {}
        self._left = [0.0, 0.0, 0.0]
        self._tilted = [0.0, 0.0]
        count = len(scale.sensor_mm)
        self._half, self._off = [0.0] * count, [0.0] * count
        self._late: list[tuple] = []  # time and force on each cell of what comes late
        self._phases = [self.random.uniform(0, 2 * pi) for _ in range(count)]

    def gauss(self, name):
        return self.random.gauss(0, self.physics[name])

    def change(self, sign, place, kind):
        """Let a piece come or go; supporters shift, and the touch leaves something."""
        if sign > 0:
            x, y = self.scale.places[place]
            mass = self._up.pop(kind, 0.0) or self.scale.masses[kind - 1] * (
                1 + self.gauss("spread")
            )
            self.pieces[place] = [mass, x + self.gauss("place"), y + self.gauss("place")]
        mass, x, y = self.pieces[place] if sign > 0 else self.pieces.pop(place)
        if sign < 0 and self.keeps:
            self._up[kind] = mass
        self._late.append((self.now_ms, sign * mass, x, y))
        if self.scale.cells and len(self.scale.masses) == 1:
            for other, piece in self.pieces.items():
                if SUPPORTS[self.scale.cells[place]] >> self.scale.cells[other] & 1:
                    piece[1] += self.gauss("shift")
                    piece[2] += self.gauss("shift")
        self._left[0] += self.gauss("touch_g")
        self._left[1] += self.gauss("touch")
        self._left[2] += self.gauss("touch")
        self._off = [self.gauss("repeat") for _ in self._off]

    def rest(self):
        """Come to rest: the table tilts anew, and no sample of the rest before counts."""
        self._tilted = [self.gauss("tilt"), self.gauss("tilt")]
        self._half = [self.gauss("sigma") * 2**0.5 for _ in self._half]

    def measure(self, rest, samples):
        """Measure a window, half of which are samples of the one before."""
        self.values[:3] = [
            self._left[0],
            *(a + b for a, b in zip(self._left[1:], self._tilted)),
        ]
        for mass, x, y in self.pieces.values():
            self._add(mass, x, y)
        late = self.physics["creep"]
        for since_ms, mass, x, y in self._late if late else ():
            self._add(-late * mass * exp((since_ms - self.now_ms) / CREEP_MS), x, y)
        older, self._half = self._half, [self.gauss("sigma") * 2**0.5 for _ in self._half]
        drift = self.physics["drift"] * self.now_ms / 60_000
        for at, (x, y) in enumerate(self.scale.sensor_mm):
            hum = self.physics["hum"] * sin(self.now_ms / 90 + self._phases[at])
            self._add((older[at] + self._half[at]) / 2 + self._off[at] + drift + hum, x, y)

    def _add(self, grams, x, y):
        self.values[0] += grams
        self.values[1] += grams * x
        self.values[2] += grams * y


class PylosWalk:
    """Balls that come and go; a change's row is its level."""

    KINDS = ("single", "pair")
    ROWS = ("level 0", "level 1", "level 2", "level 3")
    empty = 0

    def __init__(self, scale, chance):
        self.scale, self.random = scale, chance
        self.model = PylosModel(scale.cells)

    def expect(self, state):
        others = sum(1 << cell for cell in range(CELLS) if self.random.random() < 0.5)
        self.model.expect(state, state & others)

    def built(self):
        return self.random.randint(6, 16)

    def change(self, state, kind, row):
        """Return changes of a kind, one of them of this row if any is possible; and their row."""
        lifts, puts = self.model.changes(state)
        if kind == "pair":
            one = self.random.choice(lifts or puts)
            left = self.model.after(state, (one,))
            lifts, puts = self.model.changes(left)
            goals = [change for change in puts if self.level(change) > self.level(one)]
            goals = goals if goals and self.random.random() < 0.5 else lifts or puts
            other = self.random.choice(goals)
            return (one, other), max(self.level(one), self.level(other))
        fewer = self.random.random() < (0.7 if state.bit_count() > 22 else 0.4)
        found = [one for one in (lifts if fewer else puts) if self.level(one) == row]
        one = self.random.choice(found or puts or lifts)
        return (one,), self.level(one)

    def level(self, change):
        return LEVEL[self.scale.cells[change[1]]]

    def put(self, state):
        return self.random.choice(self.model.changes(state)[1])


class GygesWalk:
    """Rings that are lifted and put; a change's row is its size.

    No pairs: all rings of a size that move alike weigh alike, and only presses tell them.
    """

    KINDS = ("single",)
    ROWS = ("single", "double", "triple")

    def __init__(self, scale, chance):
        self.scale, self.random = scale, chance
        self.model = GygesModel(len(scale.places))
        self.empty = bytes(len(scale.places))
        self._is_laid = False

    def expect(self, state):
        self._is_laid = self._is_laid or state.count(0) == len(state) - EACH * len(SIZES)
        self.model.expect(state, state, None, (), 0)
        self.model.keeps = self._is_laid

    def built(self):
        return EACH * len(SIZES)

    def change(self, state, kind, row):
        up = [size for size in SIZES if state.count(size) < EACH]
        if up:
            return (self.put(state),), up[0] - 1
        rings = [at for at in range(len(state)) if state[at] == row + 1]
        return ((-1, self.random.choice(rings), row + 1),), row

    def put(self, state):
        size = next(size for size in SIZES if state.count(size) < EACH)
        return (1, self.random.choice([at for at in range(len(state)) if not state[at]]), size)


WALKS = {"pylos": PylosWalk, "gyges": GygesWalk}


class Board:
    """One decoder over one truth."""

    def __init__(self, layout, seed, **physics):
        scale, chance = layout.scale, random.Random(seed)
        self.truth = Truth(scale, chance.random(), **physics)
        self.walk = WALKS[layout.game](scale, chance)
        weight = Weight(scale, self.truth, self.truth)
        self.decoder = Explainer(weight, self.walk.model, self.walk.empty)
        self.look(SINGLE_MS)
        state = self.walk.empty
        for _ in range(self.walk.built()):
            self.walk.expect(state)
            state = self.make(state, (self.walk.put(state),), SINGLE_MS)[1]
        self.state = state
        self.walk.expect(state)
        self.truth.keeps = self.walk.model.keeps

    def look(self, ms):
        """Weigh what stands after hands were at work for so long, and let it rest."""
        decoder, truth = self.decoder, self.truth
        decoder._resting = False
        decoder._restless_ms = truth.now_ms
        truth.now_ms += ms
        decoder._stirred_ms = truth.now_ms
        truth.rest()
        self.wait(WINDOWS)

    def wait(self, windows):
        """Let the board rest for some half windows."""
        decoder, truth = self.decoder, self.truth
        for _ in range(windows):
            truth.now_ms += HALF_MS
            decoder.observation._fresh = HALF
            decoder.work(1 << 28, truth.now_ms)
            decoder.finish()

    def make(self, state, changes, ms):
        """Make changes; return how they were read, and the state then, which players confirm."""
        decoder = self.decoder
        for change in changes:
            self.truth.change(*change)
        self.look(ms)
        after = self.walk.model.after(state, changes)
        doubt = decoder.ambiguous or decoder.foreign
        how = "asked" if doubt else "right" if decoder.state == after else "wrong"
        if decoder.state != after or doubt:
            held = decoder.holds(after)
            decoder.confirm(after)
            if not held or decoder.foreign:
                decoder.observation.accept_now()
                decoder._set_foreign(False)
                decoder._word = False
        self.wait(BETWEEN)
        return how, after

    def trial(self, kind, row):
        """Make a random turn; return how it was read, and its row.

        Between pairs pieces come and go alone, as in games: only these teach.
        """
        if kind == "pair":
            self.trial("single", row)
        self.walk.expect(self.state)
        changes, row = self.walk.change(self.state, kind, row)
        how, self.state = self.make(
            self.state, changes, SINGLE_MS if len(changes) == 1 else PAIR_MS
        )
        return how, row


def run(layout, kind, trials, seed, **physics):
    """Return, by row, how many changes were right, asked about and wrong."""
    rows = WALKS[layout.game].ROWS
    found = {row: dict.fromkeys(HOW, 0) for row in rows}
    board = None
    for trial in range(trials):
        if trial % BOARD == 0:
            board = Board(layout, f"{seed} {kind} {trial}", **physics)
        how, row = board.trial(kind, trial % len(rows))
        found[rows[row]][how] += 1
    return found


def sweep(layout, kinds, trials, seed):
    """Tell for each disturbance from which figure on 1 % is asked, and from which on wrong."""
    for name, least in SWEPT.items():
        for kind in kinds:
            asks = errs = 0
            seen = []
            for double in range(DOUBLES):
                figure = least * 2**double
                found = run(layout, kind, trials, seed, **{name: figure})
                asked, wrong = (sum(row[how] for row in found.values()) for how in HOW[1:])
                seen.append(f"{figure:g}: {asked}, {wrong}")
                asks = asks or (figure if asked + wrong >= 0.01 * trials else 0)
                errs = errs or (figure if wrong else 0)
                if errs or asked > trials / 2:
                    break
            print(f"{kind} {name} asks {asks} wrong {errs} ({'; '.join(seen)})", flush=True)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--layout", default="pylos-scale4")
    parser.add_argument("--trials", type=int, default=300, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=("single", "pair"), help="default: both")
    parser.add_argument("--sweep", action="store_true")
    parser.add_argument("--ball", type=float, default=0, help="mm: 20, 30 or 40")
    for name in PHYSICS:
        parser.add_argument("--" + name.replace("_", "-"), type=float)
    options = parser.parse_args(argv)
    data = json.loads((LAYOUTS / f"{options.layout}.json").read_text())
    if options.ball:
        resize(data, options.ball)
    layout = Layout(data)
    kinds = [options.kind] if options.kind else WALKS[layout.game].KINDS
    if options.sweep:
        sweep(layout, kinds, options.trials, options.seed)
        return
    physics = {name: getattr(options, name) for name in PHYSICS}
    physics = {name: figure for name, figure in physics.items() if figure is not None}
    for kind in kinds:
        for row, found in run(layout, kind, options.trials, options.seed, **physics).items():
            counts = " ".join(f"{how} {count}" for how, count in found.items())
            print(f"{kind} {row} {counts}", flush=True)


def resize(data, ball_mm):
    """Make a layout of balls of another diameter; masses grow with the cube."""
    share = ball_mm / data["geometry"]["ball_mm"]
    for entry in data["places"] + data["plate"]["load_cells"]:
        entry["x"], entry["y"] = 45 + share * (entry["x"] - 45), 45 + share * (entry["y"] - 45)
    data["pieces"]["masses_g"] = [mass * share**3 for mass in data["pieces"]["masses_g"]]


if __name__ == "__main__":
    sys.exit(main())
