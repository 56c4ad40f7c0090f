"""Tracker: what the hands have done, told from what the switches show now.

It never interprets a sequence of events.  It asks which legal turn explains
the picture, and then waits only as long as another explanation could still
grow out of it.  It changes no game: ``update`` and ``press`` return an event
and the table acts on it.

====================  =====================================================
verdict               when
====================  =====================================================
SETTLING              the picture still changes, and nothing explains it yet
AT_REST               the switches show the current position
UNFINISHED            part of a turn, or a whole one that may still grow
COMPLETE              exactly one turn explains it: it is played at once
TAKEN_BACK            it shows an earlier position: undone at once
AMBIGUOUS             several turns explain it: a question is open
WRONG                 nothing explains it: one repair at a time is shown
====================  =====================================================
"""

from boardcore.question import Question
from boardcore.ticks import ticks_diff

SETTLING, AT_REST, UNFINISHED, COMPLETE, TAKEN_BACK, AMBIGUOUS, WRONG = range(7)
VERDICT_NAMES = (
    "settling",
    "at-rest",
    "unfinished",
    "complete",
    "taken-back",
    "ambiguous",
    "wrong",
)

NOTHING, PLAY, UNDO, NEW_GAME = range(4)
"""Events: nothing to do; play ``turn``; undo to ``ply``; begin a new game."""

ASK = 4
"""A plan beside the events: make the offers."""

NO_OFFER, OFFER_NEW_GAME, OFFER_SLID, OFFER_LATE, OFFER_BACK, OFFER_TURN = range(6)
"""What "yes" may mean beside a question among turns: begin a new game; the ball of the last
turn was pushed to another cell; a second ball was taken back after all; turns were undone; a
turn was played, though it looks like a change of the last one."""

NOT_SOUGHT = -1
"""Instead of an offer: nobody knows yet whether there is one."""

NOT_YET, REVISED, DIAGNOSED = range(3)
"""How far a picture that nothing explains was thought about."""

NOT_GUIDING, LOOSELY, STRICTLY = range(3)
"""How far the hands are being led to a position."""

YES, NEXT = range(2)
"""Buttons."""

# All chosen; nothing here was measured on people yet.
NOTE_MS = 40  # a picture that stood so long was meant, whatever comes of it
YES_MS = 120  # after the button the hand has left, only contacts may still bounce
BACK_MS = 1000  # an earlier position
SWEEP_MS = 1500  # the whole board swept empty
EMPTY_MS = 8000  # the same, where it could also be part of a turn
WRONG_MS = 3000  # scold only when no hand is at work any more
MEANT_MS = 1500  # "yes" so soon after a turn was told from fields is still about that turn
TOUCH_MS = 2000  # whoever only touches a piece while a question is open is done by then
DOUBT_MS = 8000  # whoever has played a turn that nobody sees will say so by then
LONG_PRESS_MS = 1200
NEVER_MS = 1 << 28


