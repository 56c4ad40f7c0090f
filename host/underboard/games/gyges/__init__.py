"""Everything about Gygès on the host."""

from underboard.games import HostGame

GAME = HostGame("gyges", "Gygès", __name__, "boardcore.gyges", "gyges-scale4")
