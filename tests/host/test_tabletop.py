"""What a host adds to each game (typed lines, names, words for turns, refusals, repairs)."""

import re
from pathlib import Path

import pytest

from boardcore.apagos import rules as apagos
from boardcore.errors import IllegalMove, ParseError
from boardcore.games import NAMES
from boardcore.gyges import rules as gyges
from boardcore.layout.layout import Layout
from boardcore.pylos import rules as pylos
from support.rows import each_row, for_each
from underboard.deploy.layouts import layout_of
from underboard.referee.assist.hints import NOTHING, HintGiver
from underboard.referee.game_ui import tabletop_of
from underboard.referee.messages import ending, refused, unreadable
from underboard.registry import game_of, names
from underboard.texts import LANGUAGES, Texts, area

EN, FR = Texts("en"), Texts("fr")
APAGOS, GYGES, PYLOS = (tabletop_of(name) for name in ("apagos", "gyges", "pylos"))
SET_UP = "321123/000000/000000/000000/000000/321123 S"
INTERVALS = "000000/201320/302110/302300/100000/000000 N"  # G7 of host/docs/rules/gyges.md


def read(table, game, line):
    return [table.rules.turn_text(turn) for turn in table.read(game, line)]


def test_every_game_has_a_tabletop():
    assert list(names()) == list(NAMES)
    assert [tabletop_of(name).name for name in names()] == list(NAMES)


def test_a_game_that_nobody_knows_has_none():
    with pytest.raises(ParseError, match="'chess' is not a game here"):
        tabletop_of("chess")


# What people type


APAGOS_LINES = [
    ("a put", "standard", (), "W2", ["W2"]),
    ("small letters", "standard", (), " w2 ", ["W2"]),
    ("a ball goes down", "standard", ("W4", "B1"), "4 > 1", ["4>1"]),
    ("a ball that is not there", "standard", (), "4>1", None),
    ("all four squares", "set-up", (), "7531", ["7/5@1", "5/3@2", "3/5@3", "1/3@4"]),
    ("all four with gaps", "set-up", (), "1 3 5 7", ["1/3@1", "3/5@2", "5/3@3", "7/5@4"]),
    ("two of them", "set-up", (), "71", ["7/5@1", "1/3@2"]),
    ("the next one", "set-up", (), "7", ["7/5@1"]),
    ("the next one, both faces", "set-up", (), "3/1", ["3/1@1"]),
    ("the next one, in full", "set-up", ("7/5@1",), "5/3@2", ["5/3@2"]),
    ("the three that are left", "set-up", ("3/5@1",), "133", None),
    ("the three that are left, too", "set-up", ("3/5@1",), "135", ["1/3@2", "3/5@3", "5/7@4"]),
]


@each_row(APAGOS_LINES, "variant", "played", "line", "turns")
def test_lines_of_apagos(variant, played, line, turns):
    game = apagos.Game(variant)
    for text in played:
        game.play_turn(apagos.parse_turn(text))
    if turns is None:
        with pytest.raises(IllegalMove):
            APAGOS.read(game, line)
        return
    assert read(APAGOS, game, line) == turns
    for text in turns:
        game.play_turn(apagos.parse_turn(text))


@for_each(
    ("line", "rule"),
    [
        ("9", "no-square"),
        ("7711", "no-square"),
        ("3", "which-square"),
        ("75311", "laid-out"),
        ("7/5@3", "lowest-first"),
        ("W2", "set-up"),
        ("4>1", "set-up"),
    ],
)
def test_squares_that_cannot_be_laid_so(line, rule):
    with pytest.raises(IllegalMove) as refusal:
        APAGOS.read(apagos.Game("set-up"), line)
    assert refusal.value.rule == rule


