"""One board with its session in a thread, asked from the event loop.

Board, records and session belong to the caller of ``step`` alone: a thread
(``underboard.web.stepping.thread``), or the event loop where there are no threads.  Other callers
hand a function over (``submit``) and await what it returns.  After each step that changed something
a new state is handed to ``publish``.
"""

import logging
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from boardcore.errors import ParseError
from boardcore.layout.layout import Layout
from underboard.deploy.layouts import layout_of
from underboard.device.board import Board, EntryAdded
from underboard.device.discovery import Choice
from underboard.errors import UnderboardError
from underboard.jsontype import JsonObject
from underboard.records.database import Records
from underboard.records.repair import open_for_play
from underboard.referee.assist.training_request import TrainingRequest, begin_training
from underboard.referee.game_clock import LOSE
from underboard.referee.remote_player import RemotePlayer
from underboard.referee.session import Session
from underboard.registry import game_of
from underboard.sim.hands.client import HandsClient, cause
from underboard.study.task_runner import StudySession, TaskRunner
from underboard.texts import Texts
from underboard.web.stepping.boards import Boards
from underboard.web.table.consent import Consent
from underboard.web.table.hints import Hints
from underboard.web.table.jobs import Result, Work
from underboard.web.table.seats import Seats
from underboard.web.table.state import StateSerializer, told_of
from underboard.web.table.study_state import StudyState

log = logging.getLogger(__name__)

STEP_S = 0.02
"""Longest wait for the board in one step, s; chosen: an order waits no longer."""
AGAIN_S = 1.0
"""Time before a board that could not be opened is tried again, s; chosen."""

Publish = Callable[[JsonObject], None]


