"""``underboard sim``: a simulated board on a port of its own, for any program."""

import argparse
import json
import sys
from pathlib import Path

from underboard.sim.board import SimBoard
from underboard.sim.faults import NAMES, parse_faults


def add(commands) -> None:
    """Add ``sim`` to the command line."""
    parser = commands.add_parser(
        "sim",
        help="a simulated board on a port of its own, for any other program",
        description="Run the real firmware on a simulated board, print the port's name and "
        "go on until Ctrl-C.  Faults: " + ", ".join(NAMES) + ".",
    )
    parser.add_argument("--layout", default="pylos-reed16", help="which board")
    parser.add_argument("--link", type=Path, metavar="PATH", help="a name for the port")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument(
        "--fault", action="append", default=[], metavar="NAME=VALUE", help="like bounce_ms=5"
    )
    parser.add_argument("--drive", type=Path, metavar="PATH", help="other files for the drive")
    parser.add_argument(
        "--pace",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="time as in life, or as fast as the machine allows",
    )
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run a simulated board until somebody stops it."""
    parse_faults(options.fault)
    with SimBoard(
        options.layout,
        seed=options.seed,
        faults=options.fault,
        pace=options.pace,
        drive=options.drive,
        link=options.link,
        say=lambda line: print(line, file=sys.stderr, flush=True),
    ) as board:
        if options.json:
            told = {"url": board.url, "layout": options.layout, "seed": options.seed}
            print(json.dumps(told), flush=True)
        else:
            print(board.url, flush=True)
        for event in board.events():
            if event["event"] == "power" and not event["on"]:
                # Only a fault can have done it: give the power back, as a person would.
                board.command("restart")
    return 0
