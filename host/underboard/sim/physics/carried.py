"""Pieces in hands over the board, whose fields reach the sensors until far away."""

from math import sqrt
from typing import Any

import numpy as np

Range = tuple[float, float]
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


class Flight:
    """The way of something in a hand, down to its place or up from it."""

    HIGH_MM = (80.0, 140.0)  # chosen: farther than anything is felt
    ASIDE_MM = 60.0

    def __init__(self, random: np.random.RandomState, ms: Range, now_ms: float, down: bool) -> None:
        self.down, self.begin_ms = down, now_ms
        self.end_ms = now_ms + random.uniform(*ms)
        aside = random.uniform(-self.ASIDE_MM, self.ASIDE_MM, 2)
        self.far = np.array([*aside, random.uniform(*self.HIGH_MM)])

    def share(self, now_ms: float) -> float:
        """Return how far the hand is on its way from the board, 0 to 1."""
        done = (now_ms - self.begin_ms) / (self.end_ms - self.begin_ms)
        return min(max(1 - done if self.down else done, 0.0), 1.0)

    def away(self, now_ms: float) -> Vector:
        """Return how far it is from its place now, mm."""
        # Hands set down gently and lift with a jerk that is not: both ways slow at the board.
        return self.share(now_ms) ** 2 * self.far


class CarriedPiece(Flight):
    """A piece in a hand, which turns it on the way."""

    def __init__(
        self, random: np.random.RandomState, ms: Range, piece: HeldPiece, now_ms: float,
        place: int, down: bool,
    ) -> None:  # fmt: skip
        super().__init__(random, ms, now_ms, down)
        self.piece, self.place = piece, place
        self.spin: Vector = random.uniform(0.5, 3.0)

    def moment(self, now_ms: float) -> Vector:
        """Return its moment as it is turned now."""
        return rotated(self.piece.moment, self.share(now_ms) * self.spin)

    def spots_at(self, now_ms: float) -> Vector:
        """Return where its magnets are now."""
        return self.piece.spots + self.away(now_ms)


class SquareFlight(Flight):
    """A square of Apagos with its balls in a hand: all of it moves alike and nothing rolls."""

    def __init__(
        self, random: np.random.RandomState, ms: Range, slot: int, discs: tuple[Vector, Vector],
        pieces: dict[int, HeldPiece], now_ms: float, down: bool,
    ) -> None:  # fmt: skip
        super().__init__(random, ms, now_ms, down)
        self.slot, self.discs, self.pieces = slot, discs, pieces
        self._spots = np.concatenate([discs[0], *(piece.spots for piece in pieces.values())])
        self.moments = np.array([*discs[1], *(piece.moment for piece in pieces.values())])

    def spots_at(self, now_ms: float) -> Vector:
        """Return where all its magnets are now."""
        return self._spots + self.away(now_ms)

    def discs_at(self, now_ms: float) -> tuple[Vector, Vector]:
        """Return where the square's own discs are now, and their moments."""
        return self.discs[0] + self.away(now_ms), self.discs[1]

    def pieces_at(self, now_ms: float) -> list[tuple[HeldPiece, Vector]]:
        """Return its balls, and where the magnet of each is now."""
        away = self.away(now_ms)
        return [(piece, piece.spots[0] + away) for piece in self.pieces.values()]


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
