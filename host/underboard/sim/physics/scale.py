"""Samples of four load cells under a plate, with pieces, hands and disturbances.

The truth of the simulator; no decoder may import it.  Forces are in g (of weight), places in mm
from the middle of the load cells.  Its disturbances have another form than the decoder assumes:
offsets per load cell instead of per moment, drift, creep, ringing, spikes, hands that press.
"""

from dataclasses import dataclass
from math import exp, pi, sin, sqrt
from random import Random
from typing import Any

from boardcore.layout.layout import Layout
from underboard.registry import game_of
from underboard.sim.faults import Faults
from underboard.sim.physics.cell_faults import CellFaults
from underboard.sim.physics.cell_noise import CellNoise

G_PER_N = 102.0
"""Mass whose weight is one newton, g; rounded from 1000 / 9.81."""
LIFT_MS = 300.0
"""Time in which a lifted plate leaves its load cells, and comes back; chosen."""
FULL = (1 << 23) - 1
"""Largest count of an HX711; the least is ``-FULL - 1``."""


@dataclass(frozen=True)
class ScaleParameters:
    """The true figures of one board and its pieces, unknown to its decoder.

    Sources: firmware/docs/sensing.md, "Figures"; nothing was measured on a real board.
    """

    noise_g: float = 0.03
    """White noise of one sample of one load cell, 1 sigma."""
    rate_hz: float = 92.0
    rate_spread: float = 0.05
    """Deviation from chip to chip: half the width of a uniform spread."""
    drift_g_per_min: float = 0.02
    """Random walk of each load cell, per square root of a minute."""
    creep: float = 0.0005
    """Share of each change of the load that is delayed."""
    creep_s: float = 60.0
    hysteresis_g: float = 0.05
    """Change that a touch leaves in each load cell, 1 sigma."""
    slide_gmm: float = 4.0
    """Change that a touch leaves in each moment as the board slides, 1 sigma; 35: careless."""
    gain_spread: float = 0.002
    """Deviation from load cell to load cell, 1 sigma; 0.02 before a calibration."""
    spot_mm: float = 0.3
    """Displacement of load cells from the layout's places, 1 sigma per axis."""
    spikes_per_min: float = 0.1
    """Rate of samples of a load cell with a wrong bit."""
    tilt_gmm: float = 5.0
    """Change of each moment at a touch by elbows on the table, 1 sigma; 20: a weak table."""
    hand_n: tuple[float, float] = (0.5, 3.0)
    """Range of the force of a hand on the piece that it puts or lifts."""
    hand_ms: tuple[float, float] = (120.0, 350.0)
    hand_mm: float = 10.0
    """Distance of that force from the piece, 1 sigma per axis."""
    lifted_ms: tuple[float, float] = (1000.0, 4000.0)
    """Range of the time for which a lifted plate is in the air."""
    set_down_g: float = 1.0
    """Change of the zero of each load cell when a plate is set down, 1 sigma."""
    set_down_mm: tuple[float, float] = (0.1, 0.5)
    """Range of its displacement then, per axis."""
    mass_spread: float = 0.06
    odd_share: float = 1.5
    """Mass of an odd piece, relative to its kind: between two kinds of rings."""
    mass_share: float = 1.0
    """Mean mass of the pieces, relative to the layout's."""
    place_mm: float = 0.4
    """Distance of a piece from its place, 1 sigma per axis."""
    shift_mm: float = 0.2
    """Displacement of a touched supporter, 1 sigma per axis."""
    paper_g: float = 65.0
    """Load that a sheet of paper under a foot adds to its load cell."""
    zero_g: float = 40.0
    """Zero of a load cell, 1 sigma."""
    lean_n: tuple[float, float] = (5.0, 20.0)
    lean_ms: tuple[float, float] = (1000.0, 30000.0)
    lean_shake: float = 0.05
    """Tremor of a hand that leans, relative to its force."""
    knock_n: tuple[float, float] = (0.2, 2.0)
    knock_hz: float = 8.0
    knock_s: float = 0.3


