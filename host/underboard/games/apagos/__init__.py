"""Everything about Apagos on the host."""

from underboard.engine.levels import NAMES
from underboard.registry import HostGame

LEVELS = ("1", "2", "3", "4")
GAME = HostGame("apagos", "Apagos", __name__, "boardcore.apagos", "apagos-scale4", NAMES, LEVELS)
