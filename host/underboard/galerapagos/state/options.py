"""The points on which tables and sources differ, and how a game was set up."""

from dataclasses import dataclass, field

from underboard.galerapagos.state.cards import START
from underboard.galerapagos.state.refusal import Refused

SWITCHES: dict[str, tuple[str, ...]] = {
    "deck": ("12", "13"),
    "passing": ("right", "left"),
    "rod": ("add", "best", "double"),
    "spyglass": ("all", "one"),
    "flashlight": ("look", "take"),
    "antivenom": ("anyone", "self"),
    "matches": ("card", "turn"),
    "kit": ("end", "any"),
    "victim": ("shooter", "neighbours"),
    "zero": ("holders", "all"),
    "tie": ("first", "again", "chance"),
    "saved": ("barred", "again"),
    "sick": ("vote", "strict"),
    "dry": ("empty", "refused"),
    "votes": ("open", "secret"),
    "voice": ("off", "on"),
}
"""Name and values of each switch, the default first.

============ =============================================================== =====
deck         the hurricane is one of 12 weather cards, or a thirteenth       2.2
passing      the first-player card goes to the right, or to the left         6.1
rod          two balls added, best of three, or one ball doubled             5.1
spyglass     all other hands, or one                                         5.1
flashlight   look at three cards, or take one of them too                    5.1
antivenom    for anyone just bitten, or for oneself only                     5.1
matches      make one bad card good, or all of that player's this turn       5.1
kit          barbecue after the food count only, or at any time              5.1
victim       the hand of one shot goes to the shooter, or to the neighbours  6.7
zero         at zero card holders live, or all die                           6.2
tie          the first player, a new vote, or chance                         6.3
saved        saved once means barred for that resource this turn, or not     6.3
sick         a sick player loses only the vote that turn, or cards too       6.6
dry          collecting water in blazing sun gives nothing, or is refused    2.1
votes        the reveal names the voters, or gives totals only               6.3
voice        the dead vote, or not                                           6.11
============ =============================================================== =====

The numbers are sections of the rules page.
"""

CARD_MODES = ("physical", "dealt")
"""Real cards whose hands nobody but their owners knows, or cards dealt and hidden here."""

MIN_PLAYERS, MAX_PLAYERS = min(START), max(START)
TEMPERAMENTS = ("selfish", "kind", "moody")
"""Temperaments of automatic castaways."""

LONGEST_NAME = 20
"""Letters of a castaway's name; chosen."""
SEED_BITS = 256
"""Random bits of a seed that nobody can guess; chosen."""


@dataclass(frozen=True)
class Setup:
    """How a game was set up; with its seed and the events it is the whole game.

    ``first`` is a seat, or -1 for one drawn by lot; ``bots``: seat and temperament of
    automatic castaways, whose hands lie here.
    """

    names: tuple[str, ...]
    seed: int
    cards: str = "physical"
    first: int = -1
    switches: dict[str, str] = field(default_factory=dict)
    bots: dict[int, str] = field(default_factory=dict)
    emblems: tuple[int, ...] = ()
    """Emblem of each seat, where people chose; else the seat's own number."""

    def __post_init__(self) -> None:
        """Refuse what no game can start with."""
        if not MIN_PLAYERS <= len(self.names) <= MAX_PLAYERS:
            raise Refused("players", seen=len(self.names))
        seen: set[str] = set()
        for name in self.names:
            if not name or len(name) > LONGEST_NAME or not name.isprintable():
                raise Refused("name", name=name)
            if name.casefold() in seen:
                raise Refused("doubled", name=name)
            seen.add(name.casefold())
        if self.cards not in CARD_MODES:
            raise Refused("card-mode", value=self.cards)
        if not 0 <= self.seed < 1 << SEED_BITS:
            raise Refused("seed", seen=self.seed)
        if not -1 <= self.first < len(self.names):
            raise Refused("seat", seen=self.first)
        if self.bots and self.cards != "dealt":
            raise Refused("bots-dealt")
        for seat, temper in self.bots.items():
            if not 0 <= seat < len(self.names):
                raise Refused("seat", seen=seat)
            if temper not in TEMPERAMENTS:
                raise Refused("temperament", seen=temper, known=", ".join(TEMPERAMENTS))
        if self.emblems and sorted(set(self.emblems) & set(range(MAX_PLAYERS))) != sorted(
            self.emblems
        ):
            raise Refused("emblem", seen=", ".join(str(one) for one in self.emblems))
        if self.emblems and len(self.emblems) != len(self.names):
            raise Refused("emblem", seen=", ".join(str(one) for one in self.emblems))
        for name, value in self.switches.items():
            if name not in SWITCHES:
                raise Refused("no-switch", name=name, known=", ".join(SWITCHES))
            if value not in SWITCHES[name]:
                raise Refused("switch", name=name, value=value, known=", ".join(SWITCHES[name]))

    def on(self, switch: str) -> str:
        """Return the value of one switch."""
        return self.switches.get(switch, SWITCHES[switch][0])
