"""Phones and the big screen of one table, over HTTP.

A phone takes a free seat, or one that the host hands over with a token; its cookie says
which, and outlives sleep, a reload and a restart of the host.  Every address checks it.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from underboard.galerapagos.phones.common import WebSide, Work, is_here, place_of
from underboard.galerapagos.phones.hub import Hub
from underboard.galerapagos.state.refusal import Refused
from underboard.jsontype import JsonObject
from underboard.texts import Texts
from underboard.web.http.feed import View
from underboard.web.http.joining import Joining
from underboard.web.http.limits import Readers
from underboard.web.http.qr import qr_svg
from underboard.web.http.security import ActionRefused
from underboard.web.http.sessions import Visitor, WebSessions, known

HOST = "remote"
"""The place of the host's remote."""
SUFFIX = ".phones"
OFFER_S = 120.0
"""Time for which an unused link keeps its seat from others, s; chosen."""


class Pages(WebSide):
    """The web side of one table; lives on the event loop's thread.

    ``kept``: file of mode 0600 with the cookies' key, None for none.
    """

    def __init__(self, hub: Hub, kept: Path | None, address: str, port: int) -> None:
        names = hub.table.game.setup.names
        places = (*(place_of(seat) for seat in range(len(names))), HOST)
        super().__init__(WebSessions(kept, places, port))
        self.hub = hub
        self.url = f"http://{address}:{port}/"
        self.readers = Readers()
        self._joining = Joining(
            self.visitors, self._files, self._place_name, self._taken, lambda place: False
        )
        self.app = self._guarded(self._all_routes(), address, port, reserved=self._is_reserved)
        self._clock = time.monotonic
        self._offered_s: dict[str, float] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self.newest: JsonObject = {}
        hub.url = self.url
        hub.version = self._files.version
        hub.taken = lambda seat: self.visitors.is_taken(place_of(seat))
        hub.publish = self.publish

    def _all_routes(self) -> list[Route]:
        orders: dict[str, Work] = {
            "sit": self._sit,
            "vote": self._vote,
            "enter": self._enter,
            "lead": self._lead,
            "table": self._table,
        }
        routes = self._routes("phone.html", "big.html", orders)
        return [*routes, Route("/api/me", self._me), *self._joining.routes()]

    # From the table's thread

    def publish(self, state: JsonObject) -> None:
        """Take a state."""
        self.newest = state
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.feed.publish, state)

    def begin(self) -> None:
        """Record that the event loop runs."""
        self._loop = asyncio.get_running_loop()
        if self.newest:
            self.feed.publish(self.newest)

    def hand_over(self, seat: int | None) -> str:
        """Return a link that takes a seat, once; None: the host's remote."""
        place = HOST if seat is None else place_of(seat)
        self._offered_s[place] = self._clock()
        return f"{self.url}join/{self.visitors.token_for(place)}"

    def _is_offered(self, place: str) -> bool:
        """Return True while a link of the host's reserves this seat."""
        offered_s = self._offered_s.get(place, -OFFER_S)
        return self.visitors.is_offered(place) and self._clock() - offered_s < OFFER_S

    # Who asks

    def seat_of(self, visitor: Visitor | None) -> int | None:
        """Return the seat that a visitor has."""
        places = self.visitors.places_of(visitor) if visitor else ()
        seats = [int(place.partition("-")[2]) for place in places if place != HOST]
        return seats[0] if seats else None

    def _is_reserved(self, cookies: str) -> bool:
        visitor = self.visitors.among(cookies)
        return visitor is not None and bool(self.visitors.places_of(visitor))

    def _seat(self, request: Request) -> int:
        seat = self.seat_of(self.visitor(request))
        if seat is None:
            raise Refused("no-seat")
        return seat

    def _place_name(self, place: str, texts: Texts) -> str:
        if place == HOST:
            return texts("phones.place.remote")
        return self.hub.table.game.setup.names[int(place.partition("-")[2])]

    async def _taken(self, visitor: Visitor, place: str) -> None:
        """Have the table show who has a phone now."""
        self.feed.publish(self.newest)

    # Pages

    def _page(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        async def page(request: Request) -> Response:
            response = self._files.page(name, request)
            # A browser's page asks for its cookie by itself (POST /api/me): one that comes from
            # another site does not show the cookie that it has.
            if "text/html" in request.headers.get("accept", "") or self.visitor(request):
                return response
            return self.visitors.give(response, self.visitors.new())

        return page

    async def _qr(self, request: Request) -> Response:
        """Draw the address of a seat, or that of the page where one is chosen."""
        seat = request.query_params.get("seat", "")
        known = seat.isascii() and seat.isdecimal() and len(seat) < 3
        address = f"{self.url}seat/{int(seat)}" if known else self.url
        headers = {"cache-control": "no-cache"}
        return Response(qr_svg(address), media_type="image/svg+xml", headers=headers)

    async def _me(self, request: Request) -> Response:
        return JSONResponse(self._told(known(self.visitor(request))))

    def _told(self, visitor: Visitor) -> JsonObject:
        is_host = HOST in self.visitors.places_of(visitor)
        return {"seat": self.seat_of(visitor), "host": is_host}

    async def _events(self, request: Request) -> Response:
        visitor = known(self.visitor(request))
        address = request.client.host if request.client else ""
        is_big = request.query_params.get("as") == "big"
        # Phones with a seat get in, and the television on the host's own computer.
        is_reserved = bool(self.visitors.places_of(visitor)) or (is_big and is_here(request))
        if not self.readers.may_enter(visitor.id, address, is_reserved):
            raise ActionRefused("full", "too many pages look on already", 503)
        view = self.view_of(visitor, is_big)
        last = request.headers.get("last-event-id", "")[:80]
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}

        async def lines() -> AsyncIterator[str]:
            with self.readers.entered(visitor.id, address, is_reserved):
                async for line in self.feed.events(last, view):
                    yield line

        return StreamingResponse(lines(), media_type="text/event-stream", headers=headers)

    def view_of(self, visitor: Visitor, big: bool) -> View:
        """Return what of each state a page may see: one of the television, or a visitor's."""

        def view(state: JsonObject) -> JsonObject:
            # Looked up each time: a seat that was handed over is another phone's at once.
            shown: JsonObject = {key: state.get(key) for key in ("table", "debate")}
            if big:
                return shown | {"scene": state.get("scene")}
            seat = self.seat_of(visitor)
            shown["me"] = state["seats"][seat] if seat is not None and state else None
            is_host = HOST in self.visitors.places_of(visitor)
            shown["host"] = state.get("host") if is_host else None
            return shown

        return view

    # Orders

    async def _sit(self, request: Request, order: JsonObject, texts: Texts) -> JsonObject:
        """Take a free seat."""
        seat = order.get("seat")
        people = len(self.hub.table.game.setup.names)
        if type(seat) is not int or not 0 <= seat < people:
            raise Refused("seat", seen=seat)
        if seat in self.hub.table.game.setup.bots:
            raise Refused("seat-taken", name=self.hub.table.game.setup.names[seat])
        mine = self.seat_of(self.visitor(request))
        if mine is not None:
            raise Refused("seat-already", name=self.hub.table.game.setup.names[mine])
        if self.visitors.is_taken(place_of(seat)) or self._is_offered(place_of(seat)):
            raise Refused("seat-taken", name=self.hub.table.game.setup.names[seat])
        visitor = known(self.visitor(request))
        self.visitors.take(visitor, self.visitors.token_for(place_of(seat)))
        await self._taken(visitor, place_of(seat))
        return {"go": "/"}

    async def _vote(self, request: Request, order: JsonObject, texts: Texts) -> JsonObject:
        """Take a vote; the answer is the same for every vote."""
        seat = self._seat(request)
        target, name = str(order.get("target", "")), str(order.get("round", ""))
        if len(target) != 2 or not target.lstrip("-").isdecimal() or not target.isascii():
            raise Refused("no-target")
        await asyncio.wrap_future(self.hub.do(lambda: self.hub.vote(seat, int(target), name)))
        return {}

    async def _enter(self, request: Request, order: JsonObject, texts: Texts) -> JsonObject:
        seat = self._seat(request)
        event = {k: v for k, v in order.items() if k not in ("id", "lang", "sure")}
        sure = order.get("sure") is True
        work = self.hub.do(lambda: self.hub.order(seat, event, sure, texts))
        await asyncio.wrap_future(work)
        return {}

    async def _lead(self, request: Request, order: JsonObject, texts: Texts) -> JsonObject:
        """Lead the table.

        The host's remote may, the phone of the first player, and, to shorten a scene, the
        television on the host's own computer.
        """
        visitor = self.visitor(request)
        seat = self.seat_of(visitor)
        is_host = visitor is not None and HOST in self.visitors.places_of(visitor)
        here = is_here(request)
        if order.get("entry") in ("hurry", "next") and here and seat is None:
            is_host = True
        if not is_host and seat is None:
            raise Refused("no-remote")
        sure = order.get("sure") is True
        work = self.hub.do(lambda: self.hub.lead(order, sure, texts, None if is_host else seat))
        return await asyncio.wrap_future(work)

    async def _table(self, request: Request, order: JsonObject, texts: Texts) -> JsonObject:
        """Go on after a game: the host's remote, or a page on the host's own computer."""
        visitor = self.visitor(request)
        is_host = visitor is not None and HOST in self.visitors.places_of(visitor)
        here = is_here(request)
        if not is_host and (not here or self.seat_of(visitor) is not None):
            raise Refused("no-remote")
        entry = str(order.get("entry", ""))
        await asyncio.wrap_future(self.hub.do(lambda: self.hub.after(entry)))
        return {}
