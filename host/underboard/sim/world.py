"""The pieces on the board, the hands over it, and the state of each switch.

The true state is ``pieces`` and ``buttons``.  Contacts connect them with the microcontroller: one
per switch, then one per button.  A contact bounces after every change and has the faults of
``underboard.sim.faults``.  On boards with Hall sensors ``magnets`` is part of the true state, and
only buttons have contacts.

Time is simulated: nothing here reads a clock, and the same seed gives the same world.
"""

import random
from array import array
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import replace
from functools import partial
from heapq import heappop, heappush
from math import inf
from typing import Any

from underboard.jsontype import JsonObject
from underboard.registry import game_of
from underboard.sim.faults import Faults, check_faults
from underboard.sim.physics.parameters import (
    CODES,
    FieldParameters,
    parameters_of,
    reed_parameters_of,
)
from underboard.sim.physics.scale import Plate, ScaleParameters

Actor = Generator[float, None, None]
"""An actor in the world: yields the time, ms, to wait before its next step."""

CHATTER_MS = (1.0, 25.0)  # how long a weak magnet lets its switch open; chosen
BUMP_MS = (200.0, 1500.0)  # how long a piece stays pushed aside; chosen
FIDGET_MS = (300.0, 1500.0)  # until somebody lifts a piece for nothing, and puts it back; chosen
MAX_TONES = 400  # notes that are remembered; chosen
BOUNCES = (1, 5)  # flickers after one change; chosen


