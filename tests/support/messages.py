"""Messages of the wire as rows, from the one text that a board has of them."""

from boardcore.link.wire import MESSAGES

HOST = "host"


def messages():
    """Return kind, sender and fields of every message."""
    rows = [line.split(" ") for line in MESSAGES.strip().split("\n")]
    return [(row[0], row[1], tuple(row[2:])) for row in rows]
