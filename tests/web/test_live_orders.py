"""Random orders of several visitors at a live table: none breaks it, none is half done."""

import random

import pytest

from boardcore.games import rules_of
from boardcore.options import parse_options
from support.campaign import campaign
from support.web.asgi import LiveTable
from underboard.web.table.handlers import DEEDS

pytestmark = pytest.mark.slow

ORDERS = 160
FIELDS = {
    "turn": ("a1", "b2", "c3", "d4", "b2-f1", "c3xb2", "W2", "a1-N", "zz", "", "é" * 40),
    "line": (
        "b2", "c3", "rules", "help undo", "why", "lights", "undo", "annuler", "quit", "¬", " ",
    ),
    "button": ("yes", "next", "no"),
    "what": ("resign", "draw", "accept", "decline", "abandon", "allow", "refused", "withdrawn", 1),
    "side": (0, 1, 2, True),
    "moment": ("", "pylos-x-0-0", None),
    "phrase": ("hello", "thanks", "rude"),
    "number": (0, 1, 2, 10**9, -1),
    "back": (True, False, "yes"),
    "who": (
        ["human", "human"],
        ["human", "beginner"],
        ["beginner", "human"],
        ["human"],
        ["x", "y"],
    ),
    "names": (["Ada", "Ben"], ["", ""], ["club", ""], ["<b>", "x" * 300]),
    "game": ("pylos", "", "go"),
    "variant": ("standard", "expert", "", "nonsense"),
    "start": ("", "L.../..../..../.... .../.../... ../.. . D", "nonsense"),
    "clock": ("none", "10m", "5m+3s", "soon"),
    "training": (True, False, 1),
    "hint_limit": ("none", "3", "-1"),
}  # fmt: skip
LESS = ("new", "resume", "hint")
"""Orders that cost seconds: laying a board out, a search."""
GRANTED = 0.6
"""Share of the orders that a page would offer whoever gives them."""


def granted(live, askers, chance):
    """Return an order that the table grants now: who gives it, its name and its fields."""
    told = live.host("/api/state")
    sides = {ask: ask("/api/me")["sides"] for ask in askers}
    seated = [ask for ask in askers if sides[ask]]
    if not seated:  # engines play both sides: the host alone has a say
        return live.host, "seats", {"who": ["human", "human"], "names": ["", ""]}
    kinds = [
        (seated, "typed", {"line": chance.choice(("rules", "help undo", "why", "lights"))}),
        (seated, "hints", {}),
        ([live.host], "seats", {"who": ["human", "human"], "names": ["Ada", "Ben"]}),
    ]
    mover = [ask for ask in seated if told["game"]["side"] in sides[ask]]
    places = [one["steps"][0] for one in told["choices"] if one["text"] == "{0}"]
    if request := told["request"]:
        other = [ask for ask in seated if 1 - request["side"] in sides[ask]]
        wanted = other, "answer", {"what": chance.choice(("allow", "allow", "refused"))}
    elif told["game"]["outcome"]:
        wanted = seated, "rematch", {}
    elif told["clock"] and told["clock"]["paused"]:
        wanted = mover, "pause", {}
    else:
        wanted = mover, "turns", {"turn": chance.choice(places[0]) if places else ""}
    kinds += [wanted] * 3
    who, name, fields = chance.choice([kind for kind in kinds if kind[0]])
    return chance.choice(who), name, fields


def anything(askers, chance):
    """Return an order of whatever fields, of whoever it may be."""
    name = chance.choice([name for name in DEEDS if name not in LESS] * 4 + list(LESS))
    told = [field for field in DEEDS[name].shape if chance.random() < 0.8]
    # The first ones are what pages say.
    fields = {
        field: chance.choice(FIELDS[field][: 2 if chance.random() < 0.6 else None])
        for field in told
    }
    if chance.random() < 0.9:  # what an honest page would say
        fields.pop("moment", None)
    return chance.choice(askers), name, fields


def one_moment(live):
    """Return the turns and the state of one moment: hands may still be making a turn."""
    while True:
        told, state = live.host("/api/turns"), live.host("/api/state")
        if told["turns"] == state["turns"]:
            return told, state


@pytest.fixture(scope="module")
def live(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("table")
        patch.setenv("UNDERBOARD_DATA", str(folder))
        patch.setattr("underboard.web.http.security.MAX_VISITOR", 1 << 30)
        patch.setattr("underboard.web.http.security.MAX_ADDRESS", 1 << 30)
        patch.setattr("underboard.web.table.jobs.HANDS_S", 2.0)
        one = LiveTable(folder, clock="10m")
        yield one
        one.close()


@pytest.mark.parametrize("seed", campaign([1], [1, 2, 3]))
def test_whatever_is_ordered_leaves_a_table_that_is_played_at(live, seed):
    chance = random.Random(seed)
    askers = [live.host, live.seat(0, "Ada"), live.seat(1, "Ben"), live.visitor()]
    done = []
    for _ in range(ORDERS):
        if chance.random() < GRANTED:
            ask, name, fields = granted(live, askers, chance)
        else:
            ask, name, fields = anything(askers, chance)
        status = ask(f"/api/{name}", **fields, lang="en")["status"]
        assert status in (200, 400, 403, 409, 422, 429), (name, fields, status)
        done += [name] * (status == 200)
    assert len(done) > ORDERS // 3
    assert {"turns", "typed", "seats", "hints"} <= set(done)
    told, state = one_moment(live)
    rules = rules_of(told["game"])
    game = rules.Game(told["variant"], parse_options(told["options"]), told["start"])
    for text in told["turns"]:
        game.play_turn(rules.parse_turn(text))
    assert game.position_text() == state["game"]["position"]
    # Whatever happened, the host begins anew and plays.
    for side in (0, 1):
        live.host("/api/invite", seat=side)
    begun = live.host("/api/new", game="pylos", who=["human"] * 2, names=["", ""], clock="none")
    assert begun["status"] == 200, begun
    live.wait(lambda room: not room.session.mirror.turns and room.session.settled)
    live.play(live.host, "b2")
