"""Guard: what every request must pass, whatever it is for.

Host and Origin must be ours (no other site's script, no rebound name), bodies are small,
and nobody asks faster than people do.  Every answer carries a strict
Content-Security-Policy.  Works on plain ASGI, so that event streams are not buffered.
"""

import time
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from starlette.responses import JSONResponse

BODY_MOST = 256 * 1024
"""Length of the longest body in bytes: a record to import."""
RATE_S = 10.0
RATE_MOST = 300
"""Requests of one address within RATE_S, files of the page not counted."""
FILES = "/static/"
ADDRESSES_MOST = 1000
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def refusal(status: int, code: str, text: str) -> JSONResponse:
    """Return an answer that says no: a stable name for programs, a sentence for people."""
    return JSONResponse({"error": code, "text": text}, status_code=status)


class Guard:
    """An ASGI application around another one.

    ``hosts``: names and addresses under which we are reached; ``port``: ours.
    """

    def __init__(
        self,
        app: Any,
        hosts: Iterable[str],
        port: int,
        clock: Callable[[], float] = time.monotonic,
        rate_most: int = RATE_MOST,
    ) -> None:
        self._app = app
        self._hosts = {f"{host}:{port}".lower() for host in (*hosts, *LOOPBACK)}
        if port == 80:
            self._hosts |= {host.rpartition(":")[0] for host in self._hosts}
        self._clock = clock
        self._rate_most = rate_most
        self._asked: dict[str, tuple[float, int]] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a request on, or answer it here."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}

        async def send_marked(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        answer = self._refuse(scope, headers)
        if answer is None:
            whole = Body(receive)
            await self._app(scope, whole.receive, send_marked)
        else:
            await answer(scope, receive, send_marked)

    def _refuse(self, scope: Any, headers: dict[bytes, str]) -> JSONResponse | None:
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
        if not length.isdecimal() or int(length) > BODY_MOST:
            return refusal(413, "too-long", f"a request holds at most {BODY_MOST} bytes")
        address = (scope.get("client") or ("",))[0]
        if not scope["path"].startswith(FILES) and self._is_too_fast(address):
            return refusal(429, "too-fast", "too many requests: wait ten seconds")
        return None

    def _is_too_fast(self, address: str) -> bool:
        now = self._clock()
        since, count = self._asked.get(address, (now, 0))
        if now - since >= RATE_S:
            since, count = now, 0
        if len(self._asked) >= ADDRESSES_MOST and address not in self._asked:
            self._asked.clear()
        self._asked[address] = (since, count + 1)
        return count >= self._rate_most


class TooLong(Exception):
    """A body without a length that is longer than a request may be."""


class Body:
    """Counts what is received: a body may come in pieces, without saying its length."""

    def __init__(self, receive: Any) -> None:
        self._receive = receive
        self._bytes = 0

    async def receive(self) -> Any:
        """Return the next piece; raises TooLong."""
        message = await self._receive()
        self._bytes += len(message.get("body", b""))
        if self._bytes > BODY_MOST:
            raise TooLong
        return message
