"""Parts of a table's web side shared by the lobby and the game."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from boardcore.errors import Choices
from underboard.errors import UnderboardError
from underboard.galerapagos.phones.hub import TableClosed
from underboard.galerapagos.phones.remote import NeedsConfirmation
from underboard.galerapagos.state.refusal import Refused
from underboard.jsontype import JsonObject
from underboard.texts import LANGUAGES, Texts, area
from underboard.web.http.actions import IdempotentActions, order_route
from underboard.web.http.feed import Feed
from underboard.web.http.security import ActionRefused, SecurityMiddleware, answer_refused
from underboard.web.http.sessions import Visitor, WebSessions, known
from underboard.web.http.static_files import Files

HERE = ("127.0.0.1", "::1")
"""Addresses of the host's own computer."""
WORDS = ("card.", "about.", "action.", "entry.", "reason.", "how.", "figure.", "word.", "what.")

Work = Callable[[Request, JsonObject, Texts], Awaitable[JsonObject]]


def place_of(seat: int) -> str:
    """Return the place that a seat's phone takes."""
    return f"castaway-{seat}"


def words_of(language: str) -> dict[str, str]:
    """Return the sentences of all pages."""
    words = area(language, "galerapagos").items()
    return area(language, "phones") | {key: text for key, text in words if key.startswith(WORDS)}


def is_here(request: Request) -> bool:
    """Return True for a page on the host's own computer."""
    return request.client is not None and request.client.host in HERE


class WebSide:
    """Pages, words and orders of one table; lives on the event loop's thread.

    ``trouble_status``: status of the answer where the table is in trouble.
    """

    trouble_status = 503

    def __init__(self, visitors: WebSessions) -> None:
        self.visitors = visitors
        self.feed = Feed()
        self._files = Files("underboard.galerapagos.phones")
        self._once = IdempotentActions()

    def _routes(self, phone: str, screen: str, orders: dict[str, Work]) -> list[Route]:
        """Return the addresses; ``phone``, ``screen``: the pages for players and television."""
        routes = [
            Route("/", self._page(phone)),
            Route("/seat/{seat}", self._page(phone)),
            Route("/big", self._page(screen)),
            Route("/start", self._page(screen)),
            Route("/static/{path:path}", self._file),
            Route("/api/events", self._events),
            Route("/api/me", self._welcome, methods=["POST"]),
            Route("/api/qr", self._qr),
            Route("/api/words/{language}", self._words),
        ]
        for name, work in orders.items():
            endpoint = order_route(self._once, self._who, self._at_table(work))
            routes.append(Route(f"/api/{name}", endpoint, methods=["POST"]))
        return routes

    def _guarded(self, routes: list[Route], address: str, port: int, **more: Any) -> ASGIApp:
        """Return the application of these addresses behind its guard."""
        app = Starlette(routes=routes, exception_handlers={ActionRefused: answer_refused})
        return SecurityMiddleware(app, [address], port, **more)

    def _at_table(self, work: Work) -> Any:
        async def done(request: Request, order: JsonObject) -> JsonObject:
            texts = Texts(order["lang"] if order.get("lang") in LANGUAGES else LANGUAGES[0])
            try:
                return dict(await work(request, order, texts))
            except Refused as refused:
                raise ActionRefused(refused.rule, refused.sentence(texts)) from None
            except NeedsConfirmation as sure:
                raise ActionRefused("sure", str(sure)) from None
            except TableClosed as gone:
                raise ActionRefused("gone", str(gone), 503) from None
            except UnderboardError as trouble:
                raise ActionRefused("trouble", str(trouble), self.trouble_status) from None

        return done

    # Who asks

    def visitor(self, request: Request) -> Visitor | None:
        """Return who asks, None for a stranger."""
        return self.visitors.of(request)

    def _who(self, request: Request) -> str:
        return known(self.visitor(request)).id

    # What is told

    def _page(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        async def page(request: Request) -> Response:
            return self._files.page(name, request)

        return page

    async def _file(self, request: Request) -> Response:
        return self._files.file(request.path_params["path"], request)

    async def _words(self, request: Request) -> Response:
        language = request.path_params["language"]
        if language not in LANGUAGES:
            raise ActionRefused("language", f"expected {Choices(' or ', LANGUAGES)}", 404)
        return JSONResponse(words_of(language))

    async def _welcome(self, request: Request) -> Response:
        """Give a browser that has none a cookie."""
        visitor = self.visitor(request)
        if visitor is not None:
            return JSONResponse(self._told(visitor))
        visitor = self.visitors.new()
        return self.visitors.give(JSONResponse(self._told(visitor)), visitor)

    def _told(self, visitor: Visitor) -> JsonObject:
        """Return what a browser is told of itself."""
        return {}

    async def _events(self, request: Request) -> Response:
        raise NotImplementedError

    async def _qr(self, request: Request) -> Response:
        raise NotImplementedError
