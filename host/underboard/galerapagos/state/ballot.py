r"""One secret vote, from opening to tally.

It knows no keyboard and no pod: whoever collects votes calls ``cast``.  Before
the votes are shown it tells a count of votes received, and nothing else.

::

    OPEN --lock--> LOCKED --close--> CLOSED
      \------------close------------/      (where nobody owns the crystal ball)

While OPEN everyone but the owner of the crystal ball votes, and may change or
take back the vote.  LOCKED: those votes are fixed and shown, the owner of the
crystal ball votes.  CLOSED: counted.  Source: rules page 6.3.
"""

from dataclasses import dataclass, field

from underboard.galerapagos.state.refusal import Refused

OPEN, LOCKED, CLOSED = "open", "locked", "closed"

ABSTAIN = -1
"""A vote for nobody, declared by the voter or by the host."""

SEALED = -2
"""Code of a vote whose key was destroyed; chosen: only totals are known (``votes=secret``)."""


@dataclass
class Ballot:
    """One vote.  Voters and targets are seats.

    ``number`` tells ballots of one game apart, so a late or foreign vote is
    known as one.  ``weights`` has one number per voter in the order of
    ``voters``; ``last`` are those who vote after the others were shown.  ``told``
    are totals from a record whose votes are SEALED.
    """

    number: int
    voters: list[int]
    targets: list[int]
    weights: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    state: str = OPEN
    votes: dict[str, int] = field(default_factory=dict)
    told: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.weights:
            self.weights = [1] * len(self.voters)

    def choices(self, voter: int) -> list[int]:
        """Return whom ``voter`` may name: any target but themselves."""
        return [target for target in self.targets if target != voter]

    def expected(self) -> list[int]:
        """Return who votes in the present state."""
        if self.state == OPEN:
            return [voter for voter in self.voters if voter not in self.last]
        return list(self.last) if self.state == LOCKED else []

    def missing(self) -> list[int]:
        """Return who is still expected to vote."""
        return [voter for voter in self.expected() if str(voter) not in self.votes]

    def progress(self) -> tuple[int, int]:
        """Return votes received and votes expected now; all that may be shown before the reveal."""
        expected = self.expected()
        return len(expected) - len(self.missing()), len(expected)

    def cast(self, voter: int, target: int, number: int | None = None) -> bool:
        """Take a vote (or ABSTAIN); return False if it is the same vote again.

        Raises Refused for a vote that is foreign, late, early, or for someone
        who cannot be named.
        """
        if number is not None and number != self.number:
            raise Refused("foreign-vote", seen=number, number=self.number)
        if voter not in self.voters:
            raise Refused("no-voter", seat=voter + 1)
        if voter not in self.expected():
            if self.state == OPEN:
                raise Refused("early-vote")
            raise Refused("late-vote")
        if target not in (ABSTAIN, SEALED) and target not in self.choices(voter):
            raise Refused("self-vote" if target == voter else "no-target")
        if self.votes.get(str(voter)) == target:
            return False
        self.votes[str(voter)] = target
        return True

    def withdraw(self, voter: int) -> None:
        """Take a vote back, as long as it can still be changed."""
        if voter not in self.expected():
            raise Refused("late-vote")
        if self.votes.pop(str(voter), None) is None:
            raise Refused("no-vote")

    def fix(self) -> list[int]:
        """Fix the votes of this state, go on to the next; return who abstained by silence."""
        silent = self.missing()
        for voter in silent:
            self.votes[str(voter)] = ABSTAIN
        self.state = LOCKED if self.state == OPEN and self.last else CLOSED
        return silent

    def shown(self) -> list[tuple[int, int]]:
        """Return the fixed votes as pairs (voter, target), in the order of the voters."""
        if self.state == OPEN:
            return []
        fixed = [v for v in self.voters if self.state == CLOSED or v not in self.last]
        return [(voter, self.votes[str(voter)]) for voter in fixed if str(voter) in self.votes]

    def tally(self) -> dict[int, int]:
        """Return votes by target, weighted.  Only a closed ballot is counted."""
        if self.state != CLOSED:
            raise ValueError(f"ballot {self.number} is {self.state}, only a closed one is counted")
        return self.count(self.shown())

    def count(self, votes: list[tuple[int, int]]) -> dict[int, int]:
        """Return these votes by target, weighted."""
        if any(target == SEALED for _, target in votes):
            return {target: self.told.get(target, 0) for target in self.targets}
        weights = dict(zip(self.voters, self.weights))
        counts = dict.fromkeys(self.targets, 0)
        for voter, target in votes:
            if target != ABSTAIN:
                counts[target] += weights[voter]
        return counts

    def leaders(self) -> list[int]:
        """Return who got most votes; all targets where nobody got one (rules page 6.3)."""
        counts = self.tally()
        most = max(counts.values(), default=0)
        return [target for target in self.targets if counts[target] == most]
