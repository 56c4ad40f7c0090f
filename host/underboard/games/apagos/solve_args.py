"""Arguments of ``underboard solve apagos``."""

import argparse


def add(parser: argparse.ArgumentParser) -> None:
    """Add the layouts of Apagos."""
    parser.add_argument(
        "layout", nargs="?", default="", help="Apagos: holes shown, bottom to top, like 7531"
    )
    group = parser.add_argument_group("layouts of Apagos")
    group.add_argument("--all", action="store_true", help="all 118 layouts and who wins")
    group.add_argument(
        "--home-made", action="store_true", help="squares with any faces, not the standard ones"
    )
