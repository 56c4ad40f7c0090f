"""Server: the phones' pages in a thread of their own beside whoever leads the table."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from underboard.galerapagos.phones.hub import Hub
from underboard.galerapagos.phones.pages import SUFFIX, Pages
from underboard.web.http.serving import END_S, Server, listen, own_address


@contextmanager
def served(hub: Hub, lan: bool, port: int | None) -> Iterator[Pages]:
    """Serve the pages until the block ends.  Raises Trouble if the port is in use."""
    address = own_address() if lan else "127.0.0.1"
    one = listen("0.0.0.0" if lan else "127.0.0.1", port)
    record = hub.table.path
    kept = record.with_suffix(SUFFIX) if record else None
    pages = Pages(hub, kept, address, one.getsockname()[1])
    config = uvicorn.Config(
        pages.app, log_level="warning", access_log=False, lifespan="off",
        timeout_graceful_shutdown=END_S, timeout_keep_alive=30, server_header=False,
        limit_concurrency=400,
    )  # fmt: skip
    server = Server(config)
    server.feeds = (pages.feed,)

    async def run() -> None:
        pages.begin()
        await server.serve([one])

    thread = threading.Thread(target=lambda: asyncio.run(run()), name="phones", daemon=True)
    thread.start()
    try:
        yield pages
    finally:
        hub.close()
        server.should_exit = True
        thread.join(END_S + 3)
        one.close()
