"""The page in a real Chromium (whole games by clicks, questions, keys, French, small screens)."""

import json
import random
from pathlib import Path

import pytest

from boardcore.pylos.cells import parse_cell
from support.campaign import in_pages, one_in
from support.waiting import until
from support.web.page import begin, order, state, wait_for_ply
from underboard.sim.board import SimBoard

pytestmark = pytest.mark.slow


FILES = Path(__file__).parents[2] / "host/underboard/web/static/js"
OVER = "#buttons [data-button=rematch]"
CLICK = """share => {
    const list = document.querySelectorAll('#plan .target, #strip [data-do=enough]');
    if (list.length) list[Math.floor(share * list.length)].click();
}"""


def play_to_the_end(page, seed):
    """Play random turns by clicks until the game is over."""
    chance = random.Random(seed)
    until(
        # Chosen and clicked at once: what may be chosen changes whenever the board tells more.
        lambda: page.evaluate(CLICK, chance.random()) or page.query_selector(OVER),
        lambda: page.inner_text("body"),
        pause_s=0,
    )


@pytest.mark.parametrize(
    ("game", "start", "engine"),
    # Late positions: whole games are played in tests/campaigns.
    one_in(
        3,
        [
            ("pylos", "LDLL/LLDD/DDDL/LDLD DD./DLL/L.D ../.. . L", "beginner"),
            ("apagos", "7:1,0 1:0,0 5:1,0 3:1,2 W", "beginner"),
            ("gyges", "002130/300300/021100/002000/000200/030100 S", "club"),
        ],
    ),
)
def test_a_game_is_played_to_its_end_by_clicks_with_the_engine_answering(
    served, visit, game, start, engine
):
    page = visit(served.url, reduced_motion="no-preference")
    begin(page, game, ("human", engine), start=start)
    play_to_the_end(page, seed=game)
    told = state(page)
    assert told["game"]["outcome"]
    assert page.inner_text("#title") == told["words"]["en"]["title"]
    # The record holds what was played, as the board's own journal told it.
    listed = page.evaluate("async () => (await (await fetch('/api/records')).json()).games[0]")
    assert listed["turns"] == len(told["turns"])
    assert listed["outcome"]


@in_pages
def test_a_square_asks_which_balls_are_taken_back(served, visit):
    page = visit(served.url)
    begin(page, start="..../.L../..L./.LL. .../.../... ../.. . L")
    page.click('.plan [data-cell="c2"]')
    page.wait_for_selector("#strip.must")
    assert "Square" in page.inner_text("#strip")
    page.click('.plan [data-cell="d3"]')
    page.click("[data-do=enough]")
    wait_for_ply(page, 1)
    assert state(page)["turns"] == ["c2xd3"]


@in_pages
def test_a_ball_is_raised_by_dragging_it(served, visit):
    page = visit(served.url, reduced_motion="no-preference")
    begin(page, start="LD../DL../..../...L .../.../... ../.. . L")
    page.wait_for_selector('.scene .piece[data-cell="d4"]')
    page.wait_for_timeout(300)  # the picture is drawn anew while the board settles
    ball = page.locator('.scene .piece[data-cell="d4"] .mover use').first.bounding_box()
    page.mouse.move(ball["x"] + ball["width"] / 2, ball["y"] + ball["height"] / 2)
    page.mouse.down()
    page.mouse.move(ball["x"] - 40, ball["y"] - 60, steps=4)
    goal = page.locator('.scene .spot[data-cell="e1"] .hit').bounding_box()
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=4)
    page.mouse.up()
    wait_for_ply(page, 1)
    assert state(page)["turns"] == ["d4-e1"]


@in_pages
def test_everything_is_done_by_keys_alone(served, visit):
    page = visit(served.url)
    begin(page)
    page.keyboard.press("b")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    wait_for_ply(page, 1)
    assert state(page)["turns"] == ["b2"]
    # Announced, for those who do not see the picture.
    page.until("document.querySelector('#polite').textContent.includes('placed a ball on b2')")
    page.keyboard.press("u")
    page.until("!document.querySelector('#turns li')")
    assert state(page)["turns"] == []


@in_pages
def test_a_typed_turn_that_is_refused_says_why_and_loses_nothing(served, visit):
    page = visit(served.url, locale="fr")
    begin(page)
    page.fill("#typed-turn", "e1")
    page.press("#typed-turn", "Enter")
    page.wait_for_selector("#strip.wrong")
    assert "bille" in page.inner_text("#strip")
    page.fill("#typed-turn", "<b>hello</b>")
    page.press("#typed-turn", "Enter")
    page.until("document.querySelector('#strip').textContent.includes('<b>hello')")
    assert page.locator("#strip b").count() == 0
    assert state(page)["turns"] == []


