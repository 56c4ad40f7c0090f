"""Thread of the phones' pages, beside that of the table."""

from collections.abc import Iterator
from contextlib import contextmanager

from underboard.galerapagos.phones.hub import Hub
from underboard.galerapagos.phones.routes import SUFFIX, Pages
from underboard.web.http.server import listen, own_address, serving


@contextmanager
def served(hub: Hub, lan: bool, port: int | None) -> Iterator[Pages]:
    """Serve the pages until the block ends.  Raises UnderboardError if the port is in use."""
    address = own_address() if lan else "127.0.0.1"
    one = listen("0.0.0.0" if lan else "127.0.0.1", port)
    record = hub.table.path
    kept = record.with_suffix(SUFFIX) if record else None
    pages = Pages(hub, kept, address, one.getsockname()[1])
    with serving(pages.app, one, (pages.feed,), pages.begin, "phones"):
        try:
            yield pages
        finally:
            hub.close()
