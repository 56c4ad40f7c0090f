"""The magnets of a board in plain Python, for programs without NumPy, as in a browser tab.

Fields are those of ``field`` and ``spheres``.  Left out: what moves slowly, rubs, swings or is
shaken; pieces come and go at once.  Units: mm, A m2, mT, or as the name ends.
"""

from array import array
from math import cos, pi, sin, sqrt
from random import Random
from typing import Any

from boardcore.games import cells_module
from boardcore.layout.layout import Layout
from underboard.registry import game_of
from underboard.sim.physics import lean_arrays
from underboard.sim.physics.geometry import geometry_of
from underboard.sim.physics.parameters import CODES, FieldParameters

Triple = tuple[float, float, float]
ROUNDS = 60
"""Number of rounds in which spheres turn, at most; chosen."""
STILL = 1e-5
"""Largest turn of a sphere in the last round, as the change of a unit vector; chosen."""
FULL = 65535
"""Largest count, of 16 bits."""


def field_at(spot: Triple, source: Triple, moment: Triple) -> Triple:
    """Return the field of a dipole, mT."""
    x, y, z = spot[0] - source[0], spot[1] - source[1], spot[2] - source[2]
    square = x * x + y * y + z * z
    # mu0 / 4 pi is 1e-7; metres and teslas give the rest of the powers of ten.
    share = 1e5 / (square * sqrt(square))
    along = 3 * (x * moment[0] + y * moment[1] + z * moment[2]) / square
    return (
        share * (along * x - moment[0]),
        share * (along * y - moment[1]),
        share * (along * z - moment[2]),
    )


class LeanPiece:
    """A piece with magnets at ``spots``, all of the same ``moment``."""

    def __init__(self, kind: int, spots: list[Triple], moment: Triple) -> None:
        self.kind, self.spots, self.moment = kind, spots, moment

    def quarter(self) -> None:
        """Turn it by a quarter about the vertical, anticlockwise from above."""
        self.moment = (-self.moment[1], self.moment[0], self.moment[2])

    def field(self, spot: Triple) -> Triple:
        """Return its field, mT."""
        share = 1 / len(self.spots)
        moment = (self.moment[0] * share, self.moment[1] * share, self.moment[2] * share)
        fields = [field_at(spot, source, moment) for source in self.spots]
        return fields[0] if len(fields) == 1 else _sum(fields)


