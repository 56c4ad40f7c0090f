"""Puzzles on a board: lights lead through the set-up, and pieces give the answer."""

from collections.abc import Callable

from rich.console import Console

from underboard.cli.study.leading import Leader, lead, seated
from underboard.referee.session import Session
from underboard.referee.tabletop import tabletop_of
from underboard.study.puzzles import Puzzle
from underboard.texts import LANGUAGES, Texts

WORDS = ("hint", "skip", "help")


class Riddler(Leader):
    """Sets puzzles one after the other and counts those that are solved."""

    def __init__(
        self, session: Session, puzzles: list[Puzzle], texts: Texts, say: Callable[[str], None]
    ) -> None:
        super().__init__(session, texts, say)
        self._puzzles = puzzles
        self._words = {Texts(lang)(f"study.word.{word}"): word
                       for lang in LANGUAGES for word in WORDS}  # fmt: skip
        self._at = -1
        self._tries = self._hints = 0
        self.solved = self.first = 0

    @property
    def _puzzle(self) -> Puzzle:
        return self._puzzles[self._at]

    def next(self) -> None:
        """Have the next puzzle laid out, if there is one."""
        self._at += 1
        self._tries = self._hints = 0
        self.over = self._at == len(self._puzzles)
        if self.over:
            return
        puzzle = self._puzzle
        self.say("")
        self.say(
            self.texts(
                "study.puzzle.title",
                number=self._at + 1,
                count=len(self._puzzles),
                rating=puzzle.rating,
            )
        )
        self.lay(puzzle.variant, puzzle.options, puzzle.position)
        side = self.session.table.side_name(puzzle.game().side, self.texts)
        self.say(self.texts("study.puzzle.on-board", side=side))

    def answer(self, turn: str) -> None:
        """Tell whether a turn is the one that wins."""
        puzzle = self._puzzle
        self._tries += 1
        if not puzzle.solved_by(self.session.rules.parse_turn(turn)):
            said = self.session.table.said(turn, self.texts)
            self.say(self.texts("study.puzzle.wrong", turn=said))
            self.take_back()
            return
        solution = self.session.table.said(puzzle.solution, self.texts)
        self.say(self.texts("study.puzzle.right", turn=solution, n=puzzle.rating))
        self.solved += 1
        # A right answer after a hint is none at the first try.
        self.first += self._tries + self._hints == 1
        self.next()

    def typed(self, line: str) -> bool:
        """Do what a line says; return False if it says to leave."""
        word = self._words.get(line.strip().lower())
        table, puzzle = self.session.table, self._puzzle
        if word == "hint":
            solution = table.rules.parse_turn(puzzle.solution)
            self.say(table.hint(puzzle.game(), solution, self.texts)[min(self._hints, 1)])
            self._hints += 1
        elif word == "skip":
            said = table.said(puzzle.solution, self.texts)
            self.say(self.texts("study.puzzle.skipped", turn=said))
            self.next()
        elif word == "help":
            self.say(self.texts("study.puzzle.help"))
        else:
            return super().typed(line)
        return True


def solve_on_board(port: str, puzzles: list[Puzzle], console: Console, texts: Texts) -> int:
    """Let people solve puzzles on a board; return the exit status."""
    name = puzzles[0].name
    tabletop_of(name)

    def say(line: str) -> None:
        console.print(line)

    with seated(port, name, texts, say) as session:
        riddler = Riddler(session, puzzles, texts, say)
        riddler.next()
        lead(riddler, console)
        say(
            texts(
                "study.puzzle.end",
                solved=riddler.solved,
                count=len(puzzles),
                first=riddler.first,
            )
        )
    return 0
