"""Effect and timing of each wreck card (rules page, sections 5 and 5.1).

Every function checks first and changes the camp only when nothing can be
refused any more, so a refused card stays in the hand.
"""

from collections.abc import Callable

from underboard.galerapagos.rules.flow import cure
from underboard.galerapagos.rules.phases import LEAVING, ORDINARY, RESOURCE_OF
from underboard.galerapagos.rules.survival import (
    COUNTING,
    VOTING,
    eat,
    empty_counter,
    into_camp,
    resume,
    settle,
)
from underboard.galerapagos.state.camp_state import NOBODY, CampState
from underboard.galerapagos.state.cards import ACTIONS, KIND, PERMANENT, SEATS, USELESS
from underboard.galerapagos.state.refusal import Refused
from underboard.jsontype import JsonObject

KIT_FOOD = 2
"""Number of food rations for each castaway who died this turn, by the rules."""
MILLED = 2
"""Number of food rations turned into as much water, by the rules."""
MAX_STOLEN = 3
"""Number of castaways that the sleeping pills reach, by the rules."""
DEPTH_OF_LIGHT = 3
"""Number of wreck cards that the flashlight shows, by the rules."""
DAYS_AHEAD = 2
"""Number of weather cards that the barometer shows, by the rules."""


def play(camp: CampState, event: JsonObject) -> None:
    """Play one card from the hand: lay it down, put it into the camp, or use it."""
    player = camp.alive(event["player"])
    if not camp.may_play(player):
        raise Refused("sick-card", name=camp.people[player].name)
    card = camp.held(player, event["card"])
    for need in asks(camp, card):
        if need not in event:
            raise Refused("needs", card=card, need=need)
    kind = KIND[card]
    if kind.gives:
        EFFECTS["resource"](camp, player, event)
    elif kind.category == PERMANENT:
        _use(camp, player, card, laid=True)
    elif kind.category == USELESS:
        raise Refused("useless", card=card)
    else:
        EFFECTS[card](camp, player, event)


def asks(camp: CampState, card: str) -> tuple[str, ...]:
    """Return what has to be said when ``card`` is played at this table."""
    if card == "spyglass" and camp.setup.on("spyglass") == "all":
        return ()
    return KIND[card].asks


class _Possible(Exception):
    """A card of a trial could be played."""


def is_possible(camp: CampState, event: JsonObject) -> bool:
    """Return True if this card could be played now; nothing changes."""
    camp.trial = True
    try:
        play(camp, event)
    except _Possible:
        return True
    except Refused:
        pass
    finally:
        camp.trial = False
    return False


def _use(camp: CampState, player: int, card: str, laid: bool = False, **told: object) -> None:
    if camp.trial:
        # Whatever could be refused has been checked before a card is used.
        raise _Possible
    if laid:
        if camp.dealt:
            camp.people[player].hand.remove(card)
        camp.people[player].laid.append(card)
        camp.tell("lays", player=player, card=card)
    else:
        camp.spend(player, card)
        camp.tell("plays", player=player, card=card, **told)


def _resource(camp: CampState, player: int, event: JsonObject) -> None:
    card = event["card"]
    kind = KIND[card]
    _use(camp, player, card)
    eat(camp, player, card)
    gained = into_camp(camp, player, kind.gives, kind.rations)
    camp.tell("into-camp", player=player, reason=kind.gives, number=gained)
    settle(camp)


def _not_while_voting(camp: CampState) -> None:
    if camp.phase in VOTING:
        raise Refused("during-vote")


def _fruit_basket(camp: CampState, player: int, event: JsonObject) -> None:
    _not_while_voting(camp)
    if camp.count in LEAVING:
        raise Refused("basket-raft")
    if camp.count not in ORDINARY or camp.phase not in ("zero", *COUNTING):
        raise Refused("no-shortage")
    _use(camp, player, "fruit-basket")
    camp.basket = True
    empty_counter(camp)


