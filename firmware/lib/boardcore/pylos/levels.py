"""Recognizer of Pylos for sensors that see every level.

A turn is plain as soon as its balls lie there.  Where several snapshots are likely, the board asks
among all turns, likely ones first.

Some turns lead to the same balls.  What stood at rests on the way, and where hands pressed, tells
many of them apart (``Recognizer.in_order``, ``candidates``).
"""

from boardcore.play.estimated import Estimated, united
from boardcore.pylos import rules as pylos
from boardcore.pylos.recognizer import Recognizer as SwitchRecognizer
from boardcore.pylos.rules import NONE

MAX_PASSED = 8
"""Largest number of snapshots of one turn that are remembered; chosen."""
AS_LIKELY = 1.0
"""Cost up to which another snapshot is as likely as the likeliest, nats; chosen."""
ANEW_MS = 1500
"""Rest before which the last turn may still be changed into another; chosen."""


class Recognizer(Estimated, SwitchRecognizer):  # type: ignore[override]
    """Recognizes the turns of one game of Pylos by the balls that lie there."""

    estimates = True
    settle_ms = 370
    sees_slides = True
    """Whether the last turn counts as changed, even in doubt, where its ball has gone from the
    likeliest snapshots and no turn leads to a likely one."""

    def __init__(self, game, layout) -> None:
        SwitchRecognizer.__init__(self, game, layout)
        self._followed = game  # the game on the table; any other one is a copy
        self._version = 0  # of the decoder's hypotheses
        self._looked = bytearray(len(layout.cell_of_sensor))  # the readings of the last snapshot
        self._passed: list[int] = []  # certain snapshots since the last turn, the latest last

    def stands(self) -> int:
        """Return the balls of the position."""
        return self.game.light | self.game.dark

    def read(self, readings) -> int:
        """Return the snapshot of one scan: one byte per place.  Allocates nothing."""
        self._looked[:] = readings
        return SwitchRecognizer.read(self, readings)

    def returned(self, observed: int) -> int:
        """Return 0: the decoder weighs changes of the last turn itself (``_ends``)."""
        return 0

    def set_decoder(self, decoder) -> None:
        """Set the decoder, and give it the ends of legal turns."""
        Estimated.set_decoder(self, decoder)
        if decoder is not None:
            decoder.model.ends = self._ends

    def position_changed(self) -> None:
        """Tell the decoder what may come next; forget how this turn was made."""
        game, decoder, occupied = self.game, self.decoder, self.stands()
        self._passed = []
        decoder.forget_presses()
        before, others_before = -1, 0
        if len(game.boards) > 1:
            balls = game.boards[len(game.boards) - 2]
            before, others_before = balls[0] | balls[1], balls[game.side]
        decoder.model.expect(occupied, game.balls(1 - game.side), before, others_before)
        self.begin_laid()
        # The answer of the players overrules the hypotheses.
        if self.is_named or decoder.holds(occupied):
            decoder.confirm(occupied)
        self.is_named = self.can_ask_all = False

    @property
    def busy(self) -> bool:  # type: ignore[override]
        """Whether a change of the sensors is not explained yet, or not looked at."""
        return self.decoder.busy or self.decoder.readings != self._looked

    @property
    def has_work(self) -> bool:  # type: ignore[override]
        """Whether hypotheses have changed."""
        return self.decoder.version != self._version

    def work(self, left: int = 0) -> bool:
        """Return True once after each change of the hypotheses."""
        changed, self._version = self.has_work, self.decoder.version
        return changed

    def reject(self, turns) -> None:
        """Tell the decoder that none of these turns was played."""
        self.decoder.reject([self._after(turn) for turn in turns], self.stands())

    def _after(self, turn: int) -> int:
        """Return the mask of occupied cells after a turn."""
        return (self.stands() | 1 << pylos.turn_goal(turn)) & ~pylos.turn_leaves(turn)

    def explain(self, observed: int) -> None:
        """Find every turn that explains a snapshot, those first that were made in this order.

        In doubt, what explains any likely snapshot, and then any other turn: perhaps no hypothesis
        is true.  A change that is tried has to explain the likeliest one only.
        """
        self.can_ask_all = False
        if not self.ambiguous and self._passed[-1:] != [observed]:
            self._passed = self._passed[1 - MAX_PASSED :] + [observed]
        in_doubt = self.ambiguous or self.decoder.foreign
        if in_doubt and self.game is self._followed and self.decoder.state == observed:
            self._explain_likely(observed)
            return
        SwitchRecognizer.explain(self, observed)
        if len(self.visible_turns) > 1:
            # Hands put a ball before they lift the one that it stands for, so others are possible.
            self.visible_turns.sort(key=self.in_order, reverse=True)

    def _explain_likely(self, observed: int) -> None:
        rows = self.explain_each(lambda mask: SwitchRecognizer.explain(self, mask))
        expected = self.expected()
        self.visible_turns, self.hidden_turns = [], united([row[2] + row[3] for row in rows])
        # Perhaps nothing has happened: then nothing is wrong.
        partial = [1 for row in rows if row[4] or observed != row[0] == expected]
        stays = [1 for row in rows if row[1] < AS_LIKELY and not self.contradicts(row[0])]
        changed = self.sees_slides and not (self.hidden_turns or stays)
        self.is_partial = bool(partial or self.decoder.foreign) and not changed
        if self.hidden_turns or self.decoder.foreign or not (self.is_partial or changed):
            self.can_ask_all = True
            self.hidden_turns = united([self.first_moves(observed), self.hidden_turns])

    def in_order(self, turn: int) -> bool:
        """Return whether the ball that a turn raises was away when another lay on its goal."""
        goal, start = pylos.turn_goal(turn), pylos.turn_start(turn)
        for at in range(len(self._passed) - 1, -1, -1):
            passed = self._passed[at]
            if start == NONE or not passed >> goal & 1:
                break
            if passed >> start & 1:
                return False
        return True

    def candidates(self) -> list[int]:
        """Return the turns that ``explain`` found done, the likeliest first.

        Who takes back the ball just put was seen to put it, or at least to press there.
        """
        turns = SwitchRecognizer.candidates(self)
        if self.can_ask_all:
            return turns
        pressed = 0
        for place in self.decoder.pressed:
            pressed |= 1 << self._cells[place]
        for mask in (self.touched, pressed):
            seen = [turn for turn in turns if not pylos.turn_returns(turn) & ~mask]
            if seen:
                return seen
        return turns

    def _keep(self, key, moves: list[int], shapes: list[bool]) -> None:
        SwitchRecognizer._keep(self, key, moves, shapes)
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
        gone = 0 if start == NONE else 1 << start
        after = occupied & ~gone | goal
        if not shapes[i]:
            yield after
            continue
        for cells in pylos.sets_off(mine & ~gone | goal, after):
            end = after
            for cell in cells:
                end &= ~(1 << cell)
            yield end
