"""Games renamed and deleted, with a question before."""

import argparse
import sys

from underboard.cli.records.format import cells
from underboard.cli.records.game_number import chosen
from underboard.errors import UnderboardError
from underboard.records.database import Records
from underboard.records.models import HUMAN, GameRow
from underboard.records.seats import is_person
from underboard.records.text_format import check_text
from underboard.texts import Texts, area, level_named

MAX_NAME = 40
"""Letters of a player's name; chosen."""


def run_rename(options: argparse.Namespace) -> int:
    """Write down who played."""
    texts = Texts(options.lang)
    with Records.open() as records:
        row = records.get(chosen(records, options.number))
        names = [checked(name, row, side) for side, name in enumerate(options.names)]
        question = texts(
            "records.rename", game="  ".join(cells(row, texts)), names=" - ".join(names)
        )
        if not sure(question, options.yes, texts):
            print(texts("records.unchanged"))
            return 1
        records.set_players(row.number, "|".join(names))
        print("  ".join(cells(records.get(row.number), texts)))
    return 0


def checked(name: str, row: GameRow, side: int) -> str:
    """Return a name as it will be written; raises UnderboardError for one that cannot be."""
    name = " ".join(name.split())
    check_text("name", name)
    if not name or len(name) > MAX_NAME or "|" in name:
        raise UnderboardError(
            "'%s' is not a name: expected 1 to %s letters and no '|'", name, MAX_NAME
        )
    before = [*row.players.split("|"), "", ""][side]
    if not is_person(level_named(name)) and name != before:
        raise UnderboardError(
            "'%s' is a level of the engine: expected a person's name, or %s", name, HUMAN
        )
    return name


def run_delete(options: argparse.Namespace) -> int:
    """Throw games away."""
    texts = Texts(options.lang)
    with Records.open() as records:
        numbers = dict.fromkeys(chosen(records, number) for number in options.numbers)
        rows = [records.get(number) for number in numbers]
        games = "\n".join("  ".join(cells(row, texts)) for row in rows)
        if not sure(texts("records.delete", games=games), options.yes, texts):
            print(texts("records.unchanged"))
            return 1
        for row in rows:
            records.delete(row.number)
    print(texts("records.deleted", number=len(rows)))
    return 0


def sure(question: str, yes: bool, texts: Texts) -> bool:
    """Ask, unless the answer was given already; who cannot be asked has not said yes.

    Raises UnderboardError where nobody is at the keyboard.
    """
    if yes:
        return True
    if not sys.stdin.isatty():
        raise UnderboardError("nobody is at the keyboard to say yes: add --yes")
    print(question, end=" ", flush=True)
    said = sys.stdin.readline().strip().lower()
    return said in ("y", "yes", area(texts.language, "commands")["yes"], "o")