class World:
    """A board, its pieces and the actions of hands, in simulated time.

    ``pieces``: the cells with a piece; ``kinds``: the kind of each, 1 by default;
    ``buttons``: names of the pressed buttons; ``colours``: R, G, B of each pixel as last sent to
    the strip; ``shown``: state of each contact, 1: closed; ``version`` grows with every change
    of ``shown``.
    ``layout`` None is a bare microcontroller.
    """

    def __init__(
        self,
        layout: Any,
        seed: int = 0,
        faults: Faults | None = None,
        field: FieldParameters | None = None,
        scale: ScaleParameters | None = None,
    ) -> None:
        """``field``, ``scale``: true figures of magnets and Hall sensors, or of load cells."""
        self.layout = layout
        self.faults = faults or Faults()
        if layout:
            check_faults(self.faults, layout)
        self.random = random.Random(seed)
        self.now_ms: float = 0
        self.pieces: set[int] = set()
        self.kinds: dict[int, int] = {}
        self.magnets: Any = None
        self.reeds: Any = None
        self.plate: Any = None
        self._place_of_cell: dict[int, Any] = {}
        self.memory: JsonObject = {}
        """Memory of the hands from one command to the next."""
        self.buttons: set[str] = set()
        switched = layout and not (layout.field or layout.scale)
        self.sensors: int = layout.sensors if switched else 0
        self.button_names: tuple[str, ...] = tuple(layout.buttons) if layout else ()
        self.colours = bytearray(3 * (layout.pixels if layout else 64))
        self.shows = 0
        self.tones: deque[tuple[int, int]] = deque(maxlen=MAX_TONES)
        """Sounds of the buzzer: start, ms, and frequency, Hz, 0: silence."""
        self.version = 0
        self.tell: Callable[[JsonObject], None] = lambda event: None
        contacts = self.sensors + len(self.button_names)
        self.shown = bytearray(contacts)
        self._target = bytearray(contacts)
        self._generation = [0] * contacts
        self._sensors_of_cell: dict[int, list[int]] = {}
        for sensor in range(self.sensors):
            self._sensors_of_cell.setdefault(layout.cell_of_sensor[sensor], []).append(sensor)
        if layout and layout.field:
            # Not at the top: boards of other sensors need not wait for NumPy.
            from underboard.sim.physics.lean import magnets_of

            truth = field or parameters_of(layout)
            if self.faults.crosstalk:
                truth = replace(truth, crosstalk=self.faults.crosstalk)
            if self.faults.sticks:
                truth = replace(truth, stuck=self.faults.sticks)
            self.magnets = magnets_of(layout, truth, random.Random(self.random.random()))
            self._place_of_cell = {cell: at for at, cell in enumerate(self.magnets.given.cells)}
        if switched and "magnet" in layout.data:
            self.reeds = self._make_reeds(field or reed_parameters_of(layout), seed)
        if layout and layout.scale:
            # Not at the top: a drive holds only the game of its board.
            plate = getattr(game_of(layout.game).part("physics"), "plate_class", Plate)
            self.plate = plate(layout, scale or ScaleParameters(), self.random, self.faults)
            self._place_of_cell = self.plate.place_of_cell()
        self._dead_levels: dict[int, float] = {}
        self._pushed: dict[int, int] = {}  # cell: bumps that still last
        self._agenda: list[tuple[float, int, Callable[[], None]]] = []
        self._serial = 0
        self.actors = 0
        self.next_ms: float = inf
        for sensor in self.faults.chatter:
            self._start(self._chattering(sensor))
        if self.faults.bumps:
            self._start(self._bumping())
        if self.faults.leans:
            self._start(self._leaning())
        if self.faults.lifted:
            self._start(self._lifting_plate())
        self.refresh()

    def sound(self, hz: int) -> None:
        """Set the frequency of the buzzer; 0: silence."""
        if hz != (self.tones[-1][1] if self.tones else 0):
            self.tones.append((round(self.now_ms), hz))
            self.tell({"event": "tone", "hz": hz})

    # Touches

    def put(self, cell: int, kind: int = 1) -> None:
        """Put a piece on a cell."""
        self.pieces.add(cell)
        self.kinds[cell] = kind
        self._changed(cell)
        if self.plate and cell in self._place_of_cell:
            self.plate.bring(self._place_of_cell[cell], kind, self.now_ms)
        elif cell in self._place_of_cell:
            self._bring(self._place_of_cell[cell], kind)
            self._fidget()

    def lift(self, cell: int) -> None:
        """Take the piece off a cell."""
        self.pieces.discard(cell)
        self._changed(cell)
        if self.plate and cell in self._place_of_cell:
            kind = self.kinds.get(cell, 1)
            self.plate.take(self._place_of_cell[cell], kind, self.now_ms)
        elif cell in self._place_of_cell:
            self._take(self._place_of_cell[cell])

    def lift_square(self, slot: int, cells: list[int]) -> dict[int, Any]:
        """Lift a square of Apagos with the balls on these cells; return the balls' properties.

        Empty on boards with switches.
        """
        if self.plate:
            self.pieces -= set(cells)
            found: dict[int, Any] = self.plate.take_square(slot, cells, self.now_ms)
            return found
        if not self.magnets:
            for cell in cells:
                self.lift(cell)
            return {}
        for cell in cells:
            self.pieces.discard(cell)
        cell_of = self.magnets.given.cells
        taken = self.magnets.take_square(slot, self.now_ms)
        self._settle_at(self.now_ms + self.magnets.parameters.arrive_ms[1])
        return {cell_of[place]: piece for place, piece in taken.items()}

    def lay_square(self, slot: int, word: str, balls: dict[int, tuple[int, Any]]) -> None:
        """Lay a square of Apagos; ``balls``: kind and properties of the ball on each cell.

        Properties None: a new ball.  ``word``: which square it is, where its weight is felt, or
        the sign of its discs, + or -.
        """
        if self.plate:
            self.pieces |= set(balls)
            self.kinds |= {cell: kind for cell, (kind, _) in balls.items()}
            self.plate.lay_square(slot, word, balls, self.now_ms)
            return
        if not self.magnets:
            for cell, (kind, _) in balls.items():
                self.put(cell, kind)
            return
        pieces = {}
        for cell, (kind, piece) in balls.items():
            self.pieces.add(cell)
            self.kinds[cell] = kind
            place = self._place_of_cell[cell]
            pieces[place] = piece or self.magnets.piece(place, kind)
        self._settle_at(self.magnets.lay(slot, word, pieces, self.now_ms))

    def press(self, name: str) -> None:
        """Hold a button down.  Raises KeyError if the board has no such button."""
        self._button(name, True)

    def release(self, name: str) -> None:
        """Release a button."""
        self._button(name, False)

    # What switches show

    def closed(self, sensor: int) -> bool:
        """Return whether the switch of this sensor conducts now, with bounce and faults."""
        return self.shown[self.faults.swapped.get(sensor, sensor)] != 0

    def held(self, name: str) -> bool:
        """Return whether the contact of this button conducts now."""
        return self.shown[self.sensors + self.button_names.index(name)] != 0

    def refresh(self) -> None:
        """Recompute everything after a change of ``faults`` or of ``pieces`` itself."""
        for one, other in list(self.faults.swapped.items()):
            self.faults.swapped[other] = one
        if self.reeds:
            self._feel()
        for sensor in range(self.sensors):
            self._contact(sensor, self._truth(sensor))
        for number, name in enumerate(self.button_names):
            self._contact(self.sensors + number, name in self.buttons)
        for cell, place in self._place_of_cell.items() if self.magnets else ():
            if cell in self.pieces and place not in self.magnets.pieces:
                self.magnets.put(place, self.kinds.get(cell, 1))
            elif cell not in self.pieces and place in self.magnets.pieces:
                self.magnets.lift(place)
        if self.plate:
            self.plate.refresh()
        self.version += 1

    def show(self, colours: bytes | bytearray) -> None:
        """Set what the strip shows: R, G, B of each pixel."""
        self.colours[: len(colours)] = colours
        for pixel in self.faults.dark:
            self.colours[3 * pixel : 3 * pixel + 3] = b"\0\0\0"[: len(self.colours) - 3 * pixel]
        self.shows += 1

    # What Hall sensors feel

    def hall_levels(self) -> list[float]:
        """Return the output of each Hall sensor now, in LSB of the ADC, with faults."""
        faults = self.faults
        levels: list[float] = self.magnets.scan_levels(self.now_ms).tolist()
        for one, other in faults.swapped.items():
            if one < other:
                levels[one], levels[other] = levels[other], levels[one]
        for sensor, since_ms in faults.dead.items():
            if since_ms <= self.now_ms:
                levels[sensor] = self._dead_levels.setdefault(sensor, levels[sensor])
        for sensor, off_mt in faults.drifted.items():
            levels[sensor] = self.magnets.drifted(levels[sensor], off_mt)
        for sensor, since_ms in faults.open_wire.items():
            if since_ms <= self.now_ms:
                levels[sensor] = 0.0
        for sensor in faults.stuck_open:
            levels[sensor] = 0.0
        for sensor in faults.stuck_closed:
            levels[sensor] = CODES - 1.0
        return levels

    def hall_counts(self) -> "array[int]":
        """Return one scan as the firmware's driver would give it, without simulating its pins."""
        counts: array[int] = self.magnets.means(self.hall_levels())
        return counts

    # Time

    def add(self, actor: Actor) -> None:
        """Start an actor.  ``actors``: number of those that have not finished."""
        self.actors += 1
        self._start(actor, counts=True)

    def after(self, delay_ms: float, act: Callable[[], None]) -> None:
        """Call ``act`` once, ``delay_ms`` from now."""
        self._serial += 1
        heappush(self._agenda, (self.now_ms + delay_ms, self._serial, act))
        self.next_ms = self._agenda[0][0]

    def advance(self, ms: float) -> None:
        """Advance the time; actions and bounces on the way happen at their times."""
        self.advance_to(self.now_ms + ms)

    def advance_to(self, end_ms: float) -> None:
        """Advance the time until ``end_ms``."""
        if self.next_ms <= end_ms:
            agenda = self._agenda
            while agenda and agenda[0][0] <= end_ms:
                when, _, act = heappop(agenda)
                if when > self.now_ms:
                    self.now_ms = when
                act()
            self.next_ms = agenda[0][0] if agenda else inf
        if end_ms > self.now_ms:
            self.now_ms = end_ms

    # Inside

    def _make_reeds(self, truth: FieldParameters, seed: int) -> Any:
        try:
            from underboard.sim.physics.reeds import Reeds
        except ModuleNotFoundError:
            # No NumPy, as in a browser tab: each switch closes under its piece and nowhere else.
            return None
        # A stream of its own: the same hands with any reeds.
        return Reeds(self.layout, truth, seed + 0.5)

    def _start(self, actor: Actor, counts: bool = False) -> None:
        def go_on() -> None:
            try:
                delay = next(actor)
            except StopIteration:
                self.actors -= counts
                return
            self.after(delay, go_on)

        self.after(0, go_on)

    def _take(self, place: int) -> None:
        if self.magnets.has(place):
            self._settle_at(self.magnets.take(place, self.now_ms))

    def _bring(self, place: int, kind: int) -> None:
        self._settle_at(self.magnets.bring(place, kind, self.now_ms))

    def _settle_at(self, end_ms: float) -> None:
        self.after(end_ms - self.now_ms + 1, lambda: self.magnets.settle(self.now_ms))

    def _fidget(self) -> None:
        """Actor: now and then lifts a free piece and puts it back at its place."""
        if self.random.random() < self.magnets.parameters.respin:
            self._start(self._fidgeting())

    def _fidgeting(self) -> Actor:
        yield self.random.uniform(*FIDGET_MS)
        free = [place for place in sorted(self.magnets.pieces) if self.magnets.is_free(place)]
        if free:
            place = self.random.choice(free)
            cell = self.magnets.given.cells[place]
            kind = self.kinds[cell]
            self._take(place)
            yield self.random.uniform(*FIDGET_MS)
            if cell in self.pieces and not self.magnets.has(place):
                self._bring(place, kind)

    def _button(self, name: str, down: bool) -> None:
        if name not in self.button_names:
            raise KeyError(f"no button '{name}', expected one of {', '.join(self.button_names)}")
        (self.buttons.add if down else self.buttons.discard)(name)
        down = down and name not in self.faults.dead_buttons
        self._contact(self.sensors + self.button_names.index(name), down)

    def _changed(self, cell: int) -> None:
        if self.reeds:
            self._feel()
            return
        for sensor in self._sensors_of_cell.get(cell, ()):
            self._contact(sensor, self._truth(sensor))

    def _feel(self) -> None:
        """Let the magnets act on all reeds: a piece is felt by its neighbours' reeds, too."""
        pushed = {cell for cell, times in self._pushed.items() if times}
        self.reeds.update(self.pieces - pushed, self.kinds)
        for sensor in range(self.sensors):
            self._contact(sensor, self._truth(sensor))

    def _truth(self, sensor: int) -> bool:
        """Return the state of a switch without bounce."""
        faults = self.faults
        if sensor in faults.stuck_closed:
            return True
        if sensor in faults.stuck_open:
            return False
        if faults.dead.get(sensor, inf) <= self.now_ms:
            return self._target[sensor] != 0
        if self.reeds:
            return bool(self.reeds.closed[sensor])
        cell = self.layout.cell_of_sensor[sensor]
        return cell in self.pieces and not self._pushed.get(cell)

    def _contact(self, contact: int, closed: bool) -> None:
        """Change the state of a contact, with bounces."""
        if self._target[contact] == closed:
            return
        self._target[contact] = closed
        self._generation[contact] += 1
        generation = self._generation[contact]
        self._set(contact, generation, closed)
        if self.faults.bounce_ms <= 0:
            return
        count = self.random.randint(*BOUNCES)
        moments = sorted(self.random.uniform(0, self.faults.bounce_ms) for _ in range(2 * count))
        state = closed
        for moment in moments:
            state = not state
            self.after(moment, partial(self._set, contact, generation, state))

    def _set(self, contact: int, generation: int, closed: bool) -> None:
        # A newer change has made the bounces of the older one void.
        if generation == self._generation[contact] and self.shown[contact] != closed:
            self.shown[contact] = closed
            self.version += 1

    def _chattering(self, sensor: int) -> Actor:
        while True:
            yield self.random.expovariate(self.faults.chatter[sensor] / 60000)
            if self._target[sensor]:
                self._contact(sensor, False)
                yield self.random.uniform(*CHATTER_MS)
                self._contact(sensor, self._truth(sensor))

    def _bumping(self) -> Actor:
        while True:
            yield self.random.expovariate(self.faults.bumps / 60000)
            there = sorted(cell for cell in self.pieces if cell in self._sensors_of_cell)
            if self.plate:
                self.plate.knock_somewhere(self.now_ms)
            elif self.magnets:
                if self.magnets.pieces:
                    self.magnets.bump(self.random.choice(sorted(self.magnets.pieces)))
            elif there:
                cell = self.random.choice(there)
                self._pushed[cell] = self._pushed.get(cell, 0) + 1
                self._changed(cell)
                self.after(self.random.uniform(*BUMP_MS), partial(self._settle, cell))

    def _leaning(self) -> Actor:
        while True:
            yield self.random.expovariate(self.faults.leans / 60000)
            if self.plate:
                yield self.plate.lean_somewhere(self.now_ms)

    def _lifting_plate(self) -> Actor:
        while True:
            yield self.random.expovariate(self.faults.lifted / 60000)
            if self.plate:
                self.plate.lift_due = True

    def _settle(self, cell: int) -> None:
        self._pushed[cell] -= 1
        self._changed(cell)
