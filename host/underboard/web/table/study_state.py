"""A puzzle or a lesson on the board instead of a game, as the page shows it."""

from collections.abc import Callable

from underboard.game_state import rules_of
from underboard.jsontype import JsonObject
from underboard.study.task_runner import Say, StudySession, TaskRunner, Words
from underboard.texts import LANGUAGES, Texts
from underboard.web.table.choices import cells_of

PUZZLES, LESSONS = "puzzles", "lessons"

Make = Callable[[StudySession, Say], TaskRunner]
"""Makes the leader of one sitting; what it says goes to the function."""


class StudyState:
    """One sitting: its leader, and what it has said of the task that stands.

    ``kind``: puzzles, lessons or show.
    """

    def __init__(self, kind: str, make: Make) -> None:
        self.kind = kind
        self._make = make
        self._said: list[Words] = []
        self._leader: TaskRunner | None = None
        self.changed = False

    @property
    def leader(self) -> TaskRunner:
        """The guide, once the board has been met."""
        assert self._leader
        return self._leader

    def begin(self, session: StudySession) -> None:
        """Lay out the first task."""
        self._leader = self._make(session, self._hear)
        self.next_task()

    def next_task(self) -> None:
        """Lay out the next task."""
        self._said = []
        self.leader.next()
        self.changed = True

    def skip(self) -> None:
        """Leave a task undone: a lesson goes on, a puzzle tells its solution first."""
        self._said = []
        self.leader.skip()
        self.changed = True

    def back(self) -> None:
        """Lay out the task before."""
        self._said = []
        self.leader.back()
        self.changed = True

    def _hear(self, words: Words) -> None:
        self._said.append(words)
        self.changed = True

    def look(self) -> None:
        """Answer the turn that was made, if there is one; what was said of another is over."""
        before = self._said
        self._said = []
        self.leader.look()
        self._said = self._said or before

    def as_data(self) -> JsonObject:
        """Return the task and what was said, as JSON; ``said`` is one text a sentence."""
        leader = self.leader
        said = {lang: [words(Texts(lang)) for words in self._said] for lang in LANGUAGES}
        told: dict[str, JsonObject] = {lang: {"said": said[lang]} for lang in LANGUAGES}
        for lang in LANGUAGES:
            for key in ("title", "name", "about", "task"):
                words = "" if leader.over else getattr(leader, key)()(Texts(lang))
                told[lang][key] = words
        return {
            "kind": self.kind,
            "at": leader.at + 1,
            "count": leader.count,
            "done": leader.done,
            "right": leader.right,
            "over": leader.over,
            "arrow": self._arrow(),
            "words": told,
        }

    def _arrow(self) -> JsonObject | None:
        """Return from where to where the task itself says to go, None if it does not."""
        leader = self.leader
        if not (leader.waits and leader.is_shown):
            return None
        name, game = leader.session.name, leader.session.mirror.game
        start, goal = cells_of(game, rules_of(name).parse_turn(leader.solution))
        return {"from": start, "to": goal}