GYGES_LINES = [
    ("a ring", "", "1a1", ["1a1"]),
    ("a cell: the size that is asked for", "", "c2", ["1c2"]),
    ("cells in a row", "", "a1 f1 b1", ["1a1", "1f1", "2b1"]),
    ("rings in any order", "", "3a1 1b1 2c1 1d1 2e1 3f1",
     ["1b1", "1d1", "2c1", "2e1", "3a1", "3f1"]),
    ("the nearest row", "", "321123", ["1c1", "1d1", "2b1", "2e1", "3a1", "3f1"]),
    ("two rows", "", "300201/010023", ["1f1", "1b2", "2d1", "2e2", "3a1", "3f2"]),
    ("dots for nothing", "", "3..2.1 .1..23", ["1f1", "1b2", "2d1", "2e2", "3a1", "3f2"]),
    ("North's nearest row", "321123/000000/000000/000000/000000/000000 N setup", "321123",
     ["1c6", "1d6", "2b6", "2e6", "3a6", "3f6"]),
    ("North's two rows, the lower number first",
     "321123/000000/000000/000000/000000/000000 N setup", "010023/300201",
     ["1b5", "1f6", "2e5", "2d6", "3f5", "3a6"]),
    ("what is missing of a row", "001000/000000/000000/000000/000000/000000 S setup", "321123",
     ["1d1", "2b1", "2e1", "3a1", "3f1"]),
    ("a move", SET_UP, "a1-a4", ["a1-a4"]),
    ("capitals and gaps", SET_UP, "A1 - B3", ["a1-b3"]),
    ("a cell beyond reach", SET_UP, "d1-d5", None),
    ("boxing", SET_UP, "c1xb1>c3", ["c1xb1>c3"]),
    ("a small goal", "000000/201320/302110/302300/100000/000000 S", "d2-e2-d3-d4-n", ["d2-N"]),
]  # fmt: skip


@each_row(GYGES_LINES, "position", "line", "turns")
def test_lines_of_gyges(position, line, turns):
    game = gyges.Game(position=position)
    if turns is None:
        with pytest.raises(IllegalMove):
            GYGES.read(game, line)
        return
    before = game.position_text()
    assert read(GYGES, game, line) == turns
    assert game.position_text() == before, "reading a line plays nothing"
    for text in turns:
        game.play_turn(gyges.parse_turn(text))


@for_each(
    ("line", "rule"),
    [
        ("2a1", "ring-order"),
        ("1a1 1b1 1c1", "two-of-each"),
        ("a3", "far-row"),
        ("111223", "two-of-each"),
        ("a1-a2", "set-up"),
        ("1a1 1a1", "occupied"),
    ],
)
def test_rings_that_cannot_be_set_up_so(line, rule):
    with pytest.raises(IllegalMove) as refusal:
        GYGES.read(gyges.Game(), line)
    assert refusal.value.rule == rule


@for_each("line", ["4a1", "32112", "321123/300201/000000", "hello", ",", "000000"])
def test_lines_that_are_no_rings(line):
    with pytest.raises(ParseError, match="expected"):
        GYGES.read(gyges.Game(), line)


def test_one_row_is_set_up_on_one_row():
    game = gyges.Game(options=[("rows", "1")])
    assert len(GYGES.read(game, "321123")) == 6
    with pytest.raises(ParseError, match="expected 1 rows at most"):
        GYGES.read(game, "300201/010023")
    assert "or two rows" not in GYGES.prompt(game, EN, typed=True)


# Refusals


REFUSALS = [
    # game, variant or position, line, English, French
    # G7 of host/docs/rules/gyges.md: North's single may not get to S so.
    ("gyges", INTERVALS, "a5-a4-a3-a2-s",
     "From a3 to a2 the ring would cross the interval a3/b3 twice.",
     "De a3 à a2, l'anneau franchirait deux fois l'intervalle a3/b3."),
    ("gyges", SET_UP, "a1-b2-c3",
     "From a1 three jumps would have to land on b2, but can only land on b1, c2, b3 or a4.",
     "De a1, les trois sauts devraient mener en b2, mais ne mènent qu'en b1, c2, b3 ou a4."),
    ("gyges", SET_UP, "a1-a4-a5",
     "There is no ring on a4 to bounce on: the move ends there.",
     "Il n'y a pas d'anneau en a4 sur lequel rebondir : le coup finit là."),
    ("gyges", SET_UP, "d1-d5",
     "The single on d1 cannot get to d5: no jumps and bounces lead there.",
     "Le simple en d1 ne peut pas aller en d5 : aucun saut ni rebond n'y mène."),
    ("gyges", SET_UP, "d1-d6",
     "A ring stands on d6: bounce on or box it; no ring stops there otherwise.",
     "Un anneau se trouve en d6 : rebondissez dessus ou boxez-le ; sinon on ne s'y arrête pas."),
    ("gyges", SET_UP, "a1-s",
     "South may not enter the goal S, which South defends.",
     "Sud ne peut pas entrer dans le but S, que Sud défend."),
    ("gyges", SET_UP, "b3-b4", "There is no ring on b3.", "Il n'y a pas d'anneau en b3."),
    ("gyges", SET_UP, "a6-a5",
     "South plays a ring of row 1, the nearest where one can move: a6 is not on it.",
     "Sud joue un anneau de la rangée 1, la plus proche où l'un peut bouger : a6 n'y est pas."),
    ("gyges", "", "a4",
     "The cell a4 is too far from South: rings are set up on the two nearest rows.",
     "La case a4 est trop loin de Sud : les anneaux se placent sur les deux rangées les plus "
     "proches."),
    ("apagos", "7:2,3 5:0,1 3:0,0 1:0,0 W", "2>1",
     "No ball on level 2 is yours to move.", "Aucune bille du niveau 2 n'est à vous."),
    ("apagos", "7:2,3 5:0,1 3:0,0 1:0,0 W", "1>2",
     "A ball may only go down: level 2 is no lower than level 1.",
     "Une bille ne peut que descendre : le niveau 2 n'est pas plus bas que le niveau 1."),
    ("apagos", "7:6,0 5:0,0 3:3,0 1:1,0 W", "W1",
     "There is no white ball in the reserve.",
     "Il n'y a plus de bille blanche dans la réserve."),
]  # fmt: skip


