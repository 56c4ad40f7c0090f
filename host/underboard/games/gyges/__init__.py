"""Gygès: all that the host has to say about it."""

from underboard.games import HostGame

GAME = HostGame("gyges", "Gygès", __name__, "boardcore.gyges", "gyges-scale4")
