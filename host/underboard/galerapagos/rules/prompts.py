"""Questions of the game (who must answer, and with which choices).

Whatever asks people (a keyboard, a screen, a pod) finds everything it needs
here: the person, the numbers of the reason, and the choices for each field.
"""

from collections.abc import Sequence

from underboard.galerapagos.rules.actions import actions_of
from underboard.galerapagos.rules.card_effects import DEPTH_OF_LIGHT, asks
from underboard.galerapagos.rules.game import allowed
from underboard.galerapagos.rules.overrides import LIMITS, OVERRIDES
from underboard.galerapagos.rules.phases import ANY_TIME, FIELDS, RESOURCE_OF
from underboard.galerapagos.rules.survival import can_depart, to_remove, unfed
from underboard.galerapagos.state.ballot import ABSTAIN
from underboard.galerapagos.state.camp_state import NOBODY, CampState
from underboard.galerapagos.state.cards import ACTIONS, KIND, KINDS, MAX_EXTRA
from underboard.jsontype import JsonObject


def asked(camp: CampState) -> int:
    """Return who is asked now; NOBODY once the game is over."""
    if camp.phase in ("act", "push"):
        return camp.actor
    if camp.phase == "crystal" and camp.ballot:
        return camp.ballot.last[0]
    who = {
        "designated": camp.designated,
        "shot": camp.shots[0][1] if camp.shots else NOBODY,
        "pick": camp.looker,
        "over": NOBODY,
        "dawn": camp.first,
    }
    return who.get(camp.phase, camp.decider())


def prompt_key(camp: CampState) -> str:
    """Return the key of the question: the phase, and at evening what can be decided at all."""
    if camp.phase == "evening" and camp.hurricane:
        return "prompt.evening-hurricane"
    if camp.phase == "evening" and not can_depart(camp):
        return "prompt.evening-stay"
    return f"prompt.{camp.phase}"


def prompt_values(camp: CampState) -> dict[str, object]:
    """Return the names and numbers that the sentence of ``prompt_key`` speaks of."""
    who = asked(camp)
    values: dict[str, object] = {"name": camp.people[who].name if who != NOBODY else ""}
    living = len(camp.living())
    values |= {"number": living, "seats": camp.seats, "water": camp.water, "food": camp.food}
    if camp.ballot:
        values["received"], values["expected"] = camp.ballot.progress()
    if camp.tied:
        values["tied"] = ", ".join(camp.people[seat].name for seat in camp.tied)
    if camp.shots:
        values["shooter"] = camp.people[camp.shots[0][0]].name
    return values


def banner_values(camp: CampState) -> dict[str, int] | None:
    """Return the figures of the shortage under way (``banner.COUNT``), None if there is none."""
    if not camp.count or camp.phase in ("over", "zero"):
        return None
    if camp.count == "seats":
        return {"have": camp.seats, "mouths": len(camp.living()), "number": to_remove(camp)}
    have = camp.level(RESOURCE_OF[camp.count])
    return {"have": have, "mouths": len(unfed(camp)), "number": to_remove(camp)}


def regular_entries(camp: CampState) -> list[str]:
    """Return what the phase waits for, without what is plainly impossible now."""
    entries = [name for name in allowed(camp) if name not in ANY_TIME]
    if camp.phase == "act":
        return list(actions_of(camp))
    if camp.phase == "evening":
        if camp.hurricane:
            return ["embark"]
        return (["depart"] if can_depart(camp) else []) + ["stay"]
    return entries


def shooters(camp: CampState) -> list[int]:
    """Return who has a revolver on the table, and may play cards."""
    return [
        seat
        for seat in camp.living()
        if "revolver" in camp.people[seat].laid and camp.may_play(seat)
    ]


def may_shoot(camp: CampState) -> bool:
    """Return True if a shot can be announced at all.

    Where cards are dealt, whether its owner holds a cartridge is nobody's business.
    """
    return bool(shooters(camp)) and camp.unseen("cartridge") > len(camp.shots)


