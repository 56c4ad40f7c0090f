"""Computation for which a table waits, such as an engine turn or a hint.

Meanwhile the board is looked after and people are listened to.  What they change ends the
computation: its result would belong to another position.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from boardcore.play.recognizer import copy_of

if TYPE_CHECKING:
    from underboard.referee.session import Session


class Interrupted(Exception):
    """Ends a computation whose result nobody needs any more."""


class Computing:
    """One computation at a time of one session."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._moment: object = None
        self.began_s = 0.0
        """Time at which it began, in seconds of the session's clock."""
        self.listen: Callable[[], bool] = lambda: True
        """Called many times a second; returns False if the people have left."""

    @property
    def is_on(self) -> bool:
        """Return True while something is computed."""
        return self._moment is not None

    @contextmanager
    def begun(self) -> Iterator[Any]:
        """Give a copy of the game to compute with; leave the block when it changes."""
        mirror = self._session.mirror
        self._moment = (mirror.id, mirror.last)
        self.began_s = self._session.seconds()
        try:
            yield copy_of(mirror.game)
        except Interrupted:
            self._session.changed = True
        finally:
            self._moment = None

    def cancel(self) -> None:
        """Have what is computed end at its next check: nobody wants the result."""
        if self.is_on:
            self._moment = ()

    def check(self) -> None:
        """Listen to people; raise Interrupted if the game has changed, or they have left."""
        stays = self.listen()
        mirror = self._session.mirror
        if self.is_on and not (stays and self._moment == (mirror.id, mirror.last)):
            raise Interrupted
