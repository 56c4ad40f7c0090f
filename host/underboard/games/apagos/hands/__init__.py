"""Hands that play Apagos at a simulated board."""

from underboard.games.apagos.hands.hands import Hands, choose, random_start
from underboard.sim.world import World

__all__ = ["SHOWN_SPEED", "TURN_MS", "Hands", "choose", "hands_for", "random_start"]

SHOWN_SPEED = 3.0
"""Speed of a game for people who look on, in multiples of life; chosen."""
TURN_MS = 7_800
"""What hands take for a turn besides thinking, until the board has understood it, in simulated
time: measured in four."""


def hands_for(world: World) -> type[Hands]:
    """Return the hands that play at the board of a world."""
    from underboard.games.apagos.hands import bumped, plate

    if world.layout.scale:
        return plate.Hands
    return bumped.Hands if world.layout.sensing != "field" and world.faults.bumps else Hands
