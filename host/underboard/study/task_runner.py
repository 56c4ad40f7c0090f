"""Positions laid out on a board one after the other, and an answer to each turn.

A leader speaks to people through ``say``, which is handed words: a function that returns what is
said in the language of some texts.  So one leader speaks at a terminal in one language and on a
page in all of them.
"""

from collections.abc import Callable

from underboard.referee.piece_query import locate
from underboard.referee.session import Session
from underboard.texts import Texts
from underboard.texts.commands import command_of

Words = Callable[[Texts], str]
Say = Callable[[Words], None]

UNSAID = ("turn", "undone", "over", "resumed", "up", "up-simulated")
"""Sentences of a referee that a teacher leaves out."""


class StudySession(Session):
    """A session that says only what a teacher would."""

    def notify(self, key: str, **names: object) -> None:
        """Say a sentence, unless it is the referee's own."""
        if key not in UNSAID:
            super().notify(key, **names)

    told_task: Callable[[], str] = staticmethod(lambda: "")
    """Returns the task that is laid out, in words."""

    def task(self) -> str:
        """Return what people have to do here."""
        return self.told_task()

    def prompt(self) -> None:
        """Explain no set-up: each step comes as it is."""

    def announce(self) -> None:
        """Say nothing of new games: each step is one."""
        self._known = self.mirror.id


class TaskRunner:
    """Lays positions out on a board and answers the turns that are made there.

    ``paged``: a page shows title and task by itself, has buttons for what a terminal has words
    for, and waits after each task until somebody goes on.
    """

    def __init__(self, session: StudySession, count: int, say: Say, paged: bool = False) -> None:
        self.session = session
        self.count = count
        """Number of tasks."""
        self.at = -1
        """The task that is laid out, from 0."""
        self.paged = paged
        self.done = False
        """The task is done, and it waits for ``next``."""
        self.right = False
        """It was done by a right turn."""
        self.over = False
        self.aloud = False
        """People hear the tasks, and may not see where pieces stand."""
        self.saved = True
        """The progress is on the disk; once it could not be written, that was said."""
        self._say = say
        self._seen = 0
        session.told_task = lambda: "" if self.over or paged else self.task()(session.texts)

    # What goes on

    def next(self) -> None:
        """Have the next task laid out, if there is one."""
        self.at += 1
        self.done = self.right = False
        self.over = self.at == self.count
        if self.over:
            self.end()
            return
        variant, options, position = self.start()
        self._lay(variant, options, position)
        if not self.paged:
            self._say(lambda texts: "")
            if self.aloud:
                game = self.session.mirror.game
                self._say(lambda texts: locate(game, [], texts))
            self.announce()

    def note_saved(self, saved: bool) -> None:
        """Say once that progress cannot be written; nobody loses their place unwarned."""
        if self.saved and not saved:
            self.notify("study.not-saved")
        self.saved = saved

    def announce(self) -> None:
        """Say at a terminal which task it is, and what there is to do."""
        self._say(self.title())
        self._say(self.task())

    def look(self) -> None:
        """Answer the turn that was made, if there is one."""
        if self.done or self.over:
            return
        turns = self.session.mirror.turns
        if len(turns) > self._seen and self.session.settled:
            self.answer(turns[self._seen])

    @property
    def waits(self) -> bool:
        """Return True if the task stands as it was laid out, with no turn made."""
        return not (self.done or self.over) and len(self.session.mirror.turns) == self._seen

    def finish(self, right: bool) -> None:
        """Continue after a task, at once or when the player asks for it."""
        self.done, self.right = True, right
        if not self.paged:
            self.next()

    def take_back(self) -> None:
        """Have the turn that was made taken back on the board."""
        self.session.take_back(self._seen)

    def notify(self, key: str, **names: object) -> None:
        """Say a sentence of the texts."""
        self._say(lambda texts: texts(key, **names))

    def own(self, key: str) -> str:
        """Return the key of a sentence that pages and terminals say in their own ways."""
        return f"{key}.page" if self.paged else key

    def _lay(self, variant: str, options: str, position: str) -> None:
        # Laid out from an empty board: pieces of the one before may look like a turn.
        self.session.clear()
        self.session.board.new_game(self.session.name, variant, options, position)
        self.session.begin_here()
        self._seen = len(self.session.mirror.turns)

    # What each kind of leader does

    def start(self) -> tuple[str, str, str]:
        """Return variant, options and position of the task."""
        raise NotImplementedError

    def title(self) -> Words:
        """Return which of how many tasks it is."""
        raise NotImplementedError

    def task(self) -> Words:
        """Return what there is to do."""
        raise NotImplementedError

    def name(self) -> Words:
        """Return what the task is called, empty if it has no name."""
        return lambda texts: ""

    def about(self) -> Words:
        """Return what is explained before the task, empty if nothing is."""
        return lambda texts: ""

    @property
    def solution(self) -> str:
        """A turn that does the task, in the notation of the game."""
        raise NotImplementedError

    @property
    def is_shown(self) -> bool:
        """Return True if a page may draw the solution with the task."""
        return False

    def answer(self, turn: str) -> None:
        """Answer a turn, in the notation of the game."""
        raise NotImplementedError

    def skip(self) -> None:
        """Leave this task undone."""
        raise NotImplementedError

    def back(self) -> None:
        """Lay out the task before; puzzles come in one order."""

    def hint(self) -> None:
        """Say the next part of a hint."""
        raise NotImplementedError

    def help(self) -> Words:
        """Return what may be typed."""
        raise NotImplementedError

    def hinted(self) -> None:
        """Record that the player was given a hint."""

    def end(self) -> None:
        """Say that there is no other task."""

    def handle(self, line: str) -> bool:
        """Do what a line says; return False if it says to leave."""
        words = line.split()
        name = command_of(words[0], self.session.texts) if words else ""
        if name == "hint":
            self.hint()
        elif name == "skip":
            self.skip()
        elif name == "repeat":
            self.announce()
        elif name == "help" and len(words) == 1:
            self._say(self.help())
        else:
            return self.session.handle(line)
        return True
