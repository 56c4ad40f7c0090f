"""Hands at Apagos with switches where pieces are bumped: players who follow the lights.

A ball that is pushed aside while another one is put may look like a ball that goes down.  So they
look at the lights after each turn; a turn that the board has taken for another is taken back, and
said anew.
"""

from types import SimpleNamespace
from typing import Any

from boardcore.apagos import cues as apagos_cues
from boardcore.apagos import rules as apagos
from boardcore.apagos.recognizer import Recognizer
from boardcore.lights import cues, scene
from boardcore.verdicts import AT_REST, NO_OFFER
from underboard.sim.hands import apagos as hands
from underboard.sim.hands.players import CLOSE_MS, Told
from underboard.sim.hands.pylos_hall import _agree
from underboard.sim.world import Actor

TELLINGS = 3
LOOKS_MOST = 4


class Hands(hands.Hands):
    """Both players of one game of Apagos at one board with switches."""

    def _confirm(self, game: Any, turn: int, told: Told) -> Actor:
        yield from super()._confirm(game, turn, told)
        if apagos.is_lay(turn) or game.outcome():
            return
        mine = self._sights_of(turn, 1 - game.side)
        for _ in range(TELLINGS):
            if (yield from self._sees(game)):
                return
            self._was_misread = True
            yield from self._push("next", CLOSE_MS)
            yield 2000
            yield from self._say_yes_again(mine)
            yield from self._wait_for_turn(game.side, 6000)

    def _sees(self, game: Any) -> Any:
        """Look whether the lights are those of the game as the players know it."""
        wanted = self._lights_of(game)
        before: list[set[bytes]] = []
        for _ in range(LOOKS_MOST):
            seen = yield from self._eyes.watch()
            if _agree(seen, wanted, False):
                return True
            if seen == before:
                return False
            before = seen
        return False

    def _lights_of(self, game: Any) -> list[set[bytes]]:
        tracker = SimpleNamespace(
            verdict=AT_REST, offer=NO_OFFER, thinking=False,
            recognizer=Recognizer(game, self._world.layout),
        )  # fmt: skip

        def draw(frame: cues.Frame) -> None:
            scene.draw(apagos_cues, frame, tracker, None, 0)

        return self._eyes.shades(draw)
