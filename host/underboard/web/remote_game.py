"""Leader of a session that follows the game of another table.

The other table owns the game: what stands here and not there is taken back, its clock is shown
here, and offers of a draw cross over.
"""

from boardcore.errors import IllegalMove, ParseError
from underboard.errors import UnderboardError
from underboard.records.text_format import sides_of
from underboard.referee.endings import AGREED, RESIGNED
from underboard.referee.remote_player import RemotePlayer
from underboard.referee.session import Session
from underboard.web.client import GameSnapshot, HostClient
from underboard.web.table.consent import REMATCH


class RemoteGame:
    """Leads a session after the host's table."""

    def __init__(self, session: Session, follower: HostClient, remote: RemotePlayer) -> None:
        self._session = session
        self._follower = follower
        self._remote = remote
        self._number = follower.told.number if follower.told else ""
        self._seen = 0  # how many turns of this game the host has shown
        self._ended_there = False  # the host has shown an end by players
        self._order = ""  # id of the turn or end that was handed over last
        self._before: GameSnapshot | None = None  # what the host had told before it
        self._offer = -1  # the offer that both tables have
        self._connected = True
        self._refused = ""
        self._request: tuple[str, int, str] | None = None

    def step(self) -> None:
        """Do what the host's table asks for, and tell it what was played here."""
        session, told = self._session, self._follower.told
        self._tell_connection()
        if told is None:
            return
        session.clocking.follow(told.clock)
        self._hear_request(told)
        if not session.settled:
            return
        if told.number != self._number:
            self._number, self._seen = told.number, 0
            self._ended_there, self._before, self._offer = False, None, -1
            session.begin_again(told.variant, told.start)
            return
        here, there = session.mirror.turns, list(told.turns)
        same = 0
        while same < min(len(here), len(there)) and here[same] == there[same]:
            same += 1
        known, self._seen = self._seen, max(self._seen, len(there))
        if same == len(here) == len(there):
            self._seen = same
            self._end(told)
        elif same == len(here):
            self._lead(there, same)
        elif same < len(there) or known > same or self._is_undone(told) or not self._are_ours(same):
            # It stands here and not there: the host's game is the game.
            self._seen = len(there)
            self._take_back(same)
        elif self._follower.refused:
            self._hear_refusal(same)
        else:
            self._order, self._before = self._follower.play(told, here[same]), told

    # What the other side asks

    def _hear_request(self, told: GameSnapshot) -> None:
        """Have our side asked what the other one wants to do; an engine minds nothing."""
        session, follower, request = self._session, self._follower, told.request
        if request == self._request or follower.busy:
            return
        self._request = request
        session.endings.asked = None
        if request is None or request[1] == follower.side:
            return
        kind, side, turn = request
        if kind == REMATCH:
            follower.answer(False)  # the seat of this house keeps its side
        elif session.seats[follower.side] is not None:
            follower.answer(True)
        else:
            names = {"side": session.table.side_name(side, session.texts), "turn": turn}
            session.notify(f"join.request.{kind}", **names)
            session.endings.asked = follower.answer

    # The end

    def _end(self, told: GameSnapshot) -> None:
        """Bring end and offers of both tables together; the turns are the same."""
        session, endings = self._session, self._session.endings
        ended = session.mirror.game.ended
        if self._follower.busy:
            return
        if self._follower.refused:
            self._hear_refusal(session.mirror.game.ply)
        elif told.ended:
            self._ended_there = True
            if not ended:
                endings.finish(told.ended)
        elif ended and not told.ended:
            if self._ended_there or self._is_undone(told):
                self._ended_there = False
                self._take_back(session.mirror.game.ply)
            else:
                what = {RESIGNED: "resign", AGREED: "accept"}.get(ended[1], "abandon")
                self._order, self._before = self._follower.say(told, what), told
        elif not session.over:
            self._trade(told)

    def _trade(self, told: GameSnapshot) -> None:
        """Let an offer of a draw cross over, and its answer."""
        session, endings = self._session, self._session.endings
        ours, theirs = self._follower.side, 1 - self._follower.side
        before, self._offer = self._offer, told.offer
        if endings.offered == ours and told.offer != ours:
            if before == ours:
                endings.answered()
            else:
                # The host may have answered before its table is looked at again.
                self._offer = ours
                self._follower.say(told, "draw")
        elif told.offer == theirs and endings.offered != theirs:
            if before == theirs:
                self._offer = before
                self._follower.say(told, "decline")
            else:
                endings.offered_elsewhere(theirs)
        elif told.offer < 0 and endings.offered == theirs:
            endings.withdraw()
        session.changed = session.changed or before != self._offer

    def _hear_refusal(self, ply: int) -> None:
        self._session.say(self._follower.refused)
        self._follower.refused = ""
        self._session.endings.withdraw()
        self._offer = -1
        if self._session.mirror.game.ply > ply or self._session.mirror.game.ended is not None:
            self._take_back(ply)

    # Turns

    def _are_ours(self, ply: int) -> bool:
        """Return True if all turns that were played here from this ply on are our side's.

        Several are, where one side lays out its pieces.
        """
        sides = sides_of(self._session.mirror)[ply:]
        side_of = self._session.table.side_of
        return all(side_of(letter) == self._follower.side for letter in sides)

    def _is_undone(self, told: GameSnapshot) -> bool:
        """Return True if what we handed over was taken there, and taken back before we looked."""
        before = self._before
        if before is None or told.taken != self._order:
            return False
        return told.moment != before.moment and len(told.turns) <= len(before.turns)

    def _take_back(self, ply: int) -> None:
        self._before = None
        try:
            self._session.take_back(ply)
        except (UnderboardError, IllegalMove) as error:
            # A board that has just gone, or is slow: what stands is compared again.
            self._session.say(self._session.reason(str(error)))

    def _lead(self, there: list[str], ply: int) -> None:
        """Have the turns made that the host has and we have not."""
        rules = self._session.rules
        try:
            self._remote.offer(ply, [rules.parse_turn(text) for text in there[ply:]])
        except (IllegalMove, ParseError) as error:
            raise UnderboardError(
                "the other computer sent a move that cannot be read: %s", error
            ) from None

    def _tell_connection(self) -> None:
        if self._follower.connected != self._connected:
            self._connected = self._follower.connected
            self._session.notify("join.again" if self._connected else "join.lost")
