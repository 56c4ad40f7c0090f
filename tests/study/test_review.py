"""Reviews (what is called proven is proven again by other means; summaries, graph and words)."""

import asyncio
import json
import subprocess
import sys

import pytest

from boardcore.apagos import rules as apagos
from boardcore.games import rules_of
from boardcore.gyges import rules as gyges
from boardcore.options import parse_options
from boardcore.pylos import rules as pylos
from support.campaign import campaign
from support.rows import each_row, for_each
from underboard.cli import main
from underboard.engine import compile_process, compiled
from underboard.engine.evaluation import Evaluation, ScoredTurn, judge_of
from underboard.engine.match import play
from underboard.engine.player import player_of
from underboard.games.apagos.engine import cache
from underboard.games.pylos import judge as pylos_judge
from underboard.records.database import Records
from underboard.records.mirror import Mirror
from underboard.records.text_format import Head, plain_text
from underboard.registry import game_of as part_of
from underboard.study.report import (
    as_data,
    axis,
    bar,
    graph,
    limits,
    spans,
    title,
    turn_lines,
    worth_words,
)
from underboard.study.review import BLUNDER, DOUBT, GOOD, MISTAKE, reason_of, review
from underboard.texts import LANGUAGES, Texts
from underboard.web import review_worker
from underboard.web.http import offload

EN = Texts("en")


class Says:
    """A judge that says what tables hold: by position, the best turn and worths by turn.

    ``second``: what a second search finds, where that is something else; ``apart``: whether a
    proof tells a proven worth from an estimated one.
    """

    def __init__(self, table, second=None, apart=False):
        self.table = table
        self.second = second or {}
        self.apart = apart

    doubt = DOUBT

    def deeper(self, game, pause=None):
        best = self.best(game)
        return ScoredTurn(best.turn, self.again(game, best.turn))

    def again(self, game, turn, pause=None):
        text = apagos.turn_text(turn)
        return self.second.get(game.ply, {}).get(text) or self.turn(game, turn)

    def tells_apart(self, game, turn, better):
        assert turn.worth.proven != better.worth.proven
        return self.apart

    def best(self, game, pause=None):
        worths = self.table[game.ply]
        turn = max(worths, key=lambda text: worths[text].rank)
        return ScoredTurn(apagos.parse_turn(turn), worths[turn])

    def turn(self, game, turn, pause=None):
        return self.table[game.ply][apagos.turn_text(turn)]


def sure(score, distance=0):
    return Evaluation(float(score), True, distance)


def guess(score):
    return Evaluation(score, False)


KINDS = [
    # name, what the first turn is worth, what the best one is, the kind
    ("a win kept", sure(1, 5), sure(1, 3), GOOD),
    ("a win given away", sure(0, 4), sure(1, 7), BLUNDER),
    ("a draw given away", sure(0, 4), sure(0.5), BLUNDER),
    ("a win that may be kept", guess(0.6), sure(1, 5), GOOD),
    ("a loss where the rest may be lost too", sure(0, 3), guess(0.5), GOOD),
    ("the last turn of a lost game", sure(0, 2), guess(0.9), GOOD),
    ("the shorter of two losses", sure(0, 2), sure(0, 8), GOOD),
    ("a little worse", guess(0.5), guess(0.5 + DOUBT / 2), GOOD),
    ("much worse", guess(0.3), guess(0.6), MISTAKE),
]


@each_row(KINDS, "worth", "best", "kind")
def test_kinds_of_turns(worth, best, kind):
    judge = Says({0: {"W3": worth, "W4": best}})
    (turn,) = review("apagos", "standard", "", "5331", ["W3"], judge=judge).turns
    assert (turn.kind, turn.best_text) == (kind, "W4")


