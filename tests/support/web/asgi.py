"""The page's application asked in process, without a server, a board or a browser."""

import asyncio
from concurrent.futures import Future
from urllib.parse import quote

from underboard.web.app import Table
from underboard.web.table.seats import Seats

HOST = "127.0.0.1:8710"


class NoRoom:
    """A room without a board: nothing is done there."""

    name = "pylos"
    studying = None

    def __init__(self):
        self.seats = Seats("pylos")

    def do(self, work):
        done = Future()
        done.set_result({})
        return done


class Asking:
    """One visitor of a table's application; ``cookie`` is kept as a browser would."""

    def __init__(self, app, client="127.0.0.1", cookie=""):
        self.app, self.client, self.cookie = app, client, cookie

    def __call__(self, method, path, body=b"", **headers):
        """Return status, headers and body of an answer."""
        sent = []
        path, _, query = path.partition("?")

        async def receive():
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message):
            sent.append(message)

        asked = {"host": HOST, "content-type": "application/json", **headers}
        if self.cookie:
            asked["cookie"] = self.cookie
        scope = {
            "type": "http", "method": method, "scheme": "http", "http_version": "1.1",
            "path": path.encode("utf-8", "replace").decode(), "root_path": "",
            "raw_path": quote(path.encode("utf-8", "replace")).encode(),
            "query_string": quote(query.encode("utf-8", "replace"), safe="=&%").encode(),
            "headers": [(name.encode(), value.encode("latin-1")) for name, value in asked.items()],
            "client": (self.client, 5), "server": ("127.0.0.1", 8710),
        }  # fmt: skip
        asyncio.run(self.app(scope, receive, send))
        found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        if "set-cookie" in found:
            self.cookie = found["set-cookie"].partition(";")[0]
        return sent[0]["status"], found, b"".join(part.get("body", b"") for part in sent[1:])


def table_without_board(folder=None, **more):
    """Return a table and its application."""
    table = Table(folder, False, "127.0.0.1", 8710, **more)
    return table, table.app(NoRoom())
