"""What lies on a drive is data (no path leads out of it, and no link is followed)."""

import os
import shutil
import subprocess
import sys

import pytest

from support.campaign import one_in
from support.machine.stand_ins import ROOT
from underboard.cli import main
from underboard.deploy.firmware_files import releases, whole_releases
from underboard.deploy.install import BACKUP, LIST, TOP, install, plan, uninstall
from underboard.deploy.usb_drive import Drive
from underboard.errors import UnderboardError

BOOT_OUT = "Adafruit CircuitPython 9.2.1 on 2024-11-20; Raspberry Pi Pico with rp2040\n"


@pytest.fixture
def drive(tmp_path):
    path = tmp_path / "CIRCUITPY"
    path.mkdir()
    (path / "boot_out.txt").write_text(BOOT_OUT + "Board ID:raspberry_pi_pico2\n")
    return path


@pytest.fixture
def victim(tmp_path):
    path = tmp_path / "victim.txt"
    path.write_text("mine")
    return path


NAMES = [
    "../victim.txt",
    "../../victim.txt",
    "/etc/passwd",
    "releases/../../victim.txt",
    "..\\victim.txt",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_list_of_files_to_put_back_cannot_name_one_outside(drive, victim, name):
    (drive / BACKUP).mkdir()
    (drive / BACKUP / LIST).write_text(f"code.py\n{name}\n")
    with pytest.raises(UnderboardError, match="which is never put there: remove that line"):
        uninstall(drive)
    assert victim.read_text() == "mine"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("verb", ["write", "replace", "remove", "remove_folder", "read"])
def test_a_drive_touches_nothing_outside(drive, victim, verb, name):
    arguments = (b"theirs",) if verb in ("write", "replace") else ()
    with pytest.raises(UnderboardError, match="is not a file of the drive"):
        getattr(Drive(drive), verb)(name, *arguments)
    assert victim.read_text() == "mine"


LINKS = [
    "settings.toml.new", "settings.toml", "code.py", "code.py.new", "boot.py", "backup",
    "releases", "releases/1", "layouts", "layouts/x.json", "boot_out.txt",
]  # fmt: skip


def install_and_uninstall(drive):
    install(plan(drive))
    uninstall(drive)


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="this system has no links")
@pytest.mark.parametrize("name", one_in(2, LINKS))
def test_a_link_is_refused_by_name(drive, victim, tmp_path, name):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "keep.json").write_text("{}")
    path = drive / name
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(victim if "." in name else outside)
    with pytest.raises(
        UnderboardError, match=f"{name}.* is a link, there is none on a board's drive"
    ):
        install_and_uninstall(drive)
    assert victim.read_text() == "mine"
    assert [file.name for file in outside.iterdir()] == ["keep.json"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("name", [name for name in LINKS if "." in name])
def test_a_pipe_is_refused_by_name_and_not_waited_for(drive, name):
    path = drive / name
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    with pytest.raises(
        UnderboardError, match=f"{name} is not an ordinary file: remove it from the drive"
    ):
        install_and_uninstall(drive)


@pytest.mark.parametrize("name", ["²", "٣", "007", "0", "-1", "+1", "1e3", "9" * 30])
def test_only_plain_numbers_are_releases(drive, name):
    (drive / "releases" / name).mkdir(parents=True)
    (drive / "releases" / name / "whole").write_text("underboard")
    assert releases(drive) == whole_releases(drive) == []
    assert plan(drive).number == 1


def test_the_launcher_runs_plain_numbers_only(tmp_path):
    top = tmp_path / "drive"
    for name in ("²", "٣", "007", "2"):
        (top / "releases" / name).mkdir(parents=True)
        (top / "releases" / name / "whole").write_text("")
        (top / "releases" / name / "code.py").write_text(f"print('release {name}')")
    (top / "releases" / "9").write_text("a file")
    shutil.copy(ROOT / "firmware/launch.py", top / "code.py")
    done = subprocess.run(
        [sys.executable, "code.py"], cwd=top, capture_output=True, text=True, encoding="utf-8"
    )
    assert (done.stdout, done.stderr) == ("release 2\n", "")


def test_the_command_says_so_and_leaves_all_as_it_was(drive, victim, capsys):
    (drive / BACKUP).mkdir()
    (drive / BACKUP / LIST).write_text("../victim.txt\n")
    assert main(["board", "uninstall", "--drive", str(drive), "--yes"]) == 2
    assert "names '../victim.txt'" in capsys.readouterr().err
    assert victim.exists()
    assert not any((drive / name).exists() for name in TOP)
