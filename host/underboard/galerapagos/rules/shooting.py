"""The revolver, at any time (rules page 6.7).

Shots stand in the order they were announced.  Each is answered, by a metal
sheet or by falling, before the next; who has fallen does not fire.
"""

from underboard.galerapagos.rules.actions import next_actor
from underboard.galerapagos.rules.death import die
from underboard.galerapagos.rules.survival import resume, settle
from underboard.galerapagos.state.camp_state import CampState
from underboard.galerapagos.state.refusal import Refused
from underboard.jsontype import JsonObject


def shoot(camp: CampState, event: JsonObject) -> None:
    """Announce a shot."""
    player = camp.alive(event["player"])
    target = camp.other(event["target"], player)
    name = camp.people[player].name
    if not camp.may_play(player):
        raise Refused("sick-card", name=name)
    if "revolver" not in camp.people[player].laid:
        raise Refused("no-revolver", name=name)
    if camp.dealt:
        announced = sum(1 for shooter, _ in camp.shots if shooter == player)
        cartridges = camp.people[player].hand.count("cartridge") - announced
    else:
        cartridges = camp.unseen("cartridge") - len(camp.shots)
    if cartridges <= 0:
        raise Refused("no-cartridge", name=name)
    if camp.phase != "shot":
        camp.back = camp.phase
        camp.phase = "shot"
    camp.shots.append([player, target])
    camp.tell("shoots", player=player, target=target)


def sheet(camp: CampState, event: JsonObject) -> None:
    """The target holds up a metal sheet: sheet and cartridge are spent."""
    shooter, target = camp.shots[0]
    if not camp.may_play(target):
        raise Refused("sick-card", name=camp.people[target].name)
    camp.held(target, "metal-sheet")
    camp.spend(target, "metal-sheet")
    camp.spend(shooter, "cartridge")
    camp.shots.pop(0)
    camp.tell("sheet", player=target, target=shooter)
    _go_on(camp)


def fall(camp: CampState, event: JsonObject) -> None:
    """The target dies; the cards go as the switch ``victim`` says."""
    shooter, target = camp.shots.pop(0)
    camp.spend(shooter, "cartridge")
    die(camp, [target], "shot", shooter)
    camp.fallen.append([shooter, target])
    for late_shooter, late_target in camp.shots:
        if target in (late_shooter, late_target):
            camp.tell("too-late", player=late_shooter, target=late_target)
    camp.shots = [shot for shot in camp.shots if target not in shot]
    _go_on(camp)


def _go_on(camp: CampState) -> None:
    """Answer the next shot, or return to what the shots interrupted."""
    if camp.shots:
        return
    camp.phase, camp.back = camp.back, ""
    fallen, camp.fallen = camp.fallen, []
    answer(camp, [victim for _, victim in fallen], [shooter for shooter, _ in fallen])


def answer(camp: CampState, dead: list[int], by: list[int]) -> None:
    """Draw the consequences of deaths that no count asked for.

    The designated castaway who dies, or whose own shot kills, ends the
    designation (rules page 6.4); a dead actor is passed over.
    """
    if camp.phase == "designated" and camp.designated in [*dead, *by]:
        resume(camp)
    elif camp.phase in ("act", "push") and camp.actor in dead and camp.living():
        next_actor(camp)
    else:
        settle(camp, changed_people=bool(dead))
