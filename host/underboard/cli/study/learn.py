"""``underboard learn``: a game from its beginning, step by step, on the board."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console

from underboard.cli.study.leading import Leader, lead, seated
from underboard.records.database import default_path
from underboard.referee.session import Session
from underboard.referee.tabletop import TABLES, tabletop_of
from underboard.study.lesson import AGAIN, DONE, Step, steps_of, words
from underboard.texts import LANGUAGES, Texts

HINT, SKIP = ("hint", "indice"), ("skip", "passer")


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "learn",
        help="learn a game step by step, on the board or a simulated one",
        description="Learn a game step by step: each step is a position on the board and one "
        "thing to do.  Your place is kept from one evening to the next.",
    )
    parser.add_argument("game", help=" or ".join(TABLES))
    parser.add_argument("--board", metavar="PORT", help="a port, sim or sim:LAYOUT")
    parser.add_argument("--restart", action="store_true", help="begin with the first step")
    parser.add_argument("--lang", choices=LANGUAGES, default="", help="language of the texts")
    parser.set_defaults(run=run)


class Teacher(Leader):
    """Leads through the steps of one game, from step number ``at``, which it keeps."""

    def __init__(
        self,
        session: Session,
        steps: list[Step],
        at: int,
        texts: Texts,
        say: Callable[[str], None],
        keep: Callable[[int], None],
    ) -> None:
        super().__init__(session, texts, say)
        self._steps = steps
        self._keep = keep
        self._at = at

    @property
    def _step(self) -> Step:
        return self._steps[self._at]

    def set(self) -> None:
        """Have the position of the step laid, and say what to do."""
        step = self._step
        self.lay(self.session.rules.VARIANTS[0], step.options, step.position)
        self.say("")
        at = self.texts("lessons.step", at=self._at + 1, steps=len(self._steps))
        self.say(f"{at} {words(self.session.name, step, 'task', self.texts)}")
        if not self._at:
            self.say(self.texts("lessons.lights"))

    def answer(self, turn: str) -> None:
        """Say what became of the step, and go on or have the turn taken back."""
        said = self._step.judge(turn)
        self.say(words(self.session.name, self._step, said, self.texts))
        if said == DONE:
            self.next()
            return
        if said != AGAIN:
            self.say(self.texts(f"lessons.{AGAIN}"))
        self.take_back()

    def next(self) -> None:
        """Go on with the next step, or say that there is none."""
        self._at += 1
        self.over = self._at == len(self._steps)
        self._keep(0 if self.over else self._at)
        if self.over:
            self.say(self.texts("lessons.finished", game=self.session.name))
        else:
            self.set()

    def typed(self, line: str) -> bool:
        """Do what a line says; return False if it says to leave."""
        word = line.strip().lower()
        if word in HINT:
            turn = self.session.table.said(self._step.example, self.texts)
            self.say(self.texts("lessons.hint", turn=turn))
        elif word in SKIP:
            self.next()
        elif word in ("help", "aide"):
            self.say(self.texts("lessons.help"))
        else:
            return super().typed(line)
        return True


def run(options: argparse.Namespace) -> int:
    """Teach until the last step is done or somebody leaves."""
    texts = Texts(options.lang)
    name = options.game.lower()
    tabletop_of(name)
    steps = steps_of(name)
    place = Place(default_path().parent / "lessons.json")
    at = 0 if options.restart else place.of(name, len(steps))
    console = Console(highlight=False, soft_wrap=True, markup=False, emoji=False)

    def say(line: str) -> None:
        console.print(line)

    with seated(options.board, name, texts, say) as session:
        if at:
            say(texts("lessons.resumed", at=at + 1, steps=len(steps)))
        teacher = Teacher(session, steps, at, texts, say, lambda n: place.keep(name, n))
        teacher.set()
        lead(teacher, console)
        if not teacher.over:
            say(texts("lessons.left", game=name))
    return 0


class Place:
    """Where somebody is in each lesson, in a small file that may be missing."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, name: str, steps: int) -> int:
        """Return the step to go on with."""
        at = self._read().get(name, 0)
        return at if isinstance(at, int) and 0 <= at < steps else 0

    def keep(self, name: str, at: int) -> None:
        """Note the step; where it cannot be written, the lesson goes on all the same."""
        places = self._read() | {name: at}
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(json.dumps(places) + "\n", encoding="utf-8")
        except OSError:
            pass

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}
