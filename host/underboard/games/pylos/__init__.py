"""Pylos: all that the host has to say about it."""

from underboard.games import HostGame

GAME = HostGame("pylos", "Pylos", __name__, "boardcore.pylos", "pylos-scale4")
