"""Tracker (the turns that the players have made, found from the current snapshot).

It never interprets a sequence of events.  It computes which legal turn explains the picture, and
waits only while a longer turn may still follow.  The table acts on the events that it returns; the
tracker never changes the game.

Its ``state`` says how far the picture is explained.  The table NEXT of ``boardcore.play.states``
gives the next state; the table WORK at the end of this module gives the method of each state.
Tables in ``boardcore.verdicts`` and ``boardcore.play.dialogue`` give the verdict of each finding
and the action of each button.
"""

from boardcore.play.dialogue import DOUBT, DUE, QUESTION, TOUCHED, TOUCHES, Dialogue
from boardcore.play.states import (
    ANY_TURN,
    CHANGED,
    FOUND,
    GAME_ENDED,
    GUIDED_SOFT,
    GUIDED_STRICT,
    HISTORY_CHECKED,
    IN_HAND,
    MATCHES,
    NEW,
    NO_REPLY,
    NOT_FOUND,
    PARTIAL_CHECKED,
    PARTIAL_FOUND,
    PLAY_PENDING,
    REJECTED,
    REJECTION,
    SHIFTED,
    SPOILT,
    STALE,
    TURN_CHECKED,
    TURN_CONFIRMED,
    TURN_DONE,
    UNDO_PENDING,
    VALID,
)
from boardcore.play.undo import AT_WORK, BACK_MS, RESTED, SWEEP_MS, TOUCH_MS
from boardcore.ticks import ticks_diff
from boardcore.verdicts import (
    AT_REST,
    EXPLAINED,
    FINDING_OF,
    NEW_GAME,
    NO_OFFER,
    NOTHING,
    OFFER_TURN,
    REPAIRED,
    UNEXPLAINED,
    WRONG,
)

# All chosen; nothing here was measured on people yet.
NOTE_MS = 40  # shortest time that a picture counts
YES_MS = 120  # rest after "yes": only contacts may still bounce
EMPTY_MS = 8000  # the whole board swept empty, where it could also be part of a turn
WRONG_MS = 3000  # rest before a repair is shown: hands have left
MEANT_MS = 1500  # a "yes" this soon after a turn from a decoder is about that turn
DOUBT_MS = 8000  # time for players to report a turn that sensors do not see

BLOCKED_BY, WAIT_MS, ON_REPLY, ON_STABLE, ON_TIMEOUT = range(5)
"""The columns of WORK."""
WIDTH = 5
NOT_YET = -1
"""No finding yet: the computation goes on."""


