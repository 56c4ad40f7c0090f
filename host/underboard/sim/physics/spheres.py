"""Magnets that lie loose in balls, turn into the field around them, and rub.

Each sphere stops turning once its friction holds the torque that is left, so where it points
depends on what has happened before.  That is another form of disturbance than any decoder assumes:
Coulomb friction with a stiction that is larger than the friction of a turning sphere, each ball
with its own, under the sphere's weight and the pull of all other magnets.  Nothing here was
measured.
"""

from math import pi
from random import Random

import numpy as np

from boardcore.layout.bias import turns_freely
from boardcore.layout.layout import Layout
from underboard.hardware.magnet_field import GRAVITY, NEODYMIUM
from underboard.hardware.spheres import field_at, forces, turned
from underboard.sim.physics.carried import HeldPiece, Vector, rotated
from underboard.sim.physics.field import Magnets
from underboard.sim.physics.parameters import FieldParameters

SWING_MS = 60.0
"""Time in which the deviation of turning spheres from their rest falls to 1/e, ms: they swing
with a period of 20 ms and stand after 0.1 to 0.3 s."""
MIN_SWING_MT = 1e-4
"""A deviation that no longer counts."""


class FreeMagnets(Magnets):
    """Magnets that turn freely, under the bias of the magnets in the board."""

    def __init__(self, layout: Layout, parameters: FieldParameters, random: Random) -> None:
        super().__init__(layout, parameters, random)
        p, given = parameters, self.given
        bias = np.array(given.bias)
        draw = self.random.standard_normal
        strength = bias[:, 3] * (1 + p.bias_off * float(draw()))
        strength = strength * (1 + p.bias_spread * draw(len(bias)))
        self._bias_spots = bias[:, :3] + p.bias_mm * draw((len(bias), 3))
        self._bias_moments = strength[:, None] * np.array([0.0, 0.0, 1.0])
        self._bias_at_sensors = self.felt_of(self._bias_spots, self._bias_moments)
        radii = np.array(given.diameters) / 2000
        self._weights = 4 / 3 * pi * radii**3 * NEODYMIUM * GRAVITY
        self._radii = radii
        self._swing: Vector = np.zeros(self.sensors)
        self._swung_ms = 0.0
        self._sudden = False
        self._turn_all(None)
        self._settled = self._still

    # What sensors feel

    def field_mt(self, now_ms: float | None = None) -> Vector:
        """Return what all magnets do at each sensor; as spheres swing only if a time is given."""
        if now_ms is not None and (self._flying or self._squares_flying):
            self.settle(now_ms)
        moving = now_ms is not None and bool(self._flying or self._squares_flying)
        if self._still is None or moving:
            self._turn_all(now_ms if moving else None)
            before, self._settled = self._settled, self._still
            if now_ms is None or self._sudden:
                self._swing = np.zeros(self.sensors)
            else:
                self._swing = self._swung(now_ms) + before - self._settled
                self._swung_ms = now_ms
            self._sudden = False
        still = self._settled
        if moving:
            self._still = None
        return still if now_ms is None else still + self._swung(now_ms)

    def put(self, place: int, kind: int = 1) -> None:
        """Put a piece on a place; nothing swings, as if it had been there for long."""
        super().put(place, kind)
        self._sudden = True

    def lift(self, place: int) -> None:
        """Take the piece off a place; nothing swings."""
        super().lift(place)
        self._sudden = True

    def refresh(self) -> None:
        """Look at everything again; nothing swings."""
        super().refresh()
        self._sudden = True

    def _swung(self, now_ms: float) -> Vector:
        """Return how far from their rest the readings are."""
        if np.abs(self._swing).max() < MIN_SWING_MT:
            return self._swing
        return self._swing * np.exp(-max(now_ms - self._swung_ms, 0.0) / SWING_MS)

    # Turning

    def piece(self, place: int, kind: int) -> HeldPiece:
        """Return a ball in a hand: its sphere has its own friction."""
        piece = super().piece(place, kind)
        p = self.parameters
        piece.friction = p.friction * (1 + p.friction_spread * float(self.random.uniform(-1, 1)))
        if self.random.random_sample() < p.stuck:
            piece.friction = STUCK
        else:
            # It followed the field on its way and lags by its friction somewhere.
            piece.moment = self._in_field(piece)
        return piece

    def _in_field(self, piece: HeldPiece) -> Vector:
        """Return the moment of a piece as it comes: along the bias, as far as it does not rub."""
        strength = float(np.linalg.norm(piece.moment))
        field = self._bias_field(piece.spots)[0]
        size = float(np.linalg.norm(field))
        kind = piece.kind - 1
        held = piece.friction * self._weights[kind] * self._radii[kind] / (strength * size * 1e-3)
        lag = np.arcsin(min(held, 1.0))
        return rotated(strength * field / size, lag * self.direction())

    def _bias_field(self, spots: Vector) -> Vector:
        """Return the field of the magnets in the board at these places, mT."""
        return field_at(spots, self._bias_spots, self._bias_moments)

    def _others(self, now_ms: float | None) -> "tuple[Vector, Vector]":
        """Return places and moments of the fixed magnets of squares, wherever they are."""
        found = list(self._squares.values())
        if now_ms is not None:
            found += [flight.discs_at(now_ms) for flight in self._squares_flying]
        spots = [spots for spots, _ in found]
        moments = [moments for _, moments in found]
        empty = np.zeros((0, 3))
        return np.concatenate([empty, *spots]), np.concatenate([empty, *moments])

    def _present(self, now_ms: float | None) -> "list[tuple[HeldPiece, Vector]]":
        """Return the pieces on the board and over it, with the places of their spheres."""
        found = [(piece, piece.spots[0]) for piece in self.pieces.values()]
        if now_ms is not None:
            for flight in self._flying:
                found.append((flight.piece, flight.spots_at(now_ms)[0]))
            for square in self._squares_flying:
                found += square.pieces_at(now_ms)
        return found

    def _turn_all(self, now_ms: float | None) -> None:
        """Let all spheres turn until friction holds each; set what the sensors feel."""
        fixed_spots, fixed_moments = self._others(now_ms)
        felt = self._bias_at_sensors
        if len(fixed_spots):
            felt = felt + self.felt_of(fixed_spots, fixed_moments)
        present = self._present(now_ms)
        if present:
            pieces = [piece for piece, _ in present]
            spots = np.array([spot for _, spot in present])
            moments = np.array([piece.moment for piece in pieces])
            outer = self._bias_field(spots)
            if len(fixed_spots):
                outer = outer + field_at(spots, fixed_spots, fixed_moments)
            held = self._held(pieces, spots, moments)
            moments = turned(spots, moments, outer, held, self.parameters.stiction)
            for piece, moment in zip(pieces, moments, strict=True):
                piece.moment = moment
            felt = felt + self.felt_of(spots, moments)
        self._still = felt

    def _held(self, pieces: "list[HeldPiece]", spots: Vector, moments: Vector) -> Vector:
        """Return the field that the friction of each turning sphere withstands, mT."""
        kinds = np.array([piece.kind - 1 for piece in pieces])
        mu = np.array([piece.friction for piece in pieces])
        load = forces(spots, moments)
        load[:, 2] -= self._weights[kinds]
        normal = np.sqrt((load**2).sum(axis=1))
        strengths = np.sqrt((moments**2).sum(axis=1))
        return 1e3 * mu * normal * self._radii[kinds] / strengths


def magnets_of(layout: Layout, parameters: FieldParameters, random: Random) -> Magnets:
    """Return the magnets of a layout, fixed in their pieces or free, as it says."""
    return (FreeMagnets if turns_freely(layout.data) else Magnets)(layout, parameters, random)


STUCK = 1e6
"""Friction of a sphere that is glued or jammed, ratio of forces; chosen: nothing turns it."""
