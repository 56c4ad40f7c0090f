"""Tables, drawings and checks for builders, made from a board's layout.

``python -m underboard.hardware`` writes ``hardware/NAME/`` of every shipped layout.  The
same files come out on every machine, byte for byte; nothing here was tried on real hardware.
"""
