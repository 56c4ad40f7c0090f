"""Tracker (the turns that the players have made, found from the current snapshot).

It never interprets a sequence of events.  It computes which legal turn explains the snapshot, and
waits only while a longer turn may still follow.  The table acts on the events that it returns; the
tracker never changes the game.

Its ``state`` says how far the snapshot is explained.  The table NEXT of ``boardcore.play.states``
gives the next state; the table WORK at the end of this module gives the method of each state.
Tables in ``boardcore.verdicts`` and ``boardcore.play.dialogue`` give the verdict of each finding
and the action of each button.
"""

from boardcore import verdicts
from boardcore.play import states
from boardcore.play.dialogue import DOUBT, DUE, QUESTION, TOUCHED, TOUCHES, Dialogue
from boardcore.play.undo import AT_WORK, BACK_MS, RESTED, SWEEP_MS, TOUCH_MS
from boardcore.ticks import ticks_diff
from boardcore.verdicts import NOTHING

# All chosen; nothing here was measured on people yet.
NOTE_MS = 40  # shortest time that a snapshot counts
YES_MS = 120  # rest after "yes": only contacts may still bounce
EMPTY_MS = 8000  # the whole board swept empty, where it could also be part of a turn
WRONG_MS = 3000
"""Rest before a repair is shown, ms; chosen: hands have left."""
MEANT_MS = 1500  # a "yes" this soon after a turn from a decoder is about that turn
DOUBT_MS = 8000  # time for players to report a turn that sensors do not see

BLOCKED_BY, WAIT_MS, ON_REPLY, ON_STABLE, ON_TIMEOUT = range(5)
"""The columns of WORK."""
WIDTH = 5
"""Number of columns of WORK, as in the line above."""
NOT_YET = -1
"""Code of no finding yet: the computation goes on; chosen."""