class Tracker:
    """Follows one game on one board.  Reads no clock: ``now_ms`` comes from the caller."""

    def __init__(self, sight, now_ms: int) -> None:
        self.sight = sight
        self.shown = sight.picture()
        self.verdict = AT_REST
        self.turn = -1
        self.ply = -1
        self.rule = ""
        """While something is refused: the name of the rule."""
        self.question: Question | None = None
        """The open question among turns, None if there is none."""
        self.offers: list[int] = []
        """Offers that are open, one lit at a time; empty while there are none."""
        self.offered = 0
        """Which of the offers is lit."""
        self.guiding = NOT_GUIDING
        self.target = 0
        """While WRONG: the picture that the repairs lead to."""
        self.left_ms = 0
        """While a turn is there that may still become another: how long until it counts."""
        self.touched = -1
        """The cells that changed since the board was at rest, -1 if nobody knows."""
        self.alien = 0
        """While guiding: cells that show a piece, but the wrong one, until they were empty."""
        self.midway = False
        """Whether another position was looked at: nothing of it is to be drawn."""
        self.worked = False
        """Whether the last picture took long to be explained."""
        self.thinking = False
        """Whether pieces were moved a while ago and nobody knows yet which."""
        self._touched_before = 0  # what was touched for the last turn
        self._revising = False  # an undo is due
        # By a button: the last turn, or all that was likely; it was another one.
        self._withdrawn = False
        self._named = False  # the last turn was named by the players: no picture undoes it silently
        self._evidenced = False  # a turn is due that the next player's move has made evident
        self._rested = False  # whatever changes next begins something new
        self._led = False  # the lights have led the hands since the board was at rest
        self._good = self.shown  # the last picture that something explained
        self._done = self.shown  # the last picture with one turn that may still grow
        self._done_touched = 0  # what was touched for it, and what since
        self._since_done = 0
        self._changed_ms = now_ms
        self._played_ms = now_ms
        self._explained = False  # the lists of ``sight`` belong to ``shown``
        self._rivalry = NOT_SOUGHT  # and so does the offer that they must bear with
        self._sought = NOT_SOUGHT  # the same, until the lists are made anew
        self._diagnosed = NOT_YET  # and so does the plan
        self._revised = NO_OFFER
        self._plan = NOTHING
        self._plan_ms = 0
        self._planned: list[int] = []
        self._said_yes = False
        self._refused = False
        self._noted = False
        self._interrupted: Question | None = None  # a question, open again when it is shown
        self._asked_of = 0  # the picture that it was asked of
        self._due = False  # the question is about what no sensor sees, and always open
        self._altered = False  # the players chose another kind of piece: wait anew

    @property
    def offer(self) -> int:
        """The offer that is lit, NO_OFFER if there is none."""
        return self.offers[self.offered] if self.offers else NO_OFFER

    # From the table

    def watch(self, sight, now_ms: int) -> None:
        """Follow another game, or the same one after the table changed it."""
        self.sight = sight
        sight.moved()
        self._good = self._done = sight.picture()
        self._played_ms = now_ms
        self.alien = 0
        if self._revising:
            # What was touched for the turn that is undone speaks for the one that replaces it.
            self.touched |= self._touched_before
            self._touched_before = -1
        else:
            self._touched_before = self.touched
            # The turn became evident by what came after it; only that speaks for the next one.
            if self._evidenced:
                self._touched_before = self._done_touched
                self.touched = self._since_done
            self._withdrawn = False
        self._revising = self._evidenced = self._led = False
        self._rested = self.shown == self._good
        if self._rested:
            self.touched = 0
        # Who says "done" while an undo is still due, means the turn that comes to light then.
        said = self._said_yes and self.verdict == TAKEN_BACK
        self._forget()
        self._said_yes = said
        self._interrupted = None
        self.guiding = NOT_GUIDING

    def guide(self, strictly: bool, alien: int = 0) -> None:
        """Lead the hands to the current position.

        ``alien``: cells that show a piece but not the right one; their pieces must come off
        before anything else.

        ``strictly``: before anything else is understood, as after an undo
        that the hands have not made yet.  Otherwise, as after a power cut,
        a picture that a legal turn explains ends it too.
        """
        self._forget()
        self._interrupted = None
        self.guiding = STRICTLY if strictly else LOOSELY
        self.alien = alien & self.shown
        if not strictly:
            self.touched = -1

    def _forget(self) -> None:
        if self.offers:
            self.offers = []
        self.question = None
        self._explained = self.midway = False
        self._diagnosed = NOT_YET
        self._sought = NOT_SOUGHT
        self._said_yes = False
        self._refused = False
        self._due = False
        self.left_ms = 0
        self.rule = ""

    def update(self, shown: int, over: bool, now_ms: int) -> int:
        """Take one picture; return an event.

        ``over``: the game is decided.  Allocates nothing while the board rests.
        """
        self.worked = False
        if shown != self.shown:
            self._change(shown, over, now_ms)
        if self._altered:
            self._altered = False
            self._changed_ms = now_ms
        still_ms = ticks_diff(now_ms, self._changed_ms)
        if not self._noted and still_ms >= NOTE_MS:
            self._noted = True
            self._note_done()
            if self.sight.note(shown):
                self._explained = False
                self._diagnosed = NOT_YET
        if self._interrupted is not None:
            if still_ms >= TOUCH_MS:
                self._interrupted = None
            else:
                # Nothing is decided yet, not even that "yes" was meant for this picture.
                still_ms = 0
        if shown == self.sight.picture() and not self.alien:
            if self._said_yes and self.sight.decoder is not None:
                self._said_yes = ticks_diff(now_ms, self._played_ms) >= MEANT_MS
            return self._rest(still_ms)
        if over:
            return self._sweep_after_the_end(still_ms)
        if self.guiding == STRICTLY:
            return self._guide(still_ms)
        fresh = not self._explained
        if fresh:
            self._explain()
        if self._is_explained():
            return self._explained_so_far(still_ms, now_ms, fresh)
        if self.guiding:
            return self._guide(still_ms)
        return self._unexplained(still_ms, now_ms)

    def press(self, button: int, long: bool, over: bool) -> int:
        """Take a pressed button; return an event."""
        if button == YES:
            return self._press_yes(over)
        if long:
            return self._press_back()
        if self.question:
            if self.question.doubted and self.question.is_last:
                self.sight.deny(self.question.turns)
                self.question = None
            else:
                self.question.next()
        elif self.offers:
            self.offered = (self.offered + 1) % len(self.offers)
        elif not over and not self.guiding and self.sight.alter():
            self._explained = False
            self._altered = True
        return NOTHING

    def unsay(self) -> None:
        """Take back a "yes" that was meant for something else, and what was asked for it.

        What pieces speak for is asked again.
        """
        self._said_yes = False
        self.question = None
        self._explained = False

    # Pictures

    def think(self, left: int) -> bool:
        """Go on with what takes the sight long; return True if the lights may change by it.

        ``left``: what it may cost, in empty turns of a loop.
        """
        if not self.sight.work(left):
            return False
        self._explained = False
        self._diagnosed = NOT_YET
        self._sought = NOT_SOUGHT
        if self.sight.decoder is not None:
            # Something else is likely now, though perhaps it shows the same picture.
            self._altered = True
            if self.question is not None and self.question.doubted and not self._is_being_told():
                self.question = None
        return self.verdict != AT_REST

    def _is_being_told(self) -> bool:
        """Tell whether the players are answering a question that offers any turn.

        They know best: what they have asked for with "yes" goes on whatever is seen meanwhile,
        and what pictures have asked for as long as these are in doubt, whichever is likeliest.
        """
        question = self.question
        if question is None or not question.complete:
            return False
        return not question.doubted or (question.begun and self.sight.doubtful)

    def evidence(self) -> int:
        """Return the cells that hands have certainly touched since the board was at rest."""
        return 0 if self._rested or self.touched < 0 else self.touched

    def _change(self, shown: int, over: bool, now_ms: int) -> None:
        question = self.question
        if question is not None and not question.doubted and not self._due:
            self._interrupted, self._asked_of = question, self.shown
        if self._rested:
            self._rested = False
            # Who goes on without an answer may still mean what was asked for.
            if self.question is None or not self.question.doubted:
                self.touched = 0
        self.touched |= shown ^ self.shown
        self._since_done |= shown ^ self.shown
        self.sight.touched = self.touched
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
        if self._interrupted is not None and self._is_asked_on():
            return
        # Lights answer a lifted ball at once; only decisions wait for stillness.
        self._explain()
        if self._is_explained():
            self.verdict = UNFINISHED
            if self.sight.late and not self.sight.doubtful:
                # It was sure when it was seen, whatever the hands do meanwhile.
                self._remember_done()
        elif self.verdict != WRONG:
            self.verdict = SETTLING

    def _is_asked_on(self) -> bool:
        """Open the question again if a piece was only touched; return True if so."""
        if self.sight.adds(self.shown, self._asked_of):
            self._interrupted = None
        if self.shown != self._asked_of:
            return False
        self._explain()
        self.question, self._interrupted = self._interrupted, None
        self.verdict = AMBIGUOUS
        return True

    def _explain(self) -> None:
        self.sight.touched = self.touched
        self.sight.explain(self.shown)
        self._explained = self.worked = True
        self.midway = False
        self._rivalry, self._sought = self._sought, NOT_SOUGHT

    def _is_explained(self) -> bool:
        sight = self.sight
        return bool(sight.plain or sight.hidden or sight.partial)

    def _rest(self, still_ms: int) -> int:
        if self.guiding:
            self.guiding = NOT_GUIDING
            self._led = True
        sight = self.sight
        if not self._explained and (sight.doubtful or self._said_yes):
            # Asked with the next turn of the loop: this is long.
            self._explain()
            return NOTHING
        if self._said_yes and still_ms >= YES_MS and not (sight.busy or sight.restless):
            return self._said()
        if not self._rested and still_ms >= self.sight.settle_ms and not self.sight.busy:
            self._come_to_rest()
        question = self.question
        doubtful = self.sight.doubtful
        if question is not None and question.doubted and still_ms >= DOUBT_MS and not doubtful:
            self.question = question = None
        if question is None and doubtful and still_ms >= self.sight.settle_ms and not self._refused:
            question = self._ask_doubtful()
        if question is None:
            self.verdict = AT_REST
            self._good = self._done = self.shown
            due = self.sight.due() if still_ms >= self.sight.settle_ms else ()
            if due:
                self._ask(due)
                self._due = True
                return self._answered()
        return NOTHING

    def _ask_doubtful(self):
        """Ask for the turns that are likely besides what is shown; return the question."""
        turns = self.sight.candidates()
        if turns:
            self._ask(turns, True)
        return self.question

    def _come_to_rest(self) -> None:
        """Ask for a turn that has left no trace, if what was touched speaks for one."""
        self._rested = True
        led, self._led = self._led, False
        if self.touched < 0:
            self.touched = 0
        elif self.touched and not led and not self.question and not self._refused:
            self.sight.touched = self.touched
            turns = self.sight.returns()
            if turns:
                self._ask(turns, True)

    def _guide(self, still_ms: int) -> int:
        if still_ms >= self.sight.settle_ms and not self.offers:
            self._wrong(self.sight.picture() & ~self.alien, "guide")
            if still_ms >= SWEEP_MS and self._is_swept() and not self._refused:
                self._make_offers([OFFER_NEW_GAME])
        return NOTHING

    def _sweep_after_the_end(self, still_ms: int) -> int:
        self.verdict = AT_REST
        if still_ms >= SWEEP_MS and self._is_swept():
            return NEW_GAME
        return NOTHING

    def _explained_so_far(self, still_ms: int, now_ms: int, fresh: bool) -> int:
        self.guiding = NOT_GUIDING
        sight = self.sight
        if self._said_yes and still_ms >= YES_MS and not (sight.busy or sight.restless):
            return self._said()
        if self.question or self.offers:
            return NOTHING
        self.verdict = UNFINISHED
        if still_ms < self.sight.settle_ms or sight.busy:
            return NOTHING
        self._good = self.shown
        self._remember_done()
        if sight.restless:
            # The hands go on already: what they do next tells whether this was all.
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
            if self.left_ms <= 0 and not self._refused:
                if not several:
                    return self._play_unless_rivalled(sight.plain[0])
                self._ask(sight.plain)
        elif sight.doubtful and sight.hidden and not self._refused:
            self._ask_doubtful()
        elif still_ms >= EMPTY_MS and self._is_swept() and not self._refused:
            self._make_offers([OFFER_NEW_GAME])
        elif sight.reversible and still_ms >= BACK_MS and not self._diagnosed:
            # Half a turn of one player may be a whole change of the other's.
            self._diagnosed = DIAGNOSED
            rival = self._rival(now_ms) if sight.has_new(self.shown) else NO_OFFER
            if rival and not self._refused:
                self._make_offers([rival])
        return NOTHING

    def _note_done(self) -> None:
        """Remember a turn that stood only for a moment, because then a piece was touched.

        Not what may still grow, and not where pictures are only likely.
        """
        sight = self.sight
        if self._explained and len(sight.plain) == 1 and sight.decoder is None:
            if not (sight.partial or sight.hidden or self.guiding):
                self._remember_done()

    def _remember_done(self) -> None:
        """Keep a picture with one turn: the next player's move may make it evident."""
        if len(self.sight.plain) == 1 and not self.sight.awaited:
            self._done, self._done_touched, self._since_done = self.shown, self.touched, 0

    def _play_unless_rivalled(self, turn: int) -> int:
        """Play a turn, or ask where the same picture may also be a change of the last turn."""
        if self._rivalry <= NO_OFFER:
            return self._play(turn)
        self.turn = turn
        self._make_offers([OFFER_TURN, self._rivalry])
        return NOTHING

    def _rival(self, now_ms: int) -> int:
        """Return the offer that explains a picture as a change of the last turn, if one does."""
        if not self.sight.reversible or not self.sight.game.ply:
            return NO_OFFER
        self.ply = self.sight.game.ply - 1
        if self.sight.earlier(self.shown) == self.ply:
            return OFFER_BACK
        revision = self._revision(now_ms)
        self._leave()
        self._sought = revision
        return revision

    def _unexplained(self, still_ms: int, now_ms: int) -> int:
        if self.offers or self._is_being_told():
            return NOTHING
        if still_ms < self.sight.settle_ms or self.sight.busy:
            if self.verdict != WRONG:
                self.verdict = SETTLING
            return NOTHING
        if self._said_yes and self.sight.decoder is not None and not self.sight.restless:
            if self._diagnosed == DIAGNOSED and (self._refused or not self._plan):
                return self._said()
        # What follows from it is done with the next turn of the loop: this one was long.
        if self._diagnosed == NOT_YET:
            self._diagnosed = REVISED
            self._look_back(now_ms)
            return NOTHING
        if self._diagnosed == REVISED:
            self._diagnosed = DIAGNOSED
            self._diagnose()
            return NOTHING
        if self._plan and (still_ms >= self._plan_ms or self._said_yes):
            if self._plan == PLAY:
                self._evidenced = True
                return self._play(self.turn)
            if self._plan == UNDO:
                return self._undo(self.ply)
            if not self._refused:
                self._make_offers(self._planned)
                return NOTHING
        if still_ms >= WRONG_MS:
            self._wrong(self._nearest(), "")
        return NOTHING

    def _look_back(self, now_ms: int) -> None:
        """Find out, once per picture, whether it may mean something that was before."""
        self.ply = self.sight.earlier(self.shown)
        self.turn = self._evident()
        self._revised = NO_OFFER
        if self.turn < 0 and not self._is_swept_amid_play():
            self._revised = self._revision(now_ms)
        self._leave()

    def _is_swept_amid_play(self) -> bool:
        return self._is_swept() and (self.sight.game.ply > 2 or self.ply < 0)

    def _leave(self) -> None:
        """Hold the explanations as those of another position."""
        self._explained = False
        self.midway = self.worked = True

    def _diagnose(self) -> None:
        """Decide what the picture may mean and how long to wait for more."""
        game = self.sight.game
        swept, revision = self._is_swept_amid_play(), self._revised
        self._plan = NOTHING
        if self.turn >= 0:
            self._plan, self._plan_ms = PLAY, self.sight.settle_ms
        elif swept:
            self._plan, self._plan_ms, self._planned = ASK, SWEEP_MS, [OFFER_NEW_GAME]
        elif self.ply >= 0:
            self._plan_ms = BACK_MS
            if revision:
                # A ball pushed on can look just like turns undone out of sight.
                self._plan, self._planned = ASK, [revision, OFFER_BACK]
            elif not self._named and self.sight.left_traces(self.ply, self.shown):
                self._plan = UNDO
            else:
                # One lifted ball must not silently undo what the switches never saw.
                self._plan, self._planned = ASK, [OFFER_BACK]
        elif revision == OFFER_SLID and not (self._named or self.sight.disputed(self.shown)):
            self.ply = game.ply - 1
            # Without the ball standing elsewhere, only a "done" tells it from a lifted one.
            moved = self.sight.has_new(self.shown)
            self._plan, self._plan_ms = UNDO, TOUCH_MS if moved else NEVER_MS
        elif revision:
            self._plan, self._plan_ms, self._planned = ASK, BACK_MS, [revision]

    def _evident(self) -> int:
        """Return the turn that the next player's move makes evident, -1 if there is none.

        Afterwards the picture has to be explained anew.
        One ball was taken back and another could have been; now the next
        moves, so it was over.
        """
        self.sight.touched = self._done_touched
        self.sight.explain(self._done)
        plain = self.sight.plain
        if len(plain) == 1 and self._is_followed(plain[0]):
            return plain[0]
        evident = -1
        for turn, cells in self.sight.firsts(self.shown, self.touched):
            touched, self._since_done = self._since_done, self.touched & ~cells
            if not self._is_followed(turn):
                self._since_done = touched
            elif evident >= 0:
                return -1
            else:
                evident, self._done_touched = turn, cells
        return evident

    def _is_followed(self, turn: int) -> bool:
        """Tell whether the next player may have done the rest."""
        sight = self.sight
        sight.play(turn)
        followed = False
        if not sight.game.outcome():
            sight.touched = self._since_done
            sight.explain(self.shown)
            followed = self._is_explained()
        sight.unplay()
        return followed

    def _revision(self, now_ms: int) -> int:
        """Return OFFER_SLID or OFFER_LATE if the last turn was changed after it was understood.

        Its ball was pushed on within a few seconds; or a second ball was taken
        back after all, which always asks: the opponent may have lifted that
        ball by mistake.  Afterwards the picture has to be explained anew.
        """
        sight = self.sight
        game = sight.game
        if not game.ply:
            return NO_OFFER
        slid = sight.contradicts(self.shown)
        if sight.decoder is not None and sight.has_new(self._good & self.shown):
            # The new ball came while the old one still stood: it is another one.
            slid = False
        if slid and ticks_diff(now_ms, self._played_ms) > self.sight.slide_ms:
            return NO_OFFER
        turn = game.undo()
        # The position before it needs no turn to explain it: that is an undo, not a slide.
        slid = slid and self.shown != sight.picture()
        sight.touched = self.touched | self._touched_before
        sight.explain(self.shown)
        explained, sure = self._is_explained(), len(sight.plain) == 1 and not sight.partial
        if sight.reversible:
            # Whatever else there is to ask can be asked when the turn is undone.
            sure = bool(sight.plain)
        if sight.busy:
            explained = sure = False
        sight.play(turn)
        if slid:
            return OFFER_SLID if explained else NO_OFFER
        return OFFER_LATE if sure else NO_OFFER

    def _nearest(self) -> int:
        """Return the picture that needs fewer repairs: the position, or the turn as it stood."""
        position = self.sight.picture()
        distance = self.sight.distance
        if distance(self.shown, self._good) < distance(self.shown, position):
            return self._good
        return position

    def _is_swept(self) -> bool:
        return self.sight.is_empty(self.shown)

    # Decisions

    def _play(self, turn: int) -> int:
        self.turn = turn
        self._named = False
        self.verdict = COMPLETE
        return PLAY

    def _undo(self, ply: int) -> int:
        self.ply = ply
        self._revising = True
        self._named = False
        self.verdict = TAKEN_BACK
        return UNDO

    def _ask(self, turns, doubted: bool = False) -> None:
        self.question = Question(self.sight, turns, doubted)
        self.question.complete = self.sight.offers_any
        self.verdict = AMBIGUOUS

    def _make_offers(self, offers: list[int]) -> None:
        self.offers = offers
        self.offered = 0
        self.verdict = AMBIGUOUS

    def _wrong(self, target: int, rule: str) -> None:
        self.target = target
        self._led = True
        if self.verdict != WRONG or not self.rule:
            self.verdict = WRONG
            self.rule = rule or self.sight.refusal(self.shown)

    # Buttons

    def _press_yes(self, over: bool) -> int:
        offer = self.offer
        if offer:
            self.offers = []
            if offer == OFFER_NEW_GAME:
                return NEW_GAME
            if offer == OFFER_TURN:
                return self._play(self.turn)
            return self._undo(self.ply if offer == OFFER_BACK else self.sight.game.ply - 1)
        if over:
            return NOTHING
        if self.question:
            self.question.yes()
            return self._answered()
        if self.guiding:
            # The players insist on what stands there.
            self.guiding = NOT_GUIDING
            self._said_yes = self.sight.retell()
            self._explained = False
            return NOTHING
        if self._withdrawn and self.sight.retell():
            self._explained = False
        self._said_yes = True
        return NOTHING

    def _said(self) -> int:
        """Act on the players' word that the turn is done."""
        self._said_yes = False
        if self.question:
            return NOTHING
        turns = self.sight.candidates()
        if not turns:
            if self.sight.recall():
                # Asked for among more turns with the next turn of the loop.
                self._explained = False
                self._said_yes = True
                return NOTHING
            self._refused = True
            at_rest = self.shown == self.sight.picture()
            self.rule = "no-turn-seen" if at_rest else self.sight.refusal(self.shown)
            return NOTHING
        self._ask(turns)
        return self._answered()

    def _answered(self) -> int:
        question = self.question
        if question is None or question.turn < 0:
            return NOTHING
        self.question = None
        self.sight.named()
        event = self._play(question.turn)
        self._named = self.sight.decoder is not None
        return event

    def _press_back(self) -> int:
        """A long press: close the question or offer, else take back a turn."""
        if (self.question and not self._due) or self.offers or self._interrupted:
            question = self.question
            if question is not None and not (question.doubted or question.complete):
                # Nothing that was likely is true: "yes" asks for any turn now.
                self._withdrawn = True
            self.question = self._interrupted = None
            self.offers = []
            self._refused = True
            return NOTHING
        ply = self.sight.earlier(self.shown) if self.shown != self.sight.picture() else -1
        if ply < 0:
            ply = self.sight.game.ply - 1
        self._withdrawn = ply >= 0
        return self._undo(ply) if ply >= 0 else NOTHING
