"""Parts for tests of phones (a served table, and clients that are no browsers)."""

import http.client
import itertools
import json
import threading
import time
from contextlib import contextmanager

from underboard.drivers.thread import StepThread
from underboard.galerapagos.phones.hub import Hub
from underboard.galerapagos.phones.server import served

LONG_S = 60
NAMES = itertools.count()


class Client:
    """One phone as a plain HTTP client: a cookie, orders, the event stream's first event."""

    def __init__(self, port):
        self.port = port
        self.cookie = ""
        self.number = 0
        self.name = f"phone-{next(NAMES):06d}"
        self.sizes = []
        """Lengths of each request and its answer."""
        self.get("/")

    def ask(self, method, path, body=b"", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONG_S)
        if self.cookie:
            headers["cookie"] = self.cookie
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        data = answer.read()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                self.cookie = value.partition(";")[0]
        connection.close()
        self.sizes.append((len(body), len(data), answer.status))
        self.headers = dict(answer.getheaders())
        return answer.status, data

    def get(self, path):
        return self.ask("GET", path)

    def order(self, path, again=False, **fields):
        """Give an order; ``again`` sends the last one once more, as after a lost answer."""
        if not again:
            self.number += 1
        headers = {"content-type": "application/json"}
        status, data = self.ask("POST", f"/api/{path}", self.body(fields), **headers)
        return status, json.loads(data)

    def body(self, fields):
        """Return the body of the order with the newest number."""
        order = {"id": f"{self.name}-{self.number:04d}", "lang": "en", **fields}
        return json.dumps(order).encode()

    def sit(self, seat):
        status, answer = self.order("sit", seat=seat)
        assert status == 200, answer
        assert self.get(answer["go"])[0] == 200
        return self

    def take(self, link):
        """Take what a link of the host's gives."""
        status, answer = self.order("join", token=link.rpartition("/join/")[2])
        assert status == 200, answer
        return self

    def vote(self, target, round_name=None, **more):
        name = round_name if round_name is not None else self.state()["table"]["ballot"]["round"]
        return self.order("vote", round=name, target=f"{target:02d}", **more)

    def state(self, address="/api/events"):
        """Return the whole state as the event stream tells it first."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONG_S)
        connection.request("GET", address, headers={"cookie": self.cookie})
        answer = connection.getresponse()
        while True:
            line = answer.readline().decode()
            assert line, f"the stream ended: {answer.status} {answer.reason}"
            if line.startswith("data: "):
                connection.close()
                return json.loads(line[6:])


def attend(hub, seconds):
    """Step a hub at an interval, and at once when it is called."""
    called = threading.Event()
    hub.called = called.set
    end = time.monotonic() + seconds
    while True:
        called.clear()
        wait_s = hub.step()
        if (left := end - time.monotonic()) <= 0:
            return
        called.wait(min(left, wait_s))


@contextmanager
def phone_table(table, port=0, director=None, clock=time.monotonic):
    """Serve a table's phones and look after them, as a moderator does while people think."""
    hub = Hub(table, director, clock, step_ms=1 << 30)
    with served(hub, lan=False, port=port) as pages:
        thread = StepThread(hub.step, "attend")
        hub.called = thread.wake
        thread.start()
        hub.pages = pages
        try:
            yield hub
        finally:
            thread.close()


def port_of(hub):
    return int(hub.url.rsplit(":", 1)[1].strip("/"))
