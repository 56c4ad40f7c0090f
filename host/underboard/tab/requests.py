"""Requests of the page, handed to the application in the same tab."""

import asyncio
import logging
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Scope

Post = Callable[[int, str, object, object], None]
"""Takes the number of a request and one part of its answer: ``start`` with status and headers,
``body`` with bytes, ``end``, or ``failed`` with a sentence."""

log = logging.getLogger(__name__)


class Requests:
    """Asks one ASGI application for one page; keeps the page's cookie, as a browser would."""

    def __init__(self, app: ASGIApp, host: str, post: Post) -> None:
        self._app, self._host, self._post = app, host.encode(), post
        self._cookie = b""
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def ask(self, number: int, method: str, url: str, headers: dict[str, str], body: bytes) -> None:
        """Begin a request; its answer goes to ``post``."""
        task = asyncio.ensure_future(self._ask(number, method, url, headers, body))
        self._tasks[number] = task
        task.add_done_callback(lambda _: self._tasks.pop(number, None))

    def leave(self, number: int) -> None:
        """Cancel a request whose answer the page no longer wants."""
        if number in self._tasks:
            self._tasks[number].cancel()

    async def _ask(
        self, number: int, method: str, url: str, headers: dict[str, str], body: bytes
    ) -> None:
        gone = asyncio.Event()
        bodies = [body]

        async def receive() -> Message:
            if bodies:
                return {"type": "http.request", "body": bodies.pop(), "more_body": False}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._post(number, "start", message["status"], self._headers(message["headers"]))
            else:
                if message.get("body"):
                    self._post(number, "body", message["body"], None)
                if not message.get("more_body"):
                    self._post(number, "end", None, None)

        try:
            await self._app(self._scope(method, url, headers, body), receive, send)
        except Exception as error:
            log.exception("%s %s failed", method, url)
            self._post(number, "failed", f"{type(error).__name__}: {error}", None)
        finally:
            gone.set()

    def _scope(self, method: str, url: str, headers: dict[str, str], body: bytes) -> Scope:
        path, _, query = url.partition("?")
        sent = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]
        sent += [(b"host", self._host), (b"content-length", str(len(body)).encode())]
        if self._cookie:
            sent.append((b"cookie", self._cookie))
        return {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method,
            "scheme": "http", "path": path, "raw_path": path.encode(), "root_path": "",
            "query_string": query.encode(), "headers": sent, "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }  # fmt: skip

    def _headers(self, headers: list[tuple[bytes, bytes]]) -> list[tuple[str, str]]:
        found = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in headers]
        for name, value in found:
            if name.lower() == "set-cookie":
                self._cookie = value.partition(";")[0].encode()
        return found
