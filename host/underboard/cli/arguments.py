"""Arguments shared by several commands."""

import argparse
from collections.abc import Sequence
from typing import TypeAlias

from boardcore.errors import Choices, ParseError
from underboard.registry import names
from underboard.texts import LANGUAGES
from underboard.texts.grammar import plain
from underboard.texts.lazy import LazyText

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""Where a command adds its parser."""


def game_name(text: str) -> str:
    """Return the name of a game however people write it; anything else as it is.

    >>> game_name("Pylos"), game_name("GYGÈS"), game_name("chess")
    ('pylos', 'gyges', 'chess')
    """
    name = plain(text.strip())
    return name if name in names() else text


def add_game(
    parser: argparse._ActionsContainer, known: Sequence[str] = (), nargs: str | None = None
) -> None:
    """Add ``game``; ``known``: which ones there are, by default all."""
    words = str(Choices(" or ", known or names()))
    parser.add_argument("game", type=game_name, nargs=nargs, default="", help=words)


def add_board(parser: argparse._ActionsContainer) -> None:
    """Add ``--board``: a real one or a simulated one."""
    parser.add_argument("--board", metavar="PORT", help="a port, sim or sim:LAYOUT")


def add_language(parser: argparse._ActionsContainer) -> None:
    """Add ``--lang``."""
    parser.add_argument("--lang", choices=LANGUAGES, default="", help="language of the texts")


def add_rules(parser: argparse._ActionsContainer) -> None:
    """Add the arguments that choose the rules of a game; ``pairs`` reads the options."""
    parser.add_argument(
        "--variant", default="", metavar="V", help="a variant of the game (default: its first)"
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a switch of the rules"
    )


def add_faults(parser: argparse._ActionsContainer, what: str = "like bounce_ms=5") -> None:
    """Add ``--fault`` of a simulated board, as often as people like."""
    parser.add_argument("--fault", action="append", default=[], metavar="NAME=VALUE", help=what)


def add_pace(parser: argparse._ActionsContainer, *, hands_only: bool = False) -> None:
    """Add ``--pace`` and ``--no-pace``.

    ``hands_only``: people wait for simulated hands, which hurry unless asked not to.
    """
    parser.add_argument(
        "--pace",
        action=argparse.BooleanOptionalAction,
        default=not hands_only,
        help="simulated hands as slow as in life, else as fast as the machine allows"
        if hands_only
        else "time as in life, or as fast as the machine allows",
    )


def count(text: str) -> int:
    """Read a number of things, 1 or more.

    Raises argparse.ArgumentTypeError, whose sentence argparse shows.
    """
    if not _is_whole(text) or not int(text):
        raise argparse.ArgumentTypeError(LazyText("%r is not a count: expected 1, 2 or more", text))
    return int(text)


def depth(text: str) -> int:
    """Read a depth, 0 or more; raises like ``count``."""
    if not _is_whole(text):
        raise argparse.ArgumentTypeError(
            LazyText("%r is not a depth: expected 0, 1, 2 or more", text)
        )
    return int(text)


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdigit()


def pairs(texts: list[str]) -> list[tuple[str, str]]:
    """Split ``name=value`` texts.

    Raises ParseError where there is no ``=``.
    """
    for text in texts:
        if "=" not in text:
            raise ParseError("option %r: expected NAME=VALUE, like end=bga", text)
    return [(name, value) for name, _, value in (text.partition("=") for text in texts)]
