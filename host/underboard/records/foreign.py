"""Notations of other programs and magazines, in which people have games already.

A game's package names its own in the module ``imports``: ``NOTATIONS``.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from underboard.registry import game_of

WORD = re.compile(r"\S+(?:\s*[×→]\s*\S+)*")
"""A turn; some notations put spaces round their arrows."""
NUMBER = re.compile(r"\d+\.+")
"""Number of a turn, which says nothing."""


class Token(NamedTuple):
    """A word of a record and where it stands."""

    text: str
    line: int
    column: int


class Notation(NamedTuple):
    """Notation of another program for the turns of a game."""

    name: str
    read: Callable[[Any, str], list[str]]
    """Function of the game so far and a word: its turns in our notation; raises ParseError."""


OWN = Notation("underboard", lambda game, word: [word])


def notations_of(name: str) -> tuple[Notation, ...]:
    """Return the notations that a game's turns are read in, our own first."""
    part = game_of(name).part("imports")
    return (OWN, *(part.NOTATIONS if part else ()))


def tokens_of(lines: list[str], first: int, skipped: str) -> Iterator[Token]:
    """Yield the turns of some lines; ``first``: the number of the first of these."""
    for number, line in enumerate(lines, first):
        for word in WORD.finditer(line):
            text = word.group()
            # In a postal set-up six digits are a word, with a dot a number.
            if not NUMBER.fullmatch(text) and text != skipped:
                yield Token(text, number, word.start() + 1)
