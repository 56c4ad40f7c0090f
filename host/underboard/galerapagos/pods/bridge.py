"""The bridge between the moderator's ballots and the pods that hold them.

The moderator's game says what there is to vote on; the board holds the votes until the
ballot is shut.  Everything here can be repeated: after a restart of this program, of the
board or of both, ``step`` compares the two and sends what is missing.  A ballot's name and
nonce come out of the record, so a program that was killed knows its own ballot again.

Whose vote is typed or declared is *excused* on the board, so that it counts once.  The
owner of the crystal ball votes in a second ballot (``b``), opened when the first (``a``)
is shown.  Weights never leave this side.
"""

import hashlib
import re
import time
from collections.abc import Callable, Sequence

from boardcore.errors import IllegalMove, ParseError
from boardcore.pods.ballot_box import LETTERS, PODS
from underboard.device.transport import LinkClosed
from underboard.errors import UnderboardError
from underboard.galerapagos.pods.board import BallotState, PodBoard
from underboard.galerapagos.records.header import header
from underboard.galerapagos.records.record import RecordedGame
from underboard.galerapagos.state.ballot import CLOSED, OPEN, Ballot
from underboard.galerapagos.state.camp_state import CampState
from underboard.galerapagos.state.refusal import Refused
from underboard.jsontype import JsonObject
from underboard.texts.lazy import lazy_text

STAGES = {OPEN: "a", "locked": "b"}
QUIET = ("dawn", "act", "push", "evening", "over")
"""Phases in which nobody looks at the last ballot any more."""
SHUT_S = 30.0
"""Time to wait for the votes of a closed ballot, s; chosen."""
TURN_S = 0.1
"""Time between two steps of the board, s; chosen."""
PATIENCE_S = 30.0
"""Time without the ballot on the board after which people are told about the cable."""
HEX = re.compile("[0-9a-f]{1,3}")
NOISY = 5
"""Damaged lines within that time from which a cable counts as noisy; chosen."""

Round = tuple[str, str]
"""Name and nonce of a ballot."""


