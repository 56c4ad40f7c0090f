"""Boards of reed switches, for tests that need just any board: a plate takes five times as long."""

REEDS = {"pylos": "pylos-reed16", "apagos": "apagos-reed36", "gyges": "gyges-reed38"}


def sim_of(game):
    """Return what ``--board`` takes for the simulated board of a game."""
    return f"sim:{REEDS[game]}"
