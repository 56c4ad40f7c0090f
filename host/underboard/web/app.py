"""App: the page of one table put together: feed, visitors, routes, guard."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute

from underboard.texts import Texts
from underboard.web.api import SEATS, Api
from underboard.web.http.feed import Feed
from underboard.web.http.guard import Guard, refusal
from underboard.web.http.qr import qr_text
from underboard.web.http.visitors import Visitors
from underboard.web.library import Library
from underboard.web.positions import position_route
from underboard.web.studies import Studies
from underboard.web.table.room import Room

FILE = "visitors.json"


async def not_here(request: Request, error: Exception) -> JSONResponse:
    """Answer what is asked of an address that we do not have, or in another way than it hears."""
    if isinstance(error, HTTPException) and error.status_code == 405:
        return refusal(405, "method", f"{request.method} is not heard here")
    return refusal(404, "address", "there is nothing at this address")


NOT_HERE: Any = {404: not_here, 405: not_here}


class Table:
    """One table on one port.

    ``folder``: where cookies' key is kept; ``address``: this computer's in its network.
    """

    def __init__(self, folder: Path | None, lan: bool, address: str, port: int) -> None:
        self.feed = Feed()
        self.feeds = (self.feed,)
        self.visitors = Visitors(folder / FILE if folder else None, SEATS)
        self.lan = lan
        self.url = f"http://{address}:{port}/"
        self._address = address
        self._port = port
        self._loop: asyncio.AbstractEventLoop | None = None
        self._newest: dict[str, Any] = {}

    def publish(self, state: dict[str, Any]) -> None:
        """Take a state from the table's thread."""
        self._newest = state
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.refresh)

    def begin(self) -> None:
        """Hear that the event loop runs: from now on states go there."""
        self._loop = asyncio.get_running_loop()
        self.refresh()

    def refresh(self) -> None:
        """Tell the newest state with who is there."""
        network = {
            "lan": self.lan,
            "url": self.url if self.lan else "",
            "taken": [self.visitors.is_taken(seat) for seat in SEATS],
        }
        if self._newest:
            self.feed.publish(self._newest | {"network": network})

    def app(self, room: Room, more: tuple[BaseRoute, ...] = ()) -> Any:
        """Return the application; ``more``: routes of others, under the same guard."""
        api = Api(room, self.feed, self.visitors, self.url, self.refresh)
        for side, seat in enumerate(SEATS):
            if self.visitors.is_taken(seat):
                room.do(partial(Room.hold, side=side, taken=True))
        library = Library(api.visitor, lambda: 0 if room.studying else room.board.row)
        studies = Studies(room, api.visitor)
        mine = [
            *api.routes(), *library.routes(), *studies.routes(), position_route(api.visitor)
        ]  # fmt: skip
        inner = Starlette(routes=[*mine, *more], exception_handlers=NOT_HERE)
        return Guard(inner, [self._address], self._port)

    def invitation(self, texts: Texts) -> list[str]:
        """Return what is printed for others of the network: address and QR code."""
        return [texts("web.lan", url=self.url), qr_text(self.url), texts("web.lan.warning")]