@in_pages
def test_what_is_refused_is_said_in_the_language_of_the_page(served, visit):
    page = visit(served.url, locale="fr")
    begin(page)
    page.goto(served.url + "#records/999999")
    assert page.inner_text("#records .error").startswith("pas de partie 999999")
    said = order(page, "records/import", text="shopping list")
    assert said["error"] == "record"
    assert "expected" not in said["text"]
    said = order(page, "records/import", text="x" * 300_000)
    assert (said["error"], said["text"][:19]) == ("too-long", "C'est trop long : u")


@in_pages
def test_a_browser_without_event_source_asks_instead_and_says_so(served, visit):
    page, other = visit(served.url, locale="de"), visit(served.url)
    begin(other)
    page.add_init_script("delete window.EventSource")
    page.reload()
    assert "every two seconds" in page.inner_text(".banner")
    other.click('.plan [data-cell="b2"]')
    wait_for_ply(page, 1)


@in_pages
def test_a_page_of_another_version_loads_itself_anew_but_not_for_ever(served, visit):
    page = visit(served.url, locale="es")
    script = (FILES / "main.js").read_text("utf-8").replace("VERSION = 1;", "VERSION = 0;")
    loaded = []

    def answer(route):
        loaded.append(route.request.url)
        route.fulfill(body=script, content_type="text/javascript")

    page.route("**/main.js", answer)
    page.reload()
    page.wait_for_selector("#updated")
    assert "start it again" in page.inner_text("#updated")
    assert len(loaded) == 2
    page.unroute("**/main.js")
    page.reload()
    begin(page)


@in_pages
def test_hints_come_in_three_stages(served, visit):
    page = visit(served.url)
    begin(page, start="..../.L../..L./.LL. .../.../... ../.. . L")
    said = []
    for stage in (1, 2, 3):
        page.click("[data-button=hint]")
        page.until(f"document.querySelectorAll('.pips i.on').length === {stage}")
        said.append(page.inner_text("#strip strong"))
    assert len(set(said)) == 3
    assert page.locator("[data-button=hint]").is_disabled()
    # The last one lights the board, too.
    page.wait_for_selector('.scene [data-cue="HINT"]')


@in_pages
def test_the_language_changes_at_any_time(served, visit):
    page = visit(served.url)
    begin(page)
    assert page.inner_text("#title") == "Light is to move"
    page.click("#language")
    page.until("document.querySelector('#title').textContent === 'À Clair de jouer'")
    assert page.get_attribute("html", "lang") == "fr"
    page.reload()  # the browser asks for English; what was chosen here counts more
    page.until("document.querySelector('#title').textContent === 'À Clair de jouer'")
    page.click("#language")
    page.until("document.querySelector('#title').textContent === 'Light is to move'")


@in_pages
def test_simulated_hands_tell_what_they_have_counted(served, visit):
    page = visit(served.url)
    # Two seats above level 1: the board asks which one, and the hands answer.
    begin(page, start="LDL./DLD./..../.... .../.../... ../.. . L")
    before = state(page)["hands"]
    order(page, "turns", turn="e2")
    wait_for_ply(page, 1)
    page.until("async () => !(await (await fetch('/api/state')).json()).board.busy")
    assert state(page)["turns"] == ["e2"]
    assert state(page)["hands"] == {**before, "asked": before["asked"] + 1}


@in_pages
def test_hands_say_that_a_ring_that_goes_back_is_a_turn_and_was_not_pushed_on(served, visit):
    page = visit(served.url)
    begin(page, "gyges", start="000000/000000/013220/213303/110000/020000 N")
    for ply, turn in enumerate(("b6-b1", "b1-b6"), 1):
        assert "error" not in order(page, "turns", turn=turn)
        wait_for_ply(page, ply)
    assert [turn[:3] + turn[-2:] for turn in state(page)["turns"]] == ["b6-b1", "b1-b6"]


@in_pages
def test_two_pages_agree_and_the_slower_one_loses_nothing(served, visit):
    one, other = visit(served.url), visit(served.url)
    begin(one)
    other.until("!document.querySelector('#turns li')")
    moment = state(one)["game"]["moment"]
    one.click('.plan [data-cell="b2"]')
    wait_for_ply(other, 1)
    late = order(other, "turns", turn="c3", moment=moment)
    assert late["error"] == "late"
    assert state(other)["turns"] == ["b2"]


@in_pages
def test_turns_are_stepped_through_and_the_game_goes_on(served, visit):
    page = visit(served.url)
    begin(page)
    for ply, cell in enumerate(("a1", "b2", "c3"), 1):
        page.click(f'.plan [data-cell="{cell}"]')
        wait_for_ply(page, ply)
    page.keyboard.press("[")
    page.wait_for_selector("#stepper:not([hidden])")
    assert page.get_attribute('.plan [data-cell="c3"]', "data-piece") == ""
    page.keyboard.press("Escape")
    page.until("""document.querySelector('.plan [data-cell="c3"]').dataset.piece === 'L'""")


