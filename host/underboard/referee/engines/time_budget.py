"""An engine that plays by a clock (it thinks as long as its time allows)."""

import time
from collections.abc import Callable

from boardcore.play.recognizer import copy_of
from underboard.engine.player import Player, levels_of, player_of
from underboard.game_state import GameState

SHARE = 20
"""Divisor of the time left: the share for one turn, beside most of its increment; chosen."""
MIN_S = 0.3


class OutOfTime(Exception):
    """The engine has thought long enough."""


def budget_s(left_s: float, step_s: float) -> float:
    """Return how long an engine may think about a turn."""
    return max(min(left_s / SHARE + 0.8 * step_s, 0.5 * left_s), MIN_S)


def choose(
    player: Player,
    game: GameState,
    pause: Callable[[], None],
    max_s: float | None,
    seconds: Callable[[], float] = time.monotonic,
) -> int:
    """Return the turn of an engine, which may think for ``max_s``, None: as it likes.

    One that thinks for longer plays as a weaker one does.
    """
    if max_s is None:
        return player.choose(game, pause)
    end_s = seconds() + max_s

    def look() -> None:
        pause()
        if seconds() > end_s:
            raise OutOfTime

    try:
        return player.choose(copy_of(game), look)
    except OutOfTime:
        quick = levels_of(game.name)[:2][-1]
        return player_of(game.name, quick, game.ply).choose(game, pause)
