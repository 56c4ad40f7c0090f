"""Everything about Pylos on the host."""

from underboard.engine.levels import NAMES
from underboard.registry import HostGame

GAME = HostGame("pylos", "Pylos", __name__, "boardcore.pylos", "pylos-scale4", NAMES)
