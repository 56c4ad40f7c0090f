"""The referee's words (every refusal has a sentence, every turn and every end can be told)."""

import ast
from pathlib import Path

import pytest

from boardcore.errors import IllegalMove, ParseError
from boardcore.pylos import rules as pylos
from boardcore.pylos.rules import Game
from support.rows import for_each
from underboard.referee.game_ui import tabletop_of
from underboard.referee.messages import ending, refusal, refused
from underboard.texts import LANGUAGES, Texts, area

CORE = Path(pylos.__file__).parents[1]
EN, FR = Texts("en"), Texts("fr")
PYLOS = tabletop_of("pylos")


def texts_in(node):
    """Yield the texts that an expression may be: a constant, or either side of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from texts_in(node.body)
        yield from texts_in(node.orelse)


def rules_of(path):
    """Yield every rule that this module names when it refuses."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.args:
            name = ast.unparse(node.func)
            if name == "IllegalMove":
                yield from texts_in(node.args[0])
            elif name == "self._wrong" and len(node.args) > 1:
                yield from texts_in(node.args[1])
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "self.rule":
            yield from texts_in(node.value)
        elif isinstance(node, ast.FunctionDef) and node.name == "refusal":
            for inner in ast.walk(node):
                if isinstance(inner, ast.Return):
                    yield from texts_in(inner.value)


MODULES = (
    "pylos/rules", "pylos/refusals", "pylos/recognizer", "play/tracker", "play/dialogue",
    "play/history", "play/tables/table", "play/commands", "play/endings", "play/tables/calibrated",
    "link/session", "pods/pods", "pods/ballot_box",
)  # fmt: skip
NAMED = {rule for name in MODULES for rule in rules_of(CORE / f"{name}.py")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence_and_every_sentence_a_refusal(language):
    assert set(area(language, "rules")) == NAMED


def test_the_rules_are_found_where_they_are_named():
    assert {"occupied", "not-up", "guide", "no-turn-seen", "too-many", "gap"} <= NAMED


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_a_whole_sentence(language):
    for rule in sorted(NAMED):
        sentence = refusal(rule, Texts(language))
        assert sentence[0].isupper(), rule
        assert sentence[-1] == ".", rule


def test_a_rule_of_a_newer_firmware_is_shown_by_its_name():
    assert refusal("no-such-rule", EN) == "no-such-rule"


UNREAD = "%r is not a cell: expected a1 to d4, e1 to g3, h1 to i2 or j1"


def test_what_is_refused_names_its_cells_in_both_languages():
    occupied = IllegalMove("occupied", "There is already a ball on %s.", "b2")
    assert refused(occupied, EN) == "There is already a ball on b2."
    assert refused(occupied, FR) == "Il y a déjà une bille en b2."
    assert refused(ParseError(UNREAD, "q9"), EN) == UNREAD % ("q9",)
    assert refused(ParseError(UNREAD, "q9"), FR).startswith("« q9 » n'est pas une case (a1")


def test_what_a_newer_firmware_says_is_told_by_its_rule_or_as_it_is():
    assert refused(IllegalMove("occupied", "Somebody sits on b2."), FR) == (
        "Il y a déjà une bille à cet endroit."
    )
    assert refused(ParseError("'q9' is nonsense"), FR) == "'q9' is nonsense"


TURNS = [
    ("b2", "place a ball on b2", "posez une bille en b2"),
    ("b2-f1", "raise the ball from b2 to f1", "montez la bille de b2 en f1"),
    ("b2xb2", "place a ball on b2, then take back b2", "posez une bille en b2, puis reprenez b2"),
    (
        "b2-f1xf1,a2",
        "raise the ball from b2 to f1, then take back f1 and a2",
        "montez la bille de b2 en f1, puis reprenez f1 et a2",
    ),
]


@for_each(("turn", "english", "french"), TURNS)
def test_a_turn_in_words(turn, english, french):
    assert PYLOS.turn_words(None, pylos.parse_turn(turn), EN) == english
    assert PYLOS.turn_words(None, pylos.parse_turn(turn), FR) == french


ENDS = [
    ("children", "LDLD/DLDL/LDLD/DLDL LDL/DLD/LDL LD/DD L D", "Light has put the last ball on"),
    ("children", "LLLL/DDDD/LLLL/DDDD LLL/LLD/LLD ../.. . D", "Light has no ball left"),
]


@pytest.mark.parametrize(("variant", "position", "words"), ENDS)
def test_an_end_in_words(variant, position, words):
    assert ending(Game(variant, position=position), EN).startswith(words)


def test_a_draw_names_no_winner():
    game = Game(position="LL.D/L.DD/D.DD/DDD. .../.../... ../.. . L")
    for text in ("b2xb2", "d4xd4", "b2xb2", "d4xd4"):
        assert ending(game, EN) == ""
        game.play_turn(pylos.parse_turn(text))
    assert ending(game, EN) == "The same board has come up three times: the game is drawn."


def test_every_reason_to_end_has_words():
    for language in LANGUAGES:
        for reason in ("apex", "empty-reserve", "no-move", "repetition"):
            assert f"over.{reason}" in area(language, "pylos")


def test_a_hint_comes_in_two_stages():
    first, whole = PYLOS.hint(None, pylos.parse_turn("b2-f1xf1"), EN)
    assert "f1" not in first
    assert "(b2-f1xf1)" in whole
    assert "reserve" in PYLOS.hint(None, pylos.parse_turn("b2"), EN)[0]
    assert "save" in PYLOS.hint(None, pylos.parse_turn("b2-f1"), EN)[0]


def test_balls_come_off_before_others_go_on():
    repairs = PYLOS.repairs(None, ("-c3", "+b2"), EN)
    assert repairs == ["Take the ball off b2.", "Put a ball on c3."]
    assert PYLOS.repairs(None, (), EN) == []
