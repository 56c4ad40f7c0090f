"""Hands at Apagos with switches where pieces are bumped: players who follow the lights.

A ball that is pushed aside while another one is put may look like a ball that goes down.
"""

from boardcore.apagos import rules as apagos
from boardcore.apagos.rules import Game
from underboard.games.apagos.hands import hands
from underboard.sim.hands.corrections import CorrectionMixin
from underboard.sim.hands.players import HandsLog
from underboard.sim.world import Actor


class Hands(CorrectionMixin[Game], hands.Hands):
    """Both players of one game of Apagos at one board with switches."""

    looks = 3  # one touch may be seen in two

    def _confirm(self, game: Game, turn: int, told: HandsLog) -> Actor:
        yield from hands.Hands._confirm(self, game, turn, told)
        if not apagos.is_lay(turn) and not game.outcome():
            yield from self._watch(game, self._sights_of(turn, 1 - game.side))