class Tracker(Dialogue):
    """Follows one game on one board.  Reads no clock: ``now_ms`` is an argument."""

    def __init__(self, recognizer, now_ms: int) -> None:
        Dialogue.__init__(self, recognizer, now_ms)
        self.target = 0
        """While WRONG: the picture to which the repairs lead."""
        self.left_ms = 0
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
        recognizer.moved()
        self._named = min(self._named, recognizer.game.ply)
        self._past.watch(recognizer, self.observed, self.state, now_ms)
        # A "done" while an undo is due is about the turn that is shown after it.
        reply = NO_REPLY
        if self.state != UNDO_PENDING:
            self._withdrawn = False
        elif self.snapshot.reply == TURN_DONE:
            reply = TURN_DONE
        self._forget(NEW)
        self.snapshot.reply = reply
        self.alien = 0

    def guide(self, strictly: bool, alien: int = 0) -> None:
        """Lead the hands to the current position by lights.

        ``alien``: mask of cells with a wrong piece, which must come off first.  ``strictly``:
        before anything else is explained, as after an undo that the hands have not made yet.
        Else, as after a power cut, a picture that a turn explains ends the guidance too.
        """
        self._forget(GUIDED_STRICT if strictly else GUIDED_SOFT)
        self.alien = alien & self.observed
        if not strictly:
            self._past.touched = -1

    def _forget(self, state: int) -> None:
        self._close()
        self.state = state
        self.rule = ""
        self.snapshot.forget()
        self.left_ms = 0

    def update(self, observed: int, over: bool, now_ms: int) -> int:
        """Take one picture; return an event.

        ``over``: the game is decided.  Allocates nothing while the board rests.
        """
        self.worked = False
        snapshot = self.snapshot
        if observed != snapshot.observed:
            self._go(CHANGED)
            if self.state == PLAY_PENDING:
                # Later changes belong to the next turn.
                return self._play(self.turn)
            self._change(observed, over, now_ms)
        if snapshot.since_ms < 0:
            snapshot.since_ms = now_ms
        if snapshot.reply == ANY_TURN:
            return self._name_any()
        still_ms = self._stand(ticks_diff(now_ms, self.snapshot.since_ms))
        finding = self._look(over, now_ms)
        if finding == NOT_YET:
            return NOTHING
        self._go(finding)
        if not self.guiding:
            self._find(FINDING_OF[finding - MATCHES])
        recognizer, row = self.recognizer, WIDTH * self.state
        if WORK[row + BLOCKED_BY] and (self.offers or self.question):
            return NOTHING
        work = WORK[row + ON_REPLY]
        if work and snapshot.reply == TURN_DONE and still_ms >= YES_MS:
            if not (recognizer.busy or recognizer.restless):
                return work(self, now_ms)
        if still_ms < recognizer.settle_ms or WORK[row + BLOCKED_BY] == 2 and recognizer.busy:
            return NOTHING
        work = WORK[row + ON_STABLE]
        event = work(self, now_ms) if work else NOTHING
        work = WORK[row + ON_TIMEOUT]
        if event or not work or still_ms < WORK[row + WAIT_MS]:
            return event
        return work(self, now_ms)

    def think(self, left: int) -> bool:
        """Continue the recognizer's computation; return True if the lights may change.

        ``left``: time available, in empty turns of a loop.
        """
        if not self.recognizer.work(left):
            return False
        self._renew()
        if self.recognizer.estimates:
            # The likely pictures have changed, though perhaps not the likeliest.
            self.snapshot.since_ms = -1
            if self.open == DOUBT and not self._is_being_told():
                self._close()
        return self.verdict != AT_REST

    # Findings of one turn of the loop

    def _change(self, observed: int, over: bool, now_ms: int) -> None:
        past, snapshot = self._past, self.snapshot
        # Players who go on without an answer may still mean the turn asked about.
        past.change(observed ^ snapshot.observed, self.open == DOUBT)
        self.recognizer.touched = past.touched
        self.alien &= observed
        # A picture from a decoder comes later than the hands and than a "yes" about it.
        said = snapshot.reply == TURN_DONE and self.recognizer.estimates
        being_told = self._is_being_told()
        self.rule = ""
        if not being_told:
            self._happen(TOUCHES)
        snapshot.begin(observed, now_ms)
        if said:
            snapshot.reply = TURN_DONE
        self.left_ms = 0
        if being_told or self.state == GUIDED_STRICT or over:
            return
        asked_on = self._is_asked_on()
        # Lights answer a lifted ball at once; only decisions wait for rest.
        self._explain()
        if asked_on:
            return
        explained = self.recognizer.is_explained()
        self._find(EXPLAINED if explained else UNEXPLAINED)
        if explained and self.recognizer.late and not self.recognizer.doubtful:
            # The turn was certain when seen, whatever the hands do meanwhile.
            past.remember(observed)

    def _stand(self, still_ms: int) -> int:
        """Note for how long the picture stands, ms; return the time that counts."""
        if not self.snapshot.recorded and still_ms >= NOTE_MS:
            self.snapshot.recorded = True
            recognizer = self.recognizer
            if self.snapshot.validity == VALID and not (
                recognizer.estimates or recognizer.partial or recognizer.hidden or self.guiding
            ):
                # Unless it may still grow or is only likely.
                self._past.remember(self.observed)
            if recognizer.note(self.observed):
                self._renew()
        if self.open == TOUCHED:
            if still_ms < TOUCH_MS:
                # Nothing is decided yet, not even whether the "yes" was for this picture.
                return 0
            self._close()
        return still_ms

    def _look(self, over: bool, now_ms: int) -> int:
        """Return the finding about the picture, a column of NEXT, or NOT_YET."""
        recognizer, snapshot = self.recognizer, self.snapshot
        if snapshot.observed == recognizer.picture() and not self.alien:
            past = self._past
            if self.guiding:
                past.lead()
            self._go(MATCHES)
            past.good = past.done = snapshot.observed
            if snapshot.reply == TURN_DONE and recognizer.estimates:
                if ticks_diff(now_ms, past.played_ms) < MEANT_MS:
                    snapshot.reply = NO_REPLY
            if snapshot.validity != VALID and (recognizer.doubtful or snapshot.reply == TURN_DONE):
                # In the next turn of the loop, because this is long.
                self._explain()
                return NOT_YET
            return MATCHES
        if over:
            return GAME_ENDED
        if self.state == GUIDED_STRICT:
            return NOT_FOUND
        if snapshot.validity != VALID:
            self._explain()
            if snapshot.validity != VALID:
                return NOT_YET
        if recognizer.plain:
            return FOUND
        return PARTIAL_FOUND if recognizer.is_explained() else NOT_FOUND

    def _explain(self) -> None:
        self.recognizer.touched = self._past.touched
        self.recognizer.explain(self.observed)
        self.worked = not self.recognizer.unready
        self.snapshot.validity = VALID if self.worked else STALE

    # The cells of WORK: each returns an event

    def _rest(self, now_ms: int) -> int:
        """Ask about a turn that changes no reading, if the touched cells suggest one."""
        past = self._past
        if past.hands != RESTED and not self.recognizer.busy:
            meant = past.hands == AT_WORK and past.touched > 0
            past.hands, past.touched = RESTED, max(past.touched, 0)
            if meant and not (self.question or self.snapshot.reply == REJECTED):
                self.recognizer.touched = past.touched
                turns = self.recognizer.returns()
                if len(turns) > self.recognizer.told_returns:
                    self._ask(turns, DOUBT)
        return self._doubt(now_ms)

    def _doubt(self, now_ms: int) -> int:
        """Ask about other likely pictures, and about what no sensor sees."""
        doubtful = self.recognizer.doubtful
        if (
            self.open == DOUBT
            and not doubtful
            and ticks_diff(now_ms, self.snapshot.since_ms) >= DOUBT_MS
        ):
            self._close()
        if self.question is None and doubtful and self.snapshot.reply != REJECTED:
            self._ask_doubtful()
        if self.question is None:
            due = self.recognizer.due()
            if due:
                self._ask(due, DUE)
                return self._answered()
        return NOTHING

    def _begin_new(self, now_ms: int) -> int:
        """Start a new game once the pieces of a decided one are off the board."""
        return NEW_GAME if self.recognizer.is_empty(self.observed) else NOTHING

    def _is_whole(self, now_ms: int) -> bool:
        """Store the picture; return whether the hands have finished, as far as sensors show."""
        recognizer = self.recognizer
        self._past.good = self.observed
        self._past.remember(self.observed)
        if recognizer.restless:
            # The hands go on already; their next change shows whether the turn is complete.
            return False
        if recognizer.plain:
            hidden = recognizer.hidden and len(recognizer.plain) == 1
            grows = recognizer.partial or hidden
            self.left_ms = (
                recognizer.longer_ms - ticks_diff(now_ms, self.snapshot.since_ms) if grows else 0
            )
        return True

    def _weigh(self, now_ms: int) -> int:
        """Check whether the picture may be a change of the last turn, before a turn is played."""
        if not self._is_whole(now_ms):
            return NOTHING
        if len(self.recognizer.plain) == 1 and self.recognizer.reversible:
            # To explain, to seek a rival and to decide take a turn of the loop each.
            if not self.worked:
                self.state = TURN_CHECKED
                self.rival = self._seek_rival(now_ms)
            return NOTHING
        self.state = TURN_CHECKED
        self.rival = NO_OFFER
        return self._decide(now_ms)

    def _decide(self, now_ms: int) -> int:
        """Play the turn once it is complete, or ask which of several it is."""
        if not self._is_whole(now_ms) or self.left_ms > 0 or self.snapshot.reply == REJECTED:
            return NOTHING
        plain = self.recognizer.plain
        if len(plain) > 1:
            self._ask(plain, QUESTION)
        elif self.worked and self.recognizer.reversible:
            return NOTHING  # explaining it was long
        elif not self.rival:
            return self._play(plain[0])
        else:
            self.turn = plain[0]
            self.make_offers([OFFER_TURN, self.rival])
        return NOTHING

    def _hold(self, now_ms: int) -> int:
        """Ask about turns that change no reading while the picture itself is in doubt."""
        recognizer = self.recognizer
        if self._is_whole(now_ms) and recognizer.doubtful and recognizer.hidden:
            if self.snapshot.reply != REJECTED:
                self._ask_doubtful()
        return NOTHING

    def _reconsider(self, now_ms: int) -> int:
        """Check whether half a turn of one player is a change of the other's last turn."""
        recognizer = self.recognizer
        if recognizer.restless or self.question:
            return NOTHING
        self.state = PARTIAL_CHECKED
        if recognizer.reversible and recognizer.has_new(self.observed):
            rival = self._seek_rival(now_ms)
            if rival and self.snapshot.reply != REJECTED:
                self.make_offers([rival])
        return NOTHING

    def _ponder(self, now_ms: int) -> int:
        """Check for changes of earlier turns; the picture is explained again afterwards."""
        past, observed = self._past, self.observed
        self.ply = self.recognizer.earlier(observed)
        self.turn = past.evident(observed)
        self.rival = NO_OFFER
        self.state = HISTORY_CHECKED if self.turn < 0 else TURN_CONFIRMED
        if self.turn < 0 and not past.is_swept_amid_play(observed, self.ply):
            self.rival = past.revision(observed, now_ms)
        self.snapshot.validity = SPOILT
        self.worked = True
        return NOTHING

    def _diagnose(self, now_ms: int) -> int:
        """Set the state of a picture that no turn explains."""
        self.state = self._past.meaning(self.observed, self.ply, self.rival, self._named)
        if self.state == SHIFTED or self.state == IN_HAND:
            self.ply = self.recognizer.game.ply - 1
        if self.snapshot.reply == REJECTED:
            self._go(REJECTION)
        return NOTHING

    def _repair(self, now_ms: int) -> int:
        """Show the repairs to the position or, if fewer, to the last explained picture."""
        guide = self.recognizer.picture() & ~self.alien
        self.target = guide if self.guiding else self._past.nearest(self.observed)
        self._past.lead()
        if self.verdict != WRONG or not self.rule:
            self._find(REPAIRED)
            self.rule = "guide" if self.guiding else self.recognizer.refusal(self.observed)
        return NOTHING

    # Parts of it

    def _seek_rival(self, now_ms: int) -> int:
        """Return the offer that explains a picture as a change of the last turn, or NO_OFFER."""
        self.ply = self.recognizer.game.ply - 1
        self.snapshot.validity = SPOILT
        self.worked = True
        return self._past.rival(self.observed, now_ms)

    def _name_any(self) -> int:
        """Ask among all legal turns; explaining the picture and asking take a turn each."""
        if self.snapshot.validity != VALID:
            self._explain()
            if self.snapshot.validity == VALID:
                return NOTHING
        self._ask_any()
        # Until all turns are known, the time is left to the search for them.
        self.worked = self.snapshot.reply != ANY_TURN
        return self._answered()


