"""Hints within a limit, and a turn that loses by force offered to be taken back.

A turn of a person is judged once the board rests.  Only a loss that is proven counts, and only
where another turn was not lost as well.  While the question stands, an engine waits and so does
the clock; another turn, or a turn taken back by hand, answers it.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from boardcore.errors import ParseError
from boardcore.link.wire import pack
from boardcore.options import parse_options
from underboard.errors import UnderboardError
from underboard.game_state import GameState
from underboard.jsontype import JsonObject
from underboard.records.mirror import TURN, Entry
from underboard.referee.assist.hints import HINT_S, NOTHING, OFF, HintGiver
from underboard.referee.assist.training_options import NO_LIMIT, TrainingOptions
from underboard.registry import game_of

if TYPE_CHECKING:
    from underboard.engine.evaluation import Evaluator, ScoredTurn
    from underboard.referee.session import Session

SHARE = 20
"""Turns of the review whose effort per turn is spent on one turn here: below a second; chosen."""


class Training:
    """Training of one session; ``habits`` are those of its game."""

    def __init__(self, session: "Session", hints: str) -> None:
        self._session = session
        self.habits = TrainingOptions(hints)
        self._advice = HintGiver(hints, session.table, session.texts)
        self._judge: Evaluator | None = None
        self._kept = ""
        self._unjudged = -1  # the side whose last turn is to be judged
        self._hinted: object = None  # the position about which a hint was counted
        self.offered = -1
        """The side that may take its last turn back, -1 for none."""
        self.plies = 0
        """Turns of both sides until its loss, 0 where that is not known."""

    # The beginning

    def want(self, **changes: Any) -> None:
        """Change habits from now on: ``hints``, ``limits``, ``warns``."""
        if changes.get("warns") and not self._can_judge():
            changes["warns"] = False
            self._session.notify("training.none")
        self.habits = replace(self.habits, **changes)
        session = self._session
        self._advice = HintGiver(self.habits.hints, session.table, session.texts)
        session.changed = True
        self._keep()

    def take_up(self) -> None:
        """Go on with the habits of the record, if it has any that can be read."""
        row = self._session.board.row
        try:
            text = self._session.board.records.training(row) if row else ""
            if text:
                self.habits = TrainingOptions.from_text(text)
                self._kept = f"{row} {text}"
        except (ParseError, UnderboardError):
            return
        self.want()

    def forget(self) -> None:
        """Another game has begun: all hints may be asked for again."""
        self._advice.forget()
        self._drop()
        self._hinted = None
        self.habits = replace(self.habits, used=(0, 0))

    # Hints

    def hint(self) -> None:
        """Say the next part of a hint, and light it when it is a whole turn."""
        session = self._session
        if session.computing.is_on:
            session.notify("computing")
            return
        mirror = session.mirror
        moment = (mirror.id, mirror.last)
        if self.habits.hints != OFF and not mirror.outcome:
            if not self.spend(moment):
                session.say(self.none_left())
                return
        hint, turn = "", NOTHING
        with session.computing.begun() as game:
            hint, turn = self._advice.ask(game, moment, session.keep_alive)
        if not hint:
            return  # the game has changed meanwhile
        session.say(hint)
        left = self.habits.left(mirror.game.side)
        if turn != NOTHING:
            session.command("hint", HINT_S, pack(session.rules.turn_text(turn)))
        elif left != NO_LIMIT and self._hinted == moment and self.habits.hints != OFF:
            session.notify("hints-left", side=self._name(mirror.game.side), left=left)

    def may_spend(self, moment: object) -> bool:
        """Return True if the side to move has a hint left, or was given one about this."""
        return moment == self._hinted or bool(self.habits.left(self._session.mirror.game.side))

    def spend(self, moment: object) -> bool:
        """Count a hint about this position, once; return False if none is left."""
        side = self._session.mirror.game.side
        if moment == self._hinted:
            return True
        if not self.habits.left(side):
            return False
        used = list(self.habits.used)
        used[side] += 1
        self._hinted = moment
        self.habits = replace(self.habits, used=(used[0], used[1]))
        self._keep()
        return True

    def none_left(self) -> str:
        """Return that the side to move may ask for no more hints."""
        side = self._name(self._session.mirror.game.side)
        return self._session.texts("cli.play.hints-spent", side=side)

    # Turns that lose

    def hear(self, entry: Entry) -> None:
        """Process an entry of the game; a person's turn is judged soon, and offers end."""
        session = self._session
        self._drop()
        self._keep()
        if (
            entry.kind == TURN
            and self.habits.warns
            and entry.index == session.mirror.last
            and self._can_judge()
        ):
            side = session.table.side_of(entry.side)
            if session.seats[side] is None:
                self._unjudged = side

    def step(self) -> bool:
        """Judge what was played, if the board rests; return whether the game may go on."""
        side, self._unjudged = self._unjudged, -1
        if side >= 0:
            with self._session.computing.begun():
                self._look(side)
        return self.offered < 0

    @property
    def is_judged(self) -> bool:
        """Return True if no turn waits to be judged."""
        return self._unjudged < 0

    def confirm(self) -> bool:
        """Take a "yes"; return whether a turn was taken back by it."""
        if self.offered < 0:
            return False
        self._drop()
        session = self._session
        session.take_back(session.mirror.game.ply - 1)
        return True

    def go_on(self) -> bool:
        """Take a "next"; return whether a question was answered by it."""
        offered = self.offered >= 0
        if offered:
            self._drop()
            self._session.notify("training.on")
        return offered

    def words(self) -> str:
        """Return what is offered."""
        key = "training.within" if self.plies else "training.lost"
        side = self._name(self.offered)
        return self._session.texts(f"cli.play.{key}", side=side, plies=self.plies)

    def _look(self, side: int) -> None:
        session = self._session
        mirror = session.mirror
        at = (mirror.id, mirror.last)
        game = session.rules.Game(mirror.variant, parse_options(mirror.options), mirror.start)
        turns = list(mirror.game.turns)
        for turn in turns[:-1]:
            game.play_turn(turn)
        if session.over or session.table.is_setup(game):
            return
        game.play_turn(turns[-1])
        if not self._is_won(game):
            return
        plies = self.plies
        game.undo()
        # Where nothing else is known to be better there is nothing to think again about.
        lost = self._best(game) in (None, turns[-1])
        if not lost and at == (mirror.id, mirror.last):
            self.offered, self.plies = side, plies
            session.changed = True
            session.say(f"{self.words()} {session.texts('cli.play.training.answer')}")

    def _is_won(self, game: GameState) -> bool:
        """Return True if the side that is to move wins by force, and note within how many turns."""
        worth = self._judged(game).worth
        self.plies = worth.distance
        return worth.proven and worth.score == 1

    def _best(self, game: GameState) -> int | None:
        """Return the best turn that is found, None if all are lost."""
        best = self._judged(game)
        return None if best.worth.proven and not best.worth.score else best.turn

    def _can_judge(self) -> bool:
        return game_of(self._session.name).part("judge") is not None

    def _judged(self, game: GameState) -> "ScoredTurn":
        # Not at the top: who plays without training needs no judge.
        if self._judge is None:
            from underboard.engine.evaluation import judge_of

            self._judge = judge_of(self._session.name, SHARE, fast=False)
        return self._judge.best(game, self._session.keep_alive)

    def _drop(self) -> None:
        self._unjudged = self.offered = -1
        self.plies = 0
        self._session.changed = True

    def _keep(self) -> None:
        """Have the record know the habits; a game that nobody has played yet has none."""
        board = self._session.board
        key = f"{board.row} {self.habits.text}"
        if (
            not board.row
            or key == self._kept
            or (not self._kept and self.habits == TrainingOptions())
        ):
            return
        try:
            board.records.set_training(board.row, self.habits.text)
            self._kept = key
        except UnderboardError:
            return  # no turn is lost by it, and it is kept again with the next one

    def _name(self, side: int) -> str:
        return self._session.table.side_name(side, self._session.texts)

    def as_data(self) -> JsonObject:
        """Return what a page shows, as JSON."""
        left = [self.habits.left(side) for side in (0, 1)]
        return {
            "training": self.habits.warns,
            "limits": [None if n == NO_LIMIT else n for n in self.habits.limits],
            "hints_left": [None if n == NO_LIMIT else n for n in left],
            "loses": {"side": self.offered, "plies": self.plies} if self.offered >= 0 else None,
        }
