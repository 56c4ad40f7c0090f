"""One position laid out on a board, with the turn that a review has found lit."""

from typing import NamedTuple

from boardcore.link.wire import pack
from underboard.referee.assist.hints import HINT_S
from underboard.study.task_runner import Say, StudySession, TaskRunner, Words


class ShownPosition(NamedTuple):
    """A position, as ``Session.begin`` takes it, and a turn that may be played there."""

    variant: str
    options: str
    position: str
    turn: str


class Exhibit(TaskRunner):
    """Lays out one position and keeps its turn lit until it is played."""

    def __init__(self, session: StudySession, shown: ShownPosition, say: Say) -> None:
        super().__init__(session, 1, say, paged=True)
        self._shown = shown
        self._lit_s = 0.0

    @property
    def solution(self) -> str:
        """The turn that is lit."""
        return self._shown.turn

    @property
    def is_shown(self) -> bool:
        """Return True: the turn is what there is to see."""
        return True

    def start(self) -> tuple[str, str, str]:
        """Return the rules and the position."""
        return self._shown[:3]

    def title(self) -> Words:
        """Return what this is."""
        return lambda texts: texts("study.exhibit.title")

    def task(self) -> Words:
        """Return which turn is lit."""
        return lambda texts: texts("study.exhibit.task", turn=self.solution)

    def look(self) -> None:
        """Answer a turn, and keep the lights of the other one alive."""
        super().look()
        session = self.session
        now_s = session.seconds()
        rests = self.waits and session.settled and session.is_quiet()
        if rests and now_s - self._lit_s >= HINT_S / 2:
            self._lit_s = now_s
            session.command("hint", HINT_S, pack(self.solution))

    def answer(self, turn: str) -> None:
        """Take a turn as it was played; any but the lit one is taken back."""
        if turn == self.solution:
            self.notify("study.exhibit.right")
            self.finish(True)
            return
        self.notify("study.exhibit.other", turn=turn)
        self.take_back()

    def skip(self) -> None:
        """Leave the position as it is."""
        self.finish(False)

    def end(self) -> None:
        """Say that there is nothing else to see."""
        self.notify("study.exhibit.end")
