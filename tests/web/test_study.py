"""Puzzles and lessons on the page (the leaders of the command line, on the board of the page)."""

import pytest

from boardcore.games import rules_of
from support.campaign import in_pages
from support.web.page import begin, order, state
from underboard.device.discovery import Choice
from underboard.device.events import State
from underboard.errors import UnderboardError
from underboard.records.database import Records
from underboard.records.mirror import Mirror
from underboard.records.text_format import Head
from underboard.referee.remote_player import RemotePlayer
from underboard.study.lesson import steps_of
from underboard.study.progress import LessonProgress, PuzzleProgress
from underboard.study.puzzles import puzzles_of
from underboard.texts import Texts
from underboard.web.table.game_thread import GameThread
from underboard.web.table.position_text import trouble_told
from underboard.web.table.study_state import LESSONS, StudyState

# Progress


def test_the_fewest_tries_of_a_puzzle_stay(tmp_path):
    puzzle, other = puzzles_of("gyges")[:2]
    solved = PuzzleProgress(tmp_path)
    for tries in (3, 2, 4):
        solved.keep(puzzle, tries)
    solved.keep(other, 1)
    assert PuzzleProgress(tmp_path).of("gyges") == {puzzle.position: 2, other.position: 1}
    assert solved.of("pylos") == {}


@pytest.mark.parametrize("damage", ["", "[]", "{", '{"gyges": 5, "apagos": -1}'])
def test_a_damaged_file_of_progress_begins_anew(tmp_path, damage):
    for name in ("puzzles.json", "lessons.json"):
        (tmp_path / name).write_text(damage)
    assert PuzzleProgress(tmp_path).of("gyges") == {}
    assert LessonProgress(tmp_path).of("apagos", 8) == 0
    PuzzleProgress(tmp_path).keep(puzzles_of("gyges")[0], 1)
    LessonProgress(tmp_path).keep("apagos", 3)
    assert len(PuzzleProgress(tmp_path).of("gyges")) == 1
    assert LessonProgress(tmp_path).of("apagos", 8) == 3


def test_a_lesson_goes_on_at_its_last_step_and_begins_anew_after_it(tmp_path):
    for at, found in ((0, 0), (7, 7), (8, 0), (-1, 0)):
        LessonProgress(tmp_path).keep("apagos", at)
        assert LessonProgress(tmp_path).of("apagos", 8) == found


# The table

NOTHING = StudyState(LESSONS, lambda session, say: None)


def room_at(choice):
    return GameThread(choice, "pylos", Texts("en"), lambda state: None)


def test_no_task_takes_the_board_from_somebody_who_sits_there():
    room = room_at(Choice(simulated=True))
    room.seats.remotes[1] = RemotePlayer()
    with pytest.raises(UnderboardError, match="somebody else"):
        room.study(NOTHING, "pylos", False)
    assert room.studying is None


def test_a_real_board_has_tasks_of_its_own_game_others_lie_beside_it():
    room = room_at(Choice(url="loop://"))
    with pytest.raises(UnderboardError, match="plays pylos"):
        room.study(NOTHING, "gyges", False)
    room.study(NOTHING, "gyges", True)
    assert (room.choice.simulated, room.name) == (True, "gyges")
    # The game of before is found as it was: its own board has kept it.
    room.leave_task()
    assert (room.choice.simulated, room.name) == (False, "pylos")
    assert room.leader is None


def test_an_empty_board_is_led_to_the_position_of_a_task_and_asks_for_no_new_game():
    game = rules_of("pylos").Game("standard", (), "..../.LD./.DL./.... .../.../... ../.. . L")
    state = State("ambiguous", "L", 0, "guide", ("-b2", "-c3"), "")
    assert "b2" in " ".join(trouble_told(game, state, True, Texts("en")))
    game.play_turn(rules_of("pylos").parse_turn("f2"))
    assert trouble_told(game, state, True, Texts("en")) == []


# The page


