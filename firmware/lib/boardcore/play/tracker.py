"""Tracker: which turns the players have made, from what the sensors show now.

It never interprets a sequence of events.  It asks which legal turn explains the picture, and then
waits only while another explanation can still grow out of it.  The table acts on the events; the
tracker never changes the game.

How far the picture is understood is its ``state``.  The table NEXT of ``boardcore.play.sighting``
gives the next state; the table WORK at the end of this module gives the function that works in a
state.  Which verdict follows which finding, and what each button does, are tables as well, in
``boardcore.verdicts`` and ``boardcore.play.dialogue``.
"""

from boardcore.play.dialogue import DOUBT, DUE, QUESTION, TOUCHED, TOUCHES, Dialogue
from boardcore.play.sighting import (
    ANY,
    ASTRAY,
    CHANGES,
    EVIDENT,
    LED,
    LIFTED,
    MATCHES,
    NO_TURN,
    OVER,
    PART,
    PASSED,
    PONDERED,
    RECONSIDERED,
    REFUSED,
    REFUSES,
    RETRACTED,
    SAID,
    SLID,
    SPOILT,
    STALE,
    TURN,
    UNSAID,
    UNSEEN,
    VALID,
    WEIGHED,
)
from boardcore.play.takebacks import AT_WORK, BACK_MS, RESTED, SWEEP_MS, TOUCH_MS, Hindsight
from boardcore.ticks import ticks_diff
from boardcore.verdicts import (
    AT_REST,
    EXPLAINED,
    FOUND,
    NEW_GAME,
    NO_OFFER,
    NOTHING,
    OFFER_TURN,
    REPAIRED,
    UNEXPLAINED,
    WRONG,
)

# All chosen; nothing here was measured on people yet.
NOTE_MS = 40  # a picture that stood so long was meant
YES_MS = 120  # after the button the hand has left, only contacts may still bounce
EMPTY_MS = 8000  # the whole board swept empty, where it could also be part of a turn
WRONG_MS = 3000  # scold only when no hand is at work any more
MEANT_MS = 1500  # "yes" so soon after a turn was told from fields is about that turn
DOUBT_MS = 8000  # whoever has played a turn that nobody sees will say so by then

HELD, WAIT_MS, SAYS, SETTLES, WAITED = range(5)
"""The columns of WORK."""
WIDTH = 5
NOT_YET = -1
"""Instead of a finding: it is being worked out."""


