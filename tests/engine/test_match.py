"""Matches (pairs of games from random starts, levels and other programs as players)."""

import json
import shlex
import sys

import pytest

from boardcore.games import rules_of
from support.rows import for_each, rows
from underboard.cli import main
from underboard.cli.study import match
from underboard.engine import compile_process
from underboard.engine.match import MatchScore, play, starts_of
from underboard.engine.player import levels_of, player_of, with_engine
from underboard.games.gyges.engine import openings
from underboard.registry import game_of

RANDOMS = {
    "pylos": lambda seed: player_of("pylos", "random", seed),
    "gyges": lambda seed: player_of("gyges", "random", seed),
}


def random_player(name):
    return lambda seed: RANDOMS[name](seed)


@pytest.mark.parametrize("name", ["pylos", "gyges"])
def test_both_players_have_either_side_of_every_start(name):
    results = list(play(name, (random_player(name), random_player(name)), 4, seed=3))
    assert [result.first for result in results] == [0, 1, 0, 1]
    assert results[0].start == results[1].start != results[2].start == results[3].start
    for result in results:
        rules = rules_of(name)
        game = rules.Game(position=result.start)
        for text in result.turns:
            game.play_turn(rules.parse_turn(text))


def test_the_same_seed_plays_the_same_match():
    def match(seed):
        players = random_player("gyges"), random_player("gyges")
        return list(play("gyges", players, 2, seed))

    assert match(1) == match(1) != match(2)


def test_matches_of_gyges_begin_from_different_legal_set_ups():
    starts = starts_of("gyges", "", [])
    assert len(set(starts)) == len(starts) >= 100
    for start in starts:
        assert not rules_of("gyges").Game(position=start).outcome()


def test_matches_with_one_row_begin_from_searched_set_ups_that_are_even():
    starts = starts_of("gyges", "", [("rows", "1")])
    assert len(set(starts)) == len(starts) >= 300
    for start in starts[:20]:
        game = rules_of("gyges").Game(position=start, options=[("rows", "1")])
        rows = "".join(map(str, game.cells[:6])), "".join(map(str, game.cells[30:36]))
        assert abs(openings.values()[rows]) <= openings.EVEN
        assert not game.outcome()
    rules = [("rows", "1")]
    result = next(play("gyges", (random_player("gyges"),) * 2, 1, 3, options=rules))
    assert result.start in starts


def test_a_score_has_an_error_even_when_all_games_are_won():
    assert MatchScore([24, 0, 0]).share == 1
    assert 0 < MatchScore([24, 0, 0]).error < 0.05
    assert MatchScore([0, 0, 2]).share == 0.5
    assert MatchScore([5, 5, 0]).error == pytest.approx(0.158, abs=0.001)


def test_the_last_line_is_for_scripts(capsys):
    assert main(["match", "gyges", "greedy", "random", "--games", "2", "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "games 2 greedy 2 random 0 draws 0"
    assert lines[0].startswith("1. greedy - random: greedy wins in ")
    assert lines[-2] == "greedy scores 100.0 % (standard error 30.6)." or "scores" in lines[-2]


def test_json_has_a_line_for_each_game(capsys):
    assert main(["match", "gyges", "random", "random", "--games", "2", "--json"]) == 0
    games = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [game["game"] for game in games] == [1, 2]
    assert games[0]["won_by"] in ("A", "B", "draw")


@pytest.mark.parametrize(("level", "says"), [("club", 0), ("expert", 1)])
def test_a_match_says_in_one_line_that_numba_compiles_first(level, says, monkeypatch, capsys):
    """To play by the slow search meanwhile would measure something else."""
    monkeypatch.setattr(compile_process, "must_compile", lambda module: True)
    monkeypatch.setattr(match, "player_of", lambda *asked: player_of("pylos", "random", 1))
    assert main(["match", "pylos", level, "random", "--games", "1", "--lang", "en"]) == 0
    assert capsys.readouterr().err.count("numba compiles the engine, once") == says


# Other programs

ENGINE = [sys.executable, "-m", "underboard", "engine", "gyges", "--level", "greedy"]


def command(*words):
    return shlex.join([str(word) for word in words])


def program(tmp_path, body):
    """Return the command of a program that says what ``body`` maps each first word to."""
    path = tmp_path / "other.py"
    path.write_text(
        "import sys, time\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        "    if word == 'ugi': print('ugiok', flush=True)\n"
        "    elif word == 'isready': print('readyok', flush=True)\n" + body
    )
    return command(sys.executable, path)


@pytest.mark.slow
def test_a_program_that_speaks_ugi_is_a_player(capsys):
    status = main(["match", "gyges", command(*ENGINE), "random", "--games", "2", "--quiet"])
    name = sys.executable.split("/")[-1]
    assert status == 0
    assert capsys.readouterr().out == f"games 2 {name} 2 random 0 draws 0\n"


BAD = [
    # what the program does at "go", words of the complaint
    ("dies", "    elif word == 'go': sys.exit(3)\n", "has ended in the middle, with status 3"),
    ("lies", "    elif word == 'go': print('bestmove a1-N')\n    sys.stdout.flush()\n",
     "answered 'bestmove a1-N'"),
    ("says nonsense", "    elif word == 'go': print('bestmove')\n    sys.stdout.flush()\n",
     "answered 'bestmove'"),
    ("hangs", "    elif word == 'go': time.sleep(60)\n", "did not answer 'go' within 0.5 s"),
]  # fmt: skip


@rows(BAD, "body", "words")
def test_a_bad_program_is_named_in_one_sentence(body, words, tmp_path, capsys):
    bad = program(tmp_path, body)
    assert main(["match", "gyges", "random", bad, "--games", "2", "--timeout", "0.5"]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert "Traceback" not in said
    assert said.count("\n") == 1


def test_a_word_that_is_nothing_is_refused(capsys):
    assert main(["match", "gyges", "strog", "club"]) == 2
    said = capsys.readouterr().err
    assert "'strog' is not a level: expected beginner, easy" in said
    assert "or a command that starts a program" in said


@for_each("name", with_engine())
def test_the_levels_that_are_told_are_those_of_the_engine(name):
    module = game_of(name).part("engine")
    assert levels_of(name) == tuple(module.LEVELS)
