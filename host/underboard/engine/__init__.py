"""Engine: opponents that choose turns, and hints."""
