"""Loop that leads a player at a terminal through tasks on a board."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from rich.console import Console

from underboard.cli.play import choose, known_layout
from underboard.cli.ui.front import Either
from underboard.cli.ui.table_loop import TableLoop
from underboard.deploy.layouts import layout_of
from underboard.device.board import Board
from underboard.device.reconnect import BoardPort
from underboard.errors import UnderboardError
from underboard.records.database import Records
from underboard.referee.game_ui import tabletop_of
from underboard.referee.screen import Screen
from underboard.registry import game_of
from underboard.sim.board import SimBoard
from underboard.sim.hands.client import HandsClient, cause
from underboard.study.task_runner import StudySession, TaskRunner
from underboard.texts import Texts


@contextmanager
def open_session(
    port: str | None, name: str, texts: Texts, say: Callable[[str], None]
) -> Iterator[StudySession]:
    """Sit down at a real or simulated board that keeps no records."""
    choice = choose(port, texts)
    with ExitStack() as stack:
        # Lessons are no games that anybody wants to find among the records.
        records = stack.enter_context(Records(Path(":memory:")))
        sim, url = None, choice.url
        if choice.simulated:
            layout = choice.layout or tabletop_of(name).lesson_layout or game_of(name).layout
            layout_of(layout, name)
            # The board of the evenings keeps its own game; a lesson has none to keep.
            sim = stack.enter_context(SimBoard(layout))
            url = sim.url
        board = stack.enter_context(closing(Board(BoardPort(url), records)))
        session = StudySession(
            board, (None, None), texts, say, HandsClient(sim) if sim else None, name=name
        )
        try:
            session.begin(new=True)
            yield session
        except UnderboardError as trouble:
            raise (cause(sim, trouble) if sim else trouble) from trouble


def lead(leader: TaskRunner, front: Either, console: Console, texts: Texts) -> None:
    """Continue until it is over, the player leaves, or no more lines come."""
    session = leader.session
    layout = known_layout(session.board)
    example = session.table.words(texts, "typed-like")
    front.use(Screen(texts, layout, sys.stdout.encoding or "utf-8", console), example)
    TableLoop(session, front, leader.handle, leader.look, lambda: leader.over).run()
