"""Api: the addresses of the table: pages, state, event stream, orders; who may do what."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from boardcore.games import NAMES, rules_of
from underboard.engine.player import levels_of
from underboard.texts import LANGUAGES, Texts, area
from underboard.web.http.feed import Feed
from underboard.web.http.files import Files
from underboard.web.http.guard import refusal
from underboard.web.http.orders import No, Once, order_route
from underboard.web.http.qr import qr_svg
from underboard.web.http.visitors import COOKIE, Visitor, Visitors
from underboard.web.table.deeds import DEEDS, do
from underboard.web.table.lights import cue_table
from underboard.web.table.pieces import cell_names
from underboard.web.table.room import Room
from underboard.web.table.state import as_of_now, history_of

SEATS = ("seat-0", "seat-1")
"""Places that visitors can take."""
READERS_MOST = 200
NOT_MET = "the board has not been met yet: ask again in a second"
COOKIE_S = 400 * 24 * 3600
OF_SEATS = ("turn", "undo", "press", "hint", "pause")
"""Orders for everybody with a seat; all others are the host's."""


class Api:
    """Answers requests about one room.

    ``url``: the page's address in the network; ``refresh()`` tells who has taken a seat.
    """

    def __init__(
        self, room: Room, feed: Feed, visitors: Visitors, url: str, refresh: Callable[[], None]
    ) -> None:
        self._room = room
        self._feed = feed
        self._visitors = visitors
        self._url = url
        self._refresh = refresh
        self._once = Once()
        self._files = Files("underboard.web")

    def routes(self) -> list[Route]:
        """Return all routes of the table."""
        routes = [
            Route("/", self._page),
            Route("/join/{token}", self._join),
            Route("/static/{path:path}", self._file),
            Route("/api/state", self._state),
            Route("/api/events", self._events),
            Route("/api/history", self._history),
            Route("/api/me", self._me),
            Route("/api/turns", self._turns),
            Route("/api/games", self._games),
            Route("/api/words/{language}", self._words),
            Route("/api/cues/{game}", self._cues),
        ]
        for name in DEEDS:
            endpoint = order_route(self._once, self._who, self._work(name))
            path = "/api/turns" if name == "turn" else f"/api/{name}"
            routes.append(Route(path, endpoint, methods=["POST"]))
        invite = order_route(self._once, self._who, self._invite)
        return [*routes, Route("/api/invite", invite, methods=["POST"])]

    # Who asks

    def visitor(self, request: Request) -> Visitor | None:
        """Return who asks, None for a stranger."""
        return self._visitors.read(request.cookies.get(COOKIE, ""))

    def _who(self, request: Request) -> str:
        visitor = self.visitor(request)
        if visitor is None:
            raise No("stranger", "this page is not known here: load it again", 401)
        return visitor.id

    def _is_local(self, request: Request) -> bool:
        return request.client is not None and request.client.host in ("127.0.0.1", "::1")

    def with_cookie(self, response: Response, visitor: Visitor) -> Response:
        """Give a response this visitor's cookie."""
        response.set_cookie(
            COOKIE, self._visitors.cookie_of(visitor), max_age=COOKIE_S,
            httponly=True, samesite="strict", path="/",
        )  # fmt: skip
        return response

    def _check(self, visitor: Visitor, name: str, order: dict[str, Any]) -> None:
        """Raise No unless this visitor may give this order now."""
        places = self._visitors.places_of(visitor)
        if self._feed.state.get("study") and not visitor.is_host:
            raise No("watching", self._say(order, "web.watching"), 403)
        if name == "turn":
            if not self._feed.state:
                raise No("no-board", self._say(order, "web.no-board"), 503)
            seat = SEATS[self._feed.state["game"]["side"]]
            # A seat that nobody has taken is played at the host's own page.
            mine = seat in places if self._visitors.is_taken(seat) else visitor.is_host
            if not mine:
                key = "not-yours" if visitor.is_host or places else "watching"
                raise No(key, self._say(order, f"web.{key}"), 403)
            return
        if name == "end" and order.get("what") != "abandon" and order.get("side") in (0, 1):
            seat = SEATS[order["side"]]
            if seat in places or (visitor.is_host and not self._visitors.is_taken(seat)):
                return
            raise No("not-yours", self._say(order, "web.not-yours"), 403)
        loses = self._feed.state["training"]["loses"] if name == "reconsider" else None
        if loses and SEATS[loses["side"]] in places:
            return
        if visitor.is_host or (name in OF_SEATS and places):
            return
        raise No("watching", self._say(order, "web.watching"), 403)

    async def _invite(self, request: Request, order: dict[str, Any]) -> dict[str, Any]:
        """Hand a seat over: return the link that takes it, once, and its QR code."""
        visitor = self.visitor(request)
        assert visitor
        self._check(visitor, "invite", order)
        if order.get("seat") not in (0, 1):
            raise No("seat", "'seat' is 0 or 1", 422)
        side = order["seat"]
        url = f"{self._url}join/{self._visitors.token_for(SEATS[side])}"
        self._room.do(lambda room: room.hold(side, False))
        self._refresh()
        return {"url": url, "qr": qr_svg(url)}

    def _say(self, order: dict[str, Any], key: str) -> str:
        return Texts(language_of(order))(key)

    # Pages

    async def _page(self, request: Request) -> Response:
        page = self._files.page("index.html")
        visitor = self.visitor(request)
        # Whoever sits at this computer started us.
        is_host = self._is_local(request)
        if visitor is None or (is_host and not visitor.is_host):
            visitor = self._visitors.new(is_host)
        return self.with_cookie(page, visitor)

    async def _join(self, request: Request) -> Response:
        visitor = self.visitor(request) or self._visitors.new()
        taken = self._visitors.take(visitor, request.path_params["token"])
        if taken is None:
            return self.with_cookie(RedirectResponse("/#used", 303), visitor)
        for place in self._visitors.places_of(taken):
            side = SEATS.index(place)
            self._room.do(partial(Room.hold, side=side, taken=True))
        self._refresh()
        return self.with_cookie(RedirectResponse("/", 303), taken)

    async def _file(self, request: Request) -> Response:
        return self._files.file(request.path_params["path"])

    # What is told

    async def _state(self, request: Request) -> Response:
        if self.visitor(request) is None:
            return self._stranger()
        if not self._feed.state:
            return refusal(503, "no-board", NOT_MET)
        return JSONResponse(as_of_now(self._feed.state) | {"number": self._feed.number})

    async def _turns(self, request: Request) -> Response:
        if self.visitor(request) is None:
            return self._stranger()
        if not self._feed.state:
            return refusal(503, "no-board", NOT_MET)
        state = as_of_now(self._feed.state)
        game = state["game"]
        short = {"version": state["version"], "moment": game["moment"], "game": game["name"]}
        short |= {key: game[key] for key in ("variant", "options", "start", "side")}
        short |= {"turns": state["turns"], "outcome": game["outcome"]}
        return JSONResponse(short | {"clock": state["clock"], "offer": state["offer"]})

    async def _events(self, request: Request) -> Response:
        visitor = self.visitor(request)
        if visitor is None:
            return self._stranger()
        if self._feed.readers >= READERS_MOST:
            return refusal(503, "full", f"{READERS_MOST} pages look on already")
        last = request.headers.get("last-event-id", "")[:80]
        lines = self._feed.events(last, as_of_now)
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(lines, media_type="text/event-stream", headers=headers)

    async def _history(self, request: Request) -> Response:
        if self.visitor(request) is None:
            return self._stranger()

        def tell(room: Room) -> list[dict[str, Any]]:
            mirror = room.board.mirror
            return history_of(mirror) if mirror else []

        plies = await asyncio.wrap_future(self._room.do(tell))
        return JSONResponse({"plies": plies})

    async def _me(self, request: Request) -> Response:
        visitor = self.visitor(request)
        if visitor is None:
            return self._stranger()
        seats = [int(place[-1]) for place in self._visitors.places_of(visitor) if place in SEATS]
        return JSONResponse({"host": visitor.is_host, "seats": seats})

    async def _games(self, request: Request) -> Response:
        games = {
            name: {"variants": list(rules_of(name).VARIANTS), "levels": list(levels_of(name))}
            for name in NAMES
        }
        return JSONResponse(games)

    async def _words(self, request: Request) -> Response:
        language = request.path_params["language"]
        if language not in LANGUAGES:
            return refusal(404, "language", f"expected {' or '.join(LANGUAGES)}")
        return JSONResponse(area(language, "web"), headers={"cache-control": "no-cache"})

    async def _cues(self, request: Request) -> Response:
        name = request.path_params["game"]
        if name not in NAMES:
            return refusal(404, "game", f"expected {', '.join(NAMES)}")
        return JSONResponse(cue_table(name) | {"cells": cell_names(name)})

    def _stranger(self) -> JSONResponse:
        return refusal(401, "stranger", "this page is not known here: load it again")

    # What is done

    def _work(self, name: str) -> Any:
        async def work(request: Request, order: dict[str, Any]) -> dict[str, Any]:
            visitor = self.visitor(request)
            assert visitor
            self._check(visitor, name, order)
            language = language_of(order)
            done = self._room.do(lambda room: do(DEEDS[name], room, order, language))
            return dict(await asyncio.wrap_future(done))

        return work


def language_of(order: dict[str, Any]) -> str:
    """Return the language that the page speaks."""
    language = str(order.get("lang") or "")
    return language if language in LANGUAGES else LANGUAGES[0]
