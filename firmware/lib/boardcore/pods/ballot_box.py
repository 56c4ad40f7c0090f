"""One secret ballot on the board, stored so that a power cut loses no vote.

The box knows pods, not castaways, and counts nothing but slips: weights, ties and what
follows are the computer's.  Until it is shut it tells how many votes are in, never which::

    NONE --open--> OPEN --shut--> SHUT --open (another round)--> OPEN
      ^-------------drop-----------/

In the store a ballot is a row of records, see ``slots``::

    open   B0  length  voters x 2  targets x 2  nonce x 4  round x 28  check x 2    five slots
    vote   B1  pod  what  nonce x 3 (its lower bytes)  check x 2                     one slot
    shut   B2  0    0     nonce x 3                    check x 2                     one slot
    drop   B3  0    0     nonce x 3                    check x 2                     one slot

A vote whose record is torn was never lit as kept.
"""

from struct import pack_into, unpack_from

from boardcore.errors import IllegalMove, ParseError
from boardcore.store.slots import SLOT, Slots

PODS = 12
"""Number of pods on one board, by the rules: 3 to 12 players."""
ALL_PODS = (1 << PODS) - 1
"""Bits of all pods, one each, after PODS."""
NONE, OPEN, SHUT = range(3)
STATE_NAMES = ("none", "open", "closed")

NOBODY = 0xFF
"""Code of no vote yet, or of one taken back; chosen."""
ELSEWHERE = 0xFE
"""The computer takes this pod's vote: from the keyboard, or as an abstention."""

LETTERS = "abcdefghijkl"
NO_VOTER, SILENT, TAKEN = ".", "-", "x"
"""A vote on the wire is the letter of the pod it names; these say why there is none."""

MAX_ROUND = 28
"""Letters of a round's name; chosen."""
_BALLOT, _VOTE, _SHUT, _DROP = 0xB0, 0xB1, 0xB2, 0xB3
_BALLOT_SLOTS = 5
"""Number of slots that one ballot takes, by the format of its records."""
ROOM_FOR_A_BALLOT = 160
"""Slots that must be free when a ballot opens, else the store is erased first: an erase is the one
moment in which a power cut loses everything, so it is done while no vote is in. 160 are thirteen
changes of mind per pod; chosen."""


