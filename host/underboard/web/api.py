"""The addresses of the table (pages, state, event stream, orders)."""

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from boardcore.errors import Choices
from underboard.engine.player import levels_of
from underboard.game_state import rules_of
from underboard.jsontype import JsonObject
from underboard.referee.game_ui import tabletop_of
from underboard.registry import games, names
from underboard.texts import LANGUAGES, Texts, area, rules_page
from underboard.web.http import offload
from underboard.web.http.actions import IdempotentActions, order_route
from underboard.web.http.decode import SIDE, text
from underboard.web.http.feed import Feed
from underboard.web.http.joining import Joining
from underboard.web.http.limits import Readers
from underboard.web.http.qr import qr_svg
from underboard.web.http.security import ActionRefused
from underboard.web.http.sessions import DEVICE, Visitor, WebSessions, known
from underboard.web.http.static_files import Files, told_once
from underboard.web.position_check import known_game
from underboard.web.presence import Presence
from underboard.web.table.asker import Asker
from underboard.web.table.choices import cell_names
from underboard.web.table.game_thread import GameThread
from underboard.web.table.handlers import DEEDS, do
from underboard.web.table.hinting import FOUND, MOMENT, SEARCH
from underboard.web.table.hints import advise
from underboard.web.table.lights import cue_table
from underboard.web.table.seats import HUMAN
from underboard.web.table.state import as_seen, history_of

SEATS = ("seat-0", "seat-1")
"""Places that visitors can take."""
PAGE = "page."
"""Beginning of the keys of words that are sent to the page."""
NOT_MET = "the board has not been met yet: ask again in a second"
LOOPBACK = ("127.0.0.1", "::1")