class Tracker(Dialogue):
    """Follows one game on one board.  Reads no clock: ``now_ms`` is handed in."""

    def __init__(self, recognizer, now_ms: int) -> None:
        Dialogue.__init__(self, recognizer, now_ms)
        self.target = 0
        """While WRONG: the picture that the repairs lead to."""
        self.left_ms = 0
        """While a turn may still become another: how long until it counts."""
        self._past = Hindsight(recognizer, now_ms)

    @property
    def touched(self) -> int:
        """The cells that changed since the board was at rest, -1 if nobody knows."""
        return self._past.touched

    def evidence(self) -> int:
        """Return the cells that hands have certainly touched since the board rested."""
        past = self._past
        return 0 if past.hands == RESTED or past.touched < 0 else past.touched

    def watch(self, recognizer, now_ms: int) -> None:
        """Follow another game, or the same one after the table changed it."""
        self.recognizer = recognizer
        recognizer.moved()
        self._named = min(self._named, recognizer.game.ply)
        self._past.watch(recognizer, self.shown, self.state, now_ms)
        # Who says "done" while an undo is still due, means the turn that comes to light then.
        word = UNSAID
        if self.state != RETRACTED:
            self._withdrawn = False
        elif self.sighting.word == SAID:
            word = SAID
        self._forget(UNSEEN)
        self.sighting.word = word
        self.alien = 0

    def guide(self, strictly: bool, alien: int = 0) -> None:
        """Lead the hands to the current position.

        ``alien``: cells that show a piece but not the right one: it must come off first.
        ``strictly``: before anything else is understood, as after an undo that the hands have
        not made yet.  Else, as after a power cut, a picture that a turn explains ends it too.
        """
        self._forget(LED if strictly else ASTRAY)
        self.alien = alien & self.shown
        if not strictly:
            self._past.touched = -1

    def _forget(self, state: int) -> None:
        self._close()
        self.state = state
        self.rule = ""
        self.sighting.forget()
        self.left_ms = 0

    def update(self, shown: int, over: bool, now_ms: int) -> int:
        """Take one picture; return an event.

        ``over``: the game is decided.  Allocates nothing while the board rests.
        """
        self.worked = False
        sighting = self.sighting
        if shown != sighting.shown:
            self._go(CHANGES)
            if self.state == PASSED:
                # What changes now is of the next turn.
                return self._play(self.turn)
            self._change(shown, over, now_ms)
        if sighting.since_ms < 0:
            sighting.since_ms = now_ms
        if sighting.word == ANY:
            return self._name_any()
        still_ms = self._stand(ticks_diff(now_ms, self.sighting.since_ms))
        finding = self._look(over, now_ms)
        if finding == NOT_YET:
            return NOTHING
        self._go(finding)
        if not self.guiding:
            self._find(FOUND[finding - MATCHES])
        recognizer, row = self.recognizer, WIDTH * self.state
        if WORK[row + HELD] and (self.offers or self.question):
            return NOTHING
        work = WORK[row + SAYS]
        if work and sighting.word == SAID and still_ms >= YES_MS:
            if not (recognizer.busy or recognizer.restless):
                return work(self, now_ms)
        if still_ms < recognizer.settle_ms or WORK[row + HELD] == 2 and recognizer.busy:
            return NOTHING
        work = WORK[row + SETTLES]
        event = work(self, now_ms) if work else NOTHING
        work = WORK[row + WAITED]
        if event or not work or still_ms < WORK[row + WAIT_MS]:
            return event
        return work(self, now_ms)

    def think(self, left: int) -> bool:
        """Go on with what takes the recognizer long; return True if the lights may change by it.

        ``left``: what it may cost, in empty turns of a loop.
        """
        if not self.recognizer.work(left):
            return False
        self._renew()
        if self.recognizer.estimates:
            # Something else is likely now, though perhaps it shows the same picture.
            self.sighting.since_ms = -1
            if self.open == DOUBT and not self._is_being_told():
                self._close()
        return self.verdict != AT_REST

    # What a turn of the loop finds

    def _change(self, shown: int, over: bool, now_ms: int) -> None:
        past, sighting = self._past, self.sighting
        # Who goes on without an answer may still mean what was asked for.
        past.change(shown ^ sighting.shown, self.open == DOUBT)
        self.recognizer.touched = past.touched
        self.alien &= shown
        # A picture out of fields comes later than the hands, and than what they say of it.
        said = sighting.word == SAID and self.recognizer.estimates
        being_told = self._is_being_told()
        self.rule = ""
        if not being_told:
            self._happen(TOUCHES)
        sighting.begin(shown, now_ms)
        if said:
            sighting.word = SAID
        self.left_ms = 0
        if being_told or self.state == LED or over:
            return
        asked_on = self._is_asked_on()
        # Lights answer a lifted ball at once; only decisions wait for stillness.
        self._explain()
        if asked_on:
            return
        explained = self.recognizer.is_explained()
        self._find(EXPLAINED if explained else UNEXPLAINED)
        if explained and self.recognizer.late and not self.recognizer.doubtful:
            # It was sure when it was seen, whatever the hands do meanwhile.
            past.remember(shown)

    def _stand(self, still_ms: int) -> int:
        """Take notice that the picture stands, for how long; return how long it counts as such."""
        if not self.sighting.noted and still_ms >= NOTE_MS:
            self.sighting.noted = True
            recognizer = self.recognizer
            if self.sighting.lists == VALID and not (
                recognizer.estimates or recognizer.partial or recognizer.hidden or self.guiding
            ):
                # Unless it may still grow or is only likely.
                self._past.remember(self.shown)
            if recognizer.note(self.shown):
                self._renew()
        if self.open == TOUCHED:
            if still_ms < TOUCH_MS:
                # Nothing is decided yet, not even that "yes" was meant for this picture.
                return 0
            self._close()
        return still_ms

    def _look(self, over: bool, now_ms: int) -> int:
        """Return what the picture is, a column of NEXT, NOT_YET if that is not worked out."""
        recognizer, sighting = self.recognizer, self.sighting
        if sighting.shown == recognizer.picture() and not self.alien:
            past = self._past
            if self.guiding:
                past.lead()
            self._go(MATCHES)
            past.good = past.done = sighting.shown
            if sighting.word == SAID and recognizer.estimates:
                if ticks_diff(now_ms, past.played_ms) < MEANT_MS:
                    sighting.word = UNSAID
            if sighting.lists != VALID and (recognizer.doubtful or sighting.word == SAID):
                # Asked with the next turn of the loop: this is long.
                self._explain()
                return NOT_YET
            return MATCHES
        if over:
            return OVER
        if self.state == LED:
            return NO_TURN
        if sighting.lists != VALID:
            self._explain()
            if sighting.lists != VALID:
                return NOT_YET
        if recognizer.plain:
            return TURN
        return PART if recognizer.is_explained() else NO_TURN

    def _explain(self) -> None:
        self.recognizer.touched = self._past.touched
        self.recognizer.explain(self.shown)
        self.worked = not self.recognizer.unready
        self.sighting.lists = VALID if self.worked else STALE

    # The cells of WORK: each returns an event

    def _rest(self, now_ms: int) -> int:
        """Ask for a turn that has left no trace, if what was touched speaks for one."""
        past = self._past
        if past.hands != RESTED and not self.recognizer.busy:
            meant = past.hands == AT_WORK and past.touched > 0
            past.hands, past.touched = RESTED, max(past.touched, 0)
            if meant and not (self.question or self.sighting.word == REFUSED):
                self.recognizer.touched = past.touched
                turns = self.recognizer.returns()
                if turns:
                    self._ask(turns, DOUBT)
        return self._doubt(now_ms)

    def _doubt(self, now_ms: int) -> int:
        """Ask for what is likely besides the position, and for what no sensor sees."""
        doubtful = self.recognizer.doubtful
        if (
            self.open == DOUBT
            and not doubtful
            and ticks_diff(now_ms, self.sighting.since_ms) >= DOUBT_MS
        ):
            self._close()
        if self.question is None and doubtful and self.sighting.word != REFUSED:
            self._ask_doubtful()
        if self.question is None:
            due = self.recognizer.due()
            if due:
                self._ask(due, DUE)
                return self._answered()
        return NOTHING

    def _begin_new(self, now_ms: int) -> int:
        """Begin a new game once the pieces of a decided one are off the board."""
        return NEW_GAME if self.recognizer.is_empty(self.shown) else NOTHING

    def _is_whole(self, now_ms: int) -> bool:
        """Keep what stands; tell whether it is all, as far as sensors tell of hands."""
        recognizer = self.recognizer
        self._past.good = self.shown
        self._past.remember(self.shown)
        if recognizer.restless:
            # The hands go on already, and will tell whether this was all.
            return False
        if recognizer.plain:
            hidden = recognizer.hidden and len(recognizer.plain) == 1
            grows = recognizer.partial or hidden
            self.left_ms = (
                recognizer.longer_ms - ticks_diff(now_ms, self.sighting.since_ms) if grows else 0
            )
        return True

    def _weigh(self, now_ms: int) -> int:
        """Look whether the same picture may be a change of the last turn, before one is played."""
        if not self._is_whole(now_ms):
            return NOTHING
        if len(self.recognizer.plain) == 1 and self.recognizer.reversible:
            # Each in a turn of the loop of its own: to explain, to look for a rival, to decide.
            if not self.worked:
                self.state = WEIGHED
                self.rival = self._seek_rival(now_ms)
            return NOTHING
        self.state = WEIGHED
        self.rival = NO_OFFER
        return self._decide(now_ms)

    def _decide(self, now_ms: int) -> int:
        """Play the turn that is there once it can grow no more, or ask which one it is."""
        if not self._is_whole(now_ms) or self.left_ms > 0 or self.sighting.word == REFUSED:
            return NOTHING
        plain = self.recognizer.plain
        if len(plain) > 1:
            self._ask(plain, QUESTION)
        elif self.worked and self.recognizer.reversible:
            return NOTHING  # to explain it was long
        elif not self.rival:
            return self._play(plain[0])
        else:
            self.turn = plain[0]
            self.make_offers([OFFER_TURN, self.rival])
        return NOTHING

    def _hold(self, now_ms: int) -> int:
        """Ask for turns that leave no trace where the picture itself is in doubt."""
        recognizer = self.recognizer
        if self._is_whole(now_ms) and recognizer.doubtful and recognizer.hidden:
            if self.sighting.word != REFUSED:
                self._ask_doubtful()
        return NOTHING

    def _reconsider(self, now_ms: int) -> int:
        """Half a turn of one player may be a whole change of the other's: look for it."""
        recognizer = self.recognizer
        if recognizer.restless or self.question:
            return NOTHING
        self.state = RECONSIDERED
        if recognizer.reversible and recognizer.has_new(self.shown):
            rival = self._seek_rival(now_ms)
            if rival and self.sighting.word != REFUSED:
                self.make_offers([rival])
        return NOTHING

    def _ponder(self, now_ms: int) -> int:
        """Find out what the picture may mean of turns before; it is explained anew afterwards."""
        past, shown = self._past, self.shown
        self.ply = self.recognizer.earlier(shown)
        self.turn = past.evident(shown)
        self.rival = NO_OFFER
        self.state = PONDERED if self.turn < 0 else EVIDENT
        if self.turn < 0 and not past.is_swept_amid_play(shown, self.ply):
            self.rival = past.revision(shown, now_ms)
        self.sighting.lists = SPOILT
        self.worked = True
        return NOTHING

    def _diagnose(self, now_ms: int) -> int:
        """Decide what it means."""
        self.state = self._past.meaning(self.shown, self.ply, self.rival, self._named)
        if self.state == SLID or self.state == LIFTED:
            self.ply = self.recognizer.game.ply - 1
        if self.sighting.word == REFUSED:
            self._go(REFUSES)
        return NOTHING

    def _repair(self, now_ms: int) -> int:
        """Show the way to the position, or the shortest one to what something explains."""
        guide = self.recognizer.picture() & ~self.alien
        self.target = guide if self.guiding else self._past.nearest(self.shown)
        self._past.lead()
        if self.verdict != WRONG or not self.rule:
            self._find(REPAIRED)
            self.rule = "guide" if self.guiding else self.recognizer.refusal(self.shown)
        return NOTHING

    # Parts of it

    def _seek_rival(self, now_ms: int) -> int:
        """Return the offer that explains a picture as a change of the last turn, if any."""
        self.ply = self.recognizer.game.ply - 1
        self.sighting.lists = SPOILT
        self.worked = True
        return self._past.rival(self.shown, now_ms)

    def _name_any(self) -> int:
        """Ask among all legal turns, in turns of the loop: to explain what stands, and to ask."""
        if self.sighting.lists != VALID:
            self._explain()
            if self.sighting.lists == VALID:
                return NOTHING
        self._ask_any()
        # Until all turns are known, the time is for what finds them.
        self.worked = self.sighting.word != ANY
        return self._answered()