class GameThread:
    """The table that pages look at.

    ``choice``: which board; ``name``: the game; ``pace``: simulated hands as slow as in
    life; ``keep``: the simulated board's flash is kept from one evening to the next;
    ``boards``: where boards come from, by default this computer.
    """

    def __init__(
        self,
        choice: Choice,
        name: str,
        texts: Texts,
        publish: Publish,
        *,
        pace: bool = False,
        keep: bool = True,
        seed: int | None = None,
        clock: str = "",
        flag: str = LOSE,
        training: TrainingRequest | None = None,
        boards: Boards | None = None,
    ) -> None:
        self.name = name
        self.choice = choice
        self.texts = texts
        self.seats = Seats(name, seed)
        self.said: list[str] = []
        """Sentences of the session, emptied as each order begins."""
        self.trouble = ""
        self.mended = ""
        """A sentence if damaged records were set aside."""
        self._publish = publish
        self.clock, self.flag = clock, flag
        """The clock of games that begin here, as it is typed; empty: none."""
        self.training = training or TrainingRequest()
        """Training of games that begin here."""
        self._pace = pace
        self._keep = keep
        self._work: Work[GameThread] = Work()
        self._boards = boards or Boards()
        self._stack: ExitStack | None = None
        """Holds what is open: records, flash, board; None between two boards."""
        self._again_s = float("-inf")
        """Time before which a board that has failed is not tried again."""
        self._was_met = self._has_ended = False
        self._begin: JsonObject = {}
        self._maker = StateSerializer()
        self._told: JsonObject = {}
        self._is_leaving = self._was_busy = False
        self.studying: StudyState | None = None
        """Lesson or puzzle on the board instead of a game."""
        self._home = choice, name
        """Board and game to come back to."""
        self.consent = Consent(self)
        self.replayed: list[int] = []
        """Turns of a record that hands make before its game goes on."""
        self.phrases: list[JsonObject | None] = [None, None]
        """Last phrase of each side, out of a fixed set."""
        self.hinted: dict[frozenset[int], Hints] = {}
        self.seats_swapped: Callable[[bool], None] = lambda swapped: None
        """Function that stores that both have changed sides, for the next run."""
        self.breathe: Callable[[], None] = lambda: None
        """Called many times a second while something is computed."""

    # From other threads

    def submit(self, work: "Callable[[GameThread], Result]") -> "Future[Result]":
        """Have something done at the table."""
        return self._work.put(work)

    def end(self) -> None:
        """Have the next step leave the board; the game stays on it and in the records."""
        self._has_ended = True

    # For the caller of step

    def begin_with(self, **begin: object) -> None:
        """Set what ``Session.begin`` is given when the first board is met."""
        self._begin = begin

    def step(self, now_s: float) -> float:
        """Do what is due at ``now_s``; return the time until the next step, in s.

        Raises what ``Session.begin`` raises while no board has been met yet; later failures are
        published, and the board is tried again.
        """
        if self._has_ended:
            self._leave_board()
            self._refuse_work()
            return AGAIN_S
        if now_s < self._again_s:
            return self._again_s - now_s
        try:
            if self._stack is None:
                self._open()
            else:
                self._turn()
            if self._is_leaving:
                self._leave_board()
        except Exception as error:
            self._leave_board()
            if not self._was_met:
                raise
            self._report(error)
            self._again_s = now_s + AGAIN_S
            return AGAIN_S
        return 0.0

    def rest(self) -> None:
        """Let the board go until the next step, so that its port can be used for something else."""
        self._leave_board()

    def _report(self, error: Exception) -> None:
        # The board is gone for good, a simulated one has died, or the program has a fault:
        # the table is opened anew, its turns are in the records.
        self.trouble = str(error)
        if not isinstance(error, (UnderboardError, OSError)):
            log.exception("the table stopped and is opened anew")
            self.trouble = self.texts("web.stopped", error=f"{type(error).__name__}")
        self._publish(self._told | {"trouble": self.trouble})
        self._refuse_work()

    def _leave_board(self) -> None:
        if self._stack is not None:
            stack, self._stack = self._stack, None
            stack.close()

    @property
    def session(self) -> Session:
        """The session, for functions handed to ``submit``."""
        assert self._session
        return self._session

    _session: Session | None = None
    board: Board
    records: Records
    layout: Layout | None = None
    sim: Any = None
    """The simulated board, None for a real one."""

    @property
    def is_busy(self) -> bool:
        """Whether simulated hands are at work."""
        return self._stack is not None and self.session.busy

    @property
    def side(self) -> int:
        """Whose turn it is."""
        assert self.board.mirror
        return int(self.board.mirror.game.side)

    def study(self, studying: StudyState, name: str, beside: bool) -> None:
        """Have puzzles or lessons on the board from now on, instead of a game.

        ``beside``: on a simulated board, and not on the real one. Raises UnderboardError if the
        board plays another game, or somebody else sits at it.
        """
        if any(self.seats.remotes):
            raise UnderboardError(
                "somebody else has a seat at this table: take it back at Network first"
            )
        simulated = self.choice.simulated or beside
        if not simulated and name != self.name:
            raise UnderboardError("this board plays %s: expected a board for %s", self.name, name)
        if self.studying is None:
            self._home = self.choice, self.name
        self.studying = studying
        self.name = name
        if simulated:
            self.choice = Choice(simulated=True)
        self._is_leaving = True

    @property
    def leader(self) -> TaskRunner | None:
        """The guide through puzzles or lessons, None during a game and between two boards."""
        return self.studying.leader if self.studying and not self._is_leaving else None

    def next_task(self) -> None:
        """Lay out the next task; raises UnderboardError where there is none to follow."""
        if not (self.studying and self.leader and self.leader.done):
            raise UnderboardError("there is nothing to go on with")
        self.studying.next_task()

    def skip(self) -> None:
        """Leave the task that is laid out."""
        if not (self.studying and self.leader and self.leader.waits):
            raise UnderboardError("there is nothing to go on with")
        self.studying.skip()

    def back(self) -> None:
        """Lay out the task before the one of now."""
        if not (self.studying and self.leader):
            raise UnderboardError("there is nothing to go on with")
        self.studying.back()

    def leave_task(self, name: str = "", begin: JsonObject | None = None) -> None:
        """Come back to the game from before, or begin another one.

        ``begin``: what ``Session.begin`` is told.
        """
        if self.studying is None:
            return
        was_real = not self.choice.simulated
        self.studying = None
        self.choice, self.name = self._home
        if name and name != self.name:
            if not self.choice.simulated:
                raise UnderboardError(
                    "this board plays %s: expected a board for %s", self.name, name
                )
            self.choice, self.name = Choice(simulated=True), name
        self.seats.play(self.name)
        # A real board has forgotten its game for the task.
        self._begin = begin or ({"new": True} if was_real else {})
        self._is_leaving = True

    def switch(self, name: str, variant: str = "", start: str = "") -> None:
        """Play another game from now on: on a simulated board, a real one has its own."""
        if not self.choice.simulated:
            raise UnderboardError("this board plays %s: expected a board for %s", self.name, name)
        self.seats.play(name)
        self.name = name
        self.choice = Choice(simulated=True)
        self._begin = {"new": True, "variant": variant, "start": start}
        self._is_leaving = True

    def use(self, choice: Choice, name: str) -> None:
        """Play at another board from now on, with the game that lies on it."""
        self.studying = None
        self.seats.play(name)
        self.choice, self.name = choice, name
        self._home = choice, name
        self._begin = {}
        self._is_leaving = self._stack is not None

    def start_clock(self) -> None:
        """Give a game that has just begun its clock, one that goes on the clock that it had."""
        clocking = self.session.clocking
        if self.session.continued:
            clocking.take_up()
            clocking.flag = self.flag
        elif self.clock:
            clocking.want(self.clock, self.flag)

    def sit(self) -> None:
        """Have the session know who sits where."""
        if not self._is_leaving and not self.studying:
            players = self.seats.players(self._think)
            self.session.names = self.seats.names_for_records()
            self.session.set_players(players)

    def hold(self, side: int, taken: bool, name: str = "") -> None:
        """Record that another person has taken a seat, under this name, or has lost it."""
        self.seats.remotes[side] = RemotePlayer() if taken else None
        if name or not taken:
            self.seats.call(side, name)
        self.sit()

    @property
    def now_s(self) -> float:
        """The time, in s from anywhere."""
        return time.monotonic()

    def hints_of(self, sides: frozenset[int]) -> Hints:
        """Return the hints that the player of these sides was given."""
        return self.hinted.setdefault(sides, Hints())

    def keep_alive(self) -> None:
        """Keep the board's link alive while a player thinks."""
        self.session.keep_alive()

    def _open(self) -> None:
        """Meet the board that is chosen, and let its game or task begin."""
        stack = self._stack = ExitStack()
        name = self.name
        studying = self.studying
        if studying:
            # Tasks are no games that anybody wants to find among the records.
            self.records = stack.enter_context(Records(Path(":memory:")))
        else:
            records, mended = open_for_play()
            self.records = stack.enter_context(records)
            self.mended = mended or self.mended
        self.sim = None
        if self.choice.simulated:
            layout = self.choice.layout or game_of(name).layout
            layout_of(layout, name)
            is_kept = self._keep and not studying
            self.sim = stack.enter_context(self._boards.simulate(layout, self._pace, is_kept))
        board = self._boards.connect(self.choice.url, self.sim, self.records)
        self.board = stack.enter_context(closing(board))
        hands = HandsClient(self.sim) if self.sim else None
        players = (None, None) if studying else self.seats.players(self._think)
        kind = StudySession if studying else Session
        self._session = session = kind(
            self.board, players, self.texts, self.said.append, hands, name=name
        )
        session.listeners.append(self._hear)
        session.computing.listen = self._listen
        if not studying:
            session.names = self.seats.names_for_records()
        self._is_leaving = False
        try:
            session.begin(**({"new": True} if studying else self._begin))
            if studying and isinstance(session, StudySession):
                studying.begin(session)
        except UnderboardError as trouble:
            raise (cause(self.sim, trouble) if self.sim else trouble) from trouble
        if not studying:
            begin_training(self._session, self.training)
            self.start_clock()
            self._begin = {}
        self.layout = self._known_layout()
        self._was_met = True
        self.trouble = ""
        self._tell()

    def _known_layout(self) -> Layout | None:
        try:
            return layout_of(self.board.hello.layout) if self.board.hello else None
        except (UnderboardError, ParseError):
            return None

    def _turn(self) -> None:
        self.session.step(STEP_S)
        self.consent.step()
        if self.replayed and self.session.settled and self.session.hands:
            turns, self.replayed = self.replayed, []
            self.session.hands.make([self.session.rules.turn_text(turn) for turn in turns])
        with ExitStack() as answers:
            # A page that asks for the state after its answer sees what it has done.
            self._show(self._do_work(answers))

    def _hear(self, event: object) -> None:
        if isinstance(event, EntryAdded):
            self.consent.turn_played()

    def _show(self, told: bool) -> None:
        """Publish what there is to see, if ``told`` or something else has changed."""
        if self._is_leaving:
            return  # what stands here is nobody's any more
        if self.studying and self.leader:
            self.studying.look()
            told = told or self.studying.changed
            self.studying.changed = False
        if told or self.session.changed or self.session.busy != self._was_busy:
            self.session.changed = False
            self._was_busy = self.session.busy
            self._tell()

    def _do_work(self, answers: ExitStack) -> bool:
        """Do what was asked for, and leave what comes of it with ``answers``."""

        def is_fatal(error: Exception) -> bool:
            return isinstance(error, UnderboardError) and bool(self.sim and not self.sim.alive)

        return self._work.do(self, answers, is_fatal)

    def _listen(self) -> bool:
        """While something is computed: do orders; return False if the table is left.

        An order that changes the game ends the computation.
        """
        self.breathe()
        with ExitStack() as answers:
            self._show(self._do_work(answers))
        return not (self._has_ended or self._is_leaving)

    def _refuse_work(self) -> None:
        self._work.refuse(UnderboardError(self.trouble or "the table is closed"))

    def _think(self, name: str) -> None:
        """Record that an engine begins, or goes on, to think: pages see the turn before it."""
        if self.seats.thinking != name:
            self.seats.thinking = name
            self._tell()

    def _tell(self) -> None:
        mirror = self.board.mirror
        if mirror is None or mirror.last < 0:
            return
        self.consent.game_is(f"{self.name} {mirror.id}")
        self._told = told_of(self, self._maker)
        self._publish(self._told)
