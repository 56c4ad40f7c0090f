"""Apagos on the host: the complete solution, hints, opponents, the board's hint file."""
