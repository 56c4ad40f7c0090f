"""Puzzles in the terminal, without a board, with the commands of a game."""

import sys

from rich.console import Console

from boardcore.errors import IllegalMove, ParseError
from underboard.cli.ui.voice import Say
from underboard.errors import UnderboardError
from underboard.referee.game_ui import tabletop_of
from underboard.referee.information import ANSWERS, answer
from underboard.referee.messages import refused, sentence
from underboard.referee.screen import Screen, View
from underboard.study.puzzles import Puzzle
from underboard.texts import Texts
from underboard.texts.commands import LEAVE, command_of
from underboard.texts.escape import shown
from underboard.texts.lazy import spoken
from underboard.voice.narrator import plain


class Sheet:
    """Shows one puzzle after the other, and answers what is typed.

    ``speak``: says aloud what is printed; ``aloud``: people may not see where pieces stand.
    """

    def __init__(self, texts: Texts, console: Console, speak: Say, aloud: bool) -> None:
        self._texts = texts
        self._console = console
        self._speak = speak
        self._aloud = aloud
        self._screen = Screen(texts, None, sys.stdout.encoding or "utf-8", console)
        self._refusal = ""

    def say(self, text: str) -> None:
        """Print a sentence, and speak it."""
        self._console.print(text)
        self._speak(plain(text))

    def show(self, puzzle: Puzzle, number: int, count: int) -> None:
        """Show a puzzle."""
        self._puzzle = puzzle
        self._title = self._texts(
            "study.puzzle.title", number=number, count=count, rating=puzzle.rating
        )
        self._table = tabletop_of(puzzle.name)
        self._console.print()
        self.say(self._title)
        self._draw()
        if self._aloud:
            self.say(answer("where", [], puzzle.game(), self._table, self._texts))
        self.say(self._task)

    @property
    def _task(self) -> str:
        side = self._table.side_name(self._puzzle.game().side, self._texts)
        return self._texts("study.puzzle.task", side=side)

    def _draw(self) -> None:
        for row in self._screen.texts(View(self._puzzle.game())):
            row.rstrip()
            self._console.print(row)

    def ask(self) -> int | None:
        """Read answers until one is right; return at which try it was, 0 skipped, None to leave."""
        texts, table, puzzle = self._texts, self._table, self._puzzle
        tries = hints = 0
        while True:
            line = self._read()
            if line is None:
                return None
            words = line.split()
            name = command_of(words[0], texts) if words else ""
            if name == LEAVE:
                return None
            if name == "skip":
                self.say(texts("study.puzzle.skipped", turn=puzzle.solution))
                return 0
            if name == "hint":
                solution = table.rules.parse_turn(puzzle.solution)
                self.say(table.hint(puzzle.game(), solution, texts)[min(hints, 1)])
                hints += 1
            elif name or not words:
                self._answer(name, words[1:])
            else:
                played = self._turn(line)
                if played is None:
                    continue
                tries += 1
                # A right answer after a hint is none at the first try.
                if puzzle.solved_by(played):
                    text = puzzle.solution
                    self.say(texts("study.puzzle.right", turn=text, n=puzzle.rating))
                    return tries + hints
                self.say(texts("study.puzzle.wrong", turn=line))

    def _answer(self, name: str, words: list[str]) -> None:
        texts, game = self._texts, self._puzzle.game()
        try:
            if name == "help" and not words:
                turns = self._table.words(texts, "turns")
                self.say(texts("study.puzzle.help", turns=turns))
            elif name in ANSWERS:
                self.say(answer(name, words, game, self._table, texts))
            elif name == "board":
                self._draw()
            elif name == "repeat":
                self.say(f"{self._title} {self._task}")
            elif name == "why":
                self.say(self._refusal or texts("cli.play.nothing-refused"))
            elif name:
                self.say(texts("study.puzzle.no-command", command=name, task=self._task))
        except UnderboardError as trouble:
            self.say(sentence(spoken(trouble, texts.language)))

    def _turn(self, line: str) -> int | None:
        """Return a typed turn; say what is wrong with it, and what the task is."""
        texts, table = self._texts, self._table
        try:
            return table.read(self._puzzle.game(), table.from_typed(line, texts))[0]
        except IllegalMove as error:
            self._refusal = sentence(refused(error, texts, table.name))
        except ParseError:
            self._refusal = table.words(texts, "unreadable", line=shown(line))
        self.say(f"{self._refusal} {self._task}")
        return None

    def _read(self) -> str | None:
        """Return a typed line, None at the end of input."""
        try:
            return self._console.input("> " if sys.stdin.isatty() else "").strip()
        except EOFError:
            return None
