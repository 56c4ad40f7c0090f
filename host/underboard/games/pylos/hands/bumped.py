"""Hands at Pylos over sensors that see the ground only, where pieces are moved in passing.

A ball that is pushed aside or lifted while somebody plays may make the board take a turn for
another, or miss it.  So players who are not in a hurry look at the lights after a turn, and tell a
board that has misunderstood what was played, as those with Hall sensors do.
"""

from boardcore.pylos.rules import Game
from underboard.games.pylos.hands import hall, hands
from underboard.sim.hands.players import HandsLog, HandStyle
from underboard.sim.world import Actor, World


class Hands(hall.Hands):
    """Both players of one game of Pylos at one board that sees the ground only."""

    looks = 3  # one touch may be seen in two

    def __init__(self, world: World, manner: HandStyle | None = None) -> None:
        super().__init__(world, manner)
        # The lights are as fast as the hands here.
        self._manner = manner or HandStyle()

    def _confirm(self, game: Game, turn: int, told: HandsLog) -> Actor:
        self._mine = self._answers_in_doubt(game, turn)
        yield from hands.Hands._confirm(self, game, turn, told)
        if self._random.random() < self._manner.hurry and not game.outcome():
            return
        answers = 0
        for again in range(hall.TELLINGS):
            if (yield from self._sees(game)):
                break
            answers += yield from self._tell_anew(game, again)
        told.note(answers, answers > 0)
