"""Questions to the players, their answers by buttons, and the consequences.

This module knows neither time nor the meaning of a snapshot: ``tracker`` does, and decides when to
ask.  The table BUTTONS says what each button does.  No row of it is a dead end: in each, players
can name a turn, close what is open, or take a turn back.
"""

from boardcore import verdicts
from boardcore.play import states
from boardcore.play.question import Question
from boardcore.play.states import Snapshot
from boardcore.play.undo import UndoDetector
from boardcore.ticks import recent
from boardcore.verdicts import NOTHING

ROUNDS = 2
"""Times that all answers are shown before all legal turns are offered; chosen for one
oversight."""
BACK = 2
"""Index of the column of BUTTONS for "next" held for long, after those of presses."""

NO_QUESTION, OFFER, QUESTION, DOUBT, NAMING, DUE, TOUCHED, DECIDED, GUIDED = range(9)
"""Kinds of open question: none; an offer; a question among turns; one that *no turn* may answer,
too; one among all turns; one about what no sensor sees; one that waits while a hand touches a
piece.  In DECIDED (the game is over) and GUIDED (lights lead hands to a position) nothing is asked,
but the buttons do something else."""

CLOSES, TOUCHES, RETURNS = range(3)
"""Events of a question: it is closed; the snapshot changes; the snapshot it is about returns."""

OPEN_AFTER = bytes((
    # CLOSES     TOUCHES      RETURNS
    NO_QUESTION, NO_QUESTION, NO_QUESTION,
    # OFFER: closed by the next move of a piece
    NO_QUESTION, NO_QUESTION, OFFER,
    # QUESTION: kept if a piece is only touched
    NO_QUESTION, TOUCHED,     QUESTION,
    # DOUBT: asked because of snapshots, which may have changed
    NO_QUESTION, NO_QUESTION, DOUBT,
    # NAMING: stays open, because the players name a turn
    NO_QUESTION, NAMING,        NAMING,
    # DUE: asked again at the next rest
    NO_QUESTION, NO_QUESTION, DUE,
    # TOUCHED
    NO_QUESTION, TOUCHED,     QUESTION,
))  # fmt: skip
"""OPEN_AFTER[3 * open + event]: what is open after the event; the first row is NO_QUESTION."""

BUTTONS = (
    # YES       NEXT           BACK
    "say_done", "choose_kind", "take_back",  # NO_QUESTION
    "accept",   "show_offer",  "close",      # OFFER
    "choose",   "show_answer", "withdraw",   # QUESTION
    "choose",   "show_doubt",  "close",      # DOUBT
    "choose",   "show_answer", "close",      # NAMING
    "choose",   "show_answer", "take_back",  # DUE: if closed, it would be asked again
    "say_done", None,          "close",      # TOUCHED: "next" was for the question
    None,       None,          "take_back",  # DECIDED
    "override_guide",   None,          "take_back",  # GUIDED
)  # fmt: skip
"""BUTTONS[3 * open + button]: the method of ``Dialogue`` that is called, None for none."""


