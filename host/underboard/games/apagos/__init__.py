"""Apagos: all that the host has to say about it."""

from underboard.games import HostGame

GAME = HostGame("apagos", "Apagos", __name__, "boardcore.apagos", "apagos-scale4")
