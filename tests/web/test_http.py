"""The machinery below the pages: feeds, visitors, orders and the guard, without a browser."""

import asyncio
import json
import stat
import threading
from contextlib import closing

import pytest
from starlette.requests import Request

from underboard.device.find import Choice
from underboard.records.database import Records
from underboard.texts import Texts
from underboard.texts.said import spoken
from underboard.trouble import Trouble
from underboard.web.app import Table
from underboard.web.http.feed import KEPT, Feed, difference
from underboard.web.http.guard import BODY_MOST, RATE_S, Guard
from underboard.web.http.orders import BadOrder, No, Once, read_order
from underboard.web.http.serving import listen
from underboard.web.http.visitors import COOKIE, Visitors
from underboard.web.table.room import Room

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


@pytest.mark.parametrize("last", ["", "nonsense", "other-1", "run-", "run-999999", "run--1"])
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
    visitors, others = Visitors(), Visitors()
    host = visitors.new(is_host=True)
    assert visitors.read(visitors.cookie_of(host)) == host
    assert others.read(visitors.cookie_of(host)) is None
    watching = visitors.cookie_of(visitors.new())
    assert visitors.read(watching.replace("watch", "host")) is None


@pytest.mark.parametrize("cookie", ["", "|", "||||", "a|host|", "a|host||é", "x" * 1000, "\x00"])
def test_nonsense_is_nobodys_cookie(cookie):
    assert Visitors().read(cookie) is None


def test_a_token_takes_its_place_once():
    visitors = Visitors(places=("seat-0", "seat-1"))
    token = visitors.token_for("seat-1")
    assert visitors.is_offered("seat-1")
    assert not visitors.is_taken("seat-1")
    first = visitors.take(visitors.new(), token)
    assert visitors.places_of(first) == ("seat-1",)
    assert visitors.take(visitors.new(), token) is None
    assert visitors.take(visitors.new(), "") is None


def test_a_place_that_was_handed_over_is_lost():
    visitors = Visitors(places=("seat-0",))
    first = visitors.take(visitors.new(), visitors.token_for("seat-0"))
    old = visitors.token_for("seat-0")
    assert visitors.places_of(first) == ()
    # An earlier link is void when a new one is made.
    second = visitors.take(visitors.new(), visitors.token_for("seat-0"))
    assert visitors.take(visitors.new(), old) is None
    assert visitors.places_of(second) == ("seat-0",)


def test_places_outlive_a_restart_in_a_file_for_the_owner_alone(tmp_path):
    path = tmp_path / "visitors.json"
    before = Visitors(path, ("seat-0",))
    seated = before.take(before.new(), before.token_for("seat-0"))
    cookie = before.cookie_of(seated)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    after = Visitors(path, ("seat-0",))
    assert after.places_of(after.read(cookie)) == ("seat-0",)
    assert after.is_taken("seat-0")


def test_a_damaged_file_makes_everybody_a_stranger_and_nothing_worse(tmp_path):
    path = tmp_path / "visitors.json"
    cookie = Visitors(path).cookie_of(Visitors(path).new())
    for damage in ("", "{", "[]", '{"key": 5}', '{"key": "00", "terms": 3}'):
        path.write_text(damage)
        assert Visitors(path, ("seat-0",)).read(cookie) is None


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
    guard = guard or Guard(inner, ["10.0.0.2"], 8710)
    return asyncio.run(answer_of(guard, **how))


def test_our_own_page_may_ask_and_gets_a_strict_policy():
    status, headers = ask(headers=[HOST, (b"origin", b"http://127.0.0.1:8710")])
    assert status == 200
    policy = headers[b"content-security-policy"].decode()
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(
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
        ([HOST, (b"content-length", str(BODY_MOST + 1).encode())], 413),
        ([HOST, (b"content-length", b"-1")], 413),
        ([HOST, (b"content-length", b"many")], 413),
    ],
)
def test_whoever_is_not_ours_is_refused(headers, status):
    assert ask(headers=headers)[0] == status


def test_nobody_asks_faster_than_people_do():
    now = [0.0]
    guard = Guard(inner, [], 8710, clock=lambda: now[0], rate_most=3)
    assert [ask(guard)[0] for _ in range(5)] == [200, 200, 200, 429, 429]
    # Others are not held up by him, and he may go on after a while.
    assert ask(guard, client="10.0.0.10")[0] == 200
    now[0] = RATE_S
    assert ask(guard)[0] == 200


