"""What an entry of a solved table of Apagos means; see ``table``."""

WIN = 100
"""Less the plies to the end, to the side that wins."""
IMPOSSIBLE = 127
"""A position with more balls than there are."""
