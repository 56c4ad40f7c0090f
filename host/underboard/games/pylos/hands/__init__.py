"""Hands that play Pylos at a simulated board."""

from underboard.games.pylos.hands.hands import Hands, choose
from underboard.sim.world import World

__all__ = ["SHOWN_SPEED", "TURN_MS", "Hands", "choose", "hands_for"]

SHOWN_SPEED = 3.0
"""Speed of a game for people who look on, in multiples of life; chosen."""
TURN_MS = 5_700
"""What hands take for a turn besides thinking, until the board has understood it, in simulated
time: measured in four."""


def hands_for(world: World) -> type[Hands]:
    """Return the hands that play at the board of a world."""
    from underboard.games.pylos.hands import bumped, hall

    if world.layout.scale or world.layout.sensing == "field":
        return hall.Hands
    return bumped.Hands if world.magnets or world.faults.bumps else Hands
