"""Actions between people that need the other player's agreement.

One request stands at a time.  It names who asks for what; both clocks rest; no answer within
ANSWER_S means no.  Waiting that ends in a no is the asker's own time, and a side that was
refused asks for the same again only after the next turn: so nobody buys time by asking.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from underboard.errors import UnderboardError
from underboard.jsontype import JsonObject
from underboard.web.http.security import ActionRefused
from underboard.web.table.asker import Asker
from underboard.web.table.seats import HUMAN

if TYPE_CHECKING:
    from underboard.web.table.game_thread import GameThread

ANSWER_S = 30.0
"""Time for an answer, s; chosen, design picture 17."""
UNDO, PAUSE, GO_ON, HINTS, NEW, REMATCH = "undo", "pause", "go-on", "hints", "new", "rematch"
ABANDON, DRAW = "abandon", "draw"
REFUSED, UNANSWERED, WITHDRAWN = "refused", "unanswered", "withdrawn"


@dataclass(frozen=True)
class Request:
    """Something that ``side`` asks for; ``turn``: the turn that it is about, if any."""

    kind: str
    side: int
    turn: str
    until_s: float
    order: JsonObject
    """Order that is carried out if the other side agrees."""
    own_time: bool
    """Whether the clock of ``side`` ran when it asked."""


class Consent:
    """The requests of one table; lives in its thread."""

    def __init__(self, room: "GameThread") -> None:
        self._room = room
        self.request: Request | None = None
        self.hints_agreed = False
        self.outcome: JsonObject | None = None
        """How the last request ended, until the next turn."""
        self._refused: set[tuple[str, int]] = set()
        self._game = ""
        self._offer = -1
        """The side whose offer of a draw is known."""
        self._offer_until_s = 0.0

    def needed(self, asker: Asker) -> bool:
        """Return True if another person plays against ``asker``."""
        who = self._room.seats.who
        return who == [HUMAN, HUMAN] and any(side not in asker.sides for side in (0, 1))

    def side_of(self, asker: Asker) -> int:
        """Return the side for which a person asks; raises ActionRefused without a side."""
        if not asker.sides:
            raise ActionRefused("watching", self._room.texts("web.watching"), 403)
        side = self._room.side
        return side if side in asker.sides else 1 - side

    def ask(self, kind: str, asker: Asker, order: JsonObject, turn: str = "") -> None:
        """Ask the other side; raises No where that cannot be asked now."""
        room, side = self._room, self.side_of(asker)
        self.check(kind, side)
        own_time = room.side == side and not room.session.clocking.paused
        self.request = Request(kind, side, turn, room.now_s + ANSWER_S, order, own_time)
        room.session.clocking.hold(True)

    def check(self, kind: str, side: int) -> None:
        """Raise No if a side may not ask for something now."""
        if self.request:
            raise ActionRefused("asked", self._room.texts("web.asked-already"))
        if (kind, side) in self._refused:
            raise ActionRefused("refused", self._room.texts("web.refused-until-next"))
        self.outcome = None

    def answer(self, asker: Asker, what: str) -> Request | None:
        """Take an answer; return the request if it is agreed to, and what is to be done."""
        request = self.request
        if request is None:
            raise UnderboardError("nobody asks anything")
        if what == WITHDRAWN:
            if request.side not in asker.sides:
                raise UnderboardError("somebody else has asked that")
            self._end(WITHDRAWN)
            return None
        if 1 - request.side not in asker.sides:
            raise UnderboardError("the other side answers that")
        if what == REFUSED:
            self._end(REFUSED)
            return None
        self._end("")
        if request.kind == HINTS:
            self.hints_agreed = True
        return request

    def step(self) -> None:
        """End a request, or an offer of a draw, that nobody has answered in time."""
        if self.request and self._room.now_s >= self.request.until_s:
            self._end(UNANSWERED)
        self._follow_offer()

    def _follow_offer(self) -> None:
        """Let an offer between people stand as long as a request; the clock runs meanwhile.

        It is the session's, where boards of two houses trade it, too.
        """
        room, endings = self._room, self._room.session.endings
        before, self._offer = self._offer, endings.offered
        if not any(room.seats.remotes):
            return
        if self._offer != before:
            self._offer_until_s = room.now_s + ANSWER_S
            if before >= 0 and self.outcome is None and not room.session.over:
                self._refuse_offer(before, REFUSED)
        elif self._offer >= 0 and room.now_s >= self._offer_until_s:
            endings.withdraw()
            self._offer = -1
            self._refuse_offer(before, UNANSWERED)

    def _refuse_offer(self, side: int, how: str) -> None:
        self._refused.add((DRAW, side))
        self.outcome = {"kind": DRAW, "side": side, "how": how}
        self._room.session.changed = True

    @property
    def offer_until_s(self) -> float | None:
        """The time at which an offer of a draw ends, None where it has none."""
        stands = self._offer >= 0 and any(self._room.seats.remotes)
        return self._offer_until_s if stands else None

    def game_is(self, game: str) -> None:
        """Take the game on the board as known: what was agreed for another one is over."""
        if game != self._game:
            self._game = game
            self.hints_agreed = False
            self.turn_played()

    def plays(self, asker: Asker) -> None:
        """Withdraw open requests, because a turn comes."""
        if self.request:
            self._end(WITHDRAWN if self.request.side in asker.sides else REFUSED)

    def turn_played(self) -> None:
        """Record that the game has gone on: a request about what stood is over."""
        if self.request:
            self._end(WITHDRAWN)
        self._refused.clear()
        self.outcome = None
        self._offer = -1

    def _end(self, how: str) -> None:
        request, room = self.request, self._room
        assert request
        self.request = None
        room.session.changed = True
        clocking = room.session.clocking
        waited_s = ANSWER_S - max(request.until_s - room.now_s, 0)
        clocking.hold(False)
        if how:
            self._refused.add((request.kind, request.side))
            self.outcome = {"kind": request.kind, "side": request.side, "how": how}
            if request.own_time:
                clocking.charge(request.side, round(1000 * waited_s))

    def as_data(self) -> JsonObject | None:
        """Return the request as JSON; ``left_ms`` is made when it is told."""
        if self.request is None:
            return None
        one = self.request
        return {"kind": one.kind, "side": one.side, "turn": one.turn, "until_s": one.until_s}
