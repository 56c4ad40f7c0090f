"""The demo of Gygès: set-up by the lights, then play to a goal."""

import json

import pytest

from underboard.cli import main


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "south", "north"), [("en", "South", "North"), ("fr", "Sud", "Nord")]
)
def test_each_turn_is_told_with_its_side(capsys, language, south, north):
    status = main(["demo", "gyges", "--seed", "9", "--no-pace", "--lang", language])
    lines = capsys.readouterr().out.splitlines()
    sides = [line.split()[1] for line in lines[:-1]]
    assert sides[:14] == [south] * 6 + [north] * 6 + [south, north]
    assert lines[-1].endswith("wrong 0 lost 0")
    assert status == 0


@pytest.mark.slow
def test_a_record_that_begins_in_mid_game_is_laid_out_first(capsys, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(
        "Underboard record 1\nGame: gyges\nVariant: standard\nOptions: null=off\n"
        "Start: 000000/201320/302110/302300/100000/000000 N\n\n1. ... a5-a6\n2. d2xe2>c1\n"
    )
    status = main(["demo", "gyges", "--record", str(path), "--games", "2", "--no-pace", "--json"])
    *games, last = capsys.readouterr().out.splitlines()
    assert [json.loads(game)["referee"] for game in games] == [["a5-a6", "d2xe2>c1"]] * 2
    assert last.endswith("wrong 0 lost 0")
    assert status == 0


def test_a_board_of_another_game_is_refused(capsys):
    assert main(["demo", "gyges", "--layout", "apagos-reed36", "--lang", "en"]) == 2
    assert "is a board for apagos" in capsys.readouterr().err


def test_positions_to_study_are_not_played(capsys):
    assert main(["demo", "gyges", "--option", "study=on", "--lang", "en"]) == 2
    assert "a game is played with twelve rings" in capsys.readouterr().err
