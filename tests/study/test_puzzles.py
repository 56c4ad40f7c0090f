"""Puzzles (each has one solution, which is proven again; the command asks and tells)."""

import dataclasses
import io
import json
import sys

import pytest

from boardcore.apagos.rules import turn_text
from boardcore.games import NAMES, rules_of
from support.rows import for_each
from underboard.cli import main
from underboard.errors import UnderboardError
from underboard.games.apagos.engine import cache
from underboard.records.database import Records
from underboard.records.mirror import Mirror
from underboard.records.text_format import Head
from underboard.study.puzzles import chosen, parse, puzzles_of

GAMES = (("apagos", 300), ("gyges", 300), ("pylos", 300))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "default_folder", lambda: tmp_path)
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    monkeypatch.delenv("UNDERBOARD_BOARD", raising=False)


@for_each(("name", "least"), GAMES)
def test_puzzles_are_many_different_and_sorted(name, least):
    puzzles = puzzles_of(name)
    assert len(puzzles) >= least
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles)
    ratings = [puzzle.rating for puzzle in puzzles]
    assert ratings == sorted(ratings)
    assert ratings[0] >= 3


def small():
    """Return puzzles of Apagos on the squares that are solved fastest."""
    puzzles = puzzles_of("apagos")
    return [puzzle for puzzle in puzzles if sorted(puzzle.game().holes) == [1, 3, 3, 5]]


@pytest.mark.slow
def test_some_puzzles_are_proven_again():
    """All of them: ``underboard puzzles GAME --prove``."""
    easy = [puzzle for puzzle in puzzles_of("gyges") if puzzle.rating == 3]
    for puzzle in small()[:6] + easy[:4]:
        assert puzzle.is_proven(), puzzle


@pytest.mark.slow
def test_another_turn_does_not_solve_a_puzzle_nor_prove_it():
    puzzle = small()[0]
    turns = puzzle.game().legal_turns()
    assert sum(puzzle.solved_by(turn) for turn in turns) < len(turns)
    other = next(turn for turn in turns if not puzzle.solved_by(turn))
    assert not dataclasses.replace(puzzle, solution=turn_text(other)).is_proven()


def test_a_line_and_a_puzzle_are_the_same():
    puzzle = puzzles_of("apagos")[0]
    assert parse("apagos", puzzle.line()) == puzzle


@for_each("line", ["", "3|standard|nothing|a1-b1", "x|standard|a|b", "3|wrong||a1"])
def test_a_damaged_line_is_named(line):
    with pytest.raises(UnderboardError, match="is not a puzzle of gyges"):
        parse("gyges", line)


def test_the_same_seed_chooses_the_same_puzzles():
    puzzles = puzzles_of("apagos")
    assert chosen(puzzles, 5, 1) == chosen(puzzles, 5, 1) != chosen(puzzles, 5, 2)
    assert len(chosen(puzzles, 10**6, 1)) == len(puzzles)


def solve(monkeypatch, capsys, lines, *words):
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in lines)))
    assert main(["puzzles", "apagos", "--count", "1", "--seed", "4", "--lang", "en", *words]) == 0
    return capsys.readouterr().out


def test_a_right_turn_solves_a_puzzle(monkeypatch, capsys):
    (puzzle,) = chosen(puzzles_of("apagos"), 1, 4)
    out = solve(monkeypatch, capsys, [puzzle.solution])
    assert f"Right: {puzzle.solution} wins in {puzzle.rating}." in out
    assert out.endswith("Solved 1 of 1, 1 of them at the first try.\n")


def test_hints_come_in_stages_and_a_helped_puzzle_is_not_solved_at_first(monkeypatch, capsys):
    (puzzle,) = chosen(puzzles_of("apagos"), 1, 4)
    out = solve(monkeypatch, capsys, ["hint", "hint", "nonsense", puzzle.solution])
    assert "Solved 1 of 1, 0 of them at the first try." in out