def any_time_entries(camp: CampState) -> list[str]:
    """Return what may be entered in between."""
    return [name for name in allowed(camp) if name in ANY_TIME]


def fields_of(camp: CampState, entry: str, said: JsonObject) -> tuple[str, ...]:
    """Return what has to be said for ``entry``, given what was said already."""
    fields = FIELDS[entry]
    if entry == "give" and camp.dealt:
        return ("player", "card", "target")
    if entry == "play" and said.get("card") in KIND:
        return fields + asks(camp, said["card"])
    return fields


def choices(camp: CampState, entry: str, field: str, said: JsonObject) -> Sequence[object]:
    """Return the possible answers to one field: seats, card keys, numbers, or words."""
    return CHOICES[field](camp, entry, said)


def _players(camp: CampState, entry: str, said: JsonObject) -> Sequence[object]:
    if entry == "feed":
        return [seat for seat in camp.living() if camp.spare.get(str(seat))]
    if entry == "shoot":
        return shooters(camp)
    return camp.living()


def _targets(camp: CampState, entry: str, said: JsonObject) -> Sequence[object]:
    if entry == "cast" and camp.ballot:
        return [*camp.ballot.choices(said["voter"]), ABSTAIN]
    if entry == "choose":
        return camp.tied
    if entry == "ration" and camp.phase == "designated":
        return [camp.designated]
    if entry in ("ration", "feed"):
        return unfed(camp)
    if said.get("card") == "voodoo-doll":
        return [seat for seat, one in enumerate(camp.people) if not one.alive]
    if entry == "play" and said.get("card") not in ("pendulum", "spyglass"):
        return camp.living()
    return [seat for seat in camp.living() if seat != said.get("player")]


def _cards(camp: CampState, entry: str, said: JsonObject) -> Sequence[object]:
    if entry == "pick":
        return camp.pile[:DEPTH_OF_LIGHT]
    if camp.dealt:
        hand = camp.people[said["player"]].hand
        cards = [kind.key for kind in KINDS if kind.key in hand]
    else:
        cards = [kind.key for kind in KINDS if camp.unseen(kind.key) > 0]
    if entry == "ration":
        return [card for card in cards if KIND[card].gives == RESOURCE_OF[camp.count] != ""]
    if entry == "play":
        return [card for card in cards if KIND[card].category not in ("useless", "ammunition")]
    return cards


def _voters(camp: CampState, entry: str, said: JsonObject) -> Sequence[object]:
    if not camp.ballot:
        return []
    missing = camp.ballot.missing()
    if entry == "cast":
        return missing or camp.ballot.expected()
    return [seat for seat in camp.ballot.expected() if seat not in missing]


def _values(camp: CampState, entry: str, said: JsonObject) -> Sequence[object]:
    what = said["what"]
    if what in LIMITS:
        return list(range(LIMITS[what] + 1))
    if what == "end":
        return [0]
    if what == "alive":
        return [seat for seat, one in enumerate(camp.people) if not one.alive]
    return [camp.actor] if what == "skip" else camp.living()


CHOICES = {
    "player": _players,
    "target": _targets,
    "targets": lambda camp, entry, said: [s for s in camp.living() if s != said.get("player")],
    "card": _cards,
    "voter": _voters,
    "extra": lambda camp, entry, said: list(range(MAX_EXTRA + 1)),
    "action": lambda camp, entry, said: list(ACTIONS),
    "what": lambda camp, entry, said: list(OVERRIDES),
    "value": _values,
}

SEAT_FIELDS = ("player", "target", "targets", "voter")


def is_seat(field: str, said: JsonObject) -> bool:
    """Return True if the answers to ``field`` are seats."""
    if field == "value":
        return said.get("what") not in (*LIMITS, "end")
    return field in SEAT_FIELDS
