"""The magnets in the pieces, their field at the Hall sensors, and the ADC's readings.

The true state of the simulator; no decoder may import it.  Units: mm, A m2, mT, or as the name
ends.  Numbers are those of firmware/docs/fields.md, section 4, where nothing else is said.  Pieces
are point dipoles; a test compares them with magpylib's cylinders.
"""

from array import array
from math import inf, pi, sqrt
from random import Random

import numpy as np

from boardcore.games import cells_module
from boardcore.layout.layout import Layout
from underboard.hardware.magnet_field import tensor
from underboard.registry import game_of
from underboard.sim.physics.adc import Adc
from underboard.sim.physics.carried import CarriedPiece, HeldPiece, SquareFlight, Vector, rotated
from underboard.sim.physics.disturbances import Disturbances
from underboard.sim.physics.geometry import geometry_of
from underboard.sim.physics.parameters import CODES, FieldParameters

NO_COUNT_MT = 1e-3
"""Field of a count where nothing counts, mT; chosen."""


class Magnets:
    """The pieces on one board and the readings of its sensors.

    ``pieces``: by place, an index in the layout's list.  ``random`` draws all true figures: the
    same seed gives the same board and pieces.
    """

    def __init__(self, layout: Layout, parameters: FieldParameters, random: Random) -> None:
        self.layout = layout
        self.given = given = geometry_of(layout)
        self.parameters = parameters
        # The legacy generator's stream is frozen: the same boards on every machine.
        self.random = np.random.RandomState(random.getrandbits(32))
        self.sensors = len(given.sensor_mm)
        self._spots = np.array(given.sensor_mm)
        self.places = np.array(given.places)
        self._rules = game_of(layout.game).part("physics")
        circle, count = given.circle_mm / 2, given.count
        self.upright = bool(circle)
        turns = 2 * pi * np.arange(count) / count
        self._circle = circle * np.stack([np.cos(turns), np.sin(turns), 0 * turns], axis=1)
        normal = self.random.standard_normal
        self._gain = 1 + parameters.gain_spread * normal(self.sensors)
        self._offset = parameters.offset_mt * normal(self.sensors)
        self._earth = parameters.earth_ut / 1000 * float(self.direction()[2])
        self._jump = 0.0
        self._walk = 0.0
        self._walked_ms = 0.0
        self.pieces: dict[int, HeldPiece] = {}
        self._flying: list[CarriedPiece] = []
        self._squares: dict[int, tuple[Vector, Vector]] = {}
        """The discs of the squares of Apagos, by slot: where they are, and their moments."""
        self._squares_flying: list[SquareFlight] = []
        self._still: Vector = None
        # Reeds have no converter.
        samples = layout.scanner.get("samples", 1)
        self._samples = samples
        step_ut = 16000 * (layout.field.mt_per_count if layout.field else NO_COUNT_MT)
        self._lsb_per_mt = 1000 / step_ut
        single = min(parameters.single_lsb, parameters.noise_ut / step_ut * sqrt(samples))
        self.adc = Adc(single, self.random, parameters.steps)
        self._slow_lsb = sqrt(max((parameters.noise_ut / step_ut) ** 2 - single**2 / samples, 0.0))
        # Seeded by what is true of this board: so it takes no number that others would get.
        seed = int(1e9 * abs(self._gain[0])) % (1 << 32)
        self._disturbances = Disturbances(self, seed) if parameters.disturbed else None

    # Touches

    def put(self, place: int, kind: int = 1) -> None:
        """Put a piece on a place, in a random direction; it touches those that carry it."""
        self.pieces[place] = self.piece(place, kind)
        self.touch(place)

    def lift(self, place: int) -> None:
        """Take the piece off a place."""
        del self.pieces[place]
        self.touch(place)

    def bring(self, place: int, kind: int, now_ms: float) -> float:
        """Put a piece down as hands do: it comes from above; return when it stands, ms."""
        self._land(place)
        return self._fly(self.piece(place, kind), now_ms, place, True)

    def take(self, place: int, now_ms: float) -> float:
        """Lift a piece as hands do; return when it is out of the way, ms."""
        self._land(place)
        end_ms = self._fly(self.pieces.pop(place), now_ms, place, False)
        self.touch(place)
        return end_ms

    def settle(self, now_ms: float) -> None:
        """Finish the moves of pieces that end by ``now_ms``."""
        for flight in list(self._flying):
            if now_ms >= flight.end_ms:
                self._end(flight)
        self.lie(None, now_ms)

    def touch(self, place: int) -> None:
        """Turn the pieces a little on which this place rests, and sometimes one other far."""
        p = self.parameters
        carriers = set(self._carriers(place))
        others = [other for other in sorted(self.pieces) if other != place]
        disturbances = self._disturbances
        for other in others:
            far = p.jiggle_deg * (1.0 if other in carriers else p.others)
            self.turn(other, far * disturbances.tail() if disturbances else far)
        if disturbances:
            disturbances.touch()
        free = [other for other in others if other not in carriers]
        if free and self.random.random_sample() < p.bump:
            self.bump(free[self.random.randint(len(free))])
        self._jump = p.drift_ut / 1000 * float(self.random.standard_normal())
        self._still = None

    def turn(self, place: int, sigma_deg: float) -> None:
        """Turn a piece in its place; ``sigma_deg``: 1 sigma per axis."""
        if sigma_deg and not self.upright:
            self._rotate(place, np.radians(sigma_deg) * self.random.standard_normal(3))

    def bump(self, place: int) -> None:
        """Turn a piece far, as by an accidental touch."""
        if not self.upright:
            angle = np.radians(self.random.uniform(*self.parameters.bump_deg))
            self._rotate(place, angle * self.direction())

    def respin(self, place: int) -> None:
        """Lift a piece and put it back on the same place."""
        kind = self.pieces[place].kind
        self.lift(place)
        self.put(place, kind)

    def lay(self, slot: int, word: str, pieces: "dict[int, HeldPiece]", now_ms: float) -> float:
        """Lay an Apagos square into a slot; return when it lies, ms.

        ``word``: - for a square that lies upside down or turned by a quarter, which changes the
        signs of its discs, + for any other; ``pieces``: its balls by place, turned as they were
        before somebody lifted it: they turn a little.
        """
        p = self.parameters
        discs = self.layout.data["squares"]
        first = self.places[self.given.cells.index(slot * self._holes())]
        spots, moments = [], []
        for spot, moment in zip(discs["disc_mm"], discs["moments_am2"], strict=True):
            at = np.array([first[0] + spot[0], first[1] + spot[1], spot[2] + p.gap_mm])
            strength = moment * (-1 if word == "-" else 1) * p.moment_share
            strength *= 1 + p.moment_spread * float(self.random.standard_normal())
            spots.append(at + p.place_mm * self.random.standard_normal(3))
            moments.append([0, 0, strength])
        for place, piece in sorted(pieces.items()):
            by = np.radians(p.shake_deg) * self.random.standard_normal(3)
            piece.moment = rotated(piece.moment, by)
            aside = p.place_mm * self.random.standard_normal(3)
            piece.spots = (self.places[place] + aside + [0, 0, p.gap_mm])[None, :]
            piece.rows = self.rows_at(piece.spots)
        self.lie(slot)
        magnets = (np.array(spots), np.array(moments))
        flight = SquareFlight(*self._hand, slot, magnets, pieces, now_ms, True)
        self._squares_flying.append(flight)
        return flight.end_ms

    def take_square(self, slot: int, now_ms: float) -> "dict[int, HeldPiece]":
        """Lift the square in a slot with all its balls; return those by place."""
        self.lie(slot)
        discs = self._squares.pop(slot)
        cells = self.given.cells
        for flight in list(self._flying):
            if cells[flight.place] // self._holes() == slot:
                self._end(flight)
        places = sorted(place for place in self.pieces if cells[place] // self._holes() == slot)
        pieces = {place: self.pieces.pop(place) for place in places}
        self._squares_flying.append(SquareFlight(*self._hand, slot, discs, pieces, now_ms, False))
        self._jump = self.parameters.drift_ut / 1000 * float(self.random.standard_normal())
        self._still = None
        return pieces

    def _holes(self) -> int:
        """Return the number of places for a ball in one slot."""
        return int(cells_module(self.layout.game).HOLES)

    def lie(self, slot: int | None = None, now_ms: float = inf) -> None:
        """Finish the moves of squares that end by ``now_ms``."""
        for flight in list(self._squares_flying):
            if now_ms >= flight.end_ms and slot in (None, flight.slot):
                self._squares_flying.remove(flight)
                if flight.down:
                    self._squares[flight.slot] = flight.discs
                    self.pieces.update(flight.pieces)
                self._still = None

    def lies(self, slot: int) -> bool:
        """Return whether a square lies in a slot or is being laid there."""
        coming = any(flight.down and flight.slot == slot for flight in self._squares_flying)
        return coming or slot in self._squares

    def refresh(self) -> None:
        """Look at everything again."""
        self._still = None

    # What sensors feel

    def field_mt(self, now_ms: float | None = None) -> Vector:
        """Return what the pieces do at each sensor; in flight only if a time is given."""
        if now_ms is not None and (self._flying or self._squares_flying):
            self.settle(now_ms)
        if self._still is None:
            self._still = np.zeros(self.sensors)
            for piece in self.pieces.values():
                self._still = self._still + piece.rows @ piece.moment
            for spots, moments in self._squares.values():
                self._still = self._still + self.felt_of(spots, moments)
        if now_ms is None or not (self._flying or self._squares_flying):
            return self._still
        felt = self._still
        for flight in self._flying:
            felt = felt + self.rows_at(flight.spots_at(now_ms)) @ flight.moment(now_ms)
        for square in self._squares_flying:
            felt = felt + self.felt_of(square.spots_at(now_ms), square.moments)
        return felt

    def has(self, place: int) -> bool:
        """Return whether a piece stands on a place or is being put there."""
        coming = any(flight.down and flight.place == place for flight in self._flying)
        return coming or place in self.pieces

    def is_free(self, place: int) -> bool:
        """Return whether a piece carries no other."""
        rule = getattr(self._rules, "is_free", None)
        return bool(rule(self, place)) if rule else True

    def _carriers(self, place: int) -> list[int]:
        rule = getattr(self._rules, "neighbours", None)
        return list(rule(self, place)) if rule else []

    def moving(self, now_ms: float) -> bool:
        """Return whether a piece is in a hand over the board."""
        return any(now_ms < one.end_ms for one in (*self._flying, *self._squares_flying))

    def levels(self, now_ms: float) -> Vector:
        """Return what each sensor's output is, in LSB of the ADC, without a scan's noise."""
        p = self.parameters
        seconds = (now_ms - self._walked_ms) / 1000
        if seconds > 0:
            self._walk += p.walk_ut / 1000 * sqrt(seconds) * float(self.random.standard_normal())
            self._walked_ms = now_ms
        felt = self.field_mt(now_ms) + (self._earth + self._jump + self._walk)
        if self._disturbances:
            felt = felt + self._disturbances.levels_mt(now_ms)
        told = np.minimum(np.maximum(self._gain * felt + self._offset, -p.clip_mt), p.clip_mt)
        return CODES / 2 + told * self._lsb_per_mt

    def drifted(self, level: float, off_mt: float) -> float:
        """Return a sensor's output for this field, LSB, clipped where sensors saturate."""
        most = self.parameters.clip_mt * self._lsb_per_mt
        off = level - CODES / 2 + off_mt * self._lsb_per_mt
        return CODES / 2 + min(max(off, -most), most)

    def scan_levels(self, now_ms: float) -> Vector:
        """Return ``levels`` with the part of the noise that lasts as long as a scan."""
        levels = self.levels(now_ms)
        if self._slow_lsb:
            levels = levels + self._slow_lsb * self.random.standard_normal(self.sensors)
        hum_ut = self.parameters.hum_ut
        if hum_ut:
            levels = levels + hum_ut / 1000 * self._lsb_per_mt * self.random.standard_normal()
        return levels

    def counts(self, now_ms: float) -> "array[int]":
        """Return one scan as the firmware's driver would: means of ``samples`` conversions."""
        return self.means(self.scan_levels(now_ms))

    def means(self, levels: Vector) -> "array[int]":
        """Return the means of ``samples`` conversions of each of these levels."""
        levels = np.asarray(levels)
        share = self.parameters.crosstalk
        if share:
            levels = (1 - share) * levels + share * np.roll(levels, 1)
        return array("H", self.adc.means(levels, self._samples).tolist())

    # Inside

    def rows_at(self, spots: Vector) -> Vector:
        """Return the response of each sensor, mT, to 1 A m2 along x, y, z shared by these spots."""
        return self._response(spots).mean(axis=1)

    def felt_of(self, spots: Vector, moments: Vector) -> Vector:
        """Return the field of these magnets at each sensor, mT."""
        return np.einsum("sdk,dk->s", self._response(spots), moments)

    def _response(self, spots: Vector) -> Vector:
        """Return the response of each sensor, mT, to 1 A m2 along x, y, z at each spot."""
        between = self._spots[:, None, :] - spots[None, :, :]
        axis, along = self.given.axis, self.given.along_mm
        if len(along) == 1:
            return tensor(between)[:, :, axis, :]
        step = np.eye(3)[axis]
        return sum(tensor(between + part * step)[:, :, axis, :] for part in along) / len(along)

    def direction(self) -> Vector:
        """Return any direction, as a vector of length 1."""
        way = self.random.standard_normal(3)
        return way / sqrt(float(way @ way))

    def piece(self, place: int, kind: int) -> HeldPiece:
        """Return a piece in a hand, to be put on a place."""
        p = self.parameters
        aside = p.place_mm * self.random.standard_normal(3)
        if p.level:
            aside[2] = 0
        far = sqrt(float(aside @ aside))
        if far > p.max_place_mm:
            aside *= p.max_place_mm / far
        turn = self.random.uniform(0, 2 * pi)
        c, s = np.cos(turn), np.sin(turn)
        circle = self._circle @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
        spots = self.places[place] + aside + [0, 0, p.gap_mm] + circle
        strength = self.given.moments[kind - 1] * p.moment_share
        strength *= 1 + p.moment_spread * float(self.random.standard_normal())
        way = self.direction()
        if self.upright:
            way = np.array([0, 0, 1.0 if way[2] > 0 else -1.0])
        piece = HeldPiece(kind, spots, strength * way)
        piece.rows = self.rows_at(spots)
        return piece

    def _rotate(self, place: int, by: Vector) -> None:
        piece = self.pieces[place]
        piece.moment = rotated(piece.moment, by)
        self._still = None

    def _fly(self, piece: HeldPiece, now_ms: float, place: int, down: bool) -> float:
        flight = CarriedPiece(*self._hand, piece, now_ms, place, down)
        flight.spin = flight.spin * self.direction() * (0.1 if self.upright else 1.0)
        self._flying.append(flight)
        return flight.end_ms

    @property
    def _hand(self) -> tuple[np.random.RandomState, tuple[float, float]]:
        """Source of chance, and shortest and longest time to carry a piece or a square, ms."""
        return self.random, self.parameters.arrive_ms

    def _land(self, place: int) -> None:
        for flight in list(self._flying):
            if flight.place == place:
                self._end(flight)

    def _end(self, flight: CarriedPiece) -> None:
        self._flying.remove(flight)
        self._still = None
        if flight.down:
            self.pieces[flight.place] = flight.piece
            self.touch(flight.place)
