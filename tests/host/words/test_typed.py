"""Typed lines (understood where they can be, and else answered with what to type)."""

import re
import sys

import pytest

from support.rows import for_each
from support.texts.typed_session import Evening
from underboard.cli.terminal import console_of_words
from underboard.referee.game_ui import tabletop_of
from underboard.referee.information import ANSWERS
from underboard.referee.input_handler import COMMANDS
from underboard.texts import LANGUAGES, Texts, area, rules_page
from underboard.texts.commands import command_of

THREE = "D.../.LL./.L../...D .../.../... ../.. . L"
"""c3 completes Light's square of b2, b3, c2."""
RAISABLE = "L.../.LD./.DL./.... .../.../... ../.. . L"


UNDERSTOOD = [
    # game, language, position, lines, the turns that hands make of them
    ("pylos", "en", "", ["B2"], ["b2"]),
    ("pylos", "en", "", [" b2 "], ["b2"]),
    ("pylos", "en", "", ["b2x"], ["b2"]),
    ("pylos", "en", RAISABLE, ["a1 f2"], ["a1-f2"]),
    ("pylos", "en", RAISABLE, ["A1 - F2"], ["a1-f2"]),
    ("pylos", "en", RAISABLE, ["a1>f2"], ["a1-f2"]),
    ("pylos", "en", THREE, ["c3 x b2 b3"], ["c3xb3,b2"]),
    ("pylos", "en", THREE, ["c3xb3"], ["c3xb3"]),
    ("pylos", "en", THREE, ["c3", "b2"], ["c3xb2"]),
    ("pylos", "en", THREE, ["C3", "x b2, b3"], ["c3xb3,b2"]),
    ("pylos", "en", THREE, ["c3", "a2"], ["a2"]),
    ("apagos", "en", "", ["w2"], ["W2"]),
    ("apagos", "en", "", ["B2"], ["B2"]),
    ("apagos", "fr", "", ["B2"], []),  # asked: black, or blanche?
    ("apagos", "fr", "", ["b 2", "noire"], ["B2"]),
    ("apagos", "fr", "", ["B2", "w"], ["W2"]),
    ("apagos", "fr", "", ["B2", "N3"], ["B3"]),
    ("apagos", "fr", "", ["N2"], ["B2"]),
    ("apagos", "fr", "", ["W2"], ["W2"]),
    ("gyges", "en", "321123/000000/000000/000000/000000/321123 S", ["A1-C2"], ["a1-c2"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "language", "start", "lines", "turns"), UNDERSTOOD)
def test_what_can_be_understood_is_played(tmp_path, name, language, start, lines, turns):
    table = Evening(tmp_path, name, language, start)
    table.type(*lines)
    assert table.hands.made == turns, table.said


ANSWERED = [
    # game, language, position, line, words of the answer
    ("pylos", "en", THREE, "c3", "c3 completes a square. Type one or two balls to take back"),
    ("pylos", "en", THREE, "c3", "like c3x"),
    ("pylos", "fr", THREE, "c3", "Carré en c3 ! Reprenez une ou deux billes"),
    ("pylos", "en", "", "undoo", "Did you mean undo"),
    ("pylos", "fr", "", "anuler", "Vouliez-vous dire annuler"),
    ("pylos", "en", "", "b22", "Did you mean b2"),
    ("pylos", "en", "", "f2", "Nothing carries f2"),
    ("pylos", "en", "", "yes", "The board has no question"),
    ("apagos", "fr", "", "B2", "Tapez N2 pour la noire, W2 pour la blanche"),
    ("pylos", "fr", "", "suivant", "Le plateau ne pose pas de question"),
    ("pylos", "en", "", "why", "Nothing was refused."),
    ("pylos", "en", "", "help undo", "takes back the last move"),
    ("pylos", "en", "", "help chess", "There is no help on chess. Topics: undo, hint"),
    ("pylos", "fr", "", "aide règles", "règles affiche les règles"),
    ("pylos", "en", "", "rules", "fifteen light"),
    ("apagos", "fr", "", "règles", "Quatre carrés"),
    ("gyges", "fr", "", "regles", "Douze anneaux"),
    ("apagos", "fr", "", "aide", "W2 : une bille blanche"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "language", "start", "line", "words"), ANSWERED)
def test_what_cannot_be_played_gets_an_answer_that_helps(
    tmp_path, name, language, start, line, words
):
    table = Evening(tmp_path, name, language, start)
    assert words in table.type(line)
    assert table.hands.made == []


def test_why_tells_the_last_refusal_again(tmp_path):
    table = Evening(tmp_path)
    table.type("f2")
    assert "Nothing carries f2" in table.type("why")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_a_name_and_help_in_every_language(language):
    assert set(area(language, "commands")) == {*COMMANDS, *ANSWERS, "quit"}
    assert set(area(language, "help_topics")) == set(area(language, "commands"))
    for command, name in area(language, "commands").items():
        assert command_of(name, Texts(language)) == command
        assert command_of(command, Texts(language)) == command, "English is always understood"


@for_each("language", LANGUAGES)
@for_each("name", ["pylos", "apagos", "gyges"])
def test_the_rules_fit_a_terminal(language, name):
    lines = rules_page(language, name).splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 40


@pytest.mark.parametrize(("screen", "lines"), [(True, 2), (False, 1)])
def test_sentences_are_wrapped_between_words_on_a_screen_only(screen, lines, monkeypatch, capsys):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: screen, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    console_of_words().print("wood " * 20)
    told = capsys.readouterr().out.splitlines()
    assert len(told) == lines
    assert set(" ".join(told).split()) == {"wood"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_texts_of_apagos_write_balls_as_they_are_typed_in_their_language(lang):
    texts, table = Texts(lang), tabletop_of("apagos")
    pages = [rules_page(lang, "apagos"), *area(lang, "apagos").values()]
    written = [ball for page in pages for ball in re.findall(r"(?<!notée )\b[WNB][1-4]\b", page)]
    assert len(written) >= 4
    for ball in written:
        assert table.from_typed(ball, texts)[0] in "WB", "a turn that nobody has to be asked about"
    dark, light = ("noire", "blanche") if lang == "fr" else ("black one", "white ball")
    rules = " ".join(rules_page(lang, "apagos").split())
    for words, letter in ((dark, "B"), (light, "W")):
        (ball,) = re.findall(rf"([WNB]2) (?:une |a )?{words}", rules)
        assert table.from_typed(ball, texts)[0] == letter
