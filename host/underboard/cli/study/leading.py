"""Leading: positions laid out on a board one after the other, and an answer to each turn."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from rich.console import Console

from underboard.cli.play import choose, known_layout
from underboard.cli.terminal import Keyboard
from underboard.deploy.layouts import layout_of
from underboard.device.board import Board
from underboard.device.port import Link
from underboard.records.database import Records
from underboard.referee.screen import Screen
from underboard.referee.session import Session
from underboard.referee.tabletop import tabletop_of
from underboard.sim.board import SimBoard
from underboard.sim.hands.steered import SteeredHands, cause
from underboard.texts import Texts
from underboard.trouble import Trouble

STEP_S = 0.05
SEEN_S = 5.0
"""How long a simulated board may take to see what was laid out for a step; chosen."""
UNSAID = ("turn", "undone", "over", "resumed", "up")
"""Sentences of a referee that a teacher leaves out."""


class Pupil(Session):
    """A session that says only what a teacher would."""

    def tell(self, key: str, **names: object) -> None:
        """Say a sentence, unless it is the referee's own."""
        if key not in UNSAID:
            super().tell(key, **names)

    def prompt(self) -> None:
        """Tell nobody how to set up: each step comes as it is."""

    def announce(self) -> None:
        """Say nothing of new games: each step is one."""
        self._known = self.mirror.id


class Leader:
    """Lays positions out on a board and answers the turns that are made there."""

    def __init__(self, session: Session, texts: Texts, say: Callable[[str], None]) -> None:
        self.session = session
        self.texts = texts
        self.say = say
        self.over = False
        self._seen = 0

    def lay(self, variant: str, options: str, position: str) -> None:
        """Have a position laid out."""
        # Laid out from an empty board: pieces of the one before may look like a turn.
        self.session.clear()
        self.session.board.new_game(self.session.name, variant, options, position)
        self.session.begin_here()
        self._seen = len(self.session.mirror.turns)

    def look(self) -> None:
        """Answer the turn that was made, if there is one."""
        turns = self.session.mirror.turns
        if len(turns) > self._seen and self.session.settled:
            self.answer(turns[self._seen])

    def take_back(self) -> None:
        """Have the turn that was made taken back on the board."""
        self.session.take_back(self._seen)

    def answer(self, turn: str) -> None:
        """Answer a turn, in the notation of the game."""
        raise NotImplementedError

    def typed(self, line: str) -> bool:
        """Do what a line says; return False if it says to leave."""
        return self.session.typed(line)


@contextmanager
def seated(
    port: str | None, name: str, texts: Texts, say: Callable[[str], None]
) -> Iterator[Pupil]:
    """Sit down at a real or simulated board that keeps no records."""
    choice = choose(port, texts)
    with ExitStack() as stack:
        # Lessons are no games that anybody wants to find among the records.
        records = stack.enter_context(Records(Path(":memory:")))
        sim, url = None, choice.url
        if choice.simulated:
            layout = choice.layout or tabletop_of(name).layout
            layout_of(layout, name)
            # The board of the evenings keeps its own game; a lesson has none to keep.
            sim = stack.enter_context(SimBoard(layout))
            url = sim.url
        board = stack.enter_context(closing(Board(lambda: Link(url), records)))
        session = Pupil(
            board, (None, None), texts, say, SteeredHands(sim) if sim else None, name=name
        )
        try:
            session.begin(new=True)
            yield session
        except Trouble as trouble:
            raise (cause(sim, trouble) if sim else trouble) from trouble


def lead(leader: Leader, console: Console) -> None:
    """Go on until it is over, somebody leaves, or no more lines come."""
    session, keyboard = leader.session, Keyboard()
    screen = Screen(
        leader.texts, known_layout(session.board), sys.stdout.encoding or "utf-8", console
    )
    idle_s = 0.0
    while not leader.over:
        session.step(STEP_S)
        leader.look()
        now = time.monotonic()
        if leader.over or not session.idle:
            idle_s = now
            if session.simulated:
                continue
        elif session.simulated and not session.is_quiet() and now < idle_s + SEEN_S:
            # Hands have laid the step out, and the board has yet to see it.
            continue
        elif session.changed and console.is_terminal:
            console.print(screen.render(session.view()))
            console.print("> ", end="")
        line = keyboard.line()
        if line is not None:
            if not leader.typed(line):
                return
        elif keyboard.ended and session.idle:
            return
