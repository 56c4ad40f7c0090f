"""Packaging (a wheel, an editable install and the drive hold the very same files)."""

import subprocess
import sys
import zipfile

import pytest

from support.machine.stand_ins import ROOT
from support.machine.wheels import built
from underboard.deploy import firmware_files

pytest.importorskip("hatchling", reason="pip install hatchling builds the wheel")


def held(path):
    """Return the files of a wheel by name."""
    with zipfile.ZipFile(path) as wheel:
        return {name: wheel.read(name) for name in wheel.namelist()}


def files_below(folder):
    """Return what lies in a folder of the tree, by name relative to it, but no tool's cache."""
    paths = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    return {
        name.as_posix(): path.read_bytes()
        for name, path in paths.items()
        if not any(part == "__pycache__" or part.startswith(".") for part in name.parts)
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return held(built("standard", tmp_path_factory.mktemp("wheel")))


def inside(wheel, prefix):
    return {name[len(prefix) :]: data for name, data in wheel.items() if name.startswith(prefix)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("prefix", "folder"),
    [("boardcore/", ROOT / "firmware/lib/boardcore"), ("boardio/", ROOT / "firmware/lib/boardio")],
)
def test_a_wheel_holds_the_boards_packages_file_for_file(wheel, prefix, folder):
    assert inside(wheel, prefix) == files_below(folder)


@pytest.mark.slow
def test_a_wheel_holds_the_host_package_and_the_drives_files(wheel):
    host = inside(wheel, "underboard/")
    copy = {name for name in host if name.startswith(f"{firmware_files.IN_WHEEL}/")}
    rest = {name: data for name, data in host.items() if name not in copy}
    assert rest == files_below(ROOT / "host/underboard")


@pytest.mark.slow
def test_the_drive_in_a_wheel_is_firmware_without_lib_and_pages(wheel):
    firmware = {
        name: data
        for name, data in files_below(ROOT / "firmware").items()
        if not name.startswith(("lib/", "docs/", "requirements.txt"))
    }
    assert inside(wheel, f"underboard/{firmware_files.IN_WHEEL}/") == firmware


@pytest.mark.slow
def test_a_wheel_holds_nothing_else(wheel):
    tops = {name.split("/")[0] for name in wheel}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "boardcore",
        "boardio",
        "underboard",
    }


@pytest.mark.slow
def test_an_editable_install_copies_nothing(tmp_path):
    wheel = held(built("editable", tmp_path))
    copies = [name for name in wheel if ".dist-info/" not in name and not name.endswith(".pth")]
    assert copies == []
    paths = next(data for name, data in wheel.items() if name.endswith(".pth")).decode().split()
    assert set(paths) == {str(ROOT / "host"), str(ROOT / "firmware/lib")}


def test_a_checkout_runs_its_own_firmware():
    with firmware_files.drive_path() as path:
        assert path == ROOT / "firmware"
    assert all((path / name).is_file() for name in ("boot.py", "code.py", "settings.toml"))


@pytest.mark.slow
def test_an_installed_wheel_plays_its_own_copy(wheel, tmp_path):
    for name, data in wheel.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    script = (
        "import sys\n"
        f"sys.path.insert(0, {str(tmp_path)!r})\n"
        "from underboard.deploy import firmware_files\n"
        "from underboard.sim.mcu import process\n"
        "same = process.drive_path is firmware_files.drive_path\n"
        "with firmware_files.drive_path() as path: print(path, same)\n"
    )
    result = subprocess.run(
        [sys.executable, "-P", "-c", script] if sys.version_info >= (3, 11) else
        [sys.executable, "-c", script],
        capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert result.stdout.split() == [
        str(tmp_path / "underboard" / firmware_files.IN_WHEEL),
        "True",
    ], result.stderr
