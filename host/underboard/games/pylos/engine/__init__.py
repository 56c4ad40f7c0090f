"""Engine of Pylos."""

from typing import Any

from underboard.games.pylos.engine.player import LEVELS, OLD_LEVELS, Engine

__all__ = ["LEVELS", "OLD_LEVELS", "Engine", "counting_game"]


def counting_game(variant: str, options: list[tuple[str, str]], position: str) -> Any:
    """Return a game whose turns are counted fast, and with every reading of the rules."""
    # Not at the top: it brings NumPy, for which players need not wait.
    from underboard.games.pylos.engine.rule_variants import game_of

    return game_of(variant, options, position)
