"""``underboard solve apagos`` and ``perft apagos``: what they print, and what they refuse."""

import json

import pytest

from boardcore.apagos.rules import Game
from support.rows import for_each
from underboard.cli import main
from underboard.games.apagos import solve
from underboard.games.apagos.engine import solution
from underboard.texts import Texts


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory):
    """Keep the user's cache out of it; one for all tests of this file."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("cache")
        patch.setattr("underboard.games.apagos.engine.cache.default_folder", lambda: folder)
        yield folder


def lines(capsys, *words):
    """Run a command that must succeed; return the lines it prints."""
    assert main([*words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


def test_a_layout_says_who_wins_and_what_every_first_move_is_worth(capsys):
    printed = lines(capsys, "solve", "apagos", "7531", "--lang", "en")
    assert printed[0] == "7531: first player wins in 22 plies"
    assert printed[1:3] == ["W1   wins in 22 plies", "W3   wins in 22 plies"]
    assert len(printed[1:-1]) == 8
    assert all(" loses in " in line for line in printed[3:-1])
    assert printed[-1] == "White wins in 22 plies with best play."


def test_a_layout_that_the_second_player_wins(capsys):
    assert lines(capsys, "solve", "apagos", "5373")[0] == "5373: second player wins in 30 plies"


def test_the_first_line_is_the_same_in_french_and_the_rest_is_not(capsys):
    printed = lines(capsys, "solve", "apagos", "7531", "--lang", "fr")
    assert printed[0] == "7531: first player wins in 22 plies"
    assert printed[1] == "W1   gagne en 22 coups"
    assert printed[-1] == "Blanc gagne en 22 coups si chacun joue au mieux."


def test_any_position_can_be_solved(capsys):
    late = "3:1,2 1:0,1 7:3,3 5:4,1 B"
    assert lines(capsys, "solve", "apagos", "--position", late, "--lang", "en") == [
        late + ": Black wins in 1 ply with best play.",
        "B3   wins in 1 ply",
        "4>3  loses in 2 plies",
        "W3   loses in 1 ply",
    ]
    over = "3:1,2 1:0,1 5:4,1 7:3,4 W"
    assert lines(capsys, "solve", "apagos", "--position", over, "--lang", "en") == [
        over + ": The game is over: Black has the majority on the top square."
    ]


def test_the_same_as_json(capsys):
    late = "3:1,2 1:0,1 7:3,3 5:4,1 B"
    (line,) = lines(capsys, "solve", "apagos", "--position", late, "--json")
    assert json.loads(line) == {
        "position": late,
        "value": "win",
        "distance": 1,
        "over": False,
        "moves": [
            {"move": "B3", "value": "win", "distance": 1},
            {"move": "4>3", "value": "loss", "distance": 2},
            {"move": "W3", "value": "loss", "distance": 1},
        ],
    }


def test_home_made_squares_can_end_in_a_draw(capsys):
    printed = lines(capsys, "solve", "apagos", "2222", "--home-made", "--lang", "en")
    assert printed[0] == "2222: draw"
    assert printed[-1] == "White draws with best play."
    over = "2:1,1 2:2,0 2:0,2 2:1,1 W"
    assert lines(capsys, "solve", "apagos", "--home-made", "--position", over, "--lang", "en") == [
        over + ": The game is over: nobody has the majority on the top square."
    ]


@pytest.mark.slow
def test_all_layouts_make_a_table_of_118(capsys):
    printed = lines(capsys, "solve", "apagos", "--all", "--lang", "en")
    assert len(printed) == 119
    assert sum(": first player wins in " in line for line in printed) == 98
    assert sum(": second player wins in " in line for line in printed) == 20
    assert "98" in printed[-1]
    (line,) = lines(capsys, "solve", "apagos", "--all", "--json")
    rows = json.loads(line)
    assert [f"{r['layout']}: {r['winner']} player wins in {r['distance']} plies" for r in rows] == (
        printed[:-1]
    )


REFUSED = [
    # words after "solve apagos", what the sentence says
    ([], "expected one thing to solve"),
    (["7531", "--all"], "expected one thing to solve"),
    (["7531", "--position", "7531"], "expected one thing to solve"),
    (["0000"], "not a number of holes"),
    (["753"], "not a layout"),
    (["75311"], "not a layout"),
    (["-7531"], None),
    (["abcd"], "not a number of holes"),
    (["9999"], "36 holes"),
    (["2468"], "home-made"),
    (["...."], "not laid out"),
    (["7..1"], "leaves 2 levels empty"),
    (["--position", "7... 1/3 3/5 3/5 B"], "not laid out"),
    (["--position", "7:7,0 5:4,0 3:0,0 1:0,0 W"], "11 white balls"),
    (["--position", "7:4,4 5:0,0 3:0,0 1:0,0 W"], "8 balls in 7 holes"),
    (["--position", "rubbish"], "not an Apagos position"),
]  # fmt: skip


@for_each(("words", "said"), REFUSED)
def test_bad_input_is_one_sentence_and_status_2(words, said, capsys):
    try:
        status = main(["solve", "apagos", *words])
    except SystemExit as error:  # argparse takes what looks like an option
        status = error.code
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert "Traceback" not in err
    if said:
        assert said in err
        assert len(err.splitlines()) == 1


def test_a_damaged_table_is_solved_again_and_the_answer_is_the_same(own_cache, capsys):
    solution.known.clear()  # what this process knows already it writes to no file
    first = lines(capsys, "solve", "apagos", "5331")
    (path,) = own_cache.glob("1-3-3-5.table")
    good = path.read_bytes()
    path.write_bytes(good[:1000])
    solution.known.clear()
    assert lines(capsys, "solve", "apagos", "5331") == first
    assert path.read_bytes() == good


def test_progress_is_shown_on_a_terminal_only(capsys, monkeypatch):
    assert solve.progress("1-3-3-5", Texts("en")) is None
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    show = solve.progress("1-3-3-5", Texts("en"))
    for share in (0.1, 0.101, 0.5, 1.0):
        show(share)
    shown = capsys.readouterr().err
    assert shown.count("solving 1-3-3-5") == 3
    assert shown.endswith("\x1b[K")


def test_perft_counts_apagos_from_the_default_layout(capsys):
    assert lines(capsys, "perft", "apagos", "--depth", "3") == [
        "depth 1 turns 8 positions 8",
        "depth 2 turns 69 positions 54",
        "depth 3 turns 620 positions 337",
    ]
    assert Game().position_text() == "7:0,0 5:0,0 3:0,0 1:0,0 W"
