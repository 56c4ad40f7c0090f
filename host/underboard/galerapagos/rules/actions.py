"""Weather and the four actions of phase 3 (rules page, sections 2 to 4 and 6.1)."""

from underboard.galerapagos.rules.flow import cure, fall_sick, go, recover
from underboard.galerapagos.state.camp_state import NOBODY, CampState
from underboard.galerapagos.state.cards import ACTIONS, BLACK, HURRICANE, HURRICANE_RAIN, MAX_EXTRA
from underboard.galerapagos.state.refusal import Refused
from underboard.jsontype import JsonObject


def reveal(camp: CampState, event: JsonObject) -> None:
    """Phase 2: turn the weather card over; phase 3 begins with the first player."""
    card = camp.weather.pop(0)
    camp.hurricane = card == HURRICANE
    camp.rain = HURRICANE_RAIN if camp.hurricane else card
    camp.reveal()
    camp.tell("weather", rain=camp.rain, hurricane=camp.hurricane)
    camp.start = camp.first
    go(camp, "act")
    next_actor(camp)


def next_actor(camp: CampState) -> None:
    """Hand the action to the next castaway clockwise; after the last one it is dusk."""
    camp.actor = NOBODY
    for seat in camp.round_from(camp.start):
        if not camp.people[seat].alive or seat in camp.acted:
            continue
        if camp.silenced(seat):
            camp.acted.append(seat)
            camp.tell("misses", player=seat)
            continue
        camp.actor = seat
        camp.actions_left = 1
        go(camp, "act")
        return
    recover(camp)
    go(camp, "dusk")


def _take(camp: CampState, action: str) -> int:
    """Check that the actor may take ``action`` now; return the actor."""
    wanted = camp.imposed.get(str(camp.actor))
    if wanted and wanted != action:
        raise Refused("imposed", name=camp.people[camp.actor].name, action=wanted)
    if action == "water" and camp.rain == 0 and not wanted and camp.setup.on("dry") == "refused":
        raise Refused("dry")
    camp.begun = True
    camp.imposed.pop(str(camp.actor), None)
    camp.last = {"player": camp.actor, "action": action, "food": 0, "water": 0, "wood": 0}
    return camp.actor


def _done(camp: CampState) -> None:
    if camp.actor not in camp.acted:
        camp.acted.append(camp.actor)
    camp.actions_left -= 1
    if camp.actions_left <= 0:
        next_actor(camp)
    else:
        go(camp, "act")


def fish(camp: CampState, event: JsonObject) -> None:
    """Draw a ball: its fish go to the food counter."""
    player = _take(camp, "fish")
    rod = "fishing-rod" in camp.people[player].laid
    way = camp.setup.on("rod") if rod else ""
    balls = camp.chance.balls({"add": 2, "best": 3}.get(way, 1))
    numbers = [number for _, number in balls]
    caught = max(numbers) if way == "best" else sum(numbers) * (2 if way == "double" else 1)
    camp.reveal()
    gained = camp.last["food"] = camp.add("food", caught)
    camp.tell("fish", player=player, number=caught, gained=gained, balls=numbers)
    _done(camp)


def water(camp: CampState, event: JsonObject) -> None:
    """Collect as much water as the weather card says, twice that with the flask."""
    player = _take(camp, "water")
    number = camp.rain * (2 if "flask" in camp.people[player].laid else 1)
    gained = camp.last["water"] = camp.add("water", number)
    camp.tell("water", player=player, number=number, gained=gained)
    _done(camp)


def wood(camp: CampState, event: JsonObject) -> None:
    """Bring the first piece of wood home, two with the axe; then one may push on."""
    player = _take(camp, "wood")
    steps = 2 if "axe" in camp.people[player].laid else 1
    gained = camp.add_wood(steps)
    camp.last["wood"] = steps
    camp.tell("wood", player=player, number=steps, gained=gained)
    go(camp, "push")


