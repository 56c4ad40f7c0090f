"""The demo of Apagos: hands, switches, firmware, port, referee and records, all together."""

import pytest

from underboard.cli import main


@pytest.mark.slow
def test_whole_games_arrive_in_the_records(capsys):
    status = main(["demo", "apagos", "--games", "3", "--seed", "1", "--no-pace", "--quiet"])
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("games 3 turns ")
    assert last.endswith("wrong 0 lost 0")
    assert status == 0


@pytest.mark.slow
def test_a_game_that_begins_with_laying_out_the_squares(capsys):
    status = main(["demo", "apagos", "--seed", "4", "--no-pace", "--variant", "set-up"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines[:5]] == ["Black"] * 4 + ["White"]
    assert "@1" in lines[0]
    assert lines[-1].endswith("wrong 0 lost 0")
    assert status == 0


def test_a_board_of_another_game_is_refused(capsys):
    assert main(["demo", "apagos", "--layout", "pylos-reed16"]) == 2
    assert "is a board for pylos" in capsys.readouterr().err
