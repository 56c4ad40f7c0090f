"""Bench: squares, balls and magnets over simulated Hall sensors, and the decoder of Apagos."""

from random import Random

from boardcore.apagos.hall.decoder import Decoder
from boardcore.apagos.places import HOLE_LETTERS, HOLES
from support.sensing.halls import hall_layout
from underboard.sim.physics.field import Magnets
from underboard.sim.physics.parameters import parameters_of

LAYOUT = hall_layout("apagos-hall64")


SCAN_MS = LAYOUT.scanner["interval_ms"]


ONE, THREE, FIVE, SEVEN = 1, 3, 6, 8
"""Numbers of faces that show so many holes, each of another square."""


class Bench:
    """Squares, sensors and the decoder; it begins with an empty ramp, as people do."""

    def __init__(self, seed=1, faces=(ONE, THREE, FIVE, SEVEN), dead=(), **changes):
        self.magnets = Magnets(LAYOUT, parameters_of(LAYOUT, **changes), Random(seed))
        self.now_ms = 0.0
        self.decoder = Decoder(LAYOUT)
        for sensor in dead:
            self.decoder.leave_out(sensor)
        self.rest()
        self.words = [""] * 4
        self.pieces = [{} for _ in range(4)]
        for slot, face in enumerate(faces):
            self.lay(slot, self.decoder.faces.words[face])
        self.rest(24)

    def rest(self, scans=12):
        for _ in range(scans):
            self.scan()
            for _ in range(8):
                self.decoder.work()
                while self.decoder._thoughts.going:
                    self.decoder.work()
        return self.decoder.readings

    def scan(self):
        self.now_ms += SCAN_MS
        self.magnets.settle(self.now_ms)
        self.decoder.counts[:] = self.magnets.counts(self.now_ms)
        self.decoder.scan()

    def lay(self, slot, word, pieces=None):
        self.words[slot] = word
        self.magnets.lay(slot, word, pieces or {}, self.now_ms)

    def lift(self, slot):
        return self.magnets.take_square(slot, self.now_ms)

    def put(self, cell, kind):
        """Put a ball of a kind on a place named like ``3e``."""
        self.magnets.put(place(cell), kind)
        self.rest()

    def told(self, slot):
        """What is told of a slot: its face, then ``a1 e2`` for a light ball and a dark one."""
        readings = self.decoder.readings
        kinds = readings[HOLES * slot : HOLES * slot + HOLES]
        balls = " ".join(HOLE_LETTERS[at] + str(kind) for at, kind in enumerate(kinds) if kind)
        return readings[4 * HOLES + slot], balls


def place(cell):
    return HOLES * (int(cell[0]) - 1) + HOLE_LETTERS.index(cell[1])
