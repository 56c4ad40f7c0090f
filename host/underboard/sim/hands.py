"""Hands: simulated players who move pieces as people do, and read the lights.

A hand knows the turn it wants to make.  It acts on the world with delays,
in whatever order its fingers choose, lifts balls and puts them back, changes
its mind; afterwards it does what the README asks of a player: whenever a ball
above the ground was touched it presses "yes", and it answers the questions of
the lights by what they show.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from boardcore import cues, pylos, pylos_cues
from boardcore.lights import Lights
from boardcore.tracker import AMBIGUOUS
from underboard.sim.world import Actor, World

LOOK_MS = 1700
"""One look takes all slots of a rhythm (1600 ms) and a little more."""
STEP_MS = 50
ANSWERS_MOST = 60
PATIENCE_MS = 20000


@dataclass
class Manner:
    """How sloppy the hands are; probabilities per turn, times in milliseconds."""

    think_ms: tuple[int, int] = (450, 2500)
    act_ms: tuple[int, int] = (80, 700)
    any_order: float = 0.3
    put_back: float = 0.15
    change_of_mind: float = 0.1
    hurry: float = 0.5
    """Chance not to wait until the lights show whose turn it is."""


CAREFUL = Manner(any_order=0, put_back=0, change_of_mind=0, hurry=0)


class Eyes:
    """What a player sees on the pixels of one board."""

    def __init__(self, world: World) -> None:
        self._world = world
        strip = world.layout.strip
        self._pixel_of_cell = world.layout.pixel_of_cell
        self._frame = cues.Frame(self._pixel_of_cell, world.layout.pixels)
        self._lights = Lights(
            world.layout.pixels, strip["budget_ma"], strip["full_ma"], strip["dark_ma"]
        )

    def expected(self, part: int, chosen: list[int], answer: int, side: int) -> bytes:
        """Return the brightest colours that a question shows during one rhythm."""
        question = SimpleNamespace(part=part, chosen=chosen, answer=answer)
        game = SimpleNamespace(side=side)
        tracker = SimpleNamespace(
            question=question,
            verdict=AMBIGUOUS,
            offer=0,
            sight=SimpleNamespace(game=game),
        )
        pylos_cues.draw(self._frame, tracker, None, 0)
        peaks = bytearray(len(self._lights.colours))
        for slot in range(cues.SLOTS):
            self._lights.render(self._frame, slot * cues.SLOT_MS, True)
            peaks = bytearray(map(max, peaks, self._lights.colours))
        return bytes(peaks)

    def look(self, peaks: bytearray) -> Actor:
        """Watch for one whole rhythm; ``peaks`` keeps the brightest of each colour."""
        peaks[:] = self._world.colours
        for _ in range(LOOK_MS // STEP_MS):
            yield STEP_MS
            peaks[:] = bytearray(map(max, peaks, self._world.colours))

    def turn_shown(self, side: int) -> bool:
        """Tell whether the corners beat for ``side`` at this very moment."""
        beat = cues.BEATS[cues.BEAT_DARK if side else cues.BEAT_LIGHT]
        colour = bytes(part * beat[3] // 255 for part in cues.TINTS[beat[2]])
        corners = pylos_cues.FAR_CORNERS if side else pylos_cues.NEAR_CORNERS
        return all(self._colour(cell) == colour for cell in corners)

    def _colour(self, cell: int) -> bytes:
        at = 3 * self._pixel_of_cell[cell]
        return bytes(self._world.colours[at : at + 3])


@dataclass
class Told:
    """What the hands have done, for whoever checks the referee."""

    turns: list[str]
    asked: int = 0
    answers: int = 0
    gave_up: int = 0


class Hands:
    """Both players of one game of Pylos at one board."""

    def __init__(self, world: World, manner: Manner | None = None) -> None:
        self._world = world
        self._random = world.random
        self._eyes = Eyes(world)
        self._manner = manner or Manner()
        self._looked = False
        """Saw the lights say whose turn it is: only then may a hand dither on the board."""
        self._fumbled = -1
        """The cell where the ball was put by mistake, -1 for none.  Who has fumbled looks at the lights before going on."""

    def clear(self) -> Actor:
        """Sweep the board empty, and wait until it offers a new game; say yes."""
        for cell in sorted(self._world.pieces, reverse=True):
            self._world.lift(cell)
            yield self._random.randint(20, 80)
        yield 2500
        yield from self._push("yes")
        yield 1000

    def play(
        self, game: Any, turns: Iterable[int], told: Told, done: Callable[[str], None] | None = None
    ) -> Actor:
        """Play ``turns`` one after the other; ``game`` is the players' own idea of the game."""
        before = -1
        for turn in turns:
            yield from self._think(game, turn, before)
            yield from self._act(game, turn)
            game.play_turn(turn)
            told.turns.append(pylos.turn_text(turn))
            if done:
                done(pylos.turn_text(turn))
            yield from self._confirm(game, turn, told)
            before = turn
        yield from self._wait_for_the_board(game)

    # Before the turn

    def _think(self, game: Any, turn: int, before: int) -> Actor:
        yield self._random.randint(*self._manner.think_ms)
        goal, start = pylos.turn_goal(turn), pylos.turn_start(turn)
        seen = start == pylos.NONE and pylos.LEVEL[goal] == 0
        plain = seen and goal not in pylos.turn_takes(turn)
        pending = before >= 0 and pylos.turn_takes(before)
        refills = before >= 0 and goal in pylos.turn_takes(before)
        self._looked = False
        careful = self._fumbled >= 0 or self._random.random() >= self._manner.hurry
        self._fumbled = -1
        if not plain or refills or careful:
            self._looked = yield from self._wait_for_turn(game.side)
            if self._random.random() < self._manner.put_back:
                yield from self._fidget(game)
        elif not pending and self._random.random() < self._manner.put_back:
            yield from self._fidget(game)

    def _wait_for_turn(self, side: int, most_ms: int = PATIENCE_MS):
        """Wait until the lights say that it is this side's turn; return whether they did."""
        for _ in range(most_ms // STEP_MS):
            if self._eyes.turn_shown(side):
                return True
            yield STEP_MS
        return False

    def _fidget(self, game: Any) -> Actor:
        """Lift a ball, look at it, put it back."""
        free = [c for c in pylos.cells_of(game.occupied) if pylos.is_free(game.occupied, c)]
        if not free:
            return
        cell = self._random.choice(free)
        self._world.lift(cell)
        yield self._random.randint(150, 1500)
        self._world.put(cell)
        yield self._random.randint(500, 1500)
        yield from self._wait_for_turn(game.side)

    # The turn

    def _act(self, game: Any, turn: int) -> Actor:
        if self._looked and self._random.random() < self._manner.change_of_mind:
            yield from self._change_mind(game, turn)
        for lift, cell in self._acts(turn):
            (self._world.lift if lift else self._world.put)(cell)
            yield self._random.randint(*self._manner.act_ms)

    def _change_mind(self, game: Any, turn: int) -> Actor:
        """Put the ball somewhere else first, and push it on."""
        if pylos.turn_start(turn) != pylos.NONE or pylos.LEVEL[pylos.turn_goal(turn)]:
            return
        others = [
            cell
            for cell in pylos.cells_of(game.open_cells())
            if pylos.LEVEL[cell] == 0
            and cell != pylos.turn_goal(turn)
            and not game.makes_shape(pylos.place(cell))
        ]
        # The last ball of a reserve would end the game before the hand could go on.
        if not others or game.reserve(game.side) < 2:
            return
        cell = self._random.choice(others)
        self._world.put(cell)
        yield self._random.randint(100, 1200)
        self._world.lift(cell)
        yield self._random.randint(60, 250)
        self._fumbled = cell

    def _acts(self, turn: int) -> list[tuple[bool, int]]:
        """Return what the fingers do, ``(lifts, cell)``, in an order that gravity allows."""
        goal, start = pylos.turn_goal(turn), pylos.turn_start(turn)
        takes = list(pylos.turn_takes(turn))
        acts = [(False, goal)] if start == pylos.NONE else [(True, start), (False, goal)]
        acts += [(True, cell) for cell in takes]
        if goal in takes or self._random.random() >= self._manner.any_order:
            return acts
        for _ in range(20):
            order = self._random.sample(acts, len(acts))
            if self._stands(order):
                return order
        return acts

    def _stands(self, acts: list[tuple[bool, int]]) -> bool:
        occupied = sum(1 << cell for cell in self._world.pieces)
        for lift, cell in acts:
            if lift:
                if not occupied >> cell & 1 or not pylos.is_free(occupied, cell):
                    return False
            elif not pylos.can_hold(occupied, cell):
                return False
            occupied ^= 1 << cell
        return True

    # After the turn

    def _confirm(self, game: Any, turn: int, told: Told) -> Actor:
        takes = pylos.turn_takes(turn)
        goal, start = pylos.turn_goal(turn), pylos.turn_start(turn)
        touched = [goal, *takes] + ([] if start == pylos.NONE else [start])
        if any(pylos.LEVEL[cell] for cell in touched) or goal in takes:
            yield 250
            yield from self._push("yes")
        elif self._fumbled >= 0:
            # Whoever has fumbled looks whether the board has understood.
            yield 1500
        else:
            return
        answers = yield from self._answer(turn, 1 - game.side)
        for _ in range(3):
            # A player who sees that the board still waits says so once more.
            if game.outcome() or (yield from self._wait_for_turn(game.side, 3000)):
                break
            yield from self._push("yes")
            answers += yield from self._answer(turn, 1 - game.side)
        told.answers += answers
        told.asked += answers > 0
        told.gave_up += answers > ANSWERS_MOST

    def _answer(self, turn: int, side: int):
        """Answer the lights until they ask no more; return the number of presses."""
        mine = self._answers_of(turn, side)
        presses = 0
        peaks = bytearray(len(self._world.colours))
        while presses <= ANSWERS_MOST:
            yield 200
            if not self._asks():
                # The rhythm may just pause: look for a whole one before believing it.
                yield from self._eyes.look(peaks)
                if not _asks(peaks):
                    return presses
            else:
                yield from self._eyes.look(peaks)
            presses += 1
            yield from self._push("yes" if bytes(peaks) in mine else "next")
        return presses

    def _asks(self) -> bool:
        return _asks(self._world.colours)

    def _answers_of(self, turn: int, side: int) -> set[bytes]:
        """Return every sight of the lights to which this turn says yes."""
        goal, start = pylos.turn_goal(turn), pylos.turn_start(turn)
        takes = pylos.turn_takes(turn)
        first = [goal]
        sights = {self._eyes.expected(0, [], goal, side)}
        sights.add(self._eyes.expected(1, first, start, side))
        if self._fumbled >= 0:
            sights.add(self._eyes.expected(0, [], self._fumbled, side))
        known = [goal, start]
        for cell in takes or (pylos.NONE,):
            sights.add(self._eyes.expected(2, known, cell, side))
            rest = [other for other in takes if other != cell] or [pylos.NONE]
            sights.add(self._eyes.expected(3, [*known, cell], rest[0], side))
        return sights

    def _wait_for_the_board(self, game: Any) -> Actor:
        """Wait until the last turn can be seen to have been understood."""
        if game.outcome():
            yield 6000
        else:
            yield 300
            yield from self._wait_for_turn(game.side)

    def _push(self, name: str) -> Actor:
        self._world.press(name)
        yield 120
        self._world.release(name)
        yield 80


def _asks(colours: bytes | bytearray) -> bool:
    """Tell whether any pixel shows the brightness that only questions have."""
    return any(bytes(colours[at : at + 3]) in _ASKING for at in range(0, len(colours), 3))


_ASKING = {
    bytes(part * cues.TABLE[cue][3] // 255 for part in tint)
    for cue in (cues.ASK, cues.ENOUGH)
    for tint in cues.TINTS
}
