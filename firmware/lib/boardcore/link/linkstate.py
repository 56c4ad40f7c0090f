"""State table of the link, for either side: greeting, ready, refused, down."""

DOWN, GREETING, READY, REFUSED = range(4)
STATE_NAMES = ("down", "greeting", "ready", "refused")
OPENED, HELLO, OTHER_MAJOR, SILENCE, CLOSED = range(5)

NEXT = (
    # OPENED   HELLO    OTHER_MAJOR SILENCE   CLOSED
    (GREETING, READY,   REFUSED,    DOWN,     DOWN),  # DOWN: a hello proves that somebody is there
    (GREETING, READY,   REFUSED,    GREETING, DOWN),  # GREETING
    (GREETING, READY,   REFUSED,    GREETING, DOWN),  # READY: silence means greet again
    (GREETING, READY,   REFUSED,    REFUSED,  DOWN),  # REFUSED: until another version greets
)  # fmt: skip
"""NEXT[state][event]: the state after it."""

SILENCE_MS = 5000
"""Time without a whole line after which the other side is gone (five heartbeats)."""
HELLO_MS = 500
"""Time between two hellos of a side that greets."""
BEAT_MS = 1000
"""Time between two heartbeats of the board, ms; chosen."""
