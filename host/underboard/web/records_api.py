"""The records as addresses (list, one game ply by ply, review, export, import, delete).

For the host only: whoever looks on at one game has no business with the others.
"""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from boardcore.errors import Choices
from underboard.errors import UnderboardError
from underboard.jsontype import JsonObject
from underboard.records.database import Records
from underboard.records.filters import GameFilter
from underboard.records.models import GameRow
from underboard.records.seats import shown_players
from underboard.referee.game_ui import tabletop_of
from underboard.referee.messages import ending, outcome_words
from underboard.texts import LANGUAGES, Texts
from underboard.texts.lazy import spoken
from underboard.web.http import offload
from underboard.web.http.actions import IdempotentActions, order_route
from underboard.web.http.decode import asked, text, whole
from underboard.web.http.security import MAX_BODY, ActionRefused, refusal
from underboard.web.review_worker import Reviews
from underboard.web.table.state import history_of

Result = TypeVar("Result")
FORMS = {"json": "application/json", "text": "text/plain; charset=utf-8"}
MAX_DELETED = 20
"""Number of deleted games that can be restored; chosen: the page offers it for ten seconds."""
LISTED = 500
"""Number of games in one answer, the newest first; chosen."""


def told(row: GameRow) -> JsonObject:
    """Return a row as pages read it: seats as people are shown them."""
    return asdict(row) | {"players": shown_players(row.players)}


class RecordsApi:
    """Answers requests about the records.

    ``who(request)`` names the host who asks; ``in_use()`` the number of the game on the board,
    which is not deleted.
    """

    def __init__(self, who: Callable[[Request], str], in_use: Callable[[], int]) -> None:
        self._who = who
        self._in_use = in_use
        self._once = IdempotentActions()
        self._deleted: dict[int, tuple[Any, list[Any]]] = {}
        """Rows of games that were deleted in this run."""
        self._reviews = Reviews()

    def routes(self) -> list[Route]:
        """Return all routes of the library; those with a number last."""
        bring = order_route(self._once, self._who, self._import, {"text": text(MAX_BODY)})
        delete = order_route(self._once, self._who, self._delete, {"number": whole()})
        restore = order_route(self._once, self._who, self._restore, {"number": whole()})
        return [
            Route("/api/records", self._list),
            Route("/api/records/import", bring, methods=["POST"]),
            Route("/api/records/delete", delete, methods=["POST"]),
            Route("/api/records/restore", restore, methods=["POST"]),
            Route("/api/records/{number:int}", self._game),
            Route("/api/records/{number:int}/review", self._review),
            Route("/api/records/{number:int}/{form}", self._export),
        ]

    async def _ask(
        self, request: Request, work: Callable[[Records], Result], status: int = 404
    ) -> Result:
        """Return what work on the records returns; trouble is refused with this status."""
        self._who(request)

        def run() -> Result:
            with Records.open() as records:
                return work(records)

        try:
            return await offload.in_thread(run)
        except UnderboardError as trouble:
            raise ActionRefused("record", spoken(trouble, language_of(request)), status) from None

    async def _list(self, request: Request) -> Response:
        wanted = GameFilter(words=tuple(asked(request, "search", 100).split()))

        def work(records: Records) -> Response:
            found = []
            for row in reversed(records.list(wanted, LISTED)):
                words = {lang: outcome_words(row, Texts(lang)) for lang in LANGUAGES}
                found.append(told(row) | {"words": words})
            return JSONResponse({"games": found, "all": records.count()})

        return await self._ask(request, work)

    async def _game(self, request: Request) -> Response:
        number = request.path_params["number"]

        def work(records: Records) -> Response:
            mirror = records.load(number)
            table = tabletop_of(mirror.name)
            words = {}
            for lang in LANGUAGES:
                texts = Texts(lang)
                words[lang] = {
                    "game": table.title(mirror.game, texts),
                    "sides": [table.side_name(side, texts) for side in (0, 1)],
                    "ending": ending(mirror.game, texts),
                }
            game = told(records.get(number)) | {"words": words}
            return JSONResponse({"game": game, "plies": history_of(mirror)})

        return await self._ask(request, work)

    async def _review(self, request: Request) -> Response:
        number = request.path_params["number"]
        turns = await self._ask(request, lambda records: len(records.load(number).turns))
        try:
            return JSONResponse(await self._reviews.of(number, turns))
        except UnderboardError as trouble:
            raise ActionRefused("record", spoken(trouble, language_of(request)), 404) from None

    async def _export(self, request: Request) -> Response:
        number, form = request.path_params["number"], request.path_params["form"]
        if form not in FORMS:
            return refusal(404, "form", f"expected {Choices(' or ', list(FORMS))}")
        ending_of_name = "json" if form == "json" else "txt"

        def work(records: Records) -> Response:
            name = f"underboard-{number}.{ending_of_name}"
            headers = {"content-disposition": f'attachment; filename="{name}"'}
            text = records.export(number, form)
            return Response(text, media_type=FORMS[form], headers=headers)

        return await self._ask(request, work)

    async def _import(self, request: Request, order: JsonObject) -> JsonObject:
        if "text" not in order:
            raise ActionRefused("record", "'text' is missing: what export wrote", 422)
        taken = order["text"]
        return {"number": await self._ask(request, lambda records: records.import_text(taken), 409)}

    async def _delete(self, request: Request, order: JsonObject) -> JsonObject:
        """Delete a game; for a while it can be had back."""
        number = self._number(order)
        if number == self._in_use():
            text = "this game is on the board: begin another one before you delete it"
            raise ActionRefused("in-use", text)
        self._deleted[number] = await self._ask(
            request, lambda records: records.delete(number), 409
        )
        while len(self._deleted) > MAX_DELETED:
            self._deleted.pop(next(iter(self._deleted)))
        return {}

    async def _restore(self, request: Request, order: JsonObject) -> JsonObject:
        """Bring a game back that was deleted here."""
        number = self._number(order)
        game = self._deleted.pop(number, None)
        if game is None:
            raise ActionRefused("record", "this game was not deleted here, or too long ago", 404)
        await self._ask(request, lambda records: records.import_rows([game]), 409)
        return {}

    def _number(self, order: JsonObject) -> int:
        if "number" not in order:
            raise ActionRefused("record", "'number' is missing", 422)
        return int(order["number"])


def language_of(request: Request) -> str:
    """Return the language that the page speaks: it names that one alone."""
    language = request.headers.get("accept-language", "")[:2]
    return language if language in LANGUAGES else LANGUAGES[0]
