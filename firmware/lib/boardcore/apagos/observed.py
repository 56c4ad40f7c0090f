"""Snapshots of an Apagos board, and what its recognizer concludes.

A *snapshot* is the number of balls in each slot, four bits a level, one int.  Boards that see more
add it after these bits: which square lies where (``scale``), or its face (``hall.observed``).
"""

from boardcore.apagos.positions import LEVELS
from boardcore.apagos.rules import LAY, goal_level, is_put
from boardcore.play.recognizer import BaseRecognizer

COUNT_BITS = 4
"""Width of a number of balls in an observation, bits; chosen, nine holes need four."""
COUNT = 15
"""Bits of a number of balls in an observation, after COUNT_BITS."""
MAX_LIFTED = 2
"""Largest number of squares that are up at once when two change places, by the rules of the
game."""
SHOWN_ANSWER, HIDDEN_ANSWER, COLOUR_ANSWER, START_ANSWER = 16, 32, 48, 64
"""Kinds of answers; a plain number is the level that got the ball."""


def count(snapshot: int, level: int) -> int:
    """Return how many balls a snapshot shows on a level."""
    return snapshot >> COUNT_BITS * level & COUNT


class CountRecognizer(BaseRecognizer):
    """The part of a recognizer that boards with switches and with Hall sensors share.

    After ``explain``: ``pending``: the level whose square must climb before the turn is done, -1
    for none; ``new_ball``: the level where the ball lies that may still change its colour, or go
    down further; ``in_hand``: the level from which a ball was taken; -1 for none.
    """

    _last_look = 0

    def _forget(self) -> None:
        """Explain nothing yet."""
        BaseRecognizer._forget(self)
        self.pending = self.new_ball = self.in_hand = -1

    def adds(self, observed: int, before: int) -> bool:
        """Return whether ``observed`` has one ball more on some level than ``before``."""
        for level in range(LEVELS):
            if count(observed, level) > count(before, level):
                return True
        return False

    def difference(self, observed: int) -> str:
        """Return what is shown beyond (+) and short of (-) the position, like ``-4,+1``.

        Levels count from 1; a level stands there once for each ball.
        """
        base = self.expected()
        words = []
        for level in range(LEVELS):
            more = count(observed, level) - count(base, level)
            words += ["%s%d" % ("+" if more > 0 else "-", level + 1)] * abs(more)
        return ",".join(words)

    def left_traces(self, ply: int, observed: int) -> bool:
        """Never sure: a missing ball may be an accident, and its colour is not seen."""
        return False

    def contradicts(self, observed: int) -> bool:
        """Never: a ball that goes on to another square looks like the next player's turn."""
        return False

    # What a question asks, one part after the other

    def answers(self, turn: int, part: int, chosen) -> tuple[int, ...]:
        """Return the one answer to this part of ``turn``.

        Part 0: the level that got the ball or the square.  Part 1: the ball's colour or where
        it came from, or the face that the square shows; part 2: the face below.
        """
        if not part:
            return (goal_level(turn),)
        if turn >= LAY:
            return (SHOWN_ANSWER + (turn >> 4 & 15) if part == 1 else HIDDEN_ANSWER + (turn & 15),)
        return (COLOUR_ANSWER + (turn >> 2) if is_put(turn) else START_ANSWER + (turn >> 2 & 3),)

    # To be compared later

    def board(self):
        """Return what led here."""
        return list(self.game.turns)
