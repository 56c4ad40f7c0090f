"""Boards of a browser tab (simulated in this program, or real on the page's port)."""

import asyncio
from pathlib import Path
from typing import Any

from underboard.device.board import Board
from underboard.records.database import Records
from underboard.sim.inside import InsideBoard
from underboard.tab.usb import UsbPort
from underboard.web.stepping.boards import Boards


class TabBoards(Boards):
    """Makes boards without processes; ``usb``: the page's port for a real board."""

    def __init__(self, usb: UsbPort) -> None:
        self.usb = usb

    def make(self, layout: str, flash: Path | None, pace: bool) -> InsideBoard:
        """Return a new simulated board."""
        return InsideBoard(layout, flash)

    def connect(self, url: str, sim: Any, records: Records) -> Board:
        """Return the host's side of a board."""
        if sim:
            return Board(sim.open, records, sim.clock, sim.sleep)
        return Board(self.usb.open_link, records, sleep=self._sleep)

    def _sleep(self, seconds: float) -> None:
        self.usb.wait(asyncio.sleep(seconds))
