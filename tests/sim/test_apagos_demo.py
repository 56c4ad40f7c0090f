"""The demo of Apagos (hands, switches, firmware, port, referee and records, all together)."""

import pytest

from boardcore.apagos import rules as apagos
from boardcore.link.wire import pack
from support.campaign import campaign
from underboard.cli import main
from underboard.deploy.layouts import layout_of
from underboard.referee.game_ui import tabletop_of
from underboard.sim.faults import Faults
from underboard.sim.hands import commands
from underboard.sim.harness import Harness
from underboard.sim.world import World


@pytest.mark.slow
def test_whole_games_arrive_in_the_records(capsys):
    status = main(
        [
            "demo",
            "apagos",
            "--games",
            campaign("1", "3"),
            "--seed",
            "1",
            "--no-pace",
            "--hands",
            "clumsy",
            "--quiet",
        ]
    )
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith(f"games {campaign(1, 3)} turns ")
    assert last.endswith("wrong 0 lost 0")
    assert status == 0


@pytest.mark.slow
def test_a_game_that_begins_with_laying_out_the_squares(capsys):
    status = main(
        ["demo", "apagos", "--seed", "4", "--no-pace", "--hands", "clumsy", "--variant", "set-up"]
    )
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines[:5]] == ["Black"] * 4 + ["White"]
    assert "@1" in lines[0]
    assert lines[-1].endswith("wrong 0 lost 0")
    assert status == 0


def test_a_board_of_another_game_is_refused(capsys):
    assert main(["demo", "apagos", "--layout", "pylos-reed16"]) == 2
    assert "is a board for pylos" in capsys.readouterr().err


def test_who_sweeps_the_board_waits_for_the_offer_of_a_new_game():
    layout = layout_of("apagos-reed36")
    world = World(layout, 1, Faults(bounce_ms=15))
    harness = Harness(layout, world)
    game = apagos.Game()
    game.play_turn(apagos.parse_turn("B2"))
    assert harness.table.execute("new", ("apagos", "-", "-", pack(game.position_text()))) is None
    world.add(commands.arrange(world, cells=tabletop_of("apagos").cells(game, layout)))
    harness.run()
    before = harness.table.journal.game[0]
    # The only ball, black's own, may go down: an empty board is no offer for eight seconds.
    world.add(commands.sweep(world, asks=True))
    harness.run()
    assert harness.table.journal.game[0] != before
    assert harness.table.game.ply == 0
