"""``underboard perft``: counts of turns and positions."""

import argparse
import json

from underboard.cli.arguments import Commands, add_game, add_rules, depth, pairs
from underboard.engine.perft import perft
from underboard.game_state import rules_of
from underboard.registry import game_of


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "perft",
        help="count moves and positions, to check the rules",
        description="Prints one line per depth: depth D turns T positions P.",
    )
    add_game(parser)
    add_rules(parser)
    parser.add_argument("--position", default="", help="where to start (default: the empty board)")
    parser.add_argument("--depth", type=depth, default=3, help="how many moves deep (default 3)")
    parser.add_argument("--json", action="store_true", help="one JSON object per line")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the counts."""
    rules = rules_of(options.game)
    variant, switches = options.variant or rules.VARIANTS[0], pairs(options.option)
    make = getattr(game_of(options.game).part("engine"), "counting_game", rules.Game)
    game = make(variant, switches, options.position)
    for ply, turns, positions in perft(game, options.depth):
        if options.json:
            print(json.dumps({"depth": ply, "turns": turns, "positions": positions}), flush=True)
        else:
            print(f"depth {ply} turns {turns} positions {positions}", flush=True)
    return 0
