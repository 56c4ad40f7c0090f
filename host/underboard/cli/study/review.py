"""``underboard review``: every turn of a game judged."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

from underboard.cli.arguments import Commands, add_language
from underboard.cli.games import read_text
from underboard.cli.records.game_number import LAST_WORDS, chosen, number_of
from underboard.cli.terminal import console_of_words, notice_of
from underboard.engine import compiled
from underboard.records import text_format
from underboard.records.database import Records
from underboard.records.mirror import Mirror
from underboard.registry import game_of
from underboard.study.report import as_data, graph, limits, title, turn_lines
from underboard.study.review import GOOD, Review, review
from underboard.texts import Texts

LAST = "last"


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "review",
        help="every move of a game judged: what decided it, and what was better",
        description="Judges a game of the records, or of a file.  Apagos is proven throughout; "
        "Pylos where its table is built, or near the end; Gygès where a win is forced.  The rest "
        "is estimated, and marked so.  The last line: turns T mistakes M blunders B proven P.",
    )
    parser.add_argument(
        "game", nargs="?", default=LAST, metavar="ID",
        help="a number of 'games list', last, or a file that export has written (default: last)",
    )  # fmt: skip
    parser.add_argument("--all", action="store_true", help="say something of every move")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    add_language(parser)
    parser.set_defaults(run=run)


def _is_fast(name: str) -> bool:
    return bool(getattr(game_of(name).part("judge"), "IS_FAST", False))


def run(options: argparse.Namespace) -> int:
    """Review one game."""
    texts = Texts(options.lang)
    mirror = mirror_of(options.game)
    if not compiled.FAST and not _is_fast(mirror.name) and not options.json:
        print(texts("cli.match.slow"), file=sys.stderr)
    reviewed = review(
        mirror.name, mirror.variant, mirror.options, mirror.start, mirror.turns, progress(texts),
        notice=notice_of(options.lang),
    )  # fmt: skip
    if options.json:
        print(json.dumps(as_data(reviewed), ensure_ascii=False))
        return 0
    console = console_of_words()
    for line in lines_of(reviewed, options.all, texts, sys.stdout.encoding or "utf-8"):
        console.print(line)
    print(reviewed.line(), flush=True)
    return 0


def mirror_of(word: str) -> Mirror:
    """Return the game that is meant.  Raises UnderboardError or ParseError."""
    if word.casefold() in LAST_WORDS or word.isdecimal():
        with Records.open() as records:
            return records.load(chosen(records, number_of(word)))
    return text_format.parse(read_text(Path(word)))[1]


def lines_of(reviewed: Review, every: bool, texts: Texts, encoding: str) -> list[str]:
    """Return the whole report but its last line."""
    lines = [title(reviewed, texts), ""]
    lines += graph(reviewed, texts, can_show("▁█", encoding))
    lines.append("")
    for turn in reviewed.turns:
        if every or turn.kind != GOOD:
            lines += turn_lines(reviewed, turn, texts)
    if lines[-1]:
        lines.append("")
    unsettled = limits(reviewed, texts)
    return [*lines, unsettled] if unsettled else lines


def can_show(text: str, encoding: str) -> bool:
    """Return True if a console has these characters."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def progress(texts: Texts, key: str = "study.progress") -> Callable[[int, int], None]:
    """Return a function that shows the share done on a terminal."""
    if not sys.stderr.isatty():
        return lambda done, all: None

    def show(done: int, all_: int) -> None:
        line = texts(key, done=done, all=all_)
        end = "\r\x1b[K" if done == all_ else ""
        print(f"\r{line}", end=end, file=sys.stderr, flush=True)

    return show