class BallotBox:
    """The ballot of the moment.

    ``store`` as for ``Slots``.
    ``voters``, ``targets``: masks of pods; ``votes``: a byte per pod, the pod that it names,
    NOBODY or ELSEWHERE.  What cannot be done raises IllegalMove and changes nothing.
    """

    def __init__(self, store) -> None:
        self.slots = Slots(store, _slots_of)
        self._forget()
        for record in self.slots.records():
            self._take(record)

    def _forget(self) -> None:
        self.state = NONE
        self.round = ""
        self.nonce = 0
        self.voters = 0
        self.targets = 0
        self.votes = bytearray([NOBODY] * PODS)

    def is_here(self, name: str, nonce: int) -> bool:
        """Return whether this ballot is the one in the box."""
        return self.state != NONE and name == self.round and nonce == self.nonce

    # What may be known before the end

    @property
    def expected(self) -> int:
        """Number of pods that vote."""
        return bin(self.voters).count("1")

    @property
    def received(self) -> int:
        """Number of votes that are in, or taken elsewhere."""
        return self.expected - len(self.missing())

    def missing(self) -> list:
        """Return the pods whose votes are not in."""
        return [pod for pod in range(PODS) if self.voters >> pod & 1 and self.votes[pod] == NOBODY]

    def is_open_to(self, pod: int) -> bool:
        """Return True if this pod's own buttons vote now."""
        return self.state == OPEN and self.voters >> pod & 1 == 1 and self.votes[pod] != ELSEWHERE

    def may_name(self, pod: int, target: int) -> bool:
        """Return True if ``pod`` may vote for ``target``: any target but itself.

        See host/docs/rules/galerapagos.md 6.3.
        """
        return target != pod and self.targets >> target & 1 == 1

    def votes_text(self) -> str:
        """Return a letter per pod; only a box that is shut says more than ``-``."""
        if self.state != SHUT:
            return "-"
        letters = []
        for pod in range(PODS):
            vote = self.votes[pod]
            if not self.voters >> pod & 1:
                letters.append(NO_VOTER)
            elif vote == ELSEWHERE:
                letters.append(TAKEN)
            else:
                letters.append(SILENT if vote == NOBODY else LETTERS[vote])
        return "".join(letters)

    # What pods do

    def lock(self, pod: int, target: int) -> None:
        """Keep a vote; it is in the store when this returns."""
        if not self.is_open_to(pod):
            raise IllegalMove("no-voter", "Pod %d has no vote now.", pod + 1)
        if not self.may_name(pod, target):
            raise IllegalMove("no-target", "Pod %d cannot name pod %d.", pod + 1, target + 1)
        self._vote(pod, target)

    def unlock(self, pod: int) -> None:
        """Take a vote back."""
        if not self.is_open_to(pod) or self.votes[pod] == NOBODY:
            raise IllegalMove("no-vote", "Pod %d has no vote to take back.", pod + 1)
        self._vote(pod, NOBODY)

    # What the computer does

    def open(self, name: str, nonce: int, voters: int, targets: int) -> None:
        """Open a ballot; the same one again changes nothing, whether open or shut."""
        if not 1 <= len(name.encode()) <= MAX_ROUND or name == "-":
            raise ParseError("a round's name has 1 to %d letters", MAX_ROUND)
        if not 0 < voters <= ALL_PODS or not 0 < targets <= ALL_PODS:
            raise ParseError("voters and targets are masks of %d pods", PODS)
        if self.is_here(name, nonce):
            if voters != self.voters or targets != self.targets:
                raise IllegalMove("other-ballot", "Ballot %s was opened otherwise.", name)
            return
        if self.state == OPEN:
            raise IllegalMove("ballot-open", "Ballot %s is still open.", self.round)
        for pod in range(PODS):
            if voters >> pod & 1 and not targets & ~(1 << pod):
                raise IllegalMove("no-target", "Pod %d has nobody to name.", pod + 1)
        self._forget()
        self.state = OPEN
        self.round, self.nonce = name, nonce
        self.voters, self.targets = voters, targets
        if self.slots.free_slots < ROOM_FOR_A_BALLOT:
            self._rewrite()
        else:
            self.slots.append(self._ballot_record())

    def excuse(self, name: str, nonce: int, pod: int, out: bool) -> None:
        """Let the computer take this pod's vote, or give it back to the pod.

        A vote that the pod had kept is void, and counts nowhere.
        """
        self._check_open(name, nonce)
        if not 0 <= pod < PODS or not self.voters >> pod & 1:
            raise IllegalMove("no-voter", "Pod %d does not vote in this ballot.", pod + 1)
        if out != (self.votes[pod] == ELSEWHERE):
            self._vote(pod, ELSEWHERE if out else NOBODY)

    def shut(self, name: str, nonce: int, silent: bool) -> None:
        """End the voting; from now on the votes may be told.

        ``silent``: pods that have not voted abstain; otherwise they keep the box open.
        """
        if self.state == SHUT and self.is_here(name, nonce):
            return
        self._check_open(name, nonce)
        missing = self.missing()
        if missing and not silent:
            pods = ", ".join(["%d" % (pod + 1) for pod in missing])
            raise IllegalMove("votes-missing", "Pods without a vote: %s", pods)
        self.state = SHUT
        self._note(_SHUT, 0, 0)

    def drop(self, name: str, nonce: int) -> None:
        """Forget a ballot, votes and all; one that is gone already may be dropped again."""
        if self.state == NONE:
            return
        self._check_same(name, nonce)
        self._note(_DROP, 0, 0)
        self._forget()

    def check_shut(self, name: str, nonce: int) -> None:
        """Raise IllegalMove unless this ballot's votes may be shown."""
        self._check_same(name, nonce)
        if self.state != SHUT:
            raise IllegalMove("ballot-open", "Ballot %s is still open.", self.round)

    def _check_open(self, name: str, nonce: int) -> None:
        self._check_same(name, nonce)
        if self.state == SHUT:
            raise IllegalMove("late-vote", "Ballot %s is shut.", name)

    def _check_same(self, name: str, nonce: int) -> None:
        if self.state == NONE:
            raise IllegalMove("no-ballot", "There is no ballot here.")
        if not self.is_here(name, nonce):
            raise IllegalMove("foreign-vote", "The ballot here is %s.", self.round)

    # The store

    def _vote(self, pod: int, what: int) -> None:
        self.votes[pod] = what
        self._note(_VOTE, pod, what)

    def _note(self, kind: int, pod: int, what: int) -> None:
        """Append one slot; where none is left, write the ballot anew."""
        if self.slots.free_slots:
            self.slots.append(self._slip(kind, pod, what))
        else:
            self._rewrite()

    def _slip(self, kind: int, pod: int, what: int) -> bytearray:
        record = bytearray(SLOT)
        pack_into("<BBBHB", record, 0, kind, pod, what, self.nonce & 0xFFFF, self.nonce >> 16 & 255)
        return record

    def _ballot_record(self) -> bytearray:
        record = bytearray(_BALLOT_SLOTS * SLOT)
        name = self.round.encode()
        pack_into("<BBHHI", record, 0, _BALLOT, len(name), self.voters, self.targets, self.nonce)
        record[10 : 10 + len(name)] = name
        return record

    def _rewrite(self) -> None:
        """Erase the store and write the ballot as it stands; always the same length."""
        slips = [(_VOTE, pod, self.votes[pod]) for pod in range(PODS)]
        # A vote of pod 0 once more says nothing: whatever the state, the image is as long.
        slips.append((_SHUT, 0, 0) if self.state == SHUT else slips[0])
        records = [self._ballot_record()] + [self._slip(*slip) for slip in slips]
        self.slots.rewrite(_BALLOT_SLOTS + PODS + 1, records)

    def _take(self, record) -> None:
        """Take a record of the store."""
        kind = record[0]
        if kind == _BALLOT:
            self._forget()
            _, length, self.voters, self.targets, self.nonce = unpack_from("<BBHHI", record, 0)
            self.round = bytes(record[10 : 10 + length]).decode()
            self.state = OPEN
        elif unpack_from("<H", record, 3)[0] | record[5] << 16 != self.nonce & 0xFFFFFF:
            pass  # a slip of a ballot whose own record is damaged
        elif kind == _VOTE:
            self.votes[record[1]] = record[2]
        elif kind == _SHUT:
            self.state = SHUT
        else:
            self._forget()


def _slots_of(first: int, second: int) -> int:
    if not _BALLOT <= first <= _DROP:
        return 0
    return _BALLOT_SLOTS if first == _BALLOT else 1
