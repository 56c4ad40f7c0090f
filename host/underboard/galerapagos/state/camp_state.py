"""Everything that lies on the table, and the small questions one may ask about it.

No decision of the game is taken here.  A castaway is meant by seat, 0 to
players - 1, counted clockwise; -1 is nobody.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from underboard.galerapagos.state.ballot import Ballot
from underboard.galerapagos.state.cards import KIND, SEATS, START, TOP, TRACK, WATER
from underboard.galerapagos.state.options import Setup
from underboard.galerapagos.state.refusal import Refused
from underboard.galerapagos.state.rng import Chance
from underboard.jsontype import JsonObject

NOBODY = -1
"""Index of no seat; chosen."""


@dataclass
class Castaway:
    """One player.

    ``sick`` and ``died`` are turns, 0 for never; ``causes`` are ``bite`` and ``food``; ``hand`` is
    empty where cards are physical.
    """

    name: str
    alive: bool = True
    sick: int = 0
    causes: list[str] = field(default_factory=list)
    died: int = 0
    hand: list[str] = field(default_factory=list)
    laid: list[str] = field(default_factory=list)


@dataclass
class CampState:
    """The whole position.  ``setup``, ``chance`` and ``effects`` are no part of its text."""

    setup: Setup
    chance: Chance
    people: list[Castaway]
    weather: list[Any]
    pile: list[str]
    pile_left: int
    food: int
    water: int
    first: int
    phase: str = "dawn"
    turn: int = 1
    rain: int = 0
    hurricane: bool = False
    wood: int = 0
    seats: int = 0
    discard: list[str] = field(default_factory=list)
    next_first: int = NOBODY
    chief: int = NOBODY
    # Phase 3: who began, who has acted, whose action it is.
    start: int = NOBODY
    begun: bool = False
    acted: list[int] = field(default_factory=list)
    actor: int = NOBODY
    actions_left: int = 0
    imposed: dict[str, str] = field(default_factory=dict)
    last: JsonObject = field(default_factory=dict)
    """Result of the last action: player, action, food, water, wood, and card, extra, bitten."""
    # Phase 4 and departure.
    count: str = ""
    fed: list[int] = field(default_factory=list)
    saved: dict[str, list[int]] = field(default_factory=lambda: {"water": [], "food": []})
    spare: dict[str, int] = field(default_factory=dict)
    basket: bool = False
    eaten: bool = False
    matches: list[int] = field(default_factory=list)
    ballot: Ballot | None = None
    ballots: int = 0
    places: list[int] = field(default_factory=list)
    """Number of each seat's pod from 0, -1 for none; empty as long as no board was there."""
    tied: list[int] = field(default_factory=list)
    again: bool = False
    designated: int = NOBODY
    # Interrupting the phase before: shots announced, cards looked at.
    shots: list[list[int]] = field(default_factory=list)
    fallen: list[list[int]] = field(default_factory=list)
    looker: int = NOBODY
    back: str = ""
    reason: str = ""
    embarked: list[int] = field(default_factory=list)
    effects: list[JsonObject] = field(default_factory=list)
    revealed: bool = False
    trial: bool = False
    """Whether a card is only tried: see ``play.is_possible``."""

    # -- people

    def living(self) -> list[int]:
        """Return the seats of the living."""
        return [seat for seat, one in enumerate(self.people) if one.alive]

    def round_from(self, seat: int, step: int = 1) -> list[int]:
        """Return all seats from ``seat`` on, clockwise (step 1) or the other way (-1)."""
        count = len(self.people)
        return [(seat + step * n) % count for n in range(count)]

    def neighbour(self, seat: int, step: int) -> int:
        """Return the next living one; step 1 is left (clockwise), -1 right.  NOBODY if alone."""
        others = [other for other in self.round_from(seat, step)[1:] if self.people[other].alive]
        return others[0] if others else NOBODY

    def owner(self, card: str) -> int:
        """Return who has laid ``card`` down."""
        owners = [seat for seat in self.living() if card in self.people[seat].laid]
        return owners[0] if owners else NOBODY

    def decider(self) -> int:
        """Return who ends debates and settles ties: the conch's chief, else the first player."""
        if self.chief != NOBODY and self.people[self.chief].alive:
            return self.chief
        return self.first

    def silenced(self, seat: int) -> bool:
        """Return True if ``seat`` misses this turn: sick since the turn before (rules page 6.6)."""
        return self.people[seat].sick == self.turn - 1 and self.turn > 1

    def may_vote(self, seat: int) -> bool:
        """Return True if ``seat`` votes now: not on the turn one fell sick."""
        one = self.people[seat]
        if not one.alive:
            return self.setup.on("voice") == "on"
        return one.sick != self.turn

    def may_play(self, seat: int) -> bool:
        """Return True if ``seat`` may play cards."""
        strict = self.setup.on("sick") == "strict" and self.people[seat].sick == self.turn
        return not self.silenced(seat) and not strict

    # -- checks that refuse

    def seat(self, seat: object) -> int:
        """Return ``seat`` if a castaway sits there."""
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < len(self.people):
            raise Refused("seat", seen=seat)
        return seat

    def alive(self, seat: object) -> int:
        """Return ``seat`` if a living castaway sits there."""
        number = self.seat(seat)
        if not self.people[number].alive:
            raise Refused("dead", name=self.people[number].name)
        return number

    def other(self, seat: object, player: int) -> int:
        """Return ``seat`` if a living castaway other than ``player`` sits there."""
        number = self.alive(seat)
        if number == player:
            raise Refused("oneself")
        return number

    # -- cards

    @property
    def dealt(self) -> bool:
        """Whether hands are known here."""
        return self.setup.cards == "dealt"

    def unseen(self, card: str) -> int:
        """Return how many of ``card`` are neither laid down nor discarded."""
        laid = sum(one.laid.count(card) for one in self.people)
        return KIND[card].count - laid - self.discard.count(card)

    def held(self, player: int, card: object) -> str:
        """Return ``card`` if ``player`` holds it, or may hold it where cards are physical."""
        if not isinstance(card, str) or card not in KIND:
            raise Refused("no-card", seen=card)
        if self.dealt:
            if card not in self.people[player].hand:
                raise Refused("not-held", name=self.people[player].name, card=card)
        elif self.unseen(card) <= 0:
            raise Refused("all-out", card=card, number=KIND[card].count)
        return card

    def spend(self, player: int, card: str) -> None:
        """Discard ``card`` from the hand of ``player``."""
        if self.dealt:
            self.people[player].hand.remove(card)
        self.discard.append(card)

    def known_cards(self) -> int:
        """Return how many cards are accounted for; 54 as long as none is lost or doubled."""
        laid = sum(len(one.laid) for one in self.people)
        if not self.dealt:
            return laid + len(self.discard) + sum(self.unseen(card) for card in KIND)
        return laid + len(self.discard) + len(self.pile) + sum(len(p.hand) for p in self.people)

    # -- counters and raft

    def level(self, resource: str) -> int:
        """Return one counter."""
        return self.water if resource == WATER else self.food

    def add(self, resource: str, rations: int) -> int:
        """Move one counter, at most to 36 and never under 0; return the steps really made."""
        before = self.level(resource)
        after = max(0, min(TOP, before + rations))
        if resource == WATER:
            self.water = after
        else:
            self.food = after
        return after - before

    def add_wood(self, steps: int) -> int:
        """Move the disc; return the seats gained.  Wood beyond the twelfth seat is lost."""
        gained = 0
        if self.seats < SEATS:
            self.wood += steps
        while self.wood >= TRACK and self.seats < SEATS:
            self.wood -= TRACK
            self.seats += 1
            gained += 1
        if self.seats == SEATS:
            self.wood = 0
        return gained

    def take_wood(self, steps: int) -> None:
        """Move the disc back, over the edge of a seat too."""
        total = max(0, self.seats * TRACK + self.wood - steps)
        self.seats, self.wood = divmod(total, TRACK)

    # -- telling

    def tell(self, effect: str, **values: object) -> None:
        """Add an effect: what the table is told.  ``private`` names the only seat that sees it."""
        self.effects.append({"effect": effect, **values})

    def reveal(self) -> None:
        """Record that a secret or a draw came to light: no undo beyond this entry."""
        self.revealed = True

    def text(self, votes: bool = True) -> str:
        """Return the whole position as one line of JSON, the same for the same position.

        Without ``votes`` a ballot tells who has voted, and not whom.
        """
        parts = {name: value for name, value in vars(self).items() if name not in UNTOLD}
        if not votes and self.ballot:
            parts["ballot"] = {**vars(self.ballot), "votes": sorted(self.ballot.votes), "told": {}}
        return json.dumps(parts, default=vars, sort_keys=True, separators=(",", ":"))


UNTOLD = ("setup", "chance", "effects", "revealed", "trial")


def new_camp(setup: Setup) -> CampState:
    """Lay out a game: shuffle, deal, set the counters (rules page, sections 1 and 2)."""
    chance = Chance(setup.seed)
    weather = chance.weather(setup.on("deck"))
    pile = chance.wreck()
    first = chance.below(len(setup.names)) if setup.first == NOBODY else setup.first
    food, water, each = START[len(setup.names)]
    people = [Castaway(name) for name in setup.names]
    dealt_out = each * len(people)
    if setup.cards == "dealt":
        for number, card in enumerate(pile[:dealt_out]):
            people[number % len(people)].hand.append(card)
        pile = pile[dealt_out:]
    else:
        pile = []
    return CampState(setup, chance, people, weather, pile, 54 - dealt_out, food, water, first)
