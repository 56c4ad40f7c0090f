"""Opponents that choose turns, and hints."""
