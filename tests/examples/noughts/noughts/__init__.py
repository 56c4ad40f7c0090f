"""All that the host has to say about noughts and crosses."""

from underboard.games import HostGame

GAME = HostGame("noughts", "Noughts and crosses", __name__, "noughts_fw", "noughts-reed9")
