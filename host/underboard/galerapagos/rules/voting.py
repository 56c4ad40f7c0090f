"""Voters, candidates and consequences of a tally (rules page 6.3 and 6.4)."""

from underboard.galerapagos.rules.death import die
from underboard.galerapagos.rules.flow import go
from underboard.galerapagos.rules.phases import RESOURCE_OF
from underboard.galerapagos.rules.survival import DEATH_BY, resume
from underboard.galerapagos.state.ballot import ABSTAIN, CLOSED, LOCKED, SEALED, Ballot
from underboard.galerapagos.state.camp_state import CampState
from underboard.galerapagos.state.refusal import Refused
from underboard.jsontype import JsonObject

CLUB_WEIGHT = 2
"""Number of votes of the holder of the club, by the rules."""
PODS = 12
"""Number of pods on one board, as in ``boardcore.pods.ballot_box``."""


def targets_of(camp: CampState) -> list[int]:
    """Return who can be named: not the conch's owner, nor who saved themselves already.

    Where that leaves nobody, those who ate from the counter can be named, so
    that a vote always ends (rules page 6.3, "everyone already saved once").
    """
    open_to = [seat for seat in camp.living() if seat != camp.chief]
    resource = RESOURCE_OF[camp.count]
    saved = camp.saved[resource] if resource else []
    return (
        [seat for seat in open_to if seat not in saved]
        or [seat for seat in open_to if seat not in camp.fed]
        or [seat for seat in camp.living() if seat not in camp.fed]
    )


def vote(camp: CampState, event: JsonObject) -> None:
    """Open a ballot: the debate is over."""
    targets = targets_of(camp)
    resource = RESOURCE_OF[camp.count]
    if resource and all(seat in camp.saved[resource] for seat in targets):
        camp.saved[resource] = []
    camp.again = False
    _open(camp, targets)


def _open(camp: CampState, targets: list[int]) -> None:
    voters = [
        seat
        for seat in range(len(camp.people))
        if camp.may_vote(seat) and any(target != seat for target in targets)
    ]
    weights = [CLUB_WEIGHT if "club" in camp.people[seat].laid else 1 for seat in voters]
    ball = camp.owner("crystal-ball")
    last = [ball] if ball in voters and len(voters) > 1 else []
    camp.ballots += 1
    camp.ballot = Ballot(camp.ballots, voters, targets, weights, last)
    camp.tied = []
    camp.tell("ballot", number=camp.ballots, reason=camp.count, players=voters, targets=targets)
    if voters:
        go(camp, "ballot")
    else:
        camp.ballot.fix()
        _resolve(camp, camp.ballot)


def _ballot(camp: CampState) -> Ballot:
    if camp.ballot is None:
        raise ValueError(f"there is no ballot in phase {camp.phase}")
    return camp.ballot


def cast(camp: CampState, event: JsonObject) -> None:
    """Take one vote; -1 as target is an abstention.  The same vote again changes nothing."""
    voter = camp.seat(event["voter"])
    target = event["target"]
    if target not in (ABSTAIN, SEALED):
        camp.alive(target)
    ballot = _ballot(camp)
    ballot.cast(voter, target, event.get("ballot"))
    received, expected = ballot.progress()
    camp.tell("votes-in", number=received, expected=expected)


def withdraw(camp: CampState, event: JsonObject) -> None:
    """Take back a vote that is not shown yet."""
    ballot = _ballot(camp)
    ballot.withdraw(camp.seat(event["voter"]))
    received, expected = ballot.progress()
    camp.tell("votes-in", number=received, expected=expected)


def show(camp: CampState, event: JsonObject) -> None:
    """Show the votes: first the others', then the crystal ball's, then the result.

    Missing votes count as abstentions, but only if the host says so with
    ``silent`` (rules page 6.3: a dead pod must not block the game).
    """
    ballot = _ballot(camp)
    missing = ballot.missing()
    if missing and event.get("silent") is not True:
        raise Refused("votes-missing", names=", ".join(camp.people[s].name for s in missing))
    for voter in ballot.fix():
        camp.tell("silent", player=voter)
    ballot.told = {int(target): number for target, number in event.get("totals", {}).items()}
    camp.reveal()
    if ballot.state == LOCKED:
        _show_votes(camp, ballot, ballot.shown())
        go(camp, "crystal")
        return
    late = [pair for pair in ballot.shown() if not ballot.last or pair[0] in ballot.last]
    _show_votes(camp, ballot, late)
    _resolve(camp, ballot)


def _show_votes(camp: CampState, ballot: Ballot, pairs: list[tuple[int, int]]) -> None:
    """Report votes one by one, or as totals where the table keeps them secret."""
    weights = dict(zip(ballot.voters, ballot.weights))
    if camp.setup.on("votes") == "open":
        for voter, target in pairs:
            camp.tell("voted", player=voter, target=target, number=weights[voter])
    elif ballot.state != CLOSED:
        _tell_totals(camp, ballot.count(pairs))


def _tell_totals(camp: CampState, totals: dict[int, int]) -> None:
    for target, number in totals.items():
        if number:
            camp.tell("total", target=target, number=number)


def _resolve(camp: CampState, ballot: Ballot) -> None:
    _tell_totals(camp, ballot.tally())
    leaders = ballot.leaders()
    camp.ballot = None
    settling = camp.setup.on("tie")
    if len(leaders) == 1:
        designate(camp, leaders[0])
    elif settling == "chance":
        camp.reveal()
        designate(camp, camp.chance.pick(leaders)[0])
    elif settling == "again" and ballot.voters and not camp.again:
        # Once only: two voters who name each other would vote for ever.
        camp.again = True
        camp.tell("vote-again", players=leaders)
        _open(camp, leaders)
    else:
        camp.tied = leaders
        go(camp, "tie")
        camp.tell("tie", player=camp.decider(), players=leaders)


def choose(camp: CampState, event: JsonObject) -> None:
    """The first player (or the conch's chief) settles a tie."""
    target = camp.alive(event["target"])
    if target not in camp.tied:
        raise Refused("not-tied", name=camp.people[target].name)
    designate(camp, target)


def designate(camp: CampState, seat: int) -> None:
    """Name who has to go; they may still answer."""
    camp.ballot = None
    camp.tied = []
    camp.designated = seat
    go(camp, "designated")
    camp.tell("designated", player=seat, reason=camp.count)


def accept(camp: CampState, event: JsonObject) -> None:
    """The designated castaway dies."""
    die(camp, [camp.designated], DEATH_BY[camp.count])
    resume(camp)


def seat_pods(camp: CampState, event: JsonObject) -> None:
    """Say who sits at which pod: a number from 0 per seat, -1 for a seat without one.

    Not while a ballot is under way: the votes on the board would count for other people.
    Undo passes over this entry.
    """
    places = event["places"]
    if not isinstance(places, list) or not all(type(place) is int for place in places):
        raise Refused("pods", seen=str(places), seats=len(camp.people), most=PODS)
    used = [pod for pod in places if pod >= 0]
    known = all(-1 <= pod < PODS for pod in places)
    if not known or len(places) != len(camp.people) or len(set(used)) != len(used):
        seen = ", ".join(str(pod + 1) for pod in places)
        raise Refused("pods", seen=seen, seats=len(camp.people), most=PODS)
    if camp.places and camp.ballot:
        raise Refused("pods-voting")
    camp.places = list(places)
    camp.tell("pods", places=[pod + 1 for pod in places])
