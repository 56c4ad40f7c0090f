"""Ends by agreement or decision (resignation, draw, abandoned game).

A draw is offered by one side and accepted by the other; an engine accepts it only where the
position has come up three times.  What players say by the board's buttons is heard as an entry
of the game: where it speaks for a seat that nobody at this table has, it is taken back.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from boardcore.errors import IllegalMove
from boardcore.play.endings import ENDINGS, end_text
from underboard.errors import UnderboardError
from underboard.records.mirror import Entry
from underboard.referee.messages import ending
from underboard.referee.remote_player import RemotePlayer

if TYPE_CHECKING:
    from underboard.referee.session import Session

RESIGNED, AGREED, ABANDONED = "resigned", "agreed", "abandoned"
TIME = "time"
ASKED = "end-"
"""Beginning of the board's ``rule`` while it asks about an end of the game."""
NOBODY = 2
"""The winner's place in an ending where there is none."""


class Endings:
    """Offers and claims about the end of one session's game.

    ``offered``: the side that offers a draw, -1 for none.
    """

    def __init__(self, session: "Session") -> None:
        self._session = session
        self.offered = -1
        self._pending = ""  # the end that waits for a "yes"
        self._ours = False  # the end that comes was said here
        self.asked: Callable[[bool], None] | None = None
        """Takes the answer to what another table asks, None while it asks nothing."""

    # What players say

    def resign(self, side: int) -> None:
        """Ask whether a side really gives up; raises IllegalMove where no game goes on."""
        self.check(side)
        self._ask((1 - side, RESIGNED), side=self._name(side))

    def abandon(self) -> None:
        """Ask whether the game is really broken off."""
        self.check()
        self._ask((NOBODY, ABANDONED))

    def offer(self, side: int, owner: bool = False) -> None:
        """Offer a draw, or accept the one that the other side has offered.

        ``owner``: whoever has a seat elsewhere says so.
        """
        self.check(side, owner)
        session = self._session
        if self.offered == 1 - side:
            self.finish((NOBODY, AGREED))
            return
        self.offered = side
        session.changed = True
        other = session.seats[1 - side]
        names = {"side": self._name(side), "other": self._name(1 - side)}
        if other is None or isinstance(other, RemotePlayer):
            session.say(session.texts("endings.offered", **names))
        elif session.table.may_be_drawn(session.mirror.game):
            self.finish((NOBODY, AGREED))
        else:
            self.offered = -1
            session.say(session.texts("endings.engine-declines", **names))

    def accept(self, owner: bool = False) -> None:
        """Accept the draw that is offered, or what another table asks."""
        if self._answered(True):
            return
        self._check_offer(owner)
        self.finish((NOBODY, AGREED))

    def decline(self, owner: bool = False) -> None:
        """Decline it."""
        if self._answered(False):
            return
        self._check_offer(owner)
        other = self._name(1 - self.offered)
        self.offered = -1
        self._session.changed = True
        self._session.say(self._session.texts("endings.declined", other=other))

    def _answered(self, yes: bool) -> bool:
        asked, self.asked = self.asked, None
        if asked:
            asked(yes)
        return asked is not None

    def question(self, rule: str) -> str:
        """Return what the board asks about the end of the game, empty if that is not it."""
        if not rule.startswith(ASKED):
            return ""
        names = {"first": self._name(0), "second": self._name(1)}
        return self._session.texts(f"endings.asked.{rule[len(ASKED) :]}", **names)

    def offered_elsewhere(self, side: int) -> None:
        """Record that a side, at another table, offers a draw."""
        self.offered = side
        self._session.changed = True
        names = {"side": self._name(side), "other": self._name(1 - side)}
        self._session.say(self._session.texts("endings.offered", **names))

    def answered(self) -> None:
        """Record that our offer was declined at another table."""
        other = self._name(1 - self.offered)
        self.withdraw()
        self._session.say(self._session.texts("endings.declined", other=other))

    def withdraw(self) -> None:
        """Forget an offer that nobody has answered."""
        self.offered = -1
        self._session.changed = True

    def confirm(self) -> bool:
        """Take a "yes"; return whether an end waited for it."""
        text, self._pending = self._pending, ""
        if text:
            self._finish(text)
        return bool(text)

    def forget_question(self) -> None:
        """Withdraw a question about an end after any answer but "yes"."""
        self._pending = ""

    def speaker(self, words: list[str]) -> int:
        """Return the side that a command speaks for: the one named, else the person's."""
        session = self._session
        named = " ".join(words).lower()
        for side in (0, 1) if named else ():
            name = self._name(side).lower()
            if named in (name, session.rules.SIDE_LETTERS[side].lower()):
                return side
        if named:
            names = self._name(0), self._name(1)
            raise UnderboardError(
                "'%s' is not a side: expected %s or %s", named, names[0], names[1]
            )
        people = [side for side in (0, 1) if session.seats[side] is None]
        if len(people) == 1:
            return people[0]
        return int(session.mirror.game.side)

    # What comes of it

    def finish(self, ended: tuple[int, str]) -> None:
        """End the game; raises what the board refuses."""
        self._finish(end_text(self._session.rules, ended))

    def hear(self, entry: Entry) -> None:
        """Process an entry of the game: drop an open offer, and doubt an end from the buttons."""
        session = self._session
        self.offered, self._pending = -1, ""
        ours, self._ours = self._ours, False
        game = session.mirror.game
        if game.ended is None:
            return
        winner, reason = game.ended
        session.say(ending(game, session.texts))
        if not ours and reason in (RESIGNED, AGREED) and session.seats != (None, None):
            self._doubt(winner, reason, entry)
            return
        session.notify("over")

    def _doubt(self, winner: int, reason: str, entry: Entry) -> None:
        """Undo what the buttons did for a player who does not sit here."""
        session = self._session
        people = [side for side in (0, 1) if session.seats[side] is None]
        if reason == RESIGNED and 1 - winner in people:
            session.notify("over")
            return
        session.board.take_back(entry.ply)
        if reason == AGREED and people:
            self.offer(people[0])
        else:
            session.say(session.texts("endings.not-theirs"))

    def check(self, side: int = -1, owner: bool = False) -> None:
        """Check that a game is in progress and that ``side`` sits at this table.

        Raises IllegalMove or UnderboardError if not.
        """
        session = self._session
        mirror = session.mirror
        if mirror.outcome:
            raise IllegalMove("game-over", "The game is over.")
        if not mirror.game.ply:
            raise IllegalMove("not-begun", "No move was played yet: there is no game to end.")
        if side >= 0 and not self._is_theirs(side, owner):
            raise UnderboardError("somebody else has this seat")

    def _check_offer(self, owner: bool) -> None:
        self.check()
        if self.offered < 0 or not self._is_theirs(1 - self.offered, owner):
            raise UnderboardError("nobody has offered a draw")

    def _is_theirs(self, side: int, owner: bool) -> bool:
        seat = self._session.seats[side]
        return seat is None or (owner and isinstance(seat, RemotePlayer))

    def _ask(self, ended: tuple[int, str], **names: str) -> None:
        session = self._session
        self._pending = end_text(session.rules, ended)
        session.say(session.texts(f"endings.sure.{ended[1]}", **names))

    def _finish(self, text: str) -> None:
        self._ours = True
        try:
            self._session.board.finish(text)
        except BaseException:
            self._ours = False
            raise

    def _name(self, side: int) -> str:
        return self._session.table.side_name(side, self._session.texts)


REASONS = tuple(dict.fromkeys(reason for _, reason in ENDINGS))
"""Why a game is over that its turns do not end."""
