"""The explorer (every legal turn, the best line, the tree), in the terminal and on the page."""

import json

import pytest

from boardcore.apagos.rules import Game
from boardcore.gyges.rules import Game as Gyges
from support.rows import for_each
from underboard.cli import main
from underboard.engine.evaluation import Evaluation, ScoredTurn, Source
from underboard.games.apagos.engine import cache
from underboard.games.apagos.engine.solution import solution_of
from underboard.study.explorer import Explored, explored, tree
from underboard.web.analysis import analysed

START = "5331"
IN_REACH = "000000/201320/302110/302300/100000/000000 S"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "default_folder", lambda: tmp_path)
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    return tmp_path


def test_every_turn_has_the_value_of_the_solution():
    game = Game(position=START)
    before = game.position_text()
    found = explored(game, 100, 8)
    assert game.position_text() == before
    assert found.proven
    assert not found.more
    solved = {move: judged for move, judged in solution_of(game).moves(game)}
    assert {turn for turn, _ in found.values} == set(game.legal_turns())
    for turn, worth in found.values:
        assert (worth.score * 2 - 1, worth.distance) == (solved[turn].value, solved[turn].distance)


def test_the_best_line_keeps_the_value_to_its_end():
    game = Game(position=START)
    found = explored(game, 100, 60)
    assert len(found.line) == found.values[0].worth.distance
    for turn in found.line:
        game.play_turn(turn)
    assert game.outcome()


def test_of_many_turns_some_are_left_out_and_counted():
    game = Gyges(position=IN_REACH)
    found = explored(game, 2, 1)
    assert len(found.values) == 2
    assert found.more == len(set(game.legal_turns())) - 2
    assert found.values[0].worth.distance == 1


def test_a_tree_groups_turns_of_one_worth_and_goes_on_below():
    game = Game(position=START)
    branches = tree(game, 2, 100)
    worths = [branch.worth for branch in branches]
    assert worths == sorted(worths, key=lambda worth: worth.rank, reverse=True)
    assert all(branch.below[0].worth.turned().score == branch.worth.score for branch in branches)


def test_the_page_and_the_terminal_tell_the_same(capsys):
    assert main(["explore", "apagos", "W3", "--position", START, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    page = analysed("apagos", "standard", "", START, ["W3"])
    assert told["line"] == page["line"]
    assert [one["turn"] for one in told["values"]] == [one["turn"] for one in page["values"]]
    assert [one["plies"] for one in told["values"]] == [one["plies"] for one in page["values"]]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "White wins in 17, proven"), ("fr", "Meilleure suite : ")]
)
def test_a_position_in_words(language, words, capsys):
    assert main(["explore", "apagos", "--position", START, "--lang", language]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(words in line for line in lines)


def test_the_tree_in_words(capsys):
    words = ["explore", "apagos", "--position", START, "--tree", "2", "--lang", "en"]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:3] == [
        "  1. W3: White wins in 17, proven",
        "    2. B1: White wins in 16, proven",
    ]


BAD = [
    (["apagos", "--position", "9999"], "9999"),
    (["apagos", "Z9", "--position", START], "Z9"),
    (["pylos", "a1", "a1"], "There is already a ball on a1."),
]


@for_each(("words", "said"), BAD)
def test_what_leads_nowhere_is_refused(words, said, capsys):
    assert main(["explore", *words, "--lang", "en"]) == 2
    assert said in capsys.readouterr().err


def test_a_finished_game_and_a_set_up_have_nothing_to_judge(capsys):
    finished = "000000/201020/302110/302300/100000/000000 N N3"
    assert main(["explore", "gyges", "--position", finished, "--lang", "en"]) == 0
    assert main(["explore", "gyges", "--lang", "en"]) == 0
    assert "Lay out the pieces first" in capsys.readouterr().out


def test_estimates_are_grouped_as_finely_as_they_are_shown():
    values = [ScoredTurn(1, Evaluation(0.554, False)), ScoredTurn(2, Evaluation(0.551, False))]
    values.append(ScoredTurn(3, Evaluation(1.0, True, 3)))
    groups = list(Explored(values, 0, [], Source("search")).groups())
    assert [turns for _, turns in groups] == [[1, 2], [3]]
