"""Simulated players of Gygès, who move rings and read the lights.

They know which ring is which and what they want; about the board they know what the
lights show.  They box before or after they move, with one hand or two, nudge a ring on
the way, put a ring down and push it on, lift one only to look, lay one out of reach and
repair it as the lights say.
"""

from collections.abc import Callable, Generator
from random import Random

from boardcore.gyges import cues as gyges_cues
from boardcore.gyges import rules as gyges
from boardcore.gyges.cells import CELLS, GOAL_N
from boardcore.gyges.reach import LAND, RING, Reach
from boardcore.gyges.rules import Game
from boardcore.gyges.turns import asked_size
from boardcore.lights import cues
from underboard.sim.hands.light_reader import LOOK_MS, STEP_MS, LightReader, asks, cue_colour
from underboard.sim.hands.players import (
    CAREFUL,
    CLOSE_MS,
    GLANCE_MS,
    MAX_LEANS_MS,
    PATIENCE_MS,
    HandsLog,
    HandStyle,
    Players,
)
from underboard.sim.world import Actor, World

__all__ = ["CAREFUL", "Hands", "HandsLog", "choose"]

NUDGE = 0.1
"""Share of rings that are knocked off their cell on the way, and put back; chosen."""
BLUNDER = 0.08
"""Share of turns in which the ring is laid out of reach first; chosen."""
WIN = 0.5
"""Share of goals in reach that a random player takes; chosen."""
PLAIN = 0.5
"""Share of turns in which a random player boxes nobody, where possible; chosen."""
SIZE_MS = 5000
"""Time without a light for the next ring after which the last one's is looked at, ms; chosen."""
SCOLD_MS = 6000
"""The board scolds after three seconds; longer nobody waits for it."""


def choose(game: gyges.Game, chance: Random) -> int:
    """Return the turn of a random player; the set-up follows the lights.

    They ask for the rings in a fixed order.
    """
    turns = game.legal_turns()
    if game.setup:
        size = asked_size(game)
        return chance.choice([turn for turn in turns if turn >> 6 & 3 == size])
    wins = [turn for turn in turns if gyges.turn_landing(turn) >= GOAL_N]
    if wins and chance.random() < WIN:
        return chance.choice(wins)
    plain = [turn for turn in turns if gyges.turn_drop(turn) == gyges.NONE]
    # Nine turns of ten box; by chance alone hardly any other would be seen.
    return chance.choice(plain if plain and chance.random() < PLAIN else turns)


