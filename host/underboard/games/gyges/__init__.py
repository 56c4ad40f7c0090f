"""Everything about Gygès on the host."""

from underboard.engine.levels import NAMES
from underboard.registry import HostGame

GAME = HostGame("gyges", "Gygès", __name__, "boardcore.gyges", "gyges-scale4", NAMES[:-1])
