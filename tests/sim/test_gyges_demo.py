"""The demo of Gygès (hands, switches, firmware, port, referee and records, all together)."""

import pytest

from boardcore.lights import cues as cue_table
from support.campaign import campaign, one_in
from support.rows import rows
from underboard.cli import main
from underboard.device.board import Board

VARIANTS = [
    # name, options
    ("as usual", []),
    ("one row", ["--option", "rows=1"]),
    ("without null moves", ["--option", "null=off"]),
    ("both", ["--option", "rows=1", "--option", "null=off"]),
]


@pytest.mark.slow
@rows(one_in(3, VARIANTS), "options")
def test_whole_games_arrive_in_the_records(options, capsys):
    arguments = [
        "demo",
        "gyges",
        "--games",
        campaign("1", "3"),
        "--seed",
        "1",
        "--no-pace",
        "--hands",
        "clumsy",
        "--quiet",
    ]
    status = main([*arguments, *options])
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith(f"games {campaign(1, 3)} turns ")
    assert last.endswith("wrong 0 lost 0")
    assert status == 0


@pytest.mark.slow
def test_a_game_on_switches_that_bounce(capsys):
    status = main(
        [
            "demo",
            "gyges",
            "--seed",
            "2",
            "--no-pace",
            "--hands",
            "clumsy",
            "--quiet",
            "--fault",
            "bounce_ms=8",
        ]
    )
    assert capsys.readouterr().out.splitlines()[-1].endswith("wrong 0 lost 0")
    assert status == 0


@pytest.mark.slow
def test_ways_are_lit_by_the_real_firmware_and_no_turn_is_lost(capsys, monkeypatch):
    cues = []
    hear = Board._hear_cues
    monkeypatch.setattr(Board, "_hear_cues", lambda self, m: cues.append(m.fields) or hear(self, m))
    lines = ["demo", "gyges", "--layout", "gyges-reed38", "--seed", "1", "--no-pace"]
    lines += ["--hands", "clumsy", "--quiet"]
    assert main(lines) == 0
    way = cue_table.LETTERS[cue_table.PATH]
    assert not any(way in letters for letters, _ in cues)
    cues.clear()
    assert main([*lines, "--path"]) == 0
    assert any(way in letters for letters, _ in cues)


@pytest.mark.parametrize("command", ["demo", "play"])
def test_paths_are_only_for_games_that_have_some(command, capsys):
    assert main([command, "pylos", "--path", "--lang", "en"]) == 2
    said = capsys.readouterr().err
    assert said == "underboard: moves of pylos have no paths to light: leave out --path\n"


@pytest.mark.slow
def test_a_board_of_another_game_is_refused(capsys):
    assert main(["demo", "gyges", "--layout", "pylos-reed16"]) == 2
    assert "is a board for pylos" in capsys.readouterr().err


def test_an_unknown_switch_of_the_rules_is_refused(capsys):
    assert main(["demo", "gyges", "--option", "rows=3"]) == 2
    assert "rows" in capsys.readouterr().err