def refusal_of(name, position, line):
    table = tabletop_of(name)
    with pytest.raises(IllegalMove) as refusal:
        table.read(table.rules.Game(position=position), line)
    return refusal.value


@for_each(("name", "position", "line", "english", "french"), REFUSALS)
def test_a_refusal_names_the_cells_in_both_languages(name, position, line, english, french):
    error = refusal_of(name, position, line)
    assert refused(error, EN, name) == english
    assert refused(error, FR, name) == french


@pytest.mark.parametrize("name", ["apagos", "gyges"])
def test_every_refusal_of_the_rules_has_words_in_both_languages(name):
    core = Path(gyges.__file__).parents[1]
    sources = "".join(path.read_text(encoding="utf-8") for path in core.glob(f"{name}/*.py"))
    rules = set(re.findall(r'(?:IllegalMove|refused)\(\s*"([a-z-]+)"', sources))
    assert {"game-over", "occupied"} <= rules
    for language in LANGUAGES:
        known = {key.removeprefix("refused.") for key in area(language, name)}
        assert rules <= known


def test_what_cannot_be_read_says_what_was_expected():
    error = ParseError("'zz' is not a move")
    assert unreadable(error, "zz", EN, "gyges") == "'zz' is not a move"
    for name in names():
        assert unreadable(error, "zz", FR, name).startswith("« zz » n")


# Turns in words, hints, what is legal


WORDS = [
    ("apagos", "", "W2", "put a white ball on level 2; that square then climbs to level 3",
     "posez une bille blanche au niveau 2 ; ce carré monte ensuite au niveau 3"),
    ("apagos", "", "B4", "put a black ball on the top square, level 4",
     "posez une bille noire sur le plus haut carré, au niveau 4"),
    ("apagos", "7:2,3 5:0,1 3:1,0 1:0,0 W", "3>1", "let your ball go down from level 3 to level 1",
     "faites descendre votre bille du niveau 3 au niveau 1"),
    ("apagos", "....", "7/5@1", "lay the square with 7 holes up and 5 down on level 1",
     "posez le carré au niveau 1, 7 trous dessus et 5 dessous"),
    ("gyges", SET_UP, "a1-a4", "move the triple from a1 to a4", "jouez le triple de a1 en a4"),
    ("gyges", SET_UP, "c1xb1>c3", "move the single from c1 to b1, and box the double there to c3",
     "jouez le simple de c1 en b1, et boxez le double qui s'y trouve en c3"),
    ("gyges", "", "1a1", "put a single on a1", "posez un simple en a1"),
]  # fmt: skip


@for_each(("name", "position", "turn", "english", "french"), WORDS)
def test_a_turn_is_told_as_what_hands_do(name, position, turn, english, french):
    table = tabletop_of(name)
    game = table.rules.Game(position=position)
    number = table.rules.parse_turn(turn)
    game.check(number)
    assert table.turn_words(game, number, EN) == english
    assert table.turn_words(game, number, FR) == french


def test_a_move_with_bounces_names_them():
    game = gyges.Game(position="000000/201320/302110/302300/100000/000000 S")
    words = GYGES.turn_words(game, gyges.parse_turn("d2-N"), EN)
    assert "bouncing on" in words
    assert "to N" in words


@for_each("language", LANGUAGES)
@for_each(
    ("name", "position"),
    [("pylos", ""), ("apagos", "1335"), ("apagos", "...."), ("gyges", SET_UP), ("gyges", "")],
)
def test_legal_hints_come_in_two_stages(name, position, language):
    table = tabletop_of(name)
    game = table.rules.Game(position=position)
    advice = HintGiver("legal", table, Texts(language))
    first, none = advice.ask(game, 1, lambda: None)
    second, still_none = advice.ask(game, 1, lambda: None)
    assert first
    assert second not in ("", first)
    assert (none, still_none) == (NOTHING, NOTHING)
    assert advice.ask(game, 2, lambda: None)[0] == first, "a new position, a new hint"


