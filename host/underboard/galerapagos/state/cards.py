"""The 54 wreck cards, the weather deck, the balls and the start table.

Everything here is data.  Source of all numbers: rules page, sections 1, 2, 3
and 5; the marked ones are its decisions on points where sources differ.
"""

from dataclasses import dataclass

RESOURCE, PERMANENT, AMMUNITION, SINGLE, USELESS = (
    "resource",
    "permanent",
    "ammunition",
    "single",
    "useless",
)

WATER, FOOD = "water", "food"
RESOURCES = (WATER, FOOD)

ACTIONS = ("fish", "water", "wood", "search")
"""The four actions of phase 3."""


@dataclass(frozen=True)
class CardKind:
    """One kind of wreck card.

    ``asks`` names what has to be said when it is played: ``target`` (one
    castaway), ``targets`` (up to three), ``action`` (one of ACTIONS).
    ``gives`` and ``rations`` belong to resource cards; a ``bad`` one makes
    sick who eats it.
    """

    key: str
    count: int
    category: str
    gives: str = ""
    rations: int = 0
    bad: bool = False
    asks: tuple[str, ...] = ()


KINDS = (
    CardKind("water-bottle", 7, RESOURCE, WATER, 1),
    CardKind("sandwich", 7, RESOURCE, FOOD, 1),
    CardKind("coconut", 1, RESOURCE, WATER, 3),
    CardKind("sardines", 1, RESOURCE, FOOD, 3),
    CardKind("stagnant-water", 1, RESOURCE, WATER, 1, bad=True),
    CardKind("rotten-fish", 1, RESOURCE, FOOD, 1, bad=True),
    CardKind("fruit-basket", 1, RESOURCE),
    CardKind("flask", 1, PERMANENT),
    CardKind("fishing-rod", 1, PERMANENT),
    CardKind("axe", 1, PERMANENT),
    CardKind("club", 1, PERMANENT),
    CardKind("crystal-ball", 1, PERMANENT),
    CardKind("revolver", 3, PERMANENT),
    CardKind("cartridge", 6, AMMUNITION),
    CardKind("metal-sheet", 2, SINGLE),
    CardKind("antivenom", 1, SINGLE, asks=("target",)),
    CardKind("matches", 1, SINGLE, asks=("target",)),
    CardKind("coffee", 1, SINGLE),
    CardKind("alarm-clock", 1, SINGLE, asks=("target",)),
    CardKind("conch", 1, SINGLE),
    CardKind("pendulum", 1, SINGLE, asks=("target", "action")),
    CardKind("sleeping-pills", 1, SINGLE, asks=("targets",)),
    CardKind("spyglass", 1, SINGLE, asks=("target",)),
    CardKind("flashlight", 1, SINGLE),
    CardKind("barometer", 1, SINGLE),
    CardKind("vegetable-mill", 1, SINGLE),
    CardKind("voodoo-doll", 1, SINGLE, asks=("target",)),
    CardKind("wooden-plank", 1, SINGLE),
    CardKind("barbecue-kit", 1, SINGLE),
    CardKind("lottery-ticket", 1, USELESS),
    CardKind("board-game", 1, USELESS),
    CardKind("old-underpants", 1, USELESS),
    CardKind("car-key", 1, USELESS),
    CardKind("toilet-brush", 1, USELESS),
)
"""Rules page, section 5: 34 kinds, 54 cards, in the order of its table."""

KIND = {kind.key: kind for kind in KINDS}

HURRICANE = "hurricane"
HURRICANE_RAIN = 2
"""Rain of a hurricane, number of water rations, by the rules (page 2.1: five sources carry 2,
"likely")."""

ORDINARY_WEATHER = {
    "12": (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3),
    "13": (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3),
}
"""Rain of the cards beside the hurricane, by deck size: rules page 2.1 and 2.2."""

BOTTOM = 5
"""Number of cards shuffled with the hurricane under the pile, by the rules."""

BALLS = (("white", 1), ("white", 1), ("white", 1), ("white", 2), ("white", 2), ("black", 3))
"""Colour and fish of the six balls: rules page, section 3 (3 on the black one is "weak")."""

BLACK = "black"

START = {
    3: (5, 6, 4),
    4: (7, 8, 4),
    5: (8, 10, 4),
    6: (10, 12, 4),
    7: (12, 14, 4),
    8: (13, 16, 4),
    9: (15, 18, 3),
    10: (16, 20, 3),
    11: (18, 22, 3),
    12: (20, 24, 3),
}
"""Food, water and cards each, by players: rules page, section 1."""

TOP = 36
"""Largest number on either counter, by the rules; surplus is lost."""
TRACK = 6
"""Number of steps of wood for one seat, by the rules."""
SEATS = 12
"""Number of raft cards, by the rules."""
MAX_EXTRA = 5
"""Number of balls one may announce when pushing for wood, by the rules."""


def all_cards() -> list[str]:
    """Return the keys of the 54 cards, kind by kind."""
    return [kind.key for kind in KINDS for _ in range(kind.count)]