T = Tracker
WORK: tuple = (
    # held, wait_ms, SAYS, SETTLES, WAITED
    0, 0, None, None, None,  # UNSEEN: each finding leads on
    0, 0, T._said, T._rest, None,  # RESTS
    0, SWEEP_MS, None, None, T._begin_new,  # ENDED
    1, SWEEP_MS, None, T._repair, T._offer_new,  # LED
    1, SWEEP_MS, None, T._repair, T._offer_new,  # ASTRAY
    2, 0, T._said, T._weigh, None,  # DONE: then WEIGHED
    2, 0, T._said, T._decide, None,  # WEIGHED
    2, BACK_MS, T._said, T._hold, T._reconsider,  # BEGUN: then RECONSIDERED
    2, EMPTY_MS, T._said, T._hold, T._offer_new,  # RECONSIDERED
    2, 0, None, T._ponder, None,  # STRANGE: then PONDERED or EVIDENT
    2, 0, None, T._diagnose, None,  # PONDERED: then one of EARLIER to UNKNOWN
    2, 0, T._pass, T._pass, None,  # EVIDENT: then PASSED
    2, BACK_MS, T._undo, None, T._undo,  # EARLIER: then RETRACTED
    2, TOUCH_MS, T._undo, None, T._undo,  # SLID: then RETRACTED
    2, WRONG_MS, T._undo, None, T._repair,  # LIFTED: then RETRACTED
    2, SWEEP_MS, T._offer_new, None, T._offer_new,  # SWEPT
    2, BACK_MS, T._offer, None, T._offer,  # DOUBTED
    2, WRONG_MS, T._said, None, T._repair,  # UNKNOWN
)  # fmt: skip
"""WORK[WIDTH * state + column], the first column that counts.  HELD: 1, what the players are asked
holds it up; 2, that, and then what the recognizer has still to find out.  SAYS: what is done when
the players have said that the turn is done, and their hands are off.  SETTLES: what is done in
each turn of the loop while the picture stands still; WAITED: what is done besides, when it has
stood for WAIT_MS.  The states after UNKNOWN are gone before anything is done."""
