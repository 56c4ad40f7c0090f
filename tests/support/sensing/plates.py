"""Parts for tests of load cells (quiet plates, decoders that are told moments, whole boards)."""

import copy
import json
import re
from pathlib import Path
from random import Random

from boardcore.gyges import cells as gyges
from boardcore.gyges.model import GygesModel
from boardcore.layout.layout import Layout
from boardcore.pylos import cells as pylos
from boardcore.pylos.model import PylosModel
from boardcore.sensing.explain.explainer import Explainer
from boardcore.sensing.observe.weight.moments import nominal
from boardcore.sensing.observe.weight.weight import Weight
from support.sensing.inner import set_hands
from underboard.sim.physics.scale import Plate, ScaleParameters

LAYOUTS = Path(__file__).resolve().parents[3] / "firmware" / "layouts"
PYLOS = json.loads((LAYOUTS / "pylos-scale4.json").read_text(encoding="utf-8"))
NAU7802 = copy.deepcopy(PYLOS)
"""Pylos on a plate with other converters."""
NAU7802["scanner"] |= {"kind": "nau7802", "rate_hz": 80}
GYGES = json.loads((LAYOUTS / "gyges-scale4.json").read_text(encoding="utf-8"))
QUIET = ScaleParameters(
    noise_g=0.0, rate_spread=0.0, drift_g_per_min=0.0, creep=0.0, hysteresis_g=0.0, slide_gmm=0.0,
    gain_spread=0.0, spot_mm=0.0, spikes_per_min=0.0, tilt_gmm=0.0, mass_spread=0.0, place_mm=0.0,
    shift_mm=0.0, zero_g=0.0,
)  # fmt: skip
"""Nothing but pieces and hands."""


LAYOUT = Layout(PYLOS)


def placed_mm(plate, matrix=None, mass=9.9):
    """Return how far balls on the lowest level are seen from where they stand, rms, mm.

    ``matrix``: of a calibration, per g; None: the layout's.
    """
    matrix = matrix or nominal(plate.scale.sensor_mm, 1.0)
    square = 0.0
    places = plate.scale.places[:16]
    for x, y in places:
        forces = plate._shared([(mass, x, y)], False)
        felt = [plate.gains[at] * plate.wrong.felt(at, load, 0) for at, load in enumerate(forces)]
        w, mx, my = (sum(matrix[4 * row + at] * felt[at] for at in range(4)) for row in range(3))
        square += (mx / w - x) ** 2 + (my / w - y) ** 2
    return (square / len(places)) ** 0.5


def plate_of(parameters=QUIET, seed=1):
    return Plate(Layout(PYLOS), parameters, Random(seed))


class Told:
    """A decoder of Pylos that is told weight and moments, without load cells."""

    cells = 0
    data = PYLOS
    parse = staticmethod(pylos.parse_cell)

    def __init__(self):
        self.scale = Layout(self.data).scale
        self.values = [0.0] * 4
        self.decoder = self.begin()
        self.look()

    def begin(self):
        self.stack = PylosModel(self.scale.cells)
        return Explainer(Weight(self.scale, self, self), self.stack, 0)

    def measure(self, rest, samples):
        pass

    def change(self, sign, cell, mass=9.9, aside=(0.0, 0.0)):
        """A ball comes to a cell (1) or goes (-1)."""
        x, y = self.scale.places[self.scale.cells.index(cell)]
        for row, value in enumerate((1, x + aside[0], y + aside[1])):
            self.values[row] += sign * mass * value

    def act(self, acts):
        """Let hands do this, word by word.

        ``+b2``, ``-b2``: a piece comes or goes (``+3b1``: a triple; ``+b2~5,0``: so many mm aside);
        ``7@b2``: so many g lie there from now on, less than 0: no more; ``7``: they lie nowhere;
        ``.``: the board rests, ``.900``: after so many ms.
        """
        for word in acts.split():
            piece = re.fullmatch(r"([+-])([123]?)([a-j]\d)(?:~(.+),(.+))?", word)
            if word[0] == ".":
                self.look(int(word[1:] or 600))
            elif piece:
                sign, size, cell, *aside = piece.groups(0)
                sized = [int(size)] if size else []
                aside = tuple(map(float, aside))
                self.change(1 if sign == "+" else -1, self.parse(cell), *sized, aside=aside)
            elif "@" in word:
                grams, cell = word.split("@")
                Told.change(self, 1, self.parse(cell), float(grams))
            else:
                self.values[0] += float(word)

    @property
    def likely(self):
        """Name what may stand: cells, or those whose ring is another one with its size."""
        return sorted(self.named(state) for state, _ in self.decoder.posterior)

    def named(self, state):
        return " ".join(pylos.CELL_NAMES[cell] for cell in pylos.cells_of(state))

    def look(self, ms=600):
        """Let the board rest after a time of unrest."""
        decoder = self.decoder
        set_hands(decoder, since_ms=ms)
        decoder.work(1 << 28, ms + 500)
        decoder.finish()
        return decoder.state


class ToldRings(Told):
    """The same for Gygès; ``rows``: the size of the ring on each cell, by name."""

    data = GYGES
    parse = staticmethod(gyges.parse_cell)

    def __init__(self, rows):
        state = bytearray(len(Layout(GYGES).scale.places))
        for name, size in rows.items():
            state[self.parse(name)] = size
        self.start = bytes(state)
        super().__init__()

    def named(self, state):
        differ = [at for at in range(len(state)) if state[at] != self.start[at]]
        return " ".join(f"{gyges.cell_text(at)}:{state[at]}" for at in differ)

    def begin(self):
        rings = GygesModel(len(self.start))
        rings.expect(self.start, self.start, None, (), 0)
        return Explainer(Weight(self.scale, self, self), rings, self.start)

    def change(self, sign, cell, mass, aside=(0.0, 0.0)):
        """A ring of this size comes to a cell (1) or goes (-1)."""
        super().change(sign, cell, self.scale.masses[mass - 1], aside)


def press(presses, x: float, y: float, grams: float = 100.0) -> None:
    """Let a hand come and go at a point of a plate on which nothing else changes."""
    empty = (0.0, 0.0, 0.0)
    presses.rest(empty)
    for force in (grams, grams, 0.0, 0.0):
        presses.take((force, force * x, force * y), empty)
