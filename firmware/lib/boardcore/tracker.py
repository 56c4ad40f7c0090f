"""Tracker: what the hands have done, told from what the switches show now.

It never interprets a sequence of events.  It asks which legal turn explains
the picture, and then waits only as long as another explanation could still
grow out of it.  The table acts on the events; no game is changed here.

    SETTLING    the picture still changes, and nothing explains it yet
    AT_REST     the switches show the current position
    UNFINISHED  part of a turn, or a whole one that may still grow
    COMPLETE    exactly one turn explains it: it is played at once
    TAKEN_BACK  it shows an earlier position: undone at once
    AMBIGUOUS   several turns explain it: a question is open
    WRONG       nothing explains it: one repair at a time is shown
"""

from boardcore.dialogue import (
    AT_REST,
    LOOSELY,
    NEW_GAME,
    NO_OFFER,
    NOT_GUIDING,
    NOTHING,
    OFFER_BACK,
    OFFER_NEW_GAME,
    OFFER_TURN,
    SETTLING,
    STRICTLY,
    TAKEN_BACK,
    UNFINISHED,
    WRONG,
    Dialogue,
)
from boardcore.hindsight import BACK_MS, ENOUGH, SWEEP_MS, TOUCH_MS, Hindsight
from boardcore.ticks import ticks_diff

NOT_SOUGHT = -1
"""Instead of an offer: nobody knows whether there is one."""

# All chosen; nothing here was measured on people yet.
NOTE_MS = 40  # a picture that stood so long was meant
YES_MS = 120  # after the button the hand has left, only contacts may still bounce
EMPTY_MS = 8000  # the whole board swept empty, where it could also be part of a turn
WRONG_MS = 3000  # scold only when no hand is at work any more
MEANT_MS = 1500  # "yes" so soon after a turn was told from fields is about that turn
DOUBT_MS = 8000  # whoever has played a turn that nobody sees will say so by then


