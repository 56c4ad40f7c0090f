"""Find: which port the board is on, and why."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Candidate:
    """A port, and why it is taken for an Underboard or not."""

    url: str
    what: str
    taken: bool
    reason: str


@dataclass(frozen=True)
class Choice:
    """What to open: ``url``, or a simulated board with ``layout`` (empty: its default)."""

    url: str = ""
    simulated: bool = False
    layout: str = ""


def find(value: str | None = None, environ: Mapping[str, str] | None = None) -> Choice:
    """Return the board to use: ``--board`` value, $UNDERBOARD_BOARD, USB ids, hello."""
    raise NotImplementedError


def candidates() -> list[Candidate]:
    """Return every serial port of this computer."""
    raise NotImplementedError