def push(camp: CampState, event: JsonObject) -> None:
    """Draw the announced extra balls together: all white, or bitten and no extra step."""
    extra = event["extra"]
    if not isinstance(extra, int) or isinstance(extra, bool) or not 0 <= extra <= MAX_EXTRA:
        raise Refused("extra", seen=extra)
    player = camp.actor
    if extra:
        balls = camp.chance.balls(extra)
        camp.reveal()
        camp.last |= {"extra": extra, "bitten": any(colour == BLACK for colour, _ in balls)}
        if camp.last["bitten"]:
            camp.tell("bitten", player=player, number=extra)
            fall_sick(camp, player, "bite")
        else:
            gained = camp.add_wood(extra)
            camp.last["wood"] += extra
            camp.tell("pushed", player=player, number=extra, gained=gained)
    _done(camp)


def search(camp: CampState, event: JsonObject) -> None:
    """Take the top wreck card; an empty pile gives nothing (no reshuffle)."""
    player = _take(camp, "search")
    if not camp.pile_left:
        camp.tell("search-empty", player=player)
    else:
        camp.pile_left -= 1
        camp.last["card"] = ""
        camp.tell("search", player=player)
        if camp.dealt:
            card = camp.pile.pop(0)
            camp.people[player].hand.append(card)
            camp.last["card"] = card
            camp.reveal()
            camp.tell("found", private=player, card=card)
    _done(camp)


def skip(camp: CampState) -> None:
    """Let the actor do nothing: the host's decision only."""
    camp.imposed.pop(str(camp.actor), None)
    camp.actions_left = 1
    _done(camp)


def act_again(camp: CampState, seat: int) -> None:
    """Take back what the last action brought, and let ``seat`` choose again: the host's decision.

    Undo cannot do that where a ball was drawn; the ball drawn then is another one.
    """
    last = camp.last
    if camp.phase not in ("act", "dusk") or last.get("player") != seat:
        raise Refused("not-last", name=camp.people[seat].name)
    if camp.phase == "act" and camp.actor != seat and camp.actions_left > 1:
        raise Refused("answer-first")
    camp.add("food", -last["food"])
    camp.add("water", -last["water"])
    if last["wood"]:
        camp.take_wood(last["wood"])
    if last.get("bitten") and "bite" in camp.people[seat].causes:
        cure(camp, seat, "bite")
    if "card" in last:
        if camp.dealt and last["card"] in camp.people[seat].hand:
            camp.people[seat].hand.remove(last["card"])
            camp.pile.insert(0, last["card"])
        camp.pile_left = len(camp.pile) if camp.dealt else camp.pile_left + 1
    camp.last = {}
    if camp.phase == "act" and camp.actor == seat:
        camp.actions_left += 1
        return
    camp.acted.remove(seat)
    camp.actor, camp.actions_left = seat, 1
    go(camp, "act")


def correct_catch(camp: CampState, fish: int) -> None:
    """The last catch was another number of fish."""
    if camp.last.get("action") != "fish":
        raise Refused("no-catch")
    camp.last["food"] += camp.add("food", fish - camp.last["food"])


def correct_bite(camp: CampState, seat: int) -> None:
    """The last push ended otherwise: who was bitten was lucky, who was lucky was bitten."""
    last = camp.last
    if last.get("player") != seat or "bitten" not in last:
        raise Refused("no-push", name=camp.people[seat].name)
    last["bitten"] = not last["bitten"]
    if last["bitten"]:
        camp.take_wood(last["extra"])
        last["wood"] -= last["extra"]
        fall_sick(camp, seat, "bite")
    else:
        if "bite" in camp.people[seat].causes:
            cure(camp, seat, "bite")
        camp.add_wood(last["extra"])
        last["wood"] += last["extra"]


def actions_of(camp: CampState) -> tuple[str, ...]:
    """Return the actions open to the actor."""
    wanted = camp.imposed.get(str(camp.actor))
    if wanted:
        return (wanted,)
    dry = camp.rain == 0 and camp.setup.on("dry") == "refused"
    return tuple(action for action in ACTIONS if not (dry and action == "water"))
