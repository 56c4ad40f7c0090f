"""The machinery below the pages (feeds, visitors, orders and the guard, without a browser)."""

import asyncio
import contextlib
import gzip
import json
import re
import stat
import threading
from contextlib import closing

import pytest
from starlette.requests import Request

from support.rows import for_each
from support.web.asgi import Asking, NoRoom, table_without_board
from underboard.device.discovery import Choice
from underboard.errors import UnderboardError
from underboard.records.database import Records
from underboard.registry import game_of
from underboard.texts import Texts
from underboard.texts.lazy import spoken
from underboard.web.app import PageApp
from underboard.web.http.actions import IdempotentActions, read_order
from underboard.web.http.decode import BadAction
from underboard.web.http.feed import KEPT, Feed, difference
from underboard.web.http.limits import MAX_READERS, RATE_S, RESERVED, VISITOR_STREAMS, Readers
from underboard.web.http.security import (
    MAX_BODY,
    ActionRefused,
    BodyLimit,
    SecurityMiddleware,
    TooSlow,
)
from underboard.web.http.server import listen
from underboard.web.http.sessions import WebSessions, table_file
from underboard.web.stepping.thread import RoomThread
from underboard.web.table.game_thread import GameThread

# Feeds


def events(lines):
    """Return the kinds and data of what a feed has yielded, and the last id."""
    found, last = [], ""
    for line in lines:
        fields = dict(part.split(": ", 1) for part in line.strip().split("\n") if ": " in part)
        if "event" in fields:
            found.append((fields["event"], json.loads(fields["data"])))
            last = fields["id"]
    return found, last


async def read(feed, count, last="", **more):
    """Read until so many events have come."""
    lines = []
    async for line in feed.events(last, beat_s=0.05, **more):
        lines.append(line)
        if len(events(lines)[0]) == count:
            return events(lines)


def test_whoever_comes_gets_the_whole_state_and_then_what_changes():
    async def go():
        feed = Feed()
        feed.publish({"a": 1, "b": 1})
        reading = asyncio.create_task(read(feed, 2))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        feed.publish({"a": 1, "b": 2})
        return (await reading)[0]

    assert asyncio.run(go()) == [("state", {"a": 1, "b": 1}), ("change", {"b": 2})]


def test_whoever_comes_back_gets_what_he_missed():
    async def go():
        feed = Feed()
        feed.publish({"a": 1, "b": 1})
        _, last = await read(feed, 1)
        for b in range(2, 9):
            feed.publish({"a": 1, "b": b})
        found, _ = await read(feed, 1, last)
        return found

    assert asyncio.run(go()) == [("change", {"b": 8})]


@for_each("last", ["", "nonsense", "other-1", "run-", "run-999999", "run--1"])
def test_an_id_that_means_nothing_here_gets_the_whole_state(last):
    async def go():
        feed = Feed("run")
        feed.publish({"a": 1})
        return (await read(feed, 1, last))[0]

    assert asyncio.run(go()) == [("state", {"a": 1})]


def test_too_old_an_id_gets_the_whole_state():
    async def go():
        feed = Feed("run")
        for a in range(KEPT + 5):
            feed.publish({"a": a})
        return (await read(feed, 1, "run-2"))[0]

    assert asyncio.run(go()) == [("state", {"a": KEPT + 4})]


def test_what_a_reader_may_not_see_is_in_no_event_of_his():
    def public(state):
        return {key: value for key, value in state.items() if key != "secret"}

    async def go():
        feed = Feed()
        feed.publish({"a": 1, "secret": 1})
        reading = asyncio.create_task(read(feed, 2, view=public))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        feed.publish({"a": 2, "secret": 2})
        return (await reading)[0]

    assert asyncio.run(go()) == [("state", {"a": 1}), ("change", {"a": 2})]


def test_a_closed_feed_lets_its_readers_go():
    async def go():
        feed = Feed()
        feed.publish({"a": 1})

        async def all_of_it():
            return [line async for line in feed.events(beat_s=60)]

        reading = asyncio.create_task(all_of_it())
        await asyncio.sleep(0.01)
        assert feed.readers == 1
        feed.close()
        await asyncio.wait_for(reading, 5)
        return feed.readers

    assert asyncio.run(go()) == 0


def test_a_difference_names_what_has_gone():
    assert difference({"a": 1, "b": 2}, {"a": 1, "c": 3}) == {"b": None, "c": 3}


# Visitors