class LeanMagnets:
    """The pieces on one board and the readings of its sensors, as ``field.Magnets`` has them."""

    def __init__(self, layout: Layout, parameters: FieldParameters, random: Random) -> None:
        self.layout, self.parameters, self.random = layout, parameters, random
        self.given = given = geometry_of(layout)
        self.places = given.places
        self.pieces: dict[int, LeanPiece] = {}
        self._squares: dict[int, list[LeanPiece]] = {}
        """Discs of the squares of Apagos, by slot."""
        self._bias = [LeanPiece(0, [(x, y, z)], (0.0, 0.0, m)) for x, y, z, m in given.bias]
        self._bias_felt = self._felt(self._bias)
        self._still: list[float] | None = None
        self._rules = game_of(layout.game).part("physics")
        count = len(given.sensor_mm)
        self._gains = [random.gauss(1, parameters.gain_spread) for _ in range(count)]
        earth = parameters.earth_ut / 1000 * random.uniform(-1, 1)
        self._offsets = [earth + random.gauss(0, parameters.offset_mt) for _ in range(count)]
        assert layout.field
        step_ut = 16000 * layout.field.mt_per_count
        self._lsb_per_mt = 1000 / step_ut
        self._noise_lsb = parameters.noise_ut / step_ut

    def piece(self, place: int, kind: int) -> LeanPiece:
        """Return a piece in a hand, to be put on a place."""
        p, given, gauss = self.parameters, self.given, self.random.gauss
        strength = given.moments[kind - 1] * p.moment_share * gauss(1, p.moment_spread)
        aside = [gauss(0, p.place_mm), gauss(0, p.place_mm), 0 if p.level else gauss(0, p.place_mm)]
        far = sqrt(sum(one * one for one in aside))
        share = min(1.0, p.max_place_mm / far) if far else 1.0
        x, y, z = (at + share * off for at, off in zip(given.places[place], aside, strict=True))
        z += p.gap_mm
        if not given.circle_mm:
            return LeanPiece(kind, [(x, y, z)], (0.0, 0.0, strength))
        turn, half = self.random.uniform(0, 2 * pi), given.circle_mm / 2
        turns = [turn + 2 * pi * number / given.count for number in range(given.count)]
        spots = [(x + half * cos(one), y + half * sin(one), z) for one in turns]
        return LeanPiece(kind, spots, (0.0, 0.0, self.random.choice((strength, -strength))))

    def put(self, place: int, kind: int = 1) -> None:
        """Put a piece on a place."""
        self.pieces[place] = self.piece(place, kind)
        self._still = None

    def lift(self, place: int) -> None:
        """Take the piece off a place."""
        del self.pieces[place]
        self._still = None

    def bring(self, place: int, kind: int, now_ms: float) -> float:
        """Put a piece down; return when it stands, ms."""
        self.put(place, kind)
        return now_ms

    def take(self, place: int, now_ms: float) -> float:
        """Lift a piece; return when it is out of the way, ms."""
        self.lift(place)
        return now_ms

    def settle(self, now_ms: float) -> None:
        """Finish the moves of all pieces."""

    def has(self, place: int) -> bool:
        """Return whether a piece stands on a place."""
        return place in self.pieces

    def is_free(self, place: int) -> bool:
        """Return whether a piece carries no other."""
        rule = getattr(self._rules, "is_free", None)
        return bool(rule(self, place)) if rule else True

    # Squares

    def lay(self, slot: int, word: str, pieces: dict[int, LeanPiece], now_ms: float) -> float:
        """Lay an Apagos square with its balls into a slot; return when it lies, ms.

        ``word``: - for one whose discs have the other signs.
        """
        p, gauss, discs = self.parameters, self.random.gauss, self.layout.data["squares"]
        x, y, _ = self.places[self.given.cells.index(slot * self._holes())]
        made = []
        for spot, moment in zip(discs["disc_mm"], discs["moments_am2"], strict=True):
            at = (x + spot[0], y + spot[1], spot[2] + p.gap_mm)
            off = [gauss(0, p.place_mm) for _ in range(3)]
            strength = moment * (-1 if word == "-" else 1) * gauss(1, p.moment_spread)
            where = (at[0] + off[0], at[1] + off[1], at[2] + off[2])
            made.append(LeanPiece(0, [where], (0.0, 0.0, strength * p.moment_share)))
        self._squares[slot] = made
        for place, piece in pieces.items():
            piece.spots = self.piece(place, piece.kind).spots
        self.pieces |= pieces
        self._still = None
        return now_ms

    def take_square(self, slot: int, now_ms: float) -> dict[int, LeanPiece]:
        """Lift the square in a slot with all its balls; return those by place."""
        del self._squares[slot]
        cells, holes = self.given.cells, self._holes()
        self._still = None
        there = [place for place in self.pieces if cells[place] // holes == slot]
        return {place: self.pieces.pop(place) for place in there}

    def lies(self, slot: int) -> bool:
        """Return whether a square lies in a slot."""
        return slot in self._squares

    def _holes(self) -> int:
        return int(cells_module(self.layout.game).HOLES)

    # What sensors feel

    def field_mt(self) -> list[float]:
        """Return what all magnets do at each sensor."""
        if self._still is None:
            fixed = [disc for discs in self._squares.values() for disc in discs]
            if self.given.free:
                self._turn(fixed)
            felt = self._felt([*self.pieces.values(), *fixed])
            self._still = [one + other for one, other in zip(felt, self._bias_felt, strict=True)]
        return self._still

    def scan_levels(self, now_ms: float) -> "array[float]":
        """Return the output of each sensor, in LSB of the ADC."""
        clip, found = self.parameters.clip_mt, array("d")
        for felt, gain, offset in zip(self.field_mt(), self._gains, self._offsets, strict=True):
            told = min(max(gain * felt + offset, -clip), clip)
            noise = self.random.gauss(0, self._noise_lsb)
            found.append(CODES / 2 + told * self._lsb_per_mt + noise)
        return found

    def means(self, levels: list[float]) -> "array[int]":
        """Return the means of many conversions of each of these levels, in 16 bits."""
        share = FULL / (CODES - 1)
        return array("H", [min(max(int(share * level), 0), FULL) for level in levels])

    def _felt(self, pieces: list[LeanPiece]) -> list[float]:
        axis = self.given.axis
        return [sum(one.field(spot)[axis] for one in pieces) for spot in self.given.sensor_mm]

    def _turn(self, fixed: list[LeanPiece]) -> None:
        """Let spheres turn, one after the other, until each points along the field."""
        spheres = list(self.pieces.values())
        outer = [
            _sum([one.field(sphere.spots[0]) for one in self._bias + fixed]) for sphere in spheres
        ]
        strengths = [sqrt(sum(one * one for one in sphere.moment)) for sphere in spheres]
        for _ in range(ROUNDS):
            most = 0.0
            for sphere, base, strength in zip(spheres, outer, strengths, strict=True):
                spot = sphere.spots[0]
                others = [other.field(spot) for other in spheres if other is not sphere]
                x, y, z = _sum([base, *others])
                share = strength / sqrt(x * x + y * y + z * z)
                before = sphere.moment
                sphere.moment = (share * x, share * y, share * z)
                change = max(abs(one - other) for one, other in zip(before, sphere.moment))
                most = max(most, change / strength)
            if most < STILL:
                return


def magnets_of(layout: Layout, parameters: FieldParameters, random: Random) -> Any:
    """Return the magnets of a layout: these where there is no NumPy, nor then for its firmware."""
    try:
        from underboard.sim.physics.spheres import magnets_of as with_numpy
    except ModuleNotFoundError:
        lean_arrays.install()
        return LeanMagnets(layout, parameters, random)
    return with_numpy(layout, parameters, random)


def _sum(fields: list[Triple]) -> Triple:
    x = y = z = 0.0
    for one in fields:
        x += one[0]
        y += one[1]
        z += one[2]
    return x, y, z