class PodBridge:
    """The pods of one table.

    ``places``: the number (from 0) of each seat's pod, -1 for a seat without one, who votes
    at the keyboard.  They belong to the record: what is given here and differs from it is
    entered, and refused while a ballot is under way.  ``notices`` collects keys and values
    of sentences for people.
    """

    def __init__(
        self,
        board: PodBoard,
        table: RecordedGame,
        places: Sequence[int] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.board = board
        self.table = table
        self.notices: list[tuple[str, dict[str, object]]] = []
        self.clock = clock
        self.waits: Callable[[], bool] = lambda: False
        """Tells whether lights wait until the television has shown what they would tell."""
        self._tag = _digest(header(table.game.setup))[:6]
        self._told: dict[str, str] = {}
        self._meeting = -1
        self._excused: dict[int, bool] = {}
        self._opened: list[int] = []
        self._opened_in = ""
        self._excused_in: Round | None = None
        self._open: Round | None = None
        self._waiting: tuple[Round | None, float, int] | None = None
        seated = self.camp.places
        wanted = (
            list(places) if places is not None else seated or list(range(len(self.camp.people)))
        )
        if wanted != seated and not table.game.over:
            table.enter({"do": "pods", "places": wanted})

    @property
    def places(self) -> list[int]:
        """The number of each seat's pod, -1 for none."""
        return self.camp.places

    @property
    def camp(self) -> CampState:
        """The camp; another object after an undo."""
        return self.table.game.camp

    @property
    def ballot(self) -> Ballot | None:
        """The ballot that is under way."""
        ballot = self.camp.ballot
        return ballot if ballot and ballot.state != CLOSED else None

    @property
    def round(self) -> Round | None:
        """Name and nonce that the ballot of the moment has on the board."""
        ballot = self.ballot
        if not ballot:
            return None
        name = f"{self._tag}.{ballot.number}{STAGES[ballot.state]}"
        voters, targets = self._masks(ballot)
        secret = (
            f"{self.table.game.setup.seed} {name} {self.table.opened} {voters} {targets} "
            f"{self.places}"
        )
        return name, _digest(secret)[:8]

    @property
    def marks(self) -> list[int]:
        """The number under which pods name each seat: its pod's, or one that no pod has.

        Castaways without a pod can be named from every pod: there are as many numbers as seats.
        """
        free = iter(pod for pod in range(PODS) if pod not in self.places)
        return [place if place >= 0 else next(free) for place in self.places]

    def _pods_of(self, seats: Sequence[int]) -> list[int]:
        return [self.places[seat] for seat in seats if self.places[seat] >= 0]

    def _masks(self, ballot: Ballot) -> tuple[str, str]:
        marks = self.marks
        named = [marks[seat] for seat in ballot.targets]
        return _mask(self._pods_of(ballot.expected())), _mask(named)

    def is_held(self) -> bool:
        """Return True if the board holds the ballot of the moment, as far as one can tell now."""
        box = self.board.box
        return self.board.synced and box.state != "none" and (box.round, box.nonce) == self.round

    def is_for_pods(self) -> bool:
        """Return True if there is a ballot that pods hold, or will when the board is back."""
        ballot = self.ballot
        return ballot is not None and self._votable(ballot)

    def without_pod(self) -> list[int]:
        """Return who has to vote at the keyboard and has not."""
        ballot = self.ballot
        if not ballot:
            return []
        held = self._votable(ballot)
        return [seat for seat in ballot.missing() if self.places[seat] < 0 or not held]

    def _votable(self, ballot: Ballot) -> bool:
        """Return True if pods can hold this ballot: at least one voter has one."""
        return any(self.places[seat] >= 0 for seat in ballot.expected())

    def progress(self) -> tuple[int, int]:
        """Return how many votes are in and expected; which ones stays unknown."""
        ballot = self.ballot
        if not ballot:
            return 0, 0
        expected = len(ballot.expected())
        if not self.is_held():
            return ballot.progress()
        typed = [seat for seat in ballot.expected() if str(seat) in ballot.votes]
        return self.board.box.received + len([s for s in typed if self.places[s] < 0]), expected

    # Keeping the two in line

    def step(self, timeout_s: float = 0.0) -> None:
        """Listen to the board for at most ``timeout_s``, and send what it lacks."""
        self.board.step(timeout_s)
        self.follow()
        self._mind_the_cable()

    def _mind_the_cable(self) -> None:
        """Say once per ballot if noise on the cable keeps it from the board."""
        if not self.is_for_pods() or self.is_held():
            self._waiting = None
        elif self._waiting is None or self._waiting[0] != self.round:
            self._waiting = self.round, self.clock(), self.board.damaged
        elif self.clock() - self._waiting[1] > PATIENCE_S:
            damaged = self.board.damaged - self._waiting[2]
            if damaged >= NOISY:
                self._notice("noisy", number=damaged, seconds=round(PATIENCE_S))
            self._waiting = self.round, self.clock(), self.board.damaged

    def follow(self) -> None:
        """Send the board what it lacks; call it after each entry.

        A board that is away gets it when it is back.
        """
        if not self.board.synced or self.board.foreign or self.waits():
            return
        try:
            self._follow_lights()
            self._follow_ballot()
        except (IllegalMove, ParseError) as refused:
            self._notice("refused", reason=lazy_text(refused))
        except (LinkClosed, UnderboardError):
            # It has gone in the middle; all is sent again when it is back.
            self._meeting = -1

    def _follow_lights(self) -> None:
        if self._meeting != self.board.meetings:
            self._meeting = self.board.meetings
            self._told = {}
            self._excused_in = None
        camp = self.camp
        weather = "-" if camp.phase == "dawn" else str(camp.rain)
        weather = "hurricane" if camp.hurricane and weather != "-" else weather
        self._light("weather", weather)
        self._light("seats", _mask(self._pods_of(camp.living())))

    def _light(self, kind: str, value: str) -> None:
        if self._told.get(kind) != value:
            self.board.command(kind, value)
            self._told[kind] = value

    def _follow_ballot(self) -> None:
        ballot, box, wanted = self.ballot, self.board.box, self.round
        here = (box.round, box.nonce)
        if ballot and wanted and self._votable(ballot):
            if here != wanted or box.state == "none":
                if box.state != "none":
                    self._break_off(here)
                if self._open == wanted:
                    self._notice("forgotten")
                self.board.command("open", *wanted, *self._masks(ballot))
                # Its own line about that is still on its way.
                self.board.box = box = BallotState(*wanted, "open")
                self._open = wanted
                self._excused_in = None
            if box.state != "closed":
                self._follow_excuses(ballot, wanted)
        elif box.state != "none" and box.round.startswith(self._tag + "."):
            if box.state == "open" or self.camp.phase in QUIET:
                self._drop(here)

    def _break_off(self, here: Round) -> None:
        if not here[0].startswith(self._tag + "."):
            self._notice("foreign", round=here[0])
        if self.board.box.state == "open":
            self._drop(here)

    def _drop(self, here: Round) -> None:
        self.board.command("cancel", *here)
        self.board.box = BallotState()

    def _follow_excuses(self, ballot: Ballot, wanted: Round) -> None:
        if self._excused_in != wanted:
            self._excused, self._excused_in = {}, wanted
        for seat in ballot.expected():
            out = str(seat) in ballot.votes
            if self.places[seat] >= 0 and self._excused.get(seat) != out:
                self._excuse(wanted, seat, out)

    def _excuse(self, wanted: Round, seat: int, out: bool) -> None:
        pod = self.places[seat] + 1
        self.board.command("excuse", *wanted, pod, "out" if out else "in")
        self._excused[seat] = out

    def _notice(self, key: str, **values: object) -> None:
        self.notices.append((f"pods.{key}", values))

    # Votes

    def enter(self, voter: int, target: int, ballot: int | None = None) -> list[JsonObject]:
        """Take a typed vote, or an abstention that the host declares, instead of the pod's.

        ``ballot``: the one that the voter has seen.  If the board is there the pod is excused
        first, so no vote ever counts twice; if it is away, that follows.  Raises Refused.
        """
        event = {"do": "cast", "voter": voter, "target": target, "ballot": ballot}
        effects = self.table.enter(event)
        self.follow()
        return effects

    def collect(self, silent: bool = False) -> None:
        """Shut the ballot and enter the votes into the record.

        ``silent``: who has not voted abstains.  Raises Refused, naming who is missing,
        and leaves the ballot open otherwise; UnderboardError if the board is away: the votes are
        safe there, and collecting may be tried again.
        """
        ballot = self.ballot
        if not ballot or not self._votable(ballot):
            return
        unheard = self.without_pod()
        if unheard and not silent:
            raise self._missing(unheard)
        self.follow()
        wanted = self.round
        assert wanted
        if not self.is_held():
            raise UnderboardError(
                "the board with the pods is away: the votes are safe there; plug it in"
            )
        try:
            self.board.command("close", *wanted, "silent" if silent else "all")
        except IllegalMove as refused:
            if refused.rule != "votes-missing":
                raise UnderboardError("the board refuses to shut the ballot: %s", refused) from None
            raise self._missing(self._silent_pods(refused)) from None
        self._take(ballot, self._votes(wanted))

    def _silent_pods(self, refused: IllegalMove) -> list[int]:
        """Return the seats whose pods have no vote; none if the board is too old to tell."""
        mask = getattr(refused, "what", "")
        pods = int(mask, 16) if HEX.fullmatch(mask) else 0
        return [seat for seat, pod in enumerate(self.places) if pod >= 0 and pods >> pod & 1]

    def _missing(self, seats: list[int]) -> Refused:
        people = self.camp.people
        names = ", ".join(people[seat].name for seat in seats)
        # Without names, how many it are.
        received, expected = self.progress()
        return Refused("votes-missing", names=names or str(expected - received))

    def _votes(self, wanted: Round) -> str:
        """Wait for the votes of a ballot that is shut."""
        end = self.clock() + SHUT_S
        while True:
            box = self.board.box
            if (box.round, box.nonce, box.state) == (*wanted, "closed") and len(box.votes) == PODS:
                return box.votes
            if self.clock() > end:
                raise UnderboardError(
                    "the board has not told the votes: they are safe there; try again"
                )
            self.board.step(TURN_S)

    def _take(self, ballot: Ballot, votes: str) -> None:
        """Enter the votes; one that is in the record already, typed or not, stays as it is."""
        number, known = ballot.number, set(ballot.votes)
        for seat in ballot.expected():
            letter = votes[self.places[seat]] if self.places[seat] >= 0 else "-"
            if letter in LETTERS and str(seat) not in known:
                target = self.marks.index(LETTERS.index(letter))
                self.table.enter({"do": "cast", "voter": seat, "target": target, "ballot": number})

    def reveal_one(self, facts: JsonObject) -> None:
        """Let one more pod show what it voted, as the television opens its envelope."""
        if "voter" in facts:
            if self._opened_in != self.board.box.round:
                self._opened, self._opened_in = [], self.board.box.round
            self._opened.append(facts["voter"])
            self.reveal(self._opened)

    def reveal(self, seats: Sequence[int]) -> None:
        """Let the pods of these seats show what they voted, on the ballot that was shut last.

        Only a light: if the board is away, nothing is lost.
        """
        box = self.board.box
        if self.board.synced and box.state == "closed":
            try:
                pods = _mask(self._pods_of(seats))
                self.board.command("reveal", box.round, box.nonce, pods)
            except (IllegalMove, ParseError, UnderboardError):
                self._meeting = -1


def _mask(pods: Sequence[int]) -> str:
    return f"{sum(1 << pod for pod in pods):03x}"


def _digest(text: str) -> str:
    # Not to be guessed from the outside: the seed is in it.
    return hashlib.sha256(text.encode()).hexdigest()
