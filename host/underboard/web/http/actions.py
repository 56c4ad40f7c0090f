"""Orders that pages post, each with an id so that a repetition has no effect.

A page that hears no answer sends the same order again with the same id; it gets the answer
of the first time.
"""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import JSONResponse

from underboard.jsontype import JsonObject
from underboard.web.http.decode import BadAction, Shape, decoded
from underboard.web.http.security import ActionRefused

KEPT = 500
"""Number of answers that are remembered; chosen."""

Answer = JsonObject


async def read_order(request: Request, shape: Shape | None = None) -> JsonObject:
    """Return the JSON object of a request; raises BadAction."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise BadAction("expected a body of type application/json")
    try:
        order = json.loads(await request.body())
    except (ValueError, UnicodeDecodeError, RecursionError):
        raise BadAction("expected a JSON object, the body cannot be read") from None
    return decoded(order, shape)


class IdempotentActions:
    """Does each order once and remembers what came of it."""

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[str, str], asyncio.Future[tuple[int, Answer]]]
        self._answers = OrderedDict()

    async def do(
        self, who: str, number: str, work: Callable[[], Awaitable[Answer]]
    ) -> tuple[int, Answer]:
        """Return status and answer of an order, done now or when it first came."""
        key = (who, number)
        known = self._answers.get(key)
        if known is not None:
            return await asyncio.shield(known)
        future: asyncio.Future[tuple[int, Answer]] = asyncio.get_running_loop().create_future()
        self._answers[key] = future
        while len(self._answers) > KEPT:
            self._answers.popitem(last=False)
        try:
            result = 200, {"ok": True, **await work()}
        except ActionRefused as no:
            result = no.status, {"error": no.code, "text": str(no)}
        except BaseException:
            self._answers.pop(key, None)
            future.cancel()
            raise
        future.set_result(result)
        return result


Work = Callable[[Request, JsonObject], Awaitable[Answer]]


def order_route(
    once: IdempotentActions, who: Callable[[Request], str], work: Work, shape: Shape | None = None
) -> Callable[[Request], Awaitable[JSONResponse]]:
    """Return an endpoint that reads an order and does it once.

    ``who(request)`` names the visitor; raises ActionRefused for a stranger.  ``shape``: its
    fields.
    """

    async def endpoint(request: Request) -> JSONResponse:
        name = who(request)
        order = await read_order(request, shape)
        status, answer = await once.do(name, order["id"], lambda: work(request, order))
        return JSONResponse(answer, status_code=status)

    return endpoint