def test_where_rings_can_go_is_listed_by_ring():
    rings, ways = GYGES.legal(gyges.Game(position=SET_UP), EN)
    assert rings == "The rings that may be played: a1, b1, c1, d1, e1, f1."
    assert "a1 to c2 b3 a4; boxes b1" in ways.splitlines()
    assert ways.endswith("A boxed ring may go to any free cell of the rows 1 to 5.")


def test_hints_can_be_off():
    said, turn = HintGiver("off", APAGOS, EN).ask(apagos.Game(), 1, lambda: None)
    assert said.startswith("Hints are off")
    assert turn == NOTHING
    with pytest.raises(ParseError, match="expected off, legal, best"):
        HintGiver("many", APAGOS, EN)


@pytest.mark.parametrize(("text", "ball"), [(EN, "Take a "), (FR, "Prenez une bille ")])
def test_the_best_hint_tells_the_ball_first_then_where(text, ball):
    game = apagos.Game(position="1335")
    advice = HintGiver("best", APAGOS, text)
    first, none = advice.ask(game, 1, lambda: None)
    whole, turn = advice.ask(game, 1, lambda: None)
    assert first.startswith(ball)
    assert none == NOTHING
    assert turn in game.legal_moves()
    assert str(apagos.goal_level(turn) + 1) in whole


def test_a_hint_at_laying_squares_names_the_square_first():
    game = apagos.Game("set-up")
    first, whole = APAGOS.hint(game, apagos.parse_turn("3/5@1"), EN)
    assert first.startswith("Hint: take the square 3/5.")
    assert "3 holes up and 5 down on level 1" in whole


def test_a_greedy_hint_sees_the_goal():
    game = gyges.Game(position="000000/201320/302110/302300/100000/000000 S")
    advice = HintGiver("best", GYGES, EN)
    assert "can reach the goal" in advice.ask(game, 1, lambda: None)[0]
    said, turn = advice.ask(game, 1, lambda: None)
    assert gyges.cell_text(gyges.turn_landing(turn)) == "N"
    assert "-N)" in said


def test_a_finished_game_gets_no_hint_but_its_end():
    game = apagos.Game(position="7:3,4 5:2,3 3:2,1 1:1,0 W")
    said, turn = HintGiver("best", APAGOS, EN).ask(game, 1, lambda: None)
    assert (said, turn) == (ending(game, EN), NOTHING)
    assert "White has the majority" in said


# Repairs


def test_apagos_repairs_say_what_the_lights_show():
    game = apagos.Game(position="7:2,3 5:0,1 3:0,0 1:0,0 W")
    level = lambda *cells: APAGOS.repairs(game, cells, EN)  # noqa: E731
    assert level("+3") == ["Take a ball off level 3."]
    assert level("-2") == ["Put a ball on level 2."]
    assert level("-1", "-1", "-1", "-1", "-1")[0] == "Put the square of level 1 back."
    assert level("-1", "-1", "-1", "-1", "+2", "+2", "+2", "+2") == [
        "Let the squares on levels 1 and 2 change places."
    ]
    assert APAGOS.repairs(game, ("+3",), FR) == ["Retirez une bille du niveau 3."]


def test_gyges_repairs_name_the_ring():
    game = gyges.Game(position=SET_UP)
    assert GYGES.repairs(game, ("-a1", "+a3"), EN) == [
        "Take the ring off a3.",
        "Put a triple on a1.",
    ]


# Pieces for hands


def test_hands_lay_every_ball_and_ring():
    game = apagos.Game(position="7:2,3 5:0,1 3:0,0 1:0,0 W")
    cells = APAGOS.cells(game, layout_of(game_of("apagos").layout))
    assert len(set(cells)) == 6
    assert [cell // 9 for cell in cells] == [0] * 5 + [1]
    rings = GYGES.cells(gyges.Game(position=SET_UP), layout_of(game_of("gyges").layout))
    assert rings == [*range(6), *range(30, 36)]
    balls = PYLOS.cells(pylos.Game(), layout_of(game_of("pylos").layout))
    assert balls == []


@for_each("name", names())
def test_the_board_that_is_simulated_is_made_for_the_game(name):
    layout = layout_of(game_of(name).layout, name)
    assert isinstance(layout, Layout)
