"""Records in the notations of other programs, and what is said of those that cannot be read."""

import pytest

from boardcore.gyges.rules import Game, turn_text
from support.rows import each_row
from underboard.cli import main
from underboard.errors import UnderboardError
from underboard.games.gyges import paths
from underboard.games.gyges.engine.analysis import Thinker
from underboard.records.text_format import parse

POSTAL = """Game: gyges
Notation: postal
Result: N:resigned

1. 231123
2. 321123
3. 16-35 61-53
5. 15-24 66x65=21
7. 13-14-24x35=33 62x53=36
9. 14-24-35x36=43 64-54
11. 12-33x54=14 65-35x36=34
"""
"""The game that was published with the rules in 1984."""
AT_THE_END = "200100/200200/003113/003000/002300/001000 S"
OURS = [
    "f1-e3", "a6-c5", "e1-d2", "f6xe6>a2", "c1-d1-d2xe3>c3", "b6xc5>f3",
    "d1-d2-e3xf3>c4", "d6-d5", "b1-c3xd5>d1", "e6-e3xf3>d3",
]  # fmt: skip
SET_UP = "Game: gyges\nStart: 231123/000000/000000/000000/000000/321123 S\n\n"


def abstractplay(turn):
    """Write one of our turns as AbstractPlay does: rows from 2, the drop in brackets."""
    way, _, drop = turn.partition(">")
    names = [name[0] + str(int(name[1]) + 1) for name in way.replace("x", "-").split("-")]
    return "-".join(names) + (f"({drop[0]}{int(drop[1]) + 1})" if drop else "")


def online(turn):
    """Write one of our turns as gyges-online shows it: without the bounces."""
    way, _, drop = turn.partition(">")
    names = way.replace("x", "-").split("-")
    return f"{names[0]} × {names[-1]} → {drop}" if drop else f"{names[0]} → {names[-1]}"


def test_the_published_game_of_1984_is_read_as_it_was_printed():
    head, mirror, _ = parse(POSTAL)
    assert mirror.game.position_text() == AT_THE_END
    assert head.outcome == "N:resigned"


def test_south_resigned_a_position_that_is_won_in_three():
    found = Thinker(Game(position=AT_THE_END)).think(3, 100_000)[0]
    assert (found.wins_in, turn_text(found.turn)) == (3, "d1xc4>b1")
    assert turn_text(paths.read_turn(Game(position=AT_THE_END), "d1-d2-c3xc4>b1")) == "d1xc4>b1"


@pytest.mark.parametrize("write", [abstractplay, online])
def test_the_same_game_in_other_notations(write):
    mirror = parse(SET_UP + " ".join(map(write, OURS)))[1]
    assert mirror.game.position_text() == AT_THE_END


def test_a_set_up_of_abstractplay_is_laid_ring_by_ring():
    text = "Game: gyges\n\n2a2,3b2,1c2,1d2,2e2,3f2 3a7,2b7,1c7,1d7,2e7,3f7 f2-e4"
    mirror = parse(text)[1]
    assert mirror.game.ply == 13
    assert mirror.turns[-1] == "f1-e3"


def test_pylos_by_coordinates():
    text = "(1,1,1) (2,1,1) (1,2,1) (2,2,1) (4,4,1) (1,1,2)"
    assert parse(text)[1].turns == ["a1", "a2", "b1", "b2", "d4", "e1"]


def test_turns_alone_are_a_record(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("UNDERBOARD_DATA", str(tmp_path))
    path = tmp_path / "game.txt"
    path.write_text("1. a1 b2\n2. c3 d4\n")
    assert main(["games", "import", str(path)]) == 0
    assert main(["games", "show", "last"]) == 0
    assert "pylos" in capsys.readouterr().out.lower()


BAD = [
    ("no cell", "16-99", "line 6, column 9, move 13 '16-99': '99' in '16-99' is not a cell"),
    ("no turn", "16x35", "examples: 16-35, 66x65=21"),
    ("against the rules", "16-66", "line 6, column 9, move 13 '16-66' is against the rules"),
    ("an unknown notation", None, "'Notation: morse': expected one of underboard, abstractplay"),
    ("no notation at all", "?", "line 6, column 9, move 13 '?'"),
]


@each_row(BAD, "word", "said")
def test_a_refusal_names_line_column_and_what_was_expected(word, said):
    text = POSTAL.replace("Result: N:resigned\n", "")
    if word is None:
        text = text.replace("postal", "morse")
    else:
        text = text.replace("3. 16-35", f"\t3.     {word}")
    with pytest.raises(UnderboardError) as told:
        parse(text)
    assert said in str(told.value)


def test_without_a_named_notation_the_farthest_one_complains():
    with pytest.raises(UnderboardError, match=r"line 3, column 15, move 13 '16-99'"):
        parse("Game: gyges\n\n231123 321123 16-99")