# Orders


def request_of(body, kind="application/json"):
    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}

    headers = [(b"content-type", kind.encode())]
    return Request({"type": "http", "method": "POST", "headers": headers}, receive)


@pytest.mark.parametrize(
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
    with pytest.raises(BadOrder):
        asyncio.run(read_order(request_of(body, kind)))


def test_an_order_that_comes_twice_is_done_once():
    done = []

    async def work():
        await asyncio.sleep(0)
        done.append(1)
        return {"n": len(done)}

    async def go():
        once = Once()
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
        raise No("late", "The board is one turn further.")

    async def go():
        once = Once()
        return [await once.do("me", "12345678", work) for _ in range(2)]

    assert (
        asyncio.run(go())
        == [(409, {"error": "late", "text": "The board is one turn further."})] * 2
    )


# Records


@pytest.mark.parametrize("number", [0, 999, 10**30])
def test_a_game_that_is_not_among_the_records_is_said_to_be_none(number, tmp_path):
    with Records.open(tmp_path / "games.sqlite3") as records, pytest.raises(Trouble) as said:
        records.load(number)
    assert str(said.value).startswith(f"no game {number} among the records")


@pytest.mark.parametrize("port", [-1, 65536, 70000])
def test_a_port_that_cannot_be_is_refused(port):
    with pytest.raises(Trouble, match=f"there is no port {port}: expected 1 to 65535"):
        listen("127.0.0.1", port)


def test_a_port_in_use_is_said_in_the_readers_language():
    with closing(listen("127.0.0.1", 0)) as one, pytest.raises(Trouble) as said:
        listen("127.0.0.1", one.getsockname()[1])
    assert "un autre programme s'en sert ; indiquez-en un autre" in spoken(said.value, "fr")


@pytest.mark.parametrize(
    ("method", "path", "status"), [("GET", "/nowhere", 404), ("DELETE", "/api/turns", 405)]
)
def test_an_address_that_we_do_not_have_is_answered_as_any_refusal(method, path, status):
    app = Table(None, False, "127.0.0.1", 8710).app(None)
    answered, headers = asyncio.run(answer_of(app, path=path, method=method))
    assert (answered, headers[b"content-type"]) == (status, b"application/json")


@pytest.mark.slow
def test_damaged_records_do_not_stand_in_the_way_of_a_table(tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    (tmp_path / "games.sqlite3").write_text("my shopping list")
    room = Room(Choice(simulated=True), "pylos", Texts("en"), lambda state: None)
    with closing(room):
        room.open()
        assert "they are kept as games-damaged-1.sqlite3" in room.mended
        assert room.do(lambda room: room.side).result(20) == 0
    assert (tmp_path / "games-damaged-1.sqlite3").read_text() == "my shopping list"


@pytest.mark.parametrize("path", ["/api/state", "/api/turns"])
def test_who_asks_before_the_board_has_been_met_is_told_so(path):
    table = Table(None, False, "127.0.0.1", 8710)
    cookie = table.visitors.cookie_of(table.visitors.new(True))
    headers = (HOST, (b"cookie", f"{COOKIE}={cookie}".encode()))
    app = table.app(None)  # it is not asked: nothing is known that could be told or changed
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

    room = Room(Choice(simulated=True), "pylos", Texts("en"), shown.append)
    with closing(room):
        room.open()
        done = room.do(sit)
        done.add_done_callback(lambda done: seen.append(shown[-1]["seats"]["names"][0]))
        go.set()
        done.result(60)
    assert seen == ["Ada"]


@pytest.mark.slow
def test_a_table_whose_own_program_fails_is_opened_again_and_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    monkeypatch.setattr("underboard.web.table.room.AGAIN_S", 0.01)
    shown = []

    def fail(room):
        def step(timeout_s):
            raise KeyError("size.0")

        monkeypatch.setattr(room.session, "step", step)

    room = Room(Choice(simulated=True), "gyges", Texts("fr"), shown.append)
    with closing(room):
        room.open()
        room.do(fail).result(60)
        while not any("(KeyError) et rouvre la table" in str(state["trouble"]) for state in shown):
            assert room._thread.is_alive(), "a thread that dies leaves a page that looks well"
        while shown[-1]["trouble"]:
            assert room._thread.is_alive()
        assert room.do(lambda room: room.side).result(60) == 0
