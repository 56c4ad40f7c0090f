"""Where the boards of a table come from."""

import contextlib
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any

from underboard.device.board import Board
from underboard.device.reconnect import BoardPort
from underboard.records.database import Records, default_path
from underboard.sim.hands.client import FlashFile


class Boards:
    """Boards of this computer: simulated ones in a process each, real ones on serial ports."""

    @contextlib.contextmanager
    def simulate(self, layout: str, pace: bool, is_kept: bool) -> Iterator[Any]:
        """Run a simulated board; ``is_kept``: with the flash that it had the last time."""
        with ExitStack() as stack:
            flash = None
            if is_kept:
                flash = stack.enter_context(closing(FlashFile(default_path().parent, layout))).path
            yield stack.enter_context(self.make(layout, flash, pace))

    def make(self, layout: str, flash: Any, pace: bool) -> Any:
        """Return a new simulated board; ``flash``: path of the file that keeps its memory."""
        # Not at the top: whoever has no processes brings boards of its own.
        from underboard.sim.board import SimBoard

        return SimBoard(layout, nvm=flash, pace=pace)

    def connect(self, url: str, sim: Any, records: Records) -> Board:
        """Return the host's side of a board: of ``sim``, or of the port ``url``."""
        return Board(BoardPort(sim.url if sim else url), records)
