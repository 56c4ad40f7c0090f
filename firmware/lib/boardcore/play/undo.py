"""Detection of take-backs (snapshots explained by changing turns played before).

It stores which cells were touched and which snapshots were explained.  So it recognizes four things
that no legal turn explains: turns were taken back; the ball of the last turn was pushed on; a
second ball was taken back late; an incomplete turn is complete, because the next player has moved.
Other positions are examined on a copy of the game, never on the game itself.
"""

from boardcore import verdicts
from boardcore.play import states
from boardcore.play.recognizer import copy_of
from boardcore.ticks import bring_along, ticks_diff

# All chosen; nothing here was measured on people yet.
BACK_MS = 1000  # stands for this long: an earlier position
SWEEP_MS = 1500
"""Time for which the whole board is empty before it counts as swept, ms; chosen."""
TOUCH_MS = 2000
"""Longest touch of a piece without a turn, ms; chosen."""

RESTED, AT_WORK, FOLLOWING = range(3)
"""State of the hands, which rest, so that the next change starts a new turn, make a turn, or follow
the repairs shown by the lights."""


class UndoDetector:
    """Touched cells and explained snapshots of one game."""

    def __init__(self, recognizer, now_ms: int) -> None:
        self.recognizer = recognizer
        self.touched = -1
        """Mask of the cells that changed since the board was at rest, -1: unknown."""
        self.hands = AT_WORK
        self.last_explained = recognizer.expected()
        """The last snapshot that was explained."""
        self.last_single = self.last_explained
        """The last snapshot with exactly one turn, which may still be continued."""
        self.played_ms = now_ms
        self.put_back = False
        """Whether a new piece may be one that the last turn only seemed to take away: a hand that
        lifts a piece beside those that it plays makes another turn of it, until it lies again."""
        self._changed_ms = now_ms
        self._gone_ms = self._single_ms = now_ms  # last changes: of the last turn, ``last_single``
        self._left_ms = now_ms  # when the piece of the last turn left its cell, or stood there last
        self._undone = -1  # the snapshot with the turn that was undone just now, -1: none
        self._single_before = -1  # the one before ``last_single`` in this turn, -1: none
        self._healed = -1  # the last one in which pieces were pushed aside, without that; -1: none
        self._revised = -1  # the last snapshot that a change of the last turn explains, -1: none
        self._touched_before = 0  # cells touched for the last turn
        self._single_touched = 0  # cells touched for ``last_single``
        self._since_single = 0

    def bring_along(self, now_ms: int) -> None:
        """Keep the stored times within a day."""
        times = ("played_ms", "_changed_ms", "_gone_ms", "_single_ms", "_left_ms")
        bring_along(self, times, now_ms)

    def watch(self, recognizer, observed: int, state: int, now_ms: int) -> None:
        """Start to watch another position.

        ``state``: UNDO_PENDING: a turn was undone because of the snapshot; PLAY_PENDING: an
        TURN_CONFIRMED turn was played; any other.
        """
        self.recognizer = recognizer
        undoing, revised = state == states.UNDO_PENDING, self._revised
        self._undone = self.last_explained if undoing else -1
        self._revised = self._single_before = self._healed = -1
        self.last_explained = self.last_single = recognizer.expected()
        if undoing and revised >= 0:
            self.last_single = revised
        self.played_ms = now_ms
        self.put_back = False
        self._gone_ms = self._single_ms if state == states.PLAY_PENDING else self._changed_ms
        if state == states.UNDO_PENDING:
            # The cells touched for the undone turn count for the one that replaces it.
            self.touched |= self._touched_before
            self._touched_before = -1
        elif state == states.PLAY_PENDING:
            # Only cells touched after it count for the next one.
            self._touched_before, self.touched = self._single_touched, self._since_single
        else:
            self._touched_before = self.touched
        self.hands = AT_WORK
        if observed == self.last_explained:
            self.hands = RESTED
            self.touched = 0

    def record_change(self, observed: int, before: int, goes_on: bool, now_ms: int) -> None:
        """Add the cells in which ``observed`` differs from the snapshot ``before``.

        ``goes_on``: they belong to the turn before the rest.
        """
        recognizer = self.recognizer
        changed, self._changed_ms = observed ^ before, now_ms
        soon = self.put_back or ticks_diff(now_ms, self._gone_ms) <= TOUCH_MS
        returned = recognizer.returned(observed)
        self.put_back = soon and returned > 0
        if self.put_back and self._revised < 0 and not recognizer.late:
            self._revised = recognizer.expected() | returned
        if not recognizer.contradicts(before):
            self._left_ms = now_ms
        if self.hands == RESTED:
            self.hands = AT_WORK
            self._healed = -1
            if not goes_on:
                self.touched = 0
        healed = recognizer.healed(before)
        if before != healed != observed:
            self._healed = healed
        self.touched |= changed
        self._since_single |= changed

    def start_guiding(self) -> None:
        """Record that the lights lead the hands to a repair."""
        if self.hands == AT_WORK:
            self.hands = FOLLOWING

    def record(self, observed: int) -> None:
        """Store a snapshot with one turn: the next player's move may make it certain."""
        if len(self.recognizer.visible_turns) == 1 and not self.recognizer.players_wait_for_lights:
            if observed != self.last_single:
                self._single_before = self.last_single  # perhaps a ball was only touched since
            self.last_single, self._single_touched, self._since_single = observed, self.touched, 0
            self._single_ms = self._changed_ms

    def nearest(self, observed: int) -> int:
        """Return the snapshot that needs fewer repairs: the position or the last explained one."""
        position, last = self.recognizer.expected(), self.last_explained
        distance = self.recognizer.distance
        return last if distance(observed, last) < distance(observed, position) else position

    def is_cleared_amid_play(self, observed: int, ply: int) -> bool:
        """Return whether an empty board is more than a short game taken back."""
        recognizer = self.recognizer
        return recognizer.is_empty(observed) and (recognizer.game.ply > 2 or ply < 0)

    def hypothesis_state(self, observed: int, ply: int, alternative: int, named: int) -> int:
        """Return the state, ROLLED_BACK to NO_HYPOTHESIS, of a snapshot that no turn explains.

        ``ply``: of the earlier position that it shows, -1: none; ``alternative``: as from
        ``revision``; ``named``: turns up to this ply were named by players, so that they are
        undone only by question.
        """
        recognizer = self.recognizer
        if self.is_cleared_amid_play(observed, ply):
            return states.CLEARED
        if ply >= 0:
            # One lifted ball must not silently undo what the switches never saw; and a ball
            # pushed on can look just like turns undone out of recognizer.
            sure = not alternative and ply >= named and recognizer.left_traces(ply, observed)
            if sure and ply == recognizer.game.ply - 1 and not recognizer.has_new(observed):
                return states.SHIFTED  # or it is only touched
            return states.ROLLED_BACK if sure else states.UNSURE
        last_named = recognizer.game.ply == named
        if alternative == verdicts.OFFER_SLID and not (last_named or recognizer.disputed(observed)):
            # Without the ball standing elsewhere, only a "done" tells it from a lifted one.
            return states.SHIFTED if recognizer.has_new(observed) else states.IN_HAND
        if alternative:
            self._revised = observed
        return states.UNSURE if alternative else states.NO_HYPOTHESIS

    def is_revised_and_followed(self, observed: int) -> bool:
        """Return whether the last turn was changed, as seen before, and the next player has moved.

        Afterwards the snapshot must be explained again.
        """
        if self._revised < 0:
            return False
        recognizer, game = self.recognizer, self.recognizer.game
        before = copy_of(game)
        before.undo()
        recognizer.set_game(before)
        recognizer.explain(self._revised)
        turns = recognizer.visible_turns
        followed = len(turns) == 1 and self._is_followed(turns[0], observed, self.touched)
        recognizer.set_game(game)
        return followed

    def confirmed_turn(self, observed: int) -> int:
        """Return the turn that the next player's move makes certain, -1: none.

        One ball was taken back and a second could follow; the next player's move shows that
        the turn was complete.
        """
        recognizer = self.recognizer
        healed = self._healed
        if healed >= 0 and recognizer.adds(healed, observed):
            healed = -1  # what was missing then was lifted, and not pushed aside
        for single in (self._undone, self.last_single, self._single_before, healed):
            if single >= 0:
                if single == healed:
                    # What was touched before it, and what after it, nobody knows.
                    self._single_touched = self._since_single = self.touched
                recognizer.touched = self._single_touched
                recognizer.explain(single)
                turns = recognizer.visible_turns
                if len(turns) == 1 and self._is_followed(turns[0], observed, self._since_single):
                    return turns[0]
        evident, told = -1, 0
        for turn, cells, sure in recognizer.first_turns(observed, self.touched):
            if sure or self._is_followed(turn, observed, self.touched & ~cells):
                if evident >= 0:
                    return -1
                evident, told = turn, cells
        if evident >= 0:
            self._single_touched, self._since_single = told, self.touched & ~told
        return evident

    def _is_followed(self, turn: int, observed: int, touched: int) -> bool:
        """Return whether the changes after a turn may be the next player's."""
        recognizer, game = self.recognizer, self.recognizer.game
        after = copy_of(game)
        recognizer.set_game(after)
        recognizer.play(turn)
        followed = False
        if not after.outcome():
            recognizer.touched = touched
            recognizer.explain(observed)
            followed = recognizer.is_explained()
        recognizer.set_game(game)
        return followed

    def alternative(self, observed: int, now_ms: int) -> int:
        """Return the offer that explains a snapshot as a change of the last turn, or NO_OFFER."""
        recognizer = self.recognizer
        if recognizer.game.ply and recognizer.earlier(observed) == recognizer.game.ply - 1:
            return verdicts.OFFER_LATE if self.put_back else verdicts.OFFER_BACK
        return self.revision(observed, now_ms)

    def revision(self, observed: int, now_ms: int) -> int:
        """Return OFFER_SLID or OFFER_LATE if the last turn was changed after it was played.

        Its ball was pushed on within a few seconds; or a ball was taken back late or put back,
        which always asks, because it may be the opponent's hand.  Afterwards the snapshot must be
        explained again.
        """
        recognizer, game = self.recognizer, self.recognizer.game
        if not game.ply:
            return verdicts.NO_OFFER
        slid = recognizer.contradicts(observed)
        if recognizer.estimates and recognizer.has_new(self.last_explained & observed):
            # The new ball came while the old one still stood: it is another one.
            slid = False
        if slid and ticks_diff(self._left_ms, self.played_ms) > recognizer.slide_ms:
            return verdicts.NO_OFFER
        before = copy_of(game)
        before.undo()
        recognizer.set_game(before)
        # The position before it needs no turn to explain it: that is an undo, not a slide.
        slid = slid and observed != recognizer.expected()
        recognizer.touched = self.touched | self._touched_before
        recognizer.explain(observed)
        explained = recognizer.is_explained()
        # Where turns are reversible, whatever else there is to ask is asked after the undo.
        sure = len(recognizer.visible_turns) == 1 and not recognizer.is_partial
        if recognizer.reversible:
            sure = bool(recognizer.visible_turns)
        if recognizer.busy:
            explained = sure = False
        recognizer.set_game(game)
        if self.put_back:
            sure = explained
        self.put_back = self.put_back and explained
        if slid:
            return verdicts.OFFER_SLID if explained else verdicts.NO_OFFER
        return verdicts.OFFER_LATE if sure else verdicts.NO_OFFER
