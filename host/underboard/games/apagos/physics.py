"""Squares, balls and racks of Apagos on a plate, as they really lie.

A ball lies in a hole of a square, which is a place by itself, and moves with it; a rack has
hollows.  No decoder may import this.
"""

from dataclasses import dataclass
from typing import Any

from boardcore.apagos.cells import FIRST_MARK, HOLES, side_light
from boardcore.apagos.positions import BALLS
from underboard.sim.physics.parameters import FieldParameters
from underboard.sim.physics.scale import Plate

RACK_ROWS = 2
"""Number of rows of hollows of a rack, as in hardware/plate.md."""
SIDE_HOLES = 3
"""Number of holes along each side of a square at most, by the rules."""


@dataclass
class Ball:
    """A ball out of a square that is up."""

    mass_g: float

    def quarter(self) -> None:
        """Turn with its square: a ball weighs the same however it lies."""


class RampPlate(Plate):
    """A plate with a ramp.  Balls lie on places by their cell; ``racks``: they are on the plate."""

    def __init__(self, *given: Any) -> None:
        self._square_g: dict[str, float] = {}
        super().__init__(*given)
        self.racks = side_light(0) in self.layout.cell_of_sensor

    def place_of_cell(self) -> dict[int, Any]:
        """Return the place for a piece on each cell: each hole is one."""
        return {cell: cell for cell in range(FIRST_MARK)}

    def spot(self, place: Any) -> tuple[float, float]:
        """Return where a hole is, the middle of a slot ``("square", SLOT)``, or a hollow."""
        geometry = self.layout.data["geometry"]
        if isinstance(place, int):
            slot, hole = divmod(place, HOLES)
            x, y = self.scale.places[slot]
            row, column = divmod(hole, SIDE_HOLES)
            pitch = geometry["pitch_mm"]
            return x + (column - 1) * pitch, y + (row - 1) * pitch
        what, number, *hollow = place
        if what == "square":
            x, y = self.scale.places[number]
            return x, y
        x, y = self.scale.places[list(self.layout.cell_of_sensor).index(side_light(number))]
        row, column = divmod(hollow[0], BALLS // RACK_ROWS)
        pitch = self.layout.data["build"]["hollow_mm"]
        middle = (BALLS // RACK_ROWS - 1) / 2
        return x + pitch * (column - middle), y + pitch * (row - (RACK_ROWS - 1) / 2)

    def new_mass(self, kind: int) -> float:
        """Return the mass of a ball: both colours are alike."""
        return super().new_mass(1)

    # Squares

    def take_square(self, slot: int, cells: list[int], now_ms: float) -> dict[int, Ball]:
        """Lift a square with the balls on these cells; return them."""
        place = ("square", slot)
        end_ms = self._touch(place, now_ms)
        for one in (place, *cells):
            self._settle(one)
        there = [cell for cell in cells if cell in self.pieces]
        for one in (place, *there):
            self._due.append(((now_ms + end_ms) / 2, one, None))
        return {cell: Ball(self.pieces[cell][0]) for cell in there}

    def lay_square(self, slot: int, word: str, balls: dict[int, Any], now_ms: float) -> None:
        """Lay a square; ``balls``: ``(kind, Ball)`` by cell, None for one out of the hand."""
        p, gauss = self.parameters, self.random.gauss
        place = ("square", slot)
        self._touch(place, now_ms)
        mass = self._square_g.setdefault(word, Plate.new_mass(self, 2))
        x, y = self.spot(place)
        off = (gauss(0, p.place_mm), gauss(0, p.place_mm))
        self._settle(place)
        self.pieces[place] = (mass, x + off[0], y + off[1])
        for cell, (kind, ball) in balls.items():
            x, y = self.spot(cell)
            self._settle(cell)
            grams = ball.mass_g if ball else self._from_hand(kind)
            self.pieces[cell] = (grams, x + off[0], y + off[1])
        self._still = None

    def _from_hand(self, kind: int) -> float:
        pool = self._in_hand.setdefault(kind, [])
        return pool.pop() if pool else self.new_mass(kind)

    # Racks

    def fetch(self, side: int, now_ms: float) -> None:
        """Take a ball of a side out of its rack."""
        if self.racks and (full := self._hollows(side, True)):
            self.take(("rack", side, self.random.choice(full)), 1 + side, now_ms)

    def give_back(self, side: int, now_ms: float) -> None:
        """Put a ball of a side back into its rack."""
        if self.racks and (free := self._hollows(side, False)):
            self.bring(("rack", side, self.random.choice(free)), 1 + side, now_ms)

    def _hollows(self, side: int, full: bool) -> list[int]:
        leaving = {row[1] for row in self._due}
        return [
            hollow
            for hollow in range(BALLS)
            if ((place := ("rack", side, hollow)) in self.pieces and place not in leaving) == full
        ]


plate_class = RampPlate
FIELD = FieldParameters(jiggle_deg=2.0, others=0.0, respin=0.0)
"""Section 9 of the physics of free magnets; the jiggle is section 6's."""


def neighbours(magnets: Any, place: int) -> list[int]:
    """Return the balls in the same square."""
    cells = magnets.given.cells
    slot = cells[place] // HOLES
    return [other for other in magnets.pieces if other != place and cells[other] // HOLES == slot]
