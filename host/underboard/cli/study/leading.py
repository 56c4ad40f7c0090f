"""Leading: somebody at a terminal led through tasks on a board, real or simulated."""

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
from underboard.device.reconnect import BoardPort
from underboard.records.database import Records
from underboard.referee.screen import Screen
from underboard.referee.tabletop import tabletop_of
from underboard.sim.board import SimBoard
from underboard.sim.hands.steered import SteeredHands, cause
from underboard.study.leading import Leader, Pupil
from underboard.texts import Texts
from underboard.trouble import Trouble

STEP_S = 0.05
SEEN_S = 5.0
"""How long a simulated board may take to see what was laid out for a step; chosen."""


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
        board = stack.enter_context(closing(Board(BoardPort(url), records)))
        session = Pupil(
            board, (None, None), texts, say, SteeredHands(sim) if sim else None, name=name
        )
        try:
            session.begin(new=True)
            yield session
        except Trouble as trouble:
            raise (cause(sim, trouble) if sim else trouble) from trouble


def lead(leader: Leader, console: Console, texts: Texts) -> None:
    """Go on until it is over, somebody leaves, or no more lines come."""
    session, keyboard = leader.session, Keyboard()
    screen = Screen(texts, known_layout(session.board), sys.stdout.encoding or "utf-8", console)
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
