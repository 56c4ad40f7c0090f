"""16 slots of a tenth of a second, the first one is the highest bit.

Nothing blinks faster than 2.5 times a second, below what can trouble photosensitive people
(three flashes).  Every light of every board takes its rhythm from here.
"""

SLOTS = 16
"""Number of slots of a rhythm; chosen, one for each bit of 16."""
SLOT_MS = 100
"""Time of a slot, ms; chosen: ten looks a second are enough for an eye."""

STEADY = 0b1111111111111111
"""Bits of the slots in which a steady light is on; this and the next rhythms are chosen to
differ."""
SLOW = 0b1111111100000000
"""Bits of a slow blinking light's slots; chosen."""
COUNTER = 0b0000000011111111
"""Bits of the slots opposite to SLOW; chosen."""
FAST = 0b1100110011001100
"""Bits of a fast blinking light's slots; chosen."""
FAST_COUNTER = 0b0011001100110011
"""Bits of the slots opposite to FAST; chosen."""
LONG = 0b1111000000000000
"""Bits of one long flash; chosen."""
DOUBLE = 0b1100110000000000
"""Bits of two flashes; chosen."""
TRIPLE = 0b1100110011000000
"""Bits of three flashes; chosen."""
GAP = 0b1111111111111000
"""Bits of a light with one short gap; chosen."""
LONG_SHORT = 0b1111110000110000
"""Bits of a long and a short flash; chosen."""
BLIPS = 0b1000000010000000
"""Bits of two short flashes; chosen."""
# Counted out in the pauses of the beats, which speak from the same corners.
ONE = 0b0000001100000000
"""Bits of one flash in the pause of a beat, which speaks from the same corner; chosen."""
TWO = 0b0011001100000000
"""Bits of two flashes in the pause of a beat; chosen."""
THREE = 0b0011001100110000
"""Bits of three flashes in the pause of a beat; chosen."""
DIP = 0b1111110011111100
"""Bits of a light that goes out twice for a moment; chosen."""
