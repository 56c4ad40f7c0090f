"""Thirty wrong inputs for each game and language: each answer says what to type next."""

import json
import re

import pytest

from boardcore.games import rules_of
from support.rows import for_each
from support.texts.typed_session import Evening
from support.texts.wrong_inputs import FILE, answers
from underboard.referee.game_ui import tabletop_of
from underboard.texts import LANGUAGES, Texts, area

DATA = json.loads(FILE.read_text(encoding="utf-8"))
GAMES = ("pylos", "apagos", "gyges")
WORD = re.compile(r"[^\s,.:;“”«»!?]+")


def test_there_are_thirty_for_each_game_and_language():
    assert set(DATA) == set(GAMES)
    for name in GAMES:
        assert set(DATA[name]) == set(LANGUAGES)
        for rows in DATA[name].values():
            assert len({(start, line) for start, line, _ in rows}) == 30


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_program_answers_as_the_file_says(tmp_path, name, language):
    rows = DATA[name][language]

    def evening(start):
        return Evening(tmp_path / str(abs(hash(start))), name, language, start)

    told = list(answers(evening, rows))
    # After a change of the texts: PYTHONPATH=tests python -m support.texts.wrong_inputs
    assert [[line, answer] for (_, line, _), answer in zip(rows, told)] == [
        [line, answer] for _, line, answer in rows
    ]


@for_each("language", LANGUAGES)
@for_each("name", GAMES)
def test_each_answer_says_what_to_type_next(name, language):
    texts, table = Texts(language), tabletop_of(name)
    commands = set(area(language, "commands").values())
    for start, line, answer in DATA[name][language]:
        game = rules_of(name).Game(rules_of(name).VARIANTS[0], (), start)
        turns = {table.as_typed(rules_of(name).turn_text(t), texts) for t in game.legal_turns()}
        # The last sentence, or what follows a square, names something that may be typed now.
        words = set(WORD.findall(answer.rstrip(".?! ")))
        assert words & (turns | commands) - {line}, (line, answer)


@for_each("name", GAMES)
def test_no_english_is_left_in_a_french_answer(name):
    english = {answer for _, _, answer in DATA[name]["en"]}
    for _, line, answer in DATA[name]["fr"]:
        assert answer not in english
        left = re.search(r"\b(the|expected|type|you|refused|understood|ball|ring|turn)\b", answer)
        assert not left, (line, answer)
