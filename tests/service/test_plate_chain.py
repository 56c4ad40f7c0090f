"""A plate through the whole chain (board, cable, computer)."""

import datetime
import re

import pytest

from support.waiting import MAX_S, until
from underboard.device import health_text
from underboard.device.board import Board
from underboard.device.events import HealthChanged
from underboard.device.port import SerialLink
from underboard.records.database import Records
from underboard.service.calibrate import DONE, CalibrationClient
from underboard.sim.board import SimBoard
from underboard.texts import Texts

pytestmark = pytest.mark.slow
LAYOUT = "pylos-scale4"
EN = Texts("en")


def told(host, words):
    """Step until a sentence about the plate has these words; return it."""
    said = []

    def fitting():
        for event in host.step(0.05):
            if isinstance(event, HealthChanged):
                said.extend(health_text.sentences(event, LAYOUT, EN, True))
        return next((sentence for sentence in said if words in sentence), None)

    return until(fitting, said, pause_s=0)


@pytest.fixture
def seat(tmp_path):
    with SimBoard(LAYOUT) as sim, Records.open(tmp_path / "games.sqlite3") as records:
        host = Board(lambda: SerialLink(sim.url), records)
        host.connect(MAX_S)
        # It must have seen a rest of the plate first.
        until_ms = sim.command("state")["now_ms"] + 3000
        while sim.command("state")["now_ms"] < until_ms:
            host.step(0.05)
        yield sim, host
        host.close()


def test_a_cup_is_told_to_the_computer_with_its_weight_until_it_goes(seat):
    sim, host = seat
    # Before a turn is understood the plate takes what lies there for part of the board.
    sim.act("underboard.sim.hands.commands:play_game", name="pylos", turns=["b2"], careful=True)
    until(lambda: (host.step(0.05), host.mirror.game.ply)[1], pause_s=0)
    sim.act("underboard.sim.hands.plate_actions:lay", grams=200.0, x=0.0, y=0.0)
    grams = int(re.search(r"\((\d+) g\)", told(host, "Remove it"))[1])
    assert 190 < grams < 210
    sim.act("underboard.sim.hands.plate_actions:lay", grams=0.0, x=0.0, y=0.0)
    told(host, "free again")


def test_a_load_cell_that_dies_in_play_is_told_and_so_is_its_return(seat):
    sim, host = seat
    sim.command("fault", name="dead", value="1:0")
    assert "near a4 has failed: no sample comes" in told(host, "name each move with the buttons")


def test_a_calibration_is_used_after_the_next_start():
    with SimBoard(LAYOUT) as sim:
        teacher = CalibrationClient(lambda: SerialLink(sim.url))
        teacher.begin(datetime.date(2026, 11, 23))
        sim.act("underboard.sim.hands.calibrate:follow")
        assert [*teacher.follow()][-1].phase == DONE
        teacher.wait_stored()
        teacher.close()
        sim.cut_power()
        sim.restart()
        again = CalibrationClient(lambda: SerialLink(sim.url))
        again.connect()
        until(lambda: (again.step(0.1), again.health)[1], pause_s=0)
        assert (again.health.calibration, again.health.starts) == ("valid", 1)
        assert again.health.figure("off") is None
        again.close()
