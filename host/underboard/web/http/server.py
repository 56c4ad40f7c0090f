"""An application on a port until Ctrl-C, ended cleanly even with streams open."""

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from underboard.drivers.thread import Beside
from underboard.errors import UnderboardError
from underboard.texts.lazy import reason_of
from underboard.web.http.feed import Feed

BACKLOG = 512
"""Number of connections that wait to be accepted; chosen."""
HEADERS_S = 10.0
"""Time for the headers of a request to come, s; chosen: uvicorn has none of its own."""
MAX_CONNECTIONS = 500
"""Number of open connections; chosen: a process may have 1024 files open on most systems."""
MAX_WAITING = 100
"""Number of connections of one address that have no whole request; chosen."""
END_S = 2
"""Seconds that open connections get to end; chosen."""
TRIED = 20
"""Number of ports tried after the usual one."""
PORT = 8710
PORTS = 1 << 16
"""Number of TCP ports, by the specification of TCP."""


def listen(address: str, port: int | None) -> socket.socket:
    """Return a socket that listens; ``port``: None takes the first free one from PORT on.

    Raises UnderboardError if the port is in use or not allowed.
    """
    if port is not None and not 0 <= port < PORTS:
        raise UnderboardError("there is no port %s: expected 1 to %s", port, PORTS - 1)
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
    raise UnderboardError(
        "cannot listen on port %s: %s; name another one with --port", ports[0], reason
    )


def own_address() -> str:
    """Return the address of this computer in its network, 127.0.0.1 without one."""
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as one:
        try:
            # Nothing is sent: this only asks which way such a packet would go.
            one.connect(("192.0.2.1", 9))
            return str(one.getsockname()[0])
        except OSError:
            return "127.0.0.1"


class Connection(H11Protocol):
    """A connection that is closed if its request does not come, the oldest first."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, and make room where too many wait."""
        super().connection_made(transport)
        self.began_s = self.loop.time()
        self._late = self.loop.call_later(HEADERS_S, self.transport.abort)
        waiting = [one for one in self.connections if isinstance(one, Connection) and one.waits]
        address = self.client and self.client[0]
        of_address = [one for one in waiting if one.client and one.client[0] == address]
        if len(of_address) > MAX_WAITING:
            waiting = of_address
        elif len(self.connections) <= MAX_CONNECTIONS:
            return
        # A request that is meant comes whole, at once: what waits longest is least likely to.
        min(waiting, key=lambda one: one.began_s).transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take bytes; a request that has begun must become whole in time."""
        super().data_received(data)
        if not self.waits:
            self._on_time()
        elif self._late is None:
            self.began_s = self.loop.time()
            self._late = self.loop.call_later(HEADERS_S, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._on_time()
        super().connection_lost(exc)

    @property
    def waits(self) -> bool:
        """Return True while no whole request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def _on_time(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def config_of(app: ASGIApp) -> uvicorn.Config:
    """Return how an application is served: no log of visits, no version, no half requests."""
    return uvicorn.Config(
        app, log_level="warning", access_log=False, lifespan="off", http=Connection, ws="none",
        timeout_graceful_shutdown=END_S, timeout_keep_alive=30, server_header=False,
    )  # fmt: skip


class PageServer(uvicorn.Server):
    """Lets the readers of the feeds go before it waits for connections to end."""

    def __init__(self, config: uvicorn.Config, feeds: tuple[Feed, ...]) -> None:
        super().__init__(config)
        self.feeds = feeds

    async def begin(self, one: socket.socket, begun: Callable[[], None]) -> None:
        """Call ``begun``, then serve until the end."""
        begun()
        await self.serve([one])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then everything else."""
        for feed in self.feeds:
            feed.close()
        await super().shutdown(sockets)


def serve(
    app: ASGIApp, one: socket.socket, feeds: tuple[Feed, ...], begun: Callable[[], None]
) -> None:
    """Serve until Ctrl-C or SIGTERM.

    ``begun()`` is called on the event loop before the first request.
    """
    server = PageServer(config_of(app), feeds)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(server.begin(one, begun))


@contextlib.contextmanager
def serving(
    app: ASGIApp, one: socket.socket, feeds: tuple[Feed, ...], begun: Callable[[], None], name: str
) -> Iterator[None]:
    """Serve in a thread until the block ends; ``begun`` as for ``serve``."""
    server = PageServer(config_of(app), feeds)
    beside = Beside(lambda: asyncio.run(server.begin(one, begun)), name)
    try:
        yield
    finally:
        server.should_exit = True
        beside.is_over(END_S + 3)
        one.close()
