"""Sensing, Apagos: balls that come and go, squares that are lifted, and what is told of them."""

import random

from boardcore.apagos.hall.codes import turned
from boardcore.apagos.hall.contents import turned_hole
from boardcore.apagos.hall.decoder import Decoder
from boardcore.apagos.places import HOLE_LETTERS, HOLES
from underboard.sim.physics.field import Magnets

SCANS_MOST = 60
REST_SCANS = 8
FACES = (1, 4, 6, 8)
"""Numbers of the faces that lie there: 1, 5, 5 and 7 holes."""


class ApagosEvents:
    """Four squares with balls in any of their holes; one thing happens at a time."""

    ROWS = ("light comes", "dark comes", "light goes", "dark goes", "square up")

    def __init__(self, layout, parameters, seed: int, dead=()) -> None:
        self.random = random.Random(seed)
        self.layout = layout
        self.magnets = Magnets(layout, parameters, self.random)
        self.decoder = Decoder(layout)
        self.now_ms = 0.0
        self.seen = [0] * 5
        self.tell = None
        for sensor in dead:
            self.decoder.leave_out(sensor)
        self._rest()
        codes = self.decoder.faces
        letters = layout.data["faces"]
        faces = list(FACES)
        self.random.shuffle(faces)
        self.words = [codes.words[face] for face in faces]
        self.holes = [
            [HOLE_LETTERS.index(one) for one in letters[str(codes.holes[face])]] for face in faces
        ]
        for slot in range(4):
            self.magnets.lay(slot, self.words[slot], {}, self.now_ms)
        self._rest()
        self._rest()

    def _scan(self) -> None:
        self.now_ms += self.layout.scanner["interval_ms"]
        self.magnets.settle(self.now_ms)
        self.decoder.counts[:] = self.magnets.counts(self.now_ms)
        self.decoder.scan()
        for _ in range(200):
            self.decoder.work()

    def _rest(self) -> None:
        for _ in range(REST_SCANS):
            self._scan()

    def event(self, most: int) -> tuple[int, str]:
        """Let one thing happen; return its row and ``right``, ``asked`` or ``wrong``."""
        row, slot = self._choose()
        self.seen[row] += 1
        kind = row % 2 + 1
        pieces = self.magnets.pieces
        if row < 2:
            self.magnets.put(self.random.choice(self._free(slot)), kind)
        elif row < 4:
            self.magnets.lift(self.random.choice(self._balls(slot, kind)))
        else:
            self._lift_square(slot)
        for scans in range(SCANS_MOST):
            self._scan()
            if scans > 14 and not self.decoder.busy:
                break
        how = "right"
        for level in range(4):
            told = bytes(self.decoder.readings[HOLES * level : HOLES * level + HOLES])
            true = [pieces[place].kind for place in self._places(level) if place in pieces]
            if sorted(true) != sorted(one for one in told if one):
                how = "wrong"
        if how == "right" and row < 2 and self.decoder.doubt(slot):
            how = "asked"
        if self.tell and how == "wrong":
            self.tell(self, row, how)
        for level in range(4):
            kinds = [pieces[place].kind for place in self._places(level) if place in pieces]
            self.decoder.settle(level, kinds.count(1), kinds.count(2))
        self.decoder.moved()
        self._rest()
        return row, how

    def _choose(self) -> tuple[int, int]:
        """Return what happens, the rarest first, and where."""
        rows = sorted(range(5), key=lambda row: (self.seen[row], self.random.random()))
        for row in rows:
            slots = self.random.sample(range(4), 4)
            for slot in slots:
                if row == 4 or (row < 2 and self._free(slot)):
                    return row, slot
                if 2 <= row < 4 and self._balls(slot, row % 2 + 1):
                    return row, slot
        raise AssertionError("nothing can happen")

    def _places(self, slot: int) -> range:
        return range(HOLES * slot, HOLES * slot + HOLES)

    def _free(self, slot: int) -> list[int]:
        taken = self.magnets.pieces
        return [
            HOLES * slot + hole for hole in self.holes[slot] if HOLES * slot + hole not in taken
        ]

    def _balls(self, slot: int, kind: int) -> list[int]:
        pieces = self.magnets.pieces
        return [
            place for place in self._places(slot) if place in pieces and pieces[place].kind == kind
        ]

    def _lift_square(self, slot: int) -> None:
        """Lift a square and lay it down again, turned anyhow."""
        pieces = self.magnets.take_square(slot, self.now_ms)
        self._rest()
        turns = self.random.randrange(4)
        self.words[slot] = turned(self.words[slot], turns)
        self.holes[slot] = [turned_hole(hole, turns) for hole in self.holes[slot]]
        inside = {}
        for place, piece in pieces.items():
            for _ in range(turns):
                piece.quarter()
            inside[HOLES * slot + turned_hole(place % HOLES, turns)] = piece
        self.magnets.lay(slot, self.words[slot], inside, self.now_ms)
