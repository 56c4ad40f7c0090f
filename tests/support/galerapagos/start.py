"""A table that gathers on its start page."""

from contextlib import contextmanager

from support.galerapagos.phones import Client
from underboard.galerapagos.phones.common import place_of
from underboard.galerapagos.phones.start import Gathering, StartPages, gathered
from underboard.web.http.server import listen
from underboard.web.http.sessions import WebSessions


@contextmanager
def starting(path=None):
    one = listen("127.0.0.1", 0)
    port = one.getsockname()[1]
    gathering = Gathering()
    visitors = WebSessions(path, tuple(place_of(seat) for seat in range(12)), port)
    pages = StartPages(gathering, visitors, lambda table: table.setup(0), "127.0.0.1", port)
    with gathered(pages, one):
        pages.port = port
        yield pages


def phone_of(pages, name, emblem=None):
    phone = Client(pages.port)
    phone.ask("POST", "/api/me")
    assert phone.order("enter", name=name, emblem=emblem)[0] == 200
    return phone