def test_a_cookie_is_known_again_and_nobody_can_make_one():
    visitors, others = WebSessions(), WebSessions()
    host = visitors.new(local=True)
    assert visitors.read(visitors.cookie_of(host)) == host
    assert others.read(visitors.cookie_of(host)) is None
    guest = visitors.cookie_of(visitors.new())
    assert visitors.read(guest.replace("guest", "local")) is None


@for_each("cookie", ["", ".", "a.local.", "a.local.é", "x" * 1000, "\x00", "a.b.c"])
def test_nonsense_is_nobodys_cookie(cookie):
    assert WebSessions().read(cookie) is None


def test_a_token_takes_its_place_once():
    visitors = WebSessions(places=("seat-0", "seat-1"))
    token = visitors.token_for("seat-1")
    assert visitors.is_offered("seat-1")
    assert not visitors.is_taken("seat-1")
    first, second = visitors.new(), visitors.new()
    assert visitors.take(first, token, "Maya") == "seat-1"
    assert visitors.places_of(first) == ("seat-1",)
    assert visitors.name_of("seat-1") == "Maya"
    for wrong in (token, "", "é", "x" * 10_000):
        assert visitors.take(second, wrong) == ""
    # Whose answer was lost may ask once more.
    assert visitors.take(first, token) == "seat-1"


def test_a_place_that_was_handed_over_is_lost():
    visitors = WebSessions(places=("seat-0",))
    first, second = visitors.new(), visitors.new()
    taken = visitors.token_for("seat-0")
    visitors.take(first, taken)
    old = visitors.token_for("seat-0")
    assert visitors.places_of(first) == ()
    # An earlier link is void when a new one is made, for whoever used it too.
    visitors.take(second, visitors.token_for("seat-0"))
    assert visitors.take(first, old) == ""
    assert visitors.take(first, taken) == ""
    assert visitors.places_of(second) == ("seat-0",)


def test_a_device_is_a_host_until_its_link_is_revoked():
    visitors = WebSessions(places=("seat-0",))
    tablet = visitors.new()
    assert not visitors.is_host(tablet)
    place = visitors.take(tablet, visitors.device_token("tablet \x1b[31m beside the board"))
    assert visitors.is_host(tablet)
    assert visitors.devices() == [
        {"place": place, "name": "tablet [31m beside the board", "taken": True}
    ]
    visitors.free(place)
    assert not visitors.is_host(tablet)


def test_places_outlive_a_restart_in_a_file_for_the_owner_alone(tmp_path):
    path = tmp_path / "tables" / "8710-sim-pylos.json"
    before = WebSessions(path, ("seat-0",), 8710)
    seated = before.new()
    before.take(seated, before.token_for("seat-0"))
    before.keep(swapped=True)
    cookie = before.cookie_of(seated)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    after = WebSessions(path, ("seat-0",), 8710)
    assert after.places_of(after.read(cookie)) == ("seat-0",)
    assert after.is_taken("seat-0")
    assert after.kept == {"swapped": True}


def test_no_table_knows_the_cookie_of_another_one(tmp_path):
    tables = [(8710, "sim-pylos"), (8710, "sim-apagos"), (8711, "sim-pylos")]
    opened = [
        WebSessions(table_file(tmp_path, port, table), ("seat-0",), port) for port, table in tables
    ]
    seated = opened[0].new(local=True)
    opened[0].take(seated, opened[0].token_for("seat-0"))
    cookie = opened[0].cookie_of(seated)
    # In turn: what one writes, the others' files do not lose.
    again = [
        WebSessions(table_file(tmp_path, port, table), ("seat-0",), port) for port, table in tables
    ]
    assert again[0].places_of(again[0].read(cookie)) == ("seat-0",)
    assert [one.read(cookie) for one in again[1:]] == [None, None]
    assert len({one.cookie for one in again}) == 2


def test_a_damaged_file_makes_everybody_a_stranger_and_nothing_worse(tmp_path):
    path = tmp_path / "table.json"
    cookie = WebSessions(path).cookie_of(WebSessions(path).new())
    for damage in ("", "{", "[]", '{"key": 5}', '{"key": "00", "tokens": 3}', '{"key": ""}'):
        path.write_text(damage)
        assert WebSessions(path, ("seat-0",)).read(cookie) is None


# Files


