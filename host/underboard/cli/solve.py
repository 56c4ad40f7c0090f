"""``underboard solve``: the exact value of a position and of each of its moves."""

import argparse
from pathlib import Path
from typing import Any

from underboard.cli.arguments import add_language, game_name
from underboard.games import game_of
from underboard.games.pylos.engine.table.rule_set import ENDS, TAKES

SOLVED = ("apagos", "pylos")
"""Games with a module ``solve``."""


def add(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "solve",
        help="solve Apagos or Pylos: who wins, in how many plies, and what each move is worth",
        description="The first line is the same in every language, for scripts: LAYOUT: first "
        "player wins in N plies, or VARIANT: second player wins.  Pylos needs its complete "
        "table, which is built the first time: that takes the extra underboard[fast], 3 GB of "
        "memory and half an hour or more, and may be stopped and resumed.",
    )
    parser.add_argument("game", type=game_name, choices=SOLVED, help=" or ".join(SOLVED))
    parser.add_argument(
        "layout", nargs="?", default="", help="Apagos: holes shown, bottom to top, like 7531"
    )
    parser.add_argument(
        "--position", default="", help="like '7:2,3 5:0,1 3:0,0 1:0,0 W', or one of Pylos"
    )
    parser.add_argument("--all", action="store_true", help="all 118 layouts and who wins")
    parser.add_argument(
        "--home-made", action="store_true", help="squares with any faces, not the standard ones"
    )
    add_table(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    add_language(parser)
    parser.set_defaults(run=run)


def add_table(parser: argparse.ArgumentParser) -> None:
    """Add the options of Pylos."""
    group = parser.add_argument_group("the table of Pylos")
    group.add_argument("--variant", default="", help="children, standard (default) or expert")
    group.add_argument("--end", choices=ENDS, default="", help="when an empty reserve loses")
    group.add_argument(
        "--back", choices=TAKES, default="", help="what may be taken back; 'one' is the rule sheet"
    )
    group.add_argument("--folder", type=Path, metavar="DIR", help="where tables are kept")
    group.add_argument(
        "--from", dest="source", type=Path, metavar="FILE", help="take over a table that is built"
    )
    group.add_argument("--jobs", type=int, default=0, metavar="N", help="threads that build")


def run(options: argparse.Namespace) -> int:
    """Print the solution that was asked for."""
    status: int = game_of(options.game).required("solve").run(options)
    return status
