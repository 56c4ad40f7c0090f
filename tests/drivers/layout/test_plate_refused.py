"""A plate that cannot weigh is refused (one sentence with its figures, status 2, a red pattern)."""

import copy
import json
import shutil

import pytest

from boardcore.layout.layout import Layout
from boardcore.store.scale_cal import SIZE, ScaleCalibration
from boardio.flash import FlashStore
from support.sensing.plates import PYLOS
from support.waiting import until
from underboard.cli import main
from underboard.deploy.firmware_files import drive_path
from underboard.sim.board import SimBoard
from underboard.sim.mcu.nvm import Nvm


def led_nowhere():
    data = copy.deepcopy(PYLOS)
    data["plate"]["calibration_cells"] = ["a1", "a4"]
    return data


@pytest.fixture
def drive(tmp_path):
    with drive_path() as files:
        shutil.copytree(files, tmp_path / "drive")
    return tmp_path / "drive"


def spoil(drive, plate):
    path = drive / "layouts/pylos-scale4.json"
    path.write_text(json.dumps(plate()), encoding="utf-8")


def lit(board):
    rgb = bytes.fromhex(board.command("state")["rgb"])
    return rgb if any(rgb) else b""


def is_red(rgb):
    return any(rgb[0::3]) and not any(rgb[1::3]) and not any(rgb[2::3])


@pytest.mark.slow
def test_a_plate_that_cannot_weigh_is_refused(drive, capsys):
    """What else no plate can weigh with: test_layout.py."""
    spoil(drive, led_nowhere)
    with SimBoard("pylos-scale4", drive=drive) as board:
        board.wait_for("started")
        status = main(["board", "calibrate", "--board", board.url, "--lang", "en"])
        # Red, and nothing but red.
        assert is_red(until(lambda: lit(board), "dark"))
        said = board.console[0]
    assert said.count("layouts/pylos-scale4.json: layout: ") == 1
    assert "plate.calibration_cells is ['a1', 'a4']" in said
    assert "3 cells or more" in said
    err = capsys.readouterr().err
    assert status == 2
    assert len(err.splitlines()) == 1
    assert "layouts/pylos-scale4.json: layout: " in err


def of_a_wider_plate():
    data = copy.deepcopy(PYLOS)
    for cell in data["plate"]["load_cells"]:
        cell["x"] *= 1.5
    return ScaleCalibration(Layout(data)).encode()


@pytest.mark.slow
def test_a_calibration_of_another_plate_is_red_and_no_computer_plays_on_it(tmp_path, capsys):
    flash = tmp_path / "flash"
    FlashStore(Nvm(flash), kept=SIZE).save_cal(of_a_wider_plate())
    with SimBoard("pylos-scale4", nvm=flash) as board:
        board.wait_for("started")
        while not any(rgb := bytes.fromhex(board.command("state")["rgb"])):
            pass
        assert is_red(rgb)
        status = main(["play", "pylos", "--board", board.url, "--lang", "en"])
        said = list(board.console)
    figures = "240x160x2147: the layout says 160x160x2147"
    assert [figures in line for line in said] == [True]
    err = capsys.readouterr().err.splitlines()
    assert status == 2
    assert len(err) == 1
    assert "stood 240 x 160 mm, 2147/g, the layout says 160 x 160 mm, 2147/g" in err[0]