def test_a_review_says_of_which_turns_it_cannot_tell():
    judge = Says({
        0: {"W3": guess(0.4), "W4": guess(0.5)}, 1: {"B4": guess(0.2), "B3": guess(0.6)},
        2: {"W4": sure(0, 4), "W3": guess(0.6)}, 3: {"B3": sure(1, 3), "B4": guess(0.2)},
        4: {"W2": sure(0, 2), "W1": sure(0, 2)},
    })  # fmt: skip
    judge.second = {1: {"B4": guess(0.2), "B3": guess(0.6)}}
    reviewed = review("apagos", "standard", "", "5331", ["W3", "B4", "W4", "B3", "W2"], judge=judge)
    assert [turn.settled for turn in reviewed.turns] == [False, True, False, True, True]
    assert limits(reviewed, EN) == "The review cannot tell what 2 moves cost (1, 3)."


def test_numbers_are_told_as_spans():
    assert spans([1, 2, 3, 5, 8, 9]) == "1–3, 5, 8–9"
    assert spans([]) == ""


SECOND = [
    # name, first search of the turn and of the best one, what the second finds, the kind
    ("it agrees", guess(0.3), guess(0.6), {"W3": guess(0.35), "W4": guess(0.6)}, MISTAKE),
    ("it disagrees", guess(0.3), guess(0.6), {"W3": guess(0.5), "W4": guess(0.6)}, GOOD),
    ("it proves both", guess(0.3), guess(0.6), {"W3": sure(0, 4), "W4": sure(1, 5)}, BLUNDER),
    ("it proves the best one lost", sure(0, 4), guess(0.6), {"W4": sure(0, 6)}, GOOD),
    ("it proves the best one won", sure(0, 4), guess(0.6), {"W4": sure(1, 5)}, BLUNDER),
    ("it proves the turn lost alone", guess(0.3), guess(0.6), {"W3": sure(0, 4)}, GOOD),
]


@each_row(SECOND, "worth", "best", "second", "kind")
def test_a_second_search_decides_what_the_first_suspects(worth, best, second, kind):
    judge = Says({0: {"W3": worth, "W4": best}}, {0: second})
    (turn,) = review("apagos", "standard", "", "5331", ["W3"], judge=judge).turns
    assert turn.kind == kind


@for_each("apart", [True, False])
@each_row([("lost", sure(0, 3), guess(0.5)), ("not won", guess(0.5), sure(1, 3))], "worth", "best")
def test_a_proven_worth_and_an_estimate_are_told_apart_by_a_proof_alone(worth, best, apart):
    judge = Says({0: {"W3": worth, "W4": best}}, apart=apart)
    (turn,) = review("apagos", "standard", "", "5331", ["W3"], judge=judge).turns
    assert turn.kind == (MISTAKE if apart else GOOD)


def test_of_turns_that_are_worth_the_same_the_one_played_is_the_best():
    judge = Says({0: {"W3": sure(1, 3), "W4": sure(1, 3)}})
    for played in ("W3", "W4"):
        (turn,) = review("apagos", "standard", "", "5331", [played], judge=judge).turns
        assert (turn.best_text, turn.kind) == (played, GOOD)


def test_what_a_later_position_proves_holds_for_the_turn_before():
    judge = Says({0: {"W3": guess(0.4), "W4": guess(0.7)}, 1: {"B4": sure(1, 3)}})
    first, second = review("apagos", "standard", "", "5331", ["W3", "B4"], judge=judge).turns
    assert first.worth == sure(0, 4)
    assert first.best_text == "W4"
    assert first.kind == GOOD
    assert second.worth == sure(1, 3)


def test_a_turn_that_only_seemed_best_is_no_mistake_but_proves_nothing_of_others():
    judge = Says({0: {"W3": guess(0.9), "W4": guess(0.5)}, 1: {"B4": sure(1, 3)}})
    (first, _) = review("apagos", "standard", "", "5331", ["W3", "B4"], judge=judge).turns
    assert (first.worth, first.kind) == (sure(0, 4), GOOD)


