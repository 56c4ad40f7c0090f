"""Parts for tests of Hall sensors (boards with multiplexers, and pins that drive them)."""

import copy
from random import Random
from types import SimpleNamespace

from boardcore.layout.layout import Layout
from boardcore.sensing.observe.field.bank import Bank
from boardio import wiring
from support.boards.shipped import data_of
from support.machine.stand_ins import hardware
from support.sensing.inner import is_searching
from underboard.sim.faults import Faults
from underboard.sim.mcu.pico import Pico, the_pico, use
from underboard.sim.physics.field import Magnets
from underboard.sim.physics.parameters import FieldParameters, parameters_of
from underboard.sim.physics.spheres import magnets_of as magnets_on
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
        modules = hardware("analogio", "microcontroller", digitalio=DIGITALIO)
        self.halls = wiring.halls(layout, modules)
        self.counts = self.world.magnets.counts(0)

    def scan(self):
        """Read all sensors once; return the field at each, in mT."""
        for sensor in range(len(self.counts)):
            self.counts[sensor] = 0
        self.halls.read_into(self.counts)
        return [(count - 32768) * self.layout.field.mt_per_count for count in self.counts]


LEFT = 5000
"""Loop iterations for one slice of a decoder."""


class PiecesBench:
    """Pieces, sensors and the bank with its decoder; time passes with ``rest``."""

    def __init__(self, layout, seed=1, calibration=None, assumed=None, pieces=(), **changes):
        self.layout = layout
        self.magnets = magnets_on(layout, parameters_of(layout, **changes), Random(seed))
        self.now_ms = 0
        for place, kind in pieces:
            self.magnets.put(place, kind)
        self.bank = Bank(layout, calibration)
        self.decoder = self.bank.decoder
        self.decoder.reset_to(bytes(layout.sensors) if assumed is None else assumed)

    def rest(self, scans=12):
        """Let a number of scans pass, with time to compute; return the readings."""
        for _ in range(scans):
            self.scan()
            self.think()
        return self.decoder.readings

    def scan(self):
        self.now_ms += self.layout.scanner["interval_ms"]
        self.magnets.settle(self.now_ms)
        self.bank.counts[:] = self.magnets.counts(self.now_ms)
        self.bank.scan()

    def think(self):
        self.bank.work(LEFT)
        while is_searching(self.decoder):
            self.bank.work(LEFT)
        self.bank.work(LEFT)
