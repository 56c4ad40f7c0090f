"""16 slots of a tenth of a second, the first one is the highest bit.

Nothing blinks faster than 2.5 times a second, below what can trouble photosensitive people
(three flashes).  Every light of every board takes its rhythm from here.
"""

SLOTS = 16
SLOT_MS = 100

STEADY = 0b1111111111111111
SLOW = 0b1111111100000000
COUNTER = 0b0000000011111111
FAST = 0b1100110011001100
FAST_COUNTER = 0b0011001100110011
LONG = 0b1111000000000000
DOUBLE = 0b1100110000000000
TRIPLE = 0b1100110011000000
GAP = 0b1111111111111000
LONG_SHORT = 0b1111110000110000
BLIPS = 0b1000000010000000
# Counted out in the pauses of the beats, which speak from the same corners.
ONE = 0b0000001100000000
TWO = 0b0011001100000000
THREE = 0b0011001100110000
DIP = 0b1111110011111100
