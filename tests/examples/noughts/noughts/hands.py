"""Simulated hands that put a piece, sometimes lift one and put it back, and read the lights."""

from typing import Any

from noughts_fw.cues import TO_MOVE

from boardcore.lights.cues import AMBER, ASK
from underboard.sim.hands.light_reader import LightReader
from underboard.sim.hands.players import HandsLog, HandStyle, Players
from underboard.sim.world import Actor, World


class Hands(Players):
    """Both players at one board."""

    def __init__(self, world: World, manner: HandStyle | None = None) -> None:
        super().__init__(world, LightReader(world, *TO_MOVE), manner)

    def _think(self, game: Any, turn: int, before: int) -> Actor:
        yield self._random.randint(*self._manner.think_ms)
        if self._random.random() >= self._manner.hurry:
            yield from self._wait_for_turn(game.side)
        elif self._world.pieces and self._random.random() < self._manner.put_back:
            yield from self._wait_for_turn(game.side)
            cell = self._random.choice(sorted(self._world.pieces))
            self._world.lift(cell)
            yield self._random.randint(150, 900)
            self._world.put(cell)
            yield from self._wait_for_turn(game.side)

    def _act(self, game: Any, turn: int) -> Actor:
        self._world.put(turn)
        yield self._random.randint(*self._manner.act_ms)

    def _confirm(self, game: Any, turn: int, told: HandsLog) -> Actor:
        asked = {self._eyes.peaks(lambda frame: frame.mark(turn, ASK, AMBER))}
        if not game.outcome():
            yield from self._wait_for_turn(game.side, mine=asked)
