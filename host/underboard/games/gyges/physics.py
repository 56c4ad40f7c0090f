"""Rings of a set, under simulated hands."""

from underboard.sim.physics.parameters import FieldParameters

FIELD = FieldParameters(
    moment_spread=0.04, place_mm=2.0, max_place_mm=5.0, level=True, noise_ut=20.0,
    jiggle_deg=0.0, others=0.0, bump=0.0, respin=0.0,
)  # fmt: skip
"""Section 9 of the physics of free magnets."""
