"""Link state: greeting, ready, refused, down, as a table for either side of the wire."""

DOWN, GREETING, READY, REFUSED = range(4)
STATE_NAMES = ("down", "greeting", "ready", "refused")
OPENED, HELLO, OTHER_MAJOR, SILENCE, CLOSED = range(5)
EVENT_NAMES = ("opened", "hello", "other major", "silence", "closed")

NEXT = (
    # OPENED   HELLO    OTHER_MAJOR SILENCE   CLOSED
    (GREETING, READY,   REFUSED,    DOWN,     DOWN),  # DOWN: a hello proves that somebody is there
    (GREETING, READY,   REFUSED,    GREETING, DOWN),  # GREETING
    (GREETING, READY,   REFUSED,    GREETING, DOWN),  # READY: silence means greet again
    (GREETING, READY,   REFUSED,    REFUSED,  DOWN),  # REFUSED: until another version greets
)  # fmt: skip
"""NEXT[state][event]: the state after it."""

SILENCE_MS = 5000
"""After so long without a whole line the other side counts as gone (five heartbeats)."""
HELLO_MS = 500
"""How often a side that greets says hello."""
BEAT_MS = 1000
"""How often the board tells where it stands."""


def advance(state: int, event: int) -> int:
    """Return the state after ``event``."""
    return NEXT[state][event]
