"""A game from its beginning, step by step, on a board."""

from collections.abc import Callable

from underboard.study.lesson import AGAIN, DONE, LessonStep, explanation, words
from underboard.study.task_runner import Say, StudySession, TaskRunner, Words
from underboard.texts import Texts


class LessonRunner(TaskRunner):
    """Leads through the steps of one game, from step number ``at``, which it keeps."""

    def __init__(
        self,
        session: StudySession,
        steps: list[LessonStep],
        at: int,
        say: Say,
        keep: Callable[[int], bool],
        paged: bool = False,
    ) -> None:
        super().__init__(session, len(steps), say, paged)
        self._steps = steps
        self._keep = keep
        self.at = at - 1

    @property
    def step(self) -> LessonStep:
        """The step that is laid out."""
        return self._steps[self.at]

    @property
    def solution(self) -> str:
        """A turn that does the step."""
        return self.step.example

    def start(self) -> tuple[str, str, str]:
        """Return the rules and the position of a step, and keep its number."""
        self.note_saved(self._keep(self.at))
        return self.session.rules.VARIANTS[0], self.step.options, self.step.position

    def title(self) -> Words:
        """Return which step it is."""
        key, at, steps = self.own("lessons.step"), self.at + 1, self.count
        return lambda texts: texts(key, at=at, steps=steps)

    def name(self) -> Words:
        """Return what the step is called."""
        name, step = self.session.name, self.step
        return lambda texts: words(name, step, "name", texts)

    def about(self) -> Words:
        """Return what is explained before there is something to do."""
        name, step = self.session.name, self.step
        return lambda texts: explanation(name, step, texts)

    def task(self) -> Words:
        """Return what there is to do, at a terminal after what is explained."""
        name, step, paged = self.session.name, self.step, self.paged

        def said(texts: Texts) -> str:
            about = "" if paged else explanation(name, step, texts)
            return f"{about} {words(name, step, 'task', texts)}".strip()

        return said

    @property
    def is_shown(self) -> bool:
        """Return True if the task names its example."""
        return self.step.shown

    def announce(self) -> None:
        """Say step and task in one line; at the first step, that lights show what is allowed."""
        title, task = self.title(), self.task()
        self._say(lambda texts: f"{title(texts)} {task(texts)}")
        if not self.at:
            self.notify("lessons.lights")

    def answer(self, turn: str) -> None:
        """Say what became of the step, and go on or have the move taken back."""
        said = self.step.judge(turn)
        name, step = self.session.name, self.step
        if said == AGAIN:
            self.notify(self.own(f"lessons.{AGAIN}"))
        else:
            self._say(lambda texts: words(name, step, said, texts))
        if said == DONE:
            self.note_saved(self._keep(self.at + 1 if self.at + 1 < self.count else 0))
            self.finish(True)
            return
        if said != AGAIN:
            self.notify(self.own(f"lessons.{AGAIN}"))
        self.take_back()

    def skip(self) -> None:
        """Go on with the next step."""
        self.next()

    def back(self) -> None:
        """Lay out the step before, or this one anew if it is the first."""
        self.at = max(self.at - 2, -1)
        self.next()

    def end(self) -> None:
        """Say that there is no other step."""
        self.note_saved(self._keep(0))
        self.notify(self.own("lessons.finished"), game=self.session.name)

    def hint(self) -> None:
        """Show a turn that does the step."""
        self.notify("lessons.hint", turn=self.solution)

    def help(self) -> Words:
        """Return what may be typed."""
        table = self.session.table
        return lambda texts: texts("lessons.help", turns=table.words(texts, "turns"))
