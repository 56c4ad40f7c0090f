"""Simulated board with the real firmware in a world of pieces, hands and sensors."""
