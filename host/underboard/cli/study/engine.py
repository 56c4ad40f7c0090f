"""``underboard engine``: an engine for other programs, by the Universal Game Interface."""

import argparse
import time
from typing import Any

from underboard.cli.arguments import add_language, game_name
from underboard.cli.terminal import Keyboard
from underboard.engine.levels import NAMES
from underboard.engine.player import check_level, levels_of, with_engine
from underboard.engine.ugi import Server

STEP_S = 0.005


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "engine",
        help="an engine for other programs, which speak UGI",
        description="Speaks the Universal Game Interface on standard input and output: ugi, "
        "isready, setoption, uginewgame, position, query, go, stop, quit.",
    )
    parser.add_argument("game", type=game_name, help=" or ".join(with_engine()))
    parser.add_argument("--level", default="", metavar="L", help=", ".join(NAMES))
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Answer until the other side says quit or goes away."""
    level = options.level or levels_of(options.game)[-1]
    check_level(options.game, level)
    keyboard = Keyboard()
    server = Server(options.game, level, lambda line: print(line, flush=True), keyboard.line)
    while not keyboard.ended:
        line = keyboard.line()
        if line is None:
            time.sleep(STEP_S)
        elif not server.hear(line):
            break
    return 0