def _antivenom(camp: CampState, player: int, event: JsonObject) -> None:
    target = camp.alive(event["target"])
    if camp.setup.on("antivenom") == "self" and target != player:
        raise Refused("own-bite")
    if camp.people[target].sick != camp.turn or "bite" not in camp.people[target].causes:
        raise Refused("not-bitten", name=camp.people[target].name)
    _use(camp, player, "antivenom", target=target)
    cure(camp, target, "bite")


def _matches(camp: CampState, player: int, event: JsonObject) -> None:
    target = camp.alive(event["target"])
    one = camp.people[target]
    ate = one.sick == camp.turn and "food" in one.causes
    _use(camp, player, "matches", target=target)
    if ate:
        cure(camp, target, "food")
    if not ate or camp.setup.on("matches") == "turn":
        camp.matches.append(target)


def _coffee(camp: CampState, player: int, event: JsonObject) -> None:
    if camp.phase not in ("act", "push") or camp.actor != player:
        raise Refused("own-action")
    _use(camp, player, "coffee")
    camp.actions_left += 1


def _alarm_clock(camp: CampState, player: int, event: JsonObject) -> None:
    target = camp.alive(event["target"])
    _use(camp, player, "alarm-clock", target=target)
    camp.next_first = target


def _conch(camp: CampState, player: int, event: JsonObject) -> None:
    _not_while_voting(camp)
    _use(camp, player, "conch")
    camp.chief = player
    if camp.phase == "designated" and camp.designated == player:
        # The vote is run again without them (rules page 5.1).
        camp.tell("vote-repeated", player=player)
        resume(camp)


def _pendulum(camp: CampState, player: int, event: JsonObject) -> None:
    target = camp.other(event["target"], player)
    action = event["action"]
    name = camp.people[target].name
    if action not in ACTIONS:
        raise Refused("no-action", seen=action)
    if camp.phase not in ("dawn", "act", "push"):
        raise Refused("before-actions")
    if target in camp.acted or (camp.phase == "push" and target == camp.actor):
        raise Refused("acted", name=name)
    if camp.people[target].sick:
        raise Refused("sick-target", name=name)
    if (
        action == "water"
        and camp.phase != "dawn"
        and not camp.rain
        and camp.setup.on("dry") == "refused"
    ):
        raise Refused("dry")
    _use(camp, player, "pendulum", target=target, action=action)
    camp.imposed[str(target)] = action


def _sleeping_pills(camp: CampState, player: int, event: JsonObject) -> None:
    targets = event["targets"]
    if not isinstance(targets, list) or not 1 <= len(targets) <= MAX_STOLEN:
        raise Refused("three-targets")
    for target in targets:
        camp.other(target, player)
    if len(set(targets)) < len(targets):
        raise Refused("three-targets")
    _use(camp, player, "sleeping-pills", players=targets)
    if not camp.dealt:
        return
    camp.reveal()
    for target in targets:
        hand = camp.people[target].hand
        if hand:
            card = hand.pop(camp.chance.below(len(hand)))
            camp.people[player].hand.append(card)
            camp.tell("stolen", private=player, target=target, card=card)


def _spyglass(camp: CampState, player: int, event: JsonObject) -> None:
    seats = [seat for seat in camp.living() if seat != player]
    if camp.setup.on("spyglass") == "one":
        seats = [camp.other(event["target"], player)]
    _use(camp, player, "spyglass")
    if camp.dealt:
        camp.reveal()
        for seat in seats:
            camp.tell("hand", private=player, target=seat, cards=list(camp.people[seat].hand))


def _flashlight(camp: CampState, player: int, event: JsonObject) -> None:
    take = camp.setup.on("flashlight") == "take" and camp.pile_left > 0
    _use(camp, player, "flashlight")
    if camp.dealt:
        camp.reveal()
        camp.tell("wreck-top", private=player, cards=camp.pile[:DEPTH_OF_LIGHT])
        if take:
            camp.back, camp.phase, camp.looker = camp.phase, "pick", player
    elif take:
        camp.pile_left -= 1
        camp.tell("takes", player=player)


