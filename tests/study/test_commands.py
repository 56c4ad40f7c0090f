"""One set of commands (what can be asked in a game can be asked in a lesson and in a puzzle)."""

import io
import sys

import pytest

from underboard.cli import main
from underboard.study.lesson import steps_of, words
from underboard.study.puzzles import chosen, puzzles_of
from underboard.texts import LANGUAGES, Texts, area

ASKED = ("help", "where", "what", "moves", "rules", "repeat", "board", "why")
NAMES = ("pylos", "apagos", "gyges")


def typed(monkeypatch, capsys, tmp_path, lines, *arguments):
    """Return what a command prints about each of these lines."""
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def answers(name, game, texts, legal):
    """Parts of the answers to ``ASKED`` at a position."""
    table = area(texts.language, name)
    return [table["turns"], legal[:2], name.upper() if name != "gyges" else "GYG"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_puzzle_answers_what_a_game_answers(name, language, monkeypatch, capsys, tmp_path):
    texts, known = Texts(language), area(language, "commands")
    [puzzle] = chosen(puzzles_of(name), 1, 5)
    lines = [known[word] for word in ASKED] + ["zz", "undo", "", "quit"]
    arguments = ["puzzles", name, "--count", "1", "--seed", "5", "--lang", language]
    out = typed(monkeypatch, capsys, tmp_path, lines, *arguments)
    for part in answers(name, puzzle.game(), texts, puzzle.solution):
        assert part in out, part
    task = area(language, "study")["puzzle.task"].partition("{side}")[2]
    # At first, by repeat, after what is no turn, and after what is no command here.
    assert out.count(task) == 4
    assert texts("cli.play.nothing-refused") in out


@pytest.mark.slow
@pytest.mark.parametrize(("name", "language"), [("pylos", "fr"), ("gyges", "en")])
def test_a_lesson_answers_a_wrong_word_with_its_task(name, language, monkeypatch, capsys, tmp_path):
    texts, known = Texts(language), area(language, "commands")
    step = steps_of(name)[0]
    lines = [known[word] for word in ASKED] + ["zz", "j1", "quit"]
    arguments = ["learn", name, "--board", "sim", "--lang", language]
    out = typed(monkeypatch, capsys, tmp_path, lines, *arguments)
    task = words(name, step, "task", texts)
    assert out.count(task) == 4, "at first, by repeat, after each wrong line"
    for part in answers(name, None, texts, step.example):
        assert part in out, part


@pytest.mark.slow
def test_skip_and_repeat_in_a_game(monkeypatch, capsys, tmp_path):
    out = typed(
        monkeypatch, capsys, tmp_path, ["b2", "repeat", "skip", "quit"],
        "play", "pylos", "--board", "sim", "--new", "--lang", "en",
    )  # fmt: skip
    assert "1. Light: b2. Dark is to move." in out
    assert "There is nothing to skip in a game" in out
