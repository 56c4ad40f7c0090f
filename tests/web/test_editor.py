"""The editor (positions set up on the page are those that the rules read, or say what is wrong)."""

import random
from functools import partial

import pytest

from boardcore.games import rules_of
from support.rows import for_each
from support.web.page import begin, state
from underboard.device.events import Health
from underboard.device.health_text import standing
from underboard.texts import Texts
from underboard.web.position_check import checked

STARTS = {
    "pylos": "LL../LL../..../.... D../.../... ../.. . D",
    "gyges": "321123/000000/000000/000000/000000/321120 N setup",
    "apagos": "7:1,1 5:0,0 3:0,1 1:0,0 W",
}


@for_each("name", STARTS)
def test_a_position_is_told_as_the_rules_read_it(name):
    told = checked(name, "standard", STARTS[name])
    assert told["ok"]
    assert told["position"] == STARTS[name]
    assert told["words"]["fr"]["text"] != told["words"]["en"]["text"]


@for_each(
    ("name", "variant", "text", "said"),
    [
        ("pylos", "standard", "..../..../..../.... L../.../... ../.. . L", "floats"),
        ("pylos", "standard", "hello", "expected four levels"),
        ("pylos", "hello", "", "not a variant"),
        ("apagos", "standard", "7:9,0 5:0,0 3:0,0 1:0,0 W", "9 balls in 7 holes"),
        ("apagos", "standard", "7:0,0 7:0,0 3:0,0 1:0,0 W", "cannot show"),
        ("gyges", "standard", "321123/000000/000000/000000/000000/321120 S", "four of each size"),
        ("gyges", "standard", "321123/000000/000000/000000/000000/320123 S N1", "Nothing is left"),
    ],
)
def test_what_cannot_be_played_is_said_in_both_languages(name, variant, text, said):
    told = checked(name, variant, text)
    assert not told["ok"]
    assert said in told["words"]["en"]["text"]
    assert told["words"]["fr"]["text"] != told["words"]["en"]["text"]


def test_what_is_wrong_with_sensors_is_told_with_what_to_do():
    health = Health("valid", 1, 0, 1.0, {3: "dead", 0: "stuck"}, more=2)
    told = standing(health, "pylos-hall25", Texts("en"), True)
    assert [len(lines) for lines in told] == [2, 2, 1]
    assert told[0][0].startswith("Sensor 0 at ")
    assert "wires" in told[1][1]
    assert standing(None, "pylos-hall25", Texts("en"), True) == []
    assert standing(Health("none", 1, 0, 1.0, {}), "pylos-hall25", Texts("fr"), False) != []


CHECKED = "text => document.querySelector('#edit').dataset.checked === text"


def drag_by_touch(page, start, goal):
    """Drag one thing of a picture to another with a finger."""
    boxes = [page.locator(one).bounding_box() for one in (start, goal)]
    places = [
        {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2} for box in boxes
    ]
    finger = page.context.new_cdp_session(page)
    half = {axis: (places[0][axis] + places[1][axis]) / 2 for axis in "xy"}
    for kind, points in (
        ("touchStart", [places[0]]),
        ("touchMove", [half]),
        ("touchMove", [places[1]]),
        ("touchEnd", []),
    ):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.mark.slow
def test_a_position_is_set_up_by_clicks_keys_and_text_and_played(served, visit):
    page = visit(served.url, has_touch=True)
    checked_now = partial(page.until, CHECKED)
    begin(page)  # the editor shows what stands on the board
    page.goto(served.url + "#edit")
    page.until("Boolean(document.querySelector('#edit').dataset.checked)")
    page.click("[data-do=clear]")
    checked_now("..../..../..../.... .../.../... ../.. . L")
    for cell in ("a1", "a2", "b1"):
        page.click(f'#edit .plan [data-cell="{cell}"]')
    page.click('#edit .scene [data-cell="b2"] .hit')
    page.focus('#edit .plan [data-cell="e1"]')
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    checked_now("LL../LL../..../.... DD./.../... ../.. . L")
    assert "floats" in page.inner_text("#edit .verdict")
    assert page.is_disabled("#edit [data-do=begin]")
    page.keyboard.press("Delete")
    page.click("#edit [data-side='1']")
    checked_now(STARTS["pylos"])
    assert "Dark" in page.inner_text("#edit .verdict")
    drag_by_touch(page, '#edit .scene [data-piece="e1"]', '#edit .scene [data-cell="c1"] .hit')
    checked_now("LL../LL../D.../.... .../.../... ../.. . D")
    page.fill("#position-text", "nonsense")
    assert page.is_disabled("#edit [data-do=begin]"), "before the rules have read it"
    for name in ("gyges", "apagos"):
        page.select_option("#edit [name=game]", name)
        page.until("Boolean(document.querySelector('#edit').dataset.checked)")
        page.fill("#position-text", STARTS[name])
        page.press("#position-text", "Enter")
        checked_now(STARTS[name])
    page.click("#edit [data-do=begin]")
    page.until("document.body.dataset.game === 'apagos' && location.hash === '#table'")
    assert state(page)["game"]["start"] == STARTS["apagos"]
    # It is laid out on the board, too; a table is not closed while hands are at work.
    page.until(
        """async () => (await (await fetch("/api/state")).json()).board.verdict === "at-rest" """
    )


@for_each("name", ["pylos", "gyges", "apagos"])
def test_any_position_of_a_game_may_be_begun_from(name):
    chance = random.Random(name)
    game = rules_of(name).Game()
    while not game.outcome():
        told = checked(name, "standard", game.position_text())
        assert told["ok"]
        assert told["position"] == game.position_text()
        assert told["side"] == game.side
        game.play_turn(chance.choice(game.legal_turns()))
    assert not checked(name, "standard", game.position_text())["ok"]
