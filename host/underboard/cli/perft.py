"""``underboard perft``: counts of turns and positions."""

import argparse
import json

from boardcore import games
from boardcore.errors import Unreadable
from boardcore.pylos import rules as pylos
from underboard.engine.perft import perft
from underboard.texts.said import Said


def add(commands: argparse._SubParsersAction) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "perft",
        help="count turns and positions, to check the rules",
        description="Prints one line per depth: depth D turns T positions P.",
    )
    parser.add_argument("game", help="pylos, apagos or gyges")
    parser.add_argument("--variant", default="", help="a variant of the game (default: its first)")
    parser.add_argument("--position", default="", help="where to start (default: the empty board)")
    parser.add_argument("--depth", type=depth, default=3, help="how many turns deep (default 3)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a switch of the rules"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object per line")
    parser.set_defaults(run=run)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that choose the rules of a game; ``pairs`` reads the options."""
    parser.add_argument("--variant", default="", metavar="V", help="a variant of the game")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a switch of the rules"
    )


def depth(text: str) -> int:
    """Read a depth, 0 or more.

    Raises argparse.ArgumentTypeError, whose sentence argparse shows.
    """
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(Said("%r is no depth: expected 0, 1, 2 or more", text))
    return int(text)


def pairs(texts: list[str]) -> list[tuple[str, str]]:
    """Split ``name=value`` texts.

    Raises Unreadable where there is no ``=``.
    """
    for text in texts:
        if "=" not in text:
            raise Unreadable("option %r: expected NAME=VALUE, like end=bga", text)
    return [(name, value) for name, _, value in (text.partition("=") for text in texts)]


def run(options: argparse.Namespace) -> int:
    """Print the counts."""
    rules = games.rules_of(options.game)
    variant, switches = options.variant or rules.VARIANTS[0], pairs(options.option)
    make = rules.Game
    if rules.NAME == pylos.NAME:
        # It brings numpy, for which other commands need not wait.
        from underboard.engine.pylos.readings import game_of

        make = game_of
    game = make(variant, switches, options.position)
    for ply, turns, positions in perft(game, options.depth):
        if options.json:
            print(json.dumps({"depth": ply, "turns": turns, "positions": positions}), flush=True)
        else:
            print(f"depth {ply} turns {turns} positions {positions}", flush=True)
    return 0