def pick(camp: CampState, event: JsonObject) -> None:
    """Flashlight, where the table takes one of the three: keep it, the rest goes back."""
    card = event["card"]
    if card not in camp.pile[:DEPTH_OF_LIGHT]:
        raise Refused("not-on-top", seen=card)
    camp.pile.remove(card)
    camp.pile_left -= 1
    camp.people[camp.looker].hand.append(card)
    camp.tell("takes", player=camp.looker)
    camp.phase, camp.back, camp.looker = camp.back, "", NOBODY


def _barometer(camp: CampState, player: int, event: JsonObject) -> None:
    _use(camp, player, "barometer")
    camp.reveal()
    camp.tell("forecast", private=player, days=camp.weather[:DAYS_AHEAD])


def _vegetable_mill(camp: CampState, player: int, event: JsonObject) -> None:
    # At zero every ration on the counter is already somebody's to give away.
    spoken_for = camp.phase == "zero" and RESOURCE_OF[camp.count] == "food"
    if camp.food < MILLED or spoken_for:
        raise Refused("mill")
    _use(camp, player, "vegetable-mill")
    camp.add("food", -MILLED)
    into_camp(camp, player, "water", MILLED)
    settle(camp)


def _voodoo_doll(camp: CampState, player: int, event: JsonObject) -> None:
    target = camp.seat(event["target"])
    if camp.people[target].alive:
        raise Refused("not-dead", name=camp.people[target].name)
    if camp.phase not in ("dawn", "act") or camp.begun:
        raise Refused("start-of-turn")
    _use(camp, player, "voodoo-doll", target=target)
    raise_dead(camp, target)


def raise_dead(camp: CampState, target: int) -> None:
    """Bring one castaway back: healthy, empty-handed, in the same seat."""
    one = camp.people[target]
    one.alive = True
    one.died = one.sick = 0
    one.causes = []
    camp.tell("back", player=target)


def _wooden_plank(camp: CampState, player: int, event: JsonObject) -> None:
    if camp.seats >= SEATS:
        raise Refused("raft-full")
    _use(camp, player, "wooden-plank")
    camp.seats += 1
    camp.add_wood(0)
    settle(camp)


def _barbecue_kit(camp: CampState, player: int, event: JsonObject) -> None:
    late = camp.phase == "evening" or camp.count in LEAVING
    if not late and camp.setup.on("kit") == "end":
        raise Refused("end-of-turn")
    dead = sum(1 for one in camp.people if one.died == camp.turn)
    if not dead:
        raise Refused("nobody-died")
    _use(camp, player, "barbecue-kit")
    gained = into_camp(camp, player, "food", KIT_FOOD * dead)
    camp.tell("into-camp", player=player, reason="food", number=gained)
    settle(camp)


def _cartridge(camp: CampState, player: int, event: JsonObject) -> None:
    raise Refused("by-shot")


def _metal_sheet(camp: CampState, player: int, event: JsonObject) -> None:
    raise Refused("by-answer")


EFFECTS: dict[str, Callable[[CampState, int, JsonObject], None]] = {
    "resource": _resource,
    "fruit-basket": _fruit_basket,
    "cartridge": _cartridge,
    "metal-sheet": _metal_sheet,
    "antivenom": _antivenom,
    "matches": _matches,
    "coffee": _coffee,
    "alarm-clock": _alarm_clock,
    "conch": _conch,
    "pendulum": _pendulum,
    "sleeping-pills": _sleeping_pills,
    "spyglass": _spyglass,
    "flashlight": _flashlight,
    "barometer": _barometer,
    "vegetable-mill": _vegetable_mill,
    "voodoo-doll": _voodoo_doll,
    "wooden-plank": _wooden_plank,
    "barbecue-kit": _barbecue_kit,
}


def give(camp: CampState, event: JsonObject) -> None:
    """Hand a card to another castaway; which one is nobody else's business."""
    player = camp.alive(event["player"])
    target = camp.other(event["target"], player)
    if camp.dealt:
        card = camp.held(player, event.get("card"))
        camp.people[player].hand.remove(card)
        camp.people[target].hand.append(card)
    camp.tell("gives", player=player, target=target)