def test_leaving_and_skipping(monkeypatch, capsys):
    (puzzle,) = chosen(puzzles_of("apagos"), 1, 4)
    assert f"The solution was {puzzle.solution}." in solve(monkeypatch, capsys, ["skip"])
    assert "Solved 0 of 1" in solve(monkeypatch, capsys, ["quit"])
    assert "Solved 0 of 1" in solve(monkeypatch, capsys, [])


def test_puzzles_are_data_for_programs(capsys):
    assert main(["puzzles", "apagos", "--json", "--count", "2", "--seed", "1"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [set(line) for line in lines] == [
        {"game", "variant", "options", "position", "solution", "rating"}
    ] * 2


BAD = [
    (["chess"], "'chess' is not a game here"),
    (["apagos", "--hardest", "2"], "there are no puzzles of apagos rated 2 or less"),
]


@pytest.mark.parametrize(("words", "said"), BAD)
def test_what_there_is_not_is_said(words, said, capsys):
    assert main(["puzzles", *words]) == 2
    assert said in capsys.readouterr().err


# On the board, and from one's own games


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_puzzles_are_solved_on_the_board_with_mistakes_taken_back(name, monkeypatch, capsys):
    picked = chosen(puzzles_of(name), 2, 4)
    rules = rules_of(name)
    lines = []
    for puzzle in picked:
        game = puzzle.game()
        others = (turn for turn in game.legal_turns() if not puzzle.solved_by(turn))
        # Boxed rings are taken back by hand in more than one step: no mistakes there.
        wrong = [rules.turn_text(next(others))] if name != "gyges" else []
        lines += [*wrong, "indice", puzzle.solution]
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in lines)))
    words = ["puzzles", name, "--count", "2", "--seed", "4", "--board", "sim", "--lang", "en"]
    assert main(words) == 0
    out = capsys.readouterr().out
    for puzzle in picked:
        assert f"Right: {puzzle.solution} wins in {puzzle.rating}." in out
    assert out.count("does not win") == (0 if name == "gyges" else 2)
    assert out.endswith("Solved 2 of 2, 0 of them at the first try.\n")


def test_a_missed_win_of_ones_own_becomes_a_puzzle(capsys):
    name = "apagos"
    puzzle = puzzles_of(name)[0]
    rules, game = rules_of(name), puzzle.game()
    wrong = next(turn for turn in game.legal_turns() if not puzzle.solved_by(turn))
    with Records.open() as records:
        for players, turn in (
            ("|", rules.turn_text(wrong)),
            ("|", puzzle.solution),
            ("perfect|perfect", rules.turn_text(wrong)),
        ):
            mirror = Mirror.of_game(
                "g1", name, puzzle.variant, puzzle.options, "free", puzzle.position
            )
            mirror.play(turn)
            records.restore(Head(players=players), mirror)
    assert main(["puzzles", name, "--mine", "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["solution"] == puzzle.solution


def test_no_games_of_ones_own_are_said_to_be_none(capsys):
    assert main(["puzzles", "gyges", "--mine"]) == 2
    assert "play more of them, or type 'underboard puzzles gyges'" in capsys.readouterr().err


@for_each(
    "players",
    ["perfect|perfect", "greedy|random", "engine underboard easy|engine underboard easy",
     "engine sage 3|engine other-program -", "remote|remote"],
)  # fmt: skip
def test_what_engines_and_remote_players_missed_is_no_puzzle_of_ones_own(capsys, players):
    puzzle = puzzles_of("apagos")[0]
    game, rules = puzzle.game(), rules_of("apagos")
    wrong = next(turn for turn in game.legal_turns() if not puzzle.solved_by(turn))
    with Records.open() as records:
        mirror = Mirror.of_game(
            "g1", "apagos", puzzle.variant, puzzle.options, "free", puzzle.position
        )
        mirror.play(rules.turn_text(wrong))
        records.restore(Head(players=players), mirror)
    assert main(["puzzles", "apagos", "--mine", "--json", "--lang", "en"]) == 2
    assert "hold no such puzzle" in capsys.readouterr().err
