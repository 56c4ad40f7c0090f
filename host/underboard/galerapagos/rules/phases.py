"""Entries that each phase accepts, and the phases that can follow.

The engine goes nowhere that is not written here, and the tests hold the
table to what really happens in thousands of games, in both directions.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Phase:
    """``entries``: what may be entered besides ANY_TIME; ``leads``: phases that can follow."""

    entries: tuple[str, ...]
    leads: tuple[str, ...]


AFTER_COUNT = ("zero", "shortage", "evening", "over")
BEFORE_COUNT = ("dusk", "over")

PHASES = {
    # The first-player card has passed; the weather is still hidden.
    "dawn": Phase(("reveal",), ("act", "over")),
    # One castaway after the other, clockwise.
    "act": Phase(("fish", "water", "wood", "search"), ("push", *BEFORE_COUNT)),
    # The first piece of wood is safe; how many more?
    "push": Phase(("push",), ("act", *BEFORE_COUNT)),
    # Everybody has acted.  Anyone a card, before water and food are counted?
    "dusk": Phase(("count",), ("act", *AFTER_COUNT)),
    # Short, but not zero: cards for the camp, then a vote.
    "shortage": Phase(("vote",), ("ballot", "tie", "designated", "zero", "evening", "over")),
    # The counter was at zero: who has no ration dies.
    "zero": Phase(("ration", "feed", "close"), AFTER_COUNT[1:]),
    "ballot": Phase(("cast", "withdraw", "show"), ("crystal", "tie", "designated", *AFTER_COUNT)),
    # The others' votes are shown; the owner of the crystal ball votes.
    "crystal": Phase(("cast", "withdraw", "show"), ("tie", "designated", "ballot", *AFTER_COUNT)),
    "tie": Phase(("choose",), ("designated", *AFTER_COUNT)),
    "designated": Phase(("ration", "accept"), AFTER_COUNT),
    # After both counts.  On the hurricane turn the raft leaves from here.
    "evening": Phase(("depart", "stay", "embark"), ("dawn", "zero", "shortage", "over")),
    "over": Phase((), ()),
    # These two interrupt any other and go back to it.
    "shot": Phase(("sheet", "fall"), ()),
    "pick": Phase(("pick",), ()),
}

INTERRUPTS = ("shot", "pick")

ANY_TIME = ("play", "give", "shoot", "override", "pods")
"""Entries of every phase but the ones below; the rules of each card still apply."""

CLOSED_TO = {
    "shot": ("play", "give"),  # the shot is answered first
    "pick": ("play", "give", "shoot"),
    "over": ANY_TIME,
}

ORDINARY = ("water", "food")
LEAVING = ("seats", "voyage-water", "voyage-food")
"""The counts of a turn, and those of a raft that has to leave (rules page 6.2 and 6.9)."""

NEXT_COUNT = {
    "": "water",
    "water": "food",
    "food": "",  # evening
    "seats": "voyage-water",
    "voyage-water": "voyage-food",
    "voyage-food": "",  # the raft leaves
}

RESOURCE_OF = {
    "water": "water",
    "food": "food",
    "voyage-water": "water",
    "voyage-food": "food",
    "seats": "",
}
"""Resource that each count lacks; no card saves from a vote for seats."""

FIELDS: dict[str, tuple[str, ...]] = {
    "reveal": (),
    "fish": (),
    "water": (),
    "wood": (),
    "search": (),
    "push": ("extra",),
    "count": (),
    "vote": (),
    "cast": ("voter", "target"),
    "withdraw": ("voter",),
    "show": (),
    "choose": ("target",),
    "ration": ("player", "card", "target"),
    "feed": ("player", "target"),
    "accept": (),
    "close": (),
    "depart": (),
    "stay": (),
    "embark": (),
    "sheet": (),
    "fall": (),
    "pick": ("card",),
    "play": ("player", "card"),
    "give": ("player", "target"),
    "shoot": ("player", "target"),
    "override": ("what", "value"),
    "pods": ("places",),
}
"""Fields of each entry.  ``play`` also what its card asks for; ``give`` the ``card`` where
cards are dealt (physical ones change hands unseen); ``show`` may have ``silent``
(true: who has not voted abstains), ``cast`` a ``ballot`` number, ``override`` a ``why``."""
