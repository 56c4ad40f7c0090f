"""Flights: pieces in hands over the board, whose fields reach the sensors until far away."""

from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from underboard.sim.physics.field import Magnets

Vector = Any
"""A numpy array."""


class Piece:
    """One piece: ``kind`` from 1; its moment, and what each sensor feels of each direction."""

    def __init__(self, kind: int, spots: Vector, moment: Vector) -> None:
        self.kind = kind
        self.spots = spots
        """Places of its magnets, one row each; they share the moment."""
        self.moment = moment
        self.rows: Vector = None

    def quarter(self) -> None:
        """Turn it by a quarter about the vertical, anticlockwise from above."""
        self.moment = np.array([-self.moment[1], self.moment[0], self.moment[2]])


class Flight:
    """A piece in a hand: it comes down to its place or goes up, turning on the way."""

    HIGH_MM = (80.0, 140.0)  # chosen: farther than anything is felt
    ASIDE_MM = 60.0

    def __init__(self, magnets: "Magnets", piece: Piece, now_ms: float, place: int, down: bool):
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
        done = (now_ms - self.begin_ms) / (self.end_ms - self.begin_ms)
        away = 1 - done if self.down else done
        away = min(max(away, 0.0), 1.0)
        # Hands set down gently and lift with a jerk that is not: both ways slow at the board.
        rows = self.magnets.rows_at(self.piece.spots + away**2 * self.far)
        return rows @ rotated(self.piece.moment, away * self.spin)


class SquareFlight:
    """A square of Apagos with its balls in a hand: all of it moves alike and nothing rolls."""

    def __init__(
        self,
        magnets: "Magnets",
        slot: int,
        discs: tuple[Vector, Vector],
        pieces: dict[int, Piece],
        now_ms: float,
        down: bool,
    ) -> None:
        random = magnets.random
        self.magnets, self.slot, self.discs, self.pieces = magnets, slot, discs, pieces
        self.down = down
        self.begin_ms = now_ms
        self.end_ms = now_ms + random.uniform(*magnets.parameters.arrive_ms)
        aside = random.uniform(-Flight.ASIDE_MM, Flight.ASIDE_MM, 2)
        self.far = np.array([*aside, random.uniform(*Flight.HIGH_MM)])
        spots = [discs[0], *(piece.spots for piece in pieces.values())]
        self._spots = np.concatenate(spots)
        self._moments = np.array([*discs[1], *(piece.moment for piece in pieces.values())])

    def field(self, now_ms: float) -> Vector:
        """Return what the sensors feel of it now."""
        done = (now_ms - self.begin_ms) / (self.end_ms - self.begin_ms)
        away = min(max(1 - done if self.down else done, 0.0), 1.0)
        return self.magnets.felt_of(self._spots + away**2 * self.far, self._moments)


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
