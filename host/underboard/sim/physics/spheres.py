"""Spheres: magnets that lie loose in balls, turn into the field around them, and rub.

Each sphere stops turning once its friction holds the torque that is left, so where it points
depends on what has happened before.  That is another form of disturbance than any decoder assumes:
Coulomb friction with a stiction that is larger than the friction of a turning sphere, each ball
with its own, under the sphere's weight and the pull of all other magnets.  Nothing here was
measured.
"""

from math import pi
from typing import Any

import numpy as np

from underboard.hardware.field import GRAVITY, NEODYMIUM, tensor
from underboard.sim.physics.field import Magnets
from underboard.sim.physics.flights import Piece, Vector, rotated

ROUNDS = 400
"""Rounds of turning at most; a full board from cold takes 20 to 60 without friction."""
STILL = 1e-6
"""A turn per round, as the length of the change of a unit vector, that ends the rounds."""
SWING_MS = 60.0
"""Time in which the deviation of turning spheres from their rest falls to 1/e, ms: they swing
with a period of 20 ms and stand after 0.1 to 0.3 s."""
SWING_LEAST_MT = 1e-4
"""A deviation that no longer counts."""


class FreeMagnets(Magnets):
    """Magnets that turn freely, under the bias of the magnets in the board."""

    def __init__(self, layout: Any, parameters: Any, random: Any) -> None:
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
        if np.abs(self._swing).max() < SWING_LEAST_MT:
            return self._swing
        return self._swing * np.exp(-max(now_ms - self._swung_ms, 0.0) / SWING_MS)

    # Turning

    def piece(self, place: int, kind: int) -> Piece:
        """Return a ball in somebody's hand: its sphere has its own friction."""
        piece = super().piece(place, kind)
        p = self.parameters
        piece.friction = p.friction * (1 + p.friction_spread * float(self.random.uniform(-1, 1)))
        if self.random.random_sample() < p.stuck:
            piece.friction = STUCK
        else:
            # It followed the field on its way and lags by its friction somewhere.
            piece.moment = self._in_field(piece)
        return piece

    def _in_field(self, piece: Piece) -> Vector:
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
        between = spots[:, None, :] - self._bias_spots[None, :, :]
        return np.einsum("nkab,kb->na", tensor(between), self._bias_moments)

    def _others(self, now_ms: float | None) -> "tuple[Vector, Vector]":
        """Return places and moments of the fixed magnets of squares, wherever they are."""
        found = list(self._squares.values())
        if now_ms is not None:
            found += [flight.discs_at(now_ms) for flight in self._squares_flying]
        spots = [spots for spots, _ in found]
        moments = [moments for _, moments in found]
        empty = np.zeros((0, 3))
        return np.concatenate([empty, *spots]), np.concatenate([empty, *moments])

    def _present(self, now_ms: float | None) -> "list[tuple[Piece, Vector]]":
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
                between = spots[:, None, :] - fixed_spots[None, :, :]
                outer = outer + np.einsum("nkab,kb->na", tensor(between), fixed_moments)
            held = self._held(pieces, spots, moments)
            moments = turned(spots, moments, outer, held, self.parameters.stiction)
            for piece, moment in zip(pieces, moments, strict=True):
                piece.moment = moment
            felt = felt + self.felt_of(spots, moments)
        self._still = felt

    def _held(self, pieces: "list[Piece]", spots: Vector, moments: Vector) -> Vector:
        """Return the field that the friction of each turning sphere withstands, mT."""
        kinds = np.array([piece.kind - 1 for piece in pieces])
        mu = np.array([piece.friction for piece in pieces])
        load = forces(spots, moments)
        load[:, 2] -= self._weights[kinds]
        normal = np.sqrt((load**2).sum(axis=1))
        strengths = np.sqrt((moments**2).sum(axis=1))
        return 1e3 * mu * normal * self._radii[kinds] / strengths