def test_a_browser_that_has_a_file_is_sent_it_no_more():
    _, app = table_without_board()
    ask = Asking(app)
    _, _, page = ask("GET", "/", accept="text/html")
    script = re.search(rb'src="(/static/\w+/js/main.js)"', page)[1].decode()
    status, headers, body = ask("GET", script, **{"accept-encoding": "gzip"})
    assert (status, headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
    assert gzip.decompress(body).startswith(b"//")
    plain = "/static/js/main.js"
    etag = ask("GET", plain)[1]["etag"]
    assert ask("GET", plain, **{"if-none-match": etag})[0] == 304


def test_the_script_of_a_registered_game_has_an_address_and_nothing_else_of_it():
    _, app = table_without_board()
    ask = Asking(app)
    ask("GET", "/", accept="text/html")
    status, headers, body = ask("GET", "/games/gyges.js")
    assert (status, headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert body == (game_of("gyges").text("page.js") or "").encode()
    for name in ("gyges.py", "page.js", "chess.js", "..%2fmain.js", "gyges"):
        assert ask("GET", f"/games/{name}")[0] == 404


# Links


def test_a_browser_from_another_site_keeps_the_cookie_that_it_does_not_show():
    _, app = table_without_board()
    elsewhere = Asking(app, client="10.0.0.7")
    for path in ("/", "/join/some-token"):
        assert "set-cookie" not in elsewhere("GET", path, accept="text/html")[1]
    assert "set-cookie" in elsewhere("POST", "/api/me", b"")[1]
    assert "set-cookie" not in elsewhere("POST", "/api/me", b"")[1]


def test_a_tablet_with_the_hosts_link_is_a_host_until_it_is_revoked():
    table, app = table_without_board()
    tablet = Asking(app, client="10.0.0.9")
    tablet("POST", "/api/me", b"")
    assert tablet("GET", "/api/devices")[0] == 403
    token = table.api.device_link("tablet").rpartition("/")[2]
    order = json.dumps({"id": "12345678", "token": token}).encode()
    assert tablet("POST", "/api/join", order)[0] == 200
    assert json.loads(tablet("GET", "/api/me")[2]) == {"host": True, "seats": [], "sides": [0, 1]}
    known = json.loads(tablet("GET", "/api/devices")[2])["devices"]
    assert [(one["name"], one["taken"]) for one in known] == [("tablet", True)]
    gone = json.dumps({"id": "123456789", "revoke": known[0]["place"]}).encode()
    assert tablet("POST", "/api/devices", gone)[0] == 200
    assert tablet("GET", "/api/devices")[0] == 403


def test_a_link_is_used_by_its_button_alone():
    table, app = table_without_board()
    token = table.visitors.token_for("seat-1")
    guest = Asking(app, client="10.0.0.7")
    guest("POST", "/api/me", b"")
    page = guest("GET", f"/join/{token}")[2].decode()
    for file in re.findall(r'"(/static/[^"]+)"', page):
        assert guest("GET", file)[0] == 200, file
    for method, path in (("GET", "/join/"), ("HEAD", "/join/"), ("GET", "/api/join/")):
        assert guest(method, path + token)[0] == 200
    assert table.visitors.is_offered("seat-1")
    order = json.dumps({"id": "12345678", "token": token, "name": "Maya"}).encode()
    assert guest("POST", "/api/join", order)[0] == 200
    assert json.loads(guest("GET", "/api/me")[2])["seats"] == [1]
    other = Asking(app, client="10.0.0.8")
    other("POST", "/api/me", b"")
    status, _, said = other("POST", "/api/join", order)
    assert status == 409
    assert json.loads(said)["text"].startswith("This link was used already")
    assert other("GET", "/api/join/" + token)[0] == 404


# The guard

HOST = (b"host", b"127.0.0.1:8710")


async def answer_of(guard, method="GET", path="/api/state", headers=(HOST,), client="10.0.0.9"):
    """Return status and headers of an answer."""
    sent = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "headers": list(headers),
        "client": (client, 5),
        "query_string": b"",
    }
    await guard(scope, receive, send)
    return sent[0]["status"], dict(sent[0]["headers"])


async def inner(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def ask(guard=None, **how):
    guard = guard or SecurityMiddleware(inner, ["10.0.0.2"], 8710)
    return asyncio.run(answer_of(guard, **how))


def test_our_own_page_may_ask_and_gets_a_strict_policy():
    status, headers = ask(headers=[HOST, (b"origin", b"http://127.0.0.1:8710")])
    assert status == 200
    policy = headers[b"content-security-policy"].decode()
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@for_each(
    ("headers", "status"),
    [
        ([(b"host", b"evil.example:8710")], 421),  # a rebound name
        ([(b"host", b"127.0.0.1:80")], 421),
        ([], 421),
        ([(b"host", b"10.0.0.2:8710")], 200),
        ([HOST, (b"origin", b"http://evil.example")], 403),
        ([HOST, (b"origin", b"null")], 403),
        ([HOST, (b"origin", b"http://127.0.0.1:9999")], 403),
        ([HOST, (b"sec-fetch-site", b"cross-site")], 403),
        ([HOST, (b"content-length", str(MAX_BODY + 1).encode())], 413),
        ([HOST, (b"content-length", b"-1")], 413),
        ([HOST, (b"content-length", b"many")], 413),
    ],
)
def test_whoever_is_not_ours_is_refused(headers, status):
    assert ask(headers=headers)[0] == status


def test_nobody_asks_faster_than_people_do(monkeypatch):
    monkeypatch.setattr("underboard.web.http.security.MAX_VISITOR", 3)
    monkeypatch.setattr("underboard.web.http.security.MAX_ADDRESS", 9)
    now = [0.0]
    seat = (b"cookie", b"seat")
    guard = SecurityMiddleware(inner, [], 8710, lambda: now[0], lambda cookies: cookies == "seat")
    assert [ask(guard)[0] for _ in range(5)] == [200, 200, 200, 429, 429]
    # Others are not held up by one visitor, nor seats by a whole address.
    assert ask(guard, client="10.0.0.10")[0] == 200
    many = [ask(guard, headers=[HOST, (b"cookie", b"%d" % n)])[0] for n in range(8)]
    assert (many[0], many[-1]) == (200, 429)
    assert ask(guard, headers=[HOST, seat])[0] == 200
    now[0] = RATE_S
    assert ask(guard)[0] == 200


def test_spectators_leave_room_for_hosts_and_seats():
    readers = Readers()
    with contextlib.ExitStack() as stack:
        for number in range(MAX_READERS):
            name, address = str(number), f"10.0.0.{number % 3}"
            if readers.may_enter(name, address, False):
                stack.enter_context(readers.entered(name, address, False))
        assert readers.visitors.total() == MAX_READERS - RESERVED
        for _ in range(VISITOR_STREAMS):
            assert readers.may_enter("host", "10.0.0.1", True)
            stack.enter_context(readers.entered("host", "10.0.0.1", True))
        assert not readers.may_enter("host", "10.0.0.1", True), "one visitor is not a crowd"
        assert readers.may_enter("seat", "10.0.0.1", True)
    assert not readers.visitors


def test_a_body_that_does_not_come_is_waited_for_no_longer(monkeypatch):
    monkeypatch.setattr("underboard.web.http.security.BODY_S", 0.0)

    async def never():
        await asyncio.Event().wait()

    async def reads(scope, receive, send):
        await receive()

    with pytest.raises(TooSlow):
        asyncio.run(BodyLimit(never).receive())


# Orders


def request_of(body, kind="application/json"):
    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}

    headers = [(b"content-type", kind.encode())]
    return Request({"type": "http", "method": "POST", "headers": headers}, receive)


@for_each(
    ("body", "kind"),
    [
        (b"", "application/json"),
        (b"{", "application/json"),
        (b"[1]", "application/json"),
        (b"\xff\xfe", "application/json"),
        (b'{"turn": "b2"}', "application/json"),
        (b'{"id": "short"}', "application/json"),
        (b'{"id": "12345678\\u0000"}', "application/json"),
        (b'{"id": "12345678", "turn": {"a": 1}}', "application/json"),
        (b'{"id": "12345678", "turn": "' + b"x" * 1000 + b'"}', "application/json"),
        (b"[" * 100_000, "application/json"),
        (b'{"id": "12345678"}', "text/plain"),  # what a form of another site could send
    ],
)
def test_a_malformed_order_is_told_what_was_expected(body, kind):
    with pytest.raises(BadAction):
        asyncio.run(read_order(request_of(body, kind)))


def test_an_order_that_comes_twice_is_done_once():
    done = []

    async def work():
        await asyncio.sleep(0)
        done.append(1)
        return {"n": len(done)}

    async def go():
        once = IdempotentActions()
        both = await asyncio.gather(
            once.do("me", "12345678", work), once.do("me", "12345678", work)
        )
        again = await once.do("me", "12345678", work)
        other = await once.do("you", "12345678", work)
        return [*both, again, other]

    answers = asyncio.run(go())
    assert answers[:3] == [(200, {"ok": True, "n": 1})] * 3
    assert answers[3] == (200, {"ok": True, "n": 2})


def test_a_refusal_is_remembered_too():
    async def work():
        raise ActionRefused("late", "The board is one turn further.")

    async def go():
        once = IdempotentActions()
        return [await once.do("me", "12345678", work) for _ in range(2)]

    assert (
        asyncio.run(go())
        == [(409, {"error": "late", "text": "The board is one turn further."})] * 2
    )


# Records


@pytest.mark.parametrize("number", [0, 999, 10**30])
def test_a_game_that_is_not_among_the_records_is_said_to_be_none(number, tmp_path):
    with (
        Records.open(tmp_path / "games.sqlite3") as records,
        pytest.raises(UnderboardError) as said,
    ):
        records.load(number)
    assert str(said.value).startswith(f"no game {number} among the records")


@for_each("port", [-1, 65536, 70000])
def test_a_port_that_cannot_be_is_refused(port):
    with pytest.raises(UnderboardError, match=f"there is no port {port}: expected 1 to 65535"):
        listen("127.0.0.1", port)


def test_a_port_in_use_is_said_in_the_readers_language():
    with closing(listen("127.0.0.1", 0)) as one, pytest.raises(UnderboardError) as said:
        listen("127.0.0.1", one.getsockname()[1])
    assert "un autre programme s'en sert ; indiquez-en un autre" in spoken(said.value, "fr")


@pytest.mark.parametrize(
    ("method", "path", "status"), [("GET", "/nowhere", 404), ("DELETE", "/api/turns", 405)]
)
def test_an_address_that_we_do_not_have_is_answered_as_any_refusal(method, path, status):
    app = PageApp(None, False, "127.0.0.1", 8710).app(NoRoom())
    answered, headers = asyncio.run(answer_of(app, path=path, method=method))
    assert (answered, headers[b"content-type"]) == (status, b"application/json")


@pytest.mark.slow
def test_damaged_records_do_not_stand_in_the_way_of_a_table(tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    (tmp_path / "games.sqlite3").write_text("my shopping list")
    room = GameThread(Choice(simulated=True), "pylos", Texts("en"), lambda state: None)
    with closing(RoomThread(room)) as thread:
        thread.open()
        assert "they are kept as games-damaged-1.sqlite3" in room.mended
        assert room.submit(lambda room: room.side).result(20) == 0
    assert (tmp_path / "games-damaged-1.sqlite3").read_text() == "my shopping list"


@pytest.mark.parametrize("path", ["/api/state", "/api/turns"])
def test_who_asks_before_the_board_has_been_met_is_told_so(path):
    table = PageApp(None, False, "127.0.0.1", 8710)
    cookie = table.visitors.cookie_of(table.visitors.new(True))
    headers = (HOST, (b"cookie", f"{table.visitors.cookie}={cookie}".encode()))
    app = table.app(NoRoom())  # nothing is known that could be told or changed
    status, _ = asyncio.run(answer_of(app, path=path, headers=headers))
    assert status == 503
    table.feed.publish({"version": 1, "game": {}, "clock": None})
    assert asyncio.run(answer_of(app, path="/api/state", headers=headers))[0] == 200


@pytest.mark.slow
def test_whoever_looks_after_an_answer_sees_what_was_done(tmp_path, monkeypatch):
    # A table that is led after this one takes what it sees then for what came of its order.
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    shown, seen, go = [], [], threading.Event()

    def sit(room):
        go.wait()
        room.seats.sit(0, "human", "Ada")

    room = GameThread(Choice(simulated=True), "pylos", Texts("en"), shown.append)
    with closing(RoomThread(room)) as thread:
        thread.open()
        done = room.submit(sit)
        done.add_done_callback(lambda done: seen.append(shown[-1]["seats"]["names"][0]))
        go.set()
        done.result(60)
    assert seen == ["Ada"]


@pytest.mark.slow
def test_a_table_whose_own_program_fails_is_opened_again_and_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    monkeypatch.setattr("underboard.web.table.game_thread.AGAIN_S", 0.01)
    shown = []

    def fail(room):
        def step(timeout_s):
            raise KeyError("size.0")

        monkeypatch.setattr(room.session, "step", step)

    room = GameThread(Choice(simulated=True), "gyges", Texts("fr"), shown.append)
    with closing(RoomThread(room)) as thread:
        thread.open()
        room.submit(fail).result(60)
        while not any("(KeyError) et rouvre la table" in str(state["trouble"]) for state in shown):
            assert thread.is_alive, "a thread that dies leaves a page that looks well"
        while shown[-1]["trouble"]:
            assert thread.is_alive
        assert room.submit(lambda room: room.side).result(60) == 0
