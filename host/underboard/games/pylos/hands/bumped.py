"""Hands at Pylos with switches where pieces are bumped: players who follow the lights.

A ball that is pushed aside while somebody plays may make the board take a turn for another, or
miss it.  So they wait for their turn, look at the lights after each one, and tell a board that
has misunderstood what was played, as those with Hall sensors do.
"""

from boardcore.pylos.rules import Game
from underboard.games.pylos.hands import hall, hands
from underboard.sim.hands.players import HandsLog
from underboard.sim.world import Actor


class Hands(hall.Hands):
    """Both players of one game of Pylos at one board with switches."""

    def _confirm(self, game: Game, turn: int, told: HandsLog) -> Actor:
        self._mine = self._answers_of(turn, 1 - game.side)
        yield from hands.Hands._confirm(self, game, turn, told)
        answers = 0
        for again in range(hall.TELLINGS):
            if (yield from self._sees(game)):
                break
            answers += yield from self._tell_anew(game, again)
        told.note(answers, answers > 0)