def magnets_of(layout: Any, parameters: Any, random: Any) -> Magnets:
    """Return the magnets of a layout, fixed in their pieces or free, as it says."""
    free = layout.field and layout.field.free
    return (FreeMagnets if free else Magnets)(layout, parameters, random)


STUCK = 1e6
"""Friction of a sphere that is glued or jammed: nothing turns it."""


def forces(spots: Vector, moments: Vector) -> Vector:
    """Return the force of all dipoles on each, N; mm and A m2."""
    between = (spots[:, None, :] - spots[None, :, :]) / 1000
    square = (between**2).sum(axis=2)
    np.fill_diagonal(square, 1.0)
    r = np.sqrt(square)
    unit = between / r[:, :, None]
    along = np.einsum("nkd,nd->nk", unit, moments)
    other = np.einsum("nkd,kd->nk", unit, moments)
    both = moments @ moments.T
    towards = (
        along[:, :, None] * moments[None, :, :]
        + other[:, :, None] * moments[:, None, :]
        + (both - 5 * along * other)[:, :, None] * unit
    )
    share = 3e-7 / square**2
    np.fill_diagonal(share, 0.0)
    found: Vector = (share[:, :, None] * towards).sum(axis=1)
    return found


def turned(
    spots: Vector, moments: Vector, outer: Vector, held: Vector, stiction: float = 1.0
) -> Vector:
    """Return the moments at rest of spheres in an outer field.

    ``spots``: mm; ``moments``: A m2, as they point before; ``outer``: mT, one row each;
    ``held``: the field across a sphere that its friction withstands while it turns, mT, and
    ``stiction`` times that while it stands.
    """
    strengths = np.sqrt((moments**2).sum(axis=1))
    between = spots[:, None, :] - spots[None, :, :]
    same = np.eye(len(spots), dtype=bool)
    between[same] = 1.0  # anything but 0: a magnet does not feel itself
    among = tensor(between)
    among[same] = 0.0
    among = among * strengths[None, :, None, None]
    coupling = np.sqrt((among**2).sum(axis=(2, 3))).max(initial=0.0)
    count = len(spots)
    matrix = among.transpose(0, 2, 1, 3).reshape(3 * count, 3 * count)
    ways = moments / strengths[:, None]
    turning = np.zeros(count, bool)
    for _ in range(ROUNDS):
        fields = outer + (matrix @ ways.ravel()).reshape(count, 3)
        sizes = np.sqrt((fields**2).sum(axis=1))
        aims = fields / sizes[:, None]
        cosines = (aims * ways).sum(axis=1)
        sines = np.sqrt(np.maximum(1 - cosines**2, 0.0))
        across = np.where(cosines > 0, sines, 1.0) * sizes
        turning = np.where(turning, across > held * 1.001, across > held * stiction)
        if not turning.any():
            break
        # Inert by its neighbours' coupling: so the energy falls with each round.
        goals = fields + 2.5 * coupling * ways
        goals /= np.sqrt((goals**2).sum(axis=1))[:, None]
        # Friction stops a sphere short of the field.
        lags = np.arcsin(np.minimum(held / sizes, 1.0))
        ends = _short_of(aims, ways, lags)
        nearer = (goals * aims).sum(axis=1) > (ends * aims).sum(axis=1)
        fresh = np.where(nearer[:, None], ends, goals)
        step = np.where(turning[:, None], fresh - ways, 0.0)
        ways = ways + step
        ways /= np.sqrt((ways**2).sum(axis=1))[:, None]
        if np.abs(step).max() < STILL:
            break
    result: Vector = ways * strengths[:, None]
    return result


def _short_of(aims: Vector, ways: Vector, lags: Vector) -> Vector:
    """Return the directions ``lags`` short of ``aims``, on the way from ``ways`` (rows)."""
    across = ways - (ways * aims).sum(axis=1)[:, None] * aims
    sizes = np.sqrt((across**2).sum(axis=1))
    across = across / np.maximum(sizes, 1e-12)[:, None]
    found: Vector = np.cos(lags)[:, None] * aims + np.sin(lags)[:, None] * across
    return found
