"""Engine of Gygès."""

from underboard.games import game_of
from underboard.games.gyges.engine.player import LEVELS, OLD_LEVELS, Engine

__all__ = ["LEVELS", "MATCH_OPTIONS", "OLD_LEVELS", "Engine", "starts"]

MATCH_OPTIONS = (("repetition", "draw"),)
"""Rules under which a match is played, so that every game ends."""


def starts(variant: str) -> list[str]:
    """Return the positions from which matches begin: set-ups with neither side far ahead.

    Most random ones are won at once by South, who begins.
    """
    lines = (game_of("gyges").text("starts.txt") or "").splitlines()
    return [f"{line} S" for line in lines if line and not line.startswith("#")]