class Hands(Players[Game]):
    """Both players of one game of Gygès at one board."""

    follows = False
    """Whether they set up ring by ring, and look whether each was seen."""

    def __init__(self, world: World, manner: HandStyle | None = None) -> None:
        eyes = LightReader(world, *gyges_cues.TO_MOVE)
        super().__init__(world, eyes, manner)
        self._looked = False
        """Saw the lights say whose turn it is: only then may a hand dither on the board."""
        self._doubtful = False
        """The board may have something to ask: look at the lights before going on."""

    def _lay_out(self, game: Game) -> Actor:
        if not self._world.pieces:
            for cell in range(CELLS):
                if game.cells[cell]:
                    self._world.put(cell, game.cells[cell])
                    yield self._random.randint(20, 80)

    # Before the turn

    def _think(self, game: Game, turn: int, before: int) -> Actor:
        known = before < 0 or before & gyges.PLACE
        mine = self._rings_of(game) if known else self._answers_of(before, 1 - game.side)
        for _ in range(self._random.randint(*self._manner.think_ms) // STEP_MS):
            if asks(self._world.colours):
                # The last turn is still in doubt: everybody sees that.
                yield from self._answer(mine)
                self._doubtful = True
                break
            yield STEP_MS
        if turn & gyges.PLACE:
            same = before >= 0 and before >> 6 & 3 == turn >> 6 & 3
            if self.follows and before >= 0:
                yield from self._see_taken(before & 63, before >> 6 & 3, mine)
                yield from self._wait_for_next(game, turn, mine)
            elif self.follows or not same or self._random.random() >= self._manner.hurry:
                yield from self._wait_for_ring(turn & 63, turn >> 6 & 3)
            return
        self._looked = False
        origin, landing, drop = parts_of(turn)
        unseen = origin in (landing, drop)
        # A ring that has only just come may look as if it was pushed on.
        again = not known and origin in parts_of(before)
        careful = self._doubtful or unseen or again
        if known or careful or self._random.random() >= self._manner.hurry:
            self._looked = yield from self._wait_for_turn(game.side, mine=mine)
            if self._random.random() < self._manner.put_back:
                yield from self._fidget(game)
        self._doubtful = again

    def _fidget(self, game: Game) -> Actor:
        """Lift any ring, look where it could go, put it back; a question about it is no answer."""
        cell = self._random.choice([cell for cell in range(CELLS) if game.cells[cell]])
        self._world.lift(cell)
        yield self._random.randint(150, 1500)
        self._world.put(cell, game.cells[cell])
        yield self._random.randint(500, 1500)
        yield from self._answer(set())
        yield from self._wait_for_turn(game.side)

    def _see_taken(self, cell: int, size: int, mine: set[bytes]) -> Actor:
        """Wait until the lights ask no more for a ring that lies there, and for nothing else."""
        colour = cue_colour(gyges_cues.PUT[size], gyges_cues.SIZE_TINTS[size])
        dark_ms = 0
        for _ in range((MAX_LEANS_MS + PATIENCE_MS) // STEP_MS):
            if asks(self._world.colours):
                yield from self._answer(mine)
            dark_ms = 0 if self._eyes.colour(cell) == colour else dark_ms + STEP_MS
            if dark_ms >= GLANCE_MS:
                break
            yield STEP_MS

    def _see_all_seen(self, turn: int) -> Actor:
        if turn & gyges.PLACE:
            yield from self._wait_for_ring(turn & 63, turn >> 6 & 3)

    def _wait_for_ring(
        self, cell: int, size: int, max_ms: int = PATIENCE_MS
    ) -> Generator[float, None, bool]:
        """Wait until the lights ask for a ring of this size on this cell; return if they did."""
        cue, tint = gyges_cues.PUT[size], gyges_cues.SIZE_TINTS[size]
        return (yield from self._wait_for_sight(cell, cue, tint, max_ms))

    def _wait_for_next(self, game: Game, turn: int, mine: set[bytes]) -> Actor:
        """Wait until the lights ask for the next ring; answer what they ask meanwhile."""
        for _ in range(PATIENCE_MS // SIZE_MS):
            if (yield from self._wait_for_ring(turn & 63, turn >> 6 & 3, SIZE_MS)):
                break
            yield from self._answer(mine)
            yield from self._tell_sizes(game)

    def _tell_sizes(self, game: Game) -> Actor:
        """Answer a question about the size of a ring: its light is on in a whole rhythm."""
        lit = yield from self._eyes.watch()
        for cell in sorted(self._world.pieces):
            for size in (1, 2, 3):
                colour = cue_colour(gyges_cues.PUT[size], gyges_cues.SIZE_TINTS[size])
                if colour in lit[self._world.layout.pixel_of_cell[cell]]:
                    self._was_asked = True
                    yield from self._push("yes" if size == game.cells[cell] else "next")

    def _wait_for_sight(
        self, cell: int, cue: int, tint: int, max_ms: int
    ) -> Generator[float, None, bool]:
        """Wait until the lights show this on a cell; return whether they did."""
        colour = cue_colour(cue, tint)
        for _ in range(max_ms // STEP_MS):
            if self._eyes.colour(cell) == colour:
                return True
            yield STEP_MS
        return False

    # The turn

    def _act(self, game: Game, turn: int) -> Actor:
        if turn & gyges.PLACE:
            self._world.put(turn & 63, turn >> 6 & 3)
            yield self._random.randint(*self._manner.act_ms)
            return
        origin, landing, drop = parts_of(turn)
        self._doubtful = self._doubtful or drop != gyges.NONE or landing == origin
        if self._looked and drop == gyges.NONE and landing != origin:
            if self._random.random() < self._sloppy(BLUNDER):
                yield from self._blunder(game, turn)
            elif self._random.random() < self._manner.change_of_mind:
                yield from self._change_mind(game, turn)
                self._world.put(landing, game.cells[origin])
                yield self._random.randint(*self._manner.act_ms)
                return
        for lift, cell in self._acts(turn):
            if lift:
                self._world.lift(cell)
            else:
                self._world.put(cell, game.cells[origin if cell == landing else landing])
            yield self._random.randint(*self._manner.act_ms)
            if self._random.random() < self._sloppy(NUDGE) / 2:
                yield from self._nudge(game, turn)

    def _sloppy(self, chance: float) -> float:
        return chance if self._manner.put_back else 0

    def _acts(self, turn: int) -> list[tuple[bool, int]]:
        """Return what the fingers do, ``(lifts, cell)``, in an order that is possible."""
        origin, landing, drop = parts_of(turn)
        acts = [(True, origin), (False, landing)]
        if drop == gyges.NONE:
            return acts
        acts = [(True, origin), (True, landing), (False, landing), (False, drop)]
        if self._random.random() >= self._manner.any_order:
            return acts
        while True:
            order = self._random.sample(acts, len(acts))
            place = order.index
            moved = place((True, origin)) < place((False, landing))
            boxed = place((True, landing)) < min(place((False, landing)), place((False, drop)))
            if moved and boxed and (drop != origin or place((True, origin)) < place((False, drop))):
                return order

    def _nudge(self, game: Game, turn: int) -> Actor:
        """Knock a ring off its cell that has nothing to do with the turn, and put it back."""
        others = sorted(self._world.pieces - set(parts_of(turn)))
        cell = self._random.choice(others)
        self._world.lift(cell)
        yield self._random.randint(80, 300)
        self._world.put(cell, game.cells[cell])
        yield self._random.randint(80, 300)
        self._doubtful = True

    def _change_mind(self, game: Game, turn: int) -> Actor:
        """Put the ring where it may go, but not where it is wanted, and push it on."""
        origin, landing, _ = parts_of(turn)
        marks = Reach(game, origin).run().marks
        others = [
            cell for cell in range(CELLS) if marks[cell] & LAND and cell not in (origin, landing)
        ]
        self._world.lift(origin)
        yield self._random.randint(*self._manner.act_ms)
        if not others:
            return
        cell = self._random.choice(others)
        self._world.put(cell, game.cells[origin])
        yield self._random.randint(100, 1200)
        self._world.lift(cell)
        yield self._random.randint(60, 250)
        self._doubtful = True

    def _blunder(self, game: Game, turn: int) -> Actor:
        """Lay the ring out of reach, and do what the lights say until all is as it was."""
        origin = turn & 63
        marks = Reach(game, origin).run().marks
        wrong = [c for c in range(CELLS) if not game.cells[c] and not marks[c] & (LAND | RING)]
        if not wrong:
            return
        cell = self._random.choice(wrong)
        self._world.lift(origin)
        yield self._random.randint(*self._manner.act_ms)
        self._world.put(cell, game.cells[origin])
        scolded = yield from self._wait_for_sight(cell, cues.SURPLUS, cues.RED, SCOLD_MS)
        if not scolded and (yield from self._wait_for_turn(1 - game.side, LOOK_MS)):
            # It passed for a turn, one that boxes a ring of the same size: it is taken back.
            self._was_misread = True
            yield from self._push("next", CLOSE_MS)
        self._world.lift(cell)
        yield from self._wait_for_ring(origin, game.cells[origin], SCOLD_MS)
        self._world.put(origin, game.cells[origin])
        yield from self._wait_for_turn(game.side)

    # After the turn

    def _confirm(self, game: Game, turn: int, told: HandsLog) -> Actor:
        self._mine = self._answers_of(turn, 1 - game.side)
        if turn & gyges.PLACE or not self._doubtful:
            return
        yield 1200
        yield from self._wait_for_the_plate()
        yield from self._confirm_by_answers(game, self._mine, told)

    def _rings_of(self, game: Game) -> set[bytes]:
        """Return what the lights ask in the set-up to which each ring that stands says yes."""
        return {
            self._eyes.peaks(_lit([], cell, tint))
            for cell in range(CELLS)
            for tint in gyges_cues.SIDE_TINTS
            if game.cells[cell]
        }

    def _answers_of(self, turn: int, side: int) -> set[bytes]:
        """Return every recognizer of the lights to which this turn says yes."""
        origin, landing, drop = parts_of(turn)
        new = landing if drop == gyges.NONE else drop
        tint = gyges_cues.SIDE_TINTS[side]
        recognizers = {
            self._eyes.peaks(_lit([], landing, tint)),
            self._eyes.peaks(_lit([landing], origin, tint)),
            self._eyes.peaks(_lit([landing, origin], new, tint)),
        }
        if origin not in (landing, drop):
            # "A turn", or "pushed on": where it comes from, and what stands somewhere new.
            recognizers.add(self._eyes.peaks(_lit([origin], new, tint)))
            recognizers.add(self._eyes.peaks(_lit([origin], landing, tint)))
        return recognizers


def parts_of(turn: int) -> tuple[int, int, int]:
    """Return origin, landing and drop."""
    return gyges.turn_origin(turn), gyges.turn_landing(turn), gyges.turn_drop(turn)


def _lit(chosen: list[int], asked: int, tint: int) -> Callable[[cues.Frame], None]:
    def draw(frame: cues.Frame) -> None:
        frame.clear()
        for cell in chosen:
            frame.mark(cell, cues.CHOSEN, cues.AMBER)
        frame.mark(asked, cues.ASK_DONE if asked in chosen else cues.ASK, tint)

    return draw
