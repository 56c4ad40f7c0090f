"""Number of a game as people type it, and the game that it means."""

import argparse

from underboard.errors import UnderboardError
from underboard.records.database import Records
from underboard.registry import DEFAULT
from underboard.texts.lazy import LazyText

LAST_GAME = -1
"""Code of the last game, instead of a number; chosen."""
LAST_WORDS = ("last", "dernière", "derniere")
"""Words for the last game."""


def number_of(text: str) -> int:
    """Read the number of a game; raises argparse.ArgumentTypeError.

    >>> number_of("12"), number_of("Last") == LAST_GAME
    (12, True)
    """
    if text.casefold() in LAST_WORDS:
        return LAST_GAME
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(
            LazyText("%r is not a game: expected a number of the list, like 3, or last", text)
        )
    return int(text)


def chosen(records: Records, number: int | None) -> int:
    """Return the number of the game that is meant, None or LAST_GAME: of the last one.

    Raises UnderboardError if there are no games.
    """
    if number not in (None, LAST_GAME):
        return records.get(number).number
    rows = records.list(most=1)
    if not rows:
        raise UnderboardError("there are no games yet: play one with 'underboard play %s'", DEFAULT)
    return rows[-1].number
