"""The page of one table put together (feed, visitors, routes, guard)."""

import asyncio
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, ExceptionHandler

from underboard.jsontype import JsonObject
from underboard.texts import Texts
from underboard.web.analysis import Analysis
from underboard.web.api import SEATS, Api
from underboard.web.http.feed import Feed
from underboard.web.http.qr import qr_text
from underboard.web.http.security import ActionRefused, SecurityMiddleware, answer_refused, refusal
from underboard.web.http.sessions import WebSessions, table_file
from underboard.web.position_check import position_route
from underboard.web.records_api import RecordsApi
from underboard.web.study_api import StudyApi
from underboard.web.table.game_thread import GameThread


async def not_here(request: Request, error: Exception) -> JSONResponse:
    """Answer what is asked of an address that we do not have, or in another way than it hears."""
    if isinstance(error, HTTPException) and error.status_code == 405:
        return refusal(405, "method", f"{request.method} is not heard here")
    return refusal(404, "address", "there is nothing at this address")


REFUSALS: Mapping[Any, ExceptionHandler] = {
    404: not_here,
    405: not_here,
    ActionRefused: answer_refused,
}


class PageApp:
    """One table on one port.

    ``folder``: where the table's key and seats are kept; ``address``: this computer's in its
    network; ``names``: other names under which it is reached.
    """

    def __init__(
        self,
        folder: Path | None,
        lan: bool,
        address: str,
        port: int,
        names: tuple[str, ...] = (),
        table: str = "",
    ) -> None:
        self.feed = Feed()
        self.feeds = (self.feed,)
        path = table_file(folder, port, table) if folder else None
        self.visitors = WebSessions(path, SEATS, port)
        self.lan = lan
        self.url = f"http://{names[0] if names else address}:{port}/"
        self.api: Api | None = None
        self._hosts = (address, *names)
        self._port = port
        self._loop: asyncio.AbstractEventLoop | None = None
        self._newest: JsonObject = {}

    def publish(self, state: JsonObject) -> None:
        """Take a state from the table's thread."""
        self._newest = state
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.refresh)

    def begin(self) -> None:
        """Record that the event loop runs: from now on states go there."""
        self._loop = asyncio.get_running_loop()
        self.refresh()

    def refresh(self) -> None:
        """Publish the newest state with the visitors who are connected."""
        if self._newest and self.api:
            self.feed.publish(self._newest | {"network": self._network(self.api)})

    def _network(self, api: Api) -> JsonObject:
        taken = [False, False]
        away: list[float | None] = [None, None]
        for seat in SEATS:
            side = api.side_of(seat)
            holder = self.visitors.holder_of(seat)
            taken[side] = bool(holder)
            # A seat that nobody has taken is the host's, at whichever page of theirs.
            away[side] = api.presence.away_since(*([holder] if holder else api.hosts))
        return {
            "lan": self.lan,
            "url": self.url if self.lan else "",
            "taken": taken,
            "away_since": away,
            "watching": api.presence.watching,
            # A device that joins or is revoked hears at once that it leads, or no more.
            "devices": sum(device["taken"] for device in self.visitors.devices()),
        }

    def app(self, room: GameThread, more: tuple[BaseRoute, ...] = ()) -> ASGIApp:
        """Return the application; ``more``: routes of others, under the same guard."""
        self.api = api = Api(room, self.feed, self.visitors, self.url, self.refresh)
        api.readers.changed = self.refresh
        if room:
            self._bring_back(room, api)
        of_records = api.host_only("the records are the host's")
        library = RecordsApi(of_records, lambda: 0 if room.studying else room.board.row)
        studies = StudyApi(room, api.host_only("puzzles and lessons are the host's"))
        mine = [
            *api.routes(), *library.routes(), *studies.routes(), position_route(api.visitor),
            *Analysis(of_records).routes(),
        ]  # fmt: skip
        inner = Starlette(
            routes=[*mine, *more],
            exception_handlers=REFUSALS,
            middleware=[Middleware(GZipMiddleware, minimum_size=500)],
        )
        return SecurityMiddleware(inner, self._hosts, self._port, reserved=api.is_reserved)

    def _bring_back(self, room: GameThread, api: Api) -> None:
        """Have those sit again who sat here when the program ended."""
        room.seats.swapped = self.visitors.kept.get("swapped") is True
        room.seats_swapped = self._keep_swapped
        for seat in SEATS:
            if self.visitors.is_taken(seat):
                name = self.visitors.name_of(seat)
                room.submit(partial(GameThread.hold, side=api.side_of(seat), taken=True, name=name))

    def _keep_swapped(self, swapped: bool) -> None:
        assert self._loop
        self._loop.call_soon_threadsafe(partial(self.visitors.keep, swapped=swapped))
        self._loop.call_soon_threadsafe(self.refresh)

    def invitation(self, texts: Texts) -> list[str]:
        """Return what is printed for others of the network: address and QR code."""
        return [texts("web.lan", url=self.url), qr_text(self.url), texts("web.lan.warning")]

    def host_invitation(self, texts: Texts) -> list[str]:
        """Return what is printed for a device of the host's: a link that works once."""
        assert self.api
        for device in self.visitors.devices():
            if not device["taken"]:
                self.visitors.free(device["place"])  # the link of an earlier start
        url = self.api.device_link(texts("web.device.printed"))
        return [texts("web.host-link", url=url), qr_text(url)]