T = Tracker
WORK: tuple = (
    # held, wait_ms, ON_REPLY, ON_STABLE, ON_TIMEOUT
    0, 0, None, None, None,  # NEW: each finding leads on
    0, 0, T._said, T._rest, None,  # AT_POSITION
    0, SWEEP_MS, None, None, T._begin_new,  # GAME_OVER
    1, SWEEP_MS, None, T._repair, T._offer_new,  # GUIDED_STRICT
    1, SWEEP_MS, None, T._repair, T._offer_new,  # GUIDED_SOFT
    2, 0, T._said, T._weigh, None,  # TURN_FOUND: then TURN_CHECKED
    2, 0, T._said, T._decide, None,  # TURN_CHECKED
    2, BACK_MS, T._said, T._hold, T._reconsider,  # PARTIAL: then PARTIAL_CHECKED
    2, EMPTY_MS, T._said, T._hold, T._offer_new,  # PARTIAL_CHECKED
    2, 0, None, T._ponder, None,  # UNMATCHED: then HISTORY_CHECKED or TURN_CONFIRMED
    2, 0, None, T._diagnose, None,  # HISTORY_CHECKED: then one of ROLLED_BACK to NO_HYPOTHESIS
    2, 0, T._pass, T._pass, None,  # TURN_CONFIRMED: then PLAY_PENDING
    2, BACK_MS, T._undo, None, T._undo,  # ROLLED_BACK: then UNDO_PENDING
    2, TOUCH_MS, T._undo, None, T._undo,  # SHIFTED: then UNDO_PENDING
    2, WRONG_MS, T._undo, None, T._repair,  # IN_HAND: then UNDO_PENDING
    2, SWEEP_MS, T._offer_new, None, T._offer_new,  # CLEARED
    2, BACK_MS, T._offer, None, T._offer,  # UNSURE
    2, WRONG_MS, T._said, None, T._repair,  # NO_HYPOTHESIS
)  # fmt: skip
"""WORK[WIDTH * state + column]; the first column that applies is used.  BLOCKED_BY: 1: an open
question holds the state up; 2: that, and then the recognizer's computation.  ON_REPLY: called when
the players have said that the turn is done and their hands are off.  ON_STABLE: called in each turn
of the loop while the picture stands still; ON_TIMEOUT: called as well once it has stood for
WAIT_MS.  The states after NO_HYPOTHESIS are left before anything is called."""
