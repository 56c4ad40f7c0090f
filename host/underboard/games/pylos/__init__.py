"""Everything about Pylos on the host."""

from underboard.games import HostGame

GAME = HostGame("pylos", "Pylos", __name__, "boardcore.pylos", "pylos-scale4")
