"""A recorded game turn by turn, as text, by keys, or led on a board."""

import argparse
import os
import sys
import time

from rich.console import Console

from underboard.cli import keypress
from underboard.cli.arguments import add_board
from underboard.cli.records.format import picture
from underboard.cli.records.game_number import chosen
from underboard.errors import UnderboardError
from underboard.records.database import Records
from underboard.records.mirror import Mirror
from underboard.texts import Texts
from underboard.texts.lazy import LazyText

PAUSE_S = 1.0
"""Between turns on a terminal that has no keys; chosen."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--delay", type=seconds, default=None, metavar="S", help="between moves")
    parser.add_argument("--ply", type=int, default=None, metavar="N", help="only after this move")
    parser.add_argument(
        "--on-board", action="store_true", help="hands or lights make the moves on a board again"
    )
    add_board(parser)
    parser.add_argument(
        "--new", action="store_true", help="although an unfinished game is on the board"
    )


def seconds(text: str) -> float:
    """Read a pause."""
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value < 3600:
        raise argparse.ArgumentTypeError(LazyText("%r are no seconds: expected 0, 0.5, 2 …", text))
    return value


def run(options: argparse.Namespace) -> int:
    """Show a game turn by turn."""
    texts = Texts(options.lang)
    with Records.open(reading=True) as records:
        mirror = records.load(chosen(records, options.number))
    turns = len(mirror.turns)
    if options.ply is not None and not 0 <= options.ply <= turns:
        raise UnderboardError("there is no move %s: the game has %s", options.ply, turns)
    if options.on_board:
        # Not at the top: who reads a game needs no board.
        from underboard.cli.records.replay_on_board import lead

        return lead(after(mirror, turns if options.ply is None else options.ply), options, texts)
    if options.ply is not None:
        show(mirror, options.ply, texts)
    elif options.delay is None and sys.stdin.isatty() and not dumb():
        step(mirror, texts)
    else:
        pause = PAUSE_S if options.delay is None and sys.stdout.isatty() else options.delay or 0
        for ply in range(turns + 1):
            show(mirror, ply, texts)
            print(flush=True)
            if ply < turns:
                time.sleep(pause)
    return 0


def dumb() -> bool:
    """Return True if nothing that was printed can be taken away again, as in a pipe."""
    return not sys.stdout.isatty() or os.environ.get("TERM", "") in ("dumb", "unknown")


def show(mirror: Mirror, ply: int, texts: Texts) -> None:
    """Print the position after a turn."""
    print("\n".join(picture(after(mirror, ply), texts)))


def step(mirror: Mirror, texts: Texts) -> None:
    """Go through a game by keys."""
    console = Console(highlight=False, markup=False, emoji=False)
    turns = len(mirror.turns)
    ply = 0
    with keypress.keys() as key:
        while True:
            console.clear()
            show(mirror, ply, texts)
            console.print(texts("records.keys", ply=ply, turns=turns), style="dim")
            pressed = key()
            if pressed == keypress.LEAVE:
                return
            steps = {
                keypress.NEXT: ply + 1,
                keypress.BACK: ply - 1,
                keypress.FIRST: 0,
                keypress.LAST: turns,
            }
            ply = min(max(steps.get(pressed, ply), 0), turns)


def after(mirror: Mirror, ply: int) -> Mirror:
    """Return the game as it stood after ``ply`` of its turns."""
    copy = Mirror.of_game(
        mirror.id, mirror.name, mirror.variant, mirror.options, mirror.origin, mirror.start
    )
    for text in mirror.turns[:ply]:
        copy.play(text)
    if ply == len(mirror.turns) and mirror.game.ended is not None:
        copy.end(mirror.outcome)
    return copy
