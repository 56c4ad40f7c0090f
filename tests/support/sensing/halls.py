"""Parts for tests of Hall sensors (boards with multiplexers, and pins that drive them)."""

import copy
from random import Random
from types import SimpleNamespace

from boardcore.layout.layout import Layout
from boardio import wiring
from support.boards.shipped import data_of
from support.machine.stand_ins import stand_in
from underboard.sim.faults import Faults
from underboard.sim.mcu.pico import Pico, the_pico, use
from underboard.sim.physics.field import Magnets
from underboard.sim.physics.parameters import FieldParameters
from underboard.sim.world import World

QUIET = FieldParameters(
    moment_spread=0, place_mm=0, gain_spread=0, offset_mt=0, earth_ut=0, drift_ut=0, walk_ut=0,
    jiggle_deg=0, bump=0, respin=0, steps=False, noise_ut=0.01, single_lsb=0.01,
)  # fmt: skip
"""Nothing but the magnets."""


class Output:
    """Behaves like ``digitalio.DigitalInOut`` once it drives."""

    def __init__(self, pin):
        self._pin = pin.id
        self._high = False

    def switch_to_output(self, value=False):
        self.value = value

    @property
    def value(self):
        return self._high

    @value.setter
    def value(self, high):
        self._high = bool(high)
        the_pico().pin_written(self._pin, self._high)


DIGITALIO = SimpleNamespace(DigitalInOut=Output)


def hall_layout(name="pylos-hall25", **scanner):
    """A shipped board, with some keys of its scanner changed."""
    data = copy.deepcopy(data_of(name))
    data["scanner"].update(scanner)
    return Layout(data)


def magnets_of(layout, parameters=QUIET, seed=1):
    return Magnets(layout, parameters, Random(seed))


class HallBench:
    """A microcontroller with Hall sensors, and the driver that reads them."""

    def __init__(self, layout, parameters=QUIET, faults=None):
        self.layout = layout
        self.world = World(layout, 1, faults or Faults(), parameters)
        self.pico = Pico(self.world, seed=1)
        self.world.actors = 1  # no pace at all
        use(self.pico)
        modules = [stand_in(name) for name in ("board", "analogio", "microcontroller")]
        self.halls = wiring.halls(layout, modules[0], None, modules[1], DIGITALIO, modules[2])
        self.counts = self.world.magnets.counts(0)

    def scan(self):
        """Read all sensors once; return the field at each, in mT."""
        for sensor in range(len(self.counts)):
            self.counts[sensor] = 0
        self.halls.read_into(self.counts)
        return [(count - 32768) * self.layout.field.mt_per_count for count in self.counts]
