"""Dialogue: what the players are asked, what they answer by buttons, and what follows.

Nothing here knows time, or what a picture means: ``tracker`` does, and decides when to ask.
What each button does is the table BUTTONS.  None of its rows is a dead end: in each, the players
can name a turn, or close what is open, or take a turn back.
"""

from boardcore.play.question import Question
from boardcore.play.sighting import (
    ANY,
    ASTRAY,
    EVENTS,
    LED,
    NEXT,
    PASSED,
    REFUSED,
    REFUSES,
    RENEWS,
    RETRACTED,
    SAID,
    STALE,
    UNSAID,
    UNSEEN,
    VALID,
    Sighting,
)
from boardcore.verdicts import (
    AFTER,
    ASKED,
    AT_REST,
    CLOSED,
    END,
    FINDINGS,
    NEW_GAME,
    NO_OFFER,
    NOTHING,
    OFFER_BACK,
    OFFER_END,
    OFFER_NEW_GAME,
    OFFER_TURN,
    PLAY,
    PLAYED,
    UNDO,
    UNDONE,
)

ROUNDS = 2
"""Rounds of refused answers after which none of them is meant; one may be an oversight."""
BACK = 2
"""The column of BUTTONS for "next" held for long."""

NO_QUESTION, OFFER, QUESTION, DOUBT, TOLD, DUE, TOUCHED, DECIDED, GUIDED = range(9)
"""What is open for the players: nothing; an offer; a question among turns; whether there was one
at all; any turn; what no sensor sees; a question that waits while a hand touches a piece.  Of no
question, but of what the buttons mean: the game is decided; hands are led to a position."""

CLOSES, TOUCHES, RETURNS = range(3)
"""What may happen to it, besides that something else is asked: it is closed; the picture changes;
it is again the one that was asked about."""

OPEN_AFTER = bytes((
    # CLOSES     TOUCHES      RETURNS
    NO_QUESTION, NO_QUESTION, NO_QUESTION,
    # OFFER: whoever goes on does not want it
    NO_QUESTION, NO_QUESTION, OFFER,
    # QUESTION: whoever only touches a piece is asked on
    NO_QUESTION, TOUCHED,     QUESTION,
    # DOUBT: pictures have asked, and others may be likely now
    NO_QUESTION, NO_QUESTION, DOUBT,
    # TOLD: the players know best, whatever is seen meanwhile
    NO_QUESTION, TOLD,        TOLD,
    # DUE: asked anew as soon as the board rests
    NO_QUESTION, NO_QUESTION, DUE,
    # TOUCHED
    NO_QUESTION, TOUCHED,     QUESTION,
))  # fmt: skip
"""OPEN_AFTER[3 * open + what happens]: what is open after it; the first row is NO_QUESTION."""

BUTTONS = (
    # YES       NEXT           BACK
    "say_done", "choose_kind", "take_back",  # NO_QUESTION
    "accept",   "show_offer",  "close",      # OFFER
    "choose",   "show_answer", "withdraw",   # QUESTION
    "choose",   "show_doubt",  "close",      # DOUBT
    "choose",   "show_answer", "close",      # TOLD
    "choose",   "show_answer", "take_back",  # DUE: closed, it would be asked again
    "say_done", "choose_kind", "close",      # TOUCHED
    None,       None,          "take_back",  # DECIDED
    "insist",   None,          "take_back",  # GUIDED
)  # fmt: skip
"""BUTTONS[3 * what is open + button]: the method of ``Dialogue`` that is called, None for none."""


