"""The page's application asked in process, without a server, a board or a browser."""

import asyncio
import json
import secrets
from concurrent.futures import Future
from urllib.parse import quote

from underboard.device.discovery import Choice
from underboard.texts import Texts
from underboard.web.app import PageApp
from underboard.web.stepping.thread import RoomThread
from underboard.web.table.game_thread import GameThread
from underboard.web.table.seats import Seats

HOST = "127.0.0.1:8710"


class NoRoom:
    """A room without a board: nothing is done there."""

    name = "pylos"
    studying = None

    def __init__(self):
        self.seats = Seats("pylos")

    def submit(self, work):
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
    table = PageApp(folder, False, "127.0.0.1", 8710, **more)
    return table, table.app(NoRoom())


class LiveTable:
    """A table with its simulated board, asked in process by as many visitors as wanted.

    ``host``: the browser on the computer that serves.
    """

    def __init__(self, folder, game="pylos", layout="pylos-reed16", **more):
        self.table = PageApp(folder, True, "127.0.0.1", 8710)
        choice = Choice(simulated=True, layout=layout)
        self.room = GameThread(choice, game, Texts("en"), self.table.publish, **more)
        self.app = self.table.app(self.room)
        # No loop runs between two questions that could be handed what the table's thread tells.
        self.room.seats_swapped = lambda swapped: self.table.visitors.keep(swapped=swapped)
        self.room.begin_with(new=True)
        self.thread = RoomThread(self.room)
        self.thread.open()
        self.room.submit(lambda room: None).result(60)  # by now it has told what stands
        self.host = self.visitor(local=True)

    def visitor(self, local=False):
        """Return a function that asks as one more visitor: ``ask(path, **fields)``."""
        visitors = self.table.visitors
        one = visitors.new(local)
        cookie = f"{visitors.cookie}={visitors.cookie_of(one)}"
        asking = Asking(self.app, cookie=cookie)

        def ask(path, body=None, **fields):
            self.table.refresh()
            if body is None and fields:
                body = json.dumps({"id": secrets.token_hex(8), **fields}).encode()
            method = "GET" if body is None else "POST"
            status, _, text = asking(method, path, body or b"")
            told = json.loads(text) if text else {}
            return told | {"status": status} if isinstance(told, dict) else told

        return ask

    def seat(self, side, name=""):
        """Return a visitor who has taken a seat by its link."""
        token = self.host("/api/invite", seat=side)["url"].rpartition("/")[2]
        phone = self.visitor()
        assert phone("/api/join", token=token, name=name)["status"] == 200
        return phone

    def wait(self, true):
        """Wait until a function of the room returns something true; return it."""
        while not (found := self.room.submit(true).result(60)):
            pass
        return found

    def play(self, ask, turn):
        """Play a turn and wait until the board has followed it."""
        before = self.room.submit(lambda room: len(room.session.mirror.turns)).result(60)
        answer = ask("/api/turns", turn=turn)
        assert answer["status"] == 200, answer
        self.wait(lambda room: len(room.session.mirror.turns) > before and room.session.settled)

    def close(self):
        self.thread.close()