class Tracker(Dialogue):
    """Follows one game on one board.  Reads no clock: ``now_ms`` is an argument."""

    def __init__(self, recognizer, now_ms: int) -> None:
        Dialogue.__init__(self, recognizer, now_ms)
        self.target = 0
        """While WRONG: the snapshot to which the repairs lead."""
        self.countdown_ms = 0
        """Time, ms, until a turn counts that may still become another."""

    @property
    def touched(self) -> int:
        """Mask of the cells that changed since the board was at rest, -1: unknown."""
        return self._past.touched

    def evidence(self) -> int:
        """Mask of the cells that hands have certainly touched since the board was at rest."""
        past = self._past
        return 0 if past.hands == RESTED or past.touched < 0 else past.touched

    def watch(self, recognizer, now_ms: int) -> None:
        """Follow another game, or the same one after a change by the table."""
        self.recognizer = recognizer
        recognizer.position_changed()
        self._named = min(self._named, recognizer.game.ply)
        self._past.watch(recognizer, self.observed, self.state, now_ms)
        # A "done" while an undo is due is about the turn that is shown after it.
        reply = states.NO_REPLY
        if self.state != states.UNDO_PENDING:
            self._withdrawn = False
        elif self.snapshot.reply == states.TURN_DONE:
            reply = states.TURN_DONE
        self._forget(states.NEW)
        self.snapshot.reply = reply
        self.wrong_pieces = 0

    def guide(self, strictly: bool, wrong_pieces: int = 0) -> None:
        """Lead the hands to the current position by lights.

        ``wrong_pieces``: mask of cells with a wrong piece, which must come off first.
        ``strictly``: before anything else is explained, as after an undo that the hands have not
        made yet. Else, as after a power cut, a snapshot that a turn explains ends the guidance too.
        """
        self._forget(states.GUIDED_STRICT if strictly else states.GUIDED_SOFT)
        self.wrong_pieces = wrong_pieces & self.observed
        if not strictly:
            self._past.touched = -1

    def _forget(self, state: int) -> None:
        self._close()
        self.state = state
        self.rule = ""
        self.snapshot.forget()
        self.countdown_ms = 0

    def update(self, observed: int, over: bool, now_ms: int) -> int:
        """Take one snapshot; return an event.

        ``over``: the game is decided.  Allocates nothing while the board rests.
        """
        self.did_work = False
        snapshot = self.snapshot
        if observed != snapshot.observed:
            self._change_state(states.CHANGED)
            if self.state == states.PLAY_PENDING:
                # Later changes belong to the next turn.
                return self._play(self.turn)
            self._change(observed, over, now_ms)
        if snapshot.since_ms < 0:
            snapshot.since_ms = now_ms
        if snapshot.reply == states.ANY_TURN:
            return self._name_any()
        still_ms = self._record_snapshot(ticks_diff(now_ms, self.snapshot.since_ms))
        finding = self._find_out(over, now_ms)
        if finding == NOT_YET:
            return NOTHING
        self._change_state(finding)
        if not self.guiding:
            self._set_verdict(verdicts.FINDING_OF[finding - states.FOUND])
        recognizer, row = self.recognizer, WIDTH * self.state
        if WORK[row + BLOCKED_BY] and (self.offers or self.question):
            return NOTHING
        work = WORK[row + ON_REPLY]
        if work and snapshot.reply == states.TURN_DONE and still_ms >= self._yes_ms():
            if not (recognizer.busy or recognizer.hands_present):
                return work(self, now_ms)
        if still_ms < recognizer.settle_ms or WORK[row + BLOCKED_BY] == 2 and recognizer.busy:
            return NOTHING
        work = WORK[row + ON_STABLE]
        event = work(self, now_ms) if work else NOTHING
        work = WORK[row + ON_TIMEOUT]
        if event or not work or still_ms < WORK[row + WAIT_MS]:
            return event
        return work(self, now_ms)

    def compute(self, left: int) -> bool:
        """Continue the recognizer's computation; return True if the lights may change.

        ``left``: time available, in empty loop iterations.
        """
        if not self.recognizer.work(left):
            return False
        self._reevaluate()
        if self.recognizer.estimates:
            # The likely snapshots have changed, though perhaps not the likeliest.
            self.snapshot.since_ms = -1
            if self.open == DOUBT and not self._is_naming():
                self._close()
        return self.verdict != verdicts.AT_REST

    # Findings of one loop iteration

    def _change(self, observed: int, over: bool, now_ms: int) -> None:
        past, snapshot = self._past, self.snapshot
        # Players who go on without an answer may still mean the turn asked about.
        past.record_change(observed, snapshot.observed, self.open == DOUBT, now_ms)
        self.recognizer.touched = past.touched
        self.wrong_pieces &= observed
        said = self._still_said(observed, now_ms)
        being_told = self._is_naming()
        self.rule = ""
        if not being_told:
            self._apply(TOUCHES)
        snapshot.begin(observed, now_ms)
        if said:
            snapshot.reply = states.TURN_DONE
        self.countdown_ms = 0
        if being_told or self.state == states.GUIDED_STRICT or over:
            return
        asked_on = self._reopens_question()
        # Lights answer a lifted ball at once; only decisions wait for rest.
        self._explain()
        if asked_on:
            return
        explained = self.recognizer.is_explained()
        self._set_verdict(verdicts.EXPLAINED if explained else verdicts.UNEXPLAINED)
        if explained and self.recognizer.late and not self.recognizer.ambiguous:
            # The turn was certain when seen, whatever the hands do meanwhile.
            past.record(observed)

    def _still_said(self, observed: int, now_ms: int) -> bool:
        """Return whether a "turn done" about the snapshot is about the next one, ``observed``."""
        snapshot, recognizer = self.snapshot, self.recognizer
        said = snapshot.reply == states.TURN_DONE
        if recognizer.estimates:
            # A snapshot from a decoder comes later than the hands and than a "yes" about it.
            return said
        # Players do not know what the board misses while a piece is pushed aside.
        before = snapshot.observed
        if recognizer.healed(before) != recognizer.healed(observed):
            return False
        if recognizer.adds(before, observed):
            return False
        refused = snapshot.reply == states.REJECTED and self.rule
        return (said or bool(refused)) and ticks_diff(now_ms, snapshot.since_ms) < TOUCH_MS

    def _record_snapshot(self, still_ms: int) -> int:
        """Note for how long the snapshot stands, ms; return the time that counts."""
        if not self.snapshot.recorded and still_ms >= NOTE_MS:
            self.snapshot.recorded = True
            recognizer = self.recognizer
            grows = recognizer.estimates or recognizer.is_partial or recognizer.hidden_turns
            if self.snapshot.validity == states.VALID and not (grows or self.guiding):
                # Unless it may still grow or is only likely.
                self._past.record(self.observed)
            if recognizer.record(self.observed):
                self._reevaluate()
        if self.open == TOUCHED:
            if still_ms < TOUCH_MS:
                # Nothing is decided yet, not even whether the "yes" was for this snapshot.
                return 0
            self._close()
        return still_ms

    def _find_out(self, over: bool, now_ms: int) -> int:
        """Return the finding about the snapshot, a column of NEXT, or NOT_YET."""
        recognizer, snapshot = self.recognizer, self.snapshot
        if snapshot.observed == recognizer.expected() and not self.wrong_pieces:
            past = self._past
            if self.guiding:
                past.start_guiding()
            self._change_state(states.MATCHES)
            past.last_explained = past.last_single = snapshot.observed
            if snapshot.reply == states.TURN_DONE and recognizer.estimates:
                if ticks_diff(now_ms, past.played_ms) < MEANT_MS:
                    snapshot.reply = states.NO_REPLY
            said = snapshot.reply == states.TURN_DONE
            if snapshot.validity != states.VALID and (recognizer.ambiguous or said):
                # In the next loop iteration, because this is long.
                self._explain()
                return NOT_YET
            return states.MATCHES
        if over:
            return states.GAME_ENDED
        if self.state == states.GUIDED_STRICT:
            return states.NOT_FOUND
        if snapshot.validity != states.VALID:
            self._explain()
        if recognizer.visible_turns:
            return states.FOUND
        return states.PARTIAL_FOUND if recognizer.is_explained() else states.NOT_FOUND

    def _explain(self) -> None:
        self.recognizer.touched = self._past.touched
        self.recognizer.explain(self.observed)
        self.did_work = True
        self.snapshot.validity = states.VALID

    # The cells of WORK: each returns an event

    def _ask_at_rest(self, now_ms: int) -> int:
        """Ask about a turn that changes no reading, if the touched cells suggest one."""
        past = self._past
        if past.hands != RESTED and not self.recognizer.busy:
            meant = past.hands == AT_WORK and past.touched > 0
            past.hands, past.touched = RESTED, max(past.touched, 0)
            if meant and not (self.question or self.snapshot.reply == states.REJECTED):
                self.recognizer.touched = past.touched
                turns = self.recognizer.null_turns()
                if len(turns) > self.recognizer.free_null_turns:
                    self._ask(turns, DOUBT)
        return self._ask_in_doubt(now_ms)

    def _ask_in_doubt(self, now_ms: int) -> int:
        """Ask about other likely snapshots, and about what no sensor sees."""
        ambiguous = self.recognizer.ambiguous
        told = ticks_diff(now_ms, self.snapshot.since_ms) >= DOUBT_MS
        if self.open == DOUBT and told and not ambiguous:
            self._close()
        if self.question is None and ambiguous and self.snapshot.reply != states.REJECTED:
            self._ask_doubtful()
        if self.question is None:
            due = self.recognizer.must_ask()
            if due:
                self._ask(due, DUE)
                return self._answered()
        return NOTHING

    def _begin_new(self, now_ms: int) -> int:
        """Start a new game once the pieces of a decided one are off the board."""
        return verdicts.NEW_GAME if self.recognizer.is_empty(self.observed) else NOTHING

    def _is_whole(self, now_ms: int) -> bool:
        """Store the snapshot; return whether the hands have finished, as far as sensors show."""
        recognizer = self.recognizer
        self._past.last_explained = self.observed
        self._past.record(self.observed)
        if recognizer.hands_present:
            # The hands go on already; their next change shows whether the turn is complete.
            return False
        if recognizer.visible_turns:
            hidden = recognizer.hidden_turns and len(recognizer.visible_turns) == 1
            grows = recognizer.is_partial or hidden
            waited_ms = ticks_diff(now_ms, self.snapshot.since_ms)
            self.countdown_ms = recognizer.longer_ms - waited_ms if grows else 0
        return True

    def _check_alternatives(self, now_ms: int) -> int:
        """Check whether the snapshot may be a change of the last turn, before a turn is played."""
        if not self._is_whole(now_ms):
            return NOTHING
        changed = self.recognizer.reversible or self._past.put_back
        if changed and len(self.recognizer.visible_turns) == 1:
            # To explain, to seek an alternative and to decide take a loop iteration each.
            if not self.did_work:
                self.state = states.TURN_CHECKED
                self.alternative = self._find_alternative(now_ms)
            return NOTHING
        self.state = states.TURN_CHECKED
        self.alternative = verdicts.NO_OFFER
        return self._decide(now_ms)

    def _decide(self, now_ms: int) -> int:
        """Play the turn once it is complete, or ask which of several it is."""
        if not self._is_whole(now_ms) or self.countdown_ms > 0:
            return NOTHING
        if self.snapshot.reply == states.REJECTED:
            return NOTHING
        turns = self.recognizer.visible_turns
        if len(turns) > 1:
            self._ask(turns, QUESTION)
        elif self.did_work and self.recognizer.reversible:
            return NOTHING  # explaining it was long
        elif not self.alternative:
            return self._play(turns[0])
        else:
            self.turn = turns[0]
            self.make_offers([verdicts.OFFER_TURN, self.alternative])
        return NOTHING

    def _wait(self, now_ms: int) -> int:
        """Ask about turns that change no reading while the snapshot itself is in doubt."""
        recognizer = self.recognizer
        if self._is_whole(now_ms) and recognizer.ambiguous and recognizer.hidden_turns:
            if self.snapshot.reply != states.REJECTED:
                self._ask_doubtful()
        return NOTHING

    def _check_undo(self, now_ms: int) -> int:
        """Check whether half a turn of one player is a change of the other's last turn."""
        recognizer = self.recognizer
        if recognizer.hands_present or self.question:
            return NOTHING
        self.state = states.PARTIAL_CHECKED
        back = self._past.put_back
        if (recognizer.reversible or back) and recognizer.has_new(self.observed):
            alternative = self._find_alternative(now_ms)
            if alternative and self.snapshot.reply != states.REJECTED:
                self.make_offers([verdicts.OFFER_TURN, alternative] if back else [alternative])
        return NOTHING

    def _check_history(self, now_ms: int) -> int:
        """Check for changes of earlier turns; the snapshot is explained again afterwards."""
        past, observed = self._past, self.observed
        self.ply = self.recognizer.earlier(observed)
        self.turn = past.confirmed_turn(observed)
        self.alternative = verdicts.NO_OFFER
        self.state = states.HISTORY_CHECKED
        if self.turn >= 0 and past.put_back:
            # The next move does not tell whose piece that is.
            self.alternative = verdicts.OFFER_LATE
        elif self.turn >= 0:
            self.state = states.TURN_CONFIRMED
        elif not past.is_cleared_amid_play(observed, self.ply):
            self.alternative = past.revision(observed, now_ms)
        self.snapshot.validity = states.SPOILT
        self.did_work = True
        return NOTHING

    def _diagnose(self, now_ms: int) -> int:
        """Set the state of a snapshot that no turn explains."""
        past = self._past
        self.state = past.hypothesis_state(self.observed, self.ply, self.alternative, self._named)
        if self.state == states.NO_HYPOTHESIS:
            self.snapshot.validity = states.SPOILT
            self.did_work = True
            if past.is_revised_and_followed(self.observed):
                self.state, self.alternative = states.UNSURE, verdicts.OFFER_LATE
        if self.state == states.SHIFTED or self.state == states.IN_HAND:
            self.ply = self.recognizer.game.ply - 1
        if self.snapshot.reply == states.REJECTED:
            self._change_state(states.REJECTION)
        return NOTHING

    def _repair(self, now_ms: int) -> int:
        """Show the repairs to the position or, if fewer, to the last explained snapshot."""
        guide = self.recognizer.expected() & ~self.wrong_pieces
        self.target = guide if self.guiding else self._past.nearest(self.observed)
        self._past.start_guiding()
        if self.verdict != verdicts.WRONG or not self.rule:
            self._set_verdict(verdicts.REPAIRED)
            self.rule = "guide" if self.guiding else self.recognizer.refusal(self.observed)
        return NOTHING

    def _yes_ms(self) -> int:
        """Return for how long a snapshot must stand, ms, for a "yes" about it."""
        # What is gone may only be touched, while something out of sight is played.
        return TOUCH_MS if states.ROLLED_BACK <= self.state <= states.IN_HAND else YES_MS

    # Parts of it

    def _find_alternative(self, now_ms: int) -> int:
        """Return the offer that explains a snapshot as a change of the last turn, or NO_OFFER."""
        self.ply = self.recognizer.game.ply - 1
        self.snapshot.validity = states.SPOILT
        self.did_work = True
        return self._past.alternative(self.observed, now_ms)

    def _name_any(self) -> int:
        """Ask among all legal turns; explaining the snapshot and asking take a turn each."""
        if self.snapshot.validity != states.VALID:
            self._explain()
            return NOTHING
        self._ask_any()
        # Until all turns are known, the time is left to the search for them.
        self.did_work = self.snapshot.reply != states.ANY_TURN
        return self._answered()


