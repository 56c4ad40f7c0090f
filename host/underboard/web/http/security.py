"""Security checks that every request must pass.

Host and Origin must be ours (no other site's script, no rebound name), bodies are small,
and nobody asks faster than people do.  Every answer carries a strict
Content-Security-Policy.  Works on plain ASGI, so that event streams are not buffered.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from underboard.web.http.limits import MAX_ADDRESS, MAX_VISITOR, Rates

MAX_BODY = 256 * 1024
"""Length of the longest body, bytes; chosen for a record to import."""
BODY_S = 15.0
"""Time for a whole body to come, s; chosen."""
FILES = "/static/"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
MAX_COOKIES = 1000
"""Letters of cookies that tell visitors apart when requests are counted; chosen."""
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def refusal(status: int, code: str, text: str) -> JSONResponse:
    """Return an answer that says no: a stable name for programs, a sentence for people."""
    return JSONResponse({"error": code, "text": text}, status_code=status)


class ActionRefused(Exception):
    """A request that is understood and not done; ``code`` is stable, the text is for people."""

    def __init__(self, code: str, text: str, status: int = 409) -> None:
        super().__init__(text)
        self.code = code
        self.status = status


async def answer_refused(request: Request, error: Exception) -> JSONResponse:
    """Answer with an ``ActionRefused`` that an endpoint raised."""
    assert isinstance(error, ActionRefused)
    return refusal(error.status, error.code, str(error))


class SecurityMiddleware:
    """An ASGI application around another one.

    ``hosts``: names and addresses under which we are reached; ``port``: ours;
    ``reserved(cookies)``: whether a Cookie header is that of a host or of a seat.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: Iterable[str],
        port: int,
        clock: Callable[[], float] = time.monotonic,
        reserved: Callable[[str], bool] = lambda cookies: False,
    ) -> None:
        self._app = app
        self._hosts = {f"{host}:{port}".lower() for host in (*hosts, *LOOPBACK)}
        if port == 80:
            self._hosts |= {host.rpartition(":")[0] for host in self._hosts}
        self._rates = Rates(clock)
        self._reserved = reserved

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it here."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}

        async def send_marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        answer = self._refuse(scope, headers)
        if answer is None:
            whole = BodyLimit(receive)
            await self._app(scope, whole.receive, send_marked)
        else:
            await answer(scope, receive, send_marked)

    def _refuse(self, scope: Scope, headers: dict[bytes, str]) -> JSONResponse | None:
        host = headers.get(b"host", "").lower()
        if host not in self._hosts:
            return refusal(421, "host", f"this is not {host or 'a named host'}: use our address")
        origin = headers.get(b"origin", "")
        if origin and urlsplit(origin).netloc.lower() != host:
            return refusal(403, "origin", "another site's page may not ask here")
        if headers.get(b"sec-fetch-site", "same-origin") == "cross-site" and (
            scope["method"] != "GET" or scope["path"].startswith("/api/")
        ):
            return refusal(403, "origin", "another site's page may not ask here")
        length = headers.get(b"content-length", "0")
        if not length.isdecimal() or int(length) > MAX_BODY:
            return refusal(413, "too-long", f"a request holds at most {MAX_BODY} bytes")
        address = (scope.get("client") or ("",))[0]
        if not scope["path"].startswith(FILES) and self._is_too_fast(address, headers):
            return refusal(429, "too-fast", "too many requests: wait ten seconds")
        return None

    def _is_too_fast(self, address: str, headers: dict[bytes, str]) -> bool:
        cookies = headers.get(b"cookie", "")
        if self._rates.is_over(f"{address} {cookies[:MAX_COOKIES]}", MAX_VISITOR):
            return True
        return not self._reserved(cookies) and self._rates.is_over(address, MAX_ADDRESS)


class TooLong(ActionRefused):
    """A body without a length that is longer than a request may be."""

    def __init__(self) -> None:
        super().__init__("too-long", "the body is too long", 413)


class TooSlow(ActionRefused):
    """A body that does not come."""

    def __init__(self) -> None:
        super().__init__("too-slow", "the body did not come in time", 408)


class BodyLimit:
    """Counts what is received: a body may come in pieces, without saying its length."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._bytes = 0
        self._left_s = BODY_S
        self._whole = False

    async def receive(self) -> Message:
        """Return the next piece; raises TooLong or TooSlow."""
        if self._whole:
            # What is waited for now is the end of the connection.
            return await self._receive()
        began = time.monotonic()
        try:
            message = await asyncio.wait_for(self._receive(), max(self._left_s, 0))
        except asyncio.TimeoutError:
            raise TooSlow from None
        self._left_s -= time.monotonic() - began
        self._whole = not message.get("more_body", False)
        self._bytes += len(message.get("body", b""))
        if self._bytes > MAX_BODY:
            raise TooLong
        return message
