"""The demo of Gygès: hands, switches, firmware, port, referee and records, all together."""

import pytest

from underboard.cli import main

VARIANTS = [
    # name, options
    ("as usual", []),
    ("one row", ["--option", "rows=1"]),
    ("without null moves", ["--option", "null=off"]),
    ("both", ["--option", "rows=1", "--option", "null=off"]),
]


@pytest.mark.slow
@pytest.mark.parametrize("options", [row[1] for row in VARIANTS], ids=[row[0] for row in VARIANTS])
def test_whole_games_arrive_in_the_records(options, capsys):
    arguments = ["demo", "gyges", "--games", "3", "--seed", "1", "--no-pace", "--quiet"]
    status = main([*arguments, *options])
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("games 3 turns ")
    assert last.endswith("wrong 0 lost 0")
    assert status == 0


@pytest.mark.slow
def test_a_game_on_switches_that_bounce(capsys):
    status = main(
        ["demo", "gyges", "--seed", "2", "--no-pace", "--quiet", "--fault", "bounce_ms=8"]
    )
    assert capsys.readouterr().out.splitlines()[-1].endswith("wrong 0 lost 0")
    assert status == 0


def test_a_board_of_another_game_is_refused(capsys):
    assert main(["demo", "gyges", "--layout", "pylos-reed16"]) == 2
    assert "is a board for pylos" in capsys.readouterr().err


def test_an_unknown_switch_of_the_rules_is_refused(capsys):
    assert main(["demo", "gyges", "--option", "rows=3"]) == 2
    assert "rows" in capsys.readouterr().err
