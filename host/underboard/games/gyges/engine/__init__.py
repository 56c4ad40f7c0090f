"""Engine of Gygès."""

from collections.abc import Sequence

from underboard.games.gyges.engine.openings import balanced
from underboard.games.gyges.engine.player import LEVELS, OLD_LEVELS, Engine
from underboard.registry import game_of

__all__ = ["LEVELS", "MATCH_OPTIONS", "OLD_LEVELS", "Engine", "starts"]

MATCH_OPTIONS = (("repetition", "draw"),)
"""Rules under which a match is played, so that every game ends."""


def starts(variant: str, options: Sequence[tuple[str, str]]) -> list[str]:
    """Return the positions from which matches begin: set-ups with neither side far ahead.

    Most random ones in two rows are won at once by South, who begins.
    """
    if dict(options).get("rows") == "1":
        return balanced()
    lines = (game_of("gyges").text("starts.txt") or "").splitlines()
    return [f"{line} S" for line in lines if line and not line.startswith("#")]