@in_pages
@pytest.mark.slow
def test_a_win_that_was_missed_is_a_puzzle_of_ones_own(serve, visit, tmp_path):
    puzzle = puzzles_of("apagos")[0]
    rules, game = rules_of("apagos"), puzzle.game()
    wrong = next(turn for turn in game.legal_turns() if not puzzle.solved_by(turn))
    page = visit(serve("apagos", "--new").url + "#study")
    page.click('[data-do="mine.apagos"]')
    none = "'underboard puzzles apagos'"
    page.until("none => document.querySelector('.study-said').textContent.includes(none)", none)
    missed = Mirror.of_game("g1", "apagos", puzzle.variant, puzzle.options, "free", puzzle.position)
    missed.play(rules.turn_text(wrong))
    with Records.open(tmp_path / "games.sqlite3") as records:
        records.restore(Head(players="|"), missed)
    page.click('[data-do="mine.apagos"]')
    page.until(STANDS, "puzzles 1")
    assert state(page)["game"]["position"] == puzzle.position
    order(page, "turns", turn=puzzle.solution)
    page.until(STANDS, "puzzles 1 done")
    assert str(puzzle.rating) in page.inner_text("#strip")


LISTED = """async () =>
    (await (await fetch("/api/records")).json()).games.map(game => [game.number, game.name])"""
STANDS = "task => document.body.dataset.task === task"


@pytest.mark.slow
def test_a_lesson_and_a_puzzle_are_solved_by_clicks_and_the_game_goes_on(served, visit):
    page = visit(served.url, locale="fr")
    page.until("document.querySelector('#link').classList.contains('there')")
    begin(page)
    before = state(page)["game"]["id"]
    listed = page.evaluate(LISTED)
    page.goto(served.url + "#study")
    page.click('[data-do="begin.apagos"]')
    page.until(STANDS, "lessons 1")
    first, second = steps_of("apagos")[:2]
    task = Texts("fr")(f"apagos.lesson.{first.id}.task")
    assert page.inner_text("#lesson .your-turn p") == task
    assert page.query_selector(".scene .arrow-head"), "the task names its example"
    assert order(page, "undo")["error"] == "studying"
    page.click('.plan .target[data-cell="1"]')
    page.until(STANDS, "lessons 1 done")
    page.click("#strip [data-do=next]")
    page.until(STANDS, "lessons 2")
    # A legal turn that misses the point is explained, and taken back.
    page.click('.plan .target[data-cell="2"]')
    own = Texts("fr")(f"apagos.lesson.{second.id}.own")
    page.until("own => document.querySelector('#strip').textContent.includes(own)", own)
    page.goto(served.url + "#study")
    # It goes on where one was.
    page.wait_for_selector('[data-do="go-on.apagos"]')
    page.click('[data-do="solve.apagos"]')
    page.until(STANDS, "puzzles 1")
    puzzle = puzzles_of("apagos")[0]
    assert state(page)["game"]["position"] == puzzle.position
    for stage in (1, 2, 3):
        page.click("[data-button=hint]")
        page.until(f"document.querySelectorAll('.pips i.on').length === {stage}")
    order(page, "turns", turn=puzzle.solution)
    page.until(STANDS, "puzzles 1 done")
    assert str(puzzle.rating) in page.inner_text("#strip")
    page.click("#strip [data-do=next]")
    page.until(STANDS, "puzzles 2")
    assert state(page)["game"]["position"] == puzzles_of("apagos")[1].position
    told = page.evaluate("async () => (await (await fetch('/api/study')).json()).apagos")
    assert told["puzzles"]["solved"] == 1
    assert told["puzzles"]["first"] == 0, "after hints it was none at the first try"
    assert told["lessons"]["at"] == 1
    page.click('[data-button="study.leave"]')
    page.until(STANDS, "")
    assert state(page)["game"]["id"] == before
    # Tasks are no games: the records hold none of them.
    assert page.evaluate(LISTED) == listed
