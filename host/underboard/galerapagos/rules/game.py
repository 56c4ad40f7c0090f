"""Entries in, effects out, and back again by undo.

A game is its setup and its entries; everything else follows.  Undo plays all
entries but the last again, so nothing can be forgotten to be taken back.
"""

import copy
from collections.abc import Callable

from underboard.galerapagos.rules import actions, card_effects, shooting, survival, voting
from underboard.galerapagos.rules.overrides import override
from underboard.galerapagos.rules.phases import ANY_TIME, CLOSED_TO, FIELDS, PHASES
from underboard.galerapagos.state.ballot import SEALED
from underboard.galerapagos.state.camp_state import CampState, new_camp
from underboard.galerapagos.state.options import Setup
from underboard.galerapagos.state.refusal import Refused
from underboard.jsontype import JsonObject

HANDLERS: dict[str, Callable[[CampState, JsonObject], None]] = {
    "reveal": actions.reveal,
    "fish": actions.fish,
    "water": actions.water,
    "wood": actions.wood,
    "search": actions.search,
    "push": actions.push,
    "count": survival.count,
    "vote": voting.vote,
    "cast": voting.cast,
    "withdraw": voting.withdraw,
    "show": voting.show,
    "choose": voting.choose,
    "ration": survival.ration,
    "feed": survival.feed,
    "accept": voting.accept,
    "close": survival.close,
    "depart": survival.depart,
    "stay": survival.stay,
    "embark": survival.embark,
    "sheet": shooting.sheet,
    "fall": shooting.fall,
    "pick": card_effects.pick,
    "play": card_effects.play,
    "give": card_effects.give,
    "shoot": shooting.shoot,
    "override": override,
    "pods": voting.seat_pods,
}

Event = JsonObject


def allowed(camp: CampState) -> tuple[str, ...]:
    """Return which entries the phase takes."""
    closed = CLOSED_TO.get(camp.phase, ())
    return PHASES[camp.phase].entries + tuple(name for name in ANY_TIME if name not in closed)


class Game:
    """One game at one table."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.camp = new_camp(setup)
        self.entries: list[Event] = []
        self.redoable: list[Event] = []
        self.log: list[tuple[int, JsonObject]] = []
        """Pairs (turn, effect) since the start."""
        self.kept = 0
        """That many entries stay: a secret came to light with the last of them."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.camp.phase == "over"

    def enter(self, event: Event) -> list[JsonObject]:
        """Take one entry; return its effects.

        Raises Refused, and leaves everything as it was, if the rules forbid it.
        """
        if isinstance(event, dict) and SEALED in (event.get("target"), event.get("voter")):
            raise Refused("no-target")
        return self.replay(event)

    def replay(self, event: Event) -> list[JsonObject]:
        """Take one entry of a record, in which a vote may be SEALED for good."""
        effects = self._take(event)
        self.redoable = []
        return effects

    def _take(self, event: Event) -> list[JsonObject]:
        camp = self.camp
        name = event.get("do") if isinstance(event, dict) else None
        if not isinstance(name, str) or name not in HANDLERS:
            raise Refused("no-entry", seen=name)
        if name not in allowed(camp):
            raise Refused("not-now", entry=name, phase=camp.phase)
        for field in FIELDS[name]:
            if field not in event:
                raise Refused("field", entry=name, field=field)
        turn = camp.turn
        camp.effects = []
        camp.revealed = False
        HANDLERS[name](camp, event)
        self.entries.append(copy.deepcopy(event))
        if camp.revealed:
            self.kept = len(self.entries)
        for effect in camp.effects:
            turn = effect["number"] if effect["effect"] == "turn" else turn
            self.log.append((turn, effect))
        return camp.effects

    @property
    def last(self) -> int:
        """The index of the entry that undo would take back, -1 for none; seating stays."""
        places = range(len(self.entries) - 1, -1, -1)
        return next((n for n in places if self.entries[n]["do"] != "pods"), -1)

    @property
    def can_undo(self) -> bool:
        """Whether there is an entry to take back, and nothing secret came to light with it."""
        return self.last >= self.kept

    def undo(self) -> Event:
        """Take the last entry back; return it.

        Raises Refused at the start and where a secret came to light.
        """
        last = self.last
        if last < 0:
            raise Refused("undo-start")
        if last < self.kept:
            raise Refused("undo-secret")
        entries, redoable = self.entries, self.redoable
        again = Game(self.setup)
        for event in entries[:last] + entries[last + 1 :]:
            again._take(event)
        vars(self).update(vars(again))
        self.redoable = [*redoable, entries[last]]
        return entries[last]

    def redo(self) -> list[JsonObject]:
        """Enter again what was taken back last."""
        if not self.redoable:
            raise Refused("redo")
        effects = self._take(self.redoable[-1])
        self.redoable.pop()
        return effects
