"""The decoder of orders, and every address under nonsense: refused by a sentence, never 500."""

import json
import string

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.campaign import campaign
from support.rows import for_each
from support.web.asgi import Asking, table_without_board
from underboard.web.http.decode import (
    SIDE,
    BadAction,
    decoded,
    flag,
    one_of,
    pair,
    plain,
    text,
    whole,
)  # fmt: skip
from underboard.web.table.handlers import DEEDS

ID = {"id": "12345678"}
JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=20)
    | st.sampled_from([1.0, -1, 1 << 70, "é", "\x00", "x" * 500, "en", "de", "undo"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
NAMES = sorted({name for deed in DEEDS.values() for name in deed.shape} | {"lang", "id"})


@for_each(
    ("field", "value"),
    [
        (text(3), "abcd"), (text(3), 1), (text(3), None), (text(3), ["a"]),
        (SIDE, 1.0), (SIDE, True), (SIDE, "1"), (SIDE, 2), (SIDE, None),
        (flag, 1), (flag, "true"), (flag, None),
        (whole(10), 11), (whole(10), -1), (whole(10), 1.0), (whole(10), True),
        (one_of("a", "b"), "c"), (one_of("a"), ["a"]), (one_of("a"), {}),
        (pair(text(3)), ["a"]), (pair(text(3)), ["a", 1]), (pair(text(3)), "ab"),
        (plain, {"a": 1}), (plain, [[1]]), (plain, float("nan")), (plain, 1 << 60),
    ],
)  # fmt: skip
def test_a_field_takes_nothing_but_its_own(field, value):
    with pytest.raises(BadAction):
        field(value)


def test_half_of_a_pair_of_code_units_can_be_written_somewhere():
    assert text()(json.loads('"\\ud800a"')).encode()


def test_a_name_that_nobody_asks_for_is_named():
    with pytest.raises(BadAction, match="there is no field 'trun': expected id, lang, turn"):
        decoded({**ID, "trun": "b2"}, {"turn": text()})


@for_each("lang", ["de", "", 5, None, ["en"], "EN"])
def test_only_languages_that_are_spoken(lang):
    with pytest.raises(BadAction, match="'lang': expected en or fr"):
        decoded({**ID, "lang": lang}, {})


@pytest.mark.slow
@given(order=st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=8), JSON, max_size=6))
@settings(max_examples=campaign(50, 500), deadline=None)
def test_whatever_comes_is_read_or_refused(order):
    for deed in DEEDS.values():
        try:
            found = decoded({**order, **ID}, deed.shape)
        except BadAction:
            continue
        assert set(found) <= {"id", "lang", *deed.shape}


# Every address


ADDRESSES = [f"/api/{name}" for name in DEEDS] + [
    "/api/study", "/api/invite", "/api/devices", "/api/join", "/api/me",
    "/api/records/import", "/api/records/delete", "/api/records/restore",
]  # fmt: skip
READ = [
    "/", "/join/{}", "/static/{}.js", "/static/js/{}", "/games/{}", "/api/words/{}", "/api/cues/{}",
    "/api/records?search={}", "/api/records/{}", "/api/records/{}/json", "/api/join/{}",
    "/api/position?game=pylos&variant={}&text={}", "/api/position?game={}", "/api/{}",
]  # fmt: skip
PART = st.text(string.printable + "é😀\x00\ud800", max_size=400)


@pytest.fixture
def ask(tmp_path, monkeypatch):
    """Return a function that asks, as the host, a table that has met no board."""
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    monkeypatch.setattr("underboard.web.http.security.MAX_VISITOR", 1 << 30)
    table, app = table_without_board()
    host = table.visitors.new(local=True)
    asking = Asking(app, cookie=f"{table.visitors.cookie}={table.visitors.cookie_of(host)}")
    return lambda *how: asking(*how)[0]


@pytest.mark.slow
def test_no_address_answers_nonsense_with_500(ask):
    same_table = [HealthCheck.function_scoped_fixture]

    @given(
        st.sampled_from(ADDRESSES),
        st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=8), JSON, max_size=6),
        st.booleans(),
    )
    @settings(max_examples=campaign(100, 500), deadline=None, suppress_health_check=same_table)
    def posted(path, order, right):
        status = ask("POST", path, json.dumps({**order, **ID} if right else order).encode())
        assert status < 500 or status == 503, (path, order)

    @given(st.sampled_from(READ), PART)
    @settings(max_examples=campaign(100, 500), deadline=None, suppress_health_check=same_table)
    def read(path, part):
        status = ask("GET", path.replace("{}", part))
        assert status < 500 or status == 503, (path, part)

    posted()
    read()


NO_FILES = ["a" * 300 + ".js", "js/" + "é" * 200 + ".js", "js", "js/", "join.html", "", "../api.py"]


@pytest.mark.parametrize("name", NO_FILES)
def test_a_file_that_cannot_be_is_not_there(ask, name):
    assert ask("GET", f"/static/{name}") == 404
