"""Dialogue: what the players are asked, what they answer by buttons, and what follows.

Nothing here knows time, or what a picture means: ``tracker`` does, and decides when to ask.
"""

from boardcore.question import Question

SETTLING, AT_REST, UNFINISHED, COMPLETE, TAKEN_BACK, AMBIGUOUS, WRONG = range(7)
VERDICT_NAMES = (
    "settling", "at-rest", "unfinished", "complete", "taken-back", "ambiguous", "wrong",
)  # fmt: skip

NOTHING, PLAY, UNDO, NEW_GAME = range(4)
"""Events: nothing to do; play ``turn``; undo to ``ply``; begin a new game."""

NO_OFFER, OFFER_NEW_GAME, OFFER_SLID, OFFER_LATE, OFFER_BACK, OFFER_TURN = range(6)
"""What "yes" may mean beside a question among turns: begin a new game; the ball of the last
turn was pushed to another cell; a second ball was taken back after all; turns were undone; a
turn was played, though it looks like a change of the last one."""

NOT_GUIDING, LOOSELY, STRICTLY = range(3)
"""How far the hands are being led to a position."""

YES, NEXT = range(2)
"""Buttons."""


class Dialogue:
    """The players' side of one game on one board."""

    def __init__(self, sight) -> None:
        self.sight = sight
        self.shown = sight.picture()
        self.verdict = AT_REST
        self.turn = -1
        self.ply = -1
        self.rule = ""
        """While something is refused: the name of the rule."""
        self.guiding = NOT_GUIDING
        self.question: Question | None = None
        """The open question among turns, None if there is none."""
        self.worked = False
        """Whether it took long to explain the last picture, or what players said of it."""
        self.offers: list[int] = []
        """Offers that are open, one lit at a time; empty while there are none."""
        self._offered = 0  # which of the offers is lit
        self._said_yes = False  # the turn is done, and nothing came of it yet
        self._refused = False  # the players, or what they were asked
        self._withdrawn = False  # by a button: the last turn, or all that was likely
        self._named = False  # the last turn was named by the players: no picture undoes it silently
        self._revising = False  # an undo is due
        self._interrupted: Question | None = None  # a question, open again when it is shown
        self._asked_of = 0  # the picture that it was asked of
        self._due = False  # the question is about what no sensor sees, and always open
        self._explained = False  # the lists of ``sight`` belong to ``shown``
        self._altered = False  # the players chose another kind of piece: wait anew

    @property
    def offer(self) -> int:
        """The offer that is lit, NO_OFFER if there is none."""
        return self.offers[self._offered] if self.offers else NO_OFFER

    def press(self, button: int, long: bool, over: bool) -> int:
        """Take a pressed button; return an event.  ``over``: it is decided."""
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
            self._offered = (self._offered + 1) % len(self.offers)
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

    def _ask_doubtful(self) -> None:
        """Ask for the turns that are likely besides."""
        turns = self.sight.candidates()
        if turns:
            self._ask(turns, True)

    def _make_offers(self, offers: list[int]) -> None:
        self.offers = offers
        self._offered = 0
        self.verdict = AMBIGUOUS

    # While hands are at work

    def _close(self) -> None:
        """Close what was asked of a picture, and forget what was said of it."""
        if self.offers:
            self.offers = []
        self.question = None
        self._said_yes = self._refused = self._due = False
        self.rule = ""

    def _is_being_told(self) -> bool:
        """Tell whether the players are answering a question that offers any turn.

        They know best: what they have asked for with "yes" goes on whatever is seen meanwhile,
        and what pictures have asked for as long as these are in doubt, whichever is likeliest.
        """
        question = self.question
        if question is None or not question.complete:
            return False
        return not question.doubted or (question.begun and self.sight.doubtful)

    def _is_doubted(self) -> bool:
        return self.question is not None and self.question.doubted

    def _is_asked_on(self) -> bool:
        """Open the question again if a piece was only touched; tell whether it was."""
        if self._interrupted is None:
            return False
        if self.sight.adds(self.shown, self._asked_of):
            self._interrupted = None
        if self.shown != self._asked_of:
            return False
        self.question, self._interrupted = self._interrupted, None
        self.verdict = AMBIGUOUS
        return True

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
        self.worked = True
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
