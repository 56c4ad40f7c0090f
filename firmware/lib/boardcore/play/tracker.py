"""Tracker: what the hands have done, told from what the sensors show now.

It never interprets a sequence of events.  It asks which legal turn explains
the picture, and then waits only as long as another explanation could still
grow out of it.  The table acts on the events; no game is changed here.  Which verdict
follows which finding, and what each button does, are the tables of ``boardcore.verdicts``.

What is kept belongs to one of three: to the picture (``Sighting``), to the position
(``Hindsight``), or to what is asked (``Dialogue``); here is the rest.
"""

from boardcore.play.dialogue import DOUBT, DUE, QUESTION, TOUCHED, TOUCHES, Dialogue
from boardcore.play.takebacks import BACK_MS, ENOUGH, NOT_SOUGHT, SWEEP_MS, TOUCH_MS, Hindsight
from boardcore.ticks import ticks_diff
from boardcore.verdicts import (
    AT_REST,
    EVIDENT,
    EXPLAINED,
    LOOSELY,
    MATCHES,
    NEW_GAME,
    NO_OFFER,
    NOT_GUIDING,
    NOTHING,
    OFFER_BACK,
    OFFER_NEW_GAME,
    OFFER_TURN,
    REPAIRED,
    STRICTLY,
    TAKEN_BACK,
    UNDONE,
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


class Tracker(Dialogue):
    """Follows one game on one board.  Reads no clock: ``now_ms`` is handed in."""

    def __init__(self, recognizer, now_ms: int) -> None:
        Dialogue.__init__(self, recognizer, now_ms)
        self.target = 0
        """While WRONG: the picture that the repairs lead to."""
        self.left_ms = 0
        """While a turn may still become another: how long until it counts."""
        self.midway = False
        """Whether another position was looked at: nothing of it is to be drawn."""
        self.thinking = False
        """Whether pieces were moved a while ago and nobody knows yet which."""
        self._past = Hindsight(recognizer, now_ms)
        self._led = False  # the lights have led the hands since the last rest

    @property
    def touched(self) -> int:
        """The cells that changed since the board was at rest, -1 if nobody knows."""
        return self._past.touched

    def evidence(self) -> int:
        """Return the cells that hands have certainly touched since the board rested."""
        past = self._past
        return 0 if past.rested or past.touched < 0 else past.touched

    def watch(self, recognizer, now_ms: int) -> None:
        """Follow another game, or the same one after the table changed it."""
        self.recognizer = recognizer
        recognizer.moved()
        self._named = min(self._named, recognizer.game.ply)
        self._past.watch(recognizer, self.shown, self._decided, now_ms)
        if self._decided != UNDONE:
            self._withdrawn = False
        self._decided, self._led = NOTHING, False
        # Who says "done" while an undo is still due, means the turn that comes to light then.
        said = self.sighting.said and self.verdict == TAKEN_BACK
        self._forget()
        self.sighting.said = said
        self.guiding = NOT_GUIDING
        self.alien = 0

    def guide(self, strictly: bool, alien: int = 0) -> None:
        """Lead the hands to the current position.

        ``alien``: cells that show a piece but not the right one: it must come off first.
        ``strictly``: before anything else is understood, as after an undo that the hands have
        not made yet.  Else, as after a power cut, a picture that a turn explains ends it too.
        """
        self._forget()
        self.guiding = STRICTLY if strictly else LOOSELY
        self.alien = alien & self.shown
        if not strictly:
            self._past.touched = -1

    def _forget(self) -> None:
        self._close()
        self.rule = ""
        self.sighting.forget()
        self.midway = False
        self.left_ms = 0

    def update(self, shown: int, over: bool, now_ms: int) -> int:
        """Take one picture; return an event.

        ``over``: the game is decided.  Allocates nothing while the board rests.
        """
        self.worked = False
        sighting = self.sighting
        if shown != sighting.shown:
            if sighting.turn >= 0:
                # A turn has come to light: what changes now is of the next one.
                return self._play_evident()
            self._change(shown, over, now_ms)
        if sighting.restarts:
            sighting.restarts = False
            sighting.since_ms = now_ms
        if sighting.any and not over:
            # In a turn of the loop each: to explain what stands, and to ask.
            if not sighting.explained:
                self._explain()
                if sighting.explained:
                    return NOTHING
            self._ask_any()
            # Until all turns are known, the time is for what finds them.
            self.worked = not sighting.any
            return self._answered()
        still_ms = ticks_diff(now_ms, sighting.since_ms)
        if not sighting.noted and still_ms >= NOTE_MS:
            sighting.noted = True
            self._note_done()
            if self.recognizer.note(shown):
                sighting.explain_anew()
        if self.open == TOUCHED and still_ms >= TOUCH_MS:
            self._close()
        if self.open == TOUCHED:
            # Nothing is decided yet, not even that "yes" was meant for this picture.
            still_ms = 0
        if shown == self.recognizer.picture() and not self.alien:
            if sighting.said and self.recognizer.estimates:
                sighting.said = ticks_diff(now_ms, self._past.played_ms) >= MEANT_MS
            return self._rest(still_ms)
        if over:
            self._find(MATCHES)
            return NEW_GAME if still_ms >= SWEEP_MS and self.recognizer.is_empty(shown) else NOTHING
        if self.guiding == STRICTLY:
            return self._guide(still_ms)
        fresh = not sighting.explained
        if fresh:
            self._explain()
            if not sighting.explained:
                return NOTHING  # it is explained as soon as that is worked out
        if self.recognizer.is_explained():
            return self._explained_so_far(still_ms, now_ms, fresh)
        if self.guiding:
            return self._guide(still_ms)
        return self._unexplained(still_ms, now_ms)

    def think(self, left: int) -> bool:
        """Go on with what takes the recognizer long; return True if the lights may change by it.

        ``left``: what it may cost, in empty turns of a loop.
        """
        if not self.recognizer.work(left):
            return False
        self.sighting.explain_anew()
        if self.recognizer.estimates:
            # Something else is likely now, though perhaps it shows the same picture.
            self.sighting.restarts = True
            if self.open == DOUBT and not self._is_being_told():
                self._close()
        return self.verdict != AT_REST

    def _change(self, shown: int, over: bool, now_ms: int) -> None:
        past, sighting = self._past, self.sighting
        # Who goes on without an answer may still mean what was asked for.
        past.change(shown ^ sighting.shown, self.open == DOUBT)
        self.recognizer.touched = past.touched
        self.alien &= shown
        # A picture out of fields comes later than the hands, and than what they say of it.
        said = sighting.said and self.recognizer.estimates
        being_told = self._is_being_told()
        self.rule = ""
        if not being_told:
            self._happen(TOUCHES)
        sighting.begin(shown, now_ms)
        sighting.said = said
        self.midway = False
        self.left_ms = 0
        if being_told or self.guiding == STRICTLY or over:
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

    def _explain(self) -> None:
        sighting = self.sighting
        self.recognizer.touched = self._past.touched
        self.recognizer.explain(sighting.shown)
        sighting.explained = self.worked = not self.recognizer.unready
        self.midway = False
        sighting.begin_explaining()

    def _leave(self) -> None:
        """Hold the explanations as those of another position."""
        self.sighting.explained = False
        self.midway = self.worked = True

    def _is_told(self, still_ms: int) -> bool:
        """Tell whether it is time to act on a "yes"."""
        busy = self.recognizer.busy or self.recognizer.restless
        return self.sighting.said and still_ms >= YES_MS and not busy

    def _rest(self, still_ms: int) -> int:
        if self.guiding:
            self.guiding = NOT_GUIDING
            self._led = True
        recognizer, past, sighting = self.recognizer, self._past, self.sighting
        if not sighting.explained and (recognizer.doubtful or sighting.said):
            # Asked with the next turn of the loop: this is long.
            self._explain()
            return NOTHING
        if self._is_told(still_ms):
            return self._said()
        settled = still_ms >= recognizer.settle_ms
        if settled and not past.rested and not recognizer.busy:
            self._come_to_rest()
        doubtful = recognizer.doubtful
        if self.open == DOUBT and still_ms >= DOUBT_MS and not doubtful:
            self._close()
        if self.question is None and doubtful and settled and not sighting.refused:
            self._ask_doubtful()
        if self.question is None:
            self._find(MATCHES)
            past.good = past.done = sighting.shown
            due = recognizer.due() if settled else ()
            if due:
                self._ask(due, DUE)
                return self._answered()
        return NOTHING

    def _come_to_rest(self) -> None:
        """Ask for a turn that has left no trace, if what was touched speaks for one."""
        past = self._past
        past.rested = True
        led, self._led = self._led, False
        if past.touched < 0:
            past.touched = 0
        elif past.touched and not (led or self.question or self.sighting.refused):
            self.recognizer.touched = past.touched
            turns = self.recognizer.returns()
            if turns:
                self._ask(turns, DOUBT)

    def _guide(self, still_ms: int) -> int:
        if still_ms >= self.recognizer.settle_ms and not (self.offers or self.question):
            self._wrong(self.recognizer.picture() & ~self.alien, "guide")
            swept = still_ms >= SWEEP_MS and self.recognizer.is_empty(self.shown)
            if swept and not self.sighting.refused:
                self.make_offers([OFFER_NEW_GAME])
        return NOTHING

    def _explained_so_far(self, still_ms: int, now_ms: int, fresh: bool) -> int:
        self.guiding = NOT_GUIDING
        recognizer, sighting = self.recognizer, self.sighting
        if self._is_told(still_ms):
            return self._said()
        if self.question or self.offers:
            return NOTHING
        self._find(EXPLAINED)
        if still_ms < recognizer.settle_ms or recognizer.busy:
            return NOTHING
        self._past.good = self.shown
        self._past.remember(self.shown)
        if recognizer.restless:
            # The hands go on already, and will tell whether this was all.
            return NOTHING
        if recognizer.plain:
            several = len(recognizer.plain) > 1
            grows = recognizer.partial or (recognizer.hidden and not several)
            self.left_ms = recognizer.longer_ms - still_ms if grows else 0
            if not several and recognizer.reversible and (fresh or sighting.rival == NOT_SOUGHT):
                # Each in a turn of the loop of its own: to explain, and to look for a rival.
                if not fresh:
                    sighting.rival = self._rival(now_ms)
                return NOTHING
            if self.left_ms > 0 or sighting.refused:
                return NOTHING
            if several:
                self._ask(recognizer.plain, QUESTION)
            elif sighting.rival <= NO_OFFER:
                return self._play(recognizer.plain[0])
            else:
                # The same picture may also be a change of the last turn.
                self.turn = recognizer.plain[0]
                self.make_offers([OFFER_TURN, sighting.rival])
        elif recognizer.doubtful and recognizer.hidden and not sighting.refused:
            self._ask_doubtful()
        elif still_ms >= EMPTY_MS and recognizer.is_empty(self.shown) and not sighting.refused:
            self.make_offers([OFFER_NEW_GAME])
        elif recognizer.reversible and still_ms >= BACK_MS and not sighting.thought:
            # Half a turn of one player may be a whole change of the other's.
            sighting.thought = ENOUGH
            rival = self._rival(now_ms) if recognizer.has_new(self.shown) else NO_OFFER
            if rival and not sighting.refused:
                self.make_offers([rival])
        return NOTHING

    def _note_done(self) -> None:
        """Remember a turn that stood for a moment, unless it may still grow or is only likely."""
        recognizer = self.recognizer
        if self.sighting.explained and not (
            recognizer.estimates or recognizer.partial or recognizer.hidden or self.guiding
        ):
            self._past.remember(self.shown)

    def _rival(self, now_ms: int) -> int:
        """Return the offer that explains a picture as a change of the last turn, if any."""
        recognizer = self.recognizer
        if not recognizer.reversible or not recognizer.game.ply:
            return NO_OFFER
        self.ply = recognizer.game.ply - 1
        if recognizer.earlier(self.shown) == self.ply:
            return OFFER_BACK
        self._leave()
        self.sighting.sought = self._past.revision(self.shown, now_ms)
        return self.sighting.sought

    def _unexplained(self, still_ms: int, now_ms: int) -> int:
        if self.offers or self._is_being_told():
            return NOTHING
        recognizer, past, sighting = self.recognizer, self._past, self.sighting
        if still_ms < recognizer.settle_ms or recognizer.busy:
            self._find(UNEXPLAINED)
            return NOTHING
        if sighting.thought < ENOUGH:
            if past.think(sighting, now_ms, self._named):
                self._leave()
            return NOTHING
        if sighting.said and not recognizer.restless:
            if sighting.refused or sighting.after_ms < 0:
                return self._said()
        if sighting.after_ms >= 0 and (still_ms >= sighting.after_ms or sighting.said):
            if sighting.turn >= 0:
                return self._play_evident()
            if not sighting.offers:
                return self._undo(sighting.ply)
            if not sighting.refused:
                self.ply = sighting.ply
                self.make_offers(sighting.offers)
                return NOTHING
        if still_ms >= WRONG_MS:
            self._wrong(past.nearest(self.shown), "")
        return NOTHING

    def _play_evident(self) -> int:
        event = self._play(self.sighting.turn)
        self._decided = EVIDENT
        return event

    def _wrong(self, target: int, rule: str) -> None:
        self.target = target
        self._led = True
        if self.verdict != WRONG or not self.rule:
            self._find(REPAIRED)
            self.rule = rule or self.recognizer.refusal(self.shown)
