"""Host's connection to the board with voting pods."""

from dataclasses import dataclass

from boardcore.link.wire import Message
from underboard.device.connection import BoardConnection
from underboard.device.events import Hello
from underboard.errors import UnderboardError

NAME = "galerapagos"


class WrongGame(UnderboardError):
    """The board on the port plays another game; one with pods may be plugged in later."""


@dataclass(frozen=True)
class BallotState:
    """The ballot that the board holds; ``votes`` is ``-`` until it is shut."""

    round: str = "-"
    nonce: str = "00000000"
    state: str = "none"
    received: int = 0
    expected: int = 0
    votes: str = "-"


class PodBoard(BoardConnection):
    """A board that holds ballots and no game.

    ``box`` is what it told last; ``synced`` says that this is of now.  The record of the
    game is the moderator's, so nothing is kept here.
    """

    def _prepare(self) -> None:
        self.box = BallotState()
        self.meetings = 0
        """Number of meetings with a board: after each it may have forgotten lights."""
        self._hear_kind["box"] = self._hear_box

    def connect(self, timeout_s: float = 6.0) -> Hello:
        """Open the port and wait for the board; raises UnderboardError if it has no pods."""
        hello = super().connect(timeout_s)
        if hello.game != NAME:
            raise WrongGame(
                "the board %s plays %s: expected one with pods", hello.board_id, hello.game
            )
        return hello

    @property
    def foreign(self) -> str:
        """The game that the board on the port plays, empty if it is ours or there is none."""
        return self.hello.game if self.hello and self.hello.game != NAME else ""

    @property
    def damaged(self) -> int:
        """Number of lines damaged on their way, in both directions, on this connection."""
        return self.damaged_there + (self._link.damaged if self._link else 0)

    def _on_connect(self) -> None:
        self.meetings += 1
        if self.foreign:
            # The one with pods is another board, and may be plugged in at any time.
            self._board_id = ""

    def _hear_box(self, message: Message) -> None:
        name, nonce, state, received, expected, votes = message.fields[:6]
        if received.isdecimal() and expected.isdecimal():
            self.box = BallotState(name, nonce, state, int(received), int(expected), votes)
            self.synced = True

    def _hear_beat(self, message: Message) -> None:
        super()._hear_beat(message)
        # Each beat is answered by a sign of life, however fast the board's time runs.
        self._beaten = True
        if self.hello is not None and self.hello.game != NAME:
            self.synced = True  # met, and not what was wanted: its game tells why