class Api:
    """Answers requests about one room.

    ``url``: the page's address in the network; ``refresh()`` tells who has taken a seat.
    """

    def __init__(
        self,
        room: GameThread,
        feed: Feed,
        visitors: WebSessions,
        url: str,
        refresh: Callable[[], None],
    ) -> None:
        self._room = room
        self._feed = feed
        self._visitors = visitors
        self._url = url
        self._refresh = refresh
        self._once = IdempotentActions()
        self._files = Files("underboard.web")
        self.readers = Readers()
        self.presence = Presence(self.readers)
        self.hosts: set[str] = set()
        """Ids of the hosts' browsers that were here in this run."""
        self._joining = Joining(
            visitors, self._files, self._place_name, self._taken, named=SEATS.__contains__
        )

    def routes(self) -> list[Route]:
        """Return all routes of the table."""
        routes = [
            Route("/", self._page),
            Route("/static/{path:path}", self._file),
            Route("/games/{name}", self._game),
            Route("/api/state", self._state),
            Route("/api/events", self._events),
            Route("/api/history", self._history),
            Route("/api/me", self._me),
            Route("/api/me", self._welcome, methods=["POST"]),
            Route("/api/turns", self._turns),
            Route("/api/games", self._games),
            Route("/api/words/{language}", self._words),
            Route("/api/cues/{game}", self._cues),
            Route("/api/devices", self._devices),
            Route("/api/rules/{game}", self._rules),
            *self._joining.routes(),
        ]
        for name, deed in DEEDS.items():
            endpoint = order_route(self._once, self._who, self._work(name), deed.shape)
            routes.append(Route(f"/api/{name}", endpoint, methods=["POST"]))
        for name, work, shape in (
            ("invite", self._invite, {"seat": SIDE}),
            ("devices", self._device, {"name": text(), "revoke": text(40)}),
        ):
            endpoint = order_route(self._once, self._who, work, shape)
            routes.append(Route(f"/api/{name}", endpoint, methods=["POST"]))
        return routes

    # Who asks

    def visitor(self, request: Request) -> Visitor | None:
        """Return who asks, None for a stranger."""
        visitor = self._visitors.of(request)
        if visitor:
            self.presence.asked(visitor.id)
            if self._visitors.is_host(visitor):
                self.hosts.add(visitor.id)
        return visitor

    def is_host(self, visitor: Visitor | None) -> bool:
        """Return True if a visitor may do what only the host does."""
        return visitor is not None and self._visitors.is_host(visitor)

    def is_reserved(self, cookies: str) -> bool:
        """Return True if a Cookie header is that of a host or of a seated visitor."""
        visitor = self._visitors.among(cookies)
        return visitor is not None and (
            self._visitors.is_host(visitor) or bool(self._visitors.places_of(visitor))
        )

    def asker(self, visitor: Visitor) -> Asker:
        """Return what the table needs to know of a visitor."""
        seats, places = self._room.seats, self._visitors.places_of(visitor)
        is_host = self._visitors.is_host(visitor)
        # A seat that nobody has taken is played at the host's pages.
        sides = [
            self.side_of(seat)
            for seat in SEATS
            if seat in places or (is_host and not self._visitors.is_taken(seat))
        ]
        mine = frozenset(side for side in sides if seats.who[side] == HUMAN or self._room.studying)
        return Asker(visitor.id, is_host, mine)

    def side_of(self, seat: str) -> int:
        """Return the side that a seat plays now."""
        return int(seat[-1]) ^ int(self._room.seats.swapped)

    def _who(self, request: Request) -> str:
        return known(self.visitor(request)).id

    def host_only(self, text: str) -> Callable[[Request], str]:
        """Return a function that names the host who asks; others are refused with this text."""

        def who(request: Request) -> str:
            visitor = self.visitor(request)
            if visitor is None or not self.is_host(visitor):
                raise ActionRefused("host-only", text, 403)
            return visitor.id

        return who

    def _is_local(self, request: Request) -> bool:
        return request.client is not None and request.client.host in LOOPBACK

    async def _welcome(self, request: Request) -> Response:
        """Give a page that has none a cookie; whoever has one keeps it, and all that it is for."""
        visitor = self.visitor(request)
        if visitor is not None and (visitor.local or not self._is_local(request)):
            return JSONResponse(self._told(visitor))
        visitor = self._visitors.new(self._is_local(request))
        return self._visitors.give(JSONResponse(self._told(visitor)), visitor)

    async def _me(self, request: Request) -> Response:
        return JSONResponse(self._told(known(self.visitor(request))))

    def _told(self, visitor: Visitor) -> JsonObject:
        seats = [s for s in self._visitors.places_of(visitor) if s in SEATS]
        sides = sorted(self.side_of(seat) for seat in seats)
        speaks = sorted(self.asker(visitor).sides)
        return {"host": self._visitors.is_host(visitor), "seats": sides, "sides": speaks}

    # Places

    def _place_name(self, place: str, texts: Texts) -> str:
        if place.startswith(DEVICE):
            return texts("web.place.device")
        side = tabletop_of(self._room.name).side_name(self.side_of(place), texts)
        return texts("web.place.seat", side=side)

    async def _taken(self, visitor: Visitor, place: str) -> None:
        if place in SEATS:
            name = self._visitors.name_of(place)
            hold = partial(GameThread.hold, side=self.side_of(place), taken=True, name=name)
            await asyncio.wrap_future(self._room.submit(hold))
        self._refresh()

    def _host_only(self, request: Request, order: JsonObject) -> Texts:
        texts = Texts(language_of(order))
        if not self.is_host(self.visitor(request)):
            raise ActionRefused("watching", texts("web.watching"), 403)
        return texts

    async def _invite(self, request: Request, order: JsonObject) -> JsonObject:
        """Hand a seat over: return the link that takes it, once, and its QR code."""
        self._host_only(request, order)
        if "seat" not in order:
            raise ActionRefused("seat", "'seat' is 0 or 1", 422)
        side = order["seat"]
        seat = SEATS[side ^ int(self._room.seats.swapped)]
        url = f"{self._url}join/{self._visitors.token_for(seat)}"
        await asyncio.wrap_future(
            self._room.submit(partial(GameThread.hold, side=side, taken=False))
        )
        self._refresh()
        return {"url": url, "qr": qr_svg(url)}

    async def _devices(self, request: Request) -> Response:
        self._host_only(request, {})
        return JSONResponse({"devices": self._visitors.devices()})

    async def _device(self, request: Request, order: JsonObject) -> JsonObject:
        """Make a link for one more device of the host's, or revoke one."""
        texts = self._host_only(request, order)
        place = order.get("revoke")
        if place is not None:
            if not any(one["place"] == place for one in self._visitors.devices()):
                raise ActionRefused("device", texts("web.no-device"), 422)
            self._visitors.free(place)
            self._refresh()
            return {}
        url = self.device_link(order.get("name", ""))
        return {"url": url, "qr": qr_svg(url)}

    def device_link(self, name: str) -> str:
        """Return a link that makes the browser that opens it a device of the host's, once."""
        return f"{self._url}join/{self._visitors.device_token(name)}"

    # Pages

    async def _page(self, request: Request) -> Response:
        page = self._files.page("index.html", request)
        # A browser that comes from another site shows no strict cookie: to give it one would
        # take what its own is for.  Its page asks by itself (POST /api/me), and is known then.
        if "text/html" in request.headers.get("accept", "") or self.visitor(request):
            return page
        return self._visitors.give(page, self._visitors.new(self._is_local(request)))

    async def _file(self, request: Request) -> Response:
        return self._files.file(request.path_params["path"], request)

    async def _game(self, request: Request) -> Response:
        """Return the script of a game under an address that does not change."""
        return self._files.file(f"games/{request.path_params['name']}", request)

    # What is told

    async def _state(self, request: Request) -> Response:
        visitor = known(self.visitor(request))
        self._check_met()
        seen = self._seen(self._feed.state, visitor)
        return JSONResponse(seen | {"number": self._feed.number, "id": self._feed.id})

    def _seen(self, state: JsonObject, visitor: Visitor) -> JsonObject:
        # Looked up each time: a seat that was handed over is somebody else's at once.
        return as_seen(state, self.asker(visitor).sides) | {"me": self._told(visitor)}

    async def _turns(self, request: Request) -> Response:
        known(self.visitor(request))
        self._check_met()
        state = as_seen(self._feed.state, frozenset())
        game = state["game"]
        short = {"version": state["version"], "moment": game["moment"], "game": game["name"]}
        short |= {key: game[key] for key in ("variant", "options", "start", "side")}
        short |= {"turns": state["turns"], "outcome": game["outcome"], "request": state["request"]}
        return JSONResponse(short | {"clock": state["clock"], "offer": state["offer"]})

    async def _events(self, request: Request) -> Response:
        visitor = known(self.visitor(request))
        address = request.client.host if request.client else ""
        sides = self.asker(visitor).sides
        is_reserved = bool(sides) or self.is_host(visitor)
        if not self.readers.may_enter(visitor.id, address, is_reserved):
            raise ActionRefused("full", "too many pages look on: ask for the state instead", 503)
        last = request.headers.get("last-event-id", "") or request.query_params.get("after", "")

        async def lines() -> AsyncIterator[str]:
            with self.readers.entered(visitor.id, address, is_reserved):
                view = partial(self._seen, visitor=visitor)
                async for line in self._feed.events(last[:80], view):
                    yield line

        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(lines(), media_type="text/event-stream", headers=headers)

    async def _history(self, request: Request) -> Response:
        known(self.visitor(request))

        def tell(room: GameThread) -> list[JsonObject]:
            mirror = room.board.mirror
            return history_of(mirror) if mirror else []

        plies = await asyncio.wrap_future(self._room.submit(tell))
        return JSONResponse({"plies": plies})

    async def _games(self, request: Request) -> Response:
        # The first time it imports all engines: seconds that no stream should wait.
        return JSONResponse(await offload.in_thread(games_and_levels))

    async def _words(self, request: Request) -> Response:
        language = request.path_params["language"]
        if language not in LANGUAGES:
            raise ActionRefused("language", f"expected {Choices(' or ', LANGUAGES)}", 404)
        page = {key: text for key, text in area(language, "web").items() if key.startswith(PAGE)}
        for name in names():
            # A game's own words of the page have its name in front of them there.
            own = area(language, name).items()
            page |= {f"{PAGE}{name}.{k[len(PAGE) :]}": v for k, v in own if k.startswith(PAGE)}
        return told_once(request, page)

    async def _cues(self, request: Request) -> Response:
        name = known_game(request.path_params["game"])
        return told_once(request, cue_table(name) | {"cells": cell_names(name)})

    async def _rules(self, request: Request) -> Response:
        name = known_game(request.path_params["game"])
        return JSONResponse({lang: rules_page(lang, name) for lang in LANGUAGES})

    def _check_met(self) -> None:
        if not self._feed.state:
            raise ActionRefused("no-board", NOT_MET, 503)

    # What is done

    def _work(self, name: str) -> Any:
        async def work(request: Request, order: JsonObject) -> JsonObject:
            visitor = known(self.visitor(request))
            if not self._feed.state:
                raise ActionRefused("no-board", Texts(language_of(order))("web.no-board"), 503)
            answer = await self._done(name, order, visitor)
            if SEARCH in answer:
                # It takes seconds of a core; neither the board nor a turn waits for that.
                found = await offload.in_process(advise, *answer[SEARCH])
                order = order | {FOUND: found, MOMENT: answer[MOMENT]}
                answer = await self._done(name, order, visitor)
            return answer

        return work

    async def _done(self, name: str, order: JsonObject, visitor: Visitor) -> JsonObject:
        asker = self.asker(visitor)
        done = self._room.submit(lambda room: do(DEEDS[name], room, order, asker))
        return await asyncio.wrap_future(done)


def games_and_levels() -> JsonObject:
    """Return variants and engine levels of each game."""
    return {
        name: {
            "title": game.title,
            "variants": list(rules_of(name).VARIANTS),
            "levels": list(levels_of(name)),
        }
        for name, game in games().items()
    }


def language_of(order: JsonObject) -> str:
    """Return the language that the page speaks."""
    return str(order.get("lang", LANGUAGES[0]))
