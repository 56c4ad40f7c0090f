"""Three questions of a bare ``underboard`` in a terminal, each with an answer already marked.

Enter takes what was played last; the answers become a command, which is shown and run.
"""

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from boardcore.errors import ParseError
from underboard.cli.arguments import game_name
from underboard.engine.levels import NAMES, USUAL
from underboard.errors import UnderboardError
from underboard.records.database import Records
from underboard.records.seats import HUMAN, engine_in
from underboard.registry import DEFAULT, names
from underboard.texts import LANGUAGES, Texts, player_name
from underboard.texts.escape import shown

PEOPLE, COMPUTER = "people", "computer"
MARGIN, GAP = "  ", "  "
BACK, LEAVE = ("b", "back", "retour", "r"), ("q", "quit", "exit", "quitter")
MARKED = "black on cyan"

Read = Callable[[], str]


@dataclass(frozen=True)
class Last:
    """Choices of the last game, the default of each question."""

    game: str = DEFAULT
    who: str = COMPUTER
    level: str = USUAL
    side: int = 1
    """Side of the computer."""
    known: bool = False


def last_played() -> Last:
    """Return what was played last on this computer, the usual where nothing can be read."""
    try:
        with Records.open(reading=True) as records:
            row = next(iter(records.list(most=1)), None)
    except (UnderboardError, ParseError):
        row = None
    if row is None or row.name not in names():
        return Last()
    players = row.players.split("|")
    engines = [(side, engine) for side, who in enumerate(players[:2]) if (engine := engine_in(who))]
    if not engines:
        return Last(row.name, PEOPLE, known=True)
    side, (_, level) = engines[-1]
    return Last(row.name, COMPUTER, level, side, known=True)


class Questions:
    """Asks in one language; ``read``: waits for a typed line, raises EOFError at their end."""

    def __init__(self, texts: Texts, console: Console, read: Read) -> None:
        self._texts = texts
        self._console = console
        self._read = read

    def ask(self, last: Last) -> list[str] | None:
        """Return the arguments of the command that was chosen, None if people leave."""
        from underboard.engine.player import levels_of

        self._greet(last)
        answers = [last.game, last.who, last.level]
        at = 0
        while at < (3 if answers[1] == COMPUTER else 2):
            if at == 0:
                choices = list(names())
            elif at == 1:
                choices = [PEOPLE, COMPUTER] if levels_of(answers[0]) else [PEOPLE]
            else:
                # The strongest one needs a table that may not be there.
                choices = [name for name in levels_of(answers[0]) if name in NAMES[:-1]]
            usual = next(one for one in (answers[at], USUAL, choices[0]) if one in choices)
            answer = self._choice(at, choices, usual)
            if answer is None:
                return None
            if answer == "":
                at = max(at - 1, 0)
                continue
            answers[at] = answer
            at += 1
        return command_of(answers[0], answers[1], answers[2], last.side)

    def _greet(self, last: Last) -> None:
        texts = self._texts
        head = Text("\n") + Text("Underboard", "bold") + Text(f"  {texts('start.head')}")
        self._console.print(head)
        self._console.print(Text(texts("start.keys"), "dim"))
        if last.known:
            self._console.print(Text(texts("start.last"), "dim"))

    def _choice(self, number: int, choices: Sequence[str], usual: str) -> str | None:
        """Return one of the choices, empty for one question back, None to leave."""
        words = [self._word(each, self._texts) for each in choices]
        line = Text(f"\n{MARGIN}") + Text(f"{self._texts(f'start.ask.{number}'):<16}", "bold")
        for at, (choice, word) in enumerate(zip(choices, words), 1):
            line.append("" if at == 1 else GAP)
            if choice != usual:
                line.append(f"{at} {word}")
            elif self._console.color_system:
                line.append(f" {at} {word} ", MARKED)
            else:
                line.append(f"[{at} {word}]")
        self._console.print(line)
        while True:
            self._console.print(Text(f"{MARGIN}[{choices.index(usual) + 1}] > "), end="")
            try:
                typed = self._read().strip().casefold()
            except EOFError:
                return None
            if not typed:
                return usual
            if typed in LEAVE:
                return None
            if typed in BACK:
                return ""
            found = self._found(typed, choices)
            if found:
                return found
            examples = {"count": len(choices), "word": words[0], "typed": shown(typed)}
            self._console.print(Text(MARGIN + self._texts("start.unknown", **examples)))

    def _found(self, typed: str, choices: Sequence[str]) -> str:
        """Return the choice of which a number or a name was typed, empty if none."""
        for at, choice in enumerate(choices, 1):
            names = [self._word(choice, Texts(lang)).casefold() for lang in LANGUAGES]
            if typed in (str(at), choice, *names) or game_name(typed) == choice:
                return choice
        return ""

    @staticmethod
    def _word(choice: str, texts: Texts) -> str:
        if choice in names():
            return texts(f"{choice}.name")
        if choice in (PEOPLE, COMPUTER):
            return texts(f"start.{choice}")
        return player_name(texts.language, choice)


def command_of(game: str, who: str, level: str, side: int) -> list[str]:
    """Return the arguments that play a game.

    >>> command_of("pylos", "computer", "casual", 1)
    ['play', 'pylos', '--dark', 'casual']
    """
    # Not at the top: a start without a game loads no referee.
    from underboard.cli.play import seat_options

    first, second = seat_options(game)
    if who == PEOPLE:
        return ["play", game, first, HUMAN, second, HUMAN]
    other = [] if side else [second, HUMAN]
    return ["play", game, (first, second)[side], level, *other]


def ask(texts: Texts, read: Read = input) -> list[str] | None:
    """Ask in the terminal; return the arguments of the command to run, None for none."""
    console = Console(highlight=False, markup=False, emoji=False)
    arguments = Questions(texts, console, read).ask(last_played())
    if arguments is None:
        console.print()
        return None
    console.print(f"\n{MARGIN}{texts('start.same')}")
    console.print(f"{MARGIN}$ underboard {shlex.join(arguments)}\n")
    return arguments
