"""Builder's view of a layout (places, pieces, chips and the use of each pin)."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import hypot, pi
from pathlib import Path
from typing import NamedTuple

from boardcore.layout.bias import turns_freely
from underboard.errors import UnderboardError
from underboard.hardware.shapes.of_game import Shapes, shapes_of
from underboard.jsontype import JsonObject

REMANENCE_T = {"N35": 1.19, "N42": 1.30, "N45": 1.34, "N52": 1.44}
"""Remanence of magnets; N42 as on firmware/docs/fields.md, the others in proportion."""
MU0 = 4e-7 * pi
"""Magnetic constant, T m/A, by definition of the ampere."""
CHIP = {"shift": 8, "mux": 16}
"""Inputs of one 74HC165 and of one 74HC4067."""
ROUND, FLAT, BUTTON = "ball", "ring", "button"
CONVERTERS = ("hx711", "nau7802")
"""Kinds of scanner that weigh."""
KINDS = (ROUND, FLAT, BUTTON)
"""Pieces that close a switch: a ball (its magnet points anywhere), a ring (its magnets stand
upright), or a finger."""


REASONS = {
    "reeds under balls": {
        "pull between pieces": "reeds need magnets that pull: no weaker disc closes one in most "
        "directions",
        "a lone piece closes its switch": "one reed is blind to a magnet across it: turn the ball "
        "until its light answers",
        "full neighbours leave an empty cell open": "no magnet both closes its own reed and "
        "spares the next: measure before you build",
    },
    "Halls below four levels": {
        "signal above the noise": "what is too weak is asked, with one button, and never guessed"
    },
    "thirsty pods": {
        "the same with thirsty pixels": "only with all twelve votes shown at their brightest, and "
        "the Pico's 50 mA are generous: measure yours"
    },
}
"""Known reasons for checks that fail: a layout names them, since a board's memory is small."""


@dataclass(frozen=True)
class Magnet:
    """One disc or sphere: mm, and its moment in A m2."""

    diameter: float
    height: float
    grade: str
    round: bool = False

    @property
    def volume(self) -> float:
        """Volume in m3."""
        if self.round:
            return pi / 6 * self.diameter**3 * 1e-9
        return pi * (self.diameter / 2) ** 2 * self.height * 1e-9

    @property
    def moment(self) -> float:
        """Magnetic moment in A m2."""
        return REMANENCE_T[self.grade] / MU0 * self.volume

    @property
    def text(self) -> str:
        """The words on a shop's bag."""
        if self.round:
            return f"sphere {self.diameter:g} mm, {self.grade}"
        return f"disc {self.diameter:g} × {self.height:g} mm, {self.grade}"


@dataclass(frozen=True)
class BiasPart:
    """Stack of N42 discs or blocks for one strength of bias magnet, mm."""

    sides: tuple[float, ...]
    count: int

    @property
    def moment(self) -> float:
        """Magnetic moment of one, A m2."""
        volume = self.sides[-1] * 1e-9
        volume *= pi * (self.sides[0] / 2) ** 2 if len(self.sides) == 2 else self.area
        return REMANENCE_T["N42"] / MU0 * volume

    @property
    def area(self) -> float:
        """Area of a block's pole, mm2."""
        return self.sides[0] * self.sides[1]

    @property
    def text(self) -> str:
        """The words on a shop's bag."""
        shape = "disc" if len(self.sides) == 2 else "block"
        size = " × ".join(f"{side:g}" for side in self.sides)
        return f"{self.count} × {shape} {size} mm, N42"


@dataclass(frozen=True)
class Sensor:
    """One sensor: where it is and which input of the scanner it has.

    ``cell``: under which it lies; of Hall sensors the one that comes nearest.
    """

    number: int
    cell: str
    channel: int
    x: float
    y: float
    z: float


class LoadCell(NamedTuple):
    """One load cell: where the plate's foot stands on it, mm, and its range in g."""

    number: int
    x: float
    y: float
    capacity: float


