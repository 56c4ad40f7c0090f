"""The host's corrections for tables with other decisions, always logged."""

from collections.abc import Callable

from underboard.galerapagos.rules.actions import act_again, correct_bite, correct_catch, skip
from underboard.galerapagos.rules.card_effects import raise_dead
from underboard.galerapagos.rules.death import die
from underboard.galerapagos.rules.flow import end, fall_sick
from underboard.galerapagos.rules.phases import LEAVING, RESOURCE_OF
from underboard.galerapagos.rules.shooting import answer
from underboard.galerapagos.rules.survival import settle
from underboard.galerapagos.state.camp_state import CampState
from underboard.galerapagos.state.cards import SEATS, TOP, TRACK
from underboard.galerapagos.state.refusal import Refused
from underboard.jsontype import JsonObject


def override(camp: CampState, event: JsonObject) -> None:
    """Set ``what`` to ``value``: a number, or a seat."""
    what, value = event["what"], event["value"]
    if not isinstance(what, str) or what not in OVERRIDES:
        raise Refused("no-override", seen=what, known=", ".join(OVERRIDES))
    if not isinstance(value, int) or isinstance(value, bool):
        raise Refused("override-value", what=what, seen=value)
    if camp.phase in ("shot", "pick"):
        raise Refused("answer-first")
    if what in LIMITS and not 0 <= value <= LIMITS[what]:
        raise Refused("override-value", what=what, seen=value)
    OVERRIDES[what](camp, value)
    camp.effects.insert(
        0, {"effect": "override", "what": what, "value": value, "why": str(event.get("why", ""))}
    )


MAX_CAUGHT = 6
"""Largest number of fish of a catch, by the rules: three, doubled by the rod."""

LIMITS = {
    "water": TOP,
    "food": TOP,
    "wood": TRACK - 1,
    "seats": SEATS,
    "rain": 3,
    "fish": MAX_CAUGHT,
}


def _counter(resource: str) -> Callable[[CampState, int], None]:
    def set_counter(camp: CampState, value: int) -> None:
        camp.add(resource, value - camp.level(resource))
        if camp.phase == "zero" and RESOURCE_OF[camp.count] == resource:
            # Rations nobody brought: who settles ties gives them out.
            camp.spare = {str(camp.decider()): value}
        settle(camp)

    return set_counter


def _wood(camp: CampState, value: int) -> None:
    camp.wood = 0 if camp.seats == SEATS else value


def _seats_settled(camp: CampState, living: int, seats: int) -> None:
    """Refuse what would leave a castaway without a seat once the vote on seats is over."""
    if camp.count in LEAVING[1:] and living > seats:
        raise Refused("seats-settled", number=living, seats=seats)


def _seats(camp: CampState, value: int) -> None:
    _seats_settled(camp, len(camp.living()), value)
    camp.seats = value
    camp.add_wood(0)
    settle(camp)


def _rain(camp: CampState, value: int) -> None:
    camp.rain = value


def _first(camp: CampState, value: int) -> None:
    camp.first = camp.alive(value)


def _sick(camp: CampState, value: int) -> None:
    fall_sick(camp, camp.alive(value), "host")


def _healthy(camp: CampState, value: int) -> None:
    one = camp.people[camp.alive(value)]
    one.sick = 0
    one.causes = []


def _dead(camp: CampState, value: int) -> None:
    die(camp, [camp.alive(value)], "host")
    answer(camp, [value], [])


def _alive(camp: CampState, value: int) -> None:
    if camp.people[camp.seat(value)].alive:
        raise Refused("not-dead", name=camp.people[value].name)
    _seats_settled(camp, len(camp.living()) + 1, camp.seats)
    raise_dead(camp, value)
    settle(camp, changed_people=True)


def _skip(camp: CampState, value: int) -> None:
    if camp.phase not in ("act", "push") or value != camp.actor:
        raise Refused("not-acting")
    skip(camp)


def _act(camp: CampState, value: int) -> None:
    act_again(camp, camp.alive(value))


def _bite(camp: CampState, value: int) -> None:
    correct_bite(camp, camp.alive(value))


def _end(camp: CampState, value: int) -> None:
    end(camp, "broken-off", [])


OVERRIDES: dict[str, Callable[[CampState, int], None]] = {
    "water": _counter("water"),
    "food": _counter("food"),
    "wood": _wood,
    "seats": _seats,
    "rain": _rain,
    "first": _first,
    "sick": _sick,
    "healthy": _healthy,
    "dead": _dead,
    "alive": _alive,
    "skip": _skip,
    "act": _act,
    "fish": correct_catch,
    "bite": _bite,
    "end": _end,
}
"""Counters, raft and ``fish`` take a number, ``end`` (break the game off) 0, the others a seat.

``act`` takes the last action back and lets that castaway act again; ``fish`` and ``bite``
correct what the last action drew.
"""
