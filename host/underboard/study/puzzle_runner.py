"""Puzzles on a board (lights lead through the set-up, and pieces give the answer)."""

from collections.abc import Callable

from underboard.study.puzzles import Puzzle
from underboard.study.task_runner import Say, StudySession, TaskRunner, Words

Keep = Callable[[Puzzle, int], bool]


class PuzzleRunner(TaskRunner):
    """Sets puzzles one after the other and counts those that are solved.

    ``keep`` is told each puzzle that was solved, and at which try; hints count as tries.
    """

    def __init__(
        self,
        session: StudySession,
        puzzles: list[Puzzle],
        say: Say,
        keep: Keep,
        paged: bool = False,
    ) -> None:
        super().__init__(session, len(puzzles), say, paged)
        self._puzzles = puzzles
        self._keep = keep
        self._tries = self._hints = 0
        self.solved = self.first = 0

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is laid out."""
        return self._puzzles[self.at]

    @property
    def solution(self) -> str:
        """The turn that wins."""
        return self.puzzle.solution

    def start(self) -> tuple[str, str, str]:
        """Return the rules and the position of a puzzle."""
        self._tries = self._hints = 0
        return self.puzzle.variant, self.puzzle.options, self.puzzle.position

    def title(self) -> Words:
        """Return which puzzle it is, and how hard."""
        names = {"number": self.at + 1, "count": self.count, "rating": self.puzzle.rating}
        return lambda texts: texts("study.puzzle.title", **names)

    def task(self) -> Words:
        """Return whose turn it is, and that it wins."""
        table, side = self.session.table, self.puzzle.game().side
        key = self.own("study.puzzle.on-board")
        return lambda texts: texts(key, side=table.side_name(side, texts))

    def answer(self, turn: str) -> None:
        """Return True if a turn is the one that wins."""
        puzzle = self.puzzle
        self._tries += 1
        if not puzzle.solved_by(self.session.rules.parse_turn(turn)):
            self.notify(self.own("study.puzzle.wrong"), turn=turn)
            self.take_back()
            return
        self.notify("study.puzzle.right", turn=puzzle.solution, n=puzzle.rating)
        self.solved += 1
        # A right answer after a hint is none at the first try.
        tries = self._tries + self._hints
        self.first += tries == 1
        self.note_saved(self._keep(puzzle, tries))
        self.finish(True)

    def skip(self) -> None:
        """Show the solution."""
        self.notify("study.puzzle.skipped", turn=self.puzzle.solution)
        self.finish(False)

    def hinted(self) -> None:
        """Count a hint."""
        self._hints += 1

    def end(self) -> None:
        """Say on a page how many were solved; a terminal says so when it is left."""
        if self.paged:
            self.tell_end()

    def tell_end(self) -> None:
        """Say how many were solved."""
        self.notify("study.puzzle.end", solved=self.solved, count=self.count, first=self.first)

    def hint(self) -> None:
        """Say where to look, and after that the turn."""
        table, puzzle = self.session.table, self.puzzle
        solution = table.rules.parse_turn(puzzle.solution)
        stage = min(self._hints, 1)
        self._say(lambda texts: table.hint(puzzle.game(), solution, texts)[stage])
        self.hinted()

    def help(self) -> Words:
        """Return what may be typed."""
        table = self.session.table
        return lambda texts: texts("study.puzzle.help", turns=table.words(texts, "turns"))
