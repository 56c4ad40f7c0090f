"""Simulated players of Gygès on load cells, who check the lights.

Several sets of rings leave the same weight and moments, so that a turn may be taken for another
with the same sums.
"""

from boardcore.gyges import rules as gyges
from boardcore.gyges.rules import Game
from underboard.games.gyges.hands import hands
from underboard.sim.hands.corrections import CorrectionMixin
from underboard.sim.hands.players import HandsLog
from underboard.sim.world import Actor


class Hands(CorrectionMixin[Game], hands.Hands):
    """Both players of one game of Gygès at one plate."""

    follows = True

    def _confirm(self, game: Game, turn: int, told: HandsLog) -> Actor:
        # Whether it asks or not: nobody goes on before the lights say that it was understood.
        self._doubtful = True
        yield from hands.Hands._confirm(self, game, turn, told)
        if not turn & gyges.PLACE:
            answers = yield from self._watch(game, self._mine)
            told.note(answers, answers > 0)

    def _wait_for_the_board(self, game: Game) -> Actor:
        last = game.turns[-1] if game.turns else 0
        if last & gyges.PLACE:
            # Of the last ring the board may ask, and no other follows that would answer it.
            yield from self._see_taken(last & 63, last >> 6 & 3, self._rings_of(game))
        else:
            yield from super()._wait_for_the_board(game)
