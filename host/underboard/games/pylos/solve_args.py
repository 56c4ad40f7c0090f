"""Arguments of ``underboard solve pylos``."""

import argparse
from pathlib import Path

from underboard.games.pylos.engine.table.rule_set import ENDS, TAKES


def add(parser: argparse.ArgumentParser) -> None:
    """Add what the table of Pylos depends on."""
    group = parser.add_argument_group(
        "the table of Pylos",
        "Pylos needs its complete table, which is built the first time: that takes the extra "
        "underboard[fast], 3 GB of memory and half an hour or more, and may be stopped and "
        "resumed.",
    )
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
