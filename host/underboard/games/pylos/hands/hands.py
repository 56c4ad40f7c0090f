"""Simulated players of Pylos, who move balls as people do and read the lights.

A hand knows the turn it wants to make.  Afterwards it does what the README
asks of a player: whenever a ball above the ground was touched it presses
"yes", and it answers the questions of the lights by what they show.
"""

import random
from collections.abc import Callable
from types import SimpleNamespace

from boardcore.lights import cues
from boardcore.pylos import cues as pylos_cues
from boardcore.pylos import rules as pylos
from boardcore.pylos.rules import Game
from underboard.game_state import GameState
from underboard.sim.hands.light_reader import STEP_MS, LightReader, asks
from underboard.sim.hands.players import (
    CAREFUL,
    MAX_SAY,
    UNDERSTOOD_MS,
    HandsLog,
    HandStyle,
    Players,
)
from underboard.sim.world import Actor, World

__all__ = ["CAREFUL", "HandStyle", "Hands", "HandsLog", "choose"]

LIVELY = 0.35
"""Share of turns in which a random player prefers a raise or a square; chosen."""
LONG = 80
"""Turns after which random players take back as little as they may."""


def choose(game: GameState, chance: random.Random) -> int:
    """Return the turn of a random player."""
    turns = game.legal_turns()
    if game.ply >= LONG:
        # Chance alone takes back for ever, above all by the expert rule.
        fewest = min(len(pylos.turn_takes(turn)) for turn in turns)
        return chance.choice([t for t in turns if len(pylos.turn_takes(t)) == fewest])
    lively = [t for t in turns if pylos.turn_takes(t) or pylos.turn_start(t) != pylos.NONE]
    return chance.choice(lively if lively and chance.random() < LIVELY else turns)


class Hands(Players[Game]):
    """Both players of one game of Pylos at one board."""

    def __init__(self, world: World, manner: HandStyle | None = None) -> None:
        eyes = LightReader(world, *pylos_cues.TO_MOVE)
        super().__init__(world, eyes, manner)
        self._looked = False
        """Saw the lights say whose turn it is: only then may a hand dither on the board."""
        self._fumbled = -1
        """The cell where the ball was put by mistake, -1 for none.  Who has fumbled looks at
        the lights before going on."""

    # Before the turn

    def _think(self, game: Game, turn: int, before: int) -> Actor:
        for _ in range(self._random.randint(*self._manner.think_ms) // STEP_MS):
            if asks(self._world.colours):
                # The last turn is in doubt again: everybody sees that.
                yield from self._settle_doubt(game, before)
                break
            yield STEP_MS
        goal, start = pylos.turn_goal(turn), pylos.turn_start(turn)
        seen = start == pylos.NONE and pylos.LEVEL[goal] == 0
        plain = seen and goal not in pylos.turn_takes(turn)
        pending = before >= 0 and pylos.turn_takes(before)
        refills = before >= 0 and goal in pylos.turn_takes(before)
        self._looked = False
        careful = self._fumbled >= 0 or self._random.random() >= self._manner.hurry
        self._fumbled = -1
        if not plain or refills or careful:
            mine = self._answers_in_doubt(game, before)
            self._looked = yield from self._wait_for_turn(game.side, mine=mine)
            if self._random.random() < self._manner.put_back:
                yield from self._fidget(game)
        elif not pending and self._random.random() < self._manner.put_back:
            yield from self._fidget(game)

    def _settle_doubt(self, game: Game, before: int) -> Actor:
        """Answer what the lights ask about the last turn, until they show whose turn it is."""
        mine = self._answers_in_doubt(game, before)
        yield from self._answer(mine)
        for _ in range(MAX_SAY):
            if (yield from self._wait_for_turn(game.side, UNDERSTOOD_MS)):
                break
            yield from self._say_yes_again(mine)

    def _answers_in_doubt(self, game: Game, before: int) -> set[bytes]:
        """Return what players say yes to before a turn.

        Besides questions about the last turn, ``before``, these are balls lit in their own colour.
        """
        mine = set() if before < 0 else self._answers_of(before, 1 - game.side)
        for side, tint in enumerate(pylos_cues.SIDE_TINTS):
            for cell in pylos.cells_of(game.balls(side)):
                mine.add(self._eyes.peaks(_lit(cell, tint)))
        return mine

    def _fidget(self, game: Game) -> Actor:
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

    def _act(self, game: Game, turn: int) -> Actor:
        if self._looked and self._random.random() < self._manner.change_of_mind:
            yield from self._change_mind(game, turn)
        for lift, cell in self._acts(turn):
            (self._world.lift if lift else self._world.put)(cell)
            yield self._random.randint(*self._manner.act_ms)

    def _change_mind(self, game: Game, turn: int) -> Actor:
        """Put the ball somewhere else first, and push it on."""
        if pylos.turn_start(turn) != pylos.NONE or pylos.LEVEL[pylos.turn_goal(turn)]:
            return
        others = [
            cell
            for cell in pylos.cells_of(game.open_cells())
            if pylos.LEVEL[cell] == 0
            and cell != pylos.turn_goal(turn)
            and not game.shape_cells(pylos.place(cell))
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

    def _confirm(self, game: Game, turn: int, told: HandsLog) -> Actor:
        takes = pylos.turn_takes(turn)
        goal, start = pylos.turn_goal(turn), pylos.turn_start(turn)
        touched = [goal, *takes] + ([] if start == pylos.NONE else [start])
        if any(pylos.LEVEL[cell] for cell in touched) or goal in takes:
            yield 250
            yield from self._push("yes")
        elif self._fumbled >= 0:
            # Hands that have fumbled look whether the board has understood.
            yield 1500
        else:
            return
        yield from self._confirm_by_answers(game, self._answers_in_doubt(game, turn), told)

    def _answers_of(self, turn: int, side: int) -> set[bytes]:
        """Return every recognizer of the lights to which this turn says yes."""
        recognizers = self._sights_of(turn, side)
        if self._fumbled >= 0:
            recognizers.add(self._expected(0, [], self._fumbled, side))
        return recognizers

    def _sights_of(self, turn: int, side: int) -> set[bytes]:
        """Return what each question about this turn looks like where it offers the truth."""
        goal, start = pylos.turn_goal(turn), pylos.turn_start(turn)
        takes = pylos.turn_takes(turn)
        recognizers = {self._expected(0, [], goal, side), self._expected(1, [goal], start, side)}
        known = [goal, start]
        for cell in takes or (pylos.NONE,):
            recognizers.add(self._expected(2, known, cell, side))
            rest = [other for other in takes if other != cell] or [pylos.NONE]
            recognizers.add(self._expected(3, [*known, cell], rest[0], side))
        return recognizers

    def _expected(self, part: int, chosen: list[int], answer: int, side: int) -> bytes:
        """Return what a question about this part looks like."""
        recognizer = SimpleNamespace(game=SimpleNamespace(side=side))
        return self._eyes.asked(pylos_cues, recognizer, part=part, chosen=chosen, answer=answer)


def _lit(cell: int, tint: int) -> Callable[[cues.Frame], None]:
    """Return what draws one ball that is asked for."""

    def draw(frame: cues.Frame) -> None:
        frame.clear()
        frame.mark(cell, cues.ASK, tint)

    return draw
