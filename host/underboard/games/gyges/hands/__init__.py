"""Hands that play Gygès at a simulated board."""

from underboard.games.gyges.hands.hands import Hands, choose
from underboard.sim.world import World

__all__ = ["SHOWN_SPEED", "TURN_MS", "Hands", "choose", "hands_for"]

SHOWN_SPEED = 4.0
"""Speed of a game for people who look on, in multiples of life; chosen."""
TURN_MS = 10_000
"""What hands take for a turn besides thinking, until the board has understood it, in simulated
time: measured in four."""


def hands_for(world: World) -> type[Hands]:
    """Return the hands that play at the board of a world."""
    from underboard.games.gyges.hands import plate

    return plate.Hands if world.layout.scale else Hands
