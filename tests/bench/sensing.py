"""Sensing (how often a decoder is wrong, and how often it has to ask, per level or size).

    python tests/bench/sensing.py --layout pylos-hall25 --events 1000 --seed 1

Needs no hardware and touches none: the magnets are those of ``underboard.sim.physics.field``.
The decoder sees counts alone; after each event it hears what really stands, as it would
when a turn is understood or a question answered.  Options set the truth, which the
decoder is not told: ``--noise 5``, ``--jiggle 2``, ``--strength 0.8``, ``--gap 1``,
``--gains 0.05``, ``--dead 12``.
"""

import argparse
import json
import random
from pathlib import Path

from sensing_rings import GygesEvents

from boardcore.layout.layout import Layout
from boardcore.pylos import cells as pylos
from boardcore.sensing.observe.field import field as observed
from boardcore.sensing.observe.field import spheres
from boardcore.sensing.observe.field.bank import Bank
from underboard.sim.physics.parameters import parameters_of
from underboard.sim.physics.spheres import magnets_of

ROOT = Path(__file__).resolve().parents[2]
REST_SCANS = 25
"""Scans between two events: hands think for a second."""
MAX_SCANS = 120
SLICES = 60
"""Loop iterations between two scans; a board has fewer, and answers that much later."""
SLICE = 4500
"""Time of the decoder per loop iteration, in empty iterations."""
RESPIN = 0.02
WITHOUT = {
    "shake": (observed, "SHAKE", 0.0),
    "friction": (spheres, "MIN_ALPHA", 1e-4),
    "learning": (spheres, "LEARN", 0.0),
    "excess": (observed, "EXCESS_SHARE", 0.0),
    "share": (observed, "SHARE", 0.0),
    "place": (observed, "PLACE", 0.0),
    "common": (observed, "COMMON_UT", 0.0),
    "idle": (observed, "IDLE", 0.0),
    "small": (observed, "SMALL_UT", 60.0),
    "answer": (observed, "WARM", 0),
}
"""What ``--without`` leaves out of the field's covariance or prediction; ``answer``: spheres stay
as they were, only the ball that comes or goes is felt; ``small``: the former figure."""


class PylosEvents:
    """A pyramid that grows and shrinks at random, one ball at a time, each level often."""

    ROWS = ("level 0", "level 1", "level 2", "level 3", "turned")

    def __init__(self, layout, parameters, seed: int, dead=()) -> None:
        self.random = random.Random(seed)
        self.layout = layout
        self.magnets = magnets_of(layout, parameters, self.random)
        self.bank = Bank(layout)
        self.decoder = self.bank.decoder
        for sensor in dead:
            self.bank._use(sensor, 0)
        self.place_of = {cell: place for place, cell in enumerate(layout.cell_of_sensor)}
        self.standing = 0
        self.now_ms = 0.0
        self.seen = [0] * 4
        self.scans = self.search_steps = 0
        self.tell = None
        self._rest()

    def _scan(self) -> None:
        self.now_ms += self.layout.scanner["interval_ms"]
        self.bank.counts[:] = self.magnets.counts(self.now_ms)
        self.bank.scan()
        for _ in range(SLICES):
            self.bank.work(SLICE)
            if not self.decoder.busy:
                break  # nothing is left to think about before the next scan

    def _rest(self) -> None:
        for _ in range(REST_SCANS):
            self._scan()

    def event(self, most: int) -> tuple[int, str]:
        """Let one thing happen; return its row and ``right``, ``asked`` or ``wrong``."""
        standing, decoder = self.standing, self.decoder
        decoder.model.expect(standing, 0)
        free = [c for c in pylos.cells_of(standing) if pylos.is_free(standing, c)]
        if free and self.random.random() < RESPIN:
            row = 4
            self.magnets.respin(self.place_of[self.random.choice(free)])
        else:
            cell = self._choose(free, most)
            row = pylos.LEVEL[cell]
            self.seen[row] += 1
            place = self.place_of[cell]
            if standing >> cell & 1:
                self.magnets.lift(place)
            else:
                self.magnets.put(place)
            self.standing = standing = standing ^ 1 << cell
        for scans in range(MAX_SCANS):
            self._scan()
            if scans >= 15 and not decoder.busy:
                break
        self.scans += scans + 1
        masks = [mask for mask, _ in decoder.posterior]
        how = (
            "asked"
            if decoder.ambiguous or decoder.foreign
            else "right"
            if masks == [standing]
            else "wrong"
        )
        if self.tell and how != "right":
            self.tell(self, row, how)
        decoder.confirm(standing)
        decoder.model.expect(standing, 0)
        self._rest()
        return row, how

    def _choose(self, free, most: int) -> int:
        standing = self.standing
        fits = [c for c in range(pylos.CELLS) if pylos.can_hold(standing, c)]
        while True:
            # Up more than down, and to the levels that were seen least.
            cells = fits if self.random.random() < 0.6 or not free else free
            if not cells:
                continue
            weights = [
                (1.0 if self.seen[pylos.LEVEL[c]] < most else 0.4) * 3 ** pylos.LEVEL[c]
                if cells is fits
                else (1.0 if self.seen[pylos.LEVEL[c]] < most else 0.15)
                for c in cells
            ]
            return self.random.choices(cells, weights)[0]


