"""Pod board: the board with voting pods, seen from the host: greet, repeat, come back."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from underboard.board import Board, Hello
from underboard.mirror import Entry
from underboard.trouble import Trouble

NAME = "galerapagos"


@dataclass(frozen=True)
class Box:
    """The ballot that the board holds; ``votes`` is ``-`` until it is shut."""

    round: str = "-"
    nonce: str = "00000000"
    state: str = "none"
    received: int = 0
    expected: int = 0
    votes: str = "-"


class PodBoard(Board):
    """A board that holds ballots and no game.

    ``box`` is what it told last; ``in_step`` says that this is of now.  The record of the
    game is the moderator's, so nothing is kept here.
    """

    def __init__(
        self,
        open_link: Callable[[], Any],
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        run_id: str = "",
    ) -> None:
        no_records: Any = None
        super().__init__(open_link, no_records, clock, sleep, give_back=False, run_id=run_id)
        self.box = Box()
        self.meetings = 0
        """How often a board was met: after each it may have forgotten lights."""
        self._hear_kind["beat"] = self._hear_beat
        self._hear_kind["box"] = self._hear_box

    def meet(self, timeout_s: float = 6.0) -> Hello:
        """Open the port and wait for the board; raises Trouble if it has no pods."""
        hello = super().meet(timeout_s)
        if hello.game != NAME:
            raise Trouble(f"the board {hello.board_id} plays {hello.game}: expected one with pods")
        return hello

    def _resume(self, hello: Hello) -> None:
        """There is no game to take up."""

    def _hear_game(self, entry: Entry | None) -> None:
        """Let a game be: this board is the wrong one."""

    def _hear_entry(self, entry: Entry | None) -> None:
        """Let a turn be, too."""

    def _hear_hello(self, fields: tuple[str, ...]) -> None:
        super()._hear_hello(fields)
        if not self.in_step:
            self.meetings += 1

    def _hear_box(self, fields: tuple[str, ...]) -> None:
        name, nonce, state, received, expected, votes = fields[:6]
        if received.isdecimal() and expected.isdecimal():
            self.box = Box(name, nonce, state, int(received), int(expected), votes)
            self.in_step = True

    def _hear_beat(self, fields: tuple[str, ...]) -> None:
        self.damaged_there = int(fields[3]) if fields[3].isdecimal() else 0
        self.free_bytes = int(fields[4]) if fields[4].isdecimal() else 0
        # Each beat is answered by a sign of life, however fast the board's time runs.
        self._beaten = True
        if self.hello is not None and self.hello.game != NAME:
            self.in_step = True  # met, and not what was wanted: its game tells why
