"""The phones' pages in a thread of their own beside whoever leads the table."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from underboard.galerapagos.phones.hub import Hub
from underboard.galerapagos.phones.pages import SUFFIX, Pages
from underboard.web.http.serving import END_S, Server, config_of, listen, own_address


@contextmanager
def served(hub: Hub, lan: bool, port: int | None) -> Iterator[Pages]:
    """Serve the pages until the block ends.  Raises Trouble if the port is in use."""
    address = own_address() if lan else "127.0.0.1"
    one = listen("0.0.0.0" if lan else "127.0.0.1", port)
    record = hub.table.path
    kept = record.with_suffix(SUFFIX) if record else None
    pages = Pages(hub, kept, address, one.getsockname()[1])
    server = Server(config_of(pages.app))
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
