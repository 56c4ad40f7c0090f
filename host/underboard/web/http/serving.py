"""Serving: an application on a port until Ctrl-C, ended cleanly even with streams open."""

import asyncio
import contextlib
import socket
from collections.abc import Callable
from typing import Any

import uvicorn

from underboard.texts.said import reason_of
from underboard.trouble import Trouble
from underboard.web.http.feed import Feed

BACKLOG = 128
END_S = 2
"""Seconds that open connections get to end."""
TRIED = 20
"""Number of ports tried after the usual one."""
PORT = 8710
PORTS = 1 << 16


def listen(address: str, port: int | None) -> socket.socket:
    """Return a socket that listens; ``port``: None takes the first free one from PORT on.

    Raises Trouble if the port is in use or not allowed.
    """
    if port is not None and not 0 <= port < PORTS:
        raise Trouble("there is no port %s: expected 1 to %s", port, PORTS - 1)
    ports = range(PORT, PORT + TRIED) if port is None else (port,)
    error: OSError | None = None
    for number in ports:
        one = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind((address, number))
            one.listen(BACKLOG)
            return one
        except OSError as trouble:
            one.close()
            error = trouble
    assert error
    reason = reason_of(error)
    raise Trouble("cannot listen on port %s: %s; name another one with --port", ports[0], reason)


def own_address() -> str:
    """Return the address of this computer in its network, 127.0.0.1 without one."""
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as one:
        try:
            # Nothing is sent: this only asks which way such a packet would go.
            one.connect(("192.0.2.1", 9))
            return str(one.getsockname()[0])
        except OSError:
            return "127.0.0.1"


class Server(uvicorn.Server):
    """Lets the readers of the feeds go before it waits for connections to end."""

    feeds: tuple[Feed, ...] = ()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then everything else."""
        for feed in self.feeds:
            feed.close()
        await super().shutdown(sockets)


def serve(app: Any, one: socket.socket, feeds: tuple[Feed, ...], begun: Callable[[], None]) -> None:
    """Serve until somebody stops us with Ctrl-C or SIGTERM.

    ``begun()`` is called on the event loop before the first request.
    """
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, lifespan="off",
        timeout_graceful_shutdown=END_S, timeout_keep_alive=30, server_header=False,
        limit_concurrency=400,
    )  # fmt: skip
    server = Server(config)
    server.feeds = feeds

    async def run() -> None:
        begun()
        await server.serve([one])

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run())