@dataclass(frozen=True)
class Pixel:
    """One pixel of the chain and the cells it speaks for."""

    number: int
    cells: tuple[str, ...]
    x: float
    y: float


@dataclass
class BuildPlan:
    """A layout's hardware.  Lengths in mm, x to the right and y away from the first player."""

    name: str
    game: str
    data: JsonObject
    sensors: list[Sensor]
    pixels: list[Pixel]
    kind: str
    """Kind of scanner: matrix, shift or mux."""
    pins: list[tuple[str, str]]
    """Uses of the microcontroller's pins, ``(use, pin)``."""
    build: JsonObject
    """Facts for builders only: the layout's own key."""
    magnet: Magnet | None
    piece: str
    pieces: int
    size: float
    """Diameter of a ball or ring, 0 for fingers."""
    pitch: float
    gap: float
    """From a piece's lowest point (a ring: its magnets' middle) to the sensor."""
    part: str
    """The sensor: reed, hall-switch, linear-hall or push-button."""
    accepted: dict[str, str] = field(default_factory=dict)
    """Checks that this board does not pass, and why it is drawn all the same."""

    @property
    def shapes(self) -> Shapes:
        """Sizes of the game's own board and pieces."""
        return shapes_of(self.game)

    @property
    def weighs(self) -> bool:
        """Whether load cells under a plate are the sensors."""
        return self.kind in CONVERTERS

    @property
    def load_cells(self) -> list[LoadCell]:
        """The load cells, round the plate; empty where there are none."""
        given = self.data.get("plate", {}).get("load_cells", ())
        return [LoadCell(i, c["x"], c["y"], c["capacity_g"]) for i, c in enumerate(given)]

    @property
    def plate(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of the plate on load cells."""
        given = self.data["plate"]
        xs, ys = [cell.x for cell in self.load_cells], [cell.y for cell in self.load_cells]
        x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        wide, deep = given["width_mm"] / 2, given["depth_mm"] / 2
        return x - wide, y - deep, x + wide, y + deep

    @property
    def free(self) -> bool:
        """Whether the magnets in the pieces are spheres that turn freely."""
        return turns_freely(self.data)

    @property
    def bias(self) -> list[list[float]]:
        """The magnets in the board: x, y, z in mm and A m2 of each, north up."""
        return list(self.data.get("bias", ()))

    @property
    def bias_parts(self) -> list[tuple[float, BiasPart]]:
        """The strengths of bias magnets, and what makes each, as the layout names it."""
        return [
            (part["moment_am2"], BiasPart(tuple(part["mm"]), part.get("count", 1)))
            for part in self.build.get("bias", ())
        ]

    def fact(self, name: str, usual: float) -> float:
        """Return a number of the layout's own key, or the usual one."""
        found: float = self.build.get(name, usual)
        return found

    @property
    def closes(self) -> tuple[float, float] | None:
        """Fields of a full and of an empty cell that are told apart for certain, mT.

        None where no threshold does.  Reeds differ from one another, and open later than they
        close.
        """
        given = self.data.get("field", {})
        if "full_mt" in given:
            return given["full_mt"], given["full_mt"] - given["apart_mt"]
        sensor = self.build["sensor"]
        if "closes_mt" not in sensor:
            return None
        spread, trim = sensor.get("spread", 0.0), sensor.get("trim_mt", 0.0)
        closes = sensor["closes_mt"]
        opens = sensor.get("opens", 1.0) * closes
        return closes * (1 + spread) + trim, opens * (1 - spread) - trim

    @property
    def discs(self) -> list[Magnet]:
        """The discs of each kind of piece, weakest first; empty where only switches are closed."""
        if self.magnet is None or "moments_am2" not in self.data["magnet"]:
            return []
        if self.free:
            grade = self.magnet.grade
            return [Magnet(d, d, grade, True) for d in self.data["magnet"]["diameters_mm"]]
        sizes = self.data["magnet"].get("discs_mm")
        if not sizes:
            return [self.magnet]
        return [Magnet(diameter, height, self.magnet.grade) for diameter, height in sizes]

    @property
    def corner_disc(self) -> Magnet | None:
        """The discs in the corners of squares, which show that one is lifted; None: none."""
        given = self.data.get("squares")
        if given is None or self.magnet is None:
            return None
        return Magnet(given["diameter_mm"], given["height_mm"], self.magnet.grade)

    @property
    def spots(self) -> list[tuple[float, float]]:
        """Places of pieces on the lowest level: over switches, or the layout's places."""
        if not self.weighs:
            return list(dict.fromkeys((s.x, s.y) for s in self.sensors))
        return list(dict.fromkeys((p["x"], p["y"]) for p in self.data["places"]))

    @property
    def corners(self) -> list[tuple[float, float, float]]:
        """Places of a square's discs in every slot; their height is that over the wood."""
        if self.corner_disc is None:
            return []
        firsts = [p for p in self.data["places"] if p["cell"].endswith("a")]
        return [
            (p["x"] + x, p["y"] + y, z)
            for p in firsts
            for x, y, z in self.data["squares"]["disc_mm"]
        ]

    @property
    def reservoir_uf(self) -> int:
        """Capacitor across the pixels' supply, in µF."""
        return 1000 if len(self.pixels) > 12 else 470

    @property
    def channels(self) -> int:
        """Number of switches or sensors that the scanner has room for."""
        scanner = self.data["scanner"]
        if self.kind == "matrix":
            return len(scanner["rows"]) * len(scanner["columns"])
        return CHIP[self.kind] * self.chips

    @property
    def chips(self) -> int:
        """Number of shift registers or multiplexers."""
        if self.kind == "mux":
            return len(self.data["scanner"]["adc"])
        if self.kind == "shift":
            return -(-(max(s.channel for s in self.sensors) + 1) // CHIP["shift"])
        return 0

    @property
    def cells(self) -> list[str]:
        """Every cell, in the order of sensors, then of pixels."""
        named = [s.cell for s in self.sensors] + [c for p in self.pixels for c in p.cells]
        if self.weighs:
            named += [place["cell"] for place in self.data["places"]]
        return list(dict.fromkeys(named))

    def sensors_of(self, cell: str) -> list[Sensor]:
        """Return the sensors under a cell."""
        return [s for s in self.sensors if s.cell == cell]

    def pixels_of(self, cell: str) -> list[Pixel]:
        """Return the pixels that speak for a cell: several only round the board."""
        return [p for p in self.pixels if cell in p.cells]

    def pixel_of(self, cell: str) -> Pixel | None:
        """Return the pixel that speaks for a cell, the first of several."""
        return next(iter(self.pixels_of(cell)), None)

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of everything on the board."""
        spots = [(s.x, s.y) for s in self.sensors] + [(p.x, p.y) for p in self.pixels]
        if self.weighs:
            left, bottom, right, top = self.plate
            spots += [(left, bottom), (right, top)]
        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        return min(xs), min(ys), max(xs), max(ys)


def _pins(scanner: JsonObject, data: JsonObject) -> Iterator[tuple[str, str]]:
    kind = scanner["kind"]
    if kind == "matrix":
        for use in ("rows", "columns"):
            for i, pin in enumerate(scanner[use]):
                yield f"matrix {use[:-1]} {i}", pin
    elif kind == "shift":
        for use in ("clock", "latch", "data"):
            yield f"switches {use}", scanner[use]
    elif kind == "mux":
        for i, pin in enumerate(scanner["select"]):
            yield f"select S{i}", pin
        for i, pin in enumerate(scanner["adc"]):
            yield f"multiplexer {i} out", pin
    elif kind in CONVERTERS:
        for i, (clock, dout) in enumerate(zip(scanner["clock"], scanner["data"], strict=True)):
            yield f"load cell clock {i + 1}", clock
            yield f"load cell data {i + 1}", dout
    else:
        raise UnderboardError(
            "scanner.kind is '%s', expected matrix, shift, mux, hx711 or nau7802", kind
        )
    for name, pin in zip(data["buttons"]["names"], data["buttons"]["pins"], strict=True):
        yield f"button {name}", pin
    if "buzzer" in data:
        yield "buzzer", data["buzzer"]
    yield "pixels data", data["strip"]["pin"]


def plan_of(data: JsonObject) -> BuildPlan:
    """Return the plan of a layout's data.

    Raises UnderboardError naming what is missing or unknown.
    """
    name = data.get("name", "?")
    try:
        return _plan(data)
    except KeyError as error:
        raise UnderboardError("layout '%s' lacks %s for its drawings", name, error) from None
    except (TypeError, ValueError) as error:
        raise UnderboardError("layout '%s' cannot be drawn: %s", name, error) from None


def _plan(data: JsonObject) -> BuildPlan:
    build = data["build"]
    geometry = data.get("geometry", {})
    piece = build["piece"]
    if piece not in KINDS:
        raise UnderboardError("build.piece is '%s', expected one of %s", piece, ", ".join(KINDS))
    magnet = None
    if piece != BUTTON and data["scanner"]["kind"] not in CONVERTERS:
        disc = data["magnet"]
        if "count" in disc:
            # A decoder needs these too, so they are no builder's secret.
            build = build | {
                "magnets_per_piece": disc["count"],
                "magnet_circle_mm": disc["circle_mm"],
            }
        if disc["grade"] not in REMANENCE_T:
            known = ", ".join(REMANENCE_T)
            raise UnderboardError("magnet.grade is '%s', expected one of %s", disc["grade"], known)
        if turns_freely(data):
            diameter = disc["diameters_mm"][0]
            magnet = Magnet(diameter, diameter, disc["grade"], True)
        else:
            magnet = Magnet(disc["diameter_mm"], disc["height_mm"], disc["grade"])
    return BuildPlan(
        name=data["name"],
        game=data["game"],
        data=data,
        sensors=[
            Sensor(i, _cell_over(s, data), s["channel"], s["x"], s["y"], s["z"])
            for i, s in enumerate(data.get("sensors", ()))
        ],
        pixels=[Pixel(i, tuple(p["cells"]), p["x"], p["y"]) for i, p in enumerate(data["pixels"])],
        kind=data["scanner"]["kind"],
        pins=list(_pins(data["scanner"], data)),
        build=build,
        magnet=magnet,
        piece=piece,
        pieces=build.get("pieces", 0),
        size=geometry.get("ball_mm", geometry.get("ring_mm", 0)),
        pitch=geometry.get("pitch_mm", 0),
        gap=geometry.get("gap_mm", 0),
        part=build["sensor"]["part"],
        accepted=_accepted(build.get("accepted", {})),
    )


def _cell_over(sensor: JsonObject, data: JsonObject) -> str:
    """Return the cell of a switch, or the lowest of the places nearest to a Hall sensor."""
    if "cell" in sensor:
        return str(sensor["cell"])

    def far(place: JsonObject) -> tuple[float, float]:
        aside = hypot(place["x"] - sensor["x"], place["y"] - sensor["y"])
        return round(aside, 3), place["z"]

    return str(min(data["places"], key=far)["cell"])


def _accepted(given: dict[str, str] | list[str]) -> dict[str, str]:
    """Return why which checks may fail; ``given``: that itself, or names of known reasons."""
    if isinstance(given, dict):
        return given
    for name in given:
        if name not in REASONS:
            known = ", ".join(REASONS)
            raise UnderboardError("build.accepted has '%s', expected one of %s", name, known)
    return {check: why for name in given for check, why in REASONS[name].items()}


def plan_in(path: Path) -> BuildPlan:
    """Return the plan of a layout file."""
    return plan_of(json.loads(path.read_text(encoding="utf-8")))
