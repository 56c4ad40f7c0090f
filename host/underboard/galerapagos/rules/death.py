"""The state card, the cards left behind, the first-player card (rules page 6.5)."""

from underboard.galerapagos.rules.flow import passing
from underboard.galerapagos.state.camp_state import NOBODY, CampState


def die(camp: CampState, seats: list[int], how: str, shooter: int = NOBODY) -> None:
    """Let ``seats`` die together; their cards go round clockwise from the first player."""
    for seat in seats:
        one = camp.people[seat]
        one.alive = False
        one.died = camp.turn
        one.sick = 0
        one.causes = []
        camp.tell("death", player=seat, how=how)
    for seat in camp.round_from(camp.first):
        if seat in seats:
            _leave_cards(camp, seat, shooter)
            _leave_rations(camp, seat)
    if not camp.people[camp.first].alive and camp.living():
        # Ties of this very phase may need the card, so it passes at once.
        camp.first = camp.neighbour(camp.first, passing(camp))
        camp.tell("first-passes", player=camp.first)


def _leave_cards(camp: CampState, seat: int, shooter: int) -> None:
    one = camp.people[seat]
    left = [card for card in one.laid if card == "revolver"]
    camp.discard += [card for card in one.laid if card != "revolver"]
    one.laid = []
    left += one.hand
    one.hand = []
    if shooter != NOBODY and camp.setup.on("victim") == "shooter":
        heirs = [shooter]
    else:
        # Alternately, left first; a single survivor is both neighbours.
        heirs = [camp.neighbour(seat, 1), camp.neighbour(seat, -1)]
    if not camp.living():
        if camp.dealt:
            camp.discard += left
        return
    if camp.dealt:
        for number, card in enumerate(camp.chance.pick(left)):
            camp.people[heirs[number % len(heirs)]].hand.append(card)
        if left:
            camp.reveal()
    # Named in the order in which they are dealt; who gets none is not named.
    heirs = list(dict.fromkeys(heirs[: len(left)] if camp.dealt else heirs))
    if len(heirs) > 1:
        camp.tell("deal-out", players=heirs, target=seat)
    elif heirs:
        camp.tell("inherits", player=heirs[0], target=seat)


def _leave_rations(camp: CampState, seat: int) -> None:
    """Hand the rations that ``seat`` had put on an empty counter to who decides."""
    rations = camp.spare.pop(str(seat), 0)
    if rations and camp.living():
        heir = camp.decider()
        if not camp.people[heir].alive:
            heir = camp.neighbour(heir, passing(camp))
        camp.spare[str(heir)] = camp.spare.get(str(heir), 0) + rations