def test_a_proven_draw_proves_nothing_of_the_position_before():
    """The position may be worth more than the draw that was played from it."""
    judge = Says({
        0: {"W3": guess(0.4)}, 1: {"B4": guess(0.4), "B3": guess(0.45)}, 2: {"W4": sure(0.5)},
    })  # fmt: skip
    turns = review("apagos", "standard", "", "5331", ["W3", "B4", "W4"], judge=judge).turns
    assert [turn.worth.proven for turn in turns] == [False, True, True]


REASONS = [
    # name, game, what was played, the best turn, the answer, the reason
    ("a square not made", "pylos", "b2", "c3xa1", "", "square-missed"),
    ("another square", "pylos", "b2xa1", "c3xa1,b2", "", ""),
    ("no square there", "pylos", "b2", "c3", "d4", ""),
    ("a square left to make", "pylos", "b2", "c3", "d4xa1", "square-left"),
    ("a square left counts first", "pylos", "b2", "c3xa1", "d4xa1", "square-left"),
    ("a goal not entered", "gyges", "a1-a2", "a1-N", "", "goal-missed"),
    ("another goal", "gyges", "a1-N", "b1-N", "", ""),
    ("a goal left open", "gyges", "a1-a2", "b1-b2", "a6-S", "goal-left"),
    ("nothing to be seen", "gyges", "a1-a2", "b1-b2", "a6-a5", ""),
    ("Apagos shows none", "apagos", "W3", "W4", "B4", ""),
]


@each_row(REASONS, "game", "turn", "best", "reply", "reason")
def test_why_a_turn_was_bad(game, turn, best, reply, reason):
    rules = rules_of(game)
    parsed = [rules.parse_turn(text) if text else -1 for text in (turn, best, reply)]
    assert reason_of(game, *parsed) == reason


# Real games


def game_of(name, levels, seed=1):
    players = tuple(lambda s, level=level: player_of(name, level, s) for level in levels)
    return next(play(name, players, 1, seed))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "default_folder", lambda: tmp_path)
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    return tmp_path


@pytest.mark.slow
def test_apagos_is_proven_throughout(folder):
    result = game_of("apagos", ("club", "easy"))
    reviewed = review("apagos", "standard", "", result.start, result.turns)
    assert reviewed.proven == len(reviewed.turns) == len(result.turns)
    game = apagos.Game(position=result.start)
    scores = []
    for turn in reviewed.turns:
        scores.append(turn.worth.score if turn.side == 0 else 1 - turn.worth.score)
        game.play(turn.turn)
    winner = game.outcome()[0]
    assert scores[-1] == (0.5 if winner == apagos.DRAW else 1 - winner)
    # The value changes at blunders, and nowhere else.
    for before, turn, after in zip(scores, reviewed.turns[1:], scores[1:]):
        assert (before != after) == (turn.kind == BLUNDER)


@pytest.mark.slow
def test_what_is_proven_of_gyges_is_won_by_the_rules(folder):
    """Wins in one and three turns are followed through by the core's rules alone."""
    result = game_of("gyges", ("easy", "club"))
    reviewed = review("gyges", "standard", "repetition=draw", result.start, result.turns)
    assert reviewed.proven
    game = gyges.Game(options=parse_options("repetition=draw"), position=result.start)
    for turn in reviewed.turns:
        if turn.best_worth == sure(1, 1):
            assert goal_turns(game)
        if turn.worth == sure(0, 2):
            game.play(turn.turn)
            assert goal_turns(game)
            game.undo()
        if turn.best_worth == sure(1, 3):
            game.play(turn.best)
            for answer in game.legal_turns():
                game.play(answer)
                assert goal_turns(game)
                game.undo()
            game.undo()
        game.play(turn.turn)


def goal_turns(game):
    return [t for t in game.legal_turns() if gyges.turn_landing(t) >= gyges.CELLS]


