"""Board on a cable, or a simulated one, for programs that follow a game."""

import time
from collections import deque
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

from boardcore.options import parse_options
from underboard.api.games import api_of
from underboard.api.position import Position
from underboard.api.simulated import SimulatedBoard
from underboard.device.board import Board, EntryAdded
from underboard.device.discovery import find
from underboard.device.port import SerialLink
from underboard.device.reconnect import BoardPort
from underboard.records.database import Records
from underboard.records.mirror import TURN, Mirror
from underboard.registry import DEFAULT, game_of

SLICE_S = 0.05
"""Longest wait for bytes before the clock is read again, s; chosen."""
WAIT_S = 60.0
"""Usual wait for a turn, s; chosen."""


class ConnectedBoard:
    """A board that is followed, by ``connect``; it is left at the end of a ``with`` block.

    ``simulated``: the hands of a simulated board, None for a real one.

    >>> import underboard
    >>> with underboard.connect("sim:pylos-reed16") as board:
    ...     board.simulated.play("b2", "c3")
    ...     board.wait_for_turn(), board.wait_for_turn()
    ...     board.position.side
    ['b2', 'c3']
    ('b2', 'c3')
    'L'
    """

    def __init__(
        self, url: str, records: Path | None = None, simulated: SimulatedBoard | None = None
    ) -> None:
        self.simulated = simulated
        self._turns: deque[str] = deque()
        with ExitStack() as stack:
            if simulated:
                stack.callback(simulated.close)
            if records is None:
                records = Path(stack.enter_context(TemporaryDirectory())) / "games.sqlite3"
            base = stack.enter_context(Records(records))
            self._board = stack.enter_context(closing(Board(BoardPort(url, SerialLink), base)))
            self._board.connect()
            self._board.step()  # turns of before are in the position, and no news
            self._stack = stack.pop_all()

    @property
    def game(self) -> str:
        """Name of the game on the board."""
        return self._mirror.name

    @property
    def position(self) -> Position:
        """Position on the board, as far as the board has sent it."""
        mirror = self._mirror
        switches = dict(parse_options(mirror.options))
        found = api_of(mirror.name).Position(mirror.start, variant=mirror.variant, **switches)
        found.play(*mirror.turns)
        return found

    def wait_for_turn(self, timeout_s: float = WAIT_S) -> str | None:
        """Return the next turn that hands make, None if none came in time."""
        end = time.monotonic() + timeout_s
        while not self._turns and time.monotonic() < end:
            for event in self._board.step(SLICE_S):
                if isinstance(event, EntryAdded) and event.entry.kind == TURN:
                    self._turns.append(event.entry.text)
        return self._turns.popleft() if self._turns else None

    def new_game(self, variant: str = "", options: str = "", start: str = "") -> None:
        """Begin another game; raises IllegalMove with the board's reason."""
        self._board.new_game(self.game, variant, options, start)
        self._turns.clear()

    def take_back(self, ply: int) -> None:
        """Undo to this number of turns; the board's lights ask for what is to be put back."""
        self._board.take_back(ply)
        self._turns.clear()

    def close(self) -> None:
        """Say goodbye and close the port; a simulated board ends."""
        self._stack.close()

    def __enter__(self) -> "ConnectedBoard":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def _mirror(self) -> Mirror:
        assert self._board.mirror
        return self._board.mirror


def connect(board: str = "", records: Path | None = None) -> ConnectedBoard:
    """Open a board and wait until its game is known.

    ``board``: a port, a URL of pyserial, ``sim`` or ``sim:LAYOUT``; empty: ``$UNDERBOARD_BOARD``,
    then the only board on USB.  ``records``: the file that keeps what is played; without one
    it is kept in memory.  Raises UnderboardError if there is no board, or more than one.
    """
    choice = find(board or None)
    if not choice.simulated:
        return ConnectedBoard(choice.url, records)
    simulated = SimulatedBoard(choice.layout or game_of(DEFAULT).layout)
    return ConnectedBoard(simulated.url, records, simulated)
