"""The counts of phase 4 and of the raft (rules page 6.2, 6.4, 6.8 and 6.9).

A count asks whether everyone can be fed, or seated.  It ends by itself as soon
as nobody is too many; ``settle`` looks again after everything that happens.
"""

from underboard.galerapagos.rules.death import die
from underboard.galerapagos.rules.flow import end, fall_sick, go, new_turn
from underboard.galerapagos.rules.phases import LEAVING, NEXT_COUNT, ORDINARY, RESOURCE_OF
from underboard.galerapagos.state.camp_state import NOBODY, CampState
from underboard.galerapagos.state.cards import KIND
from underboard.galerapagos.state.refusal import Refused
from underboard.jsontype import JsonObject

VOTING = ("ballot", "crystal", "tie")
COUNTING = ("shortage", *VOTING, "designated")

DEATH_BY = {
    "water": "thirst",
    "food": "hunger",
    "seats": "left-behind",
    "voyage-water": "left-behind",
    "voyage-food": "left-behind",
}


def unfed(camp: CampState) -> list[int]:
    """Return the living whom the counter has to feed in this count."""
    return [seat for seat in camp.living() if seat not in camp.fed]


def to_remove(camp: CampState) -> int:
    """Return how many are too many (rules page 6.4, the formula)."""
    if camp.count == "seats":
        return max(0, len(camp.living()) - camp.seats)
    return max(0, len(unfed(camp)) - camp.level(RESOURCE_OF[camp.count]))


def count(camp: CampState, event: JsonObject) -> None:
    """Everybody has acted, and nobody has another card: phase 4 begins."""
    begin_count(camp, "water")


def begin_count(camp: CampState, count: str) -> None:
    """Begin a count; go on to the next at once where nobody has to be asked."""
    camp.count = count
    camp.fed = []
    camp.spare = {}
    living = len(camp.living())
    if count == "seats":
        if camp.seats == 0:
            camp.tell("no-raft")
            end(camp, "no-raft", [])
        elif living > camp.seats:
            _short(camp)
        else:
            finish_count(camp)
        return
    resource = RESOURCE_OF[count]
    level = camp.level(resource)
    if level >= living:
        finish_count(camp)
    elif camp.basket and count in ORDINARY:
        # One basket covers both counters of its turn (rules page 5.1).
        empty_counter(camp)
    elif level > 0:
        _short(camp)
    elif camp.setup.on("zero") == "all":
        _starve(camp)
    else:
        go(camp, "zero")
        camp.tell("zero", reason=count, number=living)


def _short(camp: CampState) -> None:
    go(camp, "shortage")
    camp.tell("shortage", reason=camp.count, number=to_remove(camp))


def empty_counter(camp: CampState) -> None:
    """The basket: nobody dies, the counter drops to 0."""
    resource = RESOURCE_OF[camp.count]
    camp.add(resource, -camp.level(resource))
    camp.tell("basket-fed", reason=camp.count)
    _next(camp)


def finish_count(camp: CampState, paid: bool = False) -> None:
    """End the count: one ration for each who did not bring their own.

    ``paid`` at zero, where every ration was handed out one by one.
    """
    if not paid and to_remove(camp):
        raise ValueError(f"{to_remove(camp)} too many at the end of the count of {camp.count}")
    if camp.count != "seats" and not paid:
        camp.add(RESOURCE_OF[camp.count], -len(unfed(camp)))
    camp.tell("fed", reason=camp.count, number=len(camp.living()))
    _next(camp)


def _next(camp: CampState) -> None:
    drop_ballot(camp)
    camp.spare = {}
    count = camp.count
    if NEXT_COUNT[count]:
        begin_count(camp, NEXT_COUNT[count])
    elif count in ORDINARY:
        camp.count = ""
        camp.fed = []
        camp.eaten = True
        go(camp, "evening")
    else:
        end(camp, "hurricane", camp.living())


def drop_ballot(camp: CampState) -> None:
    """Clear everything about a vote."""
    camp.ballot = None
    camp.tied = []
    camp.designated = NOBODY


def settle(camp: CampState, changed_people: bool = False) -> None:
    """Look again after something happened; ``changed_people``: someone died or came back.

    A death ends a vote under way (rules page 6.7); a vote nobody needs any
    more ends too.
    """
    if camp.phase in ("over", "shot", "pick"):
        return
    if not camp.living():
        end(camp, "hecatomb", [])
    elif camp.phase in COUNTING:
        if not to_remove(camp):
            if camp.phase != "shortage":
                camp.tell("vote-dropped")
            finish_count(camp)
        elif changed_people and camp.phase in VOTING:
            camp.tell("vote-dropped")
            drop_ballot(camp)
            _short(camp)
    elif camp.phase == "zero" and not unfed(camp):
        finish_count(camp, paid=True)


