"""Calibration of another board (red at the start, told with both boards, nobody plays so)."""

import pytest

from boardcore.store.hall_cal import HallCalibration, layout_crc
from boardio.firmware import red_pattern
from boardio.flash import FlashStore
from boardio.start.attach import calibration_size
from support.sensing.halls import hall_layout
from underboard.device.board import Board
from underboard.device.health_text import check_plate
from underboard.device.reconnect import BoardPort
from underboard.errors import UnderboardError
from underboard.records.database import Records
from underboard.sim.board import SimBoard
from underboard.sim.mcu.nvm import Nvm
from underboard.texts.lazy import spoken


def flash_with(path, name, of):
    """Write the flash of a board that was calibrated as another layout of as many sensors."""
    layout = hall_layout(name)
    found = HallCalibration(len(layout.field.sensor_mm), 12.0)
    found.layout = of
    FlashStore(Nvm(path), kept=calibration_size(layout)).save_cal(found.encode())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pylos-hall16", "pylos-hall25"])
def test_it_is_red_and_nobody_plays_so(tmp_path, name):
    path = tmp_path / "flash"
    flash_with(path, name, 0x1A2B3C4D)
    with (
        SimBoard(name, nvm=path, tell=("lights",)) as sim,
        Records.open(tmp_path / "games.sqlite3") as records,
    ):
        shown = (bytes.fromhex(e["rgb"]) for e in sim.events(5) if e["event"] == "lights")
        pixels = hall_layout(name).pixels
        assert bytes(red_pattern(pixels)) in shown
        board = Board(BoardPort(sim.url), records)
        board.connect()
        with pytest.raises(UnderboardError) as caught:
            check_plate(board.health)
        board.close()
        assert any("the calibration is of another board" in line for line in sim.console)
    count = len(hall_layout(name).field.sensor_mm)
    for text in (str(caught.value), spoken(caught.value, "fr")):
        assert "1a2b3c4d" in text
        assert f"{layout_crc(hall_layout(name)):08x}" in text
        assert str(count) in text


def test_its_own_calibration_is_used(tmp_path):
    path = tmp_path / "flash"
    layout = hall_layout("pylos-hall25")
    flash_with(path, "pylos-hall25", layout_crc(layout))
    with (
        SimBoard("pylos-hall25", nvm=path) as sim,
        Records.open(tmp_path / "games.sqlite3") as records,
    ):
        board = Board(BoardPort(sim.url), records)
        board.connect()
        check_plate(board.health)
        assert board.health.calibration == "valid"
        board.close()
