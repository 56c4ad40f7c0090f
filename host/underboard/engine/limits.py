"""Limits of an engine's search, and its reports meanwhile."""

from collections.abc import Callable
from typing import NamedTuple


class Limits(NamedTuple):
    """Bounds of the thinking about one turn; 0: those of the level."""

    nodes: int = 0
    depth: int = 0


LEVELS_OWN = Limits()


class Report(NamedTuple):
    """State of a search after one more depth is searched."""

    depth: int
    """Turns that were looked ahead."""
    nodes: int
    value: int
    """Value for the side to move, in hundredths: of a ball at Pylos, of a log-odds at Gygès."""
    wins_in: int
    """Turns of both sides until a win that is proven; below 0 until a loss; 0: none is."""
    line: tuple[int, ...]
    """Best turns of both sides (principal variation), the first one of the side to move."""


Tell = Callable[[Report], None]


def quiet(report: Report) -> None:
    """Drop a report."""
