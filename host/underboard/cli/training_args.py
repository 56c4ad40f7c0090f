"""Training at ``play`` and ``serve``: hints, their limit, and lost turns taken back."""

import argparse

from underboard.referee.assist.training_options import read_limits
from underboard.referee.assist.training_request import TrainingRequest


def add_training(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "--training",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="offer to take a move back that loses by force",
    )
    words = "hints in one game: 5 for each side, 5:2 for the first and the second; none"
    parser.add_argument("--hint-limit", default="", metavar="N", help=words)
    parser.set_defaults(usual_training=None, usual_hint_limit="")


def training_of(options: argparse.Namespace) -> TrainingRequest:
    """Return what is wanted; raises ParseError."""
    limits, usual = options.hint_limit, options.usual_hint_limit
    return TrainingRequest(
        getattr(options, "hints", ""),
        read_limits(limits) if limits else None,
        options.training,
        read_limits(usual) if usual else None,
        options.usual_training,
    )
