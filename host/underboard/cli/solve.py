"""``underboard solve``: the exact value of a position and of each of its moves."""

import argparse

from boardcore.errors import Choices
from underboard.cli.arguments import Commands, add_language, game_name
from underboard.registry import game_of, games


def add(commands: Commands) -> None:
    """Add the command, with the arguments of each game that can be solved."""
    parser = commands.add_parser(
        "solve",
        help="solve a game: who wins, in how many plies, and what each move is worth",
        description="The first line is the same in every language, for scripts: LAYOUT: first "
        "player wins in N plies, or VARIANT: second player wins.",
    )
    found = {name: game.part("solve_args") for name, game in games().items()}
    solved = sorted(name for name, part in found.items() if part)
    words = str(Choices(" or ", solved))
    parser.add_argument("game", type=game_name, choices=solved, help=words)
    parser.add_argument("--position", default="", help="a position of the game, as text")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    add_language(parser)
    for name in solved:
        found[name].add(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the solution that was asked for."""
    status: int = game_of(options.game).required("solve").run(options)
    return status
