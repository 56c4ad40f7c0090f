"""``underboard engine``: an engine for other programs, by the Universal Game Interface."""

import argparse
import time
from collections.abc import Callable
from typing import Any

from boardcore.errors import Choices, ParseError
from underboard.cli.arguments import Commands, add_game, add_language
from underboard.cli.terminal import TerminalInput
from underboard.engine.levels import NAMES
from underboard.engine.player import check_level, levels_of, with_engine
from underboard.engine.ugi import UgiServer
from underboard.registry import game_of
from underboard.texts import level_named
from underboard.texts.lazy import LazyText

STEP_S = 0.005
"""Time between two looks for a typed line, s; chosen."""


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "engine",
        help="an engine for other programs, which speak UGI",
        description="Speaks the Universal Game Interface on standard input and output: ugi, "
        "isready, setoption, uginewgame, position, query, go, stop, quit.",
    )
    add_game(parser, with_engine())
    parser.add_argument("--level", type=level_named, default="", metavar="L", help=", ".join(NAMES))
    parser.add_argument(
        "--dialect", default="", metavar="NAME", help="gyges: the Universal Gygès Interface"
    )
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Answer until the other side says quit or goes away."""
    levels = levels_of(options.game)
    if not levels:
        raise ParseError(
            "there is no engine for %s: expected %s", options.game, Choices(" or ", with_engine())
        )
    level = options.level or levels[-1]
    check_level(options.game, level)
    keyboard = TerminalInput()
    say = lambda line: print(line, flush=True)  # noqa: E731
    server = _server(options, level, say, keyboard.line)
    while not keyboard.ended:
        line = keyboard.line()
        if line is None:
            time.sleep(STEP_S)
        elif not server.hear(line):
            break
    return 0


def _server(
    options: argparse.Namespace, level: str, say: Callable[..., Any], line: Callable[..., Any]
) -> UgiServer:
    """Return what speaks the dialect that is wanted.  Raises ParseError for an unknown one."""
    if not options.dialect:
        return UgiServer(options.game, level, say, line)
    dialect = game_of(options.game).part("dialect")
    if dialect is None or options.dialect != dialect.NAME:
        known = dialect.NAME if dialect else LazyText("none")
        raise ParseError(
            "%r is not a dialect of %s: expected %s", options.dialect, options.game, known
        )
    server: UgiServer = dialect.DialectServer(level, say, line)
    return server
