"""``underboard games``: the records."""

import argparse
import json
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from underboard.mirror import Mirror
from underboard.play_session import HUMAN
from underboard.records import FORKED, GameRow, Records
from underboard.referee import ending
from underboard.screen import Screen, View
from underboard.tabletop import tabletop_of
from underboard.texts import LANGUAGES, Texts
from underboard.trouble import Trouble

DRAWN = "="
ENDS = {"": "unfinished", DRAWN: "drawn", FORKED: "forked"}
"""Outcomes without a winner, as the texts call them."""


def add(commands: Any) -> None:
    """Add the command with its own commands."""
    parser = commands.add_parser("games", help="the records: list, show, replay, export, import")
    inner = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add(inner, "list", run_list, "all games of this computer").add_argument(
        "--json", action="store_true", help="for programs"
    )
    show = _add(inner, "show", run_show, "one game: its end and all its turns")
    _number(show)
    show.add_argument("--json", action="store_true", help="the whole record")
    replay = _add(inner, "replay", run_replay, "one game, turn by turn")
    _number(replay)
    replay.add_argument("--delay", type=_seconds, default=1.0, metavar="S", help="between turns")
    replay.add_argument("--ply", type=int, default=None, metavar="N", help="only after this turn")
    export = _add(inner, "export", run_export, "one game as a text to keep or send")
    _number(export)
    export.add_argument("--form", choices=("json", "text"), default="text", help="default text")
    export.add_argument("--json", dest="form", action="store_const", const="json")
    export.add_argument("--output", type=Path, metavar="FILE", help="default: the screen")
    load = _add(inner, "import", run_import, "a game that export has written, either form")
    load.add_argument("file", help="- reads what is piped in")


def _add(inner: Any, name: str, run: Any, words: str) -> argparse.ArgumentParser:
    parser = inner.add_parser(name, help=words)
    parser.add_argument("--lang", choices=LANGUAGES, default="", help="language of the texts")
    parser.set_defaults(run=run)
    return parser


def _number(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("number", nargs="?", type=int, help="as in the list (default: the last)")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds < 3600:
        raise argparse.ArgumentTypeError(f"{text!r} are no seconds: expected 0, 0.5, 2 …")
    return seconds


def chosen(records: Records, number: int | None) -> int:
    """Return the number of the game that is meant; raises Trouble if there are no games."""
    if number is not None:
        return records.row(number).number
    rows = records.list()
    if not rows:
        raise Trouble("there are no games yet: play one with 'underboard play pylos'")
    return rows[-1].number


def run_list(options: argparse.Namespace) -> int:
    """List all games."""
    texts = Texts(options.lang)
    with Records.open() as records:
        rows = records.list()
    if options.json:
        print(json.dumps([asdict(row) for row in rows], indent=1))
        return 0
    if not rows:
        print(texts("cli.games.none"))
        return 0
    table = Table(box=None, pad_edge=False)
    for name in ("number", "started", "game", "players", "turns", "outcome"):
        right = "right" if name in ("number", "turns") else "left"
        table.add_column(texts(f"cli.games.{name}"), justify=right)  # type: ignore[arg-type]
    for row in rows:
        table.add_row(*cells(row, texts))
    # A pipe has no width: nothing may be cut off there.
    Console(width=None if sys.stdout.isatty() else 200, highlight=False).print(table)
    return 0


def cells(row: GameRow, texts: Texts) -> list[str]:
    """Return the words of one line of the list."""
    game = f"{row.name} {row.variant}" + (f" {row.options}" if row.options else "")
    players = row.players.split("|")
    return [
        str(row.number),
        row.started[:16].replace("T", " "),
        game,
        " - ".join(texts("cli.play.human") if who == HUMAN else who for who in players),
        str(row.turns),
        outcome_words(row, texts),
    ]


def outcome_words(row: GameRow, texts: Texts) -> str:
    """Return who has won, or why nobody has."""
    letter, ended, _ = row.outcome.partition(":")
    if ended and letter != DRAWN:
        table = tabletop_of(row.name)
        return texts("cli.games.wins", side=table.side_name(table.side_of(letter), texts))
    return texts(f"cli.games.{ENDS[letter]}")


def run_show(options: argparse.Namespace) -> int:
    """Show one game."""
    texts = Texts(options.lang)
    with Records.open() as records:
        number = chosen(records, options.number)
        if options.json:
            print(records.export(number, "json"), end="")
            return 0
        row, mirror = records.row(number), records.load(number)
    print("  ".join(cells(row, texts)))
    print()
    print("\n".join(picture(mirror, texts)))
    print("\n".join(numbered(mirror)))
    return 0


def picture(mirror: Mirror, texts: Texts) -> list[str]:
    """Return the board as it stands, and how the game ended."""
    lines = Screen(texts, None, sys.stdout.encoding or "utf-8").lines(View(mirror.game))
    words = ending(mirror.game, texts)
    return lines + ([words] if words else [])


def numbered(mirror: Mirror) -> list[str]:
    """Return the turns that stand, eight to a line."""
    words = [f"{at + 1}. {turn}" for at, turn in enumerate(mirror.turns)]
    return ["  ".join(words[at : at + 8]) for at in range(0, len(words), 8)]


def run_replay(options: argparse.Namespace) -> int:
    """Show a game turn by turn."""
    texts = Texts(options.lang)
    with Records.open() as records:
        mirror = records.load(chosen(records, options.number))
    turns = mirror.turns
    if options.ply is not None and not 0 <= options.ply <= len(turns):
        raise Trouble(f"there is no turn {options.ply}: the game has {len(turns)}")
    plies = range(len(turns) + 1) if options.ply is None else [options.ply]
    for ply in plies:
        print("\n".join(picture(after(mirror, ply), texts)))
        print(flush=True)
        if ply != plies[-1]:
            time.sleep(options.delay)
    return 0


def after(mirror: Mirror, ply: int) -> Mirror:
    """Return the game as it stood after so many of the turns that stand."""
    copy = Mirror.of_game(
        mirror.id, mirror.name, mirror.variant, mirror.options, mirror.origin, mirror.start
    )
    for text in mirror.turns[:ply]:
        copy.play(text)
    return copy


def run_export(options: argparse.Namespace) -> int:
    """Write one game as a text."""
    texts = Texts(options.lang)
    with Records.open() as records:
        number = chosen(records, options.number)
        text = records.export(number, options.form)
    if options.output is None:
        print(text, end="")
        return 0
    try:
        options.output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Trouble(f"cannot write {options.output}: {error.strerror}") from None
    print(texts("cli.games.exported", number=number, path=options.output))
    return 0


def run_import(options: argparse.Namespace) -> int:
    """Read one game."""
    texts = Texts(options.lang)
    text = sys.stdin.read() if options.file == "-" else read_text(Path(options.file))
    with Records.open() as records:
        number = records.import_text(text)
    print(texts("cli.games.imported", number=number))
    return 0


def read_text(path: Path) -> str:
    """Return a file's text; raises Trouble if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise Trouble(f"cannot read {path}: {reason.lower()}") from None
