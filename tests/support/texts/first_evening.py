"""Typed lines of a first evening and the answers of the program.

    PYTHONPATH=tests python -m support.texts.first_evening

writes ``tests/host/words/evenings/`` anew, after a change of the texts.  The program is the real
one, with a simulated board; the opponent is seeded.
"""

import contextlib
import io
import os
import re
import sys
import tempfile
from pathlib import Path
from unittest import mock

from underboard.cli import main
from underboard.cli.ui.lines import LineFront
from underboard.referee.game_ui import tabletop_of

FOLDER = Path(__file__).parents[3] / "tests/host/words/evenings"
EVENINGS = {
    # what is typed on the first evening, and on the second
    ("pylos", "en"): (
        ["help", "rules", "b22", "b2", "hint", "c2", "f2", "why", "undo", "yes", "quit"],
        ["c3", "help undo", "quit"],
    ),
    ("pylos", "fr"): (
        ["aide", "règles", "b22", "b2", "indice", "c2", "f2", "pourquoi", "annuler",
         "oui", "quitter"],
        ["c3", "aide annuler", "quitter"],
    ),
    ("apagos", "en"): (
        ["help", "rules", "W5", "W2", "hint", "hint", "w3", "1>4", "why", "undo", "quit"],
        ["W1", "help hint", "quit"],
    ),
    ("apagos", "fr"): (
        ["aide", "règles", "W5", "B2", "W2", "indice", "indice", "w3", "1>4", "pourquoi", "annuler",
         "quitter"],
        ["W1", "aide indice", "quitter"],
    ),
    ("gyges", "en"): (
        ["help", "rules", "321124", "321123", "a1-a6", "why", "quit"],
        ["c1-c2", "help new", "quit"],
    ),
    ("gyges", "fr"): (
        ["aide", "règles", "321124", "321123", "a1-a6", "pourquoi", "quitter"],
        ["c1-c2", "aide nouvelle", "quitter"],
    ),
}  # fmt: skip
HEADS = {
    "en": "A first evening, as the program wrote it: what follows `$` and `>` was typed, the board"
    " is simulated.\nA test plays it again and compares each line.",
    "fr": "Une première soirée, telle que le programme l'a écrite : ce qui suit `$` et `>` a été"
    " tapé, le plateau est simulé.\nUn test la rejoue et compare chaque ligne.",
}
MOMENT = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")


def echo(self, line):
    """Show a line where it is answered, as a terminal does when it is typed."""
    print(f"> {line}")


def page(name, language, folder):
    """Return the page of one game and language; ``folder``: for the records."""
    own = ["--lang", language]
    board = f"sim:{tabletop_of(name).lesson_layout}"
    first = ["play", name, "--board", board, "--dark", "beginner", "--seed", "1", *own]
    again = ["play", name, "--board", board, "--seed", "1", *own]
    evening, next_evening = EVENINGS[name, language]
    parts = [
        run(first, evening, folder),
        run(["games", "show", *own], [], folder),
        run(again, next_evening, folder),
    ]
    title = {"pylos": "Pylos", "apagos": "Apagos", "gyges": "Gygès"}[name]
    body = MOMENT.sub("2026-01-01 20:00", "\n".join(parts)).rstrip()
    lines = "\n".join(line.rstrip() for line in body.splitlines())
    return f"# {title}\n\n{HEADS[language]}\n\n```text\n{lines}\n```\n"


def run(arguments, lines, folder):
    """Return a command and all that it printed."""
    out = io.StringIO()
    typed = io.StringIO("".join(f"{line}\n" for line in lines))
    with (
        mock.patch.dict(os.environ, {"UNDERBOARD_DATA": str(folder)}),
        mock.patch.object(sys, "stdin", typed),
        mock.patch.object(LineFront, "echo", echo),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(io.StringIO()),
    ):
        status = main(arguments)
    assert status == 0, out.getvalue()
    return f"$ underboard {' '.join(arguments)}\n{out.getvalue()}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game, lang in EVENINGS:
        with tempfile.TemporaryDirectory() as place:
            path = FOLDER / f"{game}-{lang}.md"
            path.write_text(page(game, lang, place), encoding="utf-8")