class Dialogue:
    """The players' side of one game on one board."""

    def __init__(self, recognizer, now_ms: int) -> None:
        self.recognizer = recognizer
        self.sighting = Sighting(recognizer.picture(), now_ms)
        self.state = UNSEEN
        """How far the picture is understood, a row of NEXT and WORK."""
        self.verdict = AT_REST
        self.turn = -1
        """With the event PLAY, while an offer asks for it, or while EVIDENT: the turn."""
        self.ply = -1
        """With the event UNDO, while an offer asks for it, or while the picture seems to be one
        that was before: how many turns are to be left."""
        self.rival = NO_OFFER
        """How else the picture may have come about: the offer that asks for it."""
        self.rule = ""
        """While something is refused: the name of the rule."""
        self.alien = 0
        """While LED: cells that show a piece, but the wrong one, until they were empty."""
        self.worked = False
        """Whether it took long to explain the last picture, or what players said of it."""
        self.open = NO_QUESTION
        """What is open for the players, a row of OPEN_AFTER."""
        self._question: Question | None = None  # also while a hand touches a piece
        self.offers: list[int] = []
        """Offers that are open, the one that is lit first; empty while there are none."""
        self._withdrawn = False  # by a button: the last turn, or all that was likely
        self._named = 0  # until this ply turns were named: no picture undoes them silently

    @property
    def shown(self) -> int:
        """The picture that the board shows."""
        return self.sighting.shown

    @property
    def question(self) -> "Question | None":
        """The open question among turns, None if there is none."""
        return None if self.open == TOUCHED else self._question

    @property
    def guiding(self) -> bool:
        """Whether the hands are being led to the position."""
        return self.state == LED or self.state == ASTRAY

    @property
    def offer(self) -> int:
        """The offer that is lit, NO_OFFER if there is none."""
        return self.offers[0] if self.offers else NO_OFFER

    def open_now(self, over: bool) -> int:
        """Return what is open, a row of BUTTONS.  ``over``: the game is decided."""
        if over and self.open != OFFER:
            return DECIDED
        return GUIDED if self.guiding and self.open == NO_QUESTION else self.open

    def press(self, button: int, long: bool, over: bool) -> int:
        """Take a pressed button; return an event.  ``over``: the game is decided."""
        column = BACK if long and button else button
        name = BUTTONS[3 * self.open_now(over) + column]
        return getattr(self, name)() if name else NOTHING

    def unsay(self) -> None:
        """Take back a "yes" that was meant for something else, and what was asked for it.

        What pieces speak for is asked again.
        """
        self.sighting.word = UNSAID
        self._renew()
        self._close()

    # Decisions

    def _find(self, finding: int) -> None:
        self.verdict = AFTER[FINDINGS * self.verdict + finding]

    def _go(self, event: int) -> None:
        """Follow NEXT."""
        self.state = NEXT[EVENTS * self.state + event]

    def _renew(self) -> None:
        """Let the picture be explained anew."""
        self._go(RENEWS)
        if self.sighting.lists == VALID:
            self.sighting.lists = STALE

    def _play(self, turn: int) -> int:
        self.turn = turn
        self._find(PLAYED)
        return PLAY

    def _undo(self, now_ms: int) -> int:
        """Undo all turns after ``ply``."""
        self.state = RETRACTED
        self._find(UNDONE)
        return UNDO

    def _happen(self, event: int) -> None:
        """Follow OPEN_AFTER."""
        self._open(OPEN_AFTER[3 * self.open + event])

    def _open(self, now: int) -> None:
        """Let this be open: keep what belongs to it, and forget the rest."""
        asked = OFFER <= self.open <= DUE
        self.open = now
        if now != OFFER:
            self.offers = []
        if QUESTION <= now <= DUE:
            if self.sighting.word == SAID:
                self.sighting.word = UNSAID
        elif now != TOUCHED:
            self._question = None
        if OFFER <= now <= DUE:
            self._find(ASKED)
        elif asked:
            self._find(CLOSED)

    def _ask(self, turns, kind: int) -> None:
        """Ask among turns; ``kind``: QUESTION, DOUBT, TOLD or DUE."""
        complete = kind == TOLD or self.recognizer.offers_any
        if kind == QUESTION and complete:
            kind = TOLD
        self._open(kind)
        self._question = Question(self.recognizer, turns, kind == DOUBT, complete)
        self._question.picture = self.shown

    def _ask_any(self) -> None:
        """Ask which of all legal turns it was, if they are known: those first that are likely."""
        sighting = self.sighting
        turns = self.recognizer.beginnings(sighting.shown)
        if turns is None:
            return
        sighting.word = UNSAID
        likely = self.recognizer.candidates() if sighting.lists == VALID else []
        turns = likely + [turn for turn in turns if turn not in likely]
        if turns:
            self._ask(turns, TOLD)

    def _ask_doubtful(self) -> None:
        """Ask for the turns that are likely besides."""
        turns = self.recognizer.candidates()
        if turns:
            self._ask(turns, DOUBT)

    # Cells of WORK, in ``tracker``

    def _offer_new(self, now_ms: int) -> int:
        """Offer a new game if nothing stands any more."""
        if self.recognizer.is_empty(self.shown) and self.sighting.word != REFUSED:
            self.make_offers([OFFER_NEW_GAME])
        return NOTHING

    def _offer(self, now_ms: int) -> int:
        offers = [self.rival] if self.rival else []
        self.make_offers(offers + [OFFER_BACK] if self.ply >= 0 else offers)
        return NOTHING

    def _pass(self, now_ms: int) -> int:
        """Play the turn that was over before."""
        if self.worked:
            return NOTHING  # to explain what stands was long
        self.state = PASSED
        return self._play(self.turn)

    # Offers

    def make_offers(self, offers) -> None:
        """Light one offer after the other, until one is accepted."""
        self._open(OFFER)
        self.offers = list(offers)

    # While hands are at work

    def _close(self) -> None:
        """Close what is asked."""
        self._happen(CLOSES)

    def _is_being_told(self) -> bool:
        """Tell whether the players are answering a question that offers any turn.

        They know best: what they have asked for with "yes" goes on whatever is seen meanwhile,
        and what pictures have asked for as long as these are in doubt, whichever is likeliest.
        """
        question = self.question
        if question is None or self.open != DOUBT:
            return self.open == TOLD
        return question.complete and question.begun and self.recognizer.doubtful

    def _is_asked_on(self) -> bool:
        """Open the question again if a piece was only touched; tell whether it was."""
        kept = self._question
        if self.open != TOUCHED or kept is None:
            return False
        if self.shown == kept.picture:
            self._happen(RETURNS)
            return True
        if self.recognizer.adds(self.shown, kept.picture):
            self._close()
        return False

    # Buttons: the cells of BUTTONS

    def accept(self) -> int:
        """Accept the offer that is lit."""
        offer = self.offer
        self._close()
        if offer == OFFER_NEW_GAME:
            return NEW_GAME
        if offer >= OFFER_END:
            return END + offer - OFFER_END
        if offer == OFFER_TURN:
            return self._play(self.turn)
        if offer != OFFER_BACK:
            self.ply = self.recognizer.game.ply - 1
        return self._undo(0)

    def show_offer(self) -> int:
        """Light the next offer."""
        self.offers = self.offers[1:] + self.offers[:1]
        return NOTHING

    def choose(self) -> int:
        """Take the answer that is lit."""
        assert self.question is not None
        self.question.yes()
        return self._answered()

    def show_answer(self) -> int:
        """Light the next answer; who has seen all of them twice is asked among all turns."""
        question = self.question
        assert question is not None
        question.next()
        if question.rounds == ROUNDS and not question.complete:
            self.sighting.word = ANY
        return NOTHING

    def show_doubt(self) -> int:
        """Light the next answer; after the last one there was no turn."""
        question = self.question
        assert question is not None
        if not question.is_last:
            return self.show_answer()
        self.recognizer.deny(question.turns)
        self._withdrawn = True
        self._close()
        return NOTHING

    def choose_kind(self) -> int:
        """Take the next kind of piece as meant."""
        if self.recognizer.alter():
            self._renew()
            self.sighting.since_ms = -1
        return NOTHING

    def insist(self) -> int:
        """Take what stands as a turn, though the hands were being led to something else."""
        self.state = UNSEEN
        self.alien = 0
        self.rule = ""
        if self._withdrawn:
            self.sighting.word = ANY
        self.sighting.lists = STALE
        return NOTHING

    def say_done(self) -> int:
        """Hear that the turn is done.

        Said again after a refusal, or after a turn was withdrawn, it means any legal turn.
        """
        anything = self._withdrawn or self.sighting.word >= REFUSED
        self.sighting.word = ANY if anything else SAID
        return NOTHING

    def close(self) -> int:
        """Close the question or offer: nothing of it is true."""
        self._close()
        self._go(REFUSES)
        if self.sighting.word != SAID:
            # Who has said that a turn is done is still to be answered.
            self.sighting.word = REFUSED
        return NOTHING

    def withdraw(self) -> int:
        """Hear that nothing that was likely is true: "yes" asks for any turn now."""
        self._withdrawn = True
        return self.close()

    def take_back(self) -> int:
        """Take back turns until what is shown, else the last one."""
        ply = self.recognizer.earlier(self.shown) if self.shown != self.recognizer.picture() else -1
        if ply < 0:
            ply = self.recognizer.game.ply - 1
        self._withdrawn = ply >= 0
        if ply < 0:
            return NOTHING
        self.ply = ply
        return self._undo(0)

    # What comes of it

    def _said(self, now_ms: int) -> int:
        """Act on the players' word that the turn is done."""
        sighting = self.sighting
        sighting.word = UNSAID
        if self.question:
            return NOTHING
        self.worked = True
        turns = self.recognizer.candidates()
        if not turns:
            at_rest = self.shown == self.recognizer.picture()
            if self.recognizer.estimates and not (at_rest and self.recognizer.awaited):
                # Where the picture is only an estimate, the players are believed at once.
                sighting.word = ANY
                return NOTHING
            sighting.word = REFUSED
            self.rule = "no-turn-seen" if at_rest else self.recognizer.refusal(self.shown)
            return NOTHING
        self._ask(turns, QUESTION)
        return self._answered()

    def _answered(self) -> int:
        question = self.question
        if question is None or question.turn < 0:
            return NOTHING
        self._close()
        self.recognizer.named(question.complete)
        if self.recognizer.estimates or question.complete:
            self._named = self.recognizer.game.ply + 1
        return self._play(question.turn)
