"""Recognizer of Pylos for sensors that see every level.

A turn is plain as soon as its balls lie there.  Where several snapshots are likely, the board asks.

Some turns lead to the same balls.  What stood at rests on the way, and where hands pressed, tells
many of them apart (``Recognizer.in_order``, ``candidates``).
"""

from boardcore.pylos import rules as pylos
from boardcore.pylos.doubt import Recognizer as RecognizerInDoubt

MAX_PASSED = 8
"""Most snapshots of one turn that are remembered."""
ANEW_MS = 1500
"""Rest before which the last turn may still be changed into another; chosen."""


class Recognizer(RecognizerInDoubt):
    """Recognizes the turns of one game of Pylos by the balls that lie there."""

    settle_ms = 370
    slide_ms = 5000
    sees_slides = True

    def __init__(self, game, layout) -> None:
        RecognizerInDoubt.__init__(self, game, layout)
        self._passed: list[int] = []  # certain snapshots since the last turn, the latest last

    def set_decoder(self, decoder) -> None:
        """Set the decoder, and give it the ends of legal turns."""
        RecognizerInDoubt.set_decoder(self, decoder)
        if decoder is not None:
            decoder.model.ends = self._ends

    def position_changed(self) -> None:
        """Tell the decoder what may come next; forget how this turn was made."""
        self._passed = []
        self.decoder.forget_presses()
        RecognizerInDoubt.position_changed(self)

    def explain(self, observed: int) -> None:
        """Find every turn that explains a snapshot, those first that were made in this order.

        Hands put a ball before they lift the one that it stands for, so others are possible, too.
        """
        if not self.ambiguous and self._passed[-1:] != [observed]:
            self._passed = self._passed[1 - MAX_PASSED :] + [observed]
        RecognizerInDoubt.explain(self, observed)
        if len(self.visible_turns) > 1:
            self.visible_turns.sort(key=self.in_order, reverse=True)

    def in_order(self, turn: int) -> bool:
        """Return whether the ball that a turn raises was away when another lay on its goal."""
        goal, start = pylos.turn_goal(turn), pylos.turn_start(turn)
        for at in range(len(self._passed) - 1, -1, -1):
            passed = self._passed[at]
            if start == pylos.NONE or not passed >> goal & 1:
                break
            if passed >> start & 1:
                return False
        return True

    def candidates(self) -> list[int]:
        """Return the turns that ``explain`` found done, the likeliest first.

        Who takes back the ball just put was seen to put it, or at least to press there.
        """
        turns = RecognizerInDoubt.candidates(self)
        if self.can_ask_all:
            return turns
        pressed = 0
        for place in self.decoder.pressed:
            pressed |= 1 << self._cells[place]
        for mask in (self.touched, pressed):
            seen = [turn for turn in turns if not _returns(turn) or _returns(turn) & mask]
            if seen:
                return seen
        return turns

    def _keep(self, key, moves: list[int], shapes: list[bool]) -> None:
        RecognizerInDoubt._keep(self, key, moves, shapes)
        if self.decoder is not None:
            goals = 0
            for i in range(len(moves)):
                if shapes[i]:
                    goals |= 1 << (moves[i] & 31)
            self.decoder.model.shapes = goals

    def _ends(self):
        """Yield what stands after each legal turn of the position.

        And of the one before, while the hands of its player have hardly left.
        """
        self.prepare()
        game = self.game
        yield from _ends_of(game.key(), self.moves, self._shapes)
        key, moves, shapes = self._before
        if len(game.boards) > 1 and self.decoder.model.pause_ms < ANEW_MS:
            light, dark = game.boards[len(game.boards) - 2]
            if key == (light, dark, 1 - game.side):
                yield from _ends_of(key, moves, shapes)


def _ends_of(key, moves, shapes):
    """Yield what stands after each legal turn of a position; ``shapes``: which moves make one."""
    occupied, mine = key[0] | key[1], key[key[2]]
    for i in range(len(moves)):
        goal, start = 1 << (moves[i] & 31), moves[i] >> 5
        gone = 0 if start == pylos.NONE else 1 << start
        after = occupied & ~gone | goal
        if not shapes[i]:
            yield after
            continue
        for cells in pylos.sets_off(mine & ~gone | goal, after):
            end = after
            for cell in cells:
                end &= ~(1 << cell)
            yield end


def _returns(turn: int) -> int:
    """Return the mask of a goal that is emptied again by the same turn, else 0."""
    goal = pylos.turn_goal(turn)
    return 1 << goal if goal in pylos.turn_takes(turn) else 0