def into_camp(camp: CampState, player: int, resource: str, rations: int) -> int:
    """Add to a counter; at zero who adds has a say in whom it feeds (rules page 6.2)."""
    gained = camp.add(resource, rations)
    if camp.phase == "zero" and RESOURCE_OF[camp.count] == resource and gained > 0:
        camp.spare[str(player)] = camp.spare.get(str(player), 0) + gained
    return gained


def eat(camp: CampState, eater: int, card: str) -> None:
    """Apply a resource card to the castaway who eats it.

    Bad ones make sick, unless there are matches.
    """
    if not KIND[card].bad:
        return
    if eater in camp.matches:
        if camp.setup.on("matches") == "card":
            camp.matches.remove(eater)
        camp.tell("cooked", player=eater, card=card)
    else:
        fall_sick(camp, eater, "food")


def ration(camp: CampState, event: JsonObject) -> None:
    """Play one resource card to save ``target``: the designated, or at zero anyone unfed."""
    player, target = camp.alive(event["player"]), camp.alive(event["target"])
    resource = RESOURCE_OF[camp.count]
    if not resource:
        raise Refused("no-card-saves")
    if camp.phase == "designated" and target != camp.designated:
        raise Refused("not-designated", name=camp.people[target].name)
    if camp.phase == "zero" and target in camp.fed:
        raise Refused("fed", name=camp.people[target].name)
    # Even sick, the designated may eat to survive (rules page 6.4).
    if not camp.may_play(player) and player != camp.designated:
        raise Refused("sick-card", name=camp.people[player].name)
    card = camp.held(player, event["card"])
    if KIND[card].gives != resource:
        raise Refused("wrong-resource", card=card, reason=camp.count)
    camp.spend(player, card)
    camp.tell("ration", player=player, target=target, card=card)
    camp.fed.append(target)
    eat(camp, target, card)
    into_camp(camp, player, resource, KIND[card].rations - 1)
    if camp.phase == "designated":
        if camp.setup.on("saved") == "barred" and target not in camp.saved[resource]:
            camp.saved[resource].append(target)
        resume(camp)
    else:
        settle(camp)


def resume(camp: CampState) -> None:
    """After a designation is answered: is anybody still too many?"""
    drop_ballot(camp)
    camp.again = False
    if not camp.living():
        end(camp, "hecatomb", [])
    elif to_remove(camp):
        _short(camp)
    else:
        finish_count(camp)


def feed(camp: CampState, event: JsonObject) -> None:
    """At zero: one of the rations ``player`` has put on the counter feeds ``target``."""
    player, target = camp.alive(event["player"]), camp.alive(event["target"])
    if target in camp.fed:
        raise Refused("fed", name=camp.people[target].name)
    if not camp.spare.get(str(player)):
        raise Refused("no-spare", name=camp.people[player].name)
    camp.spare[str(player)] -= 1
    camp.add(RESOURCE_OF[camp.count], -1)
    camp.fed.append(target)
    camp.tell("feed", player=player, target=target)
    settle(camp)


def close(camp: CampState, event: JsonObject) -> None:
    """At zero: nobody brings another ration; who has none dies."""
    _starve(camp)


def _starve(camp: CampState) -> None:
    die(camp, unfed(camp), DEATH_BY[camp.count])
    if camp.living():
        finish_count(camp, paid=True)
    else:
        end(camp, "hecatomb" if camp.count in ORDINARY else "no-rations", [])


# -- evening and departure


def can_depart(camp: CampState) -> bool:
    """Return True if everybody could leave: seats, and one more water and food each (6.8)."""
    living = len(camp.living())
    return not camp.hurricane and min(camp.seats, camp.water, camp.food) >= living


def depart(camp: CampState, event: JsonObject) -> None:
    """All survivors embark together, and win."""
    living = len(camp.living())
    if camp.hurricane:
        raise Refused("raft-must-leave")
    if not can_depart(camp):
        raise Refused(
            "cannot-leave", number=living, seats=camp.seats, water=camp.water, food=camp.food
        )
    camp.add("water", -living)
    camp.add("food", -living)
    end(camp, "departure", camp.living())


def stay(camp: CampState, event: JsonObject) -> None:
    """The turn is over; another one begins."""
    if camp.hurricane:
        raise Refused("raft-must-leave")
    new_turn(camp)


def embark(camp: CampState, event: JsonObject) -> None:
    """The hurricane: the raft leaves, ready or not (rules page 6.9)."""
    if not camp.hurricane:
        raise Refused("no-hurricane")
    begin_count(camp, LEAVING[0])