@in_pages
def test_a_phone_shows_everything_without_scrolling_sideways(served, visit):
    page = visit(served.url, width=320, height=740, locale="fr")
    for game in ("pylos", "apagos", "gyges"):
        begin(page, game)
        for width in (320, 360):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, game
            # Picture and plan share one place; the plan is what a thumb hits.
            page.click("#switch [data-see=plan]")
            small = page.eval_on_selector_all(
                ".plan button:not([hidden])",
                "list => list.filter(one => one.getBoundingClientRect().width < 36).length",
            )
            assert small == 0, f"{game}: buttons too small for a thumb"
    for view in ("new", "study", "records", "rules", "network", "settings", "share"):
        page.goto(served.url + f"#{view}")
        page.until(f"document.querySelector('#{view} h1')")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, view
        assert page.evaluate("document.querySelector('header').offsetHeight") < 150, view


@in_pages
def test_the_page_comes_back_by_itself_when_the_server_was_killed(serve, visit):
    one = serve("pylos", "--new")
    page = visit(one.url)
    begin(page)
    page.click('.plan [data-cell="b2"]')
    wait_for_ply(page, 1)
    one.kill()
    page.until("!document.querySelector('#link').classList.contains('there')")
    one.arguments = ("pylos",)
    one.start(one.port)
    page.until("document.querySelector('#link').classList.contains('there')")
    page.until("""document.querySelector('.plan [data-cell="b2"]').dataset.piece === 'L'""")
    page.click('.plan [data-cell="c3"]')
    wait_for_ply(page, 2)
    assert state(page)["turns"] == ["b2", "c3"]
    # It stops cleanly with the stream open.
    assert one.stop() == 0


@in_pages
def test_a_board_that_vanishes_is_said_to_be_gone_and_then_goes_on(serve, visit):
    with SimBoard("pylos-reed16", pace=True, speed=3) as board:
        page = visit(serve("pylos", "--new", "--board", board.url).url)
        page.until("document.querySelector('#link').classList.contains('there')")
        board.put(parse_cell("b2"))
        wait_for_ply(page, 1)
        board.pull_cable()
        page.until("!document.querySelector('#link').classList.contains('there')")
        assert page.inner_text("#link") == "No board"
        # People play on: the board knows the rules by itself.
        board.put(parse_cell("c3"))
        board.plug_cable()
        page.until("document.querySelector('#link').classList.contains('there')")
        wait_for_ply(page, 2)
        assert state(page)["turns"] == ["b2", "c3"]


@in_pages
def test_the_records_are_searched_replayed_exported_imported_and_deleted(served, visit):
    page = visit(served.url)
    begin(page, "apagos", ("beginner", "beginner"))
    page.until(
        """async () => {
            const { games } = await (await fetch("/api/records")).json();
            return games[0]?.players === "beginner|beginner" && games[0].outcome;
        }"""
    )
    number = page.evaluate(
        "async () => (await (await fetch('/api/records')).json()).games[0].number"
    )
    begin(page)  # a game on the board cannot be deleted
    page.goto(served.url + "#records")
    page.fill("#records-search", f"#{number} beginner")
    page.until("document.querySelectorAll('.list tbody tr').length === 1")
    assert "wins" in page.inner_text(".list tbody td:nth-child(5)")
    page.click(".list a.button")
    page.wait_for_selector(".replay .scene")
    page.click(".turn-list [data-ply='2']")
    assert page.inner_text(".replay-said h2").startswith("2.")
    text = page.evaluate(f"async () => (await fetch('/api/records/{number}/json')).text()")
    assert json.loads(text)
    assert order(page, "records/import", text=text)["error"] == "record"
    assert "ok" in order(page, "records/delete", number=number)
    assert "number" in order(page, "records/import", text=text)


@in_pages
def test_a_question_of_the_board_is_answered_on_the_page(served, visit):
    page = visit(served.url)
    # Two seats above level 1: which one, no switch can see.
    begin(page, start="LDL./DLD./..../.... .../.../... ../.. . L")
    order(page, "press", button="yes")  # "I have moved"
    page.wait_for_selector("#strip.ask")
    asked = page.inner_text("#strip.ask [data-do=yes]")
    page.click("#strip.ask [data-do=next]")
    page.until(
        "asked => (document.querySelector('#strip.ask [data-do=yes]') || {}).textContent !== asked",
        asked,
    )
    for _ in range(4):
        if state(page)["turns"]:
            break
        yes = page.query_selector("#strip.ask [data-do=yes]")
        if yes:
            yes.evaluate("one => one.click()")
        page.wait_for_timeout(400)
    wait_for_ply(page, 1)
    assert state(page)["turns"][0] in ("e1", "e2")
