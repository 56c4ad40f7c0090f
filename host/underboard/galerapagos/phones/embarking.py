"""Steps that the first player's phone takes for the whole table.

The table leads itself: the first player turns the weather, opens and closes the debate,
counts to three, opens the envelopes and passes on; survivors say on their own phones whether
they embark.  The host's remote and the keyboard can do all of it as well.
"""

from collections.abc import Callable

from underboard.galerapagos.rules.survival import can_depart
from underboard.galerapagos.state.camp_state import NOBODY, CampState
from underboard.jsontype import JsonObject

STEPS = {
    "dawn": ("reveal",),
    "dusk": ("count",),
    "shortage": ("debate", "vote"),
    "zero": ("close",),
    "ballot": ("three",),
    "crystal": ("three",),
}
"""Steps of each phase that always belong to the first player."""

HasPhone = Callable[[int], bool]


def leader_of(camp: CampState, has_phone: HasPhone) -> int:
    """Return whose phone leads: the first player's (or the chief's); NOBODY without a phone.

    Where that is an automatic castaway, the next one clockwise with a phone leads.
    """
    first = camp.decider()
    if first not in camp.setup.bots:
        return first if has_phone(first) and camp.people[first].alive else NOBODY
    others = [seat for seat in camp.round_from(first) if camp.people[seat].alive]
    return next((s for s in others if s not in camp.setup.bots and has_phone(s)), NOBODY)


def steps_of(camp: CampState, has_phone: HasPhone) -> list[str]:
    """Return what the leading phone can do now."""
    steps = list(STEPS.get(camp.phase, ()))
    if camp.phase == "designated" and not has_phone(camp.designated):
        steps.append("accept")
    if camp.phase == "shot" and not has_phone(camp.shots[0][1]):
        steps.append("fall")
    if camp.phase == "evening":
        if camp.hurricane:
            steps.append("embark")
        elif not can_depart(camp):
            steps.append("stay")
    return steps


class Embarking:
    """Survivors' answers on one evening: does the raft leave?  It leaves if all say so."""

    def __init__(self) -> None:
        self._evening = -1
        self._answers: dict[int, bool] = {}

    def asked(self, camp: CampState, has_phone: HasPhone) -> list[int]:
        """Return who is asked: the living with a phone, on an evening that allows leaving."""
        if camp.phase != "evening" or not can_depart(camp):
            return []
        if camp.turn != self._evening:
            self._evening, self._answers = camp.turn, {}
        return [seat for seat in camp.living() if has_phone(seat)]

    def answered(self) -> list[int]:
        """Return who has answered; which way stays unsaid until all have."""
        return sorted(self._answers)

    def answer(self, camp: CampState, has_phone: HasPhone, seat: int, goes: bool) -> str:
        """Take an answer; return the entry that follows once all are in, else nothing."""
        asked = self.asked(camp, has_phone)
        self._answers[seat] = goes
        if any(one not in self._answers for one in asked):
            return ""
        leaves = all(self._answers[one] for one in asked)
        self._answers = {}
        return "depart" if leaves else "stay"


def public_part(camp: CampState, embarking: Embarking, has_phone: HasPhone) -> JsonObject:
    """Return what everybody may know about who leads and who embarks."""
    asked = embarking.asked(camp, has_phone)
    answered = embarking.answered() if asked else []
    return {
        "leader": leader_of(camp, has_phone),
        "embark": {"in": answered, "of": asked} if asked else None,
    }
