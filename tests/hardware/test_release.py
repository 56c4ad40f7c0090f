"""Files that are attached to a release, and words where a program is missing."""

import io
import shutil
import subprocess
import sys
import zipfile

import pypdf
import pytest

from support.boards.shipped import HARDWARE
from support.campaign import campaign
from underboard.hardware.__main__ import main
from underboard.hardware.pcb import files

MADE = (".pdf", ".stl", ".scad", ".dxf", ".zip", ".gbr", ".drl")


def test_nothing_that_a_release_carries_lies_in_the_tree():
    done = subprocess.run(
        ["git", "ls-files", "--full-name", HARDWARE], capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.skip("no checkout of git")
    assert "hardware/README.md" in done.stdout
    assert [name for name in done.stdout.split() if name.endswith(MADE)] == []


def test_the_guides_name_the_command_that_makes_a_release():
    text = (HARDWARE / "layout.md").read_text(encoding="utf-8")
    assert "python -m underboard.hardware release --out" in text


@pytest.mark.slow
def test_one_command_packs_paper_and_parts_of_a_board(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name, **kind: None)
    given = ["release", "pods12", "--only", "paper", "--only", "parts", "--out"]
    assert main([*given, str(tmp_path / "a")]) == 0
    assert capsys.readouterr().out == "pods12.zip: 6 files\n"
    with zipfile.ZipFile(tmp_path / "a" / "pods12.zip") as pack:
        names = pack.namelist()
        assert names == ["parts/case.scad", "parts/case.stl", "parts/lid.scad", "parts/lid.stl",
                         "template.pdf", "wiring.pdf"]  # fmt: skip
        assert all(pypdf.PdfReader(io.BytesIO(pack.read(name))).pages for name in names[-2:])
    assert main([*given, str(tmp_path / "b")]) == 0
    packs = [(tmp_path / run / "pods12.zip").read_bytes() for run in "ab"]
    assert packs[0] == packs[1]


def test_a_missing_program_is_one_sentence(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(files, "python_of_kicad", lambda: None)
    assert main(["release", "pods12", "--only", "circuits", "--out", str(tmp_path)]) == 2
    assert "apt install kicad" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
    assert main(["paper", "pods12", "--out", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert 'pip install "underboard[hardware]"' in told
    assert told.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_one_command_makes_a_circuits_package(tmp_path, capsys):
    if not campaign(False, True):
        pytest.skip("in a campaign; test_hardware_fabrication.py makes a package, too")
    pytest.importorskip("gerbonara")
    if files.python_of_kicad() is None:
        pytest.skip("no Python with KiCad's module: apt install kicad")
    assert main(["release", "pods12", "--only", "circuits", "--out", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert told.count("violations 0 unconnected 0") == told.count(": 0 faults") == 2
    packs = sorted(path.name for path in tmp_path.iterdir())
    assert packs == ["pods-hub-UB-4-revision-2.zip", "pods-hub.html",
                     "pods-pod-UB-5-revision-2.zip", "pods-pod.html"]  # fmt: skip