@pytest.mark.slow
def test_the_end_of_a_game_of_pylos_is_proven(folder):
    """Of the last fourteen turns, as a campaign shows for a whole game."""
    result = game_of("pylos", ("club", "easy"))
    game, early = pylos.Game(position=result.start), campaign(max(len(result.turns) - 14, 0), 0)
    for text in result.turns[:early]:
        game.play_turn(pylos.parse_turn(text))
    reviewed = review("pylos", "standard", "", game.position_text(), result.turns[early:])
    assert all(turn.worth.proven for turn in reviewed.turns[-3:])
    assert not reviewed.turns[0].worth.proven


@pytest.mark.parametrize("name", ["pylos", "apagos", "gyges"])
def test_a_judge_leaves_the_game_as_it_was(name, folder):
    start = {"gyges": "000000/201320/302110/302300/100000/000000 S"}.get(name, "")
    game = rules_of(name).Game(position=start)
    before = game.position_text()
    judge = judge_of(name, 1000)
    best = judge.best(game)
    assert judge.turn(game, best.turn).score == pytest.approx(best.worth.score, abs=0.2)
    assert game.position_text() == before


@pytest.mark.parametrize("name", ["pylos", "gyges"])
def test_a_review_does_not_wait_until_numba_has_compiled(name, folder, monkeypatch):
    """A process that sleeps stands for the one that compiles."""
    module = part_of(name).part("judge")
    said, asked = [], []

    class Slow(module.Judge):
        def __init__(self, turns, fast=True):
            asked.append(fast)
            super().__init__(turns, fast)

    monkeypatch.setattr(module, "Judge", Slow)
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    monkeypatch.setitem(compile_process.children, module.KERNELS, child)
    start = {"gyges": "000000/201320/302110/302300/100000/000000 S"}.get(name, "")
    review(name, "standard", "", start, [], notice=said.append)
    child.communicate(b"\n")
    review(name, "standard", "", start, [], notice=said.append)
    assert asked == [False, compiled.FAST]


def test_the_page_judges_while_numba_compiles_says_so_and_judges_again(folder, monkeypatch):
    """A process that sleeps stands for the one that compiles."""
    monkeypatch.setattr(pylos_judge, "FAST_NODES", 2000)
    monkeypatch.setattr(pylos_judge, "NODES", 2000)
    with Records.open() as records:
        number = records.import_text("a1 b2\n")
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    monkeypatch.setitem(compile_process.children, pylos_judge.KERNELS, child)

    async def here(work, *arguments):
        return work(*arguments)

    monkeypatch.setattr(offload, "elsewhere", here)
    reviews = review_worker.Reviews()
    first = asyncio.run(reviews.of(number, 2))
    child.communicate(b"\n")
    second = asyncio.run(reviews.of(number, 2))
    third = asyncio.run(reviews.of(number, 2))
    assert [first["hasty"], second["hasty"]] == [True, False]
    assert "review it again in a minute" in first["words"]["en"]["note"]
    assert "dans une minute" not in second["words"]["fr"]["note"]
    assert second is third


# Words


def test_a_missed_goal_is_the_reason():
    position = "000000/201320/302110/302300/100000/000000 S"
    game = gyges.Game(position=position)
    short = [t for t in game.legal_turns() if gyges.turn_landing(t) < gyges.CELLS]
    (turn,) = review("gyges", "standard", "", position, [gyges.turn_text(short[0])]).turns
    assert turn.best_worth == sure(1, 1)
    assert turn.why == ("" if turn.kind == GOOD else "goal-missed")


@for_each("language", LANGUAGES)
@for_each("kind", [GOOD, MISTAKE, BLUNDER])
def test_every_kind_of_turn_has_its_words(language, kind):
    row = next(row for row in KINDS if row[3] == kind)
    judge = Says({0: {"W3": row[1], "W4": row[2]}})
    reviewed = review("apagos", "standard", "", "5331", ["W3"], judge=judge)
    lines = turn_lines(reviewed, reviewed.turns[0], Texts(language))
    assert "W3" in lines[0]
    assert ("W4" in lines[-1]) == (kind != GOOD)
    assert title(reviewed, Texts(language))


