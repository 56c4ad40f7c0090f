"""Sensing, Gygès: rings that come and go, and how often a size is told wrong."""

import random

from boardcore.sensing.observe.field.bank import Bank
from underboard.sim.physics.field import Magnets

MAX_SCANS = 80
REST_SCANS = 10
MAX_RINGS = 12


class GygesEvents:
    """Rings that are laid and lifted anywhere, one at a time, each size as often."""

    ROWS = ("single", "double", "triple")

    def __init__(self, layout, parameters, seed: int, dead=()) -> None:
        self.random = random.Random(seed)
        self.interval_ms = layout.scanner["interval_ms"]
        self.magnets = Magnets(layout, parameters, self.random)
        self.bank = Bank(layout)
        self.decoder = self.bank.decoder
        self.decoder.reset_to(bytes(layout.sensors))
        self.truth = bytearray(layout.sensors)
        self.dead = set(dead)
        self.now_ms = 0.0
        self.seen = [0] * 3
        self.tell = None
        for _ in range(REST_SCANS):
            self._scan()
        for sensor in dead:
            self.bank._use(sensor, 0)

    def _scan(self) -> None:
        self.now_ms += self.interval_ms
        self.bank.counts[:] = self.magnets.counts(self.now_ms)
        self.bank.scan()
        for _ in range(120):
            self.bank.work(5000)

    def event(self, most: int) -> tuple[int, str]:
        """Lay or lift one ring; return its size's row and ``right`` or ``wrong``."""
        chance = self.random
        rings = [at for at in range(len(self.truth)) if self.truth[at]]
        free = [at for at in range(len(self.truth)) if not self.truth[at] and at not in self.dead]
        if len(rings) >= MAX_RINGS or (rings and chance.random() < 0.4):
            place = chance.choice(rings)
            row = self.truth[place] - 1
            self.magnets.lift(place)
            self.truth[place] = 0
        else:
            place = chance.choice(free)
            row = min(range(3), key=lambda one: (self.seen[one], chance.random()))
            self.magnets.put(place, row + 1)
            self.truth[place] = row + 1
        self.seen[row] += 1
        for scans in range(MAX_SCANS):
            self._scan()
            if scans > 3 and not self.decoder.busy:
                break
        how = "right" if self.decoder.readings == self.truth else "wrong"
        if self.tell and how == "wrong":
            self.tell(self, row, how)
        self.decoder.confirm(bytes(self.truth))
        return row, how
