"""Seats in the records (a person, an engine or a remote player).

``human`` or a person's name; ``engine NAME LEVEL``; ``remote`` or the name that a remote player
gave.  Records of earlier releases hold a bare level for an engine.
"""

HUMAN, ENGINE, REMOTE = "human", "engine", "remote"
OWN = "underboard"
"""Name of the engines of this program."""
EARLIER = (
    "random", "greedy", "beginner", "easy", "casual", "club", "strong", "expert", "perfect",
)  # fmt: skip
"""Engine names of earlier records; later ones are known by their first word."""


def engine_seat(level: str, name: str = OWN) -> str:
    """Return the seat of an engine.

    >>> engine_seat("club"), engine_seat("-", "my engine|2")
    ('engine underboard club', 'engine my-engine-2 -')
    """
    return " ".join([ENGINE, *("-".join(part.replace("|", " ").split()) for part in (name, level))])


def engine_in(seat: str) -> tuple[str, str] | None:
    """Return name and level of the engine in a seat, None if no engine sits there.

    >>> engine_in("engine underboard club"), engine_in("greedy"), engine_in("Maya")
    (('underboard', 'club'), ('underboard', 'greedy'), None)
    """
    words = seat.split()
    if len(words) == 3 and words[0] == ENGINE:
        return words[1], words[2]
    return (OWN, seat) if seat in EARLIER else None


def is_person(seat: str) -> bool:
    """Return True if a person of this table sits there."""
    return engine_in(seat) is None and seat != REMOTE


def shown_seat(seat: str) -> str:
    """Return what people are shown: the level of an own engine, else its name.

    >>> shown_seat("engine underboard club"), shown_seat("engine sage -"), shown_seat("Maya")
    ('club', 'sage', 'Maya')
    """
    engine = engine_in(seat)
    if engine is None:
        return seat
    name, level = engine
    return level if name == OWN else f"{name} {level}".removesuffix(" -")


def shown_players(players: str) -> str:
    """Return the players of a record as people are shown them, parted by ``|``."""
    return "|".join(map(shown_seat, players.split("|")))
