"""The page in a network (who may do what, with real requests to a served table)."""

import contextlib
import http.client
import json
import secrets
import socket

import pytest

from support.waiting import until
from underboard.web.http.limits import VISITOR_STREAMS
from underboard.web.http.server import MAX_WAITING, own_address

pytestmark = pytest.mark.slow


class Browser:
    """What keeps a cookie and asks, from the address that a socket is bound to."""

    def __init__(self, served, address):
        self.served = served
        self.address = address
        self.cookie = ""

    def ask(self, path, order=None, host="", **headers):
        """Return status and body; ``order``: posted, with an id."""
        line = http.client.HTTPConnection(self.address, self.served.port, timeout=30)
        headers["Host"] = host or f"{self.address}:{self.served.port}"
        if self.cookie:
            headers["Cookie"] = self.cookie
        body = None
        if order is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps({"id": secrets.token_hex(8)} | order)
        line.request("POST" if order is not None else "GET", path, body, headers)
        answer = line.getresponse()
        text = answer.read().decode()
        cookie = answer.headers["Set-Cookie"]
        if cookie:
            assert "HttpOnly" in cookie
            assert "SameSite=strict" in cookie
            self.cookie = cookie.partition(";")[0]
        line.close()
        try:
            return answer.status, json.loads(text)
        except ValueError:
            return answer.status, text


@pytest.fixture
def table(serve):
    return serve("pylos", "--new", "--lan")


@pytest.fixture
def far():
    """This computer's address in a network; what asks from there is another's browser."""
    address = own_address()
    if address.startswith("127."):
        pytest.skip("this computer is in no network")
    return address


def test_a_seat_is_taken_by_its_link_once_and_held(table, far):
    host = Browser(table, "127.0.0.1")
    assert host.ask("/")[0] == 200
    assert host.ask("/api/me")[1] == {"host": True, "seats": [], "sides": [0, 1]}

    guest = Browser(table, far)
    assert guest.ask("/api/state")[0] == 401, "no cookie, no answer"
    assert guest.ask("/api/events")[0] == 401
    guest.ask("/")
    assert guest.ask("/api/me")[1] == {"host": False, "seats": [], "sides": []}
    wait(guest, [])
    for path, order in (
        ("turns", {"turn": "b2"}),
        ("new", {}),
        ("undo", {}),
        ("press", {"button": "yes"}),
        ("seats", {"who": ["club", "club"]}),
        ("invite", {"seat": 0}),
        ("records/delete", {"number": 1}),
        ("records/import", {"text": ""}),
    ):
        assert guest.ask(f"/api/{path}", order)[0] == 403, path
    assert guest.ask("/api/records")[0] == 403

    invitation = host.ask("/api/invite", {"seat": 1})[1]
    assert invitation["qr"].startswith("<svg")
    token = invitation["url"].rpartition("/")[2]
    # A preview of the link takes nothing.
    assert guest.ask(f"/join/{token}")[0] == 200
    assert guest.ask("/api/me")[1]["seats"] == []
    assert guest.ask("/api/join", {"token": token, "name": "Maya"})[0] == 200
    assert guest.ask("/api/me")[1] == {"host": False, "seats": [1], "sides": [1]}
    # The link is used up: whoever finds it takes nothing.
    thief = Browser(table, far)
    thief.ask("/")
    assert thief.ask("/api/join", {"token": token})[1]["error"] == "used"
    assert thief.ask("/api/me")[1]["seats"] == []

    # Light is the host's, dark the guest's; neither moves for the other.
    assert guest.ask("/api/turns", {"turn": "b2"})[1]["error"] in ("watching", "not-yours")
    assert host.ask("/api/turns", {"turn": "b2"})[0] == 200
    wait(host, ["b2"])
    assert host.ask("/api/turns", {"turn": "c3"})[1]["error"] == "not-yours"
    once = {"turn": "c3", "id": "the-same-id"}
    assert guest.ask("/api/turns", once)[0] == 200
    assert guest.ask("/api/turns", once)[0] == 200, "a repeated order does nothing twice"
    wait(host, ["b2", "c3"])

    # Held through a restart of the server, lost when the host hands it over.
    cookie = guest.cookie
    table.stop()
    table.arguments = ("pylos", "--lan")
    table.start(table.port)
    assert guest.ask("/api/me")[1]["seats"] == [1]
    host.ask("/api/invite", {"seat": 1})
    assert guest.ask("/api/me")[1]["seats"] == []
    guest.cookie = cookie.replace("guest", "local")
    assert guest.ask("/api/me")[0] == 401


def wait(browser, turns):
    """Wait until the table tells of these turns; it tells nothing before it has met its board."""
    # Who asks more often is refused.
    until(lambda: browser.ask("/api/state")[1].get("turns") == turns, turns, pause_s=0.05)


def test_neither_streams_nor_half_requests_stop_the_host(serve):
    one = serve("pylos", "--new")
    local, guest = Browser(one, "127.0.0.1"), Browser(one, "127.0.0.1")
    local.ask("/")
    wait(local, [])
    guest.ask("/")
    with contextlib.ExitStack() as stack:
        statuses = []
        for _ in range(VISITOR_STREAMS + 20):
            line = http.client.HTTPConnection("127.0.0.1", one.port, timeout=30)
            stack.callback(line.close)
            line.request("GET", "/api/events", None, {"Cookie": guest.cookie})
            statuses.append(line.getresponse().status)
        assert statuses == [200] * VISITOR_STREAMS + [503] * 20
        # Whoever gets no stream asks for the state instead.
        assert guest.ask("/api/state")[0] == 200
        for _ in range(3 * MAX_WAITING):
            half = socket.create_connection(("127.0.0.1", one.port), timeout=30)
            stack.callback(half.close)
            half.sendall(b"GET / HTTP/1.1\r\nHost: half")
        assert local.ask("/api/turns", {"turn": "b2"})[0] == 200
        wait(local, ["b2"])


def test_without_lan_nobody_else_reaches_the_page(serve, far):
    one = serve("pylos", "--new")
    with pytest.raises(ConnectionRefusedError):
        Browser(one, far).ask("/")
    local = Browser(one, "127.0.0.1")
    assert local.ask("/", host=f"evil.example:{one.port}")[0] == 421
    assert local.ask("/")[0] == 200
    assert local.ask("/api/turns", {"turn": "b2"}, Origin="http://evil.example")[0] == 403
    assert local.ask("/api/turns", {"turn": "b2" * 1000})[0] == 400
    for path in ("/static/../../app.py", "/static/..%2f..%2fapp.py", "/static/.env", "/nothing"):
        assert local.ask(path)[0] == 404, path
    wait(local, [])
