"""Pieces in hands over the board, whose fields reach the sensors until far away."""

from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from underboard.sim.physics.field import Magnets

Vector = Any
"""A numpy array."""


class HeldPiece:
    """Piece of a ``kind`` from 1, with its moment and each sensor's response to each direction."""

    def __init__(self, kind: int, spots: Vector, moment: Vector) -> None:
        self.kind = kind
        self.spots = spots
        """Places of its magnets, one row each; they share the moment."""
        self.moment = moment
        self.rows: Vector = None
        self.friction = 0.0
        """Friction coefficient between a magnet that turns freely and its hole."""

    def quarter(self) -> None:
        """Turn it by a quarter about the vertical, anticlockwise from above."""
        self.moment = np.array([-self.moment[1], self.moment[0], self.moment[2]])


class CarriedPiece:
    """A piece in a hand: it comes down to its place or goes up, turning on the way."""

    HIGH_MM = (80.0, 140.0)  # chosen: farther than anything is felt
    ASIDE_MM = 60.0

    def __init__(self, magnets: "Magnets", piece: HeldPiece, now_ms: float, place: int, down: bool):
        random = magnets.random
        self.magnets, self.piece, self.place, self.down = magnets, piece, place, down
        self.begin_ms = now_ms
        self.end_ms = now_ms + random.uniform(*magnets.parameters.arrive_ms)
        aside = random.uniform(-self.ASIDE_MM, self.ASIDE_MM, 2)
        self.far = np.array([*aside, random.uniform(*self.HIGH_MM)])
        self.spin = random.uniform(0.5, 3.0) * magnets.direction()
        if magnets.upright:
            self.spin *= 0.1

    def field(self, now_ms: float) -> Vector:
        """Return what the sensors feel of the piece now."""
        rows = self.magnets.rows_at(self.spots_at(now_ms))
        return rows @ rotated(self.piece.moment, _away(self, now_ms) * self.spin)

    def spots_at(self, now_ms: float) -> Vector:
        """Return where its magnets are now."""
        # Hands set down gently and lift with a jerk that is not: both ways slow at the board.
        return self.piece.spots + _away(self, now_ms) ** 2 * self.far


class SquareFlight:
    """A square of Apagos with its balls in a hand: all of it moves alike and nothing rolls."""

    def __init__(
        self,
        magnets: "Magnets",
        slot: int,
        discs: tuple[Vector, Vector],
        pieces: dict[int, HeldPiece],
        now_ms: float,
        down: bool,
    ) -> None:
        random = magnets.random
        self.magnets, self.slot, self.discs, self.pieces = magnets, slot, discs, pieces
        self.down = down
        self.begin_ms = now_ms
        self.end_ms = now_ms + random.uniform(*magnets.parameters.arrive_ms)
        aside = random.uniform(-CarriedPiece.ASIDE_MM, CarriedPiece.ASIDE_MM, 2)
        self.far = np.array([*aside, random.uniform(*CarriedPiece.HIGH_MM)])
        spots = [discs[0], *(piece.spots for piece in pieces.values())]
        self._spots = np.concatenate(spots)
        self._moments = np.array([*discs[1], *(piece.moment for piece in pieces.values())])

    def field(self, now_ms: float) -> Vector:
        """Return what the sensors feel of it now."""
        spots = self._spots + _away(self, now_ms) ** 2 * self.far
        return self.magnets.felt_of(spots, self._moments)

    def discs_at(self, now_ms: float) -> tuple[Vector, Vector]:
        """Return where the square's own discs are now, and their moments."""
        spots, moments = self.discs
        return spots + _away(self, now_ms) ** 2 * self.far, moments

    def pieces_at(self, now_ms: float) -> list[tuple[HeldPiece, Vector]]:
        """Return its balls, and where the magnet of each is now."""
        aside = _away(self, now_ms) ** 2 * self.far
        return [(piece, piece.spots[0] + aside) for piece in self.pieces.values()]


def _away(flight: CarriedPiece | SquareFlight, now_ms: float) -> float:
    """Return how far a hand is on its way from the board, 0 to 1."""
    done = (now_ms - flight.begin_ms) / (flight.end_ms - flight.begin_ms)
    return min(max(1 - done if flight.down else done, 0.0), 1.0)


def rotated(vector: Vector, by: Vector) -> Vector:
    """Return a vector turned about the axis ``by``, as far as that is long (Rodrigues)."""
    angle = sqrt(float(by @ by))
    if angle == 0:
        return vector
    axis = by / angle
    return (
        vector * np.cos(angle)
        + np.cross(axis, vector) * np.sin(angle)
        + axis * (axis @ vector) * (1 - np.cos(angle))
    )
