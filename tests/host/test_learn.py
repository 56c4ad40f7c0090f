"""Lessons (each step can be done, each mistake is explained, in both languages, on the board)."""

import io
import re
import sys

import pytest

from boardcore.games import NAMES, rules_of
from boardcore.options import parse_options
from support.boards.reeds import sim_of
from support.campaign import one_in
from support.rows import for_each
from underboard.cli import main
from underboard.study.lesson import AGAIN, DONE, steps_of, words
from underboard.texts import LANGUAGES, Texts

STEPS = [(name, step) for name in NAMES for step in steps_of(name)]


@for_each(("name", "step"), STEPS)
def test_a_step_can_be_done_and_its_mistakes_be_made(name, step):
    rules = rules_of(name)
    game = rules.Game(rules.VARIANTS[0], parse_options(step.options), step.position)
    legal = [rules.turn_text(turn) for turn in game.legal_turns()]
    assert step.example in legal
    assert step.judge(step.example) == DONE
    for key, (_, turn) in step.wrong.items():
        assert turn in legal
        assert step.judge(turn) == key
    for turn in legal:
        for language in LANGUAGES:
            assert words(name, step, step.judge(turn), Texts(language))


def test_a_lesson_has_its_steps_one_by_one():
    assert [len(steps_of(name)) >= 8 for name in NAMES] == [True] * 3
    for name in NAMES:
        names = [step.id for step in steps_of(name)]
        assert len(set(names)) == len(names)


def test_a_turn_that_is_neither_right_nor_explained_is_tried_again():
    [step] = [step for step in steps_of("pylos") if step.id == "climb"]
    assert step.judge("stop") == AGAIN


# On the simulated board


def learn(name, lines, *arguments):
    sys.stdin = io.StringIO("".join(line + "\n" for line in lines))
    try:
        return main(["learn", name, "--board", sim_of(name), *arguments])
    finally:
        sys.stdin = sys.__stdin__


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(3, NAMES))
def test_a_whole_lesson_is_played_on_the_board_with_every_mistake(folder, capsys, name):
    lines = []
    # Where a ring was boxed, simulated hands do not always find back: Gygès without mistakes.
    mistakes = name != "gyges"
    for step in steps_of(name):
        lines += [turn for _, turn in step.wrong.values() if mistakes] + [step.example]
    assert learn(name, lines) == 0
    out = capsys.readouterr().out
    for step in steps_of(name):
        for key in ("task", DONE, *(step.wrong if mistakes else ())):
            assert words(name, step, key, Texts("en")) in out
    assert "That was the last lesson." in out
    assert not re.search("Refused|Not understood", out)


@pytest.mark.slow
def test_ones_place_is_kept_in_any_language(folder, capsys):
    assert learn("pylos", ["skip", "quit"], "--lang", "en") == 0
    assert "Your place is saved" in capsys.readouterr().out
    assert learn("pylos", ["indice", "quitter"], "--lang", "fr") == 0
    out = capsys.readouterr().out
    assert "Vous continuez à la leçon 2" in out
    assert "Par exemple : f2." in out
    (folder / "lessons.json").write_text("[damaged")
    assert learn("pylos", ["quit"], "--lang", "en") == 0
    assert "1 of" in capsys.readouterr().out