class Push:
    """A force at a place that rises, stays and falls."""

    def __init__(self, begin_ms: float, end_ms: float, force_g: float, x: float, y: float) -> None:
        self.begin_ms, self.end_ms = begin_ms, end_ms
        self.rise_ms = min(60.0, (end_ms - begin_ms) / 3)
        self.force_g, self.x, self.y = force_g, x, y
        self.shake = 0.0

    def at(self, now_ms: float) -> float:
        """Return the force now, g."""
        if not self.begin_ms <= now_ms <= self.end_ms:
            return 0.0
        ramp = min(now_ms - self.begin_ms, self.end_ms - now_ms) / self.rise_ms
        tremor = 1 + self.shake * sin(2 * pi * now_ms / 140) * sin(2 * pi * now_ms / 1700)
        return self.force_g * min(ramp, 1.0) * tremor


class Knock(Push):
    """A knock at the table: a damped oscillation."""

    def __init__(
        self, now_ms: float, force_g: float, x: float, y: float, hz: float, decay_s: float
    ):
        super().__init__(now_ms, now_ms + 8000 * decay_s, force_g, x, y)
        self.hz, self.decay_s = hz, decay_s

    def at(self, now_ms: float) -> float:
        """Return the force now, g."""
        seconds = (now_ms - self.begin_ms) / 1000
        if not 0 <= seconds <= 8 * self.decay_s:
            return 0.0
        return self.force_g * exp(-seconds / self.decay_s) * sin(2 * pi * self.hz * seconds)


