"""Engine of Apagos, which is solved: ``perfect`` plays by the solution, the others spoil it."""

from collections.abc import Sequence

from underboard.games.apagos.engine.layouts import every
from underboard.games.apagos.engine.player import LEVELS, Engine

__all__ = ["LEVELS", "Engine", "starts"]


def starts(variant: str, options: Sequence[tuple[str, str]]) -> list[str]:
    """Return the positions from which matches begin: any layout of the four squares."""
    return every() if variant == "standard" else []