class Dialogue:
    """The players' side of one game on one board."""

    def __init__(self, recognizer, now_ms: int) -> None:
        self.recognizer = recognizer
        self.snapshot = Snapshot(recognizer.expected(), now_ms)
        self._past = UndoDetector(recognizer, now_ms)
        self.state = states.NEW
        """State of the explanation of the snapshot: a row of NEXT and WORK."""
        self.verdict = verdicts.AT_REST
        self.turn = -1
        """The turn of the event PLAY, of an offer, or of the state TURN_CONFIRMED."""
        self.ply = -1
        """Number of turns left after the event UNDO or an offer of it, or of the earlier snapshot
        that seems to be shown."""
        self.alternative = verdicts.NO_OFFER
        """The offer that explains the snapshot as a change of the last turn, or NO_OFFER."""
        self.rule = ""
        """Name of the rule that a refused snapshot violates, or empty."""
        self.wrong_pieces = 0
        """While GUIDED_STRICT: mask of cells with a wrong piece, until they were empty."""
        self.did_work = False
        """Whether the last call took a long computation."""
        self.open = NO_QUESTION
        """The open question or offer: a row of OPEN_AFTER."""
        self._question: Question | None = None  # kept while a hand touches a piece
        self.offers: list[int] = []
        """Open offers, the lit one first."""
        self._withdrawn = False  # players withdrew the last turn or all likely ones
        self._named = 0  # turns up to this ply were named by players: undone only by question

    def bring_along(self, now_ms: int) -> None:
        """Keep stored times within a day; see ``boardcore.ticks.recent``."""
        self.snapshot.since_ms = recent(self.snapshot.since_ms, now_ms)
        self._past.bring_along(now_ms)

    @property
    def observed(self) -> int:
        """The snapshot that the board shows."""
        return self.snapshot.observed

    @property
    def question(self) -> "Question | None":
        """The open question among turns, None if there is none."""
        return None if self.open == TOUCHED else self._question

    @property
    def guiding(self) -> bool:
        """Whether lights lead the hands to the position."""
        return self.state == states.GUIDED_STRICT or self.state == states.GUIDED_SOFT

    @property
    def offer(self) -> int:
        """The offer that is lit, NO_OFFER if there is none."""
        return self.offers[0] if self.offers else verdicts.NO_OFFER

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

    def cancel_reply(self) -> None:
        """Cancel a "yes" that was meant for something else, and the question it opened.

        A question because of the pieces is asked again.
        """
        self.snapshot.reply = states.NO_REPLY
        self._reevaluate()
        self._close()

    # Decisions

    def _set_verdict(self, finding: int) -> None:
        self.verdict = verdicts.NEXT_VERDICT[verdicts.FINDINGS * self.verdict + finding]

    def _change_state(self, event: int) -> None:
        """Change ``state`` by the table NEXT."""
        self.state = states.after(self.state, event)

    def _reevaluate(self) -> None:
        """Have the snapshot explained again."""
        self._change_state(states.REEVALUATE)
        if self.snapshot.validity == states.VALID:
            self.snapshot.validity = states.STALE

    def _play(self, turn: int) -> int:
        self.turn = turn
        self._set_verdict(verdicts.PLAYED)
        return verdicts.PLAY

    def _undo(self, now_ms: int) -> int:
        """Undo all turns after ``ply``."""
        self.state = states.UNDO_PENDING
        self._set_verdict(verdicts.UNDONE)
        return verdicts.UNDO

    def _apply(self, event: int) -> None:
        """Change ``open`` by the table OPEN_AFTER."""
        self._open(OPEN_AFTER[3 * self.open + event])

    def _open(self, now: int) -> None:
        """Set ``open`` and clear what does not belong to it."""
        asked = OFFER <= self.open <= DUE
        self.open = now
        if now != OFFER:
            self.offers = []
        if QUESTION <= now <= DUE:
            if self.snapshot.reply == states.TURN_DONE:
                self.snapshot.reply = states.NO_REPLY
        elif now != TOUCHED:
            self._question = None
        if OFFER <= now <= DUE:
            self._set_verdict(verdicts.ASKED)
        elif asked:
            self._set_verdict(verdicts.CLOSED)

    def _ask(self, turns, kind: int) -> None:
        """Ask among turns; ``kind``: QUESTION, DOUBT, NAMING or DUE."""
        complete = kind == NAMING or self.recognizer.can_ask_all
        if kind == QUESTION and complete:
            kind = NAMING
        self._open(kind)
        self._question = Question(self.recognizer, turns, kind == DOUBT, complete)
        self._question.snapshot = self.observed

    def _ask_any(self) -> None:
        """Ask among all legal turns, if they are known, the likely ones first."""
        snapshot = self.snapshot
        turns = self.recognizer.first_moves(snapshot.observed)
        if turns is None:
            return
        snapshot.reply = states.NO_REPLY
        likely = self.recognizer.candidates() if snapshot.validity == states.VALID else []
        turns = likely + [turn for turn in turns if turn not in likely]
        if turns:
            self._ask(turns, NAMING)

    def _ask_doubtful(self) -> None:
        """Ask among the other likely turns."""
        turns = self.recognizer.candidates()
        if turns:
            self._ask(turns, DOUBT)

    # Cells of WORK, in ``tracker``

    def _offer_new(self, now_ms: int) -> int:
        """Offer a new game if the board is empty."""
        if self.recognizer.is_empty(self.observed) and self.snapshot.reply != states.REJECTED:
            self.make_offers([verdicts.OFFER_NEW_GAME])
        return NOTHING

    def _offer(self, now_ms: int) -> int:
        offers = [verdicts.OFFER_TURN] if self.turn >= 0 else []
        if self.alternative:
            offers.append(self.alternative)
        self.make_offers(offers + [verdicts.OFFER_BACK] if self.ply >= 0 else offers)
        return NOTHING

    def _play_confirmed(self, now_ms: int) -> int:
        """Play the turn that the next move made certain."""
        if self.did_work:
            return NOTHING  # explaining the snapshot was long
        self.state = states.PLAY_PENDING
        return self._play(self.turn)

    # Offers

    def make_offers(self, offers) -> None:
        """Open these offers; the first is lit."""
        self._open(OFFER)
        self.offers = list(offers)

    # While hands are at work

    def _close(self) -> None:
        """Close the question or offer."""
        self._apply(CLOSES)

    def _is_naming(self) -> bool:
        """Return whether the players are answering a question among all turns.

        One opened by "yes" stays open whatever is seen meanwhile; one opened by a doubt stays
        open as long as the doubt.
        """
        question = self.question
        if question is None or self.open != DOUBT:
            return self.open == NAMING
        return question.complete and question.begun and self.recognizer.ambiguous

    def _reopens_question(self) -> bool:
        """Reopen the question if a piece was only touched; return whether it was."""
        kept = self._question
        if self.open != TOUCHED or kept is None:
            return False
        if self.observed == kept.snapshot:
            self._apply(RETURNS)
            return True
        if self.recognizer.adds(self.observed, kept.snapshot):
            self._close()
        return False

    # Buttons: the cells of BUTTONS

    def accept(self) -> int:
        """Accept the lit offer; return an event."""
        offer = self.offer
        self._close()
        if offer == verdicts.OFFER_NEW_GAME:
            return verdicts.NEW_GAME
        if offer >= verdicts.OFFER_END:
            return verdicts.END + offer - verdicts.OFFER_END
        if offer == verdicts.OFFER_TURN and not self._past.put_back:
            return self._play(self.turn)
        if offer == verdicts.OFFER_TURN:
            # A turn it was; which one, is found or asked as ever.
            self._past.put_back = False
            self._reevaluate()
            self.snapshot.since_ms = -1
            return NOTHING
        if offer != verdicts.OFFER_BACK:
            self.ply = self.recognizer.game.ply - 1
        return self._undo(0)

    def show_offer(self) -> int:
        """Light the next offer; return an event."""
        self.offers = self.offers[1:] + self.offers[:1]
        return NOTHING

    def choose(self) -> int:
        """Choose the lit answer; return an event."""
        assert self.question is not None
        self.question.yes()
        return self._answered()

    def show_answer(self) -> int:
        """Light the next answer; after ROUNDS rounds ask among all turns."""
        question = self.question
        assert question is not None
        question.next()
        if question.rounds == ROUNDS and not question.complete:
            self.snapshot.reply = states.ANY_TURN
        return NOTHING

    def show_doubt(self) -> int:
        """Light the next answer; behind the last one, the answer is *no turn*."""
        question = self.question
        assert question is not None
        if not question.is_last:
            return self.show_answer()
        self.recognizer.reject(question.turns)
        self._withdrawn = True
        self._close()
        return NOTHING

    def choose_kind(self) -> int:
        """Select the next kind of piece for the new piece."""
        if self.recognizer.cycle_kind():
            self._reevaluate()
            self.snapshot.since_ms = -1
        return NOTHING

    def override_guide(self) -> int:
        """Explain the snapshot as a turn, although lights lead to another position."""
        self.state = states.NEW
        self.wrong_pieces = 0
        self.rule = ""
        if self._withdrawn:
            self.snapshot.reply = states.ANY_TURN
        self.snapshot.validity = states.STALE
        return NOTHING

    def say_done(self) -> int:
        """Record that the players say that the turn is done.

        After a refusal, or after a turn was withdrawn, this asks among all legal turns.
        """
        anything = self._withdrawn or self.snapshot.reply >= states.REJECTED
        self.snapshot.reply = states.ANY_TURN if anything else states.TURN_DONE
        return NOTHING

    def close(self) -> int:
        """Close the question or offer: none of its answers is right."""
        self._close()
        self._change_state(states.REJECTION)
        if self.snapshot.reply != states.TURN_DONE:
            # A "turn done" is still to be answered.
            self.snapshot.reply = states.REJECTED
        return NOTHING

    def withdraw(self) -> int:
        """Close the question; the next "yes" asks among all legal turns."""
        self._withdrawn = True
        return self.close()

    def take_back(self) -> int:
        """Undo turns down to the earlier snapshot shown, unless that was refused, or the last."""
        ply = -1
        if self.observed != self.recognizer.expected() and self.snapshot.reply != states.REJECTED:
            ply = self.recognizer.earlier(self.observed)
        if ply < 0:
            ply = self.recognizer.game.ply - 1
        self._withdrawn = ply >= 0
        if ply < 0:
            return NOTHING
        self.ply = ply
        return self._undo(0)

    # Consequences

    def _answer_done(self, now_ms: int) -> int:
        """Answer the players who say that the turn is done; return an event."""
        snapshot = self.snapshot
        snapshot.reply = states.NO_REPLY
        doubtful = self._past.put_back  # perhaps the "yes" was for the last turn
        if self.question or doubtful and self.recognizer.visible_turns:
            return NOTHING  # at rest, players are asked all the same
        self.did_work = True
        turns = self.recognizer.candidates()
        if not turns:
            at_rest = self.observed == self.recognizer.expected()
            waits = at_rest and self.recognizer.players_wait_for_lights
            if self.recognizer.estimates and not waits:
                # If the snapshot is an estimate, players are asked at once.
                snapshot.reply = states.ANY_TURN
                return NOTHING
            snapshot.reply = states.REJECTED
            self.rule = "no-turn-seen" if at_rest else self.recognizer.refusal(self.observed)
            return NOTHING
        self._ask(turns, DOUBT if doubtful else QUESTION)
        return self._answered()

    def _answered(self) -> int:
        question = self.question
        if question is None or question.turn < 0:
            return NOTHING
        self._close()
        self.recognizer.set_named_turn()
        if self.recognizer.estimates or question.complete:
            self._named = self.recognizer.game.ply + 1
        return self._play(question.turn)
