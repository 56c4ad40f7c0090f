"""Screens (what a terminal of 80 by 24 shows at certain moments, in English and French).

    PYTHONPATH=tests python -m support.texts.screens

writes ``tests/support/data/screens-en.txt`` and its French twin anew, after a change of texts
or drawings.
"""

import tempfile
from pathlib import Path

from support.machine.terminal import Terminal

FOLDER = Path(__file__).parents[1] / "data"
SIM = ("--board", "sim", "--new", "--seed", "1")
SCENES = {
    # name: arguments, then pairs of what is typed and what the screen must then show
    "training asks, and listens": (
        ("play", "apagos", *SIM, "--black", "easy", "--training"),
        {"en": (("W4", "take it back"), ("help why", "> help why"), ("next", "2. Black")),
         "fr": (("W4", "« oui »"), ("aide pourquoi", "> aide"), ("suivant", "2. Noir"))},
    ),
    "three questions": (
        (),
        {"en": (("", ""), ("apagos", "Who plays?"), ("2", "How strong?")),
         "fr": (("", ""), ("apagos", "Qui joue"), ("2", "Quel niveau"))},
    ),
    "rules are read page by page": (
        ("play", "gyges", *SIM),
        {"en": (("rules", "page 1"), (" ", "page 2"), ("\x1b", "where South")),
         "fr": (("règles", "page 1"), (" ", "page 2"), ("\x1b", "par Sud"))},
    ),
    "a lesson answers a wrong word with its task": (
        ("learn", "pylos", "--board", "sim"),
        {"en": (("zz", "> zz"), ("what can I do?", "Legal")),
         "fr": (("zz", "> zz"), ("que puis-je faire ?", "Permis"))},
    ),
    "a puzzle is a pyramid": (
        ("puzzles", "pylos", "--count", "1", "--seed", "3"),
        {"en": (("", ">"),), "fr": (("", ">"),)},
    ),
}  # fmt: skip
KEYS = (" ", "\x1b")
LINE = "=" * 80


def screens(language):
    """Return scenes by name: arguments, and each moment as what is typed and what is awaited."""
    for name, (arguments, moments) in SCENES.items():
        yield name, [*arguments, "--lang", language], moments[language]


def press(terminal, typed):
    """Type a line, or a single key."""
    if typed in KEYS:
        terminal.type(typed)
    elif typed:
        terminal.line(typed)


def page(language):
    """Return all screens of a language as text."""
    parts = []
    for name, arguments, moments in screens(language):
        with tempfile.TemporaryDirectory() as folder, Terminal(arguments, folder) as terminal:
            terminal.settle(">")
            for typed, words in moments:
                press(terminal, typed)
                terminal.settle(words)
                shown = f"{name}: {typed.strip() or repr(typed)}"
                parts += [LINE, shown, LINE, terminal.shown.rstrip()]
    return "\n".join(parts) + "\n"


def stored(language):
    """Return the stored screens in their order."""
    text = (FOLDER / f"screens-{language}.txt").read_text(encoding="utf-8")
    return text.split(f"{LINE}\n")[2::2]


if __name__ == "__main__":
    for lang in ("en", "fr"):
        (FOLDER / f"screens-{lang}.txt").write_text(page(lang), encoding="utf-8")
