"""Main loop of a session at the terminal, which steps the board and hears each line.

People at a terminal are answered at once.  What only asks something is answered while hands and
engines work; the rest waits for hands, not for engines.  Lines of a pipe are a script: each one
waits until what the lines before it began has ended, but never for somebody's answer.
"""

from collections import deque
from collections.abc import Callable
from typing import Protocol

from underboard.referee.input_handler import is_anytime
from underboard.referee.screen import View
from underboard.referee.session import Session
from underboard.texts.commands import LEAVE, command_of

STEP_S = 0.05
"""Time between two steps of the session, s; chosen."""
SEEN_S = 5.0
"""Longest wait of a script until a simulated board has seen the hands' acts, s; chosen."""


class Front(Protocol):
    """Terminal or pipe: what people see, and where their lines come from."""

    @property
    def is_live(self) -> bool:
        """Return True if people type, False for a script."""

    @property
    def ended(self) -> bool:
        """Return True if no more lines will come."""

    def line(self) -> str | None:
        """Return the next typed line, None if there is none yet."""

    def echo(self, line: str) -> None:
        """Record that a typed line is answered now."""

    def draw(self, view: Callable[[], View], rests: bool, asked: bool = False) -> None:
        """Show the board if people look on.

        ``rests``: it is worth a picture of its own; ``asked``: somebody has asked for it.
        """

    def tick(self, session: Session, waits: bool) -> None:
        """Keep clock and prompt up to date; ``waits``: a line is awaited."""


class TableLoop:
    """Steps a session until people leave, or no more lines come and nothing is under way.

    ``typed``: does what a line says, and returns False if it says to leave; ``after``: called
    after each step; ``over``: returns True when there is nothing left to do.
    """

    def __init__(
        self,
        session: Session,
        front: Front,
        typed: Callable[[str], bool] | None = None,
        after: Callable[[], None] = lambda: None,
        over: Callable[[], bool] = lambda: False,
    ) -> None:
        self._session = session
        self._front = front
        self._typed = typed or session.handle
        self._after = after
        self._over = over
        self._lines: deque[str] = deque()
        self._left = False
        self._moved_s = session.seconds()
        self._shown = session.mirror.last

    def run(self) -> None:
        """Go on until there is nothing left to do."""
        session = self._session
        session.computing.listen = self._listen
        try:
            while not (self._left or self._over()):
                session.step(STEP_S)
                self._after()
                if self._over():
                    return
                self._draw()
                self._listen()
        finally:
            session.computing.listen = lambda: True

    def _draw(self) -> None:
        session = self._session
        rests = not session.moves_alone
        if all(session.seats):
            # Nobody types: people look on, and see each turn.
            rests, self._shown = session.mirror.last != self._shown, session.mirror.last
            self._front.draw(session.view, rests, asked=rests)
        elif session.changed:
            self._front.draw(session.view, rests)

    def _listen(self) -> bool:
        """Answer the lines that can be answered now; return False if people leave."""
        session, front = self._session, self._front
        while not self._left and (line := front.line()) is not None:
            self._lines.append(line)
        while not self._left and self._lines and self._may_answer():
            self._answer(self._lines.popleft())
        if front.is_live:
            self._answer_questions()
        if front.ended and not self._lines and self._may_end():
            self._left = True
        front.tick(session, not session.busy)
        return not self._left

    def _answer_questions(self) -> None:
        """Answer what only asks something, while other lines wait for hands."""
        waiting = list(self._lines)
        self._lines.clear()
        for line in waiting:
            leaves = command_of(line.partition(" ")[0], self._session.texts) == LEAVE
            # Who leaves wants what they typed before to be done.
            if is_anytime(line, self._session.texts) and not (leaves and self._lines):
                self._answer(line)
            else:
                self._lines.append(line)

    def _answer(self, line: str) -> None:
        session, front = self._session, self._front
        front.echo(line)
        if command_of(line.partition(" ")[0], session.texts) == "board":
            front.draw(session.view, True, asked=True)
        elif not self._typed(line):
            self._left = True
        # What a line has begun is under way at once.
        self._moved_s = session.seconds()

    def _may_answer(self) -> bool:
        """Return True if a line can be answered now that is no mere question."""
        session = self._session
        if self._front.is_live:
            return not session.busy
        if not session.simulated or all(session.seats):
            return True
        return not self._is_under_way()

    def _may_end(self) -> bool:
        session = self._session
        if self._front.is_live or not session.simulated:
            return True
        elsewhere = session.waits_elsewhere and not session.over
        return not (elsewhere or self._is_under_way())

    def _is_under_way(self) -> bool:
        """Return True while the game changes by itself, for a script that waits for it."""
        session = self._session
        now = session.seconds()
        if session.moves_alone:
            self._moved_s = now
            return True
        # Hands have done something, and the board has yet to see it.
        return not (session.over or session.is_quiet() or session.is_asked) and (
            now < self._moved_s + SEEN_S
        )