def test_the_graph_shows_scores_marks_and_what_is_proven():
    judge = Says({
        0: {"W3": sure(1, 9)}, 1: {"B4": guess(0.1), "B3": guess(0.4)}, 2: {"W4": sure(0, 2)},
    })  # fmt: skip
    reviewed = review("apagos", "standard", "", "5331", ["W3", "B4", "W4"], judge=judge)
    lines = graph(reviewed, EN)
    assert len({len(line) for line in lines[:-1]}) == 1
    top, bottom = lines[0], lines[3]
    assert top.strip().startswith("White |")
    assert bottom.strip().startswith("Black |")
    assert lines[4].count("=") == sum(turn.worth.proven for turn in reviewed.turns)
    assert not set("".join(graph(reviewed, EN, blocks=False))) & set("▁▂▃▄▅▆▇█")


def test_a_bar_is_never_empty_and_never_too_high():
    assert bar(0.0, 0, " ▁▂▃▄▅▆▇█") == "▁"
    assert bar(1.0, 3, " ▁▂▃▄▅▆▇█") == "█"
    assert bar(0.5, 2, " ▁▂▃▄▅▆▇█") == " "


def test_the_axis_numbers_every_tenth_turn():
    class Turn:
        def __init__(self, ply):
            self.ply = ply

    assert axis([Turn(ply) for ply in range(13, 34)]) == "13     20        30"


# The command


@pytest.mark.slow
def test_review_of_a_file(folder, capsys):
    result = game_of("apagos", ("easy", "casual"))
    path = folder / "game.txt"
    path.write_text(record(result))
    assert main(["review", str(path), "--lang", "en"]) == 0
    out = capsys.readouterr().out.splitlines()
    count = len(result.turns)
    assert out[-1].startswith(f"turns {count} mistakes 0 blunders ")
    assert out[-1].endswith(f" proven {count}")
    assert main(["review", str(path), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert len(data["turns"]) == count == data["proven"]


def record(result):
    mirror = Mirror.of_game("1", "apagos", "standard", "", "here", result.start)
    for text in result.turns:
        mirror.play(text)
    return plain_text(Head(outcome=mirror.outcome), mirror)


BAD = [
    (["review"], "there are no games yet"),
    (["review", "7"], "no game 7 among the records"),
    (["review", "nowhere.txt"], "cannot read nowhere.txt"),
]


@pytest.mark.parametrize(("words", "said"), BAD)
def test_what_cannot_be_reviewed_is_said(words, said, folder, capsys):
    assert main([*words, "--lang", "en"]) == 2
    assert said in capsys.readouterr().err


def test_data_of_a_review_holds_each_turn():
    judge = Says({0: {"W3": sure(0, 4), "W4": sure(1, 7)}})
    data = as_data(review("apagos", "standard", "", "5331", ["W3"], judge=judge))
    assert data["turns"][0] == {
        "ply": 1, "side": 0, "turn": "W3", "kind": "blunder", "settled": True,
        "worth": {"score": 0.0, "proven": True, "turns": 4},
        "best": "W4", "best_worth": {"score": 1.0, "proven": True, "turns": 7},
        "reply": "", "why": "",
    }  # fmt: skip
    assert (data["mistakes"], data["blunders"], data["proven"]) == (0, 1, 1)


def test_a_proven_draw_is_called_one():
    said = [worth_words(sure(score), "Light", "Dark", EN) for score in (1, 0.5, 0)]
    assert said == ["Light wins, proven", "a draw, proven", "Dark wins, proven"]


def test_the_page_says_what_a_review_cannot_tell(folder, monkeypatch):
    monkeypatch.setattr(pylos_judge, "FAST_NODES", 2000)
    monkeypatch.setattr(pylos_judge, "NODES", 2000)
    with Records.open() as records:
        number = records.import_text("a1 b2\n")
    words = review_worker.judged(number)["words"]
    assert "cannot tell what 2 moves cost (1–2)" in words["en"]["note"]
    assert "ont coûté 2 coups (1–2)" in words["fr"]["note"]
