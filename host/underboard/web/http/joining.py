"""Links that take a place, for the page of a table and for Galérapagos' phones.

A link opens a page that says which place it takes and asks for a name.  Opening it, asking
for its head or showing a preview takes nothing: only the page's button does, by POST.
"""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from underboard.jsontype import JsonObject
from underboard.texts import LANGUAGES, Texts, area
from underboard.web.http.actions import IdempotentActions, order_route
from underboard.web.http.decode import Shape, text
from underboard.web.http.security import ActionRefused
from underboard.web.http.sessions import Visitor, WebSessions, known
from underboard.web.http.static_files import Files

MAX_TOKEN = 64
"""Letters of a token that is looked at, at most; chosen."""

Describe = Callable[[str, Texts], str]
"""Returns what a place is called in the language of some texts: ``Dark's seat``."""
Taken = Callable[[Visitor, str], Awaitable[None]]
"""Function that is called when a visitor has taken a place."""


class Joining:
    """Routes of the links.

    ``files``: those that the application serves; ``named``: whether whoever takes this place is
    asked for a name.
    """

    def __init__(
        self,
        visitors: WebSessions,
        files: Files,
        describe: Describe,
        taken: Taken,
        named: Callable[[str], bool],
    ) -> None:
        self._visitors = visitors
        self._describe = describe
        self._taken = taken
        self._named = named
        self._files = files
        shape: Shape = {"token": text(MAX_TOKEN), "name": text()}
        self._join = order_route(IdempotentActions(), self._who, self._take, shape)

    def routes(self) -> list[Route]:
        """Return the page of a link, what it takes, and the button's address."""
        return [
            Route("/join/{token}", self._page),
            Route("/api/join/{token}", self._look),
            Route("/api/join", self._join, methods=["POST"]),
        ]

    def _who(self, request: Request) -> str:
        return known(self._visitors.of(request)).id

    async def _page(self, request: Request) -> Response:
        return self._files.page("join.html")

    async def _look(self, request: Request) -> Response:
        """Return what a link takes, without using it."""
        token = request.path_params["token"][:MAX_TOKEN]
        place = self._visitors.offered(token)
        held = not place
        if held:
            visitor = self._visitors.of(request)
            place = self._visitors.holds_by(visitor, token) if visitor else ""
        if not place:
            words = {lang: area(lang, "join") for lang in LANGUAGES}
            answer = {"error": "used", "text": words["en"]["used"], "words": words}
            return JSONResponse(answer, status_code=404)
        words = {lang: self._words(place, Texts(lang)) for lang in LANGUAGES}
        return JSONResponse({"named": self._named(place), "held": held, "words": words})

    def _words(self, place: str, texts: Texts) -> dict[str, str]:
        title = texts("join.take", place=self._describe(place, texts))
        return area(texts.language, "join") | {"title": title}

    async def _take(self, request: Request, order: JsonObject) -> JsonObject:
        visitor = known(self._visitors.of(request))
        place = self._visitors.take(visitor, order.get("token", ""), order.get("name", ""))
        if not place:
            raise ActionRefused("used", Texts(order.get("lang", LANGUAGES[0]))("join.used"))
        await self._taken(visitor, place)
        return {"place": place}