EVENTS = {"pylos": PylosEvents, "gyges": GygesEvents}
"""Per game: whatever has ``ROWS`` and ``event``."""


def table(layout, parameters, events: int, seed: int, dead=(), tell=None) -> list[tuple]:
    """Return ``(row, events, wrong, asked)`` for each level or size."""
    world = EVENTS[layout.game](layout, parameters, seed, dead)
    world.tell = tell
    counts = {row: {"right": 0, "asked": 0, "wrong": 0} for row in range(len(world.ROWS))}
    most = 40 * events
    while most and min(world.seen) < events:
        row, how = world.event(events)
        counts[row][how] += 1
        most -= 1
    return [
        (world.ROWS[row], sum(found.values()), found["wrong"], found["asked"])
        for row, found in counts.items()
    ]


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(description="How often a decoder is wrong or asks.")
    parser.add_argument("--layout", default="pylos-hall25")
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--noise", type=float, help="microteslas of one scan")
    parser.add_argument("--jiggle", type=float, help="degrees")
    parser.add_argument("--strength", type=float, help="of all magnets, 1 as in the layout")
    parser.add_argument("--gap", type=float, help="millimetres of wood more than in the layout")
    parser.add_argument("--common", type=float, help="microteslas: shift of all per event, 1 sigma")
    parser.add_argument("--hum", type=float, help="microteslas: shift of all per scan, 1 sigma")
    parser.add_argument("--pink", type=float, help="microteslas of 1/f noise in each decade")
    parser.add_argument("--shift", type=float, help="microteslas: each sensor by itself per event")
    parser.add_argument("--tails", type=float, help="degrees of freedom of the jiggle (Student)")
    parser.add_argument("--reserve", type=int, help="balls beside the board, one moves per event")
    parser.add_argument("--gains", type=float, help="spread of the sensors' gains")
    parser.add_argument("--friction", type=float, help="of free magnets; 0.1 to 0.4")
    parser.add_argument("--bias", type=float, help="relative error of all bias magnets, 1 sigma")
    parser.add_argument("--place", type=float, help="millimetres that a magnet is off, 1 sigma")
    parser.add_argument("--stuck", type=float, help="share of balls whose magnet sticks")
    parser.add_argument("--without", choices=sorted(WITHOUT), help="of Pylos' decoder")
    parser.add_argument("--dead", type=int, action="append", default=[], help="sensor left out")
    parser.add_argument("--tell", action="store_true", help="tell of each wrong decision")
    options = parser.parse_args(argv)
    data = json.loads((ROOT / f"firmware/layouts/{options.layout}.json").read_text())
    layout = Layout(data)
    names = {
        "noise_ut": options.noise,
        "jiggle_deg": options.jiggle,
        "moment_share": options.strength,
        "gap_mm": options.gap,
        "gain_spread": options.gains,
        "drift_ut": options.common,
        "hum_ut": options.hum,
        "pink_ut": options.pink,
        "shift_ut": options.shift,
        "tails": options.tails,
        "reserve": options.reserve,
        "friction": options.friction,
        "bias_off": options.bias,
        "place_mm": options.place,
        "stuck": options.stuck,
    }
    if options.without:
        module, name, value = WITHOUT[options.without]
        setattr(module, name, value)
        if name == "MIN_ALPHA":
            spheres.ALPHA = spheres.MAX_ALPHA = value
    changes = {name: value for name, value in names.items() if value is not None}

    def tell(world, row, how):
        if how == "wrong":
            print(f"  {how} {world.ROWS[row]} readings {world.decoder.readings.hex()}")

    found = table(
        layout,
        parameters_of(layout, **changes),
        options.events,
        options.seed,
        options.dead,
        tell if options.tell else None,
    )
    said = ", ".join(f"{name} {value:g}" for name, value in changes.items()) or "as assumed"
    if options.without:
        said += f", without {options.without}"
    print(f"{options.layout}, seed {options.seed}: {said}")
    print("             events   wrong   asked")
    for name, events, wrong, asked in found:
        share = 100 / max(1, events)
        print(f"{name:11} {events:7} {wrong * share:6.2f}% {asked * share:6.2f}%")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