T = Tracker
WORK: tuple = (
    # held, wait_ms, ON_REPLY, ON_STABLE, ON_TIMEOUT
    0, 0, None, None, None,  # NEW: each finding leads on
    0, 0, T._answer_done, T._ask_at_rest, None,  # AT_POSITION
    0, SWEEP_MS, None, None, T._begin_new,  # GAME_OVER
    1, SWEEP_MS, None, T._repair, T._offer_new,  # GUIDED_STRICT
    1, SWEEP_MS, None, T._repair, T._offer_new,  # GUIDED_SOFT
    2, 0, T._answer_done, T._check_alternatives, None,  # TURN_FOUND: then TURN_CHECKED
    2, 0, T._answer_done, T._decide, None,  # TURN_CHECKED
    2, BACK_MS, T._answer_done, T._wait, T._check_undo,  # PARTIAL: then PARTIAL_CHECKED
    2, EMPTY_MS, T._answer_done, T._wait, T._offer_new,  # PARTIAL_CHECKED
    2, 0, None, T._check_history, None,  # UNMATCHED: then HISTORY_CHECKED or TURN_CONFIRMED
    2, 0, None, T._diagnose, None,  # HISTORY_CHECKED: then one of ROLLED_BACK to NO_HYPOTHESIS
    2, 0, T._play_confirmed, T._play_confirmed, None,  # TURN_CONFIRMED: then PLAY_PENDING
    2, BACK_MS, T._undo, None, T._undo,  # ROLLED_BACK: then UNDO_PENDING
    2, TOUCH_MS, T._undo, None, T._undo,  # SHIFTED: then UNDO_PENDING
    2, WRONG_MS, T._undo, None, T._repair,  # IN_HAND: then UNDO_PENDING
    2, SWEEP_MS, T._offer_new, None, T._offer_new,  # CLEARED
    2, BACK_MS, T._offer, None, T._offer,  # UNSURE
    2, WRONG_MS, T._answer_done, None, T._repair,  # NO_HYPOTHESIS
)  # fmt: skip
"""WORK[WIDTH * state + column]; the first column that applies is used.  BLOCKED_BY: 1: an open
question holds the state up; 2: that, and then the recognizer's computation.  ON_REPLY: called when
the players have said that the turn is done and their hands are off.  ON_STABLE: called in each turn
of the loop while the snapshot stands still; ON_TIMEOUT: called as well once it has stood for
WAIT_MS.  The states after NO_HYPOTHESIS are left before anything is called."""
