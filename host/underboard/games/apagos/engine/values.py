"""Meaning of an entry of a solved table of Apagos; see ``table``."""

WIN = 100
"""Value of a won game, less the plies to its end; chosen."""
IMPOSSIBLE = 127
"""Code of a position with more balls than there are; chosen."""
