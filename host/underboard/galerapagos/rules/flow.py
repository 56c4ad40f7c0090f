"""Order of phases and turns."""

from underboard.galerapagos.rules.phases import PHASES
from underboard.galerapagos.state.camp_state import NOBODY, CampState


def go(camp: CampState, phase: str) -> None:
    """Enter ``phase``.

    Raises ValueError if the table of phases does not lead there: our own bug.
    """
    if phase != camp.phase and phase not in PHASES[camp.phase].leads:
        raise ValueError(f"the table of phases does not lead from {camp.phase} to {phase}")
    camp.phase = phase


def end(camp: CampState, reason: str, embarked: list[int]) -> None:
    """End the game."""
    go(camp, "over")
    camp.reason = reason
    camp.embarked = embarked
    camp.count = ""
    camp.ballot = None
    camp.tied = []
    camp.designated = camp.actor = NOBODY
    camp.tell("end", how=reason, players=embarked)


def passing(camp: CampState) -> int:
    """Return the way the first-player card travels: -1 to the right (rules page 6.1)."""
    return -1 if camp.setup.on("passing") == "right" else 1


def new_turn(camp: CampState) -> None:
    """Begin a turn: phase 1, the first-player card passes on.

    The alarm clock's choice replaces the passing, if that castaway still lives.
    """
    go(camp, "dawn")
    camp.turn += 1
    chosen, camp.next_first = camp.next_first, NOBODY
    if chosen != NOBODY and camp.people[chosen].alive:
        camp.first = chosen
    elif len(camp.living()) > 1:
        camp.first = camp.neighbour(camp.first, passing(camp))
    camp.rain = 0
    camp.chief = camp.start = camp.actor = NOBODY
    camp.acted = []
    camp.imposed = {}
    camp.matches = []
    camp.saved = {"water": [], "food": []}
    camp.fed = []
    camp.spare = {}
    camp.begun = camp.basket = camp.eaten = camp.again = False
    camp.tell("turn", number=camp.turn, player=camp.first)


def fall_sick(camp: CampState, seat: int, cause: str) -> None:
    """Put the state card of ``seat`` on the snake side; who is sick already starts anew."""
    one = camp.people[seat]
    if one.sick != camp.turn:
        one.sick = camp.turn
        one.causes = []
    if cause not in one.causes:
        one.causes.append(cause)
    camp.tell("sick", player=seat)


def cure(camp: CampState, seat: int, cause: str) -> None:
    """Take away one cause of this turn's sickness; healthy once none is left."""
    one = camp.people[seat]
    one.causes.remove(cause)
    if not one.causes:
        one.sick = 0
    camp.tell("cured", player=seat)


def recover(camp: CampState) -> None:
    """Before phase 4: take back the state cards of the turn before (rules page 6.6)."""
    for seat, one in enumerate(camp.people):
        if one.sick and one.sick < camp.turn:
            one.sick = 0
            one.causes = []
            camp.tell("recovered", player=seat)
