"""The simulated board: a world of pieces, hands and switches, and the real firmware in it."""