class Plate:
    """Plate, load cells and pieces.  ``pieces``: mass, x, y of the piece on each place."""

    def __init__(
        self,
        layout: Layout,
        parameters: ScaleParameters,
        random: Random,
        faults: Faults | None = None,
    ) -> None:
        self.layout, self.parameters, self.random = layout, parameters, random
        self.faults = faults = faults or Faults()
        self.wrong = CellFaults(faults)
        assert layout.scale
        self.scale = layout.scale
        gauss = random.gauss
        p = parameters
        self.cells = len(self.scale.sensor_mm)
        self._screwed = [
            (x + gauss(0, p.spot_mm), y + gauss(0, p.spot_mm)) for x, y in self.scale.sensor_mm
        ]
        self.spots = self._screwed
        self.gains = [1 + gauss(0, p.gain_spread) for _ in self.spots]
        self.zeros = [gauss(0, p.zero_g) for _ in self.spots]
        self._own_ms = [
            1000 / (p.rate_hz * (1 + random.uniform(-p.rate_spread, p.rate_spread)))
            for _ in self.spots
        ]
        self.periods_ms = self._own_ms
        self.phases_ms = [random.uniform(0, period) for period in self.periods_ms]
        self.pieces: dict[Any, tuple[float, float, float]] = {}
        self.others: dict[str, tuple[float, float, float]] = {
            "plate": (float(layout.data["plate"]["mass_g"]), 1.5, -2.0)
        }
        """Other things on the plate, such as a cup or a phone: mass, x, y."""
        self.slid = [0.0, 0.0]
        self.twisted = [0.0] * self.cells
        """Load that an uneven table or paper under a foot adds to each load cell, g."""
        self._in_hand: dict[int, list[float]] = {}
        self._pushes: list[Push] = []
        self._due: list[tuple[float, Any, tuple[float, float, float] | None]] = []
        self._still: list[float] | None = None
        self._crept = [0.0] * self.cells
        self._walked_ms = 0.0
        self._lift: tuple[float, float] | None = None
        self.lift_due = False
        """Whether hands are to lift the plate before the next turn."""
        # Seeded by what is there already: no other number is drawn for it.
        self._noise = CellNoise(faults, self.cells, self.phases_ms[0])
        self._odd = Random(self.phases_ms[0])
        self.refresh()

    def place_of_cell(self) -> dict[int, Any]:
        """Return the place for a piece on each cell."""
        return {cell: place for place, cell in enumerate(self.layout.cell_of_sensor)}

    def spot(self, place: Any) -> tuple[float, float]:
        """Return where the middle of a place is, mm."""
        return self.scale.places[place]

    # Touches

    def bring(self, place: Any, kind: int, now_ms: float) -> None:
        """Put a piece on a place, from the hand if one of its kind was lifted last."""
        p, gauss = self.parameters, self.random.gauss
        pool = self._in_hand.setdefault(kind, [])
        mass = pool.pop() if pool else self.new_mass(kind)
        x, y = self.spot(place)
        piece = (mass, x + gauss(0, p.place_mm), y + gauss(0, p.place_mm))
        self._touch(place, now_ms)
        self._settle(place)
        self.pieces[place] = piece
        self._still = None

    def take(self, place: Any, kind: int, now_ms: float) -> None:
        """Lift the piece from a place."""
        end_ms = self._touch(place, now_ms)
        self._settle(place)
        if place in self.pieces:
            self._in_hand.setdefault(kind, []).append(self.pieces[place][0])
            # The hand closes round the piece first.
            self._due.append(((now_ms + end_ms) / 2, place, None))

    def new_mass(self, kind: int) -> float:
        """Return the mass of a new piece of a kind, g."""
        p = self.parameters
        mass = self.scale.masses[kind - 1] * p.mass_share
        if self.faults.odd_pieces and self._odd.random() < self.faults.odd_pieces:
            mass *= p.odd_share
        return mass * (1 + p.mass_spread * self.random.gauss(0, 1))

    def lean(self, force_n: float, x: float, y: float, begin_ms: float, end_ms: float) -> None:
        """Lean on the plate with this force, from ``begin_ms`` to ``end_ms``."""
        push = Push(begin_ms, end_ms, force_n * G_PER_N, x, y)
        push.shake = self.parameters.lean_shake
        self._pushes.append(push)

    def knock(self, force_n: float, x: float, y: float, now_ms: float) -> None:
        """Knock at the table."""
        p = self.parameters
        self._pushes.append(Knock(now_ms, force_n * G_PER_N, x, y, p.knock_hz, p.knock_s))

    def lean_somewhere(self, now_ms: float) -> float:
        """Lean on the rim with a random force and duration; return the duration, ms."""
        p, random = self.parameters, self.random
        x, y = random.choice(self.spots)
        long_ms = random.uniform(*p.lean_ms)
        self.lean(random.uniform(*p.lean_n), 0.9 * x, 0.9 * y, now_ms, now_ms + long_ms)
        return long_ms

    def knock_somewhere(self, now_ms: float) -> None:
        """Knock at the table with a random force."""
        x, y = self.random.choice(self.spots)
        self.knock(self.random.uniform(*self.parameters.knock_n), x / 2, y / 2, now_ms)

    def lay(self, name: str, mass_g: float, x: float, y: float) -> None:
        """Lay another thing on the plate; mass 0 removes it."""
        if mass_g:
            self.others[name] = (mass_g, x, y)
        else:
            self.others.pop(name, None)
        self._still = None

    def lift_plate(self, now_ms: float) -> float:
        """Lift the plate with all that stands on it, and set it down; return for how long, ms."""
        p, random = self.parameters, self.random
        self.settle_plate(now_ms)
        air_ms = random.uniform(*p.lifted_ms)
        self._lift = (now_ms, now_ms + air_ms)
        self.lift_due = False
        return air_ms

    def settle_plate(self, now_ms: float) -> None:
        """Apply what has changed once a lifted plate stands again."""
        if self._lift is None or now_ms < self._lift[1]:
            return
        self._lift = None
        p, random = self.parameters, self.random
        for cell in range(self.cells):
            self.zeros[cell] += random.gauss(0, p.set_down_g)
        weight = sum(load[0] for load in (*self.pieces.values(), *self.others.values()))
        for axis in (0, 1):
            self.slid[axis] += random.choice((-1, 1)) * random.uniform(*p.set_down_mm) * weight
        self.stir()

    def slip_paper(self, under: bool) -> None:
        """Slip a sheet of paper under the first foot, or pull it out again."""
        sign = 1 if under else -1
        for cell, share in enumerate(self._null()):
            self.twisted[cell] += sign * self.parameters.paper_g * share
        self.stir()

    def _null(self) -> list[float]:
        """Return the forces of the feet that give neither weight nor moments, the first one 1.

        By cross products of three feet each: areas of the triangles of the other three.
        """
        areas = []
        for cell in range(self.cells):
            (ax, ay), (bx, by), (cx, cy) = self.spots[:cell] + self.spots[cell + 1 :]
            area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
            areas.append(area if cell % 2 == 0 else -area)
        return [area / areas[0] for area in areas]

    def refresh(self) -> None:
        """Recompute everything, also after a change of faults."""
        shifted = [self.wrong.shift_mm(cell) for cell in range(self.cells)]
        self.spots = [(x + dx, y) for (x, y), dx in zip(self._screwed, shifted)]
        self.periods_ms = [
            period * self.wrong.slowness(cell) for cell, period in enumerate(self._own_ms)
        ]
        self._still = None

    def _touch(self, place: Any, now_ms: float) -> float:
        """Press on a place, with the lasting changes of a touch; return when the press ends."""
        p, random = self.parameters, self.random
        x, y = self.spot(place)
        x += random.gauss(0, p.hand_mm)
        y += random.gauss(0, p.hand_mm)
        end_ms = now_ms + random.uniform(*(self._told("hand_ms") or p.hand_ms))
        force = random.uniform(*(self._told("hand_n") or p.hand_n)) * G_PER_N
        self._pushes.append(Push(now_ms, end_ms, force, x, y))
        self.stir()
        for other, (mass, px, py) in self.pieces.items():
            if other in self._supporters(place):
                shift = (random.gauss(0, p.shift_mm), random.gauss(0, p.shift_mm))
                self.pieces[other] = (mass, px + shift[0], py + shift[1])
        self._still = None
        return end_ms

    def _told(self, name: str) -> tuple[float, float] | None:
        """Return a range that the faults give, None if they give none."""
        found: tuple[float, float] | None = getattr(self.faults, name)
        return found

    def move(self, twist_g: float, lean_gmm: float) -> None:
        """Carry the plate to another table: an uneven one twists it, an inclined one tilts it."""
        for cell, share in enumerate(self._null()):
            self.twisted[cell] += twist_g * share
        self.slid = [self.slid[0] + lean_gmm, self.slid[1] - lean_gmm]
        self._still = None

    def stir(self) -> None:
        """Apply the lasting changes of a touch to load cells, board and table."""
        p, random = self.parameters, self.random
        for cell in range(self.cells):
            self.zeros[cell] += random.gauss(0, p.hysteresis_g + self.wrong.jump_g(cell))
        for axis in (0, 1):
            self.slid[axis] += random.gauss(0, sqrt(p.slide_gmm**2 + p.tilt_gmm**2))
        self._noise.touch()
        self._still = None

    def _supporters(self, place: Any) -> list[int]:
        rule = getattr(game_of(self.layout.game).part("physics"), "supporters", None)
        return list(rule(self, place)) if rule else []

    def _settle(self, place: Any) -> None:
        """Finish a pending move at a place."""
        for row in [row for row in self._due if row[1] == place]:
            self._due.remove(row)
            self._leave(row[1])

    def _leave(self, place: Any) -> None:
        self.pieces.pop(place, None)
        self._still = None

    # What load cells feel

    def forces(self, now_ms: float) -> list[float]:
        """Return the load of each cell now, g, without noise."""
        if self._due:
            for row in [row for row in self._due if row[0] <= now_ms]:
                self._due.remove(row)
                self._leave(row[1])
        self.settle_plate(now_ms)
        if self._lift is not None:
            up = (min(now_ms - self._lift[0], self._lift[1] - now_ms)) / LIFT_MS
            stays = 1 - max(0.0, min(up, 1.0))
            if stays < 1:
                resting = self._shared([*self.pieces.values(), *self.others.values()])
                return [stays * load for load in resting]
        if self._still is None:
            self._still = self._shared([*self.pieces.values(), *self.others.values()])
        if self._pushes and min(push.end_ms for push in self._pushes) < now_ms:
            for push in self._pushes:
                if push.end_ms < now_ms and push.force_g:
                    alone = self._shared([(push.force_g, push.x, push.y)], False)
                    self.wrong.let_go(alone, push.x)
            self._pushes = [push for push in self._pushes if now_ms <= push.end_ms]
        if not self._pushes:
            return self._still
        pushing = [(push.at(now_ms), push.x, push.y) for push in self._pushes]
        return [a + b for a, b in zip(self._still, self._shared(pushing, False))]

    def _shared(self, loads: list[tuple[float, float, float]], still: bool = True) -> list[float]:
        """Return the distribution of loads over four equal load cells."""
        total = sum(load[0] for load in loads)
        mx = sum(load[0] * load[1] for load in loads) + (self.slid[0] if still else 0)
        my = sum(load[0] * load[2] for load in loads) + (self.slid[1] if still else 0)
        sx = sum(x * x for x, _ in self.spots)
        sy = sum(y * y for _, y in self.spots)
        shares = [total / self.cells + mx * x / sx + my * y / sy for x, y in self.spots]
        return [a + b for a, b in zip(shares, self.twisted)] if still else shares

    def sample(self, cell: int, now_ms: float, ended_ms: float | None = None) -> int:
        """Return one conversion of one load cell, raw counts; ``ended_ms``: if it ended before."""
        p, random = self.parameters, self.random
        cell = self.wrong.wired(cell)
        forces = self.forces(now_ms)
        seconds = (now_ms - self._walked_ms) / 1000
        if seconds > 0.5:
            self._walked_ms = now_ms
            step = p.drift_g_per_min * sqrt(seconds / 60)
            for other in range(self.cells):
                self.zeros[other] += random.gauss(0, step)
                late = min(1.0, seconds / p.creep_s) * (forces[other] - self._crept[other])
                self._crept[other] += late
        load = forces[cell] - p.creep * (forces[cell] - self._crept[cell])
        load = self.gains[cell] * self.wrong.felt(cell, load, now_ms) + self.zeros[cell]
        load += random.gauss(0, p.noise_g * self.wrong.noise(cell))
        load += self._noise.error_g(
            cell, self.last_ms(cell, now_ms) if ended_ms is None else ended_ms
        )
        counts = self.wrong.told(cell, round(load * self.scale.counts_per_g), now_ms)
        if random.random() < p.spikes_per_min * self.periods_ms[cell] / 60000:
            counts ^= 1 << random.randrange(8, 22)
        return max(-FULL - 1, min(FULL, counts))

    def conversions(self, cell: int, after_ms: float, until_ms: float) -> list[float]:
        """Return when each conversion of a cell ends after a moment, until another."""
        period, phase = self.periods_ms[cell], self.phases_ms[cell]
        first, last = int((after_ms - phase) // period), int((until_ms - phase) // period)
        return [phase + number * period for number in range(first + 1, last + 1)]

    def last_ms(self, cell: int, now_ms: float) -> float:
        """Return when the last conversion of a cell ended."""
        period, phase = self.periods_ms[cell], self.phases_ms[cell]
        return phase + (now_ms - phase) // period * period
