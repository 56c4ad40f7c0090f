"""A player who sits elsewhere (his turns come over a network, at any time)."""

from collections.abc import Callable, Iterable
from typing import Any

from underboard.engine.ugi_player import UgiPlayer
from underboard.game_state import GameState
from underboard.records.seats import REMOTE, engine_seat

NOT_YET = -1
"""Code of ``choose`` while nothing has come; chosen."""


class RemotePlayer:
    """Seat whose turns come from outside.

    It never makes its caller wait: a player who has not chosen yet is asked again.
    """

    def __init__(self, name: str = REMOTE) -> None:
        self.name = name
        self._ply = -1
        self._turns: list[int] = []

    def offer(self, ply: int, turns: list[int]) -> None:
        """Take the turns to be played from this ply on; earlier ones are forgotten."""
        self._ply, self._turns = ply, list(turns)

    def choose(self, game: GameState, pause: Callable[[], None] = lambda: None) -> int:
        """Return the turn for this position, NOT_YET if none has come."""
        at = game.ply - self._ply
        if self._ply < 0 or not 0 <= at < len(self._turns):
            return NOT_YET
        found: int = self._turns[at]
        return found


def told_seats(seats: Iterable[Any], names: Iterable[str]) -> str:
    """Return what records are told of both seats; ``names``: what their players are called."""
    return "|".join(
        name
        if seat is None or isinstance(seat, RemotePlayer)
        else engine_seat("-", seat.name)
        if isinstance(seat, UgiPlayer)
        else engine_seat(seat.name)
        for seat, name in zip(seats, names)
    )


def forget_turns(seats: Iterable[Any]) -> None:
    """Have remote players choose anew: the game that they chose for is gone, or taken back."""
    for seat in seats:
        if isinstance(seat, RemotePlayer):
            seat.offer(NOT_YET, [])
