"""``underboard games``: the records."""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from underboard.cli.arguments import Commands, add_language, game_name
from underboard.cli.records import edit, replay
from underboard.cli.records.format import cells, picture
from underboard.cli.records.game_number import chosen, number_of
from underboard.errors import UnderboardError
from underboard.records.database import Records
from underboard.records.filters import ALL, DRAWN, FINISHED, UNFINISHED, GameFilter, day
from underboard.records.mirror import Mirror
from underboard.records.models import DAMAGED, FORKED
from underboard.registry import names
from underboard.texts import Texts
from underboard.texts.lazy import reason_of

LONGEST = 1 << 22
"""Letters of a text to be imported; chosen: a game of thousands of turns has a tenth of that."""
LISTED = 25
"""Number of games in a list, unless all are wanted; chosen."""
LETTERS = {"light": "L", "dark": "D", "white": "W", "black": "B", "south": "S", "north": "N"}
"""Winners and results by the words that people type; winners with their codes in the records."""
RESULTS = LETTERS | {name: name for name in (DRAWN, FINISHED, UNFINISHED, FORKED, DAMAGED)}


def add(commands: Commands) -> None:
    """Add the command with its own commands."""
    parser = commands.add_parser(
        "games", help="the records: list, show, replay, rename, delete, export, import"
    )
    inner = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_list(inner)
    show = _add(inner, "show", run_show, "one game: its end and all its moves")
    _number(show)
    show.add_argument("--json", action="store_true", help="the whole record")
    replaying = _add(inner, "replay", replay.run, "one game, move by move, or again on a board")
    _number(replaying)
    replay.add(replaying)
    rename = _add(inner, "rename", edit.run_rename, "write down who played a game")
    rename.add_argument("number", type=number_of, help="as in the list, or last")
    rename.add_argument("names", nargs=2, metavar="NAME", help="of the first side, of the second")
    delete = _add(inner, "delete", edit.run_delete, "throw games away, for good")
    delete.add_argument(
        "numbers", nargs="+", type=number_of, metavar="NUMBER", help="as in the list, or last"
    )
    for changing in (rename, delete):
        changing.add_argument("--yes", action="store_true", help="do not ask first")
    export = _add(inner, "export", run_export, "one game as a text to keep or send")
    _number(export)
    export.add_argument("--form", choices=("json", "text"), default="text", help="default text")
    export.add_argument("--json", dest="form", action="store_const", const="json")
    export.add_argument("--output", type=Path, metavar="FILE", help="default: the screen")
    load = _add(inner, "import", run_import, "a game that export has written, either form")
    load.add_argument("file", help="- reads what is piped in")


def _add_list(inner: Commands) -> None:
    parser = _add(inner, "list", run_list, "the latest games of this computer, or those wanted")
    parser.add_argument("--player", default="", metavar="NAME", help="part of a player's name")
    parser.add_argument(
        "--game",
        type=game_name,
        default="",
        choices=("", *names()),
        metavar="GAME",
        help="one game",
    )
    parser.add_argument("--since", default="", metavar="DAY", help="like 2025-03-01, or 2025-03")
    parser.add_argument("--until", default="", metavar="DAY", help="the same, the last one listed")
    results = ", ".join(RESULTS)
    parser.add_argument("--result", default="", metavar="RESULT", help=results)
    parser.add_argument("--all", action="store_true", help=f"not only the latest {LISTED}")
    parser.add_argument("--json", action="store_true", help="for programs: all, as --all")


def _add(
    inner: Commands, name: str, run: Callable[[argparse.Namespace], int], words: str
) -> argparse.ArgumentParser:
    parser = inner.add_parser(name, help=words)
    add_language(parser)
    parser.set_defaults(run=run)
    found: argparse.ArgumentParser = parser
    return found


def _number(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "number", nargs="?", type=number_of, metavar="NUMBER",
        help="as in the list, or last (default: the last)",
    )  # fmt: skip


def wanted_of(options: argparse.Namespace) -> GameFilter:
    """Return which games are to be listed; raises UnderboardError."""
    result = RESULTS.get(options.result.lower(), options.result)
    if result and result not in RESULTS.values():
        raise UnderboardError(
            "no game ends with '%s': expected %s", options.result, ", ".join(RESULTS)
        )
    since, until = (day(text) if text else "" for text in (options.since, options.until))
    return GameFilter(options.player, options.game, since, until, result)


def run_list(options: argparse.Namespace) -> int:
    """List games."""
    texts = Texts(options.lang)
    wanted = wanted_of(options)
    most = -1 if options.all or options.json else LISTED
    with Records.open(reading=True) as records:
        rows = records.list(wanted, most)
        there = len(rows) if len(rows) != LISTED else records.count(wanted)
    if options.json:
        print(json.dumps([asdict(row) for row in rows], indent=1))
        return 0
    if not rows:
        print(texts("cli.games.none" if wanted == ALL else "records.none-such"))
        return 0
    table = Table(box=None, pad_edge=False)
    for name in ("number", "started", "game", "players", "turns", "outcome"):
        right = "right" if name in ("number", "turns") else "left"
        table.add_column(texts(f"cli.games.{name}"), justify=right)  # type: ignore[arg-type]
    for row in rows:
        table.add_row(*cells(row, texts))
    # A pipe has no width: nothing may be cut off there.
    width = None if sys.stdout.isatty() else 200
    Console(width=width, highlight=False, markup=False, emoji=False).print(table)
    if there > len(rows):
        print(texts("records.more", shown=len(rows), all=there))
    return 0


def run_show(options: argparse.Namespace) -> int:
    """Show one game."""
    texts = Texts(options.lang)
    with Records.open(reading=True) as records:
        number = chosen(records, options.number)
        if options.json:
            print(records.export(number, "json"), end="")
            return 0
        row, mirror = records.get(number), records.load(number)
    print("  ".join(cells(row, texts)))
    print()
    print("\n".join(picture(mirror, texts)))
    print("\n".join(numbered(mirror)))
    return 0


def numbered(mirror: Mirror) -> list[str]:
    """Return the turns that stand, eight to a line."""
    words = [f"{at}. {turn}" for at, turn in enumerate(mirror.turns, 1)]
    return ["  ".join(words[at : at + 8]) for at in range(0, len(words), 8)]


def run_export(options: argparse.Namespace) -> int:
    """Write one game as a text."""
    texts = Texts(options.lang)
    with Records.open(reading=True) as records:
        number = chosen(records, options.number)
        text = records.export(number, options.form)
    if options.output is None:
        print(text, end="")
        return 0
    try:
        options.output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UnderboardError("cannot write %s: %s", options.output, reason_of(error)) from None
    print(texts("cli.games.exported", number=number, path=options.output))
    return 0


def run_import(options: argparse.Namespace) -> int:
    """Read one game."""
    texts = Texts(options.lang)
    text = sys.stdin.read(LONGEST) if options.file == "-" else read_text(Path(options.file))
    with Records.open() as records:
        number = records.import_text(text)
    print(texts("cli.games.imported", number=number))
    return 0


def read_text(path: Path) -> str:
    """Return a file's text; raises UnderboardError if it cannot be read."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read(LONGEST)
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else "it is not text"
        raise UnderboardError("cannot read %s: %s", path, reason) from None