class Tracker(Dialogue):
    """Follows one game on one board.  Reads no clock: ``now_ms`` is handed in."""

    def __init__(self, sight, now_ms: int) -> None:
        Dialogue.__init__(self, sight)
        self.target = 0
        """While WRONG: the picture that the repairs lead to."""
        self.left_ms = 0
        """While a turn may still become another: how long until it counts."""
        self.alien = 0
        """While guiding: cells that show a piece, but the wrong one, until they were empty."""
        self.midway = False
        """Whether another position was looked at: nothing of it is to be drawn."""
        self.thinking = False
        """Whether pieces were moved a while ago and nobody knows yet which."""
        self._past = Hindsight(sight, now_ms)
        self._evidenced = False  # a turn is due that the next player's move has made evident
        self._led = False  # the lights have led the hands since the last rest
        self._changed_ms = now_ms
        self._noted = False
        self._rivalry = NOT_SOUGHT  # the offer that an explanation must bear with
        self._sought = NOT_SOUGHT  # until it is explained anew

    @property
    def touched(self) -> int:
        """The cells that changed since the board was at rest, -1 if nobody knows."""
        return self._past.touched

    def evidence(self) -> int:
        """Return the cells that hands have certainly touched since the board rested."""
        past = self._past
        return 0 if past.rested or past.touched < 0 else past.touched

    def watch(self, sight, now_ms: int) -> None:
        """Follow another game, or the same one after the table changed it."""
        self.sight = sight
        sight.moved()
        self._past.watch(sight, self.shown, self._revising, self._evidenced, now_ms)
        if not self._revising:
            self._withdrawn = False
        self._revising = self._evidenced = self._led = False
        # Who says "done" while an undo is still due, means the turn that comes to light then.
        said = self._said_yes and self.verdict == TAKEN_BACK
        self._forget()
        self._said_yes = said
        self._interrupted = None
        self.guiding = NOT_GUIDING
        self.alien = 0

    def guide(self, strictly: bool, alien: int = 0) -> None:
        """Lead the hands to the current position.

        ``alien``: cells that show a piece but not the right one: it must come off first.
        ``strictly``: before anything else is understood, as after an undo that the hands have
        not made yet.  Else, as after a power cut, a picture that a turn explains ends it too.
        """
        self._forget()
        self._interrupted = None
        self.guiding = STRICTLY if strictly else LOOSELY
        self.alien = alien & self.shown
        if not strictly:
            self._past.touched = -1

    def _forget(self) -> None:
        self._close()
        self._explain_anew()
        self.midway = False
        self.left_ms = 0

    def _explain_anew(self) -> None:
        self._explained = False
        self._past.thought, self._past.turn = 0, -1
        self._sought = NOT_SOUGHT

    def update(self, shown: int, over: bool, now_ms: int) -> int:
        """Take one picture; return an event.

        ``over``: the game is decided.  Allocates nothing while the board rests.
        """
        self.worked = False
        if shown != self.shown:
            if self._past.turn >= 0:
                # A turn has come to light: what changes now is of the next one.
                return self._play_evident()
            self._change(shown, over, now_ms)
        if self._altered:
            self._altered = False
            self._changed_ms = now_ms
        still_ms = ticks_diff(now_ms, self._changed_ms)
        if not self._noted and still_ms >= NOTE_MS:
            self._noted = True
            self._note_done()
            if self.sight.note(shown):
                self._explain_anew()
        if still_ms >= TOUCH_MS:
            self._interrupted = None
        if self._interrupted is not None:
            # Nothing is decided yet, not even that "yes" was meant for this picture.
            still_ms = 0
        if shown == self.sight.picture() and not self.alien:
            if self._said_yes and self.sight.decoder is not None:
                self._said_yes = ticks_diff(now_ms, self._past.played_ms) >= MEANT_MS
            return self._rest(still_ms)
        if over:
            self.verdict = AT_REST
            return NEW_GAME if still_ms >= SWEEP_MS and self.sight.is_empty(shown) else NOTHING
        if self.guiding == STRICTLY:
            return self._guide(still_ms)
        fresh = not self._explained
        if fresh:
            self._explain()
            if not self._explained:
                return NOTHING  # it is explained as soon as that is worked out
        if self.sight.is_explained():
            return self._explained_so_far(still_ms, now_ms, fresh)
        if self.guiding:
            return self._guide(still_ms)
        return self._unexplained(still_ms, now_ms)

    def think(self, left: int) -> bool:
        """Go on with what takes the sight long; return True if the lights may change by it.

        ``left``: what it may cost, in empty turns of a loop.
        """
        if not self.sight.work(left):
            return False
        self._explain_anew()
        if self.sight.decoder is not None:
            # Something else is likely now, though perhaps it shows the same picture.
            self._altered = True
            if self._is_doubted() and not self._is_being_told():
                self.question = None
        return self.verdict != AT_REST

    def _change(self, shown: int, over: bool, now_ms: int) -> None:
        past, question = self._past, self.question
        if question is not None and not question.doubted and not self._due:
            self._interrupted, self._asked_of = question, self.shown
        # Who goes on without an answer may still mean what was asked for.
        past.change(shown ^ self.shown, self._is_doubted())
        self.sight.touched = past.touched
        self.alien &= shown
        self.shown = shown
        self._changed_ms = now_ms
        self._noted = False
        said = self._said_yes and self.sight.decoder is not None
        being_told = self._is_being_told()
        self._forget()
        # A picture out of fields comes later than the hands, and than what they say of it.
        self._said_yes = said
        if being_told:
            self.question = question
            return
        if self.guiding == STRICTLY or over:
            return
        asked_on = self._is_asked_on()
        # Lights answer a lifted ball at once; only decisions wait for stillness.
        self._explain()
        if asked_on:
            return
        if self.sight.is_explained():
            self.verdict = UNFINISHED
            if self.sight.late and not self.sight.doubtful:
                # It was sure when it was seen, whatever the hands do meanwhile.
                past.remember(shown)
        elif self.verdict != WRONG:
            self.verdict = SETTLING

    def _explain(self) -> None:
        self.sight.touched = self._past.touched
        self.sight.explain(self.shown)
        self._explained = self.worked = not self.sight.unready
        self.midway = False
        self._rivalry, self._sought = self._sought, NOT_SOUGHT

    def _leave(self) -> None:
        """Hold the explanations as those of another position."""
        self._explained = False
        self.midway = self.worked = True

    def _rest(self, still_ms: int) -> int:
        if self.guiding:
            self.guiding = NOT_GUIDING
            self._led = True
        sight, past = self.sight, self._past
        if not self._explained and (sight.doubtful or self._said_yes):
            # Asked with the next turn of the loop: this is long.
            self._explain()
            return NOTHING
        if self._said_yes and still_ms >= YES_MS and not (sight.busy or sight.restless):
            return self._said()
        settled = still_ms >= sight.settle_ms
        if settled and not past.rested and not sight.busy:
            self._come_to_rest()
        doubtful = sight.doubtful
        if self._is_doubted() and still_ms >= DOUBT_MS and not doubtful:
            self.question = None
        if self.question is None and doubtful and settled and not self._refused:
            self._ask_doubtful()
        if self.question is None:
            self.verdict = AT_REST
            past.good = past.done = self.shown
            due = sight.due() if settled else ()
            if due:
                self._ask(due)
                self._due = True
                return self._answered()
        return NOTHING

    def _come_to_rest(self) -> None:
        """Ask for a turn that has left no trace, if what was touched speaks for one."""
        past = self._past
        past.rested = True
        led, self._led = self._led, False
        if past.touched < 0:
            past.touched = 0
        elif past.touched and not led and not self.question and not self._refused:
            self.sight.touched = past.touched
            turns = self.sight.returns()
            if turns:
                self._ask(turns, True)

    def _guide(self, still_ms: int) -> int:
        if still_ms >= self.sight.settle_ms and not self.offers:
            self._wrong(self.sight.picture() & ~self.alien, "guide")
            if still_ms >= SWEEP_MS and self.sight.is_empty(self.shown) and not self._refused:
                self._make_offers([OFFER_NEW_GAME])
        return NOTHING

    def _explained_so_far(self, still_ms: int, now_ms: int, fresh: bool) -> int:
        self.guiding = NOT_GUIDING
        sight = self.sight
        if self._said_yes and still_ms >= YES_MS and not (sight.busy or sight.restless):
            return self._said()
        if self.question or self.offers:
            return NOTHING
        self.verdict = UNFINISHED
        if still_ms < sight.settle_ms or sight.busy:
            return NOTHING
        self._past.good = self.shown
        self._past.remember(self.shown)
        if sight.restless:
            # The hands go on already, and will tell whether this was all.
            return NOTHING
        if sight.plain:
            several = len(sight.plain) > 1
            grows = sight.partial or (sight.hidden and not several)
            self.left_ms = sight.longer_ms - still_ms if grows else 0
            if not several and sight.reversible and (fresh or self._rivalry == NOT_SOUGHT):
                # Each in a turn of the loop of its own: to explain, and to look for a rival.
                if not fresh:
                    self._rivalry = self._rival(now_ms)
                return NOTHING
            if self.left_ms > 0 or self._refused:
                return NOTHING
            if several:
                self._ask(sight.plain)
            elif self._rivalry <= NO_OFFER:
                return self._play(sight.plain[0])
            else:
                # The same picture may also be a change of the last turn.
                self.turn = sight.plain[0]
                self._make_offers([OFFER_TURN, self._rivalry])
        elif sight.doubtful and sight.hidden and not self._refused:
            self._ask_doubtful()
        elif still_ms >= EMPTY_MS and sight.is_empty(self.shown) and not self._refused:
            self._make_offers([OFFER_NEW_GAME])
        elif sight.reversible and still_ms >= BACK_MS and not self._past.thought:
            # Half a turn of one player may be a whole change of the other's.
            self._past.thought = ENOUGH
            rival = self._rival(now_ms) if sight.has_new(self.shown) else NO_OFFER
            if rival and not self._refused:
                self._make_offers([rival])
        return NOTHING

    def _note_done(self) -> None:
        """Remember a turn that stood for a moment, unless it may still grow or is only likely."""
        sight = self.sight
        if self._explained and not (sight.decoder or sight.partial or sight.hidden or self.guiding):
            self._past.remember(self.shown)

    def _rival(self, now_ms: int) -> int:
        """Return the offer that explains a picture as a change of the last turn, if any."""
        sight = self.sight
        if not sight.reversible or not sight.game.ply:
            return NO_OFFER
        self.ply = sight.game.ply - 1
        if sight.earlier(self.shown) == self.ply:
            return OFFER_BACK
        self._leave()
        self._sought = self._past.revision(self.shown, now_ms)
        return self._sought

    def _unexplained(self, still_ms: int, now_ms: int) -> int:
        if self.offers or self._is_being_told():
            return NOTHING
        sight, past = self.sight, self._past
        if still_ms < sight.settle_ms or sight.busy:
            if self.verdict != WRONG:
                self.verdict = SETTLING
            return NOTHING
        if past.thought < ENOUGH:
            if past.think(self.shown, now_ms, self._named):
                self._leave()
            return NOTHING
        if self._said_yes and sight.decoder is not None and not sight.restless:
            if self._refused or past.after_ms < 0:
                return self._said()
        if past.after_ms >= 0 and (still_ms >= past.after_ms or self._said_yes):
            if past.turn >= 0:
                return self._play_evident()
            if not past.offers:
                return self._undo(past.ply)
            if not self._refused:
                self.ply = past.ply
                self._make_offers(past.offers)
                return NOTHING
        if still_ms >= WRONG_MS:
            self._wrong(past.nearest(self.shown), "")
        return NOTHING

    def _play_evident(self) -> int:
        self._evidenced = True
        return self._play(self._past.turn)

    def _wrong(self, target: int, rule: str) -> None:
        self.target = target
        self._led = True
        if self.verdict != WRONG or not self.rule:
            self.verdict = WRONG
            self.rule = rule or self.sight.refusal(self.shown)
